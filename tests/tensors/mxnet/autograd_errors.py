from mxnet import autograd, nd
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[-1].split('MXNetError: ')[-1])
attempt(lambda: nd.ones(1).backward())
x = nd.ones((2,))
x.attach_grad()
with autograd.record():
    y = x * x
y.backward()
attempt(lambda: y.backward())
with autograd.record():
    y = x * 2
    def write():
        y[:] = 3
    attempt(write)
    def write():
        x[:] = 3
    attempt(write)
attempt(lambda: x.attach_grad('foo'))
x[:] = 5
print(x)

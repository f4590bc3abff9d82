from mxnet import autograd, nd
x = nd.arange(4).reshape((4, 1))
x.attach_grad()
print(x.grad)
with autograd.record():
    y = 2 * nd.dot(x.T, x)
y.backward()
print(y, x.grad)
with autograd.record():
    z = (x * x).sum()
z.backward()
print(x.grad, nd.ones(2).grad)

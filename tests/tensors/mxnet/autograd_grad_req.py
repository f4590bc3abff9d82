from mxnet import autograd, nd
for req in ('write', 'add', 'null'):
    x = nd.array([1, 2])
    x.attach_grad(grad_req=req)
    for _ in range(2):
        with autograd.record():
            y = x * x
        if req != 'null':
            y.backward()
    print(req, x.grad)
x = nd.array([1., 2])
x.attach_grad()
with autograd.record():
    y = x * 3
    z = y.detach() * x
z.backward()
print(x.grad)
y = nd.array([1., 2])
y.attach_grad()
with autograd.record():
    w = nd.BlockGrad(y * y) * y
w.backward(nd.array([1, 10]))
print(y.grad)

from mxnet import autograd, nd
x = nd.array([1., 2])
x.attach_grad()
with autograd.record():
    y = x * x
print(autograd.grad(y, x))
with autograd.record():
    a, b = x * 2, x * 3
autograd.backward([a, b])
print(x.grad)
with autograd.record():
    y = nd.exp(x)
print([g.shape for g in autograd.grad(y, [x], head_grads=nd.array([1, 0]))])
with autograd.record():
    y = x * x
y.backward(retain_graph=True)
print(x.grad)
y.backward()
print(x.grad)

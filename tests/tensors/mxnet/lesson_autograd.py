"""Gradients: simple, in training mode, of control flow, through detach."""
from mxnet import autograd, nd
x = nd.arange(4).reshape((4, 1))
print(x)
x.attach_grad()
print(x.grad)
with autograd.record():
    y = 2 * nd.dot(x.T, x)
y.backward()
assert (x.grad - 4 * x).norm().asscalar() == 0
print(x.grad)
print(autograd.is_training(), autograd.is_recording())
with autograd.record():
    print(autograd.is_training(), autograd.is_recording())
    with autograd.pause():
        print(autograd.is_training(), autograd.is_recording())
with autograd.record(train_mode=False):
    print(autograd.is_training(), autograd.is_recording())


def f(a):
    b = a * 2
    while b.norm().asscalar() < 1000:
        b = b * 2
    if b.sum().asscalar() > 0:
        c = b
    else:
        c = 100 * b
    return c


for start in (0.3, -1.7, 5):
    a = nd.array([start])
    a.attach_grad()
    with autograd.record():
        c = f(a)
    c.backward()
    print(start, a.grad == c / a, a.grad)

x = nd.array([[1, 2], [3, 4]])
x.attach_grad()
with autograd.record():
    y = x * x
    z = y.detach() * x
z.backward()
print(x.grad == y)
x = nd.arange(4)
x.attach_grad()
with autograd.record():
    y = x * x
    u = y * nd.array([1, 10, 100, 1000])
u.backward()
print(x.grad)
with autograd.record():
    y = x * x
y.backward(nd.array([1, 0, 2, 0]))
print(x.grad)
grad = x.grad
with autograd.record():
    z = (x ** 3).sum()
z.backward()
print((grad == x.grad).sum(), x.grad)
x.attach_grad(grad_req='add')
for _ in range(3):
    with autograd.record():
        z = (2 * x).sum()
    z.backward()
print(x.grad)

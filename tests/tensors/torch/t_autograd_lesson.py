# The lesson on automatic differentiation, step by step.
import torch

x = torch.arange(4.0)
x.requires_grad_(True)
print(x, x.grad, x.is_leaf, x.requires_grad)
y = 2 * torch.dot(x, x)
print(y, y.grad_fn is not None, y.is_leaf)
y.backward()
print(x.grad, x.grad == 4 * x)
x.grad.zero_()
y = x.sum()
y.backward()
print(x.grad)
x.grad.zero_()
y = x * x
y.backward(gradient=torch.ones(len(y)))
print(x.grad)
x.grad.zero_()
y = x * x
u = y.detach()
z = u * x
z.sum().backward()
print(x.grad == u, u.requires_grad)
x.grad.zero_()
y.sum().backward()
print(x.grad == 2 * x)


def f(a):
    b = a * 2
    while b.norm() < 1000:
        b = b * 2
    if b.sum() > 0:
        c = b
    else:
        c = 100 * b
    return c


a = torch.tensor(0.3, requires_grad=True)
d = f(a)
d.backward()
print(a.grad == d / a, a.grad)
w = torch.tensor([1., 2.], requires_grad=True)
for step in range(3):
    loss = ((w - torch.tensor([3., -1.])) ** 2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
    print(step, loss.item(), w)
with torch.no_grad():
    q = w * 2
    print(q.requires_grad, torch.is_grad_enabled())
    with torch.enable_grad():
        print((w * 2).requires_grad)
with torch.set_grad_enabled(False):
    print((w * 2).requires_grad)
with torch.inference_mode():
    k = w * 2
    print(k.requires_grad, torch.is_inference_mode_enabled())


@torch.no_grad()
def predict(v):
    return v * 3


print(predict(w).requires_grad, predict.__name__)
x = torch.tensor(2., requires_grad=True)
y = x ** 3
g, = torch.autograd.grad(y, x, create_graph=True)
g2, = torch.autograd.grad(g, x, create_graph=True)
g3, = torch.autograd.grad(g2, x)
print(g, g2.item(), g3)
y = x ** 2
y.backward(retain_graph=True)
y.backward()
print(x.grad)
x = torch.ones(2, requires_grad=True)
h = x * 3
h.retain_grad()
h.register_hook(lambda g: g * 2)
(h ** 2).sum().backward()
print(h.grad, x.grad)
print(torch.autograd.functional.jacobian(lambda v: v ** 2, torch.tensor([1., 2.])))
print(torch.autograd.functional.hessian(lambda v: (v ** 3).sum(), torch.tensor([1., 2.])))
a = torch.tensor([1., 2.], requires_grad=True)
b = torch.tensor([3., 4.], requires_grad=True)
print(torch.autograd.grad((a * b).sum(), [a, b]), torch.autograd.grad(a.sum(), [a, b], allow_unused=True), a.grad)

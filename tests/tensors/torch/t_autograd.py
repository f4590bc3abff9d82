import torch

x = torch.arange(4.0)
x.requires_grad_(True)
print(x.grad)
y = 2 * torch.dot(x, x)
print(y)
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
print(x.grad == u)
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


torch.manual_seed(2)
a = torch.randn(size=(), requires_grad=True)
d = f(a)
d.backward()
print(a.grad == d / a, a)
x = torch.tensor([1., 2.], requires_grad=True)
y = (x ** 3).sum()
g, = torch.autograd.grad(y, x, create_graph=True)
print(g)
h, = torch.autograd.grad(g.sum(), x)
print(h)
with torch.no_grad():
    print((x * 2).requires_grad, torch.is_grad_enabled())
print((x * 2).requires_grad)


@torch.no_grad()
def plain(t):
    return t * 2


print(plain(x).requires_grad)
with torch.set_grad_enabled(False):
    print((x * 2).requires_grad)
with torch.no_grad():
    with torch.enable_grad():
        print((x * 2).requires_grad)
with torch.inference_mode():
    print((x * 2).requires_grad)
y = x * 2
y.retain_grad()
y.sum().backward()
print(y.grad, x.is_leaf, y.is_leaf, y.grad_fn is not None, x.grad_fn)
hook = x.register_hook(lambda grad: grad * 10)
x.grad = None
(x * 3).sum().backward()
print(x.grad)
hook.remove()
x.grad = None
(x * 3).sum().backward()
print(x.grad)


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, t):
        ctx.save_for_backward(t)
        return t * t

    @staticmethod
    def backward(ctx, grad):
        t, = ctx.saved_tensors
        return 2 * t * grad


x.grad = None
y = Square.apply(x)
print(y)
y.sum().backward()
print(x.grad)
x.data.add_(1)
print(x, x.detach(), x.data)
x.grad = torch.ones(2)
print(x.grad)
l = (x * 2).sum()
l.backward(retain_graph=True)
l.backward()
print(x.grad)
print(torch.autograd.grad((x * x).sum(), [x], allow_unused=True), torch.autograd.grad(x.sum() * 0 + 1, x))
w = torch.ones(2, 2, requires_grad=True)
v = w[0]
(v * torch.tensor([1., 2.])).sum().backward()
print(w.grad)
w.grad = None
torch.max(w * torch.tensor([[1., 2], [4, 3]]), 1)[0].sum().backward()
print(w.grad)
w.grad = None
(w.exp().log().sigmoid().tanh().sqrt().pow(2).abs().mean() * 3).backward()
print(w.grad)

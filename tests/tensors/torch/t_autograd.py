import torch

x = torch.tensor([2., 0., -1.]).requires_grad_()
for work, slope in ((lambda x: x.dot(x) / 2, lambda x: x), (lambda x: x.mean(), lambda x: torch.full_like(x, 1 / 3)), (lambda x: (x.sin() ** 2 + x.cos() ** 2).sum(), torch.zeros_like), (lambda x: x.clamp(min=-0.5).sum(), lambda x: (x > -0.5).float())):
    out = work(x)
    out.backward()
    print(out, x.grad, torch.allclose(x.grad, slope(x), atol=1e-6))
    x.grad = None
(x * x).backward(torch.tensor([1., 5., 0.5]))
print(x.grad)
cut = (x * 3).detach()
(cut * x + cut).sum().backward()
print(x.grad, cut.requires_grad, cut.grad_fn)
for begin in (7., -0.01):
    start = now = torch.tensor(begin, requires_grad=True)
    while now.abs() < 1:
        now = now * 4 if now > 0 else now * -4
    now.backward()
    print(now, start.grad)
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

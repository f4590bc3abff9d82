# Gradients on demand: of sums and of heads, kept and cleared, cut off, through loops, for steps; modes, second derivatives, hooks, jacobians.
import torch

v = torch.tensor([[1., -2.], [0.5, 3.]])
print(v.is_leaf, v.requires_grad, v.grad, v.requires_grad_() is v)
length = (v * v).sum().sqrt()
print(length, length.is_leaf, type(length.grad_fn).__name__)
length.backward()
print(torch.allclose(v.grad, v.detach() / length.detach()), v.grad)
v.exp().sum().backward()
print(torch.allclose(v.grad, (v / length + v.exp()).detach()))
v.grad = None
(v.T @ v).backward(torch.tensor([[1., 0], [0, -1]]))
print(v.grad)
v.grad.zero_()
cubes = v ** 3
fixed = cubes.detach()
(fixed * v).sum().backward(retain_graph=True)
print(torch.equal(v.grad, fixed), fixed.requires_grad, fixed.data_ptr() == cubes.data_ptr())
v.grad.zero_()
cubes.sum().backward()
print(torch.equal(v.grad, 3 * v.detach() ** 2))


def wander(x):
    """Doubled until far away; a start below zero is turned round on the way."""
    turns = 0
    while x.abs() < 50:
        x, turns = x * (-2 if x < 0 else 2), turns + 1
    return x, turns


for begin in (0.3, -1.7, 60.):
    start = torch.tensor(begin, requires_grad=True)
    end, turns = wander(start)
    end.backward()
    print(turns, end, start.grad, torch.allclose(start.grad * start, end))
w, far = torch.tensor([0., 0.], requires_grad=True), []
goal = torch.tensor([3., -1.])
for _ in range(4):
    missed = (w - goal).pow(2).dot(torch.tensor([1., 0.5]))
    slope, = torch.autograd.grad(missed, w)
    with torch.no_grad():
        w.sub_(slope, alpha=0.3)
    far.append(round(missed.item(), 4))
print(far, w, w.grad)
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

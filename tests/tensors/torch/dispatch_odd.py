"""Modes that are odd: entered again, classes that die, custom functions, hooks."""
import gc
import torch
import torch.nn as nn
from torch.utils._python_dispatch import TorchDispatchMode


class Names(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(func.__name__)
        return func(*args, **(kwargs or {}))


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * x * g


x = torch.ones(3, requires_grad=True)
with Names() as m:
    y = Square.apply(x).sum()
    y.backward()
print(m.names, x.grad)
layer = nn.Linear(3, 3)
with Names() as m:
    layer(x.view(1, 3)).sin().sum().backward()
print(m.names)
x.grad = None
x.register_hook(lambda g: g * 2)
with Names() as m:
    (x * 3).sum().backward()
print(m.names, x.grad)


class Reenters(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.deep = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if self.deep < 2:
            self.deep += 1
            with self:
                out = func(*args, **(kwargs or {}))
            self.deep -= 1
            return out
        return func(*args, **(kwargs or {}))


with Reenters():
    print(torch.ones(2) + torch.ones(2))


class Mine(torch.Tensor):
    @staticmethod
    def __new__(cls, e):
        return torch.Tensor._make_subclass(cls, e)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return super().__torch_dispatch__(func, types, args, kwargs or {})


def lives_short():
    class Short(Mine):
        pass
    t = Short(torch.ones(2))
    r = t * 2
    return r, type(r).__name__


r, name = lives_short()
gc.collect()
print(r.shape, name, (r + 1).shape)
g = torch.ones(2, requires_grad=True)


class GradMode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        if func is torch.ops.aten.mul.Tensor:
            g.grad = None
        return out


for _ in range(2):
    with GradMode():
        (g * g).sum().backward()
    print(g.grad)
with torch.no_grad(), Names() as m:
    g.add_(1)
    g.data.mul_(2)
    g.detach().sub_(1)
print(m.names, g)
with Names() as m:
    torch.manual_seed(0)
    a = torch.rand(2, 2)
    a[0, 0] = 5
    b = a.clone()
    b[b > 0.5] = 0
    torch.add(a, b, alpha=2)
    a.sort(dim=1)
    a.topk(1)
    torch.einsum('ij,kj->ik', a, b)
    a.tolist()
    float(a.sum())
print(m.names)
with Names() as m:
    emb = nn.Embedding(4, 2)
    conv = nn.Conv1d(2, 2, 1)
print(m.names)

# Hooks behind the steps of a backward pass; how batches name their steps; what is said of tensors on the meta device among others.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.func import vmap


def T(n, f):
    try:
        print(n, repr(f())[:100])
    except Exception as e:
        print(n, type(e).__name__, str(e)[:300])


def sizes(gs):
    return [None if g is None else tuple(g.shape) for g in gs]


t = torch.ones(2, requires_grad=True)
u = t.exp()
hk = u.grad_fn.register_hook(lambda gi, go: print('node', gi, go))
u.grad_fn.register_prehook(lambda go: (go[0] * 10,))
u.sum().backward(retain_graph=True)
print(t.grad)
hk.remove()
u.sum().backward()
print(t.grad)
v = t * 3
v.grad_fn.register_hook(lambda gi, go: (gi[0] * 2, None))
v.sum().backward()
print(t.grad)
w = (t * t).sum()
w.grad_fn.next_functions[0][0].register_hook(lambda gi, go: print(gi, go))
w.backward()
for x in (torch.ones(4, 2, requires_grad=True), torch.ones(4, 2)):
    y = nn.Linear(2, 3)(x)
    y.grad_fn.register_hook(lambda gi, go: print(sizes(gi), sizes(go)))
    y.sum().backward()


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


z = Twice.apply(t)
z.grad_fn.register_hook(lambda gi, go: print('F', gi, go))
z.sum().backward()
c = nn.Conv2d(1, 2, 3)(torch.ones(1, 1, 4, 4))
c.grad_fn.register_hook(lambda gi, go: print(sizes(gi)))
c.sum().backward()
s = torch.cat([t, t * 2])
s.grad_fn.register_hook(lambda gi, go: print(gi))
s.sum().backward()
r = t.relu()
r.grad_fn.register_hook(lambda gi, go: 1)
try:
    r.sum().backward()
except Exception as e:
    print(type(e).__name__)
q = t.sin()
q.grad_fn.register_hook(lambda gi, go: print('kept'))
d = q * 2
del q
d.sum().backward()

x = torch.rand(3, 4, 4, requires_grad=True)
for f in (torch.log, torch.sqrt, torch.neg, lambda a: a.sum(), lambda a: a.mean(), lambda a: a @ a, lambda a: a @ a[0], lambda a: a.T, lambda a: a[None], lambda a: a[0], lambda a: torch.cat([a, a]),
          F.gelu, F.elu, lambda a: a.max(), lambda a: a.max(0)[0], lambda a: a.clamp(0, 1), lambda a: F.log_softmax(a, 0), lambda a: a.logsumexp(0), lambda a: F.layer_norm(a, (4,)),
          lambda a: F.cross_entropy(a, torch.tensor([0, 1, 2, 3])), lambda a: F.mse_loss(a, torch.ones(4, 4)), lambda a: a.cumsum(0), torch.trace, lambda a: a.sort()[0], lambda a: a.double()):
    print(type(vmap(f)(x).grad_fn).__name__, end=' ')
print()

a, m = torch.ones(2, 2), torch.ones(2, 2, device='meta')
i, j = torch.tensor([0, 1]), torch.tensor([0, 1], device='meta')
for n, f in dict(add=torch.add, where=lambda a, b: torch.where(a > 0, a, b), cat=lambda a, b: torch.cat([a, b]), maximum=torch.maximum, mse=F.mse_loss, bce=F.binary_cross_entropy,
                 lerp=lambda a, b: torch.lerp(a, b, .5), mv=lambda a, b: torch.mv(a, b[0])).items():
    T(n, lambda: f(a, m))
    T(n, lambda: f(m, a))
T('ce', lambda: F.cross_entropy(a, j))
T('ce', lambda: F.cross_entropy(m, i))
for layer in (nn.Linear(2, 2), nn.LayerNorm(2), nn.BatchNorm1d(2), nn.PReLU(), nn.RMSNorm(2)):
    T('input', lambda: layer(m))
    T('module', lambda: layer.to('meta')(a))
T('rms', lambda: nn.RMSNorm(4)(torch.ones(2, 3)))
for call in (lambda: nn.Conv2d(1, 1, 1)([1]), lambda: F.conv_transpose2d(np.zeros((1, 1, 2, 2)), torch.ones(1, 1, 1, 1)), lambda: nn.MaxPool2d(2)(np.zeros(3)), lambda: nn.Softmax(1)([1]), lambda: nn.GELU()([1])):
    T('kinds', lambda: str(call()))

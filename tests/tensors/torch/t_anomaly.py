# Anomaly detection: which gradient became NaN, and the warning that shows the forward's lines; inference tensors; determinism.
import re
import warnings

import torch
import torch.nn.functional as F


def attempt(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, '|', e)
        for w in seen:      # without the frames of the original's own files, and where in its sources it was raised
            lines = str(w.message).split(' (Triggered')[0].rstrip().split('\n')
            kept, skip = [], False
            for line in lines:
                skip = 'dist-packages' in line or skip and not line.startswith('  File')
                if not skip:
                    kept.append(re.sub('"[^"]*/', '"', line))
            print(' ', w.category.__name__, '\n'.join(kept))


def root(x):
    y = x.sqrt()
    return y.sum()


x = torch.tensor([1., 0., -1.], requires_grad=True)


def watched():
    with torch.autograd.detect_anomaly():
        root(x).backward()


attempt(watched)
late = root(x)


def only_back():
    with torch.autograd.set_detect_anomaly(True):
        late.backward()


attempt(only_back)
print(torch.is_anomaly_enabled(), x.grad)
torch.autograd.set_detect_anomaly(True)
print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
w = torch.ones(3, 3, requires_grad=True)
b = torch.zeros(3, requires_grad=True)
nan = float('nan')
attempt(lambda: (x * nan).sum().backward())
attempt(lambda: (x / x.detach().clamp_min(0)).sum().backward())
attempt(lambda: F.linear(x.detach()[None] * nan, w, b).sum().backward())
attempt(lambda: (x.detach()[None] * nan @ w).sum().backward())
attempt(lambda: x.log().sum().backward())
attempt(lambda: torch.autograd.grad(x.sqrt().sum(), x))
attempt(lambda: (x ** 0.5).sum().backward())


class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g * nan


attempt(lambda: Bad.apply(x).sum().backward())


def changed():
    y = x * 1
    z = (y * y).sum()
    y.add_(1)
    z.backward()


attempt(changed)
with torch.autograd.set_detect_anomaly(False):
    attempt(lambda: x.sqrt().sum().backward())
torch.autograd.set_detect_anomaly(True, check_nan=False)
print(torch.is_anomaly_check_nan_enabled())
attempt(lambda: x.sqrt().sum().backward())
torch.autograd.set_detect_anomaly(False)
attempt(lambda: x.sqrt().sum().backward())

# ---- inference tensors ----
w = torch.ones(2, requires_grad=True)
n = torch.ones(2)
with torch.inference_mode():
    a = torch.ones(2)
    layer = torch.nn.Linear(2, 2)
    c = torch.ones(2).requires_grad_()
    print(a.is_inference(), layer.weight.is_inference(), c.requires_grad, (c * 2).requires_grad, torch.is_inference_mode_enabled(), torch.is_grad_enabled())
    n.add_(1)
    print(n.is_inference(), n[0].is_inference(), (n + 1).is_inference(), a.view(2, 1).is_inference(), torch.tensor([1]).is_inference(), torch.rand(2).is_inference())
    a.add_(1)
    with torch.inference_mode(False):
        print(torch.is_inference_mode_enabled(), torch.is_grad_enabled(), torch.ones(1).is_inference(), (w * 2).requires_grad)
    with torch.enable_grad():
        print(torch.is_grad_enabled(), (w * 2).requires_grad, torch.ones(2).is_inference())
print(torch.is_inference_mode_enabled(), torch.is_grad_enabled())
for f in (lambda: a * w, lambda: a + w, lambda: a.add_(1), lambda: a.mul_(2), lambda: a.requires_grad_(), lambda: a._version, lambda: a.view(2, 1).is_inference(),
          lambda: a[0].is_inference(), lambda: a.clone().is_inference(), lambda: (a * 2).is_inference(), lambda: a.detach().is_inference(), lambda: a.__setitem__(0, 5.),
          lambda: a.copy_(n), lambda: n.copy_(a), lambda: a.clone() * w, lambda: (a.view(2, 1) @ w.view(1, 2)).shape, lambda: a.numpy(),
          lambda: w * a.sum(), lambda: torch.stack([a, w]).requires_grad, lambda: layer(torch.ones(2)).requires_grad, lambda: torch.is_inference(a)):
    attempt(f)


@torch.inference_mode()
def twice(x):
    return x * 2


print(twice(w).is_inference(), twice(w).requires_grad, torch.inference_mode)
attempt(lambda: twice(w).sum().backward())


class Saves(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(y)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g, None


attempt(lambda: Saves.apply(w, a))

# ---- determinism ----
print(torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled(), torch.get_deterministic_debug_mode())
torch.use_deterministic_algorithms(True, warn_only=True)
print(torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled(), torch.get_deterministic_debug_mode())
torch.use_deterministic_algorithms(False)
print(torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled(), torch.get_deterministic_debug_mode())
for mode in ('default', 'warn', 'error', 0, 1, 2, 'x', 7, 1.5):
    attempt(lambda: torch.set_deterministic_debug_mode(mode))
    print(torch.get_deterministic_debug_mode())
attempt(lambda: torch.use_deterministic_algorithms(1))
torch.use_deterministic_algorithms(True)
attempt(lambda: torch.zeros(5).index_add_(0, torch.tensor([0, 0]), torch.ones(2)))
attempt(lambda: torch.ones(3).cumsum(0))
attempt(lambda: torch.zeros(3, 3).put_(torch.tensor([0]), torch.ones(1)))
torch.use_deterministic_algorithms(True, warn_only=True)
attempt(lambda: torch.zeros(3).put_(torch.tensor([0]), torch.ones(1)))
torch.use_deterministic_algorithms(False)

# ---- small numbers ----
print(torch.set_flush_denormal(True))
small = torch.full((100000,), 1e-40)
print(torch.tensor([1e-40, 1.]) * 1, (small * 1).max(), small.sum())
torch.set_flush_denormal(False)
print(torch.tensor([1e-40]) * 1, (small * 1).max())


class Once(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * x * g


v = torch.tensor([3.], requires_grad=True)
g, = torch.autograd.grad(Once.apply(v).sum(), v, create_graph=True)
print(g.detach(), g.requires_grad)
attempt(lambda: g.sum().backward())

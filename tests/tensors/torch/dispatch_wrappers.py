"""Masked, quantized and other wrappers by Tensor._make_wrapper_subclass, as repositories have them."""
import torch
import torch.nn as nn
from torch.utils._pytree import tree_map

aten = torch.ops.aten
HANDLED = {}


def implements(*ops):
    def decorator(fn):
        for op in ops:
            HANDLED[op] = fn
        return fn
    return decorator


class Int8Tensor(torch.Tensor):
    """Rows of int8 with a scale each."""

    @staticmethod
    def __new__(cls, q, scale):
        return torch.Tensor._make_wrapper_subclass(cls, q.shape, dtype=scale.dtype, device=q.device, requires_grad=False)

    def __init__(self, q, scale):
        self.q, self.scale = q, scale

    @classmethod
    def from_float(cls, w):
        scale = w.abs().amax(1, keepdim=True) / 127
        return cls(torch.round(w / scale).clamp(-128, 127).to(torch.int8), scale)

    def dequantize(self):
        return self.q.to(self.scale.dtype) * self.scale

    def __repr__(self):
        return f'Int8Tensor(shape={tuple(self.shape)}, dtype={self.dtype})'

    __torch_function__ = torch._C._disabled_torch_function_impl

    @classmethod
    def __torch_dispatch__(cls, func, types, args, kwargs=None):
        if func in HANDLED:
            return HANDLED[func](func, args, kwargs or {})
        raise NotImplementedError(f'{cls.__name__} has no {func}')


@implements(aten.detach.default, aten.clone.default)
def _same(func, args, kwargs):
    return Int8Tensor(func(args[0].q), func(args[0].scale))


@implements(aten.t.default)
def _t(func, args, kwargs):
    return Turned(args[0])


@implements(aten._to_copy.default)
def _copy(func, args, kwargs):
    return args[0].dequantize().to(**kwargs)


class Turned(torch.Tensor):
    @staticmethod
    def __new__(cls, base):
        return torch.Tensor._make_wrapper_subclass(cls, base.shape[::-1], dtype=base.dtype)

    def __init__(self, base):
        self.base = base

    __torch_function__ = torch._C._disabled_torch_function_impl

    @classmethod
    def __torch_dispatch__(cls, func, types, args, kwargs=None):
        if func is aten.addmm.default:
            bias, x, w = args
            return (x @ w.base.q.to(x.dtype).t()) * w.base.scale.t() + bias
        if func is aten.mm.default:
            x, w = args
            return (x @ w.base.q.to(x.dtype).t()) * w.base.scale.t()
        raise NotImplementedError(f'Turned has no {func}')


torch.manual_seed(1)
model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 4, bias=False))
x = torch.randn(3, 16)
want = model(x)
for m in model:
    if isinstance(m, nn.Linear):
        m.weight = nn.Parameter(Int8Tensor.from_float(m.weight.detach()), requires_grad=False)
with torch.no_grad():
    got = model(x)
print(model[0].weight, type(model[0].weight).__name__, (got - want).abs().max().item() < 0.05, got.shape)
try:
    model[0].weight + 1
except NotImplementedError as e:
    print('no:', e)
try:
    torch.relu(model[0].weight)
except NotImplementedError as e:
    print('no:', e)
print(model[0].weight.to(torch.float64).dtype)


class Masked(torch.Tensor):
    __torch_function__ = torch._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, data, mask):
        return torch.Tensor._make_wrapper_subclass(cls, data.size(), strides=data.stride(), dtype=data.dtype, device=data.device, requires_grad=data.requires_grad)

    def __init__(self, data, mask):
        self.raw, self.mask = data.detach(), mask

    def __repr__(self):
        return 'Masked(%s)' % [v if m else '--' for v, m in zip(self.raw.flatten().tolist(), self.mask.flatten().tolist())]

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        masks = []
        tree_map(lambda t: masks.append(t.mask) if isinstance(t, cls) else None, args)
        plain = tree_map(lambda t: t.raw if isinstance(t, cls) else t, args)
        if func in (aten.sum.default, aten.mean.default):
            chosen = args[0].raw[args[0].mask]
            return func(chosen)
        out = func(*plain, **kwargs)
        mask = masks[0]
        for m in masks[1:]:
            mask = mask & m
        if mask.shape != out.shape:
            mask = mask.expand(out.shape) if mask.dim() <= out.dim() else torch.ones(out.shape, dtype=torch.bool)
        return cls(out, mask)


m = Masked(torch.tensor([1., 2., 3., 4.]), torch.tensor([True, False, True, True]))
n = Masked(torch.tensor([1., 1., 1., 1.]), torch.tensor([True, True, False, True]))
print(m + n, m * 2, m.sum(), m.mean(), torch.exp(m).shape, -m)
print(type(m + 1) is Masked, isinstance(m, torch.Tensor), m.requires_grad)

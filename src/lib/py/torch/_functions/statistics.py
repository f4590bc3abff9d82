"""Spreads, norms, quantiles, counts, differences."""
import builtins
import math

import _torch
from .._torch_args import need_tensor
from ._shared import TORCH, Tensor, op
from .facts import type_name
from .ordering import sort


def _spread(name, input, dim, unbiased, keepdim, correction, axis, keepdims):
    need_tensor(name, input)
    if isinstance(dim, bool):               # var(input, unbiased)
        dim, unbiased = None, dim
    if axis is not None:
        dim = axis
    ddof = correction if correction is not None else 1 if unbiased is None or unbiased else 0
    return op(name, TORCH, (input,), axes=dim, keepdims=keepdim or keepdims, ddof=ddof)


def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, axis=None, keepdims=False):
    return _spread('var', input, dim, unbiased, keepdim, correction, axis, keepdims)


def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, axis=None, keepdims=False):
    return _spread('std', input, dim, unbiased, keepdim, correction, axis, keepdims)


def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    return var(input, dim, unbiased, keepdim, correction=correction), _torch.mean(input, None if isinstance(dim, bool) else dim, keepdim)


def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    return std(input, dim, unbiased, keepdim, correction=correction), _torch.mean(input, None if isinstance(dim, bool) else dim, keepdim)


def norm(input, p='fro', dim=None, keepdim=False, dtype=None):
    if dtype is not None:
        input = input.to(dtype)
    if p is None or p == 'fro':
        p = 2.0
    if not input.is_floating_point():
        raise RuntimeError('linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s' % type_name(input))
    return op('norm', TORCH, (input,), axes=dim, keepdims=keepdim, order=float(p))


def dist(input, other, p=2):
    return norm(input - other, p)


def cdist(x1, x2, p=2.0):
    return norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1)


def quantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    if dim is None:
        input, dim = input.flatten(), 0
    ordered = sort(input, dim)[0].movedim(dim, 0)
    last = ordered.shape[0] - 1
    wanted = q.tolist() if isinstance(q, Tensor) else q
    found = []
    for each in wanted if isinstance(wanted, list) else [wanted]:
        at = each * last
        low = math.floor(at)
        high = builtins.min(low + 1, last)
        found.append(_torch.lerp(ordered[low], ordered[high], at - low))
    made = _torch.stack(found) if isinstance(wanted, list) else found[0]
    return made.unsqueeze(dim) if keepdim and not isinstance(wanted, list) else made


def bincount(input, weights=None, minlength=0):
    return op('bincount', TORCH, (input, weights), count=minlength)


def histc(input, bins=100, min=0, max=0):
    if min == max:
        min, max = input.min().item(), input.max().item()
    return op('histogram', TORCH, (input,), count=bins, low=min, high=max)


def cov(input, *, correction=1):
    centred = input - input.mean(-1, keepdim=True)
    return centred @ centred.t() / (input.shape[-1] - correction)


def corrcoef(input):
    c = cov(input)
    d = _torch.diagonal(c).sqrt()
    return c / d.unsqueeze(0) / d.unsqueeze(1)


def logcumsumexp(input, dim):
    top = input.max(dim, keepdim=True)[0]
    return _torch.cumsum((input - top).exp(), dim).log() + top


def diff(input, n=1, dim=-1):
    for _ in builtins.range(n):
        size = input.shape[dim]
        input = input.narrow(dim, 1, size - 1) - input.narrow(dim, 0, size - 1)
    return input


def trapezoid(y, x=None, *, dx=1, dim=-1):
    size = y.shape[dim]
    mean = (y.narrow(dim, 0, size - 1) + y.narrow(dim, 1, size - 1)) / 2
    return (mean * (dx if x is None else diff(x, dim=-1))).sum(dim)


trapz = trapezoid

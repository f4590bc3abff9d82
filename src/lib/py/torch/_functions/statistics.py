"""Spreads, norms, quantiles, counts, differences."""
import builtins
import math

import _torch
from .. import return_types
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
        if not 0 <= each <= 1:
            raise RuntimeError('quantile() q %s' % ('values must be in the range [0, 1]' if isinstance(q, Tensor) else 'must be in the range [0, 1] but got %g' % each))
    for each in wanted if isinstance(wanted, list) else [wanted]:
        at = each * last
        low = math.floor(at)
        high = builtins.min(low + 1, last)
        found.append(_torch.lerp(ordered[low], ordered[high], at - low))
    made = _torch.stack(found) if isinstance(wanted, list) else found[0]
    return made.unsqueeze(dim) if keepdim and not isinstance(wanted, list) else made


def bincount(input, weights=None, minlength=0):
    if input.is_floating_point():
        raise RuntimeError('"bincount_cpu" not implemented for \'%s\'' % type_name(input))
    if input.ndim != 1 or input.numel() and bool((input < 0).any()):
        raise RuntimeError('bincount only supports 1-d non-negative integral inputs.')
    return op('bincount', TORCH, (input, weights), count=minlength)


def histc(input, bins=100, min=0, max=0):
    need_tensor('histc', input)
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


def _without_nan(name, input, dim, keepdim, *more):
    """A function of the sorted numbers of each line, nan left out."""
    flat = input.flatten() if dim is None else input.movedim(dim, -1)
    kept = [row[_torch.isnan(row).logical_not()] for row in flat.reshape(-1, flat.shape[-1])]
    nan = input.new_full((), math.nan)
    found = [name(row, *more) if row.numel() else nan for row in kept]
    made = _torch.stack(found).reshape(flat.shape[:-1])
    return made.unsqueeze(dim) if keepdim and dim is not None else made


def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    count = _torch.isnan(input).logical_not().sum(dim, keepdim=keepdim)
    return _torch.nansum(input, dim, keepdim, dtype=dtype) / count


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    return _without_nan(quantile, input, dim, keepdim, q)


def nanmedian(input, dim=None, keepdim=False):
    def middle(row):
        return sort(row, 0)[0][(row.numel() - 1) // 2]
    values = _without_nan(middle, input, dim, keepdim)
    if dim is None:
        return values
    from .ordering import argmax
    at = argmax((input == (values if keepdim else values.unsqueeze(dim))).int(), dim, keepdim)
    return return_types.nanmedian((values, at))


def histogram(input, bins, *, range=None, weight=None, density=False):
    if isinstance(bins, Tensor):
        edges = bins
    else:
        low, high = range or (input.min().item(), input.max().item())
        edges = _torch.linspace(low, high, bins + 1, dtype=input.dtype)
    from .ordering import searchsorted
    values = input.flatten()
    inside = (values >= edges[0]) & (values <= edges[-1])
    at = (searchsorted(edges, values[inside], right=True) - 1).clamp(0, edges.numel() - 2)
    found = bincount(at, None if weight is None else weight.flatten()[inside], edges.numel() - 1).to(input.dtype)
    if density:
        found = found / found.sum() / diff(edges)
    return return_types.histogram((found, edges))


def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    size = y.shape[dim]
    mean = (y.narrow(dim, 0, size - 1) + y.narrow(dim, 1, size - 1)) / 2
    return _torch.cumsum(mean * (dx if x is None else diff(x, dim=-1)), dim)


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """Central differences inside, one-sided ones at the edges."""
    dims = builtins.range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    found = []
    for axis in dims:
        n = input.shape[axis]
        step = diff(input, dim=axis) / spacing
        inner = (step.narrow(axis, 0, n - 2) + step.narrow(axis, 1, n - 2)) / 2
        found.append(_torch.cat([step.narrow(axis, 0, 1), inner, step.narrow(axis, n - 2, 1)], axis))
    return found

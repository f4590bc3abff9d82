"""Spreads, norms, quantiles, counts, differences."""
import builtins
import math

import _torch
from .. import return_types
from .._torch_args import cpu_lacks, need_tensor, same_places
from ._shared import BOOL, TORCH, Tensor, op, named as _named
from .facts import type_name
from .ordering import sort
from ..amp.autocast_mode import in_float32
from perch.only import only


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
    return _named(var(input, dim, unbiased, keepdim, correction=correction), 'VarMeanBackward0'), _torch.mean(input, None if isinstance(dim, bool) else dim, keepdim)


def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    return _named(std(input, dim, unbiased, keepdim, correction=correction), 'StdMeanBackward0'), _torch.mean(input, None if isinstance(dim, bool) else dim, keepdim)


def norm(input, p='fro', dim=None, keepdim=False, dtype=None, _words='norm(): input dtype should be either floating point or complex. Got %s instead.'):
    if dtype is not None:
        input = input.to(dtype)
    if p is None or p == 'fro':
        p = 2.0
    if not input.is_floating_point() and not input.is_complex():
        raise RuntimeError(_words % type_name(input))
    return op('norm', TORCH, (input,), axes=dim, keepdims=keepdim, order=float(p))


def dist(input, other, p=2):
    input, other = in_float32(input, other, cpu=False)
    return _named(norm(input - other, p), 'DistBackward0')


def lengths(apart, p, dim):
    """The norms of differences; a count of those that are not 0 passes zeros back, where a norm's passes nothing."""
    made = norm(apart, p, dim)
    return made + apart.masked_fill(_torch.ones_like(apart) > 0, 0).sum(dim) if p == 0 else made


def cdist(x1, x2, p=2.0):
    same_places('wrapper___cdist_forward', x1=x1, x2=x2)
    if p < 0:
        raise RuntimeError('cdist only supports non-negative p values')
    x1, x2 = in_float32(x1, x2)
    return _named(lengths(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1), 'CdistBackward0')


_BETWEEN = ('linear', 'lower', 'higher', 'nearest', 'midpoint')


def _quantile_checks(name, input, q, interpolation):
    if not isinstance(q, Tensor) and not 0 <= q <= 1:
        raise RuntimeError('%s() q must be in the range [0, 1] but got %g' % (name, q))
    if str(input.dtype) not in ('torch.float32', 'torch.float64'):
        raise RuntimeError('%s() input tensor must be either float or double dtype' % name)
    if input.numel() == 0:
        raise RuntimeError('%s() input tensor must be non-empty' % name)
    if isinstance(q, Tensor):
        if q.ndim > 1:
            raise RuntimeError('%s() q must be a scalar or 1D tensor' % name)
        if q.dtype != input.dtype:
            raise RuntimeError('%s() q tensor must be same dtype as the input tensor' % name)
        if bool(((q < 0) | (q > 1)).any()):
            raise RuntimeError('%s() q values must be in the range [0, 1]' % name)
    if interpolation not in _BETWEEN:
        raise RuntimeError('%s() interpolation must be one of linear, lower, higher, midpoint or nearest, but got %s' % (name, interpolation))


def _between(ordered, at, interpolation):
    """What stands at the place `at`, which need not be whole, of the sorted rows."""
    low = math.floor(at)
    high = math.ceil(at)
    if interpolation == 'nearest':
        return ordered[builtins.round(at)]
    if interpolation == 'lower':
        return ordered[low]
    if interpolation == 'higher':
        return ordered[high]
    return _torch.lerp(ordered[low], ordered[high], 0.5 if interpolation == 'midpoint' else at - low)


def _quantiles(input, q, dim, keepdim, interpolation):
    flat = dim is None
    rows, dim = (input.flatten(), 0) if flat else (input, dim)
    ordered = sort(rows, dim)[0].movedim(dim, 0) if rows.ndim else rows.reshape(1)
    missing = _torch.isnan(ordered).any(0)
    wanted = q.tolist() if isinstance(q, Tensor) else q
    found = [_between(ordered, each * (ordered.shape[0] - 1), interpolation) for each in (wanted if isinstance(wanted, list) else [wanted])]
    found = [_torch.where3(missing, _torch.full_like(each, math.nan), each) for each in found]
    if keepdim:
        found = [each.reshape((1,) * input.ndim) if flat else each.unsqueeze(dim) for each in found]
    return _torch.stack(found) if isinstance(wanted, list) else found[0]


def quantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    input, = in_float32(input, gpu=False)
    _quantile_checks('quantile', input, q, interpolation)
    return _quantiles(input, q, dim, keepdim, interpolation)


def bincount(input, weights=None, minlength=0):
    same_places('wrapper__bincount', self=input, weights=weights)
    if input.is_floating_point():
        raise RuntimeError('"bincount_cpu" not implemented for \'%s\'' % type_name(input))
    if minlength < 0:
        raise RuntimeError('minlength should be >= 0')
    if input.ndim != 1 or input.numel() and bool((input < 0).any()):
        raise RuntimeError('bincount only supports 1-d non-negative integral inputs.')
    return op('bincount', TORCH, (input, weights), count=minlength)


def histc(input, bins=100, min=0, max=0):
    need_tensor('histc', input)
    if bins <= 0:
        raise RuntimeError('bins must be > 0')
    if min == max and input.numel():
        min, max = input.min().item(), input.max().item()
    return op('histogram', TORCH, (input,), count=bins, low=min, high=max)


def cov(input, *, correction=1):
    centred = input - input.mean(-1, keepdim=True)
    other = op('conj', TORCH, (centred,)) if input.is_complex() else centred
    return centred @ other.t() / (input.shape[-1] - correction)


def corrcoef(input):
    c = cov(input)
    d = _torch.diagonal(c).sqrt()
    d = d.real if d.is_complex() else d
    return c / d.unsqueeze(0) / d.unsqueeze(1)


def logcumsumexp(input, dim):
    top = input.max(dim, keepdim=True)[0]
    cpu_lacks('logcumsumexp_out_cpu', 'BIH', input)
    return _named(_torch.cumsum((input - top).exp(), dim).log() + top, 'LogcumsumexpBackward0')


def diff(input, n=1, dim=-1):
    if not hasattr(type(n), '__index__'):
        raise TypeError("diff(): argument 'n' (position 1) must be int, not %s" % type(n).__name__)
    if input.ndim == 0:
        raise RuntimeError('diff expects input to be at least one-dimensional')
    n = builtins.min(n, input.shape[dim])
    for _ in builtins.range(n):
        size = input.shape[dim]
        after, before = (input.narrow(dim, start, builtins.max(size - 1, 0)) for start in ((1, 0) if size else (0, 0)))
        input = after ^ before if input.dtype is BOOL else after - before
    return input


def trapezoid(y, x=None, *, dx=1, dim=-1):
    size = y.shape[dim]
    mean = (y.narrow(dim, 0, size - 1) + y.narrow(dim, 1, size - 1)) / 2
    return (mean * (dx if x is None else diff(x, dim=-1))).sum(dim)


trapz = trapezoid


def _without_nan(name, input, dim, keepdim, *more):
    """A function of the sorted numbers of each line, nan left out."""
    flat = input.flatten() if dim is None or input.ndim == 0 else input.movedim(dim, -1)
    kept = [row[_torch.isnan(row).logical_not()] for row in flat.reshape(-1, flat.shape[-1])]
    nan = input.new_full((), math.nan)
    found = [name(row, *more) if row.numel() else nan for row in kept]
    made = _torch.stack(found).reshape(flat.shape[:-1])
    return made.unsqueeze(dim) if keepdim and dim is not None else made


def nanmean(input, dim=None, keepdim=False, *, dtype=None):
    if not input.is_floating_point():
        raise RuntimeError('nanmean(): expected input to have floating point dtype but got %s' % type_name(input))
    count = _torch.isnan(input).logical_not().sum(dim, keepdim=keepdim)
    return _torch.nansum(input, dim, keepdim, dtype=dtype) / count


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    input, = in_float32(input, gpu=False)
    _quantile_checks('nanquantile', input, q, interpolation)
    if isinstance(q, Tensor) and q.ndim:
        return _torch.stack([nanquantile(input, each, dim, keepdim, interpolation=interpolation) for each in q.tolist()])
    return _without_nan(lambda row: _quantiles(row, q, None, False, interpolation), input, dim, keepdim)


def nanmedian(input, dim=None, keepdim=False):
    from .ordering import _needs_some, median
    if not input.is_floating_point() or (dim is None and input.numel() == 0):
        found = median(input, dim, keepdim)
        return found if dim is None else return_types.nanmedian(found)
    if dim is not None:
        dim = _needs_some('nanmedian', input, dim)
        if input.ndim == 0 or input.numel() == 0:
            return return_types.nanmedian(median(input, dim, keepdim))

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
        edges = _torch.linspace(low, high, bins + 1, dtype=input.dtype, device=input.device)
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
    only('torch.gradient', edge_order=(edge_order, 1))
    dims = builtins.range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    found = []
    for axis in dims:
        n = input.shape[axis]
        step = diff(input, dim=axis) / spacing
        inner = (step.narrow(axis, 0, n - 2) + step.narrow(axis, 1, n - 2)) / 2
        found.append(_torch.cat([step.narrow(axis, 0, 1), inner, step.narrow(axis, n - 2, 1)], axis))
    return found

"""Spreads, norms, quantiles, counts, differences."""
import builtins
import math

import _torch
from _torch import _says, _two, fits
from .. import return_types
from .._torch_args import cpu_lacks, drawn, need_tensor, no_kernel, refused_dtype, same_places
from .._warned import warn as _warn
from ._outs import c_name, into, kernel as _kernel, pair_into, scalar_type
from ._shared import BOOL, INT64, TORCH, Tensor, op, named as _named
from .facts import get_default_dtype, type_name
from .ordering import _checked_dim, sort
from ..amp.autocast_mode import in_float32
from perch.only import only


def _spread(name, input, dim, unbiased, keepdim, correction, axis, keepdims):
    if not need_tensor(name, input).is_floating_point() and not input.is_complex():
        raise refused_dtype(_says("STD_DTYPE"))
    if isinstance(dim, bool):               # var(input, unbiased)
        dim, unbiased = None, dim
    if axis is not None:
        dim = axis
    ddof = correction if correction is not None else 1 if unbiased is None or unbiased else 0
    return op(name, TORCH, (input,), axes=dim, keepdims=keepdim or keepdims, ddof=ddof)


def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, axis=None, keepdims=False, out=None):
    return into('var', out, _spread('var', input, dim, unbiased, keepdim, correction, axis, keepdims), _kernel('std_cpu'))


def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, axis=None, keepdims=False, out=None):
    return into('std', out, _spread('std', input, dim, unbiased, keepdim, correction, axis, keepdims), _kernel('std_cpu'))


def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    if not input.is_floating_point() and not input.is_complex():
        raise RuntimeError('var_mean only support floating point and complex dtypes')
    return _named(var(input, dim, unbiased, keepdim, correction=correction), 'VarMeanBackward0'), _torch.mean(input, None if isinstance(dim, bool) else dim, keepdim)


def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    if not input.is_floating_point() and not input.is_complex():
        raise RuntimeError('std_mean only support floating point and complex dtypes')
    return _named(std(input, dim, unbiased, keepdim, correction=correction), 'StdMeanBackward0'), _torch.mean(input, None if isinstance(dim, bool) else dim, keepdim)


def norm(input, p='fro', dim=None, keepdim=False, out=None, dtype=None, _words='norm(): input dtype should be either floating point or complex. Got %s instead.'):
    if not isinstance(p, str) and not (type(p) in _PLAIN and (dim is None or type(dim) is int)):
        _told_norm(input, p, dim, keepdim)
    if dtype is not None:
        input = input.to(dtype)
    if p == 'nuc':
        return into('nuclear_norm', out, _nuclear(input, dim, keepdim), _kernel('norm_cpu'))
    if isinstance(p, str) and p != 'fro':
        raise RuntimeError("only valid string values are 'fro' and 'nuc', found %s" % p)
    if p == 'fro' and isinstance(dim, (tuple, list)) and len(dim) > 2:
        raise RuntimeError('Expected at most 2 dimensions, but got %d dimensions instead.' % len(dim))
    if p is None or p == 'fro':
        p = 2.0
    if not input.is_floating_point() and not input.is_complex():
        raise RuntimeError(_words % type_name(input))
    if isinstance(p, bool):
        if type(dim) is int:
            _checked_dim(input, dim)
        raise RuntimeError('norm_kernel_tensor_iterator_impl expects norm to be integer or float')
    return into('norm', out, op('norm', TORCH, (input,), axes=dim, keepdims=keepdim, order=float(p)), _kernel('norm_cpu'))


_PLAIN = int, float


def _told_norm(input, p, dim, keepdim):
    """Is it what PyTorch's norm of numbers takes?"""
    p = 2.0 if p is None else p
    if dim is None:
        fits('norm', input, p, keepdim=keepdim, dim=list(range(input.ndim)))
    else:
        fits('norm', input, p, [dim] if isinstance(dim, int) else dim, keepdim=keepdim)


def _nuclear(input, dim, keepdim):
    """The sum of a matrix's singular values."""
    if dim is None:
        if input.ndim != 2:
            raise RuntimeError('Expected a tensor with 2 dimensions, but got a tensor with %d dimension%s instead.' % (input.ndim, '' if input.ndim == 1 else 's'))
        dim = 0, 1
    from ..linalg import svdvals
    made = svdvals(input.movedim(dim, (-2, -1))).sum(-1)
    if keepdim:
        for at in sorted(d % input.ndim for d in dim):
            made = made.unsqueeze(at)
    return made


def dist(input, other, p=2):
    input, other = in_float32(input, other, cpu=False)
    return _named(norm(input - other, p), 'DistBackward0')


def lengths(apart, p, dim):
    """The norms of differences; a count of those that are not 0 passes zeros back, where a norm's passes nothing."""
    made = norm(apart, p, dim)
    return made + apart.masked_fill(_torch.ones_like(apart) > 0, 0).sum(dim) if p == 0 else made


def cdist(x1, x2, p=2.0, compute_mode='use_mm_for_euclid_dist_if_necessary'):
    if compute_mode not in _MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    same_places('wrapper___cdist_forward', x1=x1, x2=x2)
    if _two('SHORT_FLOATS') and x1.is_cpu and type_name(x1) == 'Half':
        raise no_kernel('cdist', 'Half')
    for word, x in (('X1', x1), ('X2', x2)):
        if x.ndim < 2:
            raise RuntimeError('cdist only supports at least 2D tensors, %s got: %dD' % (word, x.ndim))
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError('X1 and X2 must have the same number of columns. X1: %d X2: %d' % (x1.shape[-1], x2.shape[-1]))
    for word, x in (('X1', x1), ('X2', x2)):
        if not x.is_floating_point():
            raise RuntimeError('cdist only supports floating-point dtypes, %s got: %s' % (word, type_name(x)))
    if p < 0:
        raise RuntimeError('cdist only supports non-negative p values')
    x1, x2 = in_float32(x1, x2)
    if x1.dtype is not x2.dtype:
        raise RuntimeError(_says("EXPECTED_TYPE", type_name(x1), type_name(x2)))
    cpu_lacks('cdist', 'HF', x1)
    if p == 2 and x1.numel() and x2.numel() and _by_product(x1.shape[-2], x2.shape[-2], compute_mode):
        from .._distances import euclidean
        return euclidean(x1, x2)
    return _named(lengths(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1), 'CdistBackward0')


# Euclid's distances of many rows come of a product: |a|^2 - 2 a b + |b|^2
_MODES = ('use_mm_for_euclid_dist_if_necessary', 'use_mm_for_euclid_dist', 'donot_use_mm_for_euclid_dist')


def _by_product(rows, others, mode):
    return mode == _MODES[1] or mode == _MODES[0] and (rows > 25 or others > 25)


_BETWEEN = ('linear', 'lower', 'higher', 'nearest', 'midpoint')


def _quantile_checks(input, q, interpolation, dim=None):
    if not isinstance(q, Tensor) and not 0 <= q <= 1:
        raise RuntimeError('quantile() q must be in the range [0, 1] but got %g' % q)
    if input.numel() == 0:
        raise RuntimeError('quantile() input tensor must be non-empty')
    if str(input.dtype) not in ('torch.float32', 'torch.float64'):
        raise RuntimeError('quantile() input tensor must be either float or double dtype')
    if isinstance(q, Tensor):
        if q.ndim > 1:
            raise RuntimeError('quantile() q must be a scalar or 1D tensor')
        if q.dtype != input.dtype:
            raise RuntimeError('quantile() q tensor must be same dtype as the input tensor')
        if q.device != input.device:
            raise drawn(RuntimeError('quantile() q tensor must be on the same device as the input tensor'), 'P0102' if q.is_cuda and input.is_cuda else 'P0103', input, q)
        if dim is not None:
            _checked_dim(input, dim)
        if not bool(((q >= 0) & (q <= 1)).all()):
            raise RuntimeError('quantile() q values must be in the range [0, 1]')
    if interpolation not in _BETWEEN:
        raise RuntimeError('quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got %s' % interpolation)


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
        found = [each.reshape((1,) * input.ndim) if flat or not input.ndim else each.unsqueeze(dim) for each in found]
    return _torch.stack(found) if isinstance(wanted, list) else found[0]


def quantile(input, q, dim=None, keepdim=False, *, interpolation='linear', out=None):
    input, = in_float32(input, gpu=False)
    _quantile_checks(input, q, interpolation, dim)
    return into('quantile', out, _quantiles(input, q, dim, keepdim, interpolation), _of_input)


_of_input = lambda made, out: 'quantile() out tensor must be same dtype as the input tensor'        # noqa: E731


def bincount(input, weights=None, minlength=0):
    same_places('wrapper__bincount', self=input, weights=weights)
    if input.is_floating_point():
        raise no_kernel('bincount_cpu', type_name(input))
    if minlength < 0:
        raise RuntimeError('minlength should be >= 0')
    if input.is_cpu:
        cpu_lacks('bincount_cpu', 'B', input)
    if input.ndim != 1 or input.numel() and bool((input < 0).any()):
        raise RuntimeError('bincount only supports 1-d non-negative integral inputs.')
    if not input.numel():
        return _torch.zeros(minlength, dtype=INT64, device=input.device)
    if weights is not None and (weights.ndim != 1 or weights.numel() != input.numel()):
        raise RuntimeError('weights should be 1-d and have the same length as input')
    return op('bincount', TORCH, (input, weights), count=minlength)


def _need_bins(bins):
    if bins <= 0:
        raise RuntimeError('torch.histogram(): bins must be > 0, but got %d for dimension 0' % bins)


def histc(input, bins=100, min=0, max=0, *, out=None):
    need_tensor('histc', input)
    if isinstance(bins, bool) or not isinstance(bins, int):
        raise TypeError("histc(): argument 'bins' (position 2) must be int, not %s" % type(bins).__name__)
    if min == max and input.numel():
        cpu_lacks('aminmax_cpu', 'C', input)
        low = -1.0 if input.numel() > 1 and str(input.dtype) != 'torch.bfloat16' else 1.0        # (the sign of the NaN that PyTorch's vectors leave)
        min, max = (math.copysign(v, low) if v != v else v for v in (input.min().item(), input.max().item()))
    if not (math.isfinite(min) and math.isfinite(max)):
        raise RuntimeError('torch.histc: range of [%s, %s] is not finite' % tuple('-nan' if v != v and math.copysign(1, v) < 0 else '%g' % v for v in (min, max)))
    if min > max:
        raise RuntimeError('torch.histc: max must be larger than min')
    _need_bins(bins)
    if not input.numel():
        cpu_lacks('linspace_cpu', 'B', input)
        cpu_lacks('histogram_cpu', 'BIHC', input)
    return into('histc', out, op('histogram', TORCH, (input,), count=bins, low=min, high=max),
                lambda made, given: 'torch.histogram: input tensor and hist tensor should have the same dtype, but got input %s and hist %s' % (c_name(made), c_name(given)))


def _cov_weights(many, weights, name, kind, fits):
    """How often, or how much, each observation counts: in PyTorch's words what is no such thing."""
    if weights.ndim > 1:
        raise RuntimeError('cov(): expected %s to have one or fewer dimensions but got %s with %d dimensions' % (name, name, weights.ndim))
    if not fits(weights):
        raise RuntimeError('cov(): expected %s to have %s dtype but got %s with %s dtype' % (name, kind, name, type_name(weights)))
    if weights.numel() != many:
        raise RuntimeError('cov(): expected %s to have the same numel as there are observations in the input but got %d != %d' % (name, weights.numel(), many))
    if many and weights.min().item() < 0:
        raise RuntimeError('cov(): %s cannot be negative' % name)
    return weights


def _weighed_together(many, fweights, aweights):
    if fweights is not None:
        fweights = _cov_weights(many, fweights, 'fweights', 'integral', lambda w: not w.is_floating_point() and not w.is_complex() and w.dtype is not BOOL)
    if aweights is None:
        return fweights
    aweights = _cov_weights(many, aweights, 'aweights', 'floating point', lambda w: w.is_floating_point())
    return aweights if fweights is None else fweights * aweights


def _freedom(many, correction, weights, aweights):
    """By what the products' sum is divided."""
    if weights is None:
        return many - correction
    total = weights.sum()
    if aweights is None or not correction:
        return total - correction
    return total - correction * (weights * aweights).sum() / total


def cov(input, *, correction=1, fweights=None, aweights=None, _name='cov'):
    if input.ndim > 2:
        raise RuntimeError('%s(): expected input to have two or fewer dimensions but got an input with %d dimensions' % (_name, input.ndim))
    if input.dtype is BOOL:
        raise RuntimeError('cov(): bool dtype is not supported for input')
    rows = input if input.ndim == 2 else input.reshape(1, -1)
    many = rows.shape[1]
    weights = _weighed_together(many, fweights, aweights)
    if weights is not None and not weights.sum():
        raise RuntimeError("cov(): weights sum to zero, can't be normalized")
    if not input.is_floating_point() and not input.is_complex():
        rows = rows.to(get_default_dtype())
    mean = rows.mean(-1, keepdim=True) if weights is None else (rows * weights).sum(1, keepdim=True) / weights.sum()
    centred = rows - mean
    other = op('conj', TORCH, (centred,)) if input.is_complex() else centred
    products = centred @ (other if weights is None else other * weights).t()
    freedom = _freedom(many, correction, weights, aweights)
    if freedom <= 0:
        _warn('FREEDOM')
    made = products / (builtins.max(freedom, 0) if weights is None else freedom.clamp(min=0))
    return made if input.ndim == 2 and rows.shape[0] != 1 else made.reshape(())


def corrcoef(input):
    c = cov(input, _name='corrcoef')
    if not c.ndim:
        return c / c
    d = _torch.diagonal(c).sqrt()
    d = d.real if d.is_complex() else d
    return c / d.unsqueeze(0) / d.unsqueeze(1)


def logcumsumexp(input, dim, *, out=None):
    _checked_dim(input, dim, 'logcumsumexp')
    cpu_lacks('logcumsumexp_out_cpu', 'BIH', input)
    if not input.numel():
        made = input.clone()
    else:
        top = input.max(dim, keepdim=True)[0]
        top = _torch.where3(_torch.isfinite(top), top, _torch.zeros_like(top))
        made = _named(_torch.cumsum((input - top).exp(), dim).log() + top, 'LogcumsumexpBackward0')
    return into('logcumsumexp', out, made, scalar_type)


def diff(input, n=1, dim=-1, prepend=None, append=None, *, out=None):
    for word, at, v in (('n', 1, n), ('dim', 2, dim)):
        if isinstance(v, bool) or not hasattr(type(v), '__index__'):
            raise TypeError("diff(): argument '%s' (position %d) must be int, not %s" % (word, at, type(v).__name__))
    if input.ndim == 0:
        raise RuntimeError('diff expects input to be at least one-dimensional')
    more = [t for t in (prepend, append) if t is not None]
    if builtins.any(t.ndim != input.ndim for t in more):
        raise RuntimeError('diff expects prepend or append to be the same dimension as input')
    if more:
        input = _torch.cat([t for t in (prepend, input, append) if t is not None], dim)
    n = builtins.min(n, input.size(dim))
    for _ in builtins.range(n):
        size = input.size(dim)
        after, before = (input.narrow(dim, start, builtins.max(size - 1, 0)) for start in ((1, 0) if size else (0, 0)))
        input = after ^ before if input.dtype is BOOL else after - before
    return into('diff', out, input)


def _strips(name, y, x, dx, dim):
    """The areas between neighbours along dim, as half sums and steps."""
    if not y.ndim:
        raise IndexError(_says("NO_DIMENSIONS", dim) if name == 'trapezoid' else 'slice() cannot be applied to a 0-dim tensor.')
    size = y.size(dim)
    if x is not None:
        at = x.size(dim if x.ndim == y.ndim else -1) if x.ndim else 0
        if at != size and size:
            raise RuntimeError('%s: There must be one `x` value for each sample point' % name)
    width = builtins.max(size - 1, 0)
    sums = y.narrow(dim, 0, width) + y.narrow(dim, builtins.min(1, size), width)
    if x is None:
        return sums, dx
    step = diff(x, dim=dim if x.ndim == y.ndim else -1)
    return sums, step if x.ndim == y.ndim or dim in (-1, y.ndim - 1) else step.reshape([-1] + [1] * (y.ndim - 1 - dim % y.ndim))


def trapezoid(y, x=None, *, dx=1, dim=-1):
    if y.dtype is BOOL:
        raise RuntimeError('trapezoid: received a bool input for `y`, but bool is not supported')
    sums, step = _strips('trapezoid', y, x, dx, dim)
    return (sums * step).sum(dim) / 2. if isinstance(step, Tensor) else sums.sum(dim) * step / 2. if y.size(dim) else _torch.zeros_like(y).sum(dim)


trapz = trapezoid


def _without_nan(name, input, dim, keepdim, *more):
    """A function of the sorted numbers of each line, nan left out."""
    flat = input.flatten() if dim is None or input.ndim == 0 else input.movedim(dim, -1)
    kept = [row[_torch.isnan(row).logical_not()] for row in flat.reshape(-1, flat.shape[-1])]
    nan = input.new_full((), math.nan)
    found = [name(row, *more) if row.numel() else nan for row in kept]
    made = _torch.stack(found).reshape(flat.shape[:-1])
    return made.unsqueeze(dim) if keepdim and dim is not None and input.ndim else made.reshape((1,) * input.ndim) if keepdim and dim is None else made


def nanmean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    if not input.is_floating_point():
        raise RuntimeError('nanmean(): expected input to have floating point dtype but got %s' % type_name(input))
    count = _torch.isnan(input).logical_not().sum(dim, keepdim=keepdim)
    return into('nanmean', out, _torch.nansum(input, dim, keepdim, dtype=dtype) / count, _kernel('nansum_cpu'))


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation='linear', out=None):
    input, = in_float32(input, gpu=False)
    _quantile_checks(input, q, interpolation)
    if isinstance(q, Tensor) and q.ndim:
        found = [nanquantile(input, each, dim, keepdim, interpolation=interpolation) for each in q.tolist()]
        return into('nanquantile', out, _torch.stack(found) if found else input.new_empty((0,)), _of_input)
    return into('nanquantile', out, _without_nan(lambda row: _quantiles(row, q, None, False, interpolation), input, dim, keepdim), _of_input)


def nanmedian(input, dim=None, keepdim=False, *, out=None):
    from .ordering import _middle_words, _needs_some, median
    if out is not None:
        return pair_into('nanmedian', return_types.nanmedian, out, nanmedian(input, dim, keepdim), *_middle_words('nanmedian'))
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


def histogram(input, bins=100, *, range=None, weight=None, density=False, out=None):
    cpu_lacks('histogramdd', 'BIHF', input)
    if isinstance(bins, Tensor):
        if bins.dtype is not input.dtype:
            raise RuntimeError('torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with dtype %s and bins for dimension 0 with dtype %s'
                               % (c_name(input), c_name(bins)))
        if not bins.numel():
            raise RuntimeError('torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins tensor for dimension 0')
        edges = bins
    else:
        _need_bins(bins)
        low, high = range or ((input.min().item(), input.max().item()) if input.numel() else (0., 1.))
        if not (math.isfinite(low) and math.isfinite(high)):
            raise RuntimeError('torch.histogramdd: dimension 0\'s range [%g, %g] is not finite' % (low, high))
        if low > high:
            raise RuntimeError('torch.histogramdd: min should not exceed max, but got min %g max %g for dimension 0' % (low, high))
        if low == high:                         # all alike: they stand in the middle
            low, high = low - 0.5, high + 0.5
        edges = _torch.linspace(low, high, bins + 1, dtype=input.dtype, device=input.device)
    if weight is not None and weight.shape != input.shape:
        raise RuntimeError('torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor excluding its innermost dimension, but got input with '
                           'shape %s and weight with shape %s' % (list(input.shape) + [1], list(weight.shape)))
    from .ordering import searchsorted
    values = input.flatten()
    inside = (values >= edges[0]) & (values <= edges[-1])
    at = (searchsorted(edges, values[inside], right=True) - 1).clamp(0, edges.numel() - 2)
    found = bincount(at, None if weight is None else weight.flatten()[inside], edges.numel() - 1).to(input.dtype)
    if density:
        found = found / found.sum() / diff(edges)
    return pair_into('histogram', return_types.histogram, out, return_types.histogram((found, edges)))


def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    sums, step = _strips('cumulative_trapezoid', y, x, dx, dim)
    return _torch.cumsum(sums * step, dim) / 2.


def _spacings(input, spacing, dims, given):
    """Per dimension the distances between neighbours: a number, or a tensor of them."""
    if not isinstance(spacing, (list, tuple)):
        return [spacing] * len(dims)
    if given and len(spacing) != len(dims):
        raise RuntimeError("torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have the same length, but got a spacing argument of length %d and a dim argument of length %d." % (len(spacing), len(dims)))
    if len(spacing) != len(dims):
        raise RuntimeError('torch.gradient expected spacing to be unspecified, a scalar or a list of length %d but got a list of length %d' % (len(dims), len(spacing)))
    return [diff(each.to(input.device)).reshape([-1 if axis == dim % input.ndim else 1 for axis in builtins.range(input.ndim)]) if isinstance(each, Tensor) and each.ndim else each
            for each, dim in zip(spacing, dims)]


def _edge(values, near, far, steps):
    """The slope at an edge through three values, the steps between them counted from the edge."""
    h, k = steps
    return -(2 * h + k) / (h * (h + k)) * values + (h + k) / (h * k) * near - h / (k * (h + k)) * far


def _slopes(input, axis, spacing, edge_order):
    def part(t, first, count):
        return t.narrow(axis, first, count)

    def step(first, count):
        return part(spacing, first, count) if isinstance(spacing, Tensor) and spacing.ndim else spacing
    n = input.shape[axis]
    slopes = diff(input, dim=axis) / spacing
    before, after = step(0, n - 2), step(1, n - 2)
    inner = (part(slopes, 0, n - 2) * after + part(slopes, 1, n - 2) * before) / (before + after)
    if edge_order == 1:
        return _torch.cat([part(slopes, 0, 1), inner, part(slopes, n - 2, 1)], axis)
    first = _edge(part(input, 0, 1), part(input, 1, 1), part(input, 2, 1), (step(0, 1), step(1, 1)))
    last = -_edge(part(input, n - 1, 1), part(input, n - 2, 1), part(input, n - 3, 1), (step(n - 2, 1), step(n - 3, 1)))
    return _torch.cat([first, inner, last], axis)


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """Central differences inside, one-sided ones at the edges."""
    if edge_order not in (1, 2):
        raise RuntimeError('torch.gradient only supports edge_order=1 and edge_order=2.')
    dims = builtins.range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    if type_name(input) == 'Byte':
        raise RuntimeError('torch.gradient does not support uint8 input.')
    if builtins.any(input.size(axis) < edge_order + 1 for axis in dims):
        raise RuntimeError('torch.gradient expected each dimension size to be at least edge_order+1')
    return tuple(_slopes(input, axis % input.ndim, each, edge_order) for axis, each in zip(dims, _spacings(input, spacing, dims, dim is not None)))

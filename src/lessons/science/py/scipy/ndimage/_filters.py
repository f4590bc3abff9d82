"""Filters: an array is continued beyond its ends as `mode` says, and each place is told by those around it."""
import numbers

import numpy as np

_MODES = {'reflect': 'symmetric', 'grid-mirror': 'symmetric', 'constant': 'constant', 'grid-constant': 'constant', 'nearest': 'edge', 'mirror': 'reflect', 'wrap': 'wrap', 'grid-wrap': 'wrap'}


def wide(x, before_after, mode, cval):
    """x with so many places more at each end of each axis."""
    if mode not in _MODES:
        raise RuntimeError('boundary mode not supported')
    if not any(map(any, before_after)):
        return x
    kind = _MODES[mode]
    return np.pad(x, before_after, kind, constant_values=cval) if kind == 'constant' else np.pad(x, before_after, kind)


def _put(made, x, output):
    """In the dtype, or the array, that output says; of the input's dtype else."""
    if output is None:
        return made.astype(np.asarray(x).dtype, copy=False)
    if isinstance(output, np.ndarray):
        if output.shape != made.shape:
            raise RuntimeError('output shape not correct')
        output[...] = made
        return output
    return made.astype(output, copy=False)


def each_axis(value, axes, name='sequence argument'):
    if isinstance(value, (numbers.Number, str)) or value is None:
        return [value] * axes
    value = list(value)
    if len(value) != axes:
        raise RuntimeError(f'{name} must have length equal to input rank')
    return value


def _float(x):
    x = np.asarray(x)
    return x if np.iscomplexobj(x) else x.astype(np.float64)


def correlate1d(input, weights, axis=-1, output=None, mode='reflect', cval=0.0, origin=0):
    """Each place the sum of those around it, by weights."""
    x, weights = np.asarray(input), np.asarray(weights, np.float64)
    if weights.ndim != 1 or weights.shape[0] < 1:
        raise RuntimeError('no filter weights given')
    size = len(weights)
    before = size // 2 + origin
    if before < 0 or before >= size:
        raise ValueError('Invalid origin; origin must satisfy -(len(weights) // 2) <= origin <= (len(weights)-1) // 2')
    axis = axis % x.ndim
    padded = wide(_float(x), [(before, size - 1 - before) if i == axis else (0, 0) for i in range(x.ndim)], mode, cval)
    rows, many = np.moveaxis(padded, axis, -1), x.shape[axis]
    made = np.zeros((*rows.shape[:-1], many), rows.dtype)
    for i, weight in enumerate(weights):
        if weight:
            made += weight * rows[..., i:i + many]
    return _put(np.moveaxis(made, -1, axis), x, output)


def convolve1d(input, weights, axis=-1, output=None, mode='reflect', cval=0.0, origin=0):
    weights = np.asarray(weights)[::-1]
    return correlate1d(input, weights, axis, output, mode, cval, -origin - (0 if len(weights) % 2 else 1))


def _windows(x, shape, mode, cval, origin):
    """A view: of each place the places around it."""
    before = [n // 2 + o for n, o in zip(shape, each_axis(origin, x.ndim))]
    for b, n in zip(before, shape):
        if b < 0 or b >= n:
            raise ValueError('invalid origin')
    return np.lib.stride_tricks.sliding_window_view(wide(x, [(b, n - 1 - b) for b, n in zip(before, shape)], mode, cval), shape)


def correlate(input, weights, output=None, mode='reflect', cval=0.0, origin=0):
    x, weights = np.asarray(input), np.asarray(weights, np.float64)
    if weights.ndim != x.ndim:
        raise RuntimeError('filter weights array has incorrect shape.')
    before = [n // 2 + o for n, o in zip(weights.shape, each_axis(origin, x.ndim))]
    padded = wide(_float(x), [(b, n - 1 - b) for b, n in zip(before, weights.shape)], mode, cval)
    made = np.zeros(x.shape, padded.dtype)
    for at in np.argwhere(weights):
        made += weights[tuple(at)] * padded[tuple(slice(i, i + n) for i, n in zip(at, x.shape))]
    return _put(made, x, output)


def convolve(input, weights, output=None, mode='reflect', cval=0.0, origin=0):
    weights = np.asarray(weights)
    origin = [-o - (0 if n % 2 else 1) for o, n in zip(each_axis(origin, weights.ndim), weights.shape)]
    return correlate(input, weights[(slice(None, None, -1),) * weights.ndim], output, mode, cval, origin)


def _bell(sigma, order, radius):
    """The weights of a normal curve, or of its derivative of an order."""
    x = np.arange(-radius, radius + 1)
    curve = np.exp(-0.5 / (sigma * sigma) * x ** 2)
    curve = curve / curve.sum()
    if order == 0:
        return curve
    powers = np.arange(order + 1)
    q = np.zeros(order + 1)
    q[0] = 1
    step = np.diag(powers[1:], 1) + np.diag(np.ones(order) / -(sigma * sigma), -1)
    for _ in range(order):
        q = step.dot(q)
    return (x[:, None] ** powers).dot(q) * curve


def gaussian_filter1d(input, sigma, axis=-1, order=0, output=None, mode='reflect', cval=0.0, truncate=4.0, *, radius=None):
    """Along one axis by a normal curve (or its derivative)."""
    if order < 0:
        raise ValueError('order must be non-negative')
    radius = int(truncate * float(sigma) + 0.5) if radius is None else radius
    if not isinstance(radius, numbers.Integral) or radius < 0:
        raise ValueError('Radius must be a nonnegative integer.')
    return correlate1d(input, _bell(float(sigma), order, radius)[::-1], axis, output, mode, cval, 0)


def gaussian_filter(input, sigma, order=0, output=None, mode='reflect', cval=0.0, truncate=4.0, *, radius=None):
    """Along each axis by a normal curve."""
    x = np.asarray(input)
    made = x
    kind = x.dtype if output is None else output.dtype if isinstance(output, np.ndarray) else np.dtype(output)
    for axis, (s, o, m, r) in enumerate(zip(*(each_axis(v, x.ndim) for v in (sigma, order, mode, radius)))):
        if s > 1e-15:
            made = gaussian_filter1d(made, s, axis, o, kind, m, cval, truncate, radius=r)
    return _put(made if made is not x else x.copy(), x, output)


def _difference(input, axis, output, mode, cval, smooth):
    x = np.asarray(input)
    axis = axis % x.ndim
    modes = each_axis(mode, x.ndim)
    made = correlate1d(x, [-1, 0, 1], axis, output if not isinstance(output, np.ndarray) else output.dtype, modes[axis], cval, 0)
    for other in range(x.ndim):
        if other != axis:
            made = correlate1d(made, smooth, other, None, modes[other], cval, 0)
    return _put(made, x, output)


def sobel(input, axis=-1, output=None, mode='reflect', cval=0.0):
    return _difference(input, axis, output, mode, cval, [1, 2, 1])


def prewitt(input, axis=-1, output=None, mode='reflect', cval=0.0):
    return _difference(input, axis, output, mode, cval, [1, 1, 1])


def laplace(input, output=None, mode='reflect', cval=0.0):
    x = np.asarray(input)
    made = sum(correlate1d(x, [1, -2, 1], axis, None, m, cval, 0) for axis, m in enumerate(each_axis(mode, x.ndim)))
    return _put(made, x, output)


def gaussian_laplace(input, sigma, output=None, mode='reflect', cval=0.0, **named):
    x = np.asarray(input)
    return _put(sum(gaussian_filter(x, sigma, [2 if i == axis else 0 for i in range(x.ndim)], None, mode, cval, **named) for axis in range(x.ndim)), x, output)


def gaussian_gradient_magnitude(input, sigma, output=None, mode='reflect', cval=0.0, **named):
    x = np.asarray(input)
    made = sum(np.square(gaussian_filter(x, sigma, [1 if i == axis else 0 for i in range(x.ndim)], None, mode, cval, **named)) for axis in range(x.ndim))
    return _put(np.sqrt(made), x, output)


def uniform_filter1d(input, size, axis=-1, output=None, mode='reflect', cval=0.0, origin=0):
    """The mean of so many places."""
    if size < 1:
        raise RuntimeError('incorrect filter size')
    return correlate1d(input, np.full(size, 1.0 / size), axis, output, mode, cval, origin)


def uniform_filter(input, size=3, output=None, mode='reflect', cval=0.0, origin=0):
    x = np.asarray(input)
    made = x.copy()
    for axis, (n, m, o) in enumerate(zip(*(each_axis(v, x.ndim) for v in (size, mode, origin)))):
        if n > 1:
            made = uniform_filter1d(made, n, axis, None, m, cval, o)
    return _put(made, x, output)


def _footprint(x, size, footprint):
    if footprint is None:
        if size is None:
            raise RuntimeError('no footprint or filter size provided')
        return np.ones([int(n) for n in each_axis(size, x.ndim)], bool)
    footprint = np.asarray(footprint, bool)
    if footprint.ndim != x.ndim:
        raise RuntimeError('filter footprint array has incorrect shape.')
    if not footprint.any():
        raise ValueError('All-zero footprint is not supported.')
    return footprint


def _around(input, size, footprint, mode, cval, origin):
    x = np.asarray(input)
    mask = _footprint(x, size, footprint)
    return x, _windows(x, mask.shape, mode, cval, origin)[..., mask] if not mask.all() else _windows(x, mask.shape, mode, cval, origin).reshape((*x.shape, -1))


def maximum_filter(input, size=None, footprint=None, output=None, mode='reflect', cval=0.0, origin=0):
    x, near = _around(input, size, footprint, mode, cval, origin)
    return _put(near.max(axis=-1), x, output)


def minimum_filter(input, size=None, footprint=None, output=None, mode='reflect', cval=0.0, origin=0):
    x, near = _around(input, size, footprint, mode, cval, origin)
    return _put(near.min(axis=-1), x, output)


def rank_filter(input, rank, size=None, footprint=None, output=None, mode='reflect', cval=0.0, origin=0):
    """The rank-th of the places around each, least first."""
    x, near = _around(input, size, footprint, mode, cval, origin)
    many = near.shape[-1]
    rank = rank + many if rank < 0 else rank
    if not 0 <= rank < many:
        raise RuntimeError('rank not within filter footprint size')
    return _put(np.partition(near, rank, axis=-1)[..., rank], x, output)


def median_filter(input, size=None, footprint=None, output=None, mode='reflect', cval=0.0, origin=0):
    x, near = _around(input, size, footprint, mode, cval, origin)
    rank = near.shape[-1] // 2
    return _put(np.partition(near, rank, axis=-1)[..., rank], x, output)


def percentile_filter(input, percentile, size=None, footprint=None, output=None, mode='reflect', cval=0.0, origin=0):
    x, near = _around(input, size, footprint, mode, cval, origin)
    percentile = percentile + 100 if percentile < 0 else percentile
    if not 0 <= percentile <= 100:
        raise RuntimeError('invalid percentile')
    rank = near.shape[-1] - 1 if percentile == 100 else int(near.shape[-1] * percentile / 100.0)
    return _put(np.partition(near, rank, axis=-1)[..., rank], x, output)


def generic_filter(input, function, size=None, footprint=None, output=None, mode='reflect', cval=0.0, origin=0, extra_arguments=(), extra_keywords=None):
    """What a function says of the places around each."""
    x, near = _around(np.asarray(input), size, footprint, mode, cval, origin)
    made = np.array([function(row.astype(float), *extra_arguments, **(extra_keywords or {})) for row in near.reshape(-1, near.shape[-1])]).reshape(x.shape)
    return _put(made, x, output)

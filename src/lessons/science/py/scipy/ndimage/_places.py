"""Arrays read at places between their own: the nearest number (order 0), straight lines between (1) or smooth curves (2 to 5)."""
import itertools

import numpy as np

from scipy.ndimage._filters import _put


def _order(order, name):
    if not 0 <= order <= 5:
        raise RuntimeError('spline order not supported')


def _weights(order, at):
    """What each of the order + 1 nearest places counts: (the first of them, weights)."""
    from scipy.signal._rates import bspline
    low = np.floor(at - (order - 1) / 2).astype(int) if order % 2 else np.floor(at + 0.5).astype(int) - order // 2
    return low, [bspline(at - (low + k), order) for k in range(order + 1)]


_CURVES = {'constant': 'mirror', 'wrap': 'mirror', 'nearest': 'reflect', 'grid-constant': 'mirror', 'grid-mirror': 'reflect', 'grid-wrap': 'grid-wrap'}


def spline_filter1d(input, order=3, axis=-1, output=np.float64, mode='mirror'):
    """The weights of bells whose sum goes through the numbers along an axis."""
    if order not in range(2, 6) and order not in (0, 1):
        raise RuntimeError('spline order not supported')
    x = np.asarray(input)
    many, rows = x.shape[axis], np.moveaxis(x, axis, 0).astype(np.result_type(x.dtype, float))
    if order > 1 and many > 1:
        table, places = np.zeros((many, many)), np.arange(many)
        low, weights = _weights(order, places.astype(float))
        for k, w in enumerate(weights):
            np.add.at(table, (places, np.round(_folded(low + k + 0.0, many, _CURVES.get(mode, mode))).astype(int) % many), w)
        rows = np.linalg.solve(table, rows.reshape(many, -1)).reshape(rows.shape)
    return _put(np.moveaxis(rows, 0, axis), x, output)


def spline_filter(input, order=3, output=np.float64, mode='mirror'):
    """The same along all axes."""
    x = np.asarray(input).astype(np.result_type(np.asarray(input).dtype, float))
    for axis in range(x.ndim):
        x = spline_filter1d(x, order, axis, np.float64, mode)
    return _put(x, np.asarray(input), output)


def _curved(x, places, order, mode, cval, prefilter):
    """Read by curves."""
    outside, pad = np.zeros(places[0].shape, bool), 0
    sizes = x.shape
    if mode in ('nearest', 'grid-constant') and prefilter:
        pad = 12
        x = np.pad(x, pad, mode='edge') if mode == 'nearest' else np.pad(x, pad, mode='constant', constant_values=cval)
    c = spline_filter(x, order, mode=mode) if prefilter else x
    corners, shares = [], []
    for at, many, wide in zip(places, sizes, x.shape):
        if mode == 'constant':
            outside |= (at < 0) | (at > many - 1)
        at = np.clip(at + pad, 0, wide - 1) if pad and mode == 'nearest' else _folded(at, many, mode) + pad        # (the curve goes on over the edge)
        low, weights = _weights(order, np.clip(at, -order, wide + order) if mode == 'grid-constant' else at)
        corners.append([np.clip(np.round(_folded(low + k + 0.0, wide, _CURVES.get(mode, mode))).astype(int), 0, wide - 1) for k in range(order + 1)])
        shares.append(weights)
    made = np.zeros(places[0].shape, np.result_type(x.dtype, np.float64))
    for choice in itertools.product(range(order + 1), repeat=len(sizes)):
        share = 1.0
        for s, i in zip(shares, choice):
            share = share * s[i]
        made += share * c[tuple(corner[i] for corner, i in zip(corners, choice))]
    return np.where(outside, cval, made)


def _folded(at, many, mode):
    """Places beyond the ends, brought inside."""
    if mode == 'nearest':
        return np.clip(at, 0, many - 1)
    if mode == 'mirror':
        period = max(2 * many - 2, 1)
        at = np.mod(at, period)
        return np.where(at > many - 1, period - at, at)
    if mode in ('reflect', 'grid-mirror'):
        at = np.mod(at + 0.5, 2 * many)
        return np.clip(np.where(at > many, 2 * many - at, at) - 0.5, -0.5, many - 0.5)
    if mode == 'grid-wrap':
        return np.mod(at, many)
    if mode == 'wrap':
        return np.mod(at, max(many - 1, 1))
    if mode in ('constant', 'grid-constant'):
        return at
    raise RuntimeError('boundary mode not supported')


def _read(x, places, order, mode, cval, prefilter=True):
    x = np.asarray(x)
    if order > 1:
        return _curved(x, places, order, mode, cval, prefilter)
    outside = np.zeros(places[0].shape, bool)
    corners, shares = [], []
    for at, many in zip(places, x.shape):
        if mode == 'constant':
            outside |= (at < 0) | (at > many - 1)
        at = _folded(at, many, mode)
        if order == 0:
            corners.append([np.floor(at + 0.5).astype(int)])
            shares.append([1.0])
        else:
            low = np.floor(at).astype(int)
            corners.append([low, low + 1])
            shares.append([1 - (at - low), at - low])
    made = np.zeros(places[0].shape, np.result_type(x.dtype, np.float64))
    for choice in itertools.product(*(range(len(c)) for c in corners)):
        share, index, beyond = 1.0, [], np.zeros(places[0].shape, bool)
        for c, s, i, many in zip(corners, shares, choice, x.shape):
            share = share * s[i]
            place = c[i]
            if mode == 'grid-constant':
                beyond |= (place < 0) | (place >= many)
            index.append(np.mod(place, many) if mode == 'grid-wrap' else np.clip(place, 0, many - 1))
        made += share * np.where(beyond, cval, x[tuple(index)])
    return np.where(outside, cval, made)


def map_coordinates(input, coordinates, output=None, order=3, mode='constant', cval=0.0, prefilter=True):
    """The array at places: coordinates[i] along axis i."""
    _order(order, 'map_coordinates')
    places = np.asarray(coordinates, float)
    if places.shape[0] != np.ndim(input):
        raise RuntimeError('invalid shape for coordinate array')
    return _put(_read(input, list(places), order, mode, cval, prefilter), input, output)


def _grid(shape):
    return np.indices(shape).astype(float)


def affine_transform(input, matrix, offset=0.0, output_shape=None, output=None, order=3, mode='constant', cval=0.0, prefilter=True):
    """Each place o reads the place matrix @ o + offset."""
    _order(order, 'affine_transform')
    x, matrix = np.asarray(input), np.asarray(matrix, float)
    if matrix.ndim == 2 and matrix.shape[1] == x.ndim + 1:
        matrix, offset = matrix[:x.ndim, :x.ndim], matrix[:x.ndim, x.ndim]
    matrix = np.diag(matrix) if matrix.ndim == 1 else matrix
    grid = _grid(x.shape if output_shape is None else output_shape)
    places = np.tensordot(matrix, grid, 1) + np.broadcast_to(offset, (x.ndim,)).reshape((-1,) + (1,) * x.ndim)
    return _put(_read(x, list(places), order, mode, cval, prefilter), x, output)


def shift(input, shift, output=None, order=3, mode='constant', cval=0.0, prefilter=True):
    """Moved by so many places, parts of one too."""
    x = np.asarray(input)
    if order > 1 and np.all(np.asarray(shift) == np.round(shift)):
        order = 1       # (whole places: a curve goes through the numbers themselves)
    _order(order, 'shift')
    by = np.broadcast_to(shift, (x.ndim,))
    return _put(_read(x, [g - s for g, s in zip(_grid(x.shape), by)], order, mode, cval, prefilter), x, output)


def zoom(input, zoom, output=None, order=3, mode='constant', cval=0.0, prefilter=True, *, grid_mode=False):
    """In another number of places, the ends on the ends (or, grid_mode, the edges on the edges)."""
    _order(order, 'zoom')
    x = np.asarray(input)
    by = np.broadcast_to(zoom, (x.ndim,))
    shape = tuple(int(round(n * z)) for n, z in zip(x.shape, by))
    if grid_mode:
        places = [(g + 0.5) * (n / m) - 0.5 for g, n, m in zip(_grid(shape), x.shape, shape)]
    else:
        places = [g * ((n - 1) / (m - 1) if m > 1 else 1.0) for g, n, m in zip(_grid(shape), x.shape, shape)]
    return _put(_read(x, places, order, mode, cval, prefilter), x, output)


def rotate(input, angle, axes=(1, 0), reshape=True, output=None, order=3, mode='constant', cval=0.0, prefilter=True):
    """Turned in the plane of two axes by degrees; with reshape all of it is kept."""
    x = np.asarray(input)
    if x.ndim < 2:
        raise ValueError('input array should be at least 2D')
    first, second = sorted(a % x.ndim for a in axes)
    angle = np.deg2rad(angle)
    c, s = (np.round(v) if abs(v - np.round(v)) < 1e-15 else v for v in (np.cos(angle), np.sin(angle)))     # (right angles are exact)
    if abs(angle % (np.pi / 2)) < 1e-12 and order > 1:
        order = 1
    _order(order, 'rotate')
    turn = np.array([[c, s], [-s, c]])
    plane = np.array([x.shape[first], x.shape[second]])
    if reshape:
        corners = turn @ np.array([[0, 0, plane[0], plane[0]], [0, plane[1], 0, plane[1]]])
        made = (np.ptp(corners, axis=1) + 0.5).astype(int)
    else:
        made = plane
    shape = list(x.shape)
    shape[first], shape[second] = made
    offset = (plane - 1) / 2 - turn @ ((made - 1) / 2)
    grid = _grid(shape)
    places = list(grid)
    places[first] = turn[0, 0] * grid[first] + turn[0, 1] * grid[second] + offset[0]
    places[second] = turn[1, 0] * grid[first] + turn[1, 1] * grid[second] + offset[1]
    return _put(_read(x, places, order, mode, cval, prefilter), x, output)


def geometric_transform(input, mapping, output_shape=None, output=None, order=3, mode='constant', cval=0.0, prefilter=True, extra_arguments=(), extra_keywords={}):
    """Each place reads the place that a function tells."""
    _order(order, 'geometric_transform')
    x = np.asarray(input)
    shape = x.shape if output_shape is None else tuple(output_shape)
    places = np.empty((x.ndim, *shape))
    for at in np.ndindex(*shape):
        places[(slice(None), *at)] = mapping(at, *extra_arguments, **extra_keywords)
    return _put(_read(x, list(places), order, mode, cval, prefilter), x, output)

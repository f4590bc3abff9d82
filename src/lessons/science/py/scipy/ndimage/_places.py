"""Arrays read at places between their own: the nearest number (order 0) or straight lines between (1); of smooth curves (2 to 5) only whole places are there."""
import itertools

import numpy as np

from scipy.ndimage._filters import _put


def _order(order, name):
    if not 0 <= order <= 5:
        raise RuntimeError('spline order not supported')
    if order > 1:
        raise NotImplementedError(f"{name}: splines of order {order} are not there; order=1 (straight lines) and order=0 are")


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


def _read(x, places, order, mode, cval):
    x = np.asarray(x)
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
    return _put(_read(input, list(places), order, mode, cval), input, output)


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
    return _put(_read(x, list(places), order, mode, cval), x, output)


def shift(input, shift, output=None, order=3, mode='constant', cval=0.0, prefilter=True):
    """Moved by so many places, parts of one too."""
    x = np.asarray(input)
    if order > 1 and np.all(np.asarray(shift) == np.round(shift)):
        order = 1       # (whole places: a curve goes through the numbers themselves)
    _order(order, 'shift')
    by = np.broadcast_to(shift, (x.ndim,))
    return _put(_read(x, [g - s for g, s in zip(_grid(x.shape), by)], order, mode, cval), x, output)


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
    return _put(_read(x, places, order, mode, cval), x, output)


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
    return _put(_read(x, places, order, mode, cval), x, output)

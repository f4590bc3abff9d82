"""Values between points of several coordinates: on grids (RegularGridInterpolator, interpn, RectBivariateSpline), scattered (nearest, radial functions)."""
import itertools

import numpy as np

from scipy.interpolate._bsplines import make_interp_spline


def _together(given):
    """Coordinates as rows of one array: of a tuple of arrays, or of an array."""
    if isinstance(given, tuple) and len(given) == 1 and isinstance(given[0], tuple):
        given = given[0]
    if isinstance(given, tuple):
        parts = np.broadcast_arrays(*given)
        return np.stack(parts, axis=-1).astype(float)
    found = np.asarray(given, dtype=float)
    return found


class RegularGridInterpolator:
    """Values on a grid, and between its points."""

    def __init__(self, points, values, method='linear', bounds_error=True, fill_value=np.nan):
        if method not in _ON_GRIDS:
            raise ValueError(f"Method '{method}' is not defined")
        self.grid, self.values, self.method, self.bounds_error, self.fill_value = tuple(np.asarray(p, float) for p in points), np.asarray(values), method, bounds_error, fill_value
        if self.values.dtype.kind in 'iub':
            self.values = self.values.astype(float)
        if len(self.grid) > self.values.ndim:
            raise ValueError(f'There are {len(self.grid)} point arrays, but values has {self.values.ndim} dimensions')
        for i, p in enumerate(self.grid):
            if p.ndim != 1:
                raise ValueError(f'The points in dimension {i} must be 1-dimensional')
            if not (np.all(p[1:] > p[:-1]) or np.all(p[1:] < p[:-1])):
                raise ValueError(f'The points in dimension {i} must be strictly ascending or descending')
            if self.values.shape[i] != len(p):
                raise ValueError(f'There are {len(p)} points and {self.values.shape[i]} values in dimension {i}')
            if p[0] > p[-1]:
                self.grid = (*self.grid[:i], p[::-1], *self.grid[i + 1:])
                self.values = np.flip(self.values, i)
            least = _ON_GRIDS[method] or 1
            if _ON_GRIDS[method] is not None and len(p) <= least and method not in ('linear', 'nearest'):
                raise ValueError(f'There are {len(p)} points in dimension {i}, but method {method} requires at least  {least + 1} points per dimension.')

    def __call__(self, xi, method=None):
        method = self.method if method is None else method
        if method not in _ON_GRIDS:
            raise ValueError(f"Method '{method}' is not defined")
        at = _together(xi)
        n = len(self.grid)
        if at.shape[-1:] != (n,):
            if n == 1:
                at = at[..., None]
            else:
                raise ValueError(f'The requested sample points xi have dimension {at.shape[-1] if at.ndim else 1} but this RegularGridInterpolator has dimension {n}')
        shape, at = at.shape[:-1], at.reshape(-1, n)
        out = np.zeros(len(at), bool)
        for i, p in enumerate(self.grid):
            beyond = (at[:, i] < p[0]) | (at[:, i] > p[-1])
            if self.bounds_error and beyond.any():
                raise ValueError(f'One of the requested xi is out of bounds in dimension {i}')
            out |= beyond
        found = self._along(at, _ON_GRIDS[method]) if method not in ('linear', 'nearest') else self._cells(at, method)
        if not self.bounds_error and self.fill_value is not None:
            found[out] = self.fill_value
        found[np.isnan(at).any(axis=1)] = np.nan
        return found.reshape((*shape, *self.values.shape[n:]))

    def _cells(self, at, method):
        low, share = [], []
        for i, p in enumerate(self.grid):
            if len(p) == 1:
                low.append(np.zeros(len(at), np.intp))
                share.append(np.zeros(len(at)))
                continue
            k = np.clip(np.searchsorted(p, at[:, i]) - 1, 0, len(p) - 2)
            low.append(k)
            share.append((at[:, i] - p[k]) / (p[k + 1] - p[k]))
        if method == 'nearest':
            return self.values[tuple(np.where(s <= 0.5, k, k + 1) for k, s in zip(low, share))].copy()
        found = 0.0
        for corner in itertools.product((0, 1), repeat=len(self.grid)):
            weight = np.prod([s if up else 1 - s for s, up in zip(share, corner)], axis=0)
            spot = tuple(np.minimum(k + up, len(p) - 1) for k, up, p in zip(low, corner, self.grid))
            found = found + weight.reshape(-1, *[1] * (self.values.ndim - len(self.grid))) * self.values[spot]
        return np.asarray(found)

    def _along(self, at, k):
        made = np.empty((len(at), *self.values.shape[len(self.grid):]), self.values.dtype)
        whole = self.values
        last = make_interp_spline(self.grid[-1], np.moveaxis(whole, len(self.grid) - 1, 0), k=k, axis=0)
        for row, place in enumerate(at):
            found = last(place[-1])
            for i in range(len(self.grid) - 2, -1, -1):
                found = make_interp_spline(self.grid[i], np.moveaxis(found, i, 0), k=k, axis=0)(place[i])
            made[row] = found
        return made


_ON_GRIDS = {'linear': None, 'nearest': None, 'slinear': 1, 'cubic': 3, 'quintic': 5}


def interpn(points, values, xi, method='linear', bounds_error=True, fill_value=np.nan):
    """Values between those on a grid."""
    if method == 'splinef2d':
        raise NotImplementedError("scipy has method='splinef2d', perch's scipy has not")
    if method not in _ON_GRIDS:
        raise ValueError(f"interpn only understands the methods 'linear', 'nearest', 'slinear', 'cubic', 'quintic', 'pchip', and 'splinef2d'. You provided {method}.")
    return RegularGridInterpolator(points, values, method, bounds_error, fill_value)(xi)


class RectBivariateSpline:
    """A spline of two coordinates through values on a grid."""

    def __init__(self, x, y, z, bbox=[None] * 4, kx=3, ky=3, s=0):
        x, y, z = np.ravel(np.asarray(x, float)), np.ravel(np.asarray(y, float)), np.asarray(z, float)
        if not np.all(np.diff(x) > 0.0):
            raise ValueError('x must be strictly increasing')
        if not np.all(np.diff(y) > 0.0):
            raise ValueError('y must be strictly increasing')
        if x.size != z.shape[0]:
            raise ValueError('x dimension of z must have same number of elements as x')
        if y.size != z.shape[1]:
            raise ValueError('y dimension of z must have same number of elements as y')
        if s:
            raise NotImplementedError("scipy has RectBivariateSpline(s=…), perch's scipy has not")
        first = make_interp_spline(x, z, k=kx)
        second = make_interp_spline(y, first.c, k=ky, axis=1)
        self.degrees, self.tck = (kx, ky), (first.t, second.t, second.c.T.ravel())
        self._first, self._second = first, second

    def __call__(self, x, y, dx=0, dy=0, grid=True):
        from scipy.interpolate._bsplines import collocation
        x, y = np.asarray(x, float), np.asarray(y, float)
        (tx, ty, _), (kx, ky) = self.tck, self.degrees
        c = self._second.c.T
        shape = None if grid else np.broadcast(x, y).shape
        if not grid:
            x, y = np.broadcast_arrays(x, y)
        a = collocation(tx, np.clip(x.ravel(), tx[0], tx[-1]), kx, dx)
        b = collocation(ty, np.clip(y.ravel(), ty[0], ty[-1]), ky, dy)
        return a @ c @ b.T if grid else np.einsum('ni,ij,nj->n', a, c, b).reshape(shape)

    def ev(self, xi, yi, dx=0, dy=0):
        """Values at points."""
        return self(xi, yi, dx, dy, grid=False)


class NearestNDInterpolator:
    """The value of the nearest point."""

    def __init__(self, x, y, rescale=False, tree_options=None):
        from scipy.spatial import cKDTree
        self.points, self.values = _together(x), np.asarray(y)
        if self.points.ndim == 1:
            self.points = self.points[:, None]
        self.scale = np.ptp(self.points, axis=0) if rescale else 1.0
        self.tree = cKDTree(self.points / self.scale)

    def __call__(self, *args):
        at = _together(args[0] if len(args) == 1 else args)
        at = at[..., None] if self.points.shape[1] == 1 and at.shape[-1:] != (1,) else at
        _, found = self.tree.query(at / self.scale)
        return self.values[found]


def griddata(points, values, xi, method='linear', fill_value=np.nan, rescale=False):
    """Values between scattered points."""
    points = _together(points)
    if points.ndim < 2 or points.shape[-1] == 1:
        from scipy.interpolate._one import interp1d
        flat, at = points.ravel(), np.asarray(xi[0] if isinstance(xi, tuple) else xi)
        order = np.argsort(flat)
        return interp1d(flat[order], np.asarray(values)[order], kind=method, axis=0, bounds_error=False, fill_value='extrapolate' if method == 'nearest' else fill_value)(at)
    if method == 'nearest':
        return NearestNDInterpolator(points, values, rescale)(xi)
    if method == 'linear' or method == 'cubic' and points.shape[-1] == 2:
        from scipy.interpolate._triangles import CloughTocher2DInterpolator, LinearNDInterpolator
        return (LinearNDInterpolator if method == 'linear' else CloughTocher2DInterpolator)(points, values, fill_value=fill_value, rescale=rescale)(xi)
    raise ValueError(f'Unknown interpolation method {method!r} for {points.shape[-1]} dimensional data')


_RADIAL = {'linear': lambda r: -r, 'thin_plate_spline': lambda r: np.where(r == 0, 0.0, r * r * np.log(np.where(r == 0, 1.0, r))), 'cubic': lambda r: r ** 3, 'quintic': lambda r: -r ** 5,
           'multiquadric': lambda r: -np.sqrt(r * r + 1), 'inverse_multiquadric': lambda r: 1 / np.sqrt(r * r + 1), 'inverse_quadratic': lambda r: 1 / (r * r + 1), 'gaussian': lambda r: np.exp(-r * r)}
_LEAST = {'multiquadric': 0, 'linear': 0, 'thin_plate_spline': 1, 'cubic': 1, 'quintic': 2}


def _far(a, b):
    return np.sqrt(((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=-1))


class RBFInterpolator:
    """A sum of functions of the distance to each point, and a polynomial, through given values."""

    def __init__(self, y, d, neighbors=None, smoothing=0.0, kernel='thin_plate_spline', epsilon=None, degree=None):
        y, d = np.asarray(y, float), np.asarray(d)
        if y.ndim != 2:
            raise ValueError('`y` must be a 2-dimensional array.')
        if d.shape[0] != len(y):
            raise ValueError(f'Expected the first axis of `d` to have length {len(y)}.')
        kernel = kernel.lower()
        if kernel not in _RADIAL:
            raise ValueError(f'`kernel` must be one of {set(_RADIAL)}.')
        if epsilon is None:
            if kernel not in ('linear', 'thin_plate_spline', 'cubic', 'quintic'):
                raise ValueError(f"`epsilon` must be specified if `kernel` is not one of {{'cubic', 'linear', 'quintic', 'thin_plate_spline'}}.")
            epsilon = 1.0
        if neighbors is not None:
            raise NotImplementedError("scipy has RBFInterpolator(neighbors=…), perch's scipy has not")
        least = _LEAST.get(kernel, -1)
        degree = max(least, 0) if degree is None else int(degree)
        self.y, self.d, self.smoothing, self.kernel, self.epsilon = y, d, smoothing, kernel, float(epsilon)
        self.powers = np.array([p for p in itertools.product(range(degree + 1), repeat=y.shape[1]) if sum(p) <= degree], int).reshape(-1, y.shape[1]) if degree >= 0 else np.zeros((0, y.shape[1]), int)
        self._shift, self._scale = (y.max(0) + y.min(0)) / 2, np.where(np.ptp(y, axis=0) == 0, 1.0, np.ptp(y, axis=0) / 2)
        flat = d.reshape(len(y), -1).astype(complex if np.iscomplexobj(d) else float)
        n, m = len(y), len(self.powers)
        table = np.zeros((n + m, n + m))
        table[:n, :n] = _RADIAL[kernel](_far(y * epsilon, y * epsilon)) + np.diag(np.broadcast_to(np.asarray(smoothing, float), (n,)))
        side = self._sides(y)
        table[:n, n:], table[n:, :n] = side, side.T
        self._weights = np.linalg.solve(table, np.concatenate([flat, np.zeros((m, flat.shape[1]), flat.dtype)]))

    def _sides(self, x):
        return np.prod(((x - self._shift) / self._scale)[:, None, :] ** self.powers[None], axis=-1)

    def __call__(self, x):
        x = np.asarray(x, float)
        if x.ndim != 2:
            raise ValueError('`x` must be a 2-dimensional array.')
        if x.shape[1] != self.y.shape[1]:
            raise ValueError(f'Expected the second axis of `x` to have length {self.y.shape[1]}.')
        table = np.concatenate([_RADIAL[self.kernel](_far(x * self.epsilon, self.y * self.epsilon)), self._sides(x)], axis=1)
        return (table @ self._weights).reshape(len(x), *self.d.shape[1:])


class Rbf:
    """The older form: functions of the distance alone, a coordinate an argument."""

    def __init__(self, *args, function='multiquadric', epsilon=None, smooth=0.0, norm='euclidean', mode='1-D'):
        self.xi, self.di = np.asarray([np.asarray(a, float).ravel() for a in args[:-1]]), np.asarray(args[-1]).ravel()
        if not all(x.size == self.di.size for x in self.xi):
            raise ValueError('All arrays must be equal length.')
        self.N, self.smooth, self.function = self.di.size, smooth, function
        if epsilon is None:
            wide = np.ptp(self.xi, axis=1)
            wide = wide[wide > 0]
            epsilon = (np.prod(wide) / self.N) ** (1.0 / wide.size)
        self.epsilon = epsilon
        shapes = {'multiquadric': lambda r: np.sqrt((r / epsilon) ** 2 + 1), 'inverse': lambda r: 1 / np.sqrt((r / epsilon) ** 2 + 1), 'gaussian': lambda r: np.exp(-(r / epsilon) ** 2), 'linear': lambda r: r,
                  'cubic': lambda r: r ** 3, 'quintic': lambda r: r ** 5, 'thin_plate': _RADIAL['thin_plate_spline']}
        if not callable(function) and function not in shapes:
            raise ValueError(f"function must be one of {', '.join(sorted(shapes))}")
        self._shape = function if callable(function) else shapes[function]
        self.A = self._shape(_far(self.xi.T, self.xi.T)) - np.eye(self.N) * smooth
        self.nodes = np.linalg.solve(self.A, self.di)

    def __call__(self, *args):
        args = [np.asarray(x, float) for x in args]
        if not all(x.shape == args[0].shape for x in args):
            raise ValueError('Array lengths must be equal')
        return (self._shape(_far(np.stack([x.ravel() for x in args], axis=1), self.xi.T)) @ self.nodes).reshape(args[0].shape)

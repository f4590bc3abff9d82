"""interp1d (steps, lines, cubics without a knot next to the ends) and CubicSpline."""
import numpy as np

_STEPS = ('nearest', 'nearest-up', 'previous', 'next')


class CubicSpline:
    """Pieces of third degree with the same value, slope and curvature where they meet; bc_type: 'not-a-knot', 'natural', 'clamped'."""

    def __init__(self, x, y, axis=0, bc_type='not-a-knot', extrapolate=None):
        x, y = np.asarray(x, dtype=float), np.asarray(y)
        y = np.moveaxis(y.astype(np.result_type(y, float)), axis, 0)
        if x.ndim != 1:
            raise ValueError('`x` must be 1-dimensional.')
        if len(x) < 2:
            raise ValueError('`x` must contain at least 2 elements.')
        if len(x) != len(y):
            raise ValueError(f"The length of `y` along `axis`={axis} doesn't match the length of `x`")
        if np.any(np.diff(x) <= 0):
            raise ValueError('`x` must be strictly increasing sequence.')
        if bc_type not in ('not-a-knot', 'natural', 'clamped'):
            raise NotImplementedError(f"scipy has bc_type={bc_type!r}, perch's scipy has not; it has not-a-knot, natural and clamped")
        self.x, self.axis, self.extrapolate = x, axis, True if extrapolate is None else extrapolate
        slopes, wide = self._slopes(x, y, bc_type), np.diff(x).reshape(-1, *[1] * (y.ndim - 1))
        line = np.diff(y, axis=0) / wide
        bend = (slopes[:-1] + slopes[1:] - 2 * line) / wide
        self.c = np.stack([bend / wide, (line - slopes[:-1]) / wide - bend, slopes[:-1], y[:-1]])

    @staticmethod
    def _slopes(x, y, ends):
        """The slope at each knot: a band of three unknowns a row."""
        n, h = len(x), np.diff(x)
        line = np.diff(y, axis=0) / h.reshape(-1, *[1] * (y.ndim - 1))
        if n == 2:
            return np.zeros_like(y) if ends == 'clamped' else np.stack([line[0], line[0]])
        band, right = np.zeros((n, n)), np.zeros_like(y)
        for i in range(1, n - 1):
            band[i, i - 1:i + 2] = h[i], 2 * (h[i - 1] + h[i]), h[i - 1]
            right[i] = 3 * (h[i] * line[i - 1] + h[i - 1] * line[i])
        if ends == 'clamped':
            band[0, 0] = band[-1, -1] = 1
        elif ends == 'natural':
            band[0, :2], band[-1, -2:] = (2 * h[0], h[0]), (h[-1], 2 * h[-1])
            right[0], right[-1] = 3 * h[0] * line[0], 3 * h[-1] * line[-1]
        elif n == 3:        # one parabola through all
            band[0, :2], band[-1, -2:] = (1, 1), (1, 1)
            right[0], right[-1] = 2 * line[0], 2 * line[1]
        else:
            d = x[2] - x[0]
            band[0, :2] = h[1], d
            right[0] = ((h[0] + 2 * d) * h[1] * line[0] + h[0] ** 2 * line[1]) / d
            d = x[-1] - x[-3]
            band[-1, -2:] = d, h[-2]
            right[-1] = (h[-1] ** 2 * line[-2] + (2 * d + h[-1]) * h[-2] * line[-1]) / d
        return np.linalg.solve(band, right.reshape(n, -1)).reshape(y.shape)

    def __call__(self, x, nu=0, extrapolate=None):
        x = np.asarray(x, dtype=float)
        at = x.ravel()
        piece = np.clip(np.searchsorted(self.x, at, 'right') - 1, 0, len(self.x) - 2)
        off = (at - self.x[piece]).reshape(-1, *[1] * (self.c.ndim - 2))
        weights = self.c[:, piece]
        for _ in range(nu):
            weights = weights[:-1] * np.arange(len(weights) - 1, 0, -1).reshape(-1, *[1] * (weights.ndim - 1)) if len(weights) > 1 else weights * 0
        found = np.zeros(weights.shape[1:], dtype=weights.dtype)
        for weight in weights:
            found = found * off + weight
        if not (self.extrapolate if extrapolate is None else extrapolate):
            found[(at < self.x[0]) | (at > self.x[-1])] = np.nan
        found = found.reshape((*x.shape, *found.shape[1:]))
        return np.moveaxis(found, range(x.ndim), range(self.axis, self.axis + x.ndim)) if self.axis else found


class interp1d:
    """f(x) between given points along an axis."""

    def __init__(self, x, y, kind='linear', axis=-1, copy=True, bounds_error=None, fill_value=None, assume_sorted=False):
        if kind in ('zero', 'slinear', 'quadratic') or isinstance(kind, int):
            kind = {'slinear': 'linear', 'zero': 'previous', 1: 'linear', 0: 'previous', 3: 'cubic'}.get(kind, kind)
        if kind not in ('linear', 'cubic', *_STEPS):
            if kind == 'quadratic' or isinstance(kind, int):
                raise NotImplementedError(f"scipy has kind={kind!r}, perch's scipy has not; it has linear, cubic and " + ', '.join(_STEPS))
            raise NotImplementedError(f'{kind} is unsupported: Use fitpack routines for other types.')
        x, y = np.array(x), np.array(y)
        if x.ndim != 1:
            raise ValueError('the x array must have exactly one dimension.')
        if y.ndim == 0:
            raise ValueError('the y array must have at least one dimension.')
        if len(x) != y.shape[axis]:
            raise ValueError('x and y arrays must be equal in length along interpolation axis.')
        if not assume_sorted:
            order = np.argsort(x, kind='mergesort')
            x, y = x[order], np.take(y, order, axis=axis)
        if kind == 'cubic' and len(x) < 4:
            raise ValueError('The number of derivatives at boundaries does not match: expected 2, got 0+0' if len(x) > 1 else 'x and y arrays must have at least 1 entries')
        self.x, self.y, self.axis, self._kind = x, y if np.issubdtype(y.dtype, np.inexact) else y.astype(float), axis, kind
        self._rows = np.moveaxis(self.y, axis, 0)
        self._beyond = isinstance(fill_value, str) and fill_value == 'extrapolate'
        if self._beyond and bounds_error:
            raise ValueError('Cannot extrapolate and raise at the same time.')
        self.bounds_error = not self._beyond and (fill_value is None if bounds_error is None else bounds_error)
        self.fill_value = np.nan if fill_value is None else fill_value
        self._spline = CubicSpline(x, self._rows) if kind == 'cubic' else None

    def _inside(self, at):
        if self._spline is not None:
            return self._spline(at)
        if self._kind == 'linear':
            high = np.clip(np.searchsorted(self.x, at), 1, len(self.x) - 1)
            low = high - 1
            share = ((at - self.x[low]) / (self.x[high] - self.x[low])).reshape(-1, *[1] * (self._rows.ndim - 1))
            return self._rows[low] + (self._rows[high] - self._rows[low]) * share
        if self._kind in ('nearest', 'nearest-up'):
            which = np.searchsorted(self.x[:-1] + np.diff(self.x) / 2, at, 'left' if self._kind == 'nearest' else 'right')
        elif self._kind == 'previous':
            which = np.searchsorted(self.x, at, 'right') - 1
        else:
            which = np.searchsorted(self.x, at, 'left')
        found = self._rows[np.clip(which, 0, len(self.x) - 1)].copy()
        found[(which < 0) | (which >= len(self.x))] = np.nan
        return found

    def __call__(self, x):
        x = np.asarray(x)
        at = x.ravel().astype(float)
        below, above = at < self.x[0], at > self.x[-1]
        if self.bounds_error and below.any():
            raise ValueError(f'A value ({at[np.argmax(below)]}) in x_new is below the interpolation range\'s minimum value ({self.x[0]}).')
        if self.bounds_error and above.any():
            raise ValueError(f'A value ({at[np.argmax(above)]}) in x_new is above the interpolation range\'s maximum value ({self.x[-1]}).')
        found = self._inside(at)
        if not self._beyond:
            low, high = self.fill_value if isinstance(self.fill_value, tuple) else (self.fill_value, self.fill_value)
            found[below], found[above] = low, high
        found[np.isnan(at)] = np.nan
        found = found.reshape((*x.shape, *found.shape[1:]))
        axis = self.axis % self.y.ndim
        return np.moveaxis(found, range(x.ndim), range(axis, axis + x.ndim)) if axis else found

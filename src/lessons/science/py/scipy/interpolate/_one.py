"""interp1d: steps, lines and splines through given points."""
import numpy as np

from scipy.interpolate._bsplines import make_interp_spline

_ORDERS = {'zero': 0, 'slinear': 1, 'quadratic': 2, 'cubic': 3}
_STEPS = ('nearest', 'nearest-up', 'previous', 'next')


class interp1d:
    """f(x) between given points along an axis."""

    def __init__(self, x, y, kind='linear', axis=-1, copy=True, bounds_error=None, fill_value=None, assume_sorted=False):
        order = _ORDERS.get(kind, kind) if isinstance(kind, (str, int)) else kind
        if not isinstance(order, int) and kind not in ('linear', *_STEPS):
            raise NotImplementedError(f'{kind} is unsupported: Use fitpack routines for other types.')
        kind = 'spline' if isinstance(order, int) else kind
        x, y = np.array(x), np.array(y)
        if x.ndim != 1:
            raise ValueError('the x array must have exactly one dimension.')
        if y.ndim == 0:
            raise ValueError('the y array must have at least one dimension.')
        if len(x) != y.shape[axis]:
            raise ValueError('x and y arrays must be equal in length along interpolation axis.')
        if not assume_sorted:
            up = np.argsort(x, kind='mergesort')
            x, y = x[up], np.take(y, up, axis=axis)
        self.x, self.y, self.axis, self._kind = x, y if np.issubdtype(y.dtype, np.inexact) else y.astype(float), axis, kind
        self._rows = np.moveaxis(self.y, axis, 0)
        self._beyond = isinstance(fill_value, str) and fill_value == 'extrapolate'
        if self._beyond and bounds_error:
            raise ValueError('Cannot extrapolate and raise at the same time.')
        self.bounds_error = not self._beyond and (fill_value is None if bounds_error is None else bounds_error)
        self.fill_value = np.nan if fill_value is None else fill_value
        self._spline = make_interp_spline(x, self._rows, k=order) if kind == 'spline' else None

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

"""Missing numbers between their neighbours: by place, by labels, by time, along curves; how many in a row, in which direction."""
import numpy as np

from pandas.core.missing import missing_in

CURVES = ('nearest', 'zero', 'slinear', 'quadratic', 'cubic', 'barycentric', 'krogh', 'spline', 'polynomial', 'from_derivatives', 'piecewise_polynomial', 'pchip', 'akima', 'cubicspline')
PLAIN = ('linear', 'time', 'index', 'values', 'pad', 'ffill', 'bfill', 'backfill')


def interpolated(obj, method, axis, limit, limit_direction, limit_area, downcast, more):
    """A table, or a column, with what is missing put between its neighbours."""
    from pandas.core.generic import axis_number
    if axis_number(axis, obj):
        return interpolated(obj.T, method, 0, limit, limit_direction, limit_area, downcast, more).T
    if method not in PLAIN and method not in CURVES:
        raise ValueError(f"method must be one of {list(PLAIN[:4] + CURVES)}. Got '{method}' instead.")
    if limit is not None and (isinstance(limit, bool) or not isinstance(limit, (int, np.integer))):
        raise ValueError('Limit must be an integer')
    if limit is not None and limit < 1:
        raise ValueError('Limit must be greater than 0')
    if method in ('spline', 'polynomial') and more.get('order') is None:
        raise ValueError("You must specify the order of the spline or polynomial.")
    if obj.ndim == 2 and len(obj.columns) and all(a.dtype.kind == 'O' for a in obj._data):
        raise TypeError('Cannot interpolate with all object-dtype columns in the DataFrame. Try setting at least one column to a numeric dtype.')
    if method in ('pad', 'ffill', 'bfill', 'backfill'):
        return obj.fillna(method=method, limit=limit)
    way = limit_direction or 'forward'
    if way not in ('forward', 'backward', 'both'):
        raise ValueError(f"Invalid limit_direction: expecting one of ['forward', 'backward', 'both'], got '{limit_direction}'.")
    if limit_area not in (None, 'inside', 'outside'):
        raise ValueError(f"Invalid limit_area: expecting one of ['inside', 'outside'], got {limit_area}.")
    if downcast is not None:
        raise NotImplementedError("perch's pandas has no interpolate(downcast=…)")
    if method == 'linear' and obj.index.nlevels == 1 or obj.index.nlevels > 1:
        places = np.arange(len(obj), dtype='f8')
    else:
        places = places_of(obj.index, method)
    return obj._each(lambda v: between(v, places, method, limit, way, limit_area, more))


def places_of(labels, method):
    """The numbers along which values lie."""
    kind = labels.dtype.kind
    if method == 'time' and kind != 'M':
        raise ValueError('time-weighted interpolation only works on Series or DataFrames with a DatetimeIndex')
    if kind not in 'iufmM' and method in ('index', 'values'):
        raise TypeError("Cannot cast array data from dtype('O') to dtype('float64') according to the rule 'safe'")
    if kind not in 'iufmM':
        raise ValueError(f'Index column must be numeric or datetime type when using {method} method other than linear. Try setting a numeric or datetime index column before interpolating.')
    if missing_in(labels._values).any():
        raise NotImplementedError('interpolation with NaNs in the index has not been implemented. Try filling those NaNs before interpolating.')
    return np.asarray(labels._values).view(np.ndarray).astype('i8' if kind in 'mM' else labels.dtype).astype('f8')


def between(v, places, method, limit, way, area, more):
    if v.dtype.kind not in 'fmM' or getattr(v, 'zone', None) is not None:
        return v
    gone = missing_in(v)
    if not gone.any() or gone.all():
        return v.copy()
    good = np.flatnonzero(~gone)
    numbers = v.astype('f8') if v.dtype.kind == 'f' else v.astype('i8').astype('f8')
    out = numbers.copy()
    order = np.argsort(places[good], kind='stable')
    if method in ('linear', 'time', 'index', 'values'):
        out[gone] = np.interp(places[gone], places[good][order], numbers[good][order])
    else:
        out[gone] = along(places[good][order], numbers[good][order], places[gone], method, more)
    keep_out(out, gone, good, limit, way, area)
    if v.dtype.kind == 'f':
        return out.astype(v.dtype)
    return np.where(np.isnan(out), np.array('NaT', v.dtype), np.nan_to_num(out).astype('i8').astype(v.dtype))


def keep_out(out, gone, good, limit, way, area):
    """Leaves missing what direction, limit and area do not fill."""
    n = len(out)
    at = np.arange(n)
    if limit is None and area is None:
        out[gone & (at < good[0] if way == 'forward' else at > good[-1] if way == 'backward' else np.zeros(n, bool))] = np.nan
        return
    leave = np.zeros(n, bool)
    first, last = good[0], good[-1]
    before = np.maximum.accumulate(np.where(gone, -1, at))           # the number before each
    after = np.minimum.accumulate(np.where(gone, n, at)[::-1])[::-1]
    ahead, behind = at - before, after - at
    forward = (before >= 0) & (ahead <= limit) if limit is not None else before >= 0
    backward = (after < n) & (behind <= limit) if limit is not None else after < n
    if way == 'forward':
        leave |= ~forward
    elif way == 'backward':
        leave |= ~backward
    else:
        leave |= ~(forward | backward)
    if area == 'inside':
        leave |= (at < first) | (at > last)
    elif area == 'outside':
        leave |= (at > first) & (at < last)
    out[leave & gone] = np.nan


def along(x, y, at, method, more):
    """Values along a curve, by scipy."""
    from scipy import interpolate
    if method in ('nearest', 'zero', 'slinear', 'quadratic', 'cubic', 'polynomial'):
        kind = more.get('order') if method == 'polynomial' else method
        return interpolate.interp1d(x, y, kind=kind, bounds_error=False, fill_value=np.nan)(at)
    if method == 'spline':
        return interpolate.UnivariateSpline(x, y, k=more['order'], **({} if more.get('s') is None else {'s': more['s']}))(at)
    if method == 'cubicspline':
        return interpolate.CubicSpline(x, y)(at)
    named = {'pchip': 'pchip_interpolate', 'barycentric': 'barycentric_interpolate', 'krogh': 'krogh_interpolate'}
    if method in named:
        return getattr(interpolate, named[method])(x, y, at)
    if method == 'akima':
        return interpolate.Akima1DInterpolator(x, y)(at)
    return np.interp(at, x, y)          # (from_derivatives, of values alone: lines)

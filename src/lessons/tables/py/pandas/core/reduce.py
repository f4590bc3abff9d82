"""From an array to one value: sums, means, spreads, quantiles, what is missing left out."""
import numpy as np

from pandas.core.dtypes import box, listed
from pandas.core.missing import NaT, missing_in


def there(values, skipna=True):
    """The values that count."""
    if values.dtype.kind in 'iub' or not skipna:
        return values
    gone = missing_in(values)
    return values[~gone] if gone.any() else values


def numbers(values, what):
    """An array of numbers for means and spreads."""
    kind = values.dtype.kind
    if hasattr(values, '_filled_floats'):
        return values._filled_floats()
    if kind == 'O':
        try:
            return values.astype('f8')
        except (ValueError, TypeError):
            if what not in ('mean', 'quantile'):
                first = next((x for x in values if isinstance(x, str)), '')
                raise TypeError(f'could not convert string to float: {first!r}' if what not in ('corr', 'cov') else "unsupported operand type(s) for /: 'str' and 'int'") from None
            if what == 'quantile':
                raise TypeError("unsupported operand type(s) for -: 'str' and 'str'") from None
            total = None
            for x in values:
                total = x if total is None else total + x
            raise TypeError(f'Could not convert {total} to numeric') from None
    return values.astype('f8') if kind != 'c' and values.dtype != np.dtype('f4') and values.dtype != np.dtype('f2') else values


def total(values, skipna=True, min_count=0):
    kind = values.dtype.kind
    if kind == 'M':
        raise TypeError("'DatetimeArray' with dtype datetime64[ns] does not support reduction 'sum'")
    good = there(values, skipna)
    if min_count and len(good) < min_count:
        return np.nan
    if kind == 'O':
        items = [0 if g else x for x, g in zip(values, missing_in(values))] if skipna else list(values)
        found = items[0] if items else 0
        for x in items[1:]:
            found = found + x
        return found
    if kind == 'm':
        return box(good.sum())
    if kind == 'f' and good is not values:
        return np.where(missing_in(values), values.dtype.type(0), values).sum()
    return good.sum(dtype='i8') if kind == 'u' else good.sum()


def product(values, skipna=True, min_count=0):
    good = there(values, skipna)
    if min_count and len(good) < min_count:
        return np.nan
    return good.prod()


def mean(values, skipna=True):
    if values.dtype.kind in 'mM':
        good = there(values, skipna).astype('i8')
        return boxed_number(int(good.mean()), values) if len(good) else NaT
    good = there(values, skipna)
    if not len(good):
        return np.nan
    values = numbers(values, 'mean')
    gone = missing_in(values) if skipna else np.zeros(len(values), bool)
    if values.dtype == np.dtype('f4'):
        return np.float32(np.where(gone, 0, values).sum(dtype='f4') / np.float32((~gone).sum()))
    return np.where(gone, 0.0, values).sum() / (~gone).sum() if gone.any() else values.sum() / len(values)


def boxed_number(n, like):
    """A count of nanoseconds as one of an array's moments or spans."""
    if getattr(like, 'zone', None) is not None:
        from pandas.core.dates import stamp
        return stamp(n, like.zone)
    return box(np.array(n, like.dtype)[()])


def variance(values, skipna=True, ddof=1):
    if values.dtype.kind == 'M':
        raise TypeError("'DatetimeArray' with dtype datetime64[ns] does not support reduction 'var'")
    values = numbers(there(values, skipna) if values.dtype.kind == 'O' else values, 'var')
    single = values.dtype == np.dtype('f4')
    gone = missing_in(values)
    if gone.any() and not skipna:
        return np.nan
    count = int((~gone).sum())
    if count - ddof <= 0:
        return np.nan
    wide = values
    middle = np.where(gone, 0.0, wide).sum(dtype='f8') / count
    squares = np.where(gone, 0.0, (middle - wide) ** 2)
    found = squares.sum(dtype='f8') / (count - ddof)
    return np.float32(found) if single else found


def deviation(values, skipna=True, ddof=1):
    if values.dtype.kind in 'mM':
        numbers_of = np.asarray(values).view(np.ndarray).astype('i8')
        gone = missing_in(values)
        low = numbers_of[~gone].min() if not gone.all() else 0
        found = deviation(np.where(gone, np.nan, numbers_of - low), skipna, ddof)
        return NaT if found != found else box(np.timedelta64(int(found), 'ns'))
    return np.sqrt(variance(values, skipna, ddof))


def standard_error(values, skipna=True, ddof=1):
    found = variance(values, skipna, ddof)
    return np.sqrt(found) / np.sqrt(len(there(values, skipna)))


def smallest(values, skipna=True):
    return extreme(values, skipna, 'min')


def largest(values, skipna=True):
    return extreme(values, skipna, 'max')


def extreme(values, skipna, which):
    good = there(values, skipna)
    if not len(good):
        return NaT if values.dtype.kind in 'mM' else np.nan
    if values.dtype.kind == 'O':
        if len(good) < len(values) and any(isinstance(x, str) for x in good):
            raise TypeError(f"'{'<=' if which == 'min' else '>='}' not supported between instances of 'str' and 'float'")
        try:
            return {'min': min, 'max': max}[which](good)
        except TypeError:
            first, second = (type(x).__name__ for x in (good[0], next(x for x in good if type(x) is not type(good[0]))))
            raise TypeError(f"'{'<=' if which == 'min' else '>='}' not supported between instances of '{first}' and '{second}'") from None
    return box(getattr(good, which)())


def median(values, skipna=True):
    if values.dtype.kind == 'O':
        values = numbers(values, 'median')
    return quantile(values, 0.5, 'linear', skipna)


def check_parts(q):
    """Refuses what is no part of a whole."""
    parts = np.asarray(q)
    if not ((parts >= 0) & (parts <= 1)).all():
        raise ValueError(f'percentiles should all be in the interval [0, 1]. Try {parts / 100.0} instead.')


def quantile(values, q, interpolation='linear', skipna=True):
    """The value below which a part of the others lies."""
    kind = values.dtype.kind
    if hasattr(values, '_quantile'):
        return values._quantile(q, interpolation)
    good = there(values, skipna)
    if kind in 'mM':
        return boxed_number(int(quantile(good.astype('i8'), q, interpolation)), values) if len(good) else NaT
    if kind == 'O':
        good = numbers(good, 'quantile')
    if not skipna and missing_in(good).any():
        return np.nan
    if not len(good):
        return np.nan
    if kind == 'b':
        return np.subtract(good[:1], good[:1])      # (refused by NumPy, in its words)
    found = np.percentile(good, q * 100, method=interpolation)
    return found.astype('f4') if kind == 'f' and values.dtype.itemsize == 4 else found


def _moments(values, skipna, name, least, power):
    """How many values there are and the sums of the squares and of that power of what they lie off their mean; None: fewer than `least`."""
    v = numbers(there(values, skipna), name)
    if len(v) < least:
        return None
    d = v - v.sum() / len(v)
    return len(v), (d ** 2).sum(), (d ** 2 * d if power == 3 else (d ** 2) ** 2).sum()


def skewness(values, skipna=True):
    found = _moments(values, skipna, 'skew', 3, 3)
    if found is None:
        return np.nan
    n, second, third = found
    return n * (n - 1) ** 0.5 / (n - 2) * (third / second ** 1.5) if second >= 1e-14 else 0.0


def kurtosis(values, skipna=True):
    found = _moments(values, skipna, 'kurt', 4, 4)
    if found is None:
        return np.nan
    n, second, fourth = found
    return n * (n + 1) * (n - 1) * fourth / ((n - 2) * (n - 3) * second ** 2) - 3 * (n - 1) ** 2 / ((n - 2) * (n - 3)) if second >= 1e-14 else 0.0


def count(values):
    return int((~missing_in(values)).sum())


def truth(values, which, skipna=True):
    good = there(values, skipna)
    return bool({'any': any, 'all': all}[which](bool(x) for x in listed(good))) if values.dtype.kind == 'O' else bool(getattr(good, which)())


def any_of(values, skipna=True):
    return truth(values, 'any', skipna)


def all_of(values, skipna=True):
    return truth(values, 'all', skipna)


def differing(values, dropna=True):
    from pandas.core import hashed
    own = hasattr(values, '_extended')
    return len(hashed.rows(values._sortable() if own else values, hashed.DROP if dropna else 0, values._gone() if own else None, first=True)[1])


FUNCTIONS = {
    'sum': total, 'prod': product, 'mean': mean, 'var': variance, 'std': deviation, 'sem': standard_error, 'min': smallest, 'max': largest, 'median': median, 'skew': skewness,
    'kurt': kurtosis, 'any': any_of, 'all': all_of}
PLAIN = dict(FUNCTIONS)         # of arrays of NumPy's


def _asking(what, plain):
    """The function for every array: those that NumPy has not know themselves."""
    def reduced(values, skipna=True, **more):
        if hasattr(values, '_extended'):
            return values._reduced(what, skipna, **{k: v for k, v in more.items() if k != 'min_count' or v})
        return plain(values, skipna, **more)
    return reduced


FUNCTIONS.update({what: _asking(what, plain) for what, plain in PLAIN.items()})


def running(values, what, skipna=True):
    """Sums, products, or extremes up to each value."""
    if hasattr(values, '_running'):
        return values._running(what)
    gone = missing_in(values)
    step = {'cumsum': np.add, 'cumprod': np.multiply, 'cummax': np.maximum, 'cummin': np.minimum}[what]
    if values.dtype.kind == 'b' and what in ('cumsum', 'cumprod'):
        values = values.astype('i8')
    if not gone.any():
        return step.accumulate(values)
    fill = {'cumsum': 0, 'cumprod': 1, 'cummax': -np.inf, 'cummin': np.inf}[what]
    out = step.accumulate(np.where(gone, fill, values))
    out[gone] = np.nan
    return out.astype(values.dtype)


def concordance(x, y):
    """Kendall's tau-b: of all pairs, how many more stand in the same order than in the opposite one."""
    n, both, left, right = len(x), 0, 0, 0
    for i in range(1, n):
        a, b = np.sign(x[i] - x[:i]), np.sign(y[i] - y[:i])
        both += int((a * b).sum())
        left += int((a != 0).sum())
        right += int((b != 0).sum())
    return both / np.sqrt(left) / np.sqrt(right) if left and right else np.nan


def correlation(x, y, method='pearson', min_periods=1, alone=False):
    """How two columns go together; alone: two columns, not two of a table, of which pandas has NumPy calculate it."""
    good = ~(missing_in(x) | missing_in(y))
    x, y = x[good], y[good]
    if len(x) < max(min_periods, 1):
        return np.nan
    if method == 'spearman':
        from pandas.core.algorithms import ranked
        x, y = ranked(x), ranked(y)
    elif method == 'kendall':
        return concordance(x, y)
    elif callable(method):
        return method(x, y)
    elif method != 'pearson':
        raise ValueError(f"method must be either 'pearson', 'spearman', 'kendall', or a callable, '{method}' was supplied")
    if alone or len(x) > 5000:
        with np.errstate(all='ignore'):
            return np.corrcoef(x, y)[0, 1]
    mx = my = sxx = syy = sxy = 0.0
    for n, (a, b) in enumerate(zip(x.tolist(), y.tolist()), 1):
        dx, dy = a - mx, b - my
        mx += dx / n
        my += dy / n
        sxx += (a - mx) * dx
        syy += (b - my) * dy
        sxy += (a - mx) * dy
    below = (sxx * syy) ** 0.5
    if not below:
        return np.nan
    return min(1.0, max(-1.0, sxy / below))


def covariance(x, y, min_periods=1, ddof=1):
    good = ~(missing_in(x) | missing_in(y))
    x, y = x[good], y[good]
    if len(x) < max(min_periods, 1) or len(x) - ddof <= 0:
        return np.nan
    return np.cov(x, y, ddof=ddof)[0, 1]

"""rolling, expanding: aggregates over windows of rows that move, of a number of rows or of a span of time, over columns and tables. ewm is in weighted.py."""
import numpy as np

from pandas.core import reduce
from pandas.core.missing import missing_in
from pandas.errors import refuse

_PARTS = 1 << 22    # numbers looked at together


class Windowed:
    """What columns and tables have in common: each column is calculated, what comes of it has the same labels."""
    _kind = 'Rolling'

    def __getattr__(self, name):
        if not name.startswith('_') and self._data.ndim == 2 and name in self._data.columns:
            return self[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __getitem__(self, key):
        if self._data.ndim == 1:
            raise KeyError(f'Column not found: {key}')
        for name in key if isinstance(key, list) else [key]:
            if name not in self._data.columns:
                raise KeyError(f'Column not found: {name}' if not isinstance(key, list) else f"Columns not found: {', '.join(map(repr, [c for c in key if c not in self._data.columns]))}")
        return self._over(self._data[key])

    def _each(self, f, numeric_only=False):
        """f of the numbers of each column."""
        data = self._data
        if data.ndim == 1:
            if data.dtype.kind not in 'iufb':
                from pandas.errors import DataError
                raise DataError('No numeric types to aggregate')
            return type(data)._make(f(data._values.astype('f8')), data.index, data.name)
        keep = [i for i, a in enumerate(data._data) if a.dtype.kind in 'iufb']
        if not keep and len(data.columns):
            from pandas.errors import DataError
            raise DataError('No numeric types to aggregate')
        if len(keep) < len(data.columns) and not numeric_only:
            import warnings
            warnings.warn('Dropping of nuisance columns in rolling operations is deprecated; in a future version this will raise TypeError. Select only valid columns before calling the operation. '
                          f'Dropped columns were {data.columns[[i for i in range(len(data.columns)) if i not in keep]]}', FutureWarning, stacklevel=3)
        return type(data)._make([f(data._data[i].astype('f8')) for i in keep], data.index, data.columns[keep])

    def agg(self, func=None, *args, **kwargs):
        """What functions, or functions by their names, make of each window."""
        from pandas.core.groupby.groupby import called
        from pandas.core.reshape.concat import concat
        data = self._data
        if isinstance(func, dict):
            several = any(isinstance(f, (list, tuple)) for f in func.values())
            found = {c: self[c].agg([f] if several and not isinstance(f, (list, tuple)) else f) for c, f in func.items()}
            return concat(list(found.values()), axis=1, keys=list(found))
        if isinstance(func, (list, tuple)):
            names = [f if isinstance(f, str) else f.__name__ for f in func]
            if data.ndim == 1:
                return concat([self.agg(f) for f in func], axis=1, keys=names)
            return concat([self[c].agg(func) for c in data.columns], axis=1, keys=list(data.columns))
        func = called(func)
        if isinstance(func, str):
            return getattr(self, func)(*args, **kwargs)
        return self.apply(func, args=args, kwargs=kwargs)

    aggregate = agg

    def _pairs(self, other, pairwise, make):
        """What two columns make of their windows: of each with its namesake, or of every two."""
        data = self._data
        from pandas.core.frame import DataFrame
        if data.ndim == 1 and (other is None or other.ndim == 1):
            other = data if other is None else other
            if other is not data and not other.index.equals(data.index):
                data, other = data.align(other)
            return type(data)._make(make(data._values.astype('f8'), other._values.astype('f8')), data.index, None if other.name != data.name else data.name)
        every = pairwise if pairwise is not None else other is None
        if other is None:
            other = data
        if data.ndim == 1:
            return DataFrame({c: self._over(data)._pairs(other[c], None, make) for c in other.columns})
        if other.ndim == 1:
            return DataFrame({c: self._over(data[c])._pairs(other, None, make) for c in data.columns}, columns=data.columns)
        if not every:
            both = data.columns.union(other.columns)
            return DataFrame({c: self._over(data[c])._pairs(other[c], None, make) if c in data.columns and c in other.columns else np.nan for c in both}, index=data.index)
        from pandas.core.indexes.multi import MultiIndex
        table = np.empty((len(data), len(data.columns), len(other.columns)))
        for i, a in enumerate(data._data):
            for k, b in enumerate(other._data):
                table[:, i, k] = make(a.astype('f8'), b.astype('f8'))
        rows = MultiIndex.from_product([data.index, other.columns], names=[data.index.name, other.columns.name])
        return DataFrame(table.transpose(0, 2, 1).reshape(-1, len(data.columns)), index=rows, columns=data.columns)


def _clean(values, there):
    return (np.where(there, values, 0.0),)


def _added(a, b):
    return (a[0] + b[0],)


def _spread(a, b):
    """(how many, mean, squares of the distances from it) of two parts together."""
    (n, mean, squares), (m, other, more) = a, b
    both = n + m
    far = np.where((n > 0) & (m > 0), other - mean, 0.0)
    part = m / np.maximum(both, 1)
    return both, np.where(n > 0, mean + far * part, other), squares + more + far * far * n * part


class Rolling(Windowed):
    """A window over the values of a column, or of each column of a table."""
    __module__ = 'pandas.core.window.rolling'

    def __init__(self, data, window, min_periods, center, rest):
        rest = dict(rest)
        self._on, self._closed, self._step = rest.pop('on', None), rest.pop('closed', None), rest.pop('step', None)
        refuse('rolling', rest, {'win_type': None, 'axis': 0, 'method': 'single'})
        if self._step not in (None, 1):
            raise NotImplementedError("perch's pandas has no rolling(step=…)")
        if self._closed not in (None, 'right', 'both', 'left', 'neither'):
            raise ValueError("closed must be 'right', 'left', 'both' or 'neither'")
        self._data, self._center, self._said, self._times = data, center, min_periods, None
        self._window = window
        if isinstance(window, (int, np.integer)) and not isinstance(window, bool):
            if window < 0:
                raise ValueError('window must be an integer 0 or greater')
            least = int(window)
        elif hasattr(window, 'get_window_bounds'):
            least = window.window_size
        else:
            self._times, least = self._spans(), 1
        if min_periods is not None:
            if not isinstance(min_periods, (int, np.integer)):
                raise ValueError('min_periods must be an integer')
            if min_periods < 0:
                raise ValueError('min_periods must be >= 0')
            if isinstance(window, (int, np.integer)) and min_periods > window:
                raise ValueError(f'min_periods {min_periods} must be <= window {window}')
        self._least = least if min_periods is None else int(min_periods)
        self._found = None

    def _spans(self):
        """A window of a span of time: the times of the rows, the window in their unit."""
        from pandas.core import dates
        index = self._data.index if self._on is None else self._data[self._on]
        times = np.asarray(index._values)
        if times.dtype.kind not in 'mM':
            raise ValueError('window must be an integer 0 or greater')
        window = self._window
        try:
            if isinstance(window, float):
                raise ValueError('window must be an integer 0 or greater')
            if isinstance(window, str):
                window = dates.span(window if window[:1].isdigit() or window[:1] == '-' else '1' + window)
            else:
                window = dates.span(window)
        except (ValueError, TypeError):
            if isinstance(window, float):
                raise
            raise ValueError(f'passed window {self._window} is not compatible with a datetimelike index') from None
        ticks = times.astype('i8')
        steps = np.diff(ticks)
        if (steps < 0).any() and (steps > 0).any():
            raise ValueError(f"{'index' if self._on is None else self._on} values must be monotonic")
        return ticks, int(window.astype('m8[ns]').astype('i8'))

    def _over(self, data):
        """The same windows over other columns."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, _data=data)
        return made

    def _bounds(self):
        """Where each window begins and ends."""
        if self._found is not None:
            return self._found
        n, closed = len(self._data), self._closed or 'right'
        if hasattr(self._window, 'get_window_bounds'):
            begin, end = self._window.get_window_bounds(n, self._least, self._center, self._closed)
            begin, end = np.asarray(begin), np.asarray(end)
        elif self._times is None:
            end = np.arange(1, n + 1) + ((int(self._window) - 1) // 2 if self._center else 0)
            begin = end - int(self._window)
            if closed in ('left', 'both'):
                begin = begin - 1
            if closed in ('left', 'neither'):
                end = end - 1
        else:
            ticks, wide = self._times
            ticks = ticks if n < 2 or ticks[-1] >= ticks[0] else -ticks
            half = ticks - ticks[:1]
            half = half * 2 if self._center else half       # (half a window may not be a whole number)
            begin = np.searchsorted(half, half - wide, 'left' if closed in ('left', 'both') else 'right')
            if self._center:
                end = np.searchsorted(half, half + wide, 'right' if closed in ('right', 'both') else 'left')
            else:
                end = np.arange(1, n + 1) - (closed in ('left', 'neither'))
                begin = np.minimum(begin, np.arange(n))
        self._found = np.clip(begin, 0, n), np.clip(end, 0, n)
        return self._found

    def __iter__(self):
        begin, end = self._bounds()
        return (self._data.iloc[b:max(b, e)] for b, e in zip(begin.tolist(), end.tolist()))

    def _made(self, f, numeric_only=False):
        """f of what is there in each window."""
        begin, end = self._bounds()

        def column(values):
            out, gone = np.full(len(values), np.nan), missing_in(values)
            for i, (b, e) in enumerate(zip(begin.tolist(), end.tolist())):
                good = values[b:e][~gone[b:e]]
                if len(good) >= self._least and (len(good) or not self._least):
                    out[i] = f(good)
            return out
        return self._each(column, numeric_only)

    def _rows(self, there, *columns):
        """(from, to, where numbers are, a table of each column with a window a row, 0 where no number is), a part of the windows at a time."""
        begin, end = self._bounds()
        widest = int(max((end - begin).max(), 1)) if len(there) else 1
        part = max(_PARTS // widest, 1)
        for at in range(0, len(there), part):
            spots = begin[at:at + part, None] + np.arange(widest)
            inside = spots < end[at:at + part, None]
            spots = np.minimum(spots, len(there) - 1)
            held = inside & there[spots]
            yield at, at + len(spots), held, *(np.where(held, values[spots], 0.0) for values in columns)

    def _counts(self, values):
        """How many numbers each window has."""
        begin, end = self._bounds()
        seen = np.concatenate([[0], np.cumsum(~missing_in(values))])
        return seen[np.maximum(end, begin)] - seen[begin]

    def _together(self, f, numeric_only=False):
        """f of (a table of a window a row with 0 where no number is, how many there are, where they are) for windows that have enough."""
        def column(values):
            out, counts = np.full(len(values), np.nan), self._counts(values)
            for at, to, held, rows in self._rows(~missing_in(values), values):
                n = counts[at:to]
                with np.errstate(all='ignore'):
                    out[at:to] = np.where(n >= self._least, f(rows, n.astype('f8'), held), np.nan)
            return out
        return self._each(column, numeric_only)

    def _doubled(self, parts, merge, nothing):
        """What each window's rows come to: tables of 1, 2, 4, … rows are merged, and each window is put together of them."""
        begin, end = self._bounds()
        size = np.maximum(end - begin, 0)
        spot, found, span = begin.copy(), tuple(np.full(len(begin), x) for x in nothing), 1
        widest = int(size.max()) if len(size) else 0
        while span <= widest:
            takes = np.flatnonzero(size & span)
            at = spot[takes]
            for whole, part in zip(found, merge(tuple(x[takes] for x in found), tuple(x[at] for x in parts))):
                whole[takes] = part
            spot[takes] += span
            if span * 2 <= widest:
                parts = merge(tuple(x[:-span] for x in parts), tuple(x[span:] for x in parts))
            span *= 2
        return found

    def _by_doubling(self, start, merge, nothing, finish, numeric_only):
        """finish of (what the windows come to, how many numbers they have); start makes what each row comes to."""
        def column(values):
            there, n = ~missing_in(values), self._counts(values).astype('f8')
            with np.errstate(all='ignore'):
                return np.where(n >= self._least, finish(self._doubled(start(values, there), merge, nothing), n), np.nan)
        return self._each(column, numeric_only)

    def sum(self, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The sum of each window."""
        return self._by_doubling(_clean, _added, (0.0,), lambda found, n: found[0], numeric_only)

    def mean(self, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The mean of each window."""
        return self._by_doubling(_clean, _added, (0.0,), lambda found, n: found[0] / n, numeric_only)

    def min(self, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The smallest number of each window."""
        return self._by_doubling(lambda v, there: (np.where(there, v, np.inf),), lambda a, b: (np.minimum(a[0], b[0]),), (np.inf,), lambda found, n: np.where(n > 0, found[0], np.nan), numeric_only)

    def max(self, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The largest number of each window."""
        return self._by_doubling(lambda v, there: (np.where(there, v, -np.inf),), lambda a, b: (np.maximum(a[0], b[0]),), (-np.inf,), lambda found, n: np.where(n > 0, found[0], np.nan), numeric_only)

    def var(self, ddof=1, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The variance of each window."""
        return self._by_doubling(lambda v, there: (there.astype('f8'), np.where(there, v, 0.0), np.zeros(len(v))), _spread, (0.0, 0.0, 0.0),
                                 lambda found, n: np.where(n > ddof, found[2] / (n - ddof), np.nan), numeric_only)

    def std(self, ddof=1, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The standard deviation of each window."""
        return self.var(ddof, numeric_only) ** 0.5

    def sem(self, ddof=1, numeric_only=False, *args, **kwargs):
        """The standard error of each window's mean."""
        return self.std(numeric_only=numeric_only) / (self.count() - ddof) ** 0.5

    def count(self, numeric_only=False):
        """How many values each window has."""
        begin, end = self._bounds()
        over = self._over(self._data.notna().astype('i8'))

        def column(values):
            seen = np.concatenate([[0], np.cumsum(values)])
            return np.where(end - begin >= (self._said or 0), seen[np.maximum(end, begin)] - seen[begin], np.nan)
        return over._each(column)

    def median(self, numeric_only=False, engine=None, engine_kwargs=None, **kwargs):
        """The median of each window."""
        return self.quantile(0.5, 'linear', numeric_only)

    def skew(self, numeric_only=False, **kwargs):
        """How lopsided each window is."""
        return self._made(reduce.skewness, numeric_only)

    def kurt(self, numeric_only=False, **kwargs):
        """How heavy the ends of each window are."""
        return self._made(reduce.kurtosis, numeric_only)

    def rank(self, method='average', ascending=True, pct=False, numeric_only=False, **kwargs):
        """The rank of the last number within its window."""
        def place(values):
            v = values if ascending else -values
            last = v[-1]
            below, same = (v < last).sum(), (v == last).sum()
            found = below + 1 if method == 'min' else below + same if method == 'max' else below + (same + 1) / 2
            return found / len(v) if pct else found
        found, (begin, end) = self._made(place, numeric_only), self._bounds()
        return found.where(self._data[found.columns].notna().iloc[np.maximum(end - 1, 0)].set_axis(found.index) if found.ndim == 2 else self._data.notna()._values[np.maximum(end - 1, 0)])

    def quantile(self, quantile, interpolation='linear', numeric_only=False, **kwargs):
        """The value of each window below which a part of the others lies."""
        if interpolation != 'linear':
            return self._made(lambda v: reduce.quantile(v, quantile, interpolation), numeric_only)

        def place(rows, n, held):
            rows = np.sort(np.where(held, rows, np.inf), axis=1)
            at = np.maximum(quantile * (n - 1), 0)
            low = np.floor(at).astype('i8')
            below, above = (np.take_along_axis(rows, np.minimum(spot, rows.shape[1] - 1)[:, None], axis=1)[:, 0] for spot in (low, np.ceil(at).astype('i8')))
            return np.where(n > 0, np.where(at > low, below + (above - below) * (at - low), below), np.nan)
        return self._together(place, numeric_only)

    def apply(self, func, raw=False, engine=None, engine_kwargs=None, args=None, kwargs=None):
        """What a function makes of each window."""
        from pandas.core.series import Series
        begin, end = self._bounds()
        index = self._data.index

        def column(values):
            out, counts = np.full(len(values), np.nan), self._counts(values)
            for i, (b, e) in enumerate(zip(begin.tolist(), end.tolist())):
                if counts[i] >= self._least:
                    out[i] = func(values[b:e] if raw else Series._make(values[b:e], index[b:e], None), *(args or ()), **(kwargs or {}))
            return out
        return self._each(column)

    def cov(self, other=None, pairwise=None, ddof=1, numeric_only=False, **kwargs):
        """The covariance of two columns in each window."""
        return self._pairs(other, pairwise, lambda a, b: self._moments(a, b, ddof)[0])

    def corr(self, other=None, pairwise=None, ddof=1, numeric_only=False, **kwargs):
        """The correlation of two columns in each window."""
        def made(a, b):
            both, left, right = self._moments(a, b, ddof)
            with np.errstate(all='ignore'):
                return both / np.sqrt(left * right)
        return self._pairs(other, pairwise, made)

    def _moments(self, a, b, ddof):
        """(covariance, variance, variance) where both are there."""
        there = ~(missing_in(a) | missing_in(b))
        counts = self._counts(np.where(there, 0.0, np.nan))
        out = np.full((3, len(a)), np.nan)
        for at, to, held, x, y in self._rows(there, a, b):
            n = counts[at:to].astype('f8')
            with np.errstate(all='ignore'):
                x = np.where(held, x - (x.sum(axis=1) / n)[:, None], 0)
                y = np.where(held, y - (y.sum(axis=1) / n)[:, None], 0)
                for k, each in enumerate((x * y, x * x, y * y)):
                    out[k, at:to] = np.where((n >= self._least) & (n > ddof), each.sum(axis=1) / (n - ddof), np.nan)
        return out


class Expanding(Rolling):
    """All rows up to each."""
    __module__ = 'pandas.core.window.expanding'

    def __init__(self, data, min_periods):
        super().__init__(data, len(data), None, False, {})
        self._least = self._said = int(min_periods)

    def _bounds(self):
        n = len(self._data)
        return np.zeros(n, 'i8'), np.arange(1, n + 1)

    def _running(self, f, numeric_only=False):
        """f of (the numbers, 0 where none is; how many there are up to each; where they are)."""
        def column(values):
            there = ~missing_in(values)
            counts = np.cumsum(there).astype('f8')
            with np.errstate(all='ignore'):
                return np.where(counts >= self._least, f(np.where(there, values, 0.0), counts, there), np.nan)
        return self._each(column, numeric_only)

    def sum(self, numeric_only=False, *args, **kwargs):
        """The sum up to each."""
        return self._running(lambda v, n, there: np.cumsum(v), numeric_only)

    def mean(self, numeric_only=False, *args, **kwargs):
        """The mean up to each."""
        return self._running(lambda v, n, there: np.cumsum(v) / n, numeric_only)

    def min(self, numeric_only=False, *args, **kwargs):
        """The smallest up to each."""
        return self._running(lambda v, n, there: np.where(n > 0, np.minimum.accumulate(np.where(there, v, np.inf)), np.nan), numeric_only)

    def max(self, numeric_only=False, *args, **kwargs):
        """The largest up to each."""
        return self._running(lambda v, n, there: np.where(n > 0, np.maximum.accumulate(np.where(there, v, -np.inf)), np.nan), numeric_only)

    def var(self, ddof=1, numeric_only=False, *args, **kwargs):
        """The variance up to each."""
        def spread(v, n, there):
            far = np.where(there, v - (v.sum() / max(n[-1], 1) if len(n) else 0), 0)
            found = np.cumsum(far * far) - np.cumsum(far) ** 2 / np.maximum(n, 1)
            return np.where(n > ddof, np.maximum(found, 0) / (n - ddof), np.nan)
        return self._running(spread, numeric_only)


class BaseIndexer:
    """What says where windows begin and end: a class of its own has get_window_bounds."""
    __module__ = 'pandas.core.indexers.objects'

    def __init__(self, index_array=None, window_size=0, **kwargs):
        self.index_array, self.window_size = index_array, window_size
        for name, value in kwargs.items():
            setattr(self, name, value)

    def get_window_bounds(self, num_values=0, min_periods=None, center=None, closed=None, step=None):
        raise NotImplementedError


class FixedForwardWindowIndexer(BaseIndexer):
    """Windows that begin at each row."""
    __module__ = 'pandas.core.indexers.objects'

    def get_window_bounds(self, num_values=0, min_periods=None, center=None, closed=None, step=None):
        if center:
            raise ValueError("Forward-looking windows can't have center=True")
        if closed is not None:
            raise ValueError("Forward-looking windows don't support setting the closed argument")
        begin = np.arange(num_values, dtype='i8')
        return begin, np.minimum(begin + self.window_size, num_values)

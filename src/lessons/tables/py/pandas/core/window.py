"""rolling, expanding: aggregates over windows of rows that move, of a number of rows or of a span of time, over columns and tables. ewm is in weighted.py."""
import _tables
import numpy as np

from pandas.core.missing import missing_in
from pandas.errors import refuse

KERNELS = {name: i for i, name in enumerate('sum mean var skew kurt min max quantile rank'.split())}
BETWEEN = {name: i for i, name in enumerate('linear lower higher nearest midpoint'.split())}


class Windowed:
    """What columns and tables have in common: each column is calculated, what comes of it has the same labels."""
    _kind = 'Rolling'

    def __str__(self):
        return f"{type(self).__name__} [{','.join(f'{k}={v}' for k, v in self._told() if v is not None)}]"

    __repr__ = __str__

    def _told(self):
        return []

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
            return self._stepped(type(data)._make(f(finite(data._values)), data.index, data.name))
        on = getattr(self, '_on', None)
        if on is not None and on in data.columns:
            return self._beside(on, f, numeric_only)
        keep = [i for i, a in enumerate(data._data) if a.dtype.kind in 'iufb']
        if not keep and len(data.columns):
            from pandas.errors import DataError
            raise DataError('No numeric types to aggregate')
        if len(keep) < len(data.columns) and not numeric_only:
            import warnings
            warnings.warn('Dropping of nuisance columns in rolling operations is deprecated; in a future version this will raise TypeError. Select only valid columns before calling the operation. '
                          f'Dropped columns were {data.columns[[i for i in range(len(data.columns)) if i not in keep]]}', FutureWarning, stacklevel=3)
        return self._stepped(type(data)._make([f(finite(data._data[i])) for i in keep], data.index, data.columns[keep]))

    def _beside(self, on, f, numeric_only):
        """f of the columns other than the one that times are in, which stays as it is."""
        data = self._data
        rest = self._over(data.drop(columns=[on]))
        found = rest._each(f, numeric_only)
        found[on] = data[on].reindex(found.index) if len(found) != len(data) else data[on]
        return found[[c for c in data.columns if c in found.columns]]

    def _stepped(self, found):
        """Of the results every so many, where a step is said."""
        return found

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


def finite(values):
    """A column as doubles, without numbers that have no end."""
    values = np.ascontiguousarray(values, 'f8')
    endless = np.isinf(values)
    return np.where(endless, np.nan, values) if endless.any() else values


class Rolling(Windowed):
    """A window over the values of a column, or of each column of a table."""
    __module__ = 'pandas.core.window.rolling'

    def __init__(self, data, window, min_periods, center, rest):
        rest = dict(rest)
        self._on, self._closed, self._step = rest.pop('on', None), rest.pop('closed', None), rest.pop('step', None)
        axis = rest.pop('axis', 0)
        refuse('rolling', rest, {'method': None} if rest.get('method') in ('single', 'table') else {'win_type': None, 'method': 'single'})
        self._axis = axis
        if self._step is not None and (not isinstance(self._step, (int, np.integer)) or self._step < 0):
            raise ValueError('step must be an integer' if not isinstance(self._step, (int, np.integer)) else 'step must be >= 0')
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

    def _told(self):
        return [('window', self._window), ('min_periods', self._said if self._times is None else self._least), ('center', self._center), ('win_type', None if self._times is None else 'freq'), ('axis', 0), ('closed', self._closed),
                ('method', 'single')]

    def _spans(self):
        """A window of a span of time: the times of the rows, the window in their unit."""
        from pandas.core import dates
        index = self._data.index if self._on is None else self._data[self._on]
        times = np.asarray(index._values)
        if times.dtype.kind not in 'mM':
            raise ValueError('window must be an integer 0 or greater')
        window = self._window
        if hasattr(window, 'nanos') and not hasattr(window, '_n'):
            window = np.timedelta64(window.nanos, 'ns')
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

    def _stepped(self, found):
        return found if self._step in (None, 1) else found._rows(slice(None, None, int(self._step)))

    def _counts(self, values):
        """How many numbers each window has."""
        begin, end = self._bounds()
        seen = np.concatenate([[0], np.cumsum(~missing_in(values))])
        return seen[np.maximum(end, begin)] - seen[begin]

    def _by_kernel(self, name, numeric_only=False, given=0.0, way=0, flag=False, least=None):
        """What a kernel makes of each window."""
        return self._each(lambda values: self._run(name, values, given, way, flag, least), numeric_only)

    def _run(self, name, values, given=0.0, way=0, flag=False, least=None):
        begin, end = self._bounds()
        out = np.empty(len(values))
        _tables.window(np.ascontiguousarray(values, 'f8'), np.ascontiguousarray(begin, 'i8'), np.ascontiguousarray(np.maximum(begin, end), 'i8'), out, KERNELS[name], self._least if least is None else least,
                       given, way, flag)
        return out

    def sum(self, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The sum of each window."""
        return self._by_kernel('sum', numeric_only)

    def mean(self, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The mean of each window."""
        return self._by_kernel('mean', numeric_only)

    def min(self, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The smallest number of each window."""
        return self._by_kernel('min', numeric_only)

    def max(self, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The largest number of each window."""
        return self._by_kernel('max', numeric_only)

    def var(self, ddof=1, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The variance of each window."""
        return self._by_kernel('var', numeric_only, ddof)

    def std(self, ddof=1, numeric_only=False, *args, engine=None, engine_kwargs=None, **kwargs):
        """The standard deviation of each window."""
        return self._each(lambda values: np.sqrt(self._run('var', values, ddof)), numeric_only)

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
        return self._by_kernel('skew', numeric_only)

    def kurt(self, numeric_only=False, **kwargs):
        """How heavy the ends of each window are."""
        return self._by_kernel('kurt', numeric_only)

    def rank(self, method='average', ascending=True, pct=False, numeric_only=False, **kwargs):
        """The rank of the last number within its window."""
        way = {'average': 0, 'min': 1, 'max': 2}.get(method)
        if way is None:
            raise KeyError(method)
        return self._by_kernel('rank', numeric_only, 0.0, way if ascending else way + 4, pct)

    def quantile(self, quantile, interpolation='linear', numeric_only=False, **kwargs):
        """The value of each window below which a part of the others lies."""
        if not 0 <= quantile <= 1:
            raise ValueError(f'quantile value {float(quantile)} not in [0, 1]')
        if interpolation not in BETWEEN:
            raise ValueError(f"Interpolation '{interpolation}' is not supported")
        return self._by_kernel('quantile', numeric_only, float(quantile), BETWEEN[interpolation])

    def apply(self, func, raw=False, engine=None, engine_kwargs=None, args=None, kwargs=None):
        """What a function makes of each window."""
        from pandas.core.series import Series
        if raw not in (True, False):
            raise ValueError('raw parameter must be `True` or `False`')
        if isinstance(func, str):
            return getattr(self, func)()
        begin, end = self._bounds()
        begin, end = begin.tolist(), end.tolist()
        index, args, kwargs, least = self._data.index, args or (), kwargs or {}, self._least

        def column(values):
            enough = (self._counts(values) >= least).tolist()
            if raw:
                return np.array([func(values[b:e], *args, **kwargs) if good else np.nan for b, e, good in zip(begin, end, enough)], 'f8')
            return np.array([func(Series._make(values[b:e], index[b:e], None), *args, **kwargs) if good else np.nan for b, e, good in zip(begin, end, enough)], 'f8')
        return self._each(column)

    def cov(self, other=None, pairwise=None, ddof=1, numeric_only=False, **kwargs):
        """The covariance of two columns in each window."""
        return self._pairs(other, pairwise, lambda a, b: self._moments(a, b, ddof, False)[0])

    def corr(self, other=None, pairwise=None, ddof=1, numeric_only=False, **kwargs):
        """The correlation of two columns in each window."""
        def made(a, b):
            both, left, right = self._moments(a, b, ddof)
            with np.errstate(all='ignore'):
                return both / np.sqrt(left * right)
        return self._pairs(other, pairwise, made)

    def _moments(self, a, b, ddof, spreads=True):
        """(covariance, variance, variance) where both are there."""
        gone = missing_in(a) | missing_in(b)
        a, b = np.where(gone, np.nan, a), np.where(gone, np.nan, b)
        counts = self._counts(a).astype('f8')
        with np.errstate(all='ignore'):
            a, b = (x - x[~gone].mean() if not gone.all() else x for x in (a, b))       # (of numbers far from 0 nothing is lost)
            both = (self._run('mean', a * b) - self._run('mean', a) * self._run('mean', b)) * (counts / (counts - ddof))
        both = np.where(counts > ddof, both, np.nan)
        return (both, self._run('var', a, ddof), self._run('var', b, ddof)) if spreads else (both,)


class Expanding(Rolling):
    """All rows up to each."""
    __module__ = 'pandas.core.window.expanding'

    def __init__(self, data, min_periods):
        super().__init__(data, len(data), None, False, {})
        self._least = self._said = int(min_periods)

    def _told(self):
        return [('min_periods', self._least), ('center', False), ('axis', 0), ('method', 'single')]

    def _bounds(self):
        n = len(self._data)
        return np.zeros(n, 'i8'), np.arange(1, n + 1)


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

"""groupby: rows in groups by keys, aggregates of each group."""
from collections import namedtuple
from math import fsum

import _tables
import numpy as np

from pandas.core import reduce
from pandas.core.algorithms import counted, factorized
from pandas.core.dtypes import array_of, is_list_like, listed, objects
from pandas.core.hashed import ordered, renumbered, within
from pandas.core.indexes.base import Index, index_of
from pandas.core.missing import missing_in, missing_one

NamedAgg = namedtuple('NamedAgg', ['column', 'aggfunc'])
EACH = ('dtypes', 'is_monotonic_increasing', 'is_monotonic_decreasing', 'take', 'mad', 'cov', 'corrwith', 'skew', 'kurt', 'dtype', 'tshift', 'asof', 'hist', 'plot', 'boxplot')
RUNNING = ('cumsum', 'cumprod', 'cummax', 'cummin')     # of numbers only
NUMERIC = ('sum', 'mean', 'std', 'var', 'median', 'prod', 'sem', 'skew')


def grouped(obj, by, level, as_index, sort, dropna, group_keys=True, observed=False):
    """The groups of a table or a column."""
    only = by[0] if isinstance(by, list) and len(by) == 1 else by
    if getattr(only, 'freq', None) is not None and hasattr(only, 'labels_of'):
        from pandas.core.resample import Bins, in_time
        obj = in_time(obj, only)
        keys = Bins(only.labels_of(obj), only, [only.key] if only.key is not None and obj.ndim == 2 and only.key in obj.columns else [])
    else:
        keys = Keys(obj, by, level, only.sort if hasattr(only, 'labels_of') else sort, dropna, observed)
    found = (SeriesGroupBy if obj.ndim == 1 else DataFrameGroupBy)(obj, keys, as_index)
    found._group_keys = group_keys
    return found


class Keys:
    """What rows are grouped by: a group's number for each row, and the labels of the groups."""

    back = None         # of each label of `result` the number of its group, -1 where no row is in it: only where categories are counted that do not stand together

    def __init__(self, obj, by, level, sort, dropna, observed=False):
        if by is None and level is None:
            raise TypeError("You have to supply one of 'by' and 'level'")
        self.inside, self.names, arrays = [], [], []
        self.single = not isinstance(by, (list,)) and not (isinstance(level, (list, tuple)))
        if by is None:
            by = [obj.index.get_level_values(x) for x in (level if isinstance(level, (list, tuple)) else [level])]
        elif not isinstance(by, list) or len(by) == len(obj) and not self.all_names(obj, by):
            by, self.single = [by], True
        for key in by:
            name, values = self.read(obj, key)
            self.names.append(name)
            arrays.append(values)
        for a in arrays:
            if len(a) != len(obj):
                raise ValueError('Grouper and axis must be same length')
        codes = [coded(a, sort, dropna, observed) for a in arrays]
        if len(codes) == 1:
            self.codes, found = codes[0]
            self.index = self.result = index_of(found, self.names[0])
        else:
            self.several(codes, sort, not observed and any(hasattr(a, '_codes') for a in arrays))
        self.n = len(self.index)

    def all_names(self, obj, by):
        """Whether a list holds names of columns, levels or arrays rather than a value a row."""
        return all(is_list_like(x) and not isinstance(x, tuple) or callable(x) or obj.ndim == 2 and x in obj.columns or x in obj.index.names and x is not None for x in by)

    def several(self, codes, sort, crossed):
        whole = np.zeros(len(codes[0][0]), np.intp)
        gone = np.zeros(len(whole), bool)
        for c, found in codes:
            whole = whole * (len(found) or 1) + c
            gone |= c < 0
        whole[gone] = -1
        self.codes, found = factorized(whole[~gone], sort)
        full = np.full(len(whole), -1, np.intp)
        full[~gone] = self.codes
        self.codes = full
        if crossed:
            self.cross([labels for _, labels in codes], found)
        parts = []
        for c, values in reversed(codes):
            parts.insert(0, values[found % (len(values) or 1)])
            found = found // (len(values) or 1)
        from pandas.core.indexes.multi import MultiIndex
        self.index = MultiIndex._over(parts, self.names, None if sort else [values for _, values in codes])
        if not crossed:
            self.result = self.index

    def cross(self, levels, found):
        """Each label of every level with each of the others."""
        from pandas.core.indexes.multi import MultiIndex
        sizes = [len(x) for x in levels]
        total = int(np.prod(sizes))
        spots = np.unravel_index(np.arange(total), sizes)
        self.result = MultiIndex._over([x[s] for x, s in zip(levels, spots)], self.names)
        self.back = np.full(total, -1, np.intp)
        self.back[found] = np.arange(len(found))

    def spread(self, values, what):
        """A value a group as a value a label of the result."""
        if self.back is None:
            return values
        from pandas.core.dtypes import put, take
        gone = self.back < 0
        if what in ('sum', 'size', 'count') and gone.any() and len(values):
            return put(values[np.where(gone, 0, self.back)], gone, 0)
        return take(values, self.back)

    def read(self, obj, key):
        if hasattr(key, 'labels_of'):
            return self.binned(obj, key)
        if obj.ndim == 2 and not hasattr(key, '_values') and not isinstance(key, (np.ndarray, list, dict)) and not callable(key):
            if key in obj.columns:
                self.inside.append(key)
                return key, obj[key]._values
            if key in obj.index.names and key is not None:
                return key, obj.index.get_level_values(key)._values
            raise KeyError(key)
        if hasattr(key, '_index_of'):
            if obj.ndim == 2 and key.name in obj.columns and obj[key.name]._values is key._values:
                self.inside.append(key.name)
            return key.name, key._values if key.index.equals(obj.index) else key.reindex(obj.index)._values
        if callable(key):
            return obj.index.name, array_of([key(x) for x in obj.index])
        if isinstance(key, dict):
            return obj.index.name, array_of([key.get(x, np.nan) for x in obj.index])
        if obj.ndim == 1 and isinstance(key, str):
            if key in obj.index.names:
                return key, obj.index.get_level_values(key)._values
            raise KeyError(key)
        return getattr(key, 'name', None), array_of(key)

    def binned(self, obj, how):
        """The labels of a Grouper's bins, or of what it names."""
        labels = how.labels_of(obj)
        if how.key is not None and obj.ndim == 2 and how.key in obj.columns:
            self.inside.append(how.key)
        if how.freq is None:
            return labels.name, labels._values
        from pandas.core.dtypes import take
        from pandas.core.resample import bins_of
        codes, shown, _ = bins_of(labels, how)
        return labels.name, take(shown._values, codes)

    def positions(self):
        """The positions of each group's rows."""
        return Spots(self.codes, self.n)


class Spots:
    """The positions of each group's rows, found when somebody asks for them; codes: the group of each row."""

    def __init__(self, codes, n):
        self.codes, self.n, self._made = np.ascontiguousarray(codes, 'i8'), n, None

    def _all(self):
        if self._made is None:
            order, ends = ordered(self.codes, self.n)
            ends = ends.tolist()
            self._made = [order[a:b] for a, b in zip([0] + ends, ends)]
        return self._made

    def __len__(self):
        return self.n

    def __iter__(self):
        return iter(self._all())

    def __getitem__(self, key):
        return self._all()[key]

    def __add__(self, other):
        return self._all() + list(other)

    @property
    def sizes(self):
        """How many rows each group has."""
        return np.bincount(self.codes[self.codes >= 0], minlength=self.n).astype('i8')


KERNELS = {name: i for i, name in enumerate('sum mean var min max prod median'.split())}


def by_kernel(values, spots, what, ddof=1):
    """An aggregate of numbers for each group, by the compiled kernel; None: there is none for it."""
    kind = values.dtype.kind
    name = {'std': 'var', 'sem': 'var'}.get(what, what)
    if not isinstance(spots, Spots) or kind not in 'iufb' or name not in KERNELS and what not in ('count', 'size') or values.dtype.itemsize == 8 and kind == 'u':
        return None
    if what == 'size':
        return spots.sizes
    if what == 'count':
        if kind != 'f':
            return spots.sizes
        codes = spots.codes[~np.isnan(values)]
        return np.bincount(codes[codes >= 0], minlength=spots.n).astype('i8')
    exact = kind in 'iub' and what in ('sum', 'min', 'max', 'prod')
    if exact and (what == 'prod' or len(values) and float(np.abs(values.astype('f8')).max()) * (len(values) if what == 'sum' else 1) >= 2 ** 53):
        return None         # (more than doubles hold)
    out, counts = np.empty(spots.n), np.empty(spots.n, 'i8')
    _tables.group(np.ascontiguousarray(values, 'f8'), spots.codes, out, counts, KERNELS[name], ddof)
    if what in ('std', 'sem'):
        with np.errstate(all='ignore'):
            out = np.sqrt(out) if what == 'std' else np.sqrt(out) / np.sqrt(counts)
    if exact and (what == 'sum' or counts.all()):
        return out.astype('i8' if kind == 'b' and what == 'sum' else values.dtype)
    if exact and kind == 'b':
        return None
    return out.astype(values.dtype) if kind == 'f' and values.dtype.itemsize < 8 and what in ('sum', 'mean', 'min', 'max', 'prod') else out


def coded(values, sort, dropna, observed):
    """As factorized; of categories all, unless only those are asked for that stand."""
    if not hasattr(values, '_codes') or observed:
        return factorized(values, sort, dropna and not hasattr(values, '_codes') or hasattr(values, '_codes'))
    order = np.arange(len(values.categories))
    from pandas.core.extended.categories import over
    if sort:
        return values._codes.astype('i8'), over(order.astype(values._codes.dtype), values.dtype)
    seen = values._factorized(False, True)[1]._codes
    order = np.concatenate([seen, np.setdiff1d(order, seen)]).astype(np.intp)
    return renumbered(values._codes, np.argsort(order)), over(order.astype(values._codes.dtype), values.dtype)


def aggregated(values, spots, what, **more):
    """One aggregate of a column for each group."""
    kind = values.dtype.kind
    if hasattr(values, '_grouped') and what not in ('size', 'count', 'nunique', 'first', 'last'):
        return values._grouped(spots, what, more)
    least = more.pop('min_count', -1)
    if least > 0 and what in ('sum', 'prod', 'min', 'max', 'first', 'last'):
        found = aggregated(values, spots, what, **more)
        few = aggregated(values, spots, 'count') < least
        if not few.any():
            return found
        from pandas.core.dtypes import put
        return put(found.copy(), few, np.nan)
    if set(more) <= {'ddof'}:
        found = by_kernel(values, spots, what, **more)
        if found is not None:
            return found
    if what == 'size':
        return np.array([len(s) for s in spots], 'i8')
    if what == 'count':
        good = ~missing_in(values)
        return np.array([int(good[s].sum()) for s in spots], 'i8')
    if what == 'nunique':
        return np.array([reduce.differing(values[s]) for s in spots], 'i8')
    if what in ('first', 'last'):
        from pandas.core.dtypes import take
        codes = spots.codes if isinstance(spots, Spots) else codes_of(spots, len(values))
        gone = missing_in(values)
        if not gone.any() and len(codes) and codes[0] >= 0 and (codes[:-1] <= codes[1:]).all():
            ends = np.searchsorted(codes, np.arange(len(spots) + 1))
            at = np.where(ends[:-1] == ends[1:], -1, ends[:-1] if what == 'first' else ends[1:] - 1)
        else:
            rows = np.flatnonzero(~gone & (codes >= 0))
            rows = rows[::-1] if what == 'first' else rows
            at = np.full(len(spots), -1, np.intp)
            at[codes[rows]] = rows          # (the last that is written stays)
        taken = take(values, at)
        if kind == 'O' and type(values) is np.ndarray:
            taken[at < 0] = None
        return taken
    if kind == 'f' and what in ('sum', 'mean') and values.dtype.itemsize == 8:
        good = ~missing_in(values)
        parts = [values[s[good[s]]].tolist() for s in spots]
        safe = np.isfinite(values[good]).all()
        sums = [fsum(p) if safe else sum(p) for p in parts]
        return np.array([t if what == 'sum' else t / len(p) if p else np.nan for t, p in zip(sums, parts)], 'f8')
    if kind in 'iub' and what in ('sum', 'min', 'max', 'prod') and spots:
        found = [reduce.FUNCTIONS[what](values[s]) for s in spots]
        if what in ('min', 'max') and not all(map(len, spots)):
            return np.array(found, 'f8')
        return np.array(found, values.dtype if kind != 'b' or what in ('min', 'max') else 'i8')
    if kind == 'O' and what in ('mean', 'std', 'var', 'median', 'sem', 'skew', 'prod'):
        values = numbers_among(values, spots)
        if what in ('mean', 'var', 'median'):
            return aggregated(values, spots, what, **more)
    if kind == 'b' and what not in ('any', 'all'):
        values = values.astype('f8')
    if kind == 'O' and what == 'sum':
        good = ~missing_in(values)
        return objects([reduce.total(values[s[good[s]]]) for s in spots])
    if kind == 'O' and what in ('min', 'max'):
        good = ~missing_in(values)
        spots = [s[good[s]] for s in spots]
    found = [reduce.FUNCTIONS[what](values[s], **more) for s in spots]
    if what in ('std', 'var', 'median', 'sem', 'skew', 'mean') and kind in 'iufb':
        return np.array(found, 'f8')
    return array_of(found) if found else np.empty(0, values.dtype)


def numbers_among(values, spots):
    """Objects that are numbers, as numbers; TypeError: some are none."""
    if not all(isinstance(x, (int, float, np.number)) or missing_one(x) for x in values):
        raise TypeError('Could not convert ' + ''.join(map(str, values[spots[0]] if spots else ())) + ' to numeric')
    return np.array([np.nan if missing_one(x) else x for x in values], 'f8')


def codes_of(spots, n):
    """The group of each row, of the rows of each group."""
    codes = np.full(n, -1, np.intp)
    for k, s in enumerate(spots):
        codes[s] = k
    return codes


class Groups(dict):
    """The labels of each group's rows."""

    def __repr__(self):
        from pandas.io.formats.format import pretty
        return pretty(self)


class GroupBy:
    """Groups of rows."""
    __module__ = 'pandas.core.groupby.groupby'
    _group_keys = True          # True, False, or nothing said

    def __init__(self, obj, keys, as_index, chosen=None):
        self.obj, self._keys, self._as_index, self._chosen = obj, keys, as_index, chosen
        self._spots_made = None

    def _spots(self):
        if self._spots_made is None:
            self._spots_made = self._keys.positions()
        return self._spots_made

    def __len__(self):
        return self._keys.n

    ndim = property(lambda self: self.obj.ndim)
    ngroups = property(lambda self: self._keys.n)

    @property
    def groups(self):
        if hasattr(self._keys, 'edges'):         # (of bins of time pandas tells where each ends)
            return dict(zip(self._keys.index, np.cumsum(self._spots().sizes).tolist()))
        return Groups((k, self.obj.index[s]) for k, s in zip(self._keys.index, self._spots()))

    @property
    def indices(self):
        return dict(zip(self._keys.index, self._spots()))

    def _part(self, spots):
        return self._shown()._rows(spots)

    def __iter__(self):
        for k, s in zip(self._keys.index, self._spots()):
            yield k, self._part(s)

    def get_group(self, name, obj=None):
        """The rows of one group."""
        table = dict(zip(self._keys.index, self._spots()))
        if name not in table or not len(table[name]):
            raise KeyError(name)
        return self._part(table[name])

    def size(self):
        """How many rows each group has."""
        from pandas.core.series import Series
        found = Series._make(self._keys.spread(aggregated(np.empty(0), self._spots(), 'size'), 'size'), self._keys.result, self.obj.name if self.obj.ndim == 1 else None)
        return found if self._as_index else found.to_frame('size').reset_index()

    def cumcount(self, ascending=True):
        """The number of each row within its group."""
        from pandas.core.series import Series
        spots = self._spots()
        if isinstance(spots, Spots):
            out = within(spots.codes, spots.n, not ascending)
        else:
            out = np.zeros(len(self.obj), 'i8')
            for s in spots:
                out[s] = np.arange(len(s)) if ascending else np.arange(len(s))[::-1]
        out = self._unknown(out)
        return Series._make(out, self.obj.index, None)

    def ngroup(self, ascending=True):
        """The number of each row's group."""
        from pandas.core.series import Series
        codes = self._keys.codes
        return Series._make(self._unknown((codes if ascending else np.where(codes < 0, -1, self._keys.n - 1 - codes)).astype('i8')), self.obj.index, None)

    def _unknown(self, numbers):
        """Numbers of rows, NaN for those in no group."""
        gone = self._keys.codes < 0
        return np.where(gone, np.nan, numbers) if gone.any() else numbers

    def head(self, n=5):
        """The first rows of each group."""
        return self._some([s[:n] for s in self._spots()])

    def tail(self, n=5):
        """The last rows of each group."""
        return self._some([s[-n:] for s in self._spots()])

    def nth(self, n, dropna=None):
        """The n-th row of each group, or several; of the rows that lack nothing (dropna='any'), or not everything ('all')."""
        numbers = [n] if not is_list_like(n) else list(n)
        spots = self._spots()
        if dropna:
            if len(numbers) > 1:
                raise ValueError('dropna option with a list of nth values is not supported')
            if dropna not in ('any', 'all'):
                raise ValueError(f"For a DataFrame or Series groupby.nth, dropna must be either None, 'any' or 'all', (was passed {dropna}).")
            shown = self._shown()
            gone = np.asarray(getattr(shown.isna(), dropna)(axis=1)) if shown.ndim == 2 else missing_in(shown._values)
            spots = [s[~gone[s]] for s in spots]
        taken = [sorted({int(x) for k in numbers for x in (s[k] if isinstance(k, slice) else [s[k]] if -len(s) <= k < len(s) else [])}) for s in spots]
        rows = np.array([x for group in taken for x in group], np.intp)
        if not self._as_index:
            return self._shown()._rows(np.sort(rows))
        if len(numbers) == 1 and any(not group for group in taken) and hasattr(self._keys.result._values, '_codes'):
            part = self._shown().reindex(self.obj.index)
            from pandas.core.dtypes import take
            spots = np.array([group[0] if group else -1 for group in taken], np.intp)
            part = part._make(take(part._values, spots), self._keys.result, part.name) if part.ndim == 1 else part._make([take(a, spots) for a in part._data], self._keys.result, part.columns)
            return part.drop(columns=[c for c in self._keys.inside if c in part.columns]) if part.ndim == 2 else part
        part = self._shown()._rows(rows)
        part.__dict__['_index'] = self._keys.index[np.repeat(np.arange(len(taken)), [len(group) for group in taken])]
        return part.drop(columns=[c for c in self._keys.inside if c in part.columns]) if part.ndim == 2 else part

    def _held(self, func, dropna):
        """The rows of the groups for which a function holds; without dropna the others are there, and lack everything."""
        spots = [s for s in self._spots() if func(self._part(s))]
        if dropna:
            return self._some(spots)
        keep = np.zeros(len(self.obj), bool)
        for s in spots:
            keep[s] = True
        shown = self._shown()
        return shown.where(keep) if shown.ndim == 1 else shown._with([type(shown._column(0))._make(a, shown.index, None).where(keep)._values for a in shown._data])

    def rolling(self, window, min_periods=None, center=False, **rest):
        """A window that moves within each group."""
        return Moving(self, 'rolling', (window, min_periods, center), rest)

    def resample(self, rule, *args, **rest):
        """The rows of each group in bins of time."""
        from pandas.core.resample import GroupResampler
        return GroupResampler(self, rule, rest)

    def ewm(self, com=None, span=None, halflife=None, alpha=None, min_periods=0, adjust=True, **rest):
        """The values of each group, older ones counting less."""
        return Moving(self, 'ewm', (com, span, halflife, alpha, min_periods, adjust), rest)

    def expanding(self, min_periods=1):
        """The values of each group up to each."""
        return Moving(self, 'expanding', (min_periods,), {})

    def _some(self, spots):
        whole = np.sort(np.concatenate(spots)) if spots else np.empty(0, np.intp)
        return self._shown()._rows(whole)

    def sample(self, n=None, frac=None, replace=False, weights=None, random_state=None):
        """Rows of each group drawn at random."""
        from pandas.core.reshape.concat import concat
        if random_state is not None and not hasattr(random_state, 'choice'):
            random_state = np.random.RandomState(random_state)
        if weights is not None and not isinstance(weights, str):
            from pandas.core.series import Series
            weights = weights if hasattr(weights, 'index') and not isinstance(weights, list) else Series(list(weights), self.obj.index)
            return concat([part.sample(n, frac, replace, weights.reindex(part.index), random_state) for _, part in self])
        return concat([part.sample(n, frac, replace, weights, random_state) for _, part in self])

    def pipe(self, func, *args, **kwargs):
        """func(self, …)."""
        return func(self, *args, **kwargs)

    def apply(self, func, *args, **kwargs):
        """What a function makes of each group, put together."""
        if isinstance(func, str):
            return getattr(self, func)(*args, **kwargs)
        found = []
        for k, s in zip(self._keys.index, self._spots()):
            part = self._part(s)
            object.__setattr__(part, '_name' if part.ndim == 1 else '_group', k if part.ndim == 2 else part._name)
            if part.ndim == 2:
                part.__dict__['name'] = k
            found.append(func(part, *args, **kwargs))
        return self._glued(found)

    def _glued(self, found):
        from pandas.core.frame import DataFrame
        from pandas.core.reshape.concat import concat
        from pandas.core.series import Series
        index = self._keys.index
        if found and all(x is None for x in found):
            return DataFrame()
        if not found:
            return self._shown()
        frames = all(isinstance(x, (DataFrame, Series)) for x in found)
        alike = frames and all(x.index.equals(self.obj.index[s]) for x, s in zip(found, self._spots()))
        if alike and self._group_keys is not True and (isinstance(found[0], DataFrame) or self.obj.ndim == 1):
            whole = concat(found)
            order = np.argsort(np.concatenate(self._spots()), kind='stable')
            return whole._rows(order)
        if frames and isinstance(found[0], Series) and self.obj.ndim == 2 and all(x.index.equals(found[0].index) for x in found):
            names = {x.name for x in found}
            columns = found[0].index
            if columns.nlevels == 1 and columns.name is None and len(names) == 1:
                columns = columns._renamed(names.pop())
            rows = DataFrame([list(x) for x in found], index=index, columns=columns)
            return rows if self._as_index else rows.reset_index()
        if frames and self._group_keys is False:
            return concat(found)
        if frames:
            levels = [index.get_level_values(i)._values for i in range(index.nlevels)]
            counts = [len(x) for x in found]
            whole = concat(found)
            from pandas.core.indexes.multi import MultiIndex
            outer = [np.repeat(a, counts) for a in levels]
            inner = [whole.index.get_level_values(i)._values for i in range(whole.index.nlevels)]
            whole.__dict__['_index'] = MultiIndex._over(outer + inner, list(index.names) + list(whole.index.names))
            if whole.ndim == 1:
                whole._name = self.obj.name if self.obj.ndim == 1 else found[0].name
            return whole
        values = Series._make(self._keys.spread(array_of(found), None), self._keys.result, self.obj.name if self.obj.ndim == 1 else None)
        if self._as_index:
            return values
        made = values.to_frame('').reset_index()
        made.columns = Index(list(made.columns)[:-1] + [None])
        return made

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        if self.obj.ndim == 2 and name in self.obj.columns:
            return self[name]
        if name in EACH:
            return self._each_has(name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def _named(self, name):
        """The method of a name."""
        if not hasattr(type(self), name) and name not in EACH:
            raise AttributeError(f"'{name}' is not a valid function for '{type(self).__name__}' object")
        return getattr(self, name)

    def _each_has(self, name):
        """What each group's table or column has under a name, put together; a method is called."""
        def part_of(part):
            return part if part.ndim == 1 else part[self._value_columns()]
        if not callable(getattr(type(self.obj), name)):
            return self.apply(lambda part: getattr(part_of(part), name))

        def method(*args, **kwargs):
            whole = GroupBy.__new__(type(self))
            whole.__dict__.update(self.__dict__, _group_keys=True)
            return whole.apply(lambda part: getattr(part_of(part), name)(*args, **kwargs))
        return method

    def ohlc(self):
        """The first, the largest, the smallest and the last value of each group."""
        from pandas.core.reshape.concat import concat
        if self.obj.ndim == 1:
            return concat([self.first(), self.max(), self.min(), self.last()], axis=1, keys=['open', 'high', 'low', 'close'])
        return concat([self[c].ohlc() for c in self._value_columns()], axis=1, keys=self._value_columns())

    def describe(self, **kwargs):
        """Counts, means, spreads and quantiles of each group."""
        from pandas.core.frame import DataFrame
        if self.obj.ndim == 1:
            rows = [part.describe(**kwargs) for _, part in self]
            return DataFrame([r._values for r in rows], index=self._keys.index, columns=rows[0].index)
        from pandas.core.reshape.concat import concat
        names = [c for c, a in zip(self._value_columns(), self._values()) if a.dtype.kind in 'iuf']
        made = concat([self[c].describe(**kwargs) for c in names], axis=1, keys=names)
        return made if self._as_index else made.reset_index(drop=True)


class SeriesGroupBy(GroupBy):
    """Groups of a column."""
    __module__ = 'pandas.core.groupby.generic'

    def _shown(self):
        return self.obj

    def _aggregate(self, what, numeric_only=None, **more):
        from pandas.core.series import Series
        found = Series._make(self._keys.spread(aggregated(self.obj._values, self._spots(), what, **more), what), self._keys.result, self.obj.name)
        return found if self._as_index else found.to_frame().reset_index()

    def agg(self, func=None, *args, **kwargs):
        """What functions make of each group; a list of them makes a frame."""
        from pandas.core.frame import DataFrame
        from pandas.core.series import Series
        if func is None:
            return DataFrame({k: self.agg(f) for k, f in kwargs.items()})
        if isinstance(func, dict):
            from pandas.errors import SpecificationError
            raise SpecificationError('nested renamer is not supported')
        if isinstance(func, (list, tuple)):
            made = DataFrame._make([SeriesGroupBy(self.obj, self._keys, True).agg(called(f))._values for f in func], self._keys.result, Index(names_of(func)))
            return made
        name = called(func)
        if isinstance(name, str):
            return self._named(name)(*args, **kwargs)
        found = self._spots().sizes if func is len and isinstance(self._spots(), Spots) else array_of([func(part, *args, **kwargs) for _, part in self])
        return Series._make(self._keys.spread(found, None), self._keys.result, self.obj.name)

    aggregate = agg

    def transform(self, func, *args, **kwargs):
        """What a function makes of each group, as long as the column was."""
        return self.obj._like_of(transformed(self, self.obj._values, func, args, kwargs))

    def filter(self, func, dropna=True):
        """The rows of the groups for which a function holds."""
        return self._held(func, dropna)

    def unique(self):
        """The different values of each group."""
        from pandas.core.series import Series
        return Series._make(objects([p.unique() for _, p in self]), self._keys.index, self.obj.name)

    def value_counts(self, normalize=False, sort=True, ascending=False, bins=None, dropna=True):
        """How often each value stands in each group."""
        from pandas.core.indexes.multi import MultiIndex
        from pandas.core.series import Series
        labels, values, counts = [], [], []
        for i, (_, part) in enumerate(self):
            found, n = counted(part._values, normalize, sort, ascending, dropna)
            labels += [i] * len(found)
            values += listed(found)
            counts += n.tolist()
        index, spots = self._keys.index, np.array(labels, np.intp)
        outer = [index.get_level_values(i)._values[spots] for i in range(index.nlevels)]
        return Series._make(array_of(counts), MultiIndex._over(outer + [array_of(values)], list(index.names) + [self.obj.name]), self.obj.name)

    def nlargest(self, n=5, keep='first'):
        """The n largest values of each group."""
        return self.apply(lambda s: s.nlargest(n))

    def nsmallest(self, n=5, keep='first'):
        """The n smallest values of each group."""
        return self.apply(lambda s: s.nsmallest(n))


class DataFrameGroupBy(GroupBy):
    """Groups of a table."""
    __module__ = 'pandas.core.groupby.generic'

    def __getitem__(self, key):
        if isinstance(key, (list, Index)):
            absent = [c for c in key if c not in self.obj.columns]
            if absent:
                raise KeyError(f'Columns not found: {str(absent)[1:-1]}')
            return self._of(DataFrameGroupBy(self.obj, self._keys, self._as_index, list(key)))
        if isinstance(key, tuple) and len(key) > 1:
            return self._of(DataFrameGroupBy(self.obj, self._keys, self._as_index, list(key)))
        if key not in self.obj.columns:
            raise KeyError(f'Column not found: {key}')
        return self._of(SeriesGroupBy(self.obj[key], self._keys, self._as_index))

    def _of(self, found):
        found._group_keys = self._group_keys
        return found

    def _value_columns(self):
        return self._chosen if self._chosen is not None else [c for c in self.obj.columns if c not in self._keys.inside]

    def _values(self):
        return [self.obj[c]._values for c in self._value_columns()]

    def _shown(self):
        return self.obj if self._chosen is None else self.obj[self._chosen]

    def _aggregate(self, what, numeric_only=None, **more):
        from pandas.core.frame import DataFrame
        data, names = [], []
        some = any(a.dtype.kind in 'iufb' or hasattr(a, '_mask') for a in self._values())
        for c, a in zip(self._value_columns(), self._values()):
            if a.dtype.kind == 'M' and some and numeric_only is None and what in NUMERIC:
                continue
            if a.dtype.kind not in 'iufbmM' and not hasattr(a, '_mask') and (numeric_only or (numeric_only is None and what in ('sum', 'prod') and some)):
                continue
            try:
                data.append(self._keys.spread(aggregated(a, self._spots(), what, **more), what))
                names.append(c)
            except TypeError:
                import warnings
                warnings.warn(f'The default value of numeric_only in DataFrameGroupBy.{what} is deprecated. In a future version, numeric_only will default to False. Either specify numeric_only or select '
                              'only columns which should be valid for the function.', FutureWarning, stacklevel=3)
        columns = Index(names, name=self.obj.columns.name) if names else Index([])
        if names and self.obj.columns.nlevels > 1:
            columns = columns.set_names(list(self.obj.columns.names))
        found = DataFrame._make(data, self._keys.result, columns)
        return found if self._as_index else found.reset_index()

    def agg(self, func=None, *args, **kwargs):
        """What functions make of the columns of each group."""
        from pandas.core.frame import DataFrame
        from pandas.core.indexes.multi import MultiIndex
        if func is None:
            if not kwargs:
                raise TypeError("Must provide 'func' or tuples of '**kwargs.")
            made = DataFrame._make([self[c].agg(f)._values if self._as_index else SeriesGroupBy(self.obj[c], self._keys, True).agg(f)._values for c, f in kwargs.values()], self._keys.result, Index(list(kwargs)))
            return made if self._as_index else made.reset_index()
        one = lambda c: SeriesGroupBy(self.obj[c], self._keys, True)
        if isinstance(func, dict):
            absent = [c for c in func if c not in self.obj.columns]
            if absent:
                raise KeyError(f'Column(s) {absent} do not exist')
            if any(isinstance(f, (list, tuple)) for f in func.values()):
                pairs = [(c, f) for c, fs in func.items() for f in (fs if isinstance(fs, (list, tuple)) else [fs])]
                columns = beneath_keys({c: names_of(fs if isinstance(fs, (list, tuple)) else [fs]) for c, fs in func.items()})
                made = DataFrame._make([one(c).agg(called(f))._values for c, f in pairs], self._keys.result, columns)
            else:
                made = DataFrame._make([one(c).agg(f)._values for c, f in func.items()], self._keys.result, Index(list(func)))
            return made if self._as_index else made.reset_index()
        if isinstance(func, (list, tuple)):
            made = self._that_work(lambda c: [one(c).agg(called(f))._values for f in func])
            if not made:
                raise ValueError('no results')
            columns = beneath_keys(dict.fromkeys(made, names_of(func)))
            found = DataFrame._make([a for parts in made.values() for a in parts], self._keys.result, columns)
            return found if self._as_index else found.reset_index()
        name = called(func)
        if isinstance(name, str):
            return self._named(name)(*args, **kwargs)
        found = self._that_work(lambda c: one(c).agg(func, *args, **kwargs)._values)
        made = DataFrame._make(list(found.values()), self._keys.result, Index(list(found)))
        return made if self._as_index else made.reset_index()

    aggregate = agg

    def _that_work(self, make):
        """What is made of each column of which it can be made."""
        import warnings
        found = {}
        for c in self._value_columns():
            try:
                found[c] = make(c)
            except TypeError:
                warnings.warn(f"['{c}'] did not aggregate successfully. If any error is raised this will raise in a future version of pandas. Drop these columns/ops to avoid this warning.", FutureWarning,
                              stacklevel=3)
        return found

    def transform(self, func, *args, **kwargs):
        """What a function makes of the columns of each group, as long as they were."""
        from pandas.core.frame import DataFrame
        names, data = [], []
        for c, a in zip(self._value_columns(), self._values()):
            if isinstance(func, str) and func in NUMERIC + RUNNING and a.dtype.kind == 'O' and not hasattr(a, '_mask'):
                continue
            names.append(c)
            data.append(transformed(self[c] if self._as_index else SeriesGroupBy(self.obj[c], self._keys, True), a, func, args, kwargs))
        return DataFrame._make(data, self.obj.index, Index(names))

    def filter(self, func, dropna=True):
        """The rows of the groups for which a function holds."""
        return self._held(func, dropna)

    def value_counts(self, subset=None, normalize=False, sort=True, ascending=False, dropna=True):
        """How often each row stands in each group."""
        names = list(self._keys.names) + self._value_columns()
        whole = self.obj.value_counts(names, False, sort, ascending, dropna)
        keys = list(self._keys.names)
        if normalize:
            whole = whole / whole.groupby(level=keys).transform('sum')
        order = np.lexsort((np.arange(len(whole)), *[whole.index.get_level_values(k).factorize(sort=True)[0] for k in keys[::-1]]))
        return whole.iloc[order]

    def corr(self, method='pearson', min_periods=1):
        """How the columns go together in each group."""
        return self.apply(lambda part: part[self._value_columns()].corr(method, min_periods))


class Moving:
    """Windows within groups: what they give stands under the groups' labels."""

    def __init__(self, groups, kind, given, rest):
        self._groups, self._kind, self._given, self._rest = groups, kind, given, rest

    def __getitem__(self, key):
        return Moving(self._groups[key], self._kind, self._given, self._rest)

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        groups = self._groups
        if groups.obj.ndim == 2 and name in groups.obj.columns:
            return self[name]

        def method(*args, **kwargs):
            kwargs.pop('engine', None)
            found = [getattr(getattr(part, self._kind)(*self._given, **self._rest), name)(*args, **kwargs) for part in self._parts()]
            glued = SeriesGroupBy(groups.obj, groups._keys, True) if groups.obj.ndim == 1 else DataFrameGroupBy(groups.obj, groups._keys, True)
            return glued._glued(found)
        return method

    def _parts(self):
        groups = self._groups
        for s in groups._spots():
            part = groups._part(s)
            if part.ndim == 2:
                part = part[[c for c, a in zip(part.columns, part._data) if c not in groups._keys.inside and a.dtype.kind in 'iufb']]
            yield part


def names_of(funcs):
    """The names of functions, lambdas among several with a number each."""
    names = [f if isinstance(f, str) else f[0] if isinstance(f, tuple) else f.__name__ for f in funcs]
    if names.count('<lambda>') < 2:
        return names
    count = iter(range(len(names)))
    return [f'<lambda_{next(count)}>' if name == '<lambda>' else name for name in names]


def beneath_keys(names):
    """Labels of columns: the names of each key's aggregates below the key; the levels count in the order in which they stand, the lower one where all keys have the same."""
    from pandas.core.indexes.multi import MultiIndex
    from pandas.core.reshape.concat import in_order_of
    made = in_order_of(MultiIndex.from_tuples([(key, name) for key, below in names.items() for name in below]), list(names))
    first = next(iter(names.values()), [])
    if made._orders and all(below == first for below in names.values()):
        made._orders[1] = array_of(list(dict.fromkeys(first)))
    return made


def called(func):
    """The name of an aggregate that is given as a function, or behind the name of its result."""
    func = func[1] if isinstance(func, tuple) and len(func) == 2 else func
    known = {sum: 'sum', min: 'min', max: 'max', np.sum: 'sum', np.mean: 'mean', np.std: 'std', np.var: 'var', np.median: 'median', np.min: 'min', np.max: 'max', np.prod: 'prod'}
    try:
        return known.get(func, func)
    except TypeError:
        return func


def transformed(groups, values, func, args, kwargs):
    spots = groups._spots()
    name = called(func)
    if isinstance(name, str) and name not in ('cumsum', 'cumprod', 'cummax', 'cummin', 'shift', 'diff', 'rank', 'fillna', 'ffill', 'bfill', 'pct_change'):
        each = getattr(groups, name)(*args, **kwargs)._values
        codes = groups._keys.codes
        from pandas.core.dtypes import take
        return take(each, codes)
    parts = []
    for k, s in zip(groups._keys.index, spots):
        part = groups._part(s)
        found = getattr(part, name)(*args, **kwargs) if isinstance(name, str) else func(part, *args, **kwargs)
        parts.append(found._values if hasattr(found, '_values') else array_of(found) if is_list_like(found) else np.repeat(array_of([found]), len(s)))
    from pandas.core.reshape.concat import stacked
    if not parts:
        return values[:0]
    whole, order = stacked(parts), np.concatenate(spots)
    out = np.empty(len(values), whole.dtype) if len(order) == len(values) else np.full(len(values), np.nan, whole.dtype if whole.dtype.kind in 'fO' else 'f8')
    out[order] = whole
    return out


def install():
    def make(what):
        def method(self, numeric_only=None, *args, **kwargs):
            known = {k: v for k, v in kwargs.items() if k in ('ddof', 'skipna', 'min_count')}
            return self._aggregate(what, numeric_only, **known)
        method.__name__, method.__doc__ = what, f'The {what} of each group.'
        return method
    for what in ('sum', 'mean', 'std', 'var', 'min', 'max', 'median', 'prod', 'count', 'nunique', 'first', 'last', 'any', 'all', 'sem', 'skew'):
        setattr(GroupBy, what, make(what))

    def same_length(what):
        def method(self, *args, **kwargs):
            return self.transform(what, *args, **kwargs)
        method.__name__, method.__doc__ = what, f'{what} within each group.'
        return method
    for what in ('cumsum', 'cumprod', 'cummax', 'cummin', 'shift', 'diff', 'rank', 'fillna', 'ffill', 'bfill', 'pct_change'):
        setattr(GroupBy, what, same_length(what))

    def quantile(self, q=0.5, interpolation='linear', numeric_only=None):
        """The value of each group below which a part of the others lies."""
        for x in map(float, q) if is_list_like(q) else [q]:
            if not 0 <= x <= 1:
                raise ValueError(f"Each 'q' must be between 0 and 1. Got '{x}' instead")
        if is_list_like(q):
            columns = [self.obj.name] if self.obj.ndim == 1 else [c for c, a in zip(self._value_columns(), self._values()) if a.dtype.kind in 'iuf']
            made = [self.obj._rows(s) if self.obj.ndim == 1 else self.obj[columns]._rows(s) for s in self._spots()]
            return self._glued([part.quantile(q, interpolation=interpolation) for part in made])
        return self.agg(lambda s: s.quantile(q, interpolation)) if self.obj.ndim == 1 else self[[c for c, a in zip(self._value_columns(), self._values()) if a.dtype.kind in 'iuf']].agg(
            lambda s: s.quantile(q, interpolation))
    GroupBy.quantile = quantile
    GroupBy.pad, GroupBy.backfill = GroupBy.ffill, GroupBy.bfill

    def idx(what):
        def method(self, axis=0, skipna=True):
            if self.obj.ndim == 2:
                self = self[[c for c, a in zip(self._value_columns(), self._values()) if a.dtype.kind in 'iufmM']]
            return self.agg(lambda s: getattr(s, what)())
        method.__name__, method.__doc__ = what, f'{what} of each group.'
        return method
    GroupBy.idxmax, GroupBy.idxmin = idx('idxmax'), idx('idxmin')


install()

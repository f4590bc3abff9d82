"""What a DataFrame calculates: columns reduced, functions applied, what is missing, order, labels, groups, joins."""
import numpy as np

from pandas.core import hashed, reduce
from pandas.core.algorithms import among, factorized, order_by, sorting
from pandas.core.combining import agreed, filling_spots, names_changed
from pandas.core.dtypes import array_of, cast, is_list_like, is_numeric, put
from pandas.core.generic import UNSAID, axis_number, carried, filled
from pandas.core.indexes.base import Index
from pandas.core.indexes.range import RangeIndex
from pandas.core.kinds import bytes_of, is_of
from pandas.core.missing import NaT, missing_in, missing_one
from pandas.core.ops import sure


def series(values, index, name=None):
    from pandas.core.series import Series
    return Series._make(values, index, name)


class FrameMethods:
    """The methods of tables."""

    # ---- reductions ----
    def _reduced(self, what, axis=0, skipna=True, numeric_only=None, **more):
        axis = 0 if axis is None or axis is UNSAID else axis_number(axis, self)
        function = reduce.FUNCTIONS[what]
        if numeric_only:
            self = self.select_dtypes(include=['number', 'bool'])
        if axis == 1:
            return self._across(what, skipna, numeric_only, more)
        found, kept = [], []
        for i, a in enumerate(self._data):
            try:
                found.append(function(a, skipna, **more))
                kept.append(i)
            except (TypeError, ValueError):
                if numeric_only is False:
                    raise
                import warnings
                warnings.warn("Dropping of nuisance columns in DataFrame reductions (with 'numeric_only=None') is deprecated; in a future version this will raise TypeError.  Select only valid "
                              'columns before calling the reduction.', FutureWarning, stacklevel=3)
        columns = self._columns if len(kept) == len(self._data) else self._columns[kept]
        return series(self._gathered(found, what), columns)

    def _gathered(self, found, what):
        if not found:
            return np.empty(0, bool if what in ('any', 'all') else 'f8')
        kinds = {x.dtype if isinstance(x, np.generic) else np.dtype(type(x)) if isinstance(x, (int, float, bool)) else np.dtype(object) for x in found}
        if len(kinds) > 1 and all(k.kind in 'iufb' for k in kinds) and not all(k.kind == 'b' for k in kinds):
            return np.array(found, np.result_type(*[k if k.kind != 'b' else np.dtype('i8') for k in kinds]))
        return np.array(found, kinds.pop()) if len(kinds) == 1 and next(iter(kinds)).kind in 'iufbc' else array_of(found)

    def _across(self, what, skipna, numeric_only, more):
        if numeric_only is None and any(a.dtype.kind == 'O' for a in self._data) and any(is_numeric(a.dtype) for a in self._data) and what not in ('any', 'all'):
            self = self.select_dtypes(include=['number', 'bool'])
        table = self._table()
        if table.dtype.kind in 'iub' or (table.dtype.kind == 'f' and not np.isnan(table).any()) and what in ('sum', 'min', 'max', 'prod') and table.shape[1]:
            if what in ('sum', 'min', 'max', 'prod') and not more.get('min_count'):
                return series(getattr(table, what)(axis=1), self._index)
        found = [reduce.FUNCTIONS[what](row, skipna, **more) for row in table]
        return series(self._gathered(found, what) if found else np.empty(0, 'f8'), self._index)

    def sum(self, axis=None, skipna=True, level=None, numeric_only=None, min_count=0, **kwargs):
        """The sum of each column."""
        if level is not None:
            return self._by_level('sum', level, axis)
        return self._reduced('sum', axis, skipna, numeric_only, min_count=min_count)

    def prod(self, axis=None, skipna=True, level=None, numeric_only=None, min_count=0, **kwargs):
        """The product of each column."""
        if level is not None:
            return self._by_level('prod', level, axis)
        return self._reduced('prod', axis, skipna, numeric_only, min_count=min_count)

    product = prod

    def var(self, axis=None, skipna=True, level=None, ddof=1, numeric_only=None, **kwargs):
        """The variance of each column."""
        if level is not None:
            return self._by_level('var', level, axis)
        return self._reduced('var', axis, skipna, numeric_only, ddof=ddof)

    def std(self, axis=None, skipna=True, level=None, ddof=1, numeric_only=None, **kwargs):
        """The standard deviation of each column."""
        if level is not None:
            return self._by_level('std', level, axis)
        return self._reduced('std', axis, skipna, numeric_only, ddof=ddof)

    def sem(self, axis=None, skipna=True, level=None, ddof=1, numeric_only=None, **kwargs):
        """The standard error of the mean of each column."""
        if level is not None:
            return self._by_level('sem', level, axis)
        return self._reduced('sem', axis, skipna, numeric_only, ddof=ddof)

    def any(self, axis=0, bool_only=None, skipna=True, level=None, **kwargs):
        """Whether any value of each column is true."""
        if level is not None:
            return self._by_level('any', level, axis)
        if axis is None:
            return bool(self._reduced('any', 0, skipna).any())
        return self._reduced('any', axis, skipna)

    def all(self, axis=0, bool_only=None, skipna=True, level=None, **kwargs):
        """Whether all values of each column are true."""
        if level is not None:
            return self._by_level('all', level, axis)
        if axis is None:
            return bool(self._reduced('all', 0, skipna).all())
        return self._reduced('all', axis, skipna)

    def count(self, axis=0, level=None, numeric_only=False):
        """How many values of each column are there."""
        if level is not None:
            return self._by_level('count', level, axis)
        if axis_number(axis, self):
            mask = np.array([~missing_in(a) for a in self._data])
            return series(mask.sum(axis=0).astype('i8') if len(mask) else np.zeros(len(self), 'i8'), self._index)
        return series(np.array([reduce.count(a) for a in self._data], 'i8'), self._columns)

    def nunique(self, axis=0, dropna=True):
        """How many different values each column has."""
        if axis_number(axis, self):
            return self.T.nunique(0, dropna)
        return series(np.array([reduce.differing(a, dropna) for a in self._data], 'i8'), self._columns)

    def quantile(self, q=0.5, axis=0, numeric_only=UNSAID, interpolation='linear', method='single'):
        """The values below which a part of the others lies."""
        frame = self.T if axis_number(axis, self) else self
        frame = frame.select_dtypes(include=['number', 'bool'])
        reduce.check_parts(q)
        if is_list_like(q):
            rows = [[reduce.quantile(a, x, interpolation) for x in q] for a in frame._data]
            return frame._make([np.array(r, 'f8') for r in rows], Index(list(q), dtype='f8'), frame._columns)
        return series(np.array([reduce.quantile(a, q, interpolation) for a in frame._data], 'f8'), frame._columns, q)

    def idxmax(self, axis=0, skipna=True, numeric_only=False):
        """The label of the largest value of each column."""
        return self._extreme_labels('idxmax', axis, skipna, numeric_only)

    def idxmin(self, axis=0, skipna=True, numeric_only=False):
        """The label of the smallest value of each column."""
        return self._extreme_labels('idxmin', axis, skipna, numeric_only)

    def _extreme_labels(self, which, axis, skipna, numeric_only):
        frame = self.select_dtypes(include=['number', 'bool']) if numeric_only else self
        frame = frame.T.infer_objects() if axis_number(axis, self) else frame
        return series(array_of([getattr(c, which)(skipna=skipna) for _, c in frame.items()]), frame._columns)

    def mode(self, axis=0, numeric_only=False, dropna=True):
        """The values of each column (axis=1: of each row) that stand most often."""
        from pandas.core.frame import DataFrame
        frame = self.select_dtypes(include=['number', 'bool']) if numeric_only else self
        across = axis_number(axis, self)
        frame = frame.T if across else frame
        found = DataFrame({i: c.mode(dropna) for i, (_, c) in enumerate(frame.items())})
        found.columns = frame._columns
        return found.T if across else found

    def _pairs(self, what, *rest):
        frame = self.select_dtypes(include=['number', 'bool'])
        data = [a.astype('f8') for a in frame._data]
        n = len(data)
        out = np.empty((n, n))
        if what is reduce.covariance and n and not any(missing_in(a).any() for a in data):
            few = len(self) < max(rest[0], 1)
            return type(self)(np.full((n, n), np.nan) if few else np.cov(np.array(data), ddof=rest[1]).reshape(n, n), index=frame._columns, columns=frame._columns)
        for i in range(n):
            for j in range(i, n):
                out[i, j] = out[j, i] = what(data[i], data[j], *rest)
        return type(self)(out, index=frame._columns, columns=frame._columns)

    def corr(self, method='pearson', min_periods=1, numeric_only=UNSAID):
        """How each two columns go together."""
        return self._pairs(reduce.correlation, method, min_periods)

    def cov(self, min_periods=None, ddof=1, numeric_only=UNSAID):
        """The covariance of each two columns."""
        return self._pairs(reduce.covariance, min_periods or 1, ddof)

    def corrwith(self, other, axis=0, drop=False, method='pearson', numeric_only=UNSAID):
        """How each column goes together with another."""
        if axis_number(axis, self):
            return self.T.corrwith(other.T if getattr(other, 'ndim', 0) == 2 else other, 0, drop, method)
        if getattr(other, 'ndim', 0) == 2:
            left, right = self.select_dtypes(include=['number', 'bool']), other.select_dtypes(include=['number', 'bool'])
            both = left.columns.intersection(right.columns)
            index = self.index.intersection(other.index)
            found = series(np.array([left[c].reindex(index).corr(right[c].reindex(index), method) for c in both], 'f8'), both)
            return found if drop else found.reindex(left.columns.union(right.columns, sort=False) if not left.columns.equals(right.columns) else both)
        frame = self.select_dtypes(include=['number', 'bool'])
        return series(np.array([c.corr(other, method) for _, c in frame.items()], 'f8'), frame._columns)

    def describe(self, percentiles=None, include=None, exclude=None, datetime_is_numeric=False):
        """Counts, means, spreads and quantiles of the columns."""
        from pandas.core.describe import describe_frame
        return describe_frame(self, percentiles, include, exclude, datetime_is_numeric)

    def dot(self, other):
        """The product of matrices."""
        from pandas.core.frame import DataFrame
        from pandas.core.series import Series
        left = self._table()
        if isinstance(other, (DataFrame, Series)):
            if not self._columns.equals(other.index):
                both = self._columns.union(other.index)
                if len(both) > len(self._columns) or len(both) > len(other.index):
                    raise ValueError('matrices are not aligned')
                left = self.reindex(columns=other.index)._table()
            found = left @ np.asarray(other)
            return DataFrame(found, index=self._index, columns=other.columns) if isinstance(other, DataFrame) else Series(found, index=self._index)
        right = np.asarray(other)
        if left.shape[1] != right.shape[0]:
            raise ValueError(f'Dot product shape mismatch, {left.shape} vs {right.shape}')
        found = left @ right
        return DataFrame(found, index=self._index) if found.ndim == 2 else Series(found, index=self._index)

    __matmul__ = dot

    def round(self, decimals=0, *args):
        """The values rounded."""
        if not isinstance(decimals, (int, np.integer, dict)) and not hasattr(decimals, '_index_of'):
            raise TypeError('decimals must be an integer, a dict-like or a Series')
        if isinstance(decimals, dict) or hasattr(decimals, '_index_of'):
            if not all(isinstance(n, (int, np.integer)) for _, n in decimals.items()):
                raise TypeError('Values in decimals must be integers')
            return self._with([a.round(decimals[c]) if c in decimals and a.dtype.kind in 'iufc' else a.copy() for c, a in zip(self._columns, self._data)])
        return self._each(lambda v: v.round(decimals) if getattr(v, '_data', v).dtype.kind in 'iufc' else v.copy())

    def convert_dtypes(self, infer_objects=True, convert_string=True, convert_integer=True, convert_boolean=True, convert_floating=True):
        """The columns in the dtypes that can lack values."""
        from pandas.core.extended.making import converted
        return self._each(lambda v: converted(v, infer_objects, convert_string, convert_integer, convert_boolean, convert_floating))

    def diff(self, periods=1, axis=0):
        """The values less those some rows before."""
        if axis_number(axis, self):
            return self - self.shift(periods, axis=1)
        return self._with([c.diff(periods)._values for _, c in self.items()])

    # ---- functions ----
    def apply(self, func, axis=0, raw=False, result_type=None, args=(), **kwargs):
        """What a function makes of each column (axis=1: of each row)."""
        from pandas.core.frame import DataFrame
        from pandas.core.series import Series
        axis = axis_number(axis, self)
        if isinstance(func, (str, list, dict)):
            return self.agg(func, axis, *args, **kwargs)
        if not callable(func):
            raise AssertionError
        if isinstance(func, np.ufunc):
            return self._with([func(a) for a in self._data])
        if result_type not in (None, 'expand', 'reduce', 'broadcast'):
            raise ValueError("invalid value for result_type, must be one of {None, 'reduce', 'broadcast', 'expand'}")
        if result_type == 'broadcast':
            made = self.T.apply(func, 1, False, 'broadcast', args, **kwargs).T if not axis else self._spread_over([func(row, *args, **kwargs) for _, row in self.iterrows()])
            return made.infer_objects()
        if raw:
            found = [func(x, *args, **kwargs) for x in (self._table() if axis else self._table().T)]
        elif axis:
            found = [func(row, *args, **kwargs) for _, row in self.iterrows()]
        else:
            found = [func(self._column(i).copy(False), *args, **kwargs) for i in range(len(self._columns))]
        labels = self._index if axis else self._columns
        if not found:
            return self.copy()
        if all(isinstance(x, Series) for x in found):
            if axis:
                made = DataFrame(found)
                made.__dict__['_index'] = labels
                return made.infer_objects()
            if all(x.index.equals(found[0].index) for x in found):
                return DataFrame._make([x._values for x in found], found[0].index, labels)
            made = DataFrame({i: x for i, x in enumerate(found)})
            made.columns = labels
            return made
        if any(isinstance(x, np.ndarray) and x.ndim == 1 for x in found) and not axis:
            if all(len(x) == len(self) for x in found):
                return self._with([array_of(x) for x in found])
        if result_type == 'expand' and all(is_list_like(x) for x in found):
            made = DataFrame([list(x) for x in found], index=labels)
            return made if axis else made.T
        if not axis and all(isinstance(x, list) for x in found) and len({len(x) for x in found}) == 1:
            made = [array_of(x) for x in found]
            return DataFrame._make(made, self._index if len(made[0]) == len(self) else RangeIndex(len(made[0])), labels)
        return Series._make(array_of(found), labels, None)

    def kurtosis(self, *args, **kwargs):
        """The kurt of each column."""
        return self.kurt(*args, **kwargs)

    def _spread_over(self, rows):
        """What a function made of each row, in the table's own columns."""
        from pandas.core.frame import DataFrame
        made = []
        for row in rows:
            items = list(row) if is_list_like(row) else [row] * len(self._columns)
            if len(items) != len(self._columns):
                raise ValueError('cannot broadcast result')
            made.append(items)
        found = DataFrame(made, index=self._index, columns=self._columns)
        return found._with([a.astype(b.dtype) if b.dtype.kind == 'f' and a.dtype.kind in 'iu' else a for a, b in zip(found._data, self._data)])

    def stack(self, level=-1, dropna=True):
        """A level of the columns as the last level of the rows."""
        from pandas.core.reshape.stacking import stack
        return stack(self, level, dropna)

    def unstack(self, level=-1, fill_value=None):
        """A level of the rows as the last level of the columns."""
        from pandas.core.reshape.stacking import unstack_frame
        return unstack_frame(self, level, fill_value)

    def applymap(self, func, na_action=None, **kwargs):
        """What a function makes of each value."""
        if not callable(func):
            raise TypeError('the first argument must be callable')
        return self._with([c.map(lambda x: func(x, **kwargs), na_action)._values for _, c in self.items()])

    def agg(self, func=None, axis=0, *args, **kwargs):
        """What functions make of the columns: a name, a function, a list of them, or a dict by column."""
        from pandas.core.frame import DataFrame
        if axis_number(axis, self):
            found = self.T.agg(func, 0, *args, **kwargs)
            return found if found.ndim == 1 else found.T
        if func is None:
            return self._under_names(kwargs)
        if isinstance(func, str):
            return self._by_name(func, args, kwargs)
        if not callable(func) and not isinstance(func, (list, tuple, dict)):
            raise AssertionError
        if isinstance(func, (list, tuple)):
            names = [f if isinstance(f, str) else f.__name__ for f in func]
            found = {}
            for c in self._columns:
                made = [agreed(self[c], f) for f in func]
                if not all(x is UNSAID for x in made):
                    found[c] = [(NaT if self[c].dtype.kind in 'mM' else np.nan) if x is UNSAID else x for x in made]
                if any(x is UNSAID for x in made):
                    import warnings
                    warnings.warn(f'[{c!r}] did not aggregate successfully. If any error is raised this will raise in a future version of pandas. Drop these columns/ops to avoid this warning.',
                                  FutureWarning, stacklevel=2)
            return DataFrame(found, index=names)
        if isinstance(func, dict):
            absent = [c for c in func if c not in self._columns]
            if absent:
                raise KeyError(f"Column(s) {absent} do not exist")
            if any(isinstance(f, (list, tuple)) for f in func.values()):
                parts = {c: self[c].agg(f if isinstance(f, (list, tuple)) else [f]) for c, f in func.items()}
                return DataFrame(parts, index=Index(dict.fromkeys(x for part in parts.values() for x in part.index)))     # (in the order in which they are named)
            return series(array_of([self[c].agg(f) for c, f in func.items()]), Index(list(func)))
        return self.apply(func, axis, args=args, **kwargs)

    aggregate = agg

    def _under_names(self, named):
        """Aggregates of columns, each in a row under a name: name=(column, function)."""
        from pandas.core.frame import DataFrame
        if not named or not all(isinstance(x, tuple) and len(x) == 2 for x in named.values()):
            raise TypeError("Must provide 'func' or tuples of '**kwargs.")
        columns = list(dict.fromkeys(c for c, _ in named.values()))
        absent = [c for c in columns if c not in self._columns]
        if absent:
            raise KeyError(f'Column(s) {absent} do not exist')
        return DataFrame({c: [self[c].agg(f) if c == own else np.nan for own, f in named.values()] for c in columns}, index=list(named))

    # ---- missing ----
    def fillna(self, value=None, method=None, axis=None, inplace=False, limit=None, downcast=None):
        """The values with others where they are missing; a dict or a Series has one for each column."""
        if value is None and method is None:
            raise ValueError("Must specify a fill 'value' or 'method'.")
        if isinstance(value, (list, tuple)):
            raise TypeError(f'"value" parameter must be a scalar or dict, but you passed a "{type(value).__name__}"')
        if value is not None and method is not None:
            raise ValueError("Cannot specify both 'value' and 'method'.")
        if method is not None:
            if method not in ('ffill', 'pad', 'bfill', 'backfill'):
                raise ValueError(f'Invalid fill method. Expecting pad (ffill) or backfill (bfill). Got {method}')
            if axis is not None and axis_number(axis, self):
                return self._become(self.T.fillna(method=method, limit=limit).T.infer_objects(), inplace)
            return self._become(self._each(lambda v: carried(v, method, limit)), inplace)
        if hasattr(value, '_data'):
            its = value.reindex(index=self._index)
            found = self._with([filled(a, its[c]._values, limit) if c in its._columns else a.copy() for c, a in zip(self._columns, self._data)])
        elif isinstance(value, dict) or hasattr(value, '_index_of'):
            found = self._with([filled(a, value[c], limit) if c in value else a.copy() for c, a in zip(self._columns, self._data)])
        else:
            found = self._each(lambda v: filled(v, value, limit))
        return self._become(found, inplace)

    def dropna(self, axis=0, how=UNSAID, thresh=UNSAID, subset=None, inplace=False):
        """The rows (axis=1: the columns) without missing values."""
        axis = axis_number(axis, self)
        if how not in (UNSAID, 'any', 'all', None):
            raise ValueError(f'invalid how option: {how}')
        frame = self
        if subset is not None:
            subset = list(subset) if is_list_like(subset) else [subset]
            labels = self._index if axis else self._columns
            absent = [x for x in subset if x not in labels]
            if absent:
                raise KeyError(absent)
            frame = self.loc[subset] if axis else self[subset]
        gone = np.array([missing_in(a) for a in frame._data], bool).reshape(len(frame._data), len(frame))
        if axis:
            gone = gone.T
        if thresh is not UNSAID and thresh is not None:
            keep = (~gone).sum(axis=0) >= thresh
        elif how == 'all':
            keep = ~gone.all(axis=0)
        else:
            keep = ~gone.any(axis=0)
        return self._become(self._columns_at(np.flatnonzero(keep)) if axis else self._rows(keep), inplace)

    def where(self, cond, other=np.nan, inplace=False, axis=None, level=None):
        """The values where a condition holds, else others."""
        cond = cond(self) if callable(cond) else cond
        if hasattr(cond, '_data'):
            keep = [sure(cond[c].reindex(self._index)._values) if c in cond._columns else np.zeros(len(self), bool) for c in self._columns]
        elif hasattr(cond, '_index_of'):
            keep = [sure(cond.reindex(self._index)._values)] * len(self._columns)
        else:
            table = np.asarray(cond)
            if table.shape != self.shape:
                raise ValueError('Array conditional must be same shape as self')
            keep = [table[:, i] for i in range(len(self._columns))]
        other = other(self) if callable(other) else other
        arrays = []
        for i, (label, a, k) in enumerate(zip(self._columns, self._data, keep)):
            k = np.asarray(k, bool)
            new = other
            if hasattr(other, '_data'):
                new = other[label].reindex(self._index)._values[~k]
            elif hasattr(other, '_index_of'):
                new = other[label] if axis in (1, 'columns') else other.reindex(self._index)._values[~k]
            elif isinstance(other, np.ndarray) and other.ndim == 2:
                new = other[:, i][~k]
            arrays.append(a.copy() if k.all() else put(a.copy(), ~k, new))
        return self._become(self._with(arrays), inplace)

    def mask(self, cond, other=np.nan, inplace=False, axis=None, level=None):
        """Others where a condition holds, else the values."""
        cond = cond(self) if callable(cond) else cond
        return self.where(~cond if hasattr(cond, '_mgr_kind') else ~np.asarray(cond, bool), other, inplace, axis)

    def isin(self, values):
        """Where values are among others; a dict has those of each column."""
        if isinstance(values, dict):
            return self._with([among(a, values[c]) if c in values else np.zeros(len(a), bool) for c, a in zip(self._columns, self._data)])
        if getattr(values, 'ndim', 0) and hasattr(values, '_mgr_kind'):          # (of a table: at the same labels)
            its = values.reindex(self._index)
            its = its.reindex(columns=self._columns) if its.ndim == 2 else its
            return self.eq(its) if its.ndim == 2 else self.eq(its, axis='index')
        return self._each(lambda v: among(v, values))

    def replace(self, to_replace=None, value=UNSAID, inplace=False, limit=None, regex=False, method=UNSAID):
        """Values put in the place of others."""
        from pandas.core.replace import arguments, carried_over, replaced
        to_replace, value, regex = arguments(to_replace, value, regex)
        if value is UNSAID and not isinstance(to_replace, dict):
            return self._become(self._each(lambda v: carried_over(v, to_replace, method, limit)), inplace)
        if isinstance(to_replace, dict) and to_replace and all(isinstance(v, dict) for v in to_replace.values()):
            found = self._with([replaced(a, to_replace[c], UNSAID, regex) if c in to_replace else a.copy() for c, a in zip(self._columns, self._data)])
        elif isinstance(to_replace, dict) and value is not UNSAID:
            found = self._with([replaced(a, to_replace[c], value[c] if isinstance(value, dict) else value, regex) if c in to_replace else a.copy() for c, a in zip(self._columns, self._data)])
        else:
            found = self._each(lambda v: replaced(v, to_replace, value, regex))
        return self._become(found, inplace)

    # ---- dtypes ----
    def _astype(self, dtype):
        if isinstance(dtype, dict):
            absent = [c for c in dtype if c not in self._columns]
            if absent:
                raise KeyError(f"Only a column name can be used for the key in a dtype mappings argument. '{absent[0]}' not found in columns.")
            return self._with([cast(a, dtype[c]) if c in dtype else a.copy() for c, a in zip(self._columns, self._data)])
        return self._each(lambda v: cast(v, dtype))

    def select_dtypes(self, include=None, exclude=None):
        """The columns of some dtypes."""
        if include is None and exclude is None:
            raise ValueError('at least one of include or exclude must be nonempty')
        wanted, unwanted = ([] if x is None else list(x) if is_list_like(x) else [x] for x in (include, exclude))
        shared = {np.number if x == 'number' else x for x in wanted} & {np.number if x == 'number' else x for x in unwanted}
        if shared:
            raise ValueError(f'include and exclude overlap on {frozenset(shared)}')

        def within(dtype, names):
            return any(is_of(dtype, x) for x in names)
        keep = [i for i, a in enumerate(self._data) if (not wanted or within(a.dtype, wanted)) and not within(a.dtype, unwanted)]
        return self._columns_at(np.array(keep, np.intp))

    def memory_usage(self, index=True, deep=False):
        """The bytes of each column."""
        sizes = [bytes_of(a, deep) for a in self._data]
        names = list(self._columns)
        if index:
            sizes, names = [self._index.memory_usage(deep)] + sizes, ['Index'] + names
        return series(np.array(sizes, 'i8'), Index(names))

    # ---- order ----
    def sort_values(self, by, axis=0, ascending=True, inplace=False, kind='quicksort', na_position='last', ignore_index=False, key=None):
        """The rows in the order of some columns."""
        if axis_number(axis, self):
            return self._become(self.T.sort_values(by, 0, ascending, False, kind, na_position, ignore_index, key).T, inplace)
        names = list(by) if isinstance(by, list) else [by]
        up = list(ascending) if is_list_like(ascending) else [ascending] * len(names)
        if len(up) != len(names):
            raise ValueError(f'Length of ascending ({len(up)}) != length of by ({len(names)})')
        columns = [self[n] if n in self._columns else self._level(n) for n in names]
        columns = [(key(c) if key is not None else c)._values for c in columns]
        order = sorting(columns[0], up[0], na_position, kind) if len(columns) == 1 else order_by(columns, up, na_position)
        found = self._rows(order)
        return self._become(found.reset_index(drop=True) if ignore_index else found, inplace)

    def _level(self, name):
        if name in self._index.names and name is not None:
            return series(self._index.get_level_values(name)._values, self._index, name)
        raise KeyError(name)

    def nlargest(self, n, columns, keep='first'):
        """The n rows with the largest values."""
        return self._extremes('nlargest', n, columns, keep)

    def nsmallest(self, n, columns, keep='first'):
        """The n rows with the smallest values."""
        return self._extremes('nsmallest', n, columns, keep)

    def _extremes(self, what, n, columns, keep):
        names = list(columns) if is_list_like(columns) and not isinstance(columns, tuple) else [columns]
        for c in names:
            kind = self[c].dtype
            if kind.kind == 'O' and not getattr(kind, '_numeric', False):
                raise TypeError(f"Column {c!r} has dtype {kind}, cannot use method {what!r} with this dtype")
        if len(names) == 1:
            rows = getattr(self[names[0]].reset_index(drop=True), what)(n, keep).index._values
            return self._rows(rows)
        found = self if keep == 'first' else self._rows(np.arange(len(self))[::-1])
        return found.sort_values(names, ascending=what == 'nsmallest').head(n)

    def _row_codes(self, subset=None):
        frame = self if subset is None else self[list(subset) if is_list_like(subset) and not isinstance(subset, tuple) else [subset]]
        if len(frame._data) == 1:
            return frame._data[0]
        codes = np.zeros(len(self), 'i8')
        for i, a in enumerate(frame._data):
            more, found = factorized(a, False, False)
            codes = codes * (len(found) + 1) + more
            if i + 1 < len(frame._data):
                codes = hashed.rows(codes, codes=True)[0]
        return codes

    def duplicated(self, subset=None, keep='first'):
        """Which rows stood before."""
        from pandas.core.algorithms import repeated
        return series(repeated(self._row_codes(subset), keep), self._index)

    def drop_duplicates(self, subset=None, keep='first', inplace=False, ignore_index=False):
        """Each row once."""
        found = self._rows(~self.duplicated(subset, keep)._values)
        return self._become(found.reset_index(drop=True) if ignore_index else found, inplace)

    def value_counts(self, subset=None, normalize=False, sort=True, ascending=False, dropna=True):
        """How often each row stands."""
        names = list(self._columns) if subset is None else list(subset)
        found = self.groupby(names, dropna=dropna).size()
        found._name = None
        if len(names) == 1 or not dropna:
            from pandas.core.indexes.multi import MultiIndex
            found._index = MultiIndex.from_arrays([found.index.get_level_values(i)._values for i in range(len(names))], names=names)
        found = found.sort_values(ascending=ascending) if sort else found
        return found / found.sum() if normalize else found

    # ---- labels ----
    def rename(self, mapper=None, index=None, columns=None, axis=None, copy=True, inplace=False, level=None, errors='ignore'):
        """Other labels, by a dict or a function."""
        if mapper is not None:
            if axis is not None and axis_number(axis, self):
                columns = mapper
            else:
                index = mapper
        if index is None and columns is None:
            raise TypeError('must pass an index to rename')

        def changed(labels, by):
            if by is None:
                return labels
            if errors == 'raise' and isinstance(by, dict):
                absent = [x for x in by if x not in labels]
                if absent:
                    raise KeyError(f'{absent} not found in axis')
            get = by if callable(by) and not isinstance(by, dict) else (lambda x: by[x] if x in by else x)
            if labels.nlevels > 1:
                return labels._mapped(get)
            return Index([get(x) for x in labels], tupleize_cols=False, name=labels.name) if len(labels) else labels
        found = self.copy()
        found.__dict__.update(_index=changed(self._index, index), _columns=changed(self._columns, columns))
        return self._become(found, inplace)

    def rename_axis(self, mapper=UNSAID, index=UNSAID, columns=UNSAID, axis=0, copy=True, inplace=False):
        """Other names of the labels."""
        found = self.copy()
        if mapper is not UNSAID:
            if callable(mapper) or isinstance(mapper, dict):
                raise ValueError('Use `.rename` to alter labels with a mapper.')
            if axis_number(axis, self):
                columns = mapper
            else:
                index = mapper
        for which, name in (('_index', index), ('_columns', columns)):
            if name is not UNSAID:
                labels = found.__dict__[which]
                found.__dict__[which] = names_changed(labels, name)
        return self._become(found, inplace)

    def set_axis(self, labels, axis=0, inplace=False, copy=True):
        """Other labels."""
        found = self.copy()
        setattr(found, 'columns' if axis_number(axis, self) else 'index', labels)
        return self._become(found, inplace)

    def set_index(self, keys, drop=True, append=False, inplace=False, verify_integrity=False):
        """Columns as the labels of the rows."""
        names = list(keys) if isinstance(keys, list) else [keys]
        absent = [n for n in names if not hasattr(n, '_values') and not isinstance(n, np.ndarray) and n not in self._columns]
        if absent:
            raise KeyError(f'None of {absent} are in the columns')
        arrays, labels, gone = [], [], []
        for n in names:
            if hasattr(n, '_values'):
                arrays.append(n._values)
                labels.append(n.name)
            elif isinstance(n, np.ndarray):
                arrays.append(n)
                labels.append(None)
            else:
                arrays.append(self[n]._values)
                labels.append(n)
                gone.append(n)
        if append:
            arrays, labels = [self._index.get_level_values(i)._values for i in range(self._index.nlevels)] + arrays, list(self._index.names) + labels
        if len(arrays) == 1:
            from pandas.core.indexes.base import index_of
            index = index_of(arrays[0], labels[0])
        else:
            from pandas.core.indexes.multi import MultiIndex
            index = MultiIndex.from_arrays(arrays, names=labels)
        if len(index) != len(self):
            raise ValueError(f'Length mismatch: Expected {len(self)} rows, received array of length {len(index)}')
        if verify_integrity and not index.is_unique:
            raise ValueError(f'Index has duplicate keys: {index[index.duplicated()].unique()}')
        found = self.drop(columns=gone) if drop and gone else self.copy()
        found.__dict__['_index'] = index
        return self._become(found, inplace)

    def reset_index(self, level=None, drop=False, inplace=False, col_level=0, col_fill='', allow_duplicates=UNSAID, names=None):
        """Counted labels; the old ones become columns unless dropped."""
        index = self._index
        found = self.copy()
        for x in [] if level is None or index.nlevels > 1 else level if isinstance(level, (list, tuple)) else [level]:
            index.get_level_values(x)
        chosen = list(range(index.nlevels)) if level is None else [index._level_number(x) if index.nlevels > 1 else 0 for x in (level if isinstance(level, (list, tuple)) else [level])]
        rest = [i for i in range(index.nlevels) if i not in chosen]
        found.__dict__['_index'] = index._keep_levels(rest) if rest else RangeIndex(len(self))
        if not drop:
            for at, i in enumerate(chosen):
                part = index.get_level_values(i)
                name = (names[at] if isinstance(names, (list, tuple)) else names) if names is not None else part.name
                if name is None:
                    name = f'level_{i}' if index.nlevels > 1 else 'index' if 'index' not in self._columns else 'level_0'
                if self._columns.nlevels > 1:
                    filler, own = index.get_level_values(chosen[-1]).name if col_fill is None else col_fill, self._columns._level_number(col_level)
                    name = tuple(name if k == own else filler for k in range(self._columns.nlevels))
                found.insert(at, name, part._values.copy())
        return self._become(found, inplace)

    def reindex(self, labels=None, index=None, columns=None, axis=None, method=None, copy=None, level=None, fill_value=np.nan, limit=None, tolerance=None):
        """The rows and columns of other labels, missing where there is none."""
        from pandas.core.dtypes import full, take
        if labels is not None:
            if axis is not None and axis_number(axis, self):
                columns = labels
            else:
                index = labels
        data, rows, names = list(self._data), self._index, self._columns
        if columns is not None:
            wanted = self._wanted_labels(columns, names, level)
            if method is not None:
                spots = filling_spots(names, wanted, method, limit, tolerance)
                data = [data[i] if i >= 0 else np.full(len(rows), np.nan) for i in spots]
            elif not wanted.equals(names):
                if not names.is_unique:
                    raise ValueError('cannot reindex on an axis with duplicate labels')
                data = [data[i] if i >= 0 else full(len(rows), fill_value) if not missing_one(fill_value) else np.full(len(rows), np.nan) for i in names._spots(wanted)]
            names = wanted
        if index is not None:
            wanted = self._wanted_labels(index, rows, level)
            if level is not None and rows.nlevels == 1 and wanted.nlevels > 1:
                spots = rows._spots(wanted.get_level_values(level))
                return self._make([take(a, spots) for a in data], wanted, names)
            if method is not None:
                data = [take(a, filling_spots(rows, wanted, method, limit, tolerance)) for a in data]
            elif not wanted.equals(rows):
                if not rows.is_unique:
                    raise ValueError('cannot reindex on an axis with duplicate labels')
                spots = rows._spots(wanted)
                data = [take(a, spots) for a in data]
                if not missing_one(fill_value) and (spots < 0).any():
                    data = [put(old[np.where(spots < 0, 0, spots)], spots < 0, fill_value) if len(old) else put(a, spots < 0, fill_value) for a, old in zip(data, self._data)]
            rows = wanted
        return self._make([a.copy() if any(a is b for b in self._data) else a for a in data], rows, names)

    def reindex_like(self, other):
        """The rows and columns of another's labels."""
        return self.reindex(index=other.index, columns=other.columns)

    def align(self, other, join='outer', axis=None, level=None, copy=True, fill_value=None, method=None, limit=None, fill_axis=0, broadcast_axis=None):
        """Both on the same labels."""
        if level is not None and other.index.nlevels < self._index.nlevels:
            return self.copy(), other.reindex(index=self._index, level=level) if other.ndim == 2 else other.reindex(self._index, level=level)
        def both(a, b):
            return {'outer': a.union, 'inner': a.intersection, 'left': lambda o: a, 'right': lambda o: o}[join](b)
        if other.ndim == 1:
            if axis_number(axis, self):
                columns = both(self._columns, other.index)
                return self.reindex(columns=columns), other.reindex(columns)
            rows = both(self._index, other.index)
            return self.reindex(index=rows), other.reindex(rows)
        rows = both(self._index, other.index) if axis in (None, 0, 'index') else None
        columns = both(self._columns, other.columns) if axis in (None, 1, 'columns') else None
        return self.reindex(index=rows, columns=columns), other.reindex(index=rows, columns=columns)

    def drop(self, labels=None, axis=0, index=None, columns=None, level=None, inplace=False, errors='raise'):
        """The table without some rows or columns."""
        if labels is not None:
            if index is not None or columns is not None:
                raise ValueError("Cannot specify both 'labels' and 'index'/'columns'")
            if axis_number(axis, self):
                columns = labels
            else:
                index = labels
        elif index is None and columns is None:
            raise ValueError("Need to specify at least one of 'labels', 'index' or 'columns'")
        found = self
        for which, gone in ((0, index), (1, columns)):
            if gone is None:
                continue
            gone = list(gone) if is_list_like(gone) and not isinstance(gone, tuple) else [gone]
            have = found._columns if which else found._index
            if have.nlevels > 1:
                from pandas.core.indexes.levels import dropped
                keep = ~dropped(have, gone, level, errors)
                found = found._columns_at(np.flatnonzero(keep)) if which else found._rows(keep)
                continue
            absent = [x for x in gone if x not in have]
            if absent and errors != 'ignore':
                raise KeyError(f'{absent} not found in axis')
            gone = {have._key(x) for x in gone}
            keep = np.array([x not in gone for x in have], bool)
            found = found._columns_at(np.flatnonzero(keep)) if which else found._rows(keep)
        found = found.copy() if found is self or columns is not None else found
        return self._become(found, inplace)

    def filter(self, items=None, like=None, regex=None, axis=None):
        """The columns (axis=0: the rows) with some labels."""
        import re
        axis = 1 if axis is None else axis_number(axis, self)
        labels = self._columns if axis else self._index
        if (items is not None) + (like is not None) + (regex is not None) != 1:
            raise TypeError('Keyword arguments `items`, `like`, or `regex` are mutually exclusive' if items is not None or like or regex else 'Must pass either `items`, `like`, or `regex`')
        if items is not None:
            spots = [labels.get_loc(x) for x in items if x in labels]
        else:
            test = (lambda x: like in str(x)) if like is not None else (lambda x: re.search(regex, str(x)))
            spots = [i for i, x in enumerate(labels) if test(x)]
        spots = np.array(spots, np.intp)
        return self._columns_at(spots) if axis else self._rows(spots)

    def assign(self, **kwargs):
        """The table with more columns."""
        found = self.copy()
        for k, v in kwargs.items():
            found[k] = v(found) if callable(v) else v
        return found

    def update(self, other, join='left', overwrite=True, filter_func=None, errors='ignore'):
        """Sets the values that another has for the same labels."""
        if getattr(other, 'ndim', 0) == 1:
            other = other.to_frame()
        its = other.reindex(index=self._index, columns=self._columns)
        for i, a in enumerate(its._data):
            good = ~missing_in(a) if overwrite else ~missing_in(a) & missing_in(self._data[i])
            if good.any():
                self._put(i, good, a[good])

    def combine_first(self, other):
        """The values, where they are missing those of another."""
        rows, columns = self._index.union(other.index), self._columns.union(other.columns)
        a, b = self.reindex(index=rows, columns=columns), other.reindex(index=rows, columns=columns)
        return a._with([filled(x, y) if c in other._columns else x.copy() for c, x, y in zip(columns, a._data, b._data)])


def reductions():
    def make(what):
        def reduction(self, axis=UNSAID, skipna=True, level=None, numeric_only=None, **kwargs):
            from pandas.core.series import known_only
            known_only(what, kwargs)
            if level is not None:
                return self._by_level(what, level, axis)
            return self._reduced(what, axis, skipna, numeric_only)
        reduction.__name__, reduction.__doc__ = what, f'The {what} of each column.'
        return reduction
    for what in ('mean', 'min', 'max', 'median', 'skew', 'kurt'):
        setattr(FrameMethods, what, make(what))


reductions()

"""What tables and columns turn into: groups, joins, other shapes, dicts, records, LaTeX, cells that differ, parts by a level's label, other axes, flags."""
import numpy as np

from pandas.core.dtypes import array_of, is_list_like, listed, objects
from pandas.core.generic import UNSAID, axis_number
from pandas.core.indexes.base import Index
from pandas.core.indexes.range import RangeIndex


class Flags:
    """What is true of a table: whether labels may stand twice."""
    __module__ = 'pandas.core.flags'

    def __init__(self, obj, *, allows_duplicate_labels=True):
        self._obj, self._double = obj, allows_duplicate_labels

    @property
    def allows_duplicate_labels(self):
        return self._double

    @allows_duplicate_labels.setter
    def allows_duplicate_labels(self, value):
        if not value:
            refuse_doubled(self._obj)
        self._double = bool(value)

    def __getitem__(self, key):
        if key != 'allows_duplicate_labels':
            raise KeyError(key)
        return self._double

    def __setitem__(self, key, value):
        if key != 'allows_duplicate_labels':
            raise ValueError(f"Unknown flag {key}. Must be one of {{'allows_duplicate_labels'}}")
        self.allows_duplicate_labels = value

    def __eq__(self, other):
        return isinstance(other, Flags) and self._double == other._double

    __hash__ = None

    def __repr__(self):
        return f'<Flags(allows_duplicate_labels={self.allows_duplicate_labels})>'


def refuse_doubled(table):
    for labels in table.axes:
        if not labels.is_unique:
            from pandas.errors import DuplicateLabelError
            raise DuplicateLabelError(f'Index has duplicates.\n{doubled(labels)!r}')


class Forms:
    """The base of Series and DataFrame beside NDFrame."""

    @property
    def flags(self):
        return self.__dict__.setdefault('_flags', Flags(self))

    def set_flags(self, *, copy=False, allows_duplicate_labels=None):
        """The same with other flags."""
        found = self.copy()
        if allows_duplicate_labels is False:
            refuse_doubled(found)
        found.__dict__['_flags'] = Flags(found, allows_duplicate_labels=self.flags.allows_duplicate_labels if allows_duplicate_labels is None else allows_duplicate_labels)
        return found

    def swapaxes(self, axis1, axis2, copy=True):
        """Rows and columns in each other's place."""
        a, b = axis_number(axis1, self), axis_number(axis2, self)
        return self.copy() if a == b else self.T

    def xs(self, key, axis=0, level=None, drop_level=True):
        """The rows (axis=1: the columns) of a label, by itself or at a level."""
        axis = axis_number(axis, self)
        labels = self.columns if axis else self.index
        if isinstance(key, list):
            import warnings
            warnings.warn('Passing lists as key for xs is deprecated and will be removed in a future version. Pass key as a tuple instead.', FutureWarning, stacklevel=2)
        if level is None:
            if axis:
                return self[key] if drop_level else self.loc[:, [key]]
            return self.loc[key] if drop_level or labels.nlevels == 1 else self.loc[[key]]
        keys, levels = (list(key), list(level)) if isinstance(level, (list, tuple)) else ([key], [level])
        keep, gone = np.ones(len(labels), bool), []
        for k, each in zip(keys, levels):
            i = labels._level_number(each)
            keep &= np.fromiter((x == k for x in listed(labels.get_level_values(i)._values)), bool, len(labels))
            gone.append(i)
        if not keep.any():
            raise KeyError(key)
        found = self._columns_at(np.flatnonzero(keep)) if axis else self._rows(keep)
        rest = [i for i in range(labels.nlevels) if i not in gone]
        if drop_level:
            part = found.columns if axis else found.index
            found.__dict__['_columns' if axis else '_index'] = part._keep_levels(rest) if rest else part
            if not rest and len(found) == 1 and not axis:
                return found.iloc[0]
        return found

    def mad(self, axis=0, skipna=True, level=None):
        """The mean of how far the values lie off their mean."""
        import warnings
        warnings.warn("The 'mad' method is deprecated and will be removed in a future version. To compute the same result, you may do `(df - df.mean()).abs().mean()`.", FutureWarning, stacklevel=2)
        if self.ndim == 1:
            return (self - self.mean(skipna=skipna)).abs().mean(skipna=skipna)
        data = self.select_dtypes(include=['number', 'bool'])
        return (data - data.mean(axis=0)).abs().mean(axis=0) if not axis_number(axis, self) else data.sub(data.mean(axis=1), axis=0).abs().mean(axis=1)

    def to_latex(self, buf=None, columns=None, header=True, index=True, na_rep='NaN', formatters=None, float_format=None, **rest):
        """The whole table as LaTeX."""
        from pandas.errors import refuse
        from pandas.io.formats.latex import latex_text
        from pandas.io.json import written
        caption, label, form = rest.pop('caption', None), rest.pop('label', None), rest.pop('column_format', None)
        escape = rest.pop('escape', True)
        refuse('to_latex', rest, dict.fromkeys(('col_space', 'sparsify', 'index_names', 'bold_rows', 'longtable', 'encoding', 'decimal', 'multicolumn', 'multicolumn_format', 'multirow', 'position')))
        text = latex_text(self.to_frame() if self.ndim == 1 else self, columns, header, index, na_rep, formatters, float_format, form, caption, label, escape is not False)
        return written(text, buf)

    def to_sql(self, name, con, schema=None, if_exists='fail', index=True, index_label=None, chunksize=None, dtype=None, method=None):
        """Writes the table into a database; how many rows were written."""
        from pandas.io.sql import write_sql
        return write_sql(self, name, con, if_exists, index, index_label, dtype)

    def to_markdown(self, buf=None, mode='wt', index=True, storage_options=None, **rest):
        """The table in Markdown, which the package tabulate writes."""
        raise ImportError("Missing optional dependency 'tabulate'.  Use pip or conda to install tabulate.")


class FrameForms:
    """The base of DataFrame alone."""

    def first_valid_index(self):
        """The label of the first row with a value."""
        return self._valid_index(0)

    def last_valid_index(self):
        """The label of the last row with a value."""
        return self._valid_index(-1)

    def _valid_index(self, which):
        good = np.flatnonzero(np.asarray(self.notna().any(axis=1)))
        return self._index[int(good[which])] if len(good) else None

    def explode(self, column, ignore_index=False):
        """Each item of a column's lists in a row of its own."""
        if not self._columns.is_unique:
            raise ValueError('columns must be unique')
        names = [column] if not isinstance(column, list) else column
        if not names:
            raise ValueError('column must be nonempty')
        if len(set(names)) < len(names):
            raise ValueError('column must be unique')
        lists = [[(list(x) or [np.nan]) if is_list_like(x) else [x] for x in self[c]] for c in names]
        counts = [len(x) for x in lists[0]]
        if any([len(x) for x in each] != counts for each in lists[1:]):
            raise ValueError('columns must have matching element counts')
        rows = np.repeat(np.arange(len(self)), counts)
        found = self._rows(rows)
        data = list(found._data)
        for c, each in zip(names, lists):
            data[self._columns.get_loc(c)] = objects([x for part in each for x in part])
        return self._make(data, RangeIndex(len(rows)) if ignore_index else found._index, self._columns)

    def to_records(self, index=True, column_dtypes=None, index_dtypes=None):
        """The rows as NumPy's records."""
        names, arrays = [str(c) for c in self._columns], [as_plain(a) for a in self._data]
        if index:
            levels = [self._index.get_level_values(i) for i in range(self._index.nlevels)]
            heads = [x.name for x in levels]
            if self._index.nlevels > 1:
                heads = [f'level_{i}' if n is None else n for i, n in enumerate(heads)]
            names = [('index' if n is None else str(n)) for n in heads] + names
            heads = [as_plain(x._values) for x in levels]
            asked = [index_dtypes.get(n, index_dtypes.get(i)) for i, n in enumerate(names[:len(heads)])] if isinstance(index_dtypes, dict) else [index_dtypes] * len(heads)
            arrays = [a if t is None else a.astype(t) for a, t in zip(heads, asked)] + arrays
        chosen = dict(column_dtypes or {}) if isinstance(column_dtypes, dict) else dict.fromkeys(self._columns, column_dtypes) if column_dtypes else {}
        arrays = [a.astype(chosen[n]) if n in chosen else a for n, a in zip(names, arrays)]
        return np.rec.fromarrays(arrays, dtype={'names': names, 'formats': [a.dtype for a in arrays]})

    def lookup(self, row_labels, col_labels):
        """The cells of pairs of labels."""
        import warnings
        warnings.warn("The 'lookup' method is deprecated and will be removed in a future version. You can use DataFrame.melt and DataFrame.loc as a substitute.", FutureWarning, stacklevel=2)
        if len(row_labels) != len(col_labels):
            raise ValueError('Row labels must have same size as column labels')
        return np.asarray(array_of([self.at[r, c] for r, c in zip(row_labels, col_labels)]))

    def eval(self, expr, inplace=False, **kwargs):
        """What an expression over the columns gives; a line NAME = … makes a column."""
        from pandas.core.expressions import evaluate
        return evaluate(self, expr, inplace, kwargs, 2)

    @property
    def style(self):
        from pandas.io.formats.style import Styler
        return Styler(self)

    def hist(self, column=None, by=None, grid=True, ax=None, sharex=False, sharey=False, figsize=None, layout=None, bins=10, legend=False, **rest):
        """A histogram of each column of numbers."""
        from pandas.plotting import frame_hist
        return frame_hist(self, column, by, grid, ax, sharex, sharey, figsize, layout, bins, legend, rest)

    def boxplot(self, column=None, by=None, ax=None, fontsize=None, rot=0, grid=True, figsize=None, layout=None, return_type=None, **rest):
        """Boxes of the columns of numbers, or of the groups of some."""
        from pandas.plotting import frame_boxes
        return frame_boxes(self, column, by, ax, fontsize, rot, grid, figsize, layout, return_type, rest)

    def isetitem(self, loc, value):
        """Sets the column at a place."""
        for i, at in enumerate(loc if is_list_like(loc) else [loc]):
            self._data[at] = self._fitting(value.iloc[:, i] if hasattr(value, '_columns') else value)
            self._lent.pop(at, None)

    def to_dict(self, orient='dict', into=dict):
        """A dict of columns, or rows as orient says."""
        from pandas.core.dtypes import listed
        from pandas.core.series_forms import mapping_of
        into = mapping_of(into)
        columns = [listed(a) if a.dtype.kind != 'O' else list(a) for a in self._data]
        names, rows = list(self._columns), list(self._index)
        if orient in ('dict', 'd'):
            return into((n, into(zip(rows, c))) for n, c in zip(names, columns))
        if orient in ('list', 'l'):
            return into(zip(names, columns))
        if orient in ('records', 'r'):
            return [into(zip(names, row)) for row in zip(*columns)] if columns else []
        if orient in ('index', 'i'):
            return into((r, dict(zip(names, row))) for r, row in zip(rows, zip(*columns)))
        if orient in ('series', 's'):
            return into((n, self._column(i)) for i, n in enumerate(names))
        if orient == 'tight':
            return into((('index', rows), ('columns', names), ('data', [list(row) for row in zip(*columns)]), ('index_names', list(self._index.names)), ('column_names', list(self._columns.names))))
        if orient in ('split', 'sp'):
            return into((('index', rows), ('columns', names), ('data', [list(row) for row in zip(*columns)])))
        raise ValueError(f"orient '{orient}' not understood")

    def groupby(self, by=None, axis=0, level=None, as_index=True, sort=True, group_keys=UNSAID, squeeze=UNSAID, observed=False, dropna=True):
        """The rows in groups."""
        from pandas.core.groupby.groupby import grouped
        if axis_number(axis, self):
            from pandas.core.frame_forms import across
            return across(self, by, level, sort, dropna, group_keys)
        return grouped(self, by, level, as_index, sort, dropna, group_keys, observed)

    def merge(self, right, how='inner', on=None, left_on=None, right_on=None, left_index=False, right_index=False, sort=False, suffixes=('_x', '_y'), copy=True, indicator=False, validate=None):
        """This table joined with another."""
        from pandas.core.reshape.merge import merge
        return merge(self, right, how, on, left_on, right_on, left_index, right_index, sort, suffixes, copy, indicator, validate)

    def join(self, other, on=None, how='left', lsuffix='', rsuffix='', sort=False, validate=None):
        """This table joined with another by its row labels."""
        from pandas.core.reshape.merge import join
        return join(self, other, on, how, lsuffix, rsuffix, sort)

    def append(self, other, ignore_index=False, verify_integrity=False, sort=False):
        """The rows of another behind these."""
        from pandas.core.reshape.concat import concat
        from pandas.core.frame import DataFrame
        import warnings
        warnings.warn('The frame.append method is deprecated and will be removed from pandas in a future version. Use pandas.concat instead.', FutureWarning, stacklevel=2)
        if isinstance(other, dict):
            other = DataFrame([other])
        elif hasattr(other, '_index_of'):
            if other.name is None and not ignore_index:
                raise TypeError('Can only append a Series if ignore_index=True or if the Series has a name')
            other = DataFrame([other])
        return concat([self] + (list(other) if isinstance(other, list) else [other]), ignore_index=ignore_index, verify_integrity=verify_integrity, sort=sort)

    def melt(self, id_vars=None, value_vars=None, var_name=None, value_name='value', col_level=None, ignore_index=True):
        """Columns below one another."""
        from pandas.core.reshape.pivot import melt
        return melt(self, id_vars, value_vars, var_name, value_name, col_level, ignore_index)

    def pivot(self, index=UNSAID, columns=UNSAID, values=UNSAID):
        """The values of a column spread over columns."""
        from pandas.core.reshape.pivot import pivot
        return pivot(self, index, columns, values)

    def pivot_table(self, values=None, index=None, columns=None, aggfunc='mean', fill_value=None, margins=False, dropna=True, margins_name='All', observed=False, sort=True):
        """Aggregates of groups as a table."""
        from pandas.core.reshape.pivot import pivot_table
        return pivot_table(self, values, index, columns, aggfunc, fill_value, margins, dropna, margins_name, observed, sort)

    def query(self, expr, inplace=False, **kwargs):
        """The rows for which an expression over the columns holds."""
        from pandas.core.expressions import query
        return self._become(query(self, expr, kwargs), inplace)

    def to_parquet(self, *args, **kwargs):
        """Parquet, which pyarrow or fastparquet writes."""
        from pandas.io.missing_engines import refuse_parquet
        refuse_parquet(kwargs.get('engine', 'auto'))

    def to_orc(self, path=None, *, engine='pyarrow', index=None, engine_kwargs=None):
        """ORC, which pyarrow writes."""
        raise ImportError("Missing optional dependency 'pyarrow'.  Use pip or conda to install pyarrow.")

    def to_feather(self, *args, **kwargs):
        """Feather, which pyarrow writes."""
        raise ImportError("Missing optional dependency 'pyarrow'.  Use pip or conda to install pyarrow.")


def as_plain(values):
    return values if isinstance(values, np.ndarray) else np.asarray(values)


def doubled(labels):
    """Labels that stand twice and where, as pandas shows them."""
    from pandas.core.frame import DataFrame
    found = {}
    for i, x in enumerate(labels):
        found.setdefault(x, []).append(i)
    rows = {k: v for k, v in found.items() if len(v) > 1}
    return DataFrame({'positions': objects(rows.values())}, index=Index(list(rows), name='label'))


def across(frame, by, level, sort, dropna, group_keys):
    """The columns in groups: what is asked of them is asked of the table turned."""
    from pandas.core.groupby.groupby import grouped
    return Across(grouped(frame.T, by, level, True, sort, dropna, group_keys))


class Across:
    """Groups of columns."""

    def __init__(self, groups):
        self._groups = groups

    def __iter__(self):
        return ((k, part.T) for k, part in self._groups)

    def __len__(self):
        return len(self._groups)

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        found = getattr(self._groups, name)
        if not callable(found):
            return found

        def method(*args, **kwargs):
            made = found(*args, **kwargs)
            return made.T.infer_objects() if getattr(made, 'ndim', 0) == 2 else made
        return method



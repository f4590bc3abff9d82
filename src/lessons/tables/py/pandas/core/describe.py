"""describe: what a column holds, in a few numbers."""
import numpy as np

from pandas.core.algorithms import counted
from pandas.core.dtypes import objects
from pandas.core.indexes.base import Index
from pandas.core.reduce import check_parts


def percents(percentiles):
    if percentiles is None:
        return [0.25, 0.5, 0.75]
    check_parts(list(percentiles))
    return sorted({0.5, *map(float, percentiles)})


def percent_text(p):
    x = round(p * 100, 4)
    return f'{int(x)}%' if x == int(x) else f'{x:g}%'


def describe_series(s, percentiles=None, numeric=False):
    """A Series about a Series."""
    from pandas.core.series import Series
    kind = s.dtype.kind
    if hasattr(s._values, '_mask') and not s.dtype._boolean:
        found = describe_series(Series._make(s._values._data[~s._values._mask], None, s.name), percentiles)
        return found.astype('Float64')
    if kind in 'iufm':
        asked = percents(percentiles)
        names = ['count', 'mean', 'std', 'min'] + [percent_text(p) for p in asked] + ['max']
        values = [s.count(), s.mean(), s.std(), s.min()] + [s.quantile(p) for p in asked] + [s.max()]
        return Series(np.array(values, 'f8') if kind != 'm' else objects(values), index=names, name=s.name)
    if kind == 'M' and numeric:
        asked = percents(percentiles)
        found = [s.count(), s.mean(), s.min()] + [s.quantile(p) for p in asked] + [s.max()]
        return Series(objects(found), index=['count', 'mean', 'min'] + [percent_text(p) for p in asked] + ['max'], name=s.name)
    values, counts = counted(s._values)
    n = s.count()
    if hasattr(values, '_codes'):
        values, counts = values[counts > 0], counts[counts > 0]
    if not len(values):
        return Series(objects([n, 0, np.nan, np.nan]), index=['count', 'unique', 'top', 'freq'], name=s.name)
    if kind == 'M':
        from pandas.core.dtypes import box
        return Series(objects([n, len(values), box(values[0]), int(counts[0]), s.min(), s.max()]), index=['count', 'unique', 'top', 'freq', 'first', 'last'], name=s.name)
    return Series(objects([n, len(values), values[0] if kind != 'b' else bool(values[0]), int(counts[0])]), index=['count', 'unique', 'top', 'freq'], name=s.name)


def describe_frame(frame, percentiles=None, include=None, exclude=None, numeric=False):
    """A table about the columns of a table."""
    from pandas.core.frame import DataFrame
    if not len(frame.columns):
        raise ValueError('Cannot describe a DataFrame without columns')
    if include is None and exclude is None:
        part = frame.select_dtypes(include=[np.number] + (['datetime', 'datetimetz'] if numeric else []))
        if not len(part.columns):
            part = frame
    elif isinstance(include, str) and include == 'all':
        if exclude is not None:
            raise ValueError("exclude must be None when include is 'all'")
        part = frame
    else:
        part = frame.select_dtypes(include=include, exclude=exclude)
    columns = [describe_series(c, percentiles, numeric) for _, c in part.items()]
    names = []
    for c in sorted((c.index for c in columns), key=len):
        for x in c:
            if x not in names:
                names.append(x)
    rows = Index(names)
    return DataFrame._make([c.reindex(rows)._values for c in columns], rows, part.columns)

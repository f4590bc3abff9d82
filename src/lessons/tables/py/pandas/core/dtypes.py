"""From what a program gives to a one-dimensional array: which dtype values have, which dtype holds two others, how a value becomes another dtype."""
import datetime

import numpy as np

from pandas.core.extended import named
from pandas.core.missing import NA, NaT, missing_in, missing_one, nothing_for
from pandas.core.zones import DatetimeTZDtype, ExtensionDtype, Zoned

LATER = {'Sparse'}
OBJECT = np.dtype(object)
PLAIN = {str, int, float, bool, type(None), type(NA), type(NaT)}       # what NumPy does not look into


def objects(items):
    """An array of objects, one for each item, whatever the items are."""
    items = list(items)
    out = np.empty(len(items), object)
    if set(map(type, items)) <= PLAIN:
        out[:] = items
        return out
    for i, x in enumerate(items):
        out[i] = x
    return out


def as_dtype(dtype):
    """A NumPy dtype for what a program names."""
    if isinstance(dtype, ExtensionDtype):
        return dtype
    if isinstance(dtype, np.dtype):
        found = dtype
    elif hasattr(dtype, '_extended'):
        return dtype() if isinstance(dtype, type) else dtype
    elif isinstance(dtype, str) and (found := named(dtype)) is not None:
        return found
    elif dtype is str:
        return np.dtype(str)
    elif isinstance(dtype, str) and dtype.startswith(('period[', 'Period[')):
        from pandas.core.periods import PeriodDtype
        return PeriodDtype(dtype[7:-1])
    elif isinstance(dtype, str) and (dtype in LATER or dtype.startswith('Sparse[')):
        raise NotImplementedError(f"perch's pandas has no dtype {dtype!r}")
    elif isinstance(dtype, str) and dtype.startswith('datetime64[ns,'):
        return DatetimeTZDtype(dtype)
    else:
        try:
            found = np.dtype(dtype)
        except TypeError:
            raise TypeError(f"data type '{dtype}' not understood" if isinstance(dtype, str) else f"Cannot interpret '{dtype!r}' as a data type") from None
    if found.kind in 'M' and found != np.dtype('M8[ns]'):
        return np.dtype('M8[ns]')
    if found.kind in 'm' and found != np.dtype('m8[ns]'):
        return np.dtype('m8[ns]')
    return found


def is_list_like(x):
    return hasattr(x, '__iter__') and not isinstance(x, (str, bytes, type)) and not (isinstance(x, np.ndarray) and x.ndim == 0)


def is_integer(x):
    return isinstance(x, (int, np.integer)) and not isinstance(x, (bool, np.timedelta64))


def is_numeric(dtype):
    return dtype.kind in 'iufcb' or hasattr(dtype, '_extended') and dtype._numeric


def box(x):
    """A NumPy moment or span as pandas' own."""
    if isinstance(x, np.datetime64):
        from pandas.core.dates import stamp
        n = int(x.astype('M8[ns]').astype('i8'))
        return NaT if n == -2 ** 63 else stamp(n)
    if isinstance(x, np.timedelta64):
        from pandas.core.dates import Timedelta
        return NaT if np.isnat(x) else Timedelta(x)
    return x


def boxed(values):
    """An array as objects: numbers as Python's, moments as Timestamps."""
    if values.dtype.kind in 'mM':
        return objects([box(x) for x in values.ravel()]).reshape(values.shape)
    return np.asarray(values.astype(object))


def listed(values):
    """An array as a list of Python's own values."""
    if values.dtype.kind in 'mM':
        return values.tolist() if isinstance(values, Zoned) else [box(x) for x in values]
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


def from_objects(items):
    """The array that a list of values is: pandas' inference."""
    kinds = set(map(type, items))
    if not kinds:
        return np.empty(0, object)
    none = type(None) in kinds
    kinds.discard(type(None))
    if kinds == {str} or not kinds:
        return objects(items)
    if kinds == {float} or kinds <= {float, int}:
        return whole_or_float(items, none, float in kinds)
    if kinds == {bool} or kinds == {np.bool_} or kinds == {bool, np.bool_}:
        return objects(items) if none else np.array(items, bool)
    of = lambda *types: all(issubclass(k, types) for k in kinds)
    if any(issubclass(k, bool) or k is np.bool_ for k in kinds):
        return objects(items)
    if of(int, np.integer, float, np.floating) and not of(np.timedelta64):
        return whole_or_float(items, none, any(issubclass(k, (float, np.floating)) for k in kinds))
    if of(complex, np.complexfloating, int, np.integer, float, np.floating) and not of(np.timedelta64):
        return np.array([np.nan if x is None else x for x in items], complex)
    if any(k.__name__ == 'Interval' for k in kinds):
        return intervals(items, kinds, none)
    known = kinds - {type(NaT)}
    if known and all(issubclass(k, (datetime.datetime, np.datetime64)) for k in known - {float}) and known != {float}:
        return moments(items)
    if known and all(issubclass(k, (datetime.timedelta, np.timedelta64)) for k in known - {float}) and known != {float}:
        return spans(items)
    if known and all(k.__name__ == 'Period' for k in known - {float}) and known != {float}:
        from pandas.core.periods import of_objects
        return of_objects(items)
    if kinds == {type(NaT)}:
        return np.array(['NaT'] * len(items), 'M8[ns]')
    return objects(items)


def intervals(items, kinds, none):
    """Intervals that are all closed in one way, with what is missing; else objects."""
    from pandas.core.extended.intervals import Interval, from_intervals
    ways = {x.closed for x in items if isinstance(x, Interval)}
    if len(ways) > 1 or not all(issubclass(k, (Interval, float)) for k in kinds) or not all(isinstance(x, Interval) or missing_one(x) for x in items):
        return objects(items)
    try:
        return from_intervals(objects(items))
    except TypeError:
        return objects(items)


def whole_or_float(items, none, floats):
    if none or floats:
        return np.array([np.nan if x is None else x for x in items], 'f8')
    try:
        return np.array(items, 'i8')
    except OverflowError:
        pass
    try:
        return np.array(items, 'u8')
    except (OverflowError, ValueError, TypeError):
        return objects(items)


def moments(items):
    from pandas.core.dates import moment
    from pandas.core.zones import shown, zone_of
    zones = {id(zone_of(z)): zone_of(z) for z in (getattr(x, 'tzinfo', None) for x in items if not missing_one(x))}
    if len(zones) > 1 and len({z is None or shown(z) for z in zones.values()}) > 1:
        return objects(items)
    try:
        found = np.array([moment(x) for x in items], 'M8[ns]')
    except ValueError:          # too far away for nanoseconds
        return objects(items)
    zone = next(iter(zones.values()), None)
    return found if zone is None else Zoned._with_zone(found, zone)


def spans(items):
    from pandas.core.dates import span
    return np.array([span(x) for x in items], 'm8[ns]')


def settled(values):
    """An array of NumPy's in a dtype that columns have."""
    if isinstance(values.dtype, ExtensionDtype):
        return values
    kind = values.dtype.kind
    if kind == 'U':
        return values.astype(object)
    if kind == 'S':
        return values.astype(object)
    if kind == 'M' and values.dtype != np.dtype('M8[ns]'):
        return values.astype('M8[ns]')
    if kind == 'm' and values.dtype != np.dtype('m8[ns]'):
        return values.astype('m8[ns]')
    if kind == 'V':
        return objects(values.tolist())
    return values


def array_of(data, dtype=None, copy=False):
    """A one-dimensional array of what a program gave for a column; dtype None infers."""
    if hasattr(data, '_values') and (hasattr(data, '_index_of') or hasattr(data, 'nlevels')):
        data = data._values
    elif isinstance(data, range):
        data = np.arange(data.start, data.stop, data.step, dtype='i8')
    elif not isinstance(data, (np.ndarray, list, tuple)):
        if hasattr(data, '_extended'):
            found = data if dtype is None else cast(data, dtype)
            return found.copy() if copy and found is data else found
        if hasattr(data, '__array__'):
            data = np.asarray(data)
        elif isinstance(data, (set, frozenset)):
            raise TypeError(f"'{type(data).__name__}' type is unordered")
        else:
            data = list(data)
    if hasattr(data, '_extended'):
        found = data if dtype is None else cast(data, dtype)
        return found.copy() if copy and found is data else found
    if isinstance(data, np.ndarray):
        if data.ndim == 0:
            data = data.reshape(1)
        if data.ndim > 1:
            raise ValueError('Data must be 1-dimensional' if dtype is None else f'Data must be 1-dimensional, got ndarray of shape {data.shape} instead')
        found = settled(data)
        if dtype is not None:
            return cast(found, dtype)
        return found.copy() if copy and found is data else found
    items = list(data)
    if dtype is not None:
        want = as_dtype(dtype)
        if hasattr(want, '_extended'):
            if want.name == 'category':
                from pandas.core.extended.categories import spaced
                return want.made_from(spaced(items), True)
            return want.made_from(objects(items), True)
        if want.kind == 'O':
            return objects(items)
        if want.kind in 'iu' and None in items and not any(isinstance(x, float) and x != x for x in items):
            whole(None)
        found = from_objects(items)
        if want.kind in 'iu' and found.dtype.kind == 'f' and np.isfinite(found).all() and (found != np.trunc(found)).any():
            return found                # (pandas 1.5 leaves them as they are)
        return cast(found, dtype, given=True)
    return from_objects(items)


def cast(values, dtype, given=False):
    """values.astype(dtype) as pandas does it."""
    want = as_dtype(dtype)
    have = values.dtype
    if hasattr(want, '_extended'):
        return want.made_from(values, given)
    if hasattr(have, '_extended'):
        return values.astype(want)
    if have.kind == 'm' and want.kind == 'm' and np.dtype(dtype) not in (have, np.dtype('m8')):       # another unit: its count
        return np.where(np.isnat(values), np.nan, values.astype(dtype).astype('f8'))
    if want == have:
        return values.copy()
    if isinstance(want, ExtensionDtype) or isinstance(have, ExtensionDtype):
        from pandas.core.zone_casts import cast_extended
        return cast_extended(values, want)
    if want.kind == 'U' and have.kind in 'mM':
        from pandas.core.dates import moment_texts, span_texts
        return objects((moment_texts if have.kind == 'M' else span_texts)(values))
    if want.kind == 'U':
        gone = missing_in(values) if given else np.zeros(len(values), bool)
        return objects([x if m else (x if isinstance(x, str) else str(x)) for x, m in zip(listed(values), gone)])
    if want.kind == 'S':
        return values.astype(want).astype(object)
    if want.kind == 'O':
        return boxed(values)
    if want.kind in 'iu':
        if have.kind == 'f':
            if not np.isfinite(values).all():
                if given:
                    raise ValueError('cannot convert float NaN to integer')
                from pandas.errors import IntCastingNaNError
                raise IntCastingNaNError('Cannot convert non-finite values (NA or inf) to integer')
            if given and (values != np.trunc(values)).any():
                raise ValueError('Trying to coerce float values to integers')
        if have.kind == 'O':
            return np.array([whole(x) for x in values], want)
        if have.kind in 'mM' and want != np.dtype('i8'):
            raise TypeError(f'cannot astype a datetimelike from [{have}] to [{want}]')
        return values.astype(want)
    if want.kind == 'f' and have.kind == 'O':
        return np.array([number(x) for x in values], want)
    if want.kind == 'f' and have.kind == 'M':
        raise TypeError(f'Cannot cast DatetimeArray to dtype {want}')
    if want.kind == 'b' and have.kind == 'O':
        return np.array([bool(x) for x in values], bool)
    if want.kind == 'M':
        if have.kind == 'O':
            from pandas.core.dates import to_moments
            found = to_moments(values)
            return found.view(np.ndarray) if isinstance(found, Zoned) else found        # (in UTC, without saying so)
        return values.astype('i8').astype(want) if have.kind in 'iu' else values.astype(want)
    return values.astype(want)


def whole(x):
    if isinstance(x, float) and x != x:
        raise ValueError('cannot convert float NaN to integer')
    if x is None:
        raise TypeError("int() argument must be a string, a bytes-like object or a real number, not 'NoneType'")
    return int(x)


def number(x):
    if x is NA:
        raise TypeError("float() argument must be a string or a real number, not 'NAType'")
    if x is None:
        return np.nan
    if isinstance(x, str):
        try:
            return float(x)
        except ValueError:
            raise ValueError(f'could not convert string to float: {x!r}') from None
    return float(x)


def common(dtypes):
    """The dtype that holds values of all of these."""
    dtypes = list(dict.fromkeys(dtypes))
    if not dtypes:
        return OBJECT
    if len(dtypes) == 1:
        return dtypes[0]
    own = next((d for d in dtypes if hasattr(d, '_extended')), None)
    if own is not None:
        return own.common([d for d in dtypes if d is not own]) or OBJECT
    kinds = {d.kind for d in dtypes}
    if kinds <= set('iufc'):
        return np.result_type(*dtypes)
    return OBJECT


def as_common(values, dtype):
    """values in a dtype that common() chose."""
    if values.dtype == dtype:
        return values
    if hasattr(dtype, '_extended'):
        return dtype.made_from(values)
    return boxed(values) if dtype.kind == 'O' and not isinstance(dtype, ExtensionDtype) else values.astype(dtype)


def fits(dtype, x):
    """The dtype that an array of dtype must have so that x can be set in it."""
    kind = dtype.kind
    if isinstance(dtype, ExtensionDtype):
        from pandas.core.zone_casts import fits_extended
        return fits_extended(dtype, x)
    if kind == 'O':
        return dtype
    if missing_one(x):
        if kind == 'b' or (kind in 'iu' and x is NA):
            return OBJECT
        return nothing_for(dtype)[1]
    if isinstance(x, (bool, np.bool_)):
        return dtype if kind == 'b' else OBJECT
    if kind == 'b':
        return OBJECT
    if kind == 'M':
        return dtype if isinstance(x, (datetime.datetime, np.datetime64)) and getattr(x, 'tzinfo', None) is None or (isinstance(x, str) and is_moment(x)) else OBJECT
    if kind == 'm':
        return dtype if isinstance(x, (datetime.timedelta, np.timedelta64)) else OBJECT
    if is_integer(x):
        if kind in 'iu':
            info = np.iinfo(dtype)
            return dtype if info.min <= x <= info.max else np.dtype('i8')
        return dtype
    if isinstance(x, (float, np.floating)):
        if kind in 'iu':
            return dtype if float(x).is_integer() else np.dtype('f8')
        return dtype if kind == 'c' or dtype.itemsize == 8 or float(dtype.type(x)) == float(x) or not isinstance(x, np.float64) else np.dtype('f8')
    if isinstance(x, (complex, np.complexfloating)):
        return np.result_type(dtype, np.dtype('c16'))
    return OBJECT


def is_moment(text):
    from pandas.core.dates import moment
    try:
        moment(text)
        return True
    except ValueError:
        return False


def put(values, where, new):
    """Sets values[where] = new, in place if the dtype can hold it; the array that has it then."""
    if hasattr(values, '_extended'):
        values[where] = new
        return values
    if hasattr(new, '_extended'):
        new = new._objects() if not new.dtype._numeric or values.dtype.kind == 'O' or new._gone().any() and values.dtype.kind != 'f' else new.astype('f8' if new._gone().any() else new.dtype.numpy_dtype)
    if isinstance(new, np.ndarray) and new.ndim:
        if values.dtype.kind == 'O':
            want = OBJECT
        elif new.dtype.kind == 'O':
            want = values.dtype
            for x in new:
                if fits(want, x) != want:
                    want = common([want, fits(want, x)])
        elif values.dtype.kind in 'iu' and new.dtype.kind == 'f' and (np.isfinite(new).all() and (new == np.trunc(new)).all()):
            want = values.dtype
        elif values.dtype.kind in 'iu' and new.dtype.kind in 'iu':
            want = values.dtype
        elif values.dtype.kind == 'f' and new.dtype.kind in 'fiu':
            want = values.dtype
        else:
            want = common([values.dtype, new.dtype])
        if want != values.dtype:
            values = as_common(values, want)
        values[where] = as_common(new, want) if want.kind == 'O' else new
        return values
    want = fits(values.dtype, new)
    if want != values.dtype:
        values = as_common(values, common([values.dtype, want]) if want.kind != 'O' else OBJECT)
    if values.dtype.kind in 'mM':
        from pandas.core.dates import moment, span
        new = (moment if values.dtype.kind == 'M' else span)(new)
    elif values.dtype.kind in 'fc' and missing_one(new):
        new = np.nan
    if values.dtype.kind == 'O' and is_list_like(new):
        spots = np.arange(len(values))[where]
        for i in np.atleast_1d(spots):
            values[i] = new
        return values
    values[where] = new
    return values


def rows_of(values, where):
    """values[where]; of NumPy's arrays by positions the quick way."""
    return values.take(where) if type(values) is np.ndarray and type(where) is np.ndarray and where.dtype.kind == 'i' and where.ndim == 1 and len(values) else values[where]


def take(values, spots):
    """values[spots], where -1 is a value that is missing."""
    if hasattr(values, '_extended'):
        return values._taken(np.asarray(spots, np.intp))
    if len(spots) and (spots < 0).any():
        mark, dtype = nothing_for(values.dtype)
        out = as_common(values, dtype)
        if not len(values):
            return full(len(spots), mark, dtype)
        out = out.take(spots) if type(out) is np.ndarray else out[spots]
        out[spots < 0] = mark
        return out
    return rows_of(values, spots)


def full(n, x, dtype=None):
    """n times one value."""
    if hasattr(dtype, '_extended'):
        return dtype.made_from(objects([x] * n), True)
    if dtype is None:
        if x is None:
            dtype = OBJECT
        else:
            dtype = from_objects([x]).dtype if not isinstance(x, np.generic) or x.dtype.kind in 'USmM' else x.dtype
            if hasattr(dtype, '_extended'):
                return full(n, x, dtype)
    if isinstance(dtype, ExtensionDtype):
        return cast(from_objects([x] * n), dtype) if n else cast(np.empty(0, 'M8[ns]' if dtype.kind == 'M' else object), dtype)
    if np.dtype(dtype).kind == 'O':
        out = np.empty(n, object)
        for i in range(n):
            out[i] = x
        return out
    if np.dtype(dtype).kind in 'mM':
        out = np.empty(n, dtype)
        out[:] = from_objects([x])[0] if n else 0
        return out
    if is_list_like(x):
        return objects([x] * n)
    return cast(np.full(n, x), dtype) if n else np.empty(0, as_dtype(dtype) if as_dtype(dtype).kind != 'U' else object)

"""pandas.api.types: what kind a column, a dtype or an object is of."""
import numbers

import numpy as np


def _own(given):
    """The dtype of pandas' own that a column has, or something names; None: it is none of them."""
    from pandas.core.dtypes import as_dtype
    try:
        found = as_dtype(given if isinstance(given, type) else getattr(given, 'dtype', given))
    except (TypeError, NotImplementedError):
        return None
    return None if isinstance(found, np.dtype) else found


def _dtype(given):
    """The dtype of a column, an array or a name as NumPy would have it; None where it is none."""
    found = _own(given)
    if found is not None:
        if hasattr(found, '_extended'):
            return found.numpy_dtype if found._numeric else np.dtype(str) if found.name == 'string' else np.dtype('V1')
        return found.base if found.kind == 'M' else np.dtype('V1')
    found = given if isinstance(given, type) else getattr(given, 'dtype', given)
    try:
        return np.dtype(found) if found is not None else None
    except TypeError:
        return None


def _of(kinds, what):
    def told(arr_or_dtype):
        found = _dtype(arr_or_dtype)
        return found is not None and found.kind in kinds
    told.__name__ = told.__qualname__ = what
    told.__doc__ = f'{what}: whether the dtype is of such a kind.'
    return told


for _name, _kinds in {'is_numeric_dtype': 'iufcb', 'is_integer_dtype': 'iu', 'is_any_real_numeric_dtype': 'iuf', 'is_float_dtype': 'f', 'is_bool_dtype': 'b', 'is_object_dtype': 'O',
                      'is_string_dtype': 'OSU', 'is_datetime64_any_dtype': 'M', 'is_datetime64_ns_dtype': 'M', 'is_timedelta64_dtype': 'm', 'is_timedelta64_ns_dtype': 'm',
                      'is_complex_dtype': 'c', 'is_signed_integer_dtype': 'i', 'is_unsigned_integer_dtype': 'u'}.items():
    globals()[_name] = _of(_kinds, _name)


def __getattr__(name):
    from pandas.core.extended import of
    module = {'union_categoricals': 'categories', 'CategoricalDtype': 'categories', 'IntervalDtype': 'intervals'}.get(name)
    if module is None:
        raise AttributeError(f"module 'pandas.api.types' has no attribute '{name}'")
    return of(module, name)


def is_categorical_dtype(arr_or_dtype):
    """Whether it is of categories."""
    return getattr(getattr(arr_or_dtype, 'dtype', arr_or_dtype), 'name', arr_or_dtype) == 'category'


is_categorical = is_categorical_dtype


def is_interval_dtype(arr_or_dtype):
    """Whether it is of intervals."""
    return getattr(getattr(arr_or_dtype, 'dtype', arr_or_dtype), 'name', arr_or_dtype) == 'interval'


def is_datetime64tz_dtype(arr_or_dtype):
    """Whether it is of moments in a zone."""
    return getattr(_own(arr_or_dtype), 'kind', '') == 'M'


def is_datetime64_dtype(arr_or_dtype):
    """Whether it is of moments without a zone."""
    return _own(arr_or_dtype) is None and is_datetime64_any_dtype(arr_or_dtype)


def is_period_dtype(arr_or_dtype):
    """Whether it is of spans of the calendar."""
    return getattr(_own(arr_or_dtype), 'name', '').startswith('period[')


def is_extension_array_dtype(arr_or_dtype):
    """Whether it is a dtype of pandas' own."""
    return _own(arr_or_dtype) is not None


def pandas_dtype(dtype):
    """The dtype that something names."""
    from pandas.core.dtypes import as_dtype
    return as_dtype(dtype if isinstance(dtype, type) else getattr(dtype, 'dtype', dtype))


def is_int64_dtype(arr_or_dtype):
    """Whether it is of whole numbers of 64 bits."""
    return _dtype(arr_or_dtype) == np.dtype('i8')


def is_dtype_equal(source, target):
    """Whether two name the same dtype."""
    try:
        return pandas_dtype(source) == pandas_dtype(target)
    except TypeError:
        return False


def is_sparse(arr):
    """Whether it is sparse, of which perch's pandas has none."""
    return False


def is_interval(val):
    """An Interval."""
    return type(val).__name__ == 'Interval'


def is_re(obj):
    """A pattern."""
    import re
    return isinstance(obj, re.Pattern)


def is_re_compilable(obj):
    """What can become a pattern."""
    import re
    try:
        re.compile(obj)
    except (TypeError, re.error):
        return False
    return True


def is_file_like(obj):
    """What can be read or written."""
    return (hasattr(obj, 'read') or hasattr(obj, 'write')) and hasattr(obj, '__iter__')


def is_named_tuple(obj):
    """A tuple with names."""
    return isinstance(obj, tuple) and hasattr(obj, '_fields')


def is_scalar(val):
    """One value, no collection."""
    from pandas.core.missing import NaT
    return val is None or val is NaT or isinstance(val, (str, bytes, numbers.Number, np.generic)) or type(val).__module__ in ('datetime', 'decimal', 'fractions') or \
        type(val).__name__ in ('Timestamp', 'Timedelta')


def is_number(obj):
    """A number."""
    return isinstance(obj, (numbers.Number, np.number))


def is_integer(obj):
    """A whole number, no bool."""
    return isinstance(obj, (int, np.integer)) and not isinstance(obj, (bool, np.timedelta64))


def is_float(obj):
    """A float."""
    return isinstance(obj, (float, np.floating))


def is_bool(obj):
    """True or False."""
    return isinstance(obj, (bool, np.bool_))


def is_complex(obj):
    """A complex number."""
    return isinstance(obj, (complex, np.complexfloating))


def is_list_like(obj, allow_sets=True):
    """What holds values and is no text."""
    return hasattr(type(obj), '__iter__') and not isinstance(obj, (str, bytes, type)) and not (isinstance(obj, np.ndarray) and obj.ndim == 0) and (allow_sets or not isinstance(obj, (set, frozenset)))


def is_dict_like(obj):
    """What has keys."""
    return all(hasattr(obj, name) for name in ('__getitem__', 'keys', '__contains__')) and not isinstance(obj, type)


def is_array_like(obj):
    """A list-like with a dtype."""
    return is_list_like(obj) and hasattr(obj, 'dtype')


def is_hashable(obj):
    """What a dict takes as a key."""
    try:
        hash(obj)
    except TypeError:
        return False
    return True


def is_iterator(obj):
    """What gives one value after the other."""
    return hasattr(type(obj), '__next__')


def infer_dtype(value, skipna=True):
    """What the values are, in a word."""
    from pandas.core.missing import missing_in
    values = np.asarray(value, object) if not hasattr(value, 'dtype') else np.asarray(value)
    words = {'i': 'integer', 'u': 'integer', 'f': 'floating', 'b': 'boolean', 'M': 'datetime64', 'm': 'timedelta64', 'c': 'complex', 'U': 'string', 'S': 'bytes'}
    if values.dtype.kind != 'O':
        return words[values.dtype.kind]
    values = values.ravel()
    kinds = {_word(x) for x in (values[~missing_in(values)] if skipna else values)}
    if not kinds:
        return 'empty'
    return kinds.pop() if len(kinds) == 1 else 'mixed-integer-float' if kinds == {'integer', 'floating'} else 'mixed-integer' if 'integer' in kinds else 'mixed'


def _word(x):
    """The word for one object."""
    for word, kinds in (('boolean', (bool, np.bool_)), ('integer', (int, np.integer)), ('floating', (float, np.floating)), ('complex', (complex,)), ('string', (str,)), ('bytes', (bytes,))):
        if isinstance(x, kinds):
            return word
    return {'Timestamp': 'datetime', 'datetime': 'datetime', 'date': 'date', 'time': 'time', 'Timedelta': 'timedelta', 'timedelta': 'timedelta', 'Decimal': 'decimal'}.get(type(x).__name__, 'mixed')

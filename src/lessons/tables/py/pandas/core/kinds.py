"""Which dtypes select_dtypes means, and how many bytes a column takes."""
import numpy as np

from pandas.core.dtypes import as_dtype


def bytes_of(values, deep):
    """The bytes of a column; deep: those of its objects too."""
    import sys
    if hasattr(values, '_codes'):
        labels = values.categories
        return values.nbytes + bytes_of(labels._values, deep) - labels._values.nbytes + table_bytes(len(labels))
    return values.nbytes + (sum(sys.getsizeof(x) for x in values) if deep and values.dtype.kind == 'O' and not hasattr(values, '_mask') else 0)


def table_bytes(n):
    """The bytes of the table in which pandas finds so many labels."""
    slots = 4
    while int(slots * 0.77 + 0.5) < n:
        slots *= 2
    return 40 + 16 * slots + max(4, slots // 8)


def is_of(dtype, name):
    """Whether a dtype is among those that select_dtypes names."""
    if hasattr(dtype, '_extended'):
        if name in ('number', np.number):
            return dtype._numeric and not dtype._boolean
        return dtype == name or type(dtype) is name or dtype._boolean and name in ('bool', bool, np.bool_)
    if name in ('number', np.number) or name is np.number:
        return dtype.kind in 'iufcm'
    if name in ('datetime', 'datetime64', 'datetime64[ns]') or name is np.datetime64:
        return dtype.kind == 'M' and isinstance(dtype, np.dtype)
    if name in ('datetimetz', 'datetime64tz'):
        return dtype.kind == 'M' and not isinstance(dtype, np.dtype)
    if name in ('timedelta', 'timedelta64'):
        return dtype.kind == 'm'
    if name == 'category':
        return False
    if name in ('unsignedinteger', np.unsignedinteger):
        return dtype.kind == 'u'
    if name in ('signedinteger', np.signedinteger):
        return dtype.kind == 'i'
    if name in ('integer', np.integer):
        return dtype.kind in 'iu'
    if name in ('floating', np.floating):
        return dtype.kind == 'f'
    if name is str or name == 'str':
        raise TypeError('string dtypes are not allowed, use \'object\' instead')
    return dtype == as_dtype(name)

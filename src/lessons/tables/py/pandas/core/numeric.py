"""to_numeric and value_counts: what takes any column."""
import numpy as np

from pandas.core.dtypes import array_of
from pandas.core.missing import missing_one


def to_numeric(arg, errors='raise', downcast=None):
    """Texts and objects as numbers; errors='coerce' makes NaN of what is none."""
    from pandas.core.indexes.base import Index, index_of
    if errors not in ('raise', 'coerce', 'ignore'):
        raise ValueError('invalid error value specified')
    if downcast not in (None, 'integer', 'signed', 'unsigned', 'float'):
        raise ValueError('invalid downcasting method provided')
    if isinstance(arg, (str, int, float, np.generic)) or arg is None:
        return numbers(array_of([arg]), errors)[0]
    values = array_of(arg)
    try:
        found = numbers(values, errors)
    except ValueError:
        if errors != 'ignore':
            raise
        return arg if hasattr(arg, '_values') else values
    if downcast is not None:
        found = smaller(found, downcast)
    if isinstance(arg, Index):
        return index_of(found, arg.name)
    return arg._each(lambda v: found) if hasattr(arg, '_index_of') else found


def numbers(values, errors):
    if hasattr(values, '_mask'):
        return values
    if values.dtype.kind != 'O':
        return values.astype('i8') if values.dtype.kind in 'mM' else values
    out, whole = [], True
    for i, x in enumerate(values):
        if missing_one(x):
            out.append(np.nan)
            continue
        try:
            found = number(x)
        except ValueError:
            if errors != 'coerce':
                raise ValueError(f'Unable to parse string "{x}" at position {i}') from None
            found = np.nan
        except TypeError:
            if errors != 'coerce':
                raise TypeError(f'Invalid object type at position {i}') from None
            found = np.nan
        out.append(found)
        whole = whole and isinstance(found, int)
    return array_of(out) if out else np.empty(0, 'f8')


def number(x):
    if isinstance(x, str):
        if '_' in x:
            raise ValueError(x)
        try:
            return int(x)
        except ValueError:
            return float(x)
    if isinstance(x, (bool, np.bool_)):
        return bool(x)
    if isinstance(x, (int, float, np.number)):
        return x
    raise TypeError(x)


def smaller(values, downcast):
    if hasattr(values, '_mask'):
        there = smaller(values._data[~values._mask], downcast)
        return values.astype(('U' if there.dtype.kind == 'u' else '') + there.dtype.name.lstrip('u').capitalize())
    if downcast == 'float':
        single = values.astype('f4')
        return single if np.allclose(single, values, equal_nan=True) else values
    kinds = 'u1 u2 u4 u8' if downcast == 'unsigned' else 'i1 i2 i4 i8'
    if values.dtype.kind == 'f' and ((values != values).any() or (values != np.trunc(values)).any()):
        return values
    for kind in kinds.split():
        small = values.astype(kind)
        if (small == values).all():
            return small
    return values


def value_counts(values, sort=True, ascending=False, normalize=False, bins=None, dropna=True):
    """How often each value stands."""
    from pandas.core.series import Series
    return Series(values).value_counts(normalize, sort, ascending, bins, dropna)

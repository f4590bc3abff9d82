"""pandas.array: an array of pandas' own of what a program gives; pandas.arrays: the classes of arrays."""
import types

import numpy as np

from pandas.core.arrays import PandasArray, array_of_column
from pandas.core.dtypes import array_of, as_dtype, is_list_like, objects
from pandas.core.extended.categories import Categorical
from pandas.core.extended.intervals import IntervalArray
from pandas.core.extended.masked import BooleanArray, FloatingArray, IntegerArray, dtype_for
from pandas.core.extended.texts import StringArray, StringDtype
from pandas.core.missing import missing_in

arrays = types.ModuleType('pandas.arrays', 'The arrays of pandas.')
arrays.__dict__.update({cls.__name__: cls for cls in (PandasArray, IntervalArray, BooleanArray, FloatingArray, IntegerArray, StringArray)}, Categorical=Categorical)


def array(data, dtype=None, copy=True):
    """An array of pandas' own; without a dtype that which the values call for."""
    if not is_list_like(data):
        raise ValueError(f"Cannot pass scalar '{data}' to 'pandas.array'.")
    inner = getattr(data, '_values', data)
    if dtype is None and hasattr(inner, '_extended'):
        return inner.copy() if copy else inner
    if dtype is not None:
        return array_of_column(array_of(inner, as_dtype(dtype)))
    if not isinstance(inner, np.ndarray):
        items = objects(inner)
        own = called_for(items)
        if not isinstance(own, PandasArray):
            return own
        found = array_of(list(items))
        return array_of_column(found) if hasattr(found.dtype, 'na_value') or found.dtype.kind in 'mM' else PandasArray(np.asarray(list(items)))
    return called_for(inner)


def called_for(values):
    """The array that values call for: PandasArray where pandas has none that may lack some."""
    kind = values.dtype.kind
    if kind == 'O':
        good = [x for x, g in zip(values, missing_in(values)) if not g]
        want = dtype_of(set(map(type, good))) if good else None
        return PandasArray(values) if want is None else want.made_from(values, True)
    if kind in 'mMc':
        return array_of_column(values)
    return dtype_for(values.dtype).made_from(values, True)


def dtype_of(kinds):
    """The dtype of objects of some types, or None."""
    of = lambda *types: all(issubclass(k, types) for k in kinds)
    if of(str):
        return StringDtype()
    if of(bool, np.bool_):
        return dtype_for(np.dtype(bool))
    if any(issubclass(k, (bool, np.bool_)) for k in kinds) or not of(int, float, np.integer, np.floating):
        return None
    return dtype_for(np.dtype('i8' if of(int, np.integer) else 'f8'))


def converted(values, infer_objects, strings, integers, booleans, floats):
    """A column in the dtype that can lack values, of those that are wanted."""
    if hasattr(values, '_extended'):
        return values.copy()
    kind = values.dtype.kind
    if kind == 'O':
        gone = missing_in(values)
        want = dtype_of(set(map(type, values[~gone]))) if not gone.all() else None
        if want is None or want.name == 'string' and not strings or want.name == 'boolean' and not booleans or not infer_objects and want.name != 'string':
            return values.copy()
        if want.name == 'string' or want.name == 'boolean':
            return want.made_from(values, True)
        return converted(np.array([np.nan if g else x for x, g in zip(values, gone)]) if want.name == 'Float64' or not integers else want.made_from(values, True), infer_objects, strings, integers, booleans, floats)
    if kind == 'b':
        return dtype_for(values.dtype).made_from(values) if booleans else values.copy()
    if kind in 'iu':
        return dtype_for(values.dtype).made_from(values) if integers else values.copy()
    if kind == 'f':
        good = values[~missing_in(values)]
        if integers and np.isfinite(good).all() and (good == np.trunc(good)).all():
            return dtype_for(np.dtype('i8')).made_from(values)
        return dtype_for(values.dtype).made_from(values) if floats else values.copy()
    return values.copy()

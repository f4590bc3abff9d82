"""What .array of a column gives: NumPy's array under pandas' name."""
import numpy as np


class PandasArray(np.lib.mixins.NDArrayOperatorsMixin):
    """An array of a column."""
    __module__ = 'pandas.core.arrays.numpy_'

    def __init__(self, values, copy=False):
        if not isinstance(values, np.ndarray):
            raise ValueError(f"'values' must be a NumPy array, not {type(values).__name__}")
        self._ndarray = values.copy() if copy else values

    dtype = property(lambda self: self._ndarray.dtype)
    shape = property(lambda self: self._ndarray.shape)
    size = property(lambda self: self._ndarray.size)
    nbytes = property(lambda self: self._ndarray.nbytes)
    ndim = 1

    def __len__(self):
        return len(self._ndarray)

    def __iter__(self):
        return iter(self._ndarray)

    def __getitem__(self, key):
        found = self._ndarray[np.asarray(key) if isinstance(key, list) else key]
        return PandasArray(found) if isinstance(found, np.ndarray) and found.ndim else found

    def __setitem__(self, key, value):
        self._ndarray[key] = value

    def __array__(self, dtype=None):
        return np.asarray(self._ndarray, dtype=dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        found = getattr(ufunc, method)(*[x._ndarray if isinstance(x, PandasArray) else x for x in inputs], **kwargs)
        return PandasArray(found) if isinstance(found, np.ndarray) else found

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        return getattr(self._ndarray, name)

    def to_numpy(self, dtype=None, copy=False, na_value=None):
        """NumPy's array."""
        return self._ndarray.astype(dtype) if dtype is not None else self._ndarray.copy() if copy else self._ndarray

    def copy(self):
        """The same again."""
        return PandasArray(self._ndarray, True)

    def __repr__(self):
        from pandas.core.series import Series
        lines = [f"'{x}'" if isinstance(x, str) else str(x) for x in Series(self._ndarray).to_numpy()]
        shown = lines if len(lines) <= 10 else lines[:5] + ['...'] + lines[-5:]
        body = ', '.join(shown)
        if len(body) > 76 or len(lines) > 10:
            wide = max(len(x) for x in shown)
            body = '\n ' + ',\n '.join(x.rjust(wide) if self.dtype.kind != 'O' else x for x in shown)
            body = body.replace('...,', '...')
        return f'<PandasArray>\n[{body}]\nLength: {len(self)}, dtype: {self.dtype}'


class TimeArray(PandasArray):
    """Moments, or spans of time, of a column."""

    def __getitem__(self, key):
        from pandas.core.dtypes import box
        found = super().__getitem__(key)
        return TimeArray(found._ndarray) if isinstance(found, PandasArray) else box(found)

    def __iter__(self):
        from pandas.core.dtypes import listed
        return iter(listed(self._ndarray))

    def __repr__(self):
        from pandas.core.missing import NaT
        from pandas.core.zones import array_text
        name = 'DatetimeArray' if self._ndarray.dtype.kind == 'M' else 'TimedeltaArray'
        return array_text(name, [f"'{x}'" if name == 'DatetimeArray' or x is not NaT else 'NaT' for x in self], self._ndarray.dtype)


def array_of_column(values):
    """What .array gives of the values of a column, or of labels: those that are no array of NumPy's stay as they are."""
    if not isinstance(values, np.ndarray) or hasattr(values, '_ordinals'):
        return values
    return TimeArray(values) if values.dtype.kind in 'mM' else PandasArray(values)

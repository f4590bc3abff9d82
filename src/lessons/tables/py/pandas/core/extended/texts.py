"""Texts that may be missing: the dtype string."""
import operator

import numpy as np

from pandas.core.dtypes import is_list_like, objects
from pandas.core.extended.base import ExtensionArray, ExtensionDtype, objects_of
from pandas.core.missing import NA, missing_in, missing_one


class StringDtype(ExtensionDtype):
    """Texts, and NA."""
    __module__ = 'pandas.core.arrays.string_'
    name, type = 'string', str

    def __init__(self, storage=None):
        if storage not in (None, 'python', 'pyarrow'):
            raise ValueError(f"Storage must be 'python' or 'pyarrow'. Got {storage} instead.")
        if storage == 'pyarrow':
            raise ImportError('pyarrow>=1.0.0 is required for PyArrow backed StringArray.')
        self.storage = 'python'

    def __repr__(self):
        return 'string[python]'

    def __eq__(self, other):
        return other in ('string', 'string[python]') if isinstance(other, str) else isinstance(other, StringDtype)

    def __hash__(self):
        return hash(self.name)

    @classmethod
    def _array(cls):
        return StringArray

    def made_from(self, values, given=False):
        """An array of texts: what is none is told as one."""
        if isinstance(values, StringArray):
            return values.copy()
        items = objects_of(values)
        if set(map(type, items.tolist())) <= {str}:
            return over(items.copy())
        gone = missing_in(items)
        kind = getattr(getattr(values, 'dtype', None), 'kind', 'O')
        if kind in 'mM':
            from pandas.core.dtypes import cast
            items = cast(values, str)
        return over(objects([NA if g else x if type(x) is str else str(x) for x, g in zip(items, gone)]))


def dtype_named(text):
    """The dtype of a name, or None."""
    if text == 'string[pyarrow]':
        return StringDtype('pyarrow')
    return StringDtype() if text in ('string', 'string[python]') else None


def over(items):
    """The array of objects that are texts or NA."""
    self = object.__new__(StringArray)
    self._data = items
    return self


class StringArray(ExtensionArray):
    """Texts, and NA where there is none."""
    __module__ = 'pandas.core.arrays.string_'
    dtype = property(lambda self: StringDtype())
    nbytes = property(lambda self: self._data.nbytes)

    def __init__(self, values, copy=False):
        if not isinstance(values, (np.ndarray, StringArray)) or not all(isinstance(x, str) or missing_one(x) for x in values):
            raise ValueError('StringArray requires a sequence of strings or pandas.NA')
        self._data = objects([NA if missing_one(x) else x for x in values])

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return iter(self._data)

    def _gone(self):
        items = self._data.tolist()
        return np.zeros(len(items), bool) if set(map(type, items)) <= {str} else np.array([x is NA for x in items], bool)

    def _at(self, i):
        return self._data[i]

    def _picked(self, spots):
        return over(self._data[spots])

    def copy(self):
        """The same again."""
        return over(self._data.copy())

    @classmethod
    def _joined(cls, arrays):
        return over(np.concatenate([a._data for a in arrays]))

    def _sortable(self):
        return self._data

    def _objects(self):
        return self._data.copy()

    def _put(self, where, new):
        if is_list_like(new):
            new = objects([NA if missing_one(x) else x for x in objects_of(new)])
            if not all(isinstance(x, str) or x is NA for x in new):
                raise ValueError('Must provide strings.')
        elif missing_one(new):
            new = NA
        elif not isinstance(new, str):
            raise ValueError(f"Cannot set non-string value '{new}' into a StringArray.")
        self._data[where] = new
        return self

    def _cast(self, want):
        if want.kind in 'fc':
            return np.array([np.nan if x is NA else float(x) for x in self._data], want)
        if want.kind in 'iu':
            return np.array([int(x) for x in self._data], want)
        if want.kind == 'M':
            from pandas.core.dates import to_moments
            return to_moments(objects([None if x is NA else x for x in self._data]))
        return super()._cast(want)

    def _text_alone(self, x):
        from pandas.io.formats.format import pretty
        return pretty(x, True) if isinstance(x, str) else str(x)

    def _texts(self, leading, na_rep):
        blank = '' if leading is False else ' '
        return [blank + str(x) for x in self._data]

    def _sides(self, other):
        if is_list_like(other):
            its = objects_of(other)
            return its, missing_in(its)
        return [other] * len(self), np.full(len(self), missing_one(other))

    def _calculate(self, op, other, back):
        its, gone = self._sides(other)
        gone = gone | self._gone()
        found = [NA if g else op(y, x) if back else op(x, y) for x, y, g in zip(self._data, its, gone)]
        return over(objects(found)) if op in (operator.add, operator.mul) else objects(found)

    def _compare(self, name, other):
        from pandas.core import ops
        from pandas.core.extended.masked import over as masked
        op = ops.COMPARISONS[name]
        if isinstance(other, str):
            gone = self._gone()
            plain = self._data if not gone.any() else np.where(gone, '', self._data)
            return masked(np.asarray(op(plain, other), bool) & ~gone, gone)
        its, gone = self._sides(other)
        gone = gone | self._gone()
        return masked(np.fromiter((False if g else bool(op(x, y)) for x, y, g in zip(self._data, its, gone)), bool, len(self)), gone)

    def _logic(self, name, other):
        sign = {'and': '&', 'or': '|', 'xor': '^'}[name]
        raise TypeError(f"unsupported operand type(s) for {sign}: 'StringArray' and '{type(other).__name__}'")

    def _grouped(self, spots, what, more):
        """One aggregate for each group."""
        if what not in ('min', 'max', 'sum'):
            raise TypeError(f'string dtype does not support aggregation {what!r}')
        groups = [[x for x in self._data[s] if x is not NA] for s in spots]
        if what == 'sum':
            return over(objects([''.join(g) if g else '0' for g in groups]))        # (pandas adds them to 0)
        return over(objects([{'min': min, 'max': max}[what](g) if g else NA for g in groups]))

    def _reduced(self, what, skipna=True, **more):
        if what in ('min', 'max'):
            good = [x for x in self._data if x is not NA]
            return NA if not good or len(good) < len(self) and not skipna else {'min': min, 'max': max}[what](good)
        raise TypeError(f"Cannot perform reduction '{what}' with string dtype")

    def min(self, axis=None, skipna=True):
        """The first of the texts in order."""
        return self._reduced('min', skipna)

    def max(self, axis=None, skipna=True):
        """The last of the texts in order."""
        return self._reduced('max', skipna)

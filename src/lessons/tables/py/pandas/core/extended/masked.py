"""Numbers and bools that may lack values: an array of NumPy's and a mask of what is not there. What is calculated with a missing value is missing, unless either answer would be the same."""
import operator

import numpy as np

from pandas.core.dtypes import is_integer, is_list_like, objects
from pandas.core.extended.base import ExtensionArray, ExtensionDtype
from pandas.core.missing import NA, missing_in, missing_one


class MaskedDtype(ExtensionDtype):
    """A dtype of numbers or bools that may lack values."""
    _numeric = True

    @property
    def numpy_dtype(self):
        return np.dtype(self._plain)

    itemsize = property(lambda self: self.numpy_dtype.itemsize)
    type = property(lambda self: self.numpy_dtype.type)

    @classmethod
    def _array(cls):
        return ARRAYS[np.dtype(cls._plain).kind]

    def made_from(self, values, given=False):
        """An array of this dtype."""
        return made(self, values, given)

    def common(self, others):
        """The dtype for values of this and of others, or None."""
        kinds = [self.numpy_dtype]
        for other in others:
            if not hasattr(other, '_plain') and (hasattr(other, '_extended') or other.kind not in 'iufb'):
                return None
            kinds.append(np.dtype(getattr(other, '_plain', other)))
        if any(k.kind == 'b' for k in kinds) and not all(k.kind == 'b' for k in kinds):
            return None
        return dtype_for(np.result_type(*kinds))

    def __from_arrow__(self, array):
        raise NotImplementedError("perch's pandas has no Arrow")


class IntegerDtype(MaskedDtype):
    """Whole numbers."""
    _is_signed = property(lambda self: self.numpy_dtype.kind == 'i')


class FloatingDtype(MaskedDtype):
    """Floats."""


class BooleanDtype(MaskedDtype):
    """True, False and what is not known."""
    __module__ = 'pandas.core.arrays.boolean'
    name, _plain, _boolean = 'boolean', 'bool', True

    def __repr__(self):
        return 'BooleanDtype'


def _numbered(base, name, plain, module):
    return type(name + 'Dtype', (base,), {'__module__': 'pandas.core.arrays.' + module, '__doc__': f'{plain} that may lack values.', 'name': name, '_plain': plain})


DTYPES = {'boolean': BooleanDtype}
for _kind, _base, _module in (('Int', IntegerDtype, 'integer'), ('UInt', IntegerDtype, 'integer'), ('Float', FloatingDtype, 'floating')):
    for _bits in (8, 16, 32, 64) if _kind != 'Float' else (32, 64):
        DTYPES[f'{_kind}{_bits}'] = _numbered(_base, f'{_kind}{_bits}', f'{_kind.lower()}{_bits}', _module)
globals().update({_cls.__name__: _cls for _cls in DTYPES.values()})


def dtype_named(text):
    """The dtype of a name, or None."""
    found = DTYPES.get(text)
    return found() if found else None


def dtype_for(plain):
    """The dtype over one of NumPy's."""
    name = 'boolean' if plain.kind == 'b' else plain.name.replace('uint', 'UInt').replace('int', 'Int').replace('UInt', 'UInt').replace('float', 'Float')
    if name == 'Float16':
        name = 'Float32'
    return DTYPES[name]()


# ---- made from what a program gives ----
def over(data, mask):
    """The array of the kind of its values."""
    cls = ARRAYS[data.dtype.kind]
    if data.dtype == np.dtype('f2'):
        data = data.astype('f4')
    self = object.__new__(cls)
    self._data, self._mask = data, mask
    return self


def made(dtype, values, given):
    plain = dtype.numpy_dtype
    if isinstance(values, MaskedArray):
        return over(converted(values._data, values._mask, plain, 'safe'), values._mask.copy())
    if not isinstance(values, np.ndarray):
        values = values._objects() if hasattr(values, '_objects') else objects(values)
    kind = values.dtype.kind
    if kind == 'O':
        data, mask = from_items(values, plain, given)
        return over(data, mask)
    if kind not in 'iufb':
        raise TypeError(f'{values.dtype} cannot be converted to {"a BooleanDtype" if plain.kind == "b" else "an IntegerDtype" if plain.kind in "iu" else "a FloatingDtype"}')
    mask = missing_in(values)
    return over(converted(np.where(mask, values.dtype.type(0), values) if mask.any() else values, mask, plain, 'given' if plain.kind == 'b' and kind != 'b' else 'safe'), mask)


def converted(data, mask, plain, how):
    """Numbers in another dtype of NumPy's, if none of those that are there changes."""
    if data.dtype == plain:
        return data.copy()
    if plain.kind == 'b' and how == 'given' and not ((data == 0) | (data == 1) | mask).all():
        raise TypeError('Need to pass bool-like values')
    if plain.kind in 'iu' and data.dtype.kind == 'f' or plain.kind in 'iu' and data.dtype.kind in 'iu' and data.dtype.itemsize > plain.itemsize:
        with np.errstate(all='ignore'):
            found = data.astype(plain)
        if not (mask | (found == data)).all():
            raise TypeError(f'cannot safely cast non-equivalent {data.dtype} to {plain}')
        return found
    return data.astype(plain)


def from_items(items, plain, given):
    """(numbers, mask) of objects."""
    mask = missing_in(items)
    good = [x for x, g in zip(items, mask) if not g]
    kinds = set(map(type, good))
    if plain.kind == 'b':
        if not all(issubclass(k, (bool, np.bool_)) for k in kinds):
            if str in kinds:
                good = truths(good, given)
            elif not all(issubclass(k, (bool, np.bool_, int, float, np.number)) for k in kinds) or not all(x in (0, 1) for x in good):
                raise TypeError('Need to pass bool-like values')
    elif str in kinds and all(issubclass(k, str) for k in kinds):
        good = numbers_of(good, plain)
    elif not all(issubclass(k, (bool, np.bool_, int, float, np.number)) for k in kinds):
        word = 'mixed' if len(kinds) > 1 else {'Timestamp': 'datetime', 'bytes': 'bytes'}.get(next(iter(kinds)).__name__, 'mixed')
        raise TypeError(f'{"object" if word else ""} cannot be converted to {"an IntegerDtype" if plain.kind in "iu" else "a FloatingDtype"}')
    data = np.zeros(len(items), plain)
    if good:
        found = np.array(good) if plain.kind != 'b' else np.array(good, bool)
        if found.dtype.kind == 'O':
            raise OverflowError('Python int too large to convert to C long')
        data[~mask] = converted(found, np.zeros(len(found), bool), plain, 'safe')
    return data, mask


def truths(good, given):
    words = {'True': True, 'TRUE': True, 'true': True, '1': True, '1.0': True, 'False': False, 'FALSE': False, 'false': False, '0': False, '0.0': False}
    if given:
        raise TypeError('Need to pass bool-like values')
    for x in good:
        if x not in words:
            raise ValueError(f'{x} cannot be cast to bool')
    return [words[x] for x in good]


def numbers_of(texts, plain):
    if plain.kind == 'f':
        from pandas.core.dtypes import number
        return [number(x) for x in texts]
    return [int(x) for x in texts]


class MaskedArray(ExtensionArray):
    """Values of NumPy's, and where there are none."""

    def __init__(self, values, mask, copy=False):
        if not (isinstance(values, np.ndarray) and values.dtype.kind in self._kinds):
            raise TypeError(self._wants)
        if not (isinstance(mask, np.ndarray) and mask.dtype.kind == 'b'):
            raise TypeError("mask should be boolean numpy array. Use the 'pd.array' function instead")
        if values.shape != mask.shape:
            raise ValueError('values.shape must match mask.shape')
        self._data, self._mask = (values.copy(), mask.copy()) if copy else (values, mask)

    dtype = property(lambda self: dtype_for(self._data.dtype))
    nbytes = property(lambda self: self._data.nbytes + self._mask.nbytes)
    _hasna = property(lambda self: bool(self._mask.any()))

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return (NA if m else x for x, m in zip(self._data.tolist(), self._mask.tolist()))

    def __invert__(self):
        return over(~self._data, self._mask.copy())

    def __neg__(self):
        return over(-self._data, self._mask.copy())

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return over(np.abs(self._data), self._mask.copy())

    def _gone(self):
        return self._mask.copy()

    def _at(self, i):
        return NA if self._mask[i] else self._data[i]

    def _picked(self, spots):
        return over(self._data[spots], self._mask[spots])

    def copy(self):
        """The same again."""
        return over(self._data.copy(), self._mask.copy())

    @classmethod
    def _joined(cls, arrays):
        return over(np.concatenate([a._data for a in arrays]), np.concatenate([a._mask for a in arrays]))

    def _sortable(self):
        return self._data

    def _objects(self):
        found = self._data.astype(object)
        found[self._mask] = NA
        return found

    def _blank(self, where):
        self._mask[where] = True

    def _put(self, where, new):
        if not is_list_like(new):
            if missing_one(new):
                self._mask[where] = True
                return self
            if not self._holds(new):
                raise TypeError(f"Invalid value '{new!s}' for dtype {self.dtype}")
            self._data[where], self._mask[where] = new, False
            return self
        its = made(self.dtype, new, False) if not isinstance(new, MaskedArray) else new
        self._data[where], self._mask[where] = converted(its._data, its._mask, self._data.dtype, 'safe'), its._mask
        return self

    def _holds(self, x):
        kind = self._data.dtype.kind
        if kind == 'b':
            return isinstance(x, (bool, np.bool_))
        if kind == 'f':
            return (is_integer(x) or isinstance(x, (float, np.floating))) and not isinstance(x, (bool, np.bool_))
        return is_integer(x) or isinstance(x, (float, np.floating)) and float(x).is_integer()

    def _cast(self, want):
        if want.kind == 'O':
            return self._objects()
        if not self._mask.any():
            return self._data.astype(want)
        if want.kind == 'f':
            found = self._data.astype(want)
            found[self._mask] = np.nan
            return found
        if want.kind == 'b':
            raise ValueError("cannot convert float NaN to bool" if self._data.dtype.kind == 'f' else "cannot convert to 'bool'-dtype NumPy array with missing values. Specify an appropriate 'na_value' for this dtype.")
        raise ValueError('cannot convert NA to integer' if want.kind in 'iu' else f"cannot convert to '{want}'-dtype NumPy array with missing values. Specify an appropriate 'na_value' for this dtype.")

    def to_numpy(self, dtype=None, copy=False, na_value=None):
        """The values as an array of NumPy's; na_value: what stands for those that are missing."""
        want = np.dtype(object if dtype is None else dtype)
        if not self._mask.any():
            return self._data.astype(want)
        if na_value is None:
            if want.kind not in 'OU':
                raise ValueError(f"cannot convert to '{dtype if isinstance(dtype, str) else getattr(dtype, '__name__', None) and repr(dtype) or dtype}'-dtype NumPy array with missing values. "
                                 "Specify an appropriate 'na_value' for this dtype.")
            return self._objects().astype(want)
        found = self._data.astype(want)
        found[self._mask] = na_value
        return found

    def _filled_floats(self):
        """As floats, what is missing as NaN."""
        found = self._data.astype('f8' if self._data.dtype != np.dtype('f4') else 'f4')
        if self._mask.any():
            found[self._mask] = np.nan
        return found

    def _texts(self, leading, na_rep):
        from pandas.io.formats.format import object_texts
        return object_texts(self._objects(), leading, na_rep)

    def _text_alone(self, x):
        return str(x)

    def round(self, decimals=0, *args, **kwargs):
        """The values rounded."""
        found = self._data.round(decimals)
        if found.dtype == 'f2':         # (of bools)
            raise TypeError('FloatingArray does not support np.float16 dtype.')
        return over(found, self._mask.copy())

    def _running(self, what):
        step = {'cumsum': np.add, 'cumprod': np.multiply, 'cummax': np.maximum, 'cummin': np.minimum}[what]
        if what in ('cummax', 'cummin') and len(self):
            least = self._data[~self._mask].min() if what == 'cummax' else self._data[~self._mask].max()
            return over(step.accumulate(np.where(self._mask, least, self._data)), self._mask.copy())
        found = self._objects()
        if self._data.dtype.kind == 'f':
            found[self._mask] = what == 'cumprod'
        found = step.accumulate(found)
        if self._data.dtype.kind == 'f':
            found[self._mask] = np.nan
        return found

    def _clipped(self, lower, upper):
        return over(np.clip(self._data, lower, upper), self._mask.copy())

    def _among(self, items):
        from pandas.core.algorithms import among
        items = list(items)
        found = among(self._data, [x for x in items if x is not NA])
        return over(np.where(self._mask, any(x is NA for x in items), found), np.zeros(len(self), bool))

    def _counted(self, dropna):
        """(different values, how often each stands), what is missing last."""
        from pandas.core import hashed
        _, first, counts, _ = hashed.rows(self._data, hashed.DROP, self._mask, first=True, counts=True)
        gone = np.flatnonzero(self._mask)
        if not dropna and len(gone):
            first, counts = np.append(first, gone[0]), np.append(counts, len(gone))
        return self._picked(first), counts

    # ---- one value of all ----
    def any(self, *, skipna=True, **kwargs):
        """Whether any value is true."""
        return self._truth('any', skipna)

    def all(self, *, skipna=True, **kwargs):
        """Whether all values are true."""
        return self._truth('all', skipna)

    def _reduced(self, what, skipna=True, **more):
        from pandas.core import reduce
        if what in ('any', 'all'):
            return self._truth(what, skipna)
        if not skipna and self._mask.any():
            return NA
        good = self._data[~self._mask] if self._mask.any() else self._data
        if more.get('min_count') and len(good) < more['min_count']:
            return NA
        if not len(good) and what not in ('sum', 'prod'):
            return NA
        found = reduce.PLAIN[what](good, True, **{k: v for k, v in more.items() if k != 'min_count'})
        return NA if missing_one(found) and self._data.dtype.kind != 'f' else found

    def _truth(self, what, skipna):
        good = self._data[~self._mask].astype(bool)
        sure = good.any() if what == 'any' else not good.all()
        if sure or skipna or not self._mask.any():
            return np.bool_(good.any() if what == 'any' else good.all())
        return NA

    def _quantile(self, q, interpolation):
        from pandas.core import reduce
        good = self._data[~self._mask]
        if not len(good):
            return NA
        found = reduce.quantile(good, q, interpolation)
        return self._data.dtype.type(found) if self._data.dtype.kind in 'iu' and float(found).is_integer() else found

    def _grouped(self, spots, what, more):
        """One aggregate for each group."""
        from pandas.core.groupby.groupby import aggregated
        if not self._mask.any():
            found = aggregated(self._data, spots, what, **more)
            return over(found, missing_in(found) if what not in ('sum', 'prod') else np.zeros(len(found), bool)) if found.dtype.kind in 'iufb' else found
        kind = self._data.dtype.kind
        if what in ('sum', 'prod') and kind in 'iub':
            found = aggregated(np.where(self._mask, np.asarray(what == 'prod', self._data.dtype), self._data), spots, what)
            few = np.array([(~self._mask[s]).sum() for s in spots]) < more.get('min_count', 0) if more.get('min_count') else np.zeros(len(found), bool)
            return over(found, few)
        good = [s[~self._mask[s]] for s in spots]
        empty = np.array([not len(s) for s in good], bool)
        found = [0 if not len(s) else x for s, x in zip(good, self._each_group(good, what, more))]
        want = self._data.dtype if what in ('min', 'max') else np.dtype(bool) if what in ('any', 'all') else np.dtype('f8')
        data = np.array(found, want)
        gone = empty | missing_in(data)
        return over(np.where(gone, want.type(0), data), gone if what not in ('any', 'all') else np.zeros(len(data), bool))

    def _each_group(self, good, what, more):
        from pandas.core import reduce
        return [reduce.PLAIN[what](self._data[s], **more) if len(s) else 0 for s in good]

    # ---- operators ----
    def _other(self, other):
        """(values, mask) of what stands on the other side; None: it is not of numbers."""
        if isinstance(other, MaskedArray):
            return other._data, other._mask
        if other is NA:
            return self._data, np.ones(len(self), bool)
        if isinstance(other, np.ndarray):
            if other.dtype.kind == 'O':
                gone = missing_in(other)
                if all(isinstance(x, (bool, int, float, np.number, np.bool_)) for x in other[~gone]):
                    filled = other.copy()
                    filled[gone] = 0
                    return np.array(filled.tolist() or np.empty(0)), gone
                return None
            return other, np.zeros(len(other), bool)
        return other, np.zeros(len(self), bool)

    def _calculate(self, op, other, back):
        pair = self._other(other)
        if isinstance(other, (str, bytes)) or pair is None:
            self._no_loop(op, other, back)
        its, gone = pair
        mask = self._mask | gone
        mine = self._data
        if op is operator.pow:
            mask = self._sure_power(its, gone, mask, back)
            if mine.dtype.kind in 'iu':
                its = np.where(gone, 1, its) if isinstance(its, np.ndarray) else its
        if op is operator.truediv and mine.dtype.kind == 'b':
            mine = mine.astype('i1')
        if mine.dtype.kind == 'b' and op in (operator.floordiv, operator.mod, operator.pow) or mine.dtype.kind == 'b' and op is operator.sub and not (isinstance(its, np.ndarray) and its.dtype.kind != 'b'):
            if op is operator.sub and (isinstance(its, (bool, np.bool_)) or isinstance(its, np.ndarray)):
                raise TypeError('numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.')
            mine = mine.astype('i1')
        with np.errstate(all='ignore'):
            found = op(its, mine) if back else op(mine, its)
        if op is operator.pow:
            found = np.where(self._ones(its, back), np.asarray(1, found.dtype), found)
        return over(np.asarray(found), mask)

    def _no_loop(self, op, other, back):
        from numpy.core._exceptions import _UFuncNoLoopError
        name = {'truediv': 'divide', 'sub': 'subtract', 'mul': 'multiply', 'mod': 'remainder', 'floordiv': 'floor_divide', 'pow': 'power'}.get(op.__name__, op.__name__)
        kinds = (np.asarray(other).dtype, self._data.dtype)
        raise _UFuncNoLoopError(getattr(np, name), (kinds if back else kinds[::-1]) + (None,))

    def _ones(self, its, back):
        """Where a power is one whatever the other number is."""
        base, power = (its, self._data) if back else (self._data, its)
        base_gone = np.zeros(len(self), bool) if back else self._mask
        power_gone = self._mask if back else np.zeros(len(self), bool)
        return np.broadcast_to((base == 1) & ~base_gone | (power == 0) & ~power_gone, (len(self),))

    def _sure_power(self, its, gone, mask, back):
        base, base_gone, power, power_gone = (its, gone, self._data, self._mask) if back else (self._data, self._mask, its, gone)
        return mask & ~(~base_gone & np.asarray(base == 1)) & ~(~power_gone & np.asarray(power == 0))

    def _compare(self, name, other):
        from pandas.core import ops
        if other is NA:
            return over(np.zeros(len(self), bool), np.ones(len(self), bool))
        pair = self._other(other)
        if pair is None or isinstance(other, (str, bytes)) or not isinstance(pair[0], (np.ndarray, bool, int, float, np.number, np.bool_)):
            if name not in ('eq', 'ne'):
                raise TypeError(f'Invalid comparison between dtype={self._data.dtype} and {type(other).__name__}')
            return over(np.full(len(self), name == 'ne'), self._mask.copy())
        its, gone = pair
        mask = self._mask | gone
        with np.errstate(all='ignore'):
            found = np.asarray(ops.COMPARISONS[name](self._data, its), bool)
        return over(np.where(mask, False, found) if mask.any() else found, mask)

    def _logic(self, name, other):
        if self._data.dtype.kind != 'b':
            return self._bits(name, other)
        if other is NA:
            data, gone = False, True
        elif isinstance(other, (bool, np.bool_)):
            data, gone = bool(other), False
        elif isinstance(other, BooleanArray):
            data, gone = other._data, other._mask
        elif isinstance(other, np.ndarray) and other.dtype.kind in 'bO':
            its = made(BooleanDtype(), other, True)
            data, gone = its._data, its._mask
        else:
            raise TypeError(f"'other' should be pandas.NA or a bool. Got {type(other).__name__} instead.")
        mine, mask = self._data, self._mask
        if name == 'xor':
            return over(mine ^ data, mask | gone)
        if name == 'or':
            sure = mine & ~mask | (data & np.logical_not(gone))
            return over(np.asarray(sure, bool), (mask | gone) & ~sure)
        false = ~mine & ~mask | np.logical_not(data) & np.logical_not(gone)
        gone = (mask | gone) & ~false
        return over(mine & data & ~gone, gone)

    def _bits(self, name, other):
        from pandas.core import ops
        its, gone = self._other(other)
        return over(ops.LOGIC[name](self._data, its), self._mask | gone)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        found = super().__array_ufunc__(ufunc, method, *inputs, **kwargs) if len(inputs) != 1 or method != '__call__' or kwargs else None
        if found is not None:
            return found
        if hasattr(inputs[0], '_mgr_kind'):
            return NotImplemented
        with np.errstate(all='ignore'):
            return over(ufunc(self._data), self._mask.copy())


class IntegerArray(MaskedArray):
    """Whole numbers that may lack values."""
    __module__ = 'pandas.core.arrays.integer'
    _kinds, _wants = 'iu', "values should be integer numpy array. Use the 'pd.array' function instead"


class FloatingArray(MaskedArray):
    """Floats that may lack values."""
    __module__ = 'pandas.core.arrays.floating'
    _kinds, _wants = 'f', "values should be floating numpy array. Use the 'pd.array' function instead"


class BooleanArray(MaskedArray):
    """True, False and what is not known."""
    __module__ = 'pandas.core.arrays.boolean'
    _kinds, _wants = 'b', "values should be boolean numpy array. Use the 'pd.array' function instead"


ARRAYS = {'i': IntegerArray, 'u': IntegerArray, 'f': FloatingArray, 'b': BooleanArray}


def install():
    def make(what):
        def reduction(self, *, skipna=True, min_count=0, axis=None, **more):
            return self._reduced(what, skipna, **({'min_count': min_count} if min_count else {}), **more)
        reduction.__name__, reduction.__doc__ = what, f'The {what} of the values.'
        return reduction
    for what in ('sum', 'prod', 'min', 'max'):
        setattr(MaskedArray, what, make(what))


install()

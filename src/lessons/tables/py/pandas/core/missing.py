"""What stands for a value that is not there (None, NaN, NaT, NA) and how it is found in arrays and taken out of them."""
import _tables
import numpy as np


class Alone:
    """A class of one value: made once, known by its name, the same after a pickle."""
    _the_one = None
    _name = None
    _hash = 0

    def __new__(cls):
        if cls._the_one is None:
            cls._the_one = object.__new__(cls)
        return cls._the_one

    def __repr__(self):
        return self._name

    def __reduce__(self):
        return self.__class__, ()

    def __hash__(self):
        return self._hash

    def _again(self, *args, **kwargs):
        return self


NUMBERS = frozenset('''year month day hour minute second microsecond millisecond nanosecond week weekofyear quarter qyear dayofweek day_of_week dayofyear day_of_year days seconds microseconds nanoseconds
days_in_month daysinmonth'''.split())


class NaTType(Alone):
    """The moment, or the span of time, that is not known."""
    __module__ = 'pandas._libs.tslibs.nattype'
    _name, _hash = 'NaT', -2 ** 63 + 1

    def _never(self, other):
        return False

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = _never
    __hash__ = Alone.__hash__ # (a class that says __eq__ has none of its own)

    def __ne__(self, other):
        return True

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pos__ = Alone._again

    def isoformat(self, *rest):
        return 'NaT'

    def _nan(self, *args, **kwargs):
        return float('nan')

    weekday = isoweekday = day_name = month_name = total_seconds = _nan
    tz_localize = tz_convert = floor = ceil = round = replace = normalize = astimezone = Alone._again

    def _refused(name):
        def method(self, *args, **kwargs):
            raise ValueError(f'NaTType does not support {name}')
        return method

    date = Alone._again
    strftime, time, isocalendar, timetuple, ctime, toordinal, timestamp, tzname, utcoffset, dst = map(_refused, 'strftime time isocalendar timetuple ctime toordinal timestamp tzname utcoffset dst'.split())
    del _refused
    tzinfo = tz = None
    is_leap_year = is_month_start = is_month_end = is_quarter_start = is_quarter_end = is_year_start = is_year_end = False

    def __getattr__(self, name):
        if name in NUMBERS:
            return float('nan')
        raise AttributeError(f"'NaTType' object has no attribute '{name}'")

    def to_pydatetime(self, *args):
        return self

    def to_numpy(self, *args, **kwargs):
        return np.datetime64('NaT', 'ns')

    def to_datetime64(self):
        return np.datetime64('NaT', 'ns')

    value = -2 ** 63


class NAType(Alone):
    """A value that is not known; what is calculated with it is not known either."""
    __module__ = 'pandas._libs.missing'
    _name, _hash = '<NA>', 2 ** 61 - 1

    def __bool__(self):
        raise TypeError('boolean value of NA is ambiguous')

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = Alone._again
    __hash__ = Alone.__hash__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = Alone._again
    __neg__ = __pos__ = __abs__ = __invert__ = Alone._again

    def _known(self, other, sign):
        """Whether the other side is a bool or not known either."""
        return other is self or isinstance(other, (bool, np.bool_))

    def __and__(self, other):
        if not self._known(other, '&'):
            return NotImplemented
        return other if other is not self and not other else self

    def __or__(self, other):
        if not self._known(other, '|'):
            return NotImplemented
        return other if other is not self and other else self

    def __xor__(self, other):
        return self if self._known(other, '^') else NotImplemented

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __pow__(self, other):
        if other is self or not isinstance(other, (int, float, np.number)):
            return self
        return type(other)(1) if other == 0 else self

    def __rpow__(self, other):
        return other if isinstance(other, (int, float, np.number)) and other == 1 else self

    def __divmod__(self, other):
        return self, self

    __rdivmod__ = __divmod__

    def __format__(self, spec):
        try:
            return self._name.__format__(spec)
        except ValueError:
            return self._name

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        arrays = [x for x in inputs if isinstance(x, np.ndarray) and x.ndim]
        if not arrays:
            return self
        found = np.empty(np.broadcast(*arrays).shape, object)
        found[...] = self
        return found


NaT = NaTType()
NA = NAType()


LACKING = (type(None), NaTType, NAType, float, complex, np.floating, np.complexfloating, np.datetime64, np.timedelta64)      # the types of what may stand for nothing


def missing_one(x):
    """Whether one value is not there."""
    if x is None or x is NaT or x is NA:
        return True
    if isinstance(x, (float, complex, np.floating)):
        return bool(x != x)
    if isinstance(x, (np.datetime64, np.timedelta64)):
        return bool(np.isnat(x))
    return False


def lacks(x):
    """Whether an object stands for nothing; None: no object of its class does."""
    return missing_one(x) if isinstance(x, LACKING) else None


_tables.nothing(NaT, NA, lacks)


def missing_in(values):
    """A mask of an array: what is not there."""
    kind = values.dtype.kind
    if kind in 'fc':
        return values != values
    if kind in 'mM':
        return np.isnat(values)
    if kind == 'O':
        if hasattr(values, '_extended'):
            return values._gone()
        mask = np.empty(values.size, bool)
        _tables.missing(np.ascontiguousarray(values).ravel(), mask)
        return mask.reshape(values.shape)
    return np.zeros(values.shape, bool)


def isna(obj):
    """Where values are missing: a bool for a scalar, else something of obj's form."""
    if hasattr(obj, '_isna'):
        return obj._isna()
    if isinstance(obj, type):
        return False
    if isinstance(obj, (np.ndarray, list)):
        if isinstance(obj, list):
            from pandas.core.dtypes import objects
            obj = objects(obj)
        return missing_in(obj)
    return missing_one(obj)


def notna(obj):
    """Where values are there."""
    found = isna(obj)
    return ~found if not isinstance(found, bool) else not found


def nothing_for(dtype):
    """What marks a missing value in arrays of a dtype, and the dtype that can hold it."""
    if hasattr(dtype, '_extended'):
        return dtype.na_value, dtype
    if getattr(dtype, 'na_value', None) is NaT:
        return np.datetime64('NaT', 'ns') if dtype.kind == 'M' else NaT, dtype
    dtype = np.dtype(dtype)
    if dtype.kind in 'fc':
        return np.nan, dtype
    if dtype.kind in 'mM':
        return np.array('NaT', dtype)[()], dtype
    if dtype.kind in 'iu':
        return np.nan, np.dtype('f8')
    return np.nan, np.dtype(object)

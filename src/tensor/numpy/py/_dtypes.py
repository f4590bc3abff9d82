"""dtypes: np.dtype objects, limits of types, and the type that others meet in."""
import _numpy
import _tensor
from _numpy import (bool_, generic, number, integer, signedinteger, unsignedinteger, inexact, floating,
                    uint8, int8, int16, int32, int64, float16, float32, float64, complexfloating, complex64, complex128, ndarray)

# number of core's dtype -> (class, name, kind, char, type number of NumPy's)
_ROWS = {
    0: (bool_, "bool", "b", "?", 0), 1: (uint8, "uint8", "u", "B", 2), 2: (int8, "int8", "i", "b", 1),
    3: (int16, "int16", "i", "h", 3), 4: (int32, "int32", "i", "i", 5), 5: (int64, "int64", "i", "l", 7),
    6: (float16, "float16", "f", "e", 23), 7: (_numpy.bfloat16, "bfloat16", "f", "E", 256),
    8: (float32, "float32", "f", "f", 11), 9: (float64, "float64", "f", "d", 12),
    10: (complex64, "complex64", "c", "F", 14), 11: (complex128, "complex128", "c", "D", 15),
}
_SIZES = {0: 1, 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 2, 7: 2, 8: 4, 9: 8, 10: 8, 11: 16}
_ALIASES = {
    "?": 0, "b1": 0, "bool_": 0, "bool8": 0, "u1": 1, "B": 1, "i1": 2, "b": 2, "i2": 3, "h": 3, "i4": 4, "i": 4, "i8": 5, "l": 5, "q": 5, "p": 5,
    "int": 5, "int_": 5, "intp": 5, "long": 5, "longlong": 5, "intc": 4, "short": 3, "byte": 2, "ubyte": 1,
    "f2": 6, "e": 6, "half": 6, "f4": 8, "f": 8, "single": 8, "f8": 9, "d": 9, "float": 9, "float_": 9, "double": 9,
    "c8": 10, "F": 10, "csingle": 10, "singlecomplex": 10, "c16": 11, "D": 11, "complex": 11, "complex_": 11, "cfloat": 11, "cdouble": 11,
}
for _n, _row in _ROWS.items():
    _ALIASES[_row[1]] = _n
_MISSING = {
    "uint16": "int32", "uint32": "int64", "uint64": "int64", "u2": "int32", "u4": "int64", "u8": "int64", "uint": "int64", "H": "int32", "I": "int64", "L": "int64",
    "complex256": None, "c32": None, "clongdouble": None, "clongfloat": None, "longcomplex": None, "G": None, "object": None, "O": None, "object_": None,
    "str": None, "U": None, "S": None, "str_": None, "bytes": None, "V": None, "void": None, "datetime64": None, "M": None, "timedelta64": None, "m": None,
    "float128": "float64", "longdouble": "float64", "g": "float64", "uintp": "int64", "ulonglong": "int64", "ushort": "int32", "uintc": "int64",
}


def refuse(name):
    nearest = _MISSING.get(name)
    raise NotImplementedError("perch's numpy has no dtype %s yet%s" % (name, "; nearest: " + nearest if nearest else
                              "; arrays hold bools and numbers"))


_text = str


class _Meta(type):
    def __call__(cls, obj=None, align=False, copy=False):
        return _find(obj)


class dtype(metaclass=_Meta):
    """What an element of an array is."""

    isbuiltin, hasobject, fields, names, shape, subdtype, alignment_, flags = 1, False, None, None, (), None, None, 0
    ndim = 0
    metadata = None

    @property
    def itemsize(self):
        return _SIZES[self._dtype_number]

    @property
    def alignment(self):
        return _SIZES[self._dtype_number]

    @property
    def byteorder(self):
        return "|" if self.itemsize == 1 else "="

    @property
    def isnative(self):
        return True

    @property
    def str(self):
        return ("|" if self.itemsize == 1 else "<") + self.kind + "%d" % self.itemsize

    @property
    def descr(self):
        return [("", self.str)]

    @property
    def base(self):
        return self

    def newbyteorder(self, order="S"):
        """In the other order of bytes ("S"), this machine's ("=", "<") or the large end first (">")."""
        if order[:1] not in ("S", "s", "=", "<", ">", "N", "n", "L", "l", "B", "b", "|", "I", "i"):
            raise ValueError("%s is an unrecognized byteorder" % order)
        return self if self.itemsize == 1 or order[:1] not in ("S", "s", ">", "B", "b") else _swapped(self)

    def __repr__(self):
        return "dtype('%s')" % self.name

    def __str__(self):
        return self.name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        if other is self:
            return True
        if isinstance(other, dtype):
            return self._dtype_number == other._dtype_number
        try:
            return _find(other) is self
        except (TypeError, NotImplementedError):
            return False

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self != other and can_cast(self, other)

    def __le__(self, other):
        return can_cast(self, other)

    def __gt__(self, other):
        return dtype(other) < self

    def __ge__(self, other):
        return dtype(other) <= self

    def __bool__(self):
        return True

    def __reduce__(self):
        return dtype, (self.name,)


class _Swapped(dtype):
    """A dtype whose bytes stand the other way round: frombuffer reads it, into an array of this machine's order; arrays have no other."""

    def _set(self, native):
        self._native = native
        self.name, self.kind, self.char, self.num, self.type = native.name, native.kind, native.char, native.num, native.type

    @property
    def _dtype_number(self):
        raise NotImplementedError("perch's arrays have this machine's byte order: np.frombuffer reads %s; the nearest dtype is %s" % (self.str, self._native.str))

    itemsize = property(lambda self: self._native.itemsize)
    alignment = itemsize
    byteorder = property(lambda self: ">")
    isnative = property(lambda self: False)
    str = property(lambda self: ">" + self._native.str[1:])

    def newbyteorder(self, order="S"):
        return self._native.newbyteorder("=" if order[:1] in ("S", "s") else order)

    def __repr__(self):
        return "dtype('%s')" % self.str

    def __str__(self):
        return self.str

    def __hash__(self):
        return hash(self.str)

    def __eq__(self, other):
        return isinstance(other, _Swapped) and other._native is self._native or isinstance(other, _text) and other == self.str

    def __reduce__(self):
        return dtype, (self.str,)


def _swapped(native):
    made = object.__new__(_Swapped)
    made._set(native)
    return made


dtype.__module__ = _Swapped.__module__ = "numpy"
_Swapped.__name__ = _Swapped.__qualname__ = "dtype"


def _make(number):
    cls, name, kind, char, num = _ROWS[number]
    d = object.__new__(dtype)
    d._dtype_number, d.type, d.name, d.kind, d.char, d.num = number, cls, name, kind, char, num
    return d


_BY_NUMBER = {n: _make(n) for n in _ROWS}
_tensor.set_numpy({n: row[0] for n, row in _ROWS.items()}, _BY_NUMBER)


def _find(obj):
    if isinstance(obj, dtype):
        return obj
    if obj is None:
        return _BY_NUMBER[9]
    if isinstance(obj, str):
        name = obj[1:] if obj[:1] in "<=|>" and len(obj) > 1 else obj
        if obj[:1] == ">" and name in _ALIASES and _SIZES[_ALIASES[name]] > 1:
            return _swapped(_BY_NUMBER[_ALIASES[name]])
        if name in _ALIASES:
            return _BY_NUMBER[_ALIASES[name]]
        if name in _MISSING or (name[:1] in "USVOMm" and name[1:].isdigit()):
            refuse(name)
        raise TypeError("data type '%s' not understood" % obj)
    if obj is float:
        return _BY_NUMBER[9]
    if obj is int:
        return _BY_NUMBER[5]
    if obj is bool:
        return _BY_NUMBER[0]
    if obj is complex:
        return _BY_NUMBER[11]
    if obj in (str, bytes, object):
        refuse(obj.__name__)
    n = getattr(obj, "_dtype_number", None)
    if n is not None and not isinstance(obj, (ndarray,)):
        return _BY_NUMBER[n]
    if obj in (generic, number, inexact, floating):
        return _BY_NUMBER[9]
    if obj is complexfloating:
        return _BY_NUMBER[11]
    if obj in (integer, signedinteger):
        return _BY_NUMBER[5]
    if isinstance(obj, (list, tuple, dict)):
        raise NotImplementedError("perch's numpy has no structured dtypes yet")
    if type(obj).__name__ == "dtype" and type(obj).__module__ == "torch":
        return _BY_NUMBER[_tensor.number(obj)]
    raise TypeError("Cannot interpret '%r' as a data type" % (obj,))


# ---- meeting ----
def _kind_rank(d):
    return {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}[d.kind]


def promote_types(type1, type2):
    a, b = dtype(type1), dtype(type2)
    if a is b:
        return a
    x = _numpy.add(_tensor.make(2, [0], a), _tensor.make(2, [0], b))
    return x.dtype


def result_type(*arrays_and_dtypes):
    if not arrays_and_dtypes:
        raise ValueError("at least one array or dtype is required")
    operands = []
    for x in arrays_and_dtypes:
        if isinstance(x, (dtype, type, str)):
            operands.append(_tensor.make(2, [1], dtype(x)))
        elif isinstance(x, (bool, int, float, complex, generic)):
            operands.append(x)
        else:
            operands.append(_numpy.asarray(x))
    if len(operands) == 1:
        return _numpy.asarray(operands[0]).dtype
    first = [x for x in operands if isinstance(x, ndarray) and x.ndim]
    rest = [x for x in operands if not (isinstance(x, ndarray) and x.ndim)]
    total = None
    for x in first:
        x = x.ravel()[:1]
        total = x if total is None else _numpy.where3([True], x, total[:1]) if x.size and total.size else _numpy.zeros(1, promote_types(x.dtype, total.dtype))
    for x in rest:
        total = x if total is None else _numpy.where3([True], total, x)
    return _numpy.asarray(total).dtype


def min_scalar_type(a):
    a = _numpy.asarray(a)
    if a.ndim or a.dtype.kind == "b":
        return a.dtype
    v = a.item()
    if a.dtype.kind == "c":
        return dtype("c8" if abs(v.real) < 3.4e38 and abs(v.imag) < 3.4e38 else "c16")
    if a.dtype.kind == "f":
        return dtype("f2" if abs(v) < 65000 or v != v or abs(v) == float("inf") else "f4" if abs(v) < 3.4e38 else "f8")
    if 0 <= v < 256:
        return dtype("u1")
    for name in ("i1", "i2", "i4"):
        if iinfo(name).min <= v <= iinfo(name).max:
            return dtype(name)
    return dtype("i8")


def can_cast(from_, to, casting="safe"):
    if isinstance(from_, (bool, int, float, complex, generic)):
        from_ = min_scalar_type(from_)
    elif isinstance(from_, ndarray):
        from_ = from_.dtype if from_.ndim else min_scalar_type(from_)
    a, b = dtype(from_), dtype(to)
    if a is b or casting == "unsafe":
        return True
    if casting in ("no", "equiv"):
        return False
    if casting == "same_kind" and _kind_rank(a) <= _kind_rank(b) and not (a.kind == "i" and b.kind == "u"):
        return True
    return promote_types(a, b) is b


def issubdtype(arg1, arg2):
    if not (isinstance(arg1, type) and issubclass(arg1, generic)):
        arg1 = dtype(arg1).type
    if not (isinstance(arg2, type) and issubclass(arg2, generic)):
        arg2 = dtype(arg2).type
    return issubclass(arg1, arg2)


def issubclass_(arg1, arg2):
    try:
        return issubclass(arg1, arg2)
    except TypeError:
        return False


def issctype(rep):
    return isinstance(rep, (type, dtype)) and (isinstance(rep, dtype) or issubclass(rep, generic))


def obj2sctype(rep, default=None):
    try:
        return dtype(rep).type
    except (TypeError, NotImplementedError):
        return default


# ---- limits ----
_LARGEST = 2 ** 63 - 1
_INT_LIMITS = {1: (0, 255), 2: (-128, 127), 3: (-2 ** 15, 2 ** 15 - 1), 4: (-2 ** 31, 2 ** 31 - 1), 5: (-_LARGEST - 1, _LARGEST)}


class iinfo:
    def __init__(self, type):
        if isinstance(type, (int, float, generic, ndarray)):
            type = _numpy.asarray(type).dtype
        self.dtype = dtype(type)
        self.kind, self.bits = self.dtype.kind, self.dtype.itemsize * 8
        self.key = "%s%d" % (self.kind, self.bits)
        if self.dtype._dtype_number not in _INT_LIMITS:
            raise ValueError("Invalid integer data type %r." % (self.kind,))
        self.min, self.max = _INT_LIMITS[self.dtype._dtype_number]

    def __str__(self):
        line = "-" * 63
        return "Machine parameters for %s\n%s\nmin = %s\nmax = %s\n%s\n" % (self.dtype, line, self.min, self.max, line)

    def __repr__(self):
        return "%s(min=%s, max=%s, dtype=%s)" % (self.__class__.__name__, self.min, self.max, self.dtype)


iinfo.__module__ = "numpy"
_FLOAT_LIMITS = {  # bits of the mantissa, smallest exponent, decimal digits, largest, exponent bits
    6: (10, -14, 3, 65504.0, 5), 8: (23, -126, 6, 3.4028234663852886e+38, 8), 9: (52, -1022, 15, 1.7976931348623157e+308, 11),
}


class finfo:
    _kept = {}

    def __new__(cls, dtype_):
        if isinstance(dtype_, (int, float, complex, generic, ndarray)) and not isinstance(dtype_, type):
            dtype_ = _numpy.asarray(dtype_).dtype
        d = dtype(dtype_)
        if d.kind == "c":
            d = _BY_NUMBER[d._dtype_number - 2]
        n = d._dtype_number
        if n in cls._kept:
            return cls._kept[n]
        if n not in _FLOAT_LIMITS:
            raise ValueError("data type %r not inexact" % (d.type,))
        self = object.__new__(cls)
        nmant, minexp, digits, largest, iexp = _FLOAT_LIMITS[n]
        t = d.type
        self.dtype, self.bits, self.nmant, self.precision, self.minexp, self.iexp, self.nexp = d, d.itemsize * 8, nmant, digits, minexp, iexp, iexp
        self.maxexp = 1 - minexp + 1
        self.machep, self.negep = -nmant, -nmant - 1
        self.eps, self.epsneg, self.max, self.min = t(2.0 ** -nmant), t(2.0 ** (-nmant - 1)), t(largest), t(-largest)
        self.tiny = self.smallest_normal = t(2.0 ** minexp)
        self.smallest_subnormal = t(2.0 ** minexp * 2.0 ** -nmant)
        self.resolution = t(10.0 ** -digits)
        cls._kept[n] = self
        return self

    def __str__(self):
        rows = ("Machine parameters for %(dtype)s", "-" * 63,
                "precision = %(precision)3s   resolution = %(resolution)s",
                "machep = %(machep)6s   eps =        %(eps)s",
                "negep =  %(negep)6s   epsneg =     %(epsneg)s",
                "minexp = %(minexp)6s   tiny =       %(tiny)s",
                "maxexp = %(maxexp)6s   max =        %(max)s",
                "nexp =   %(nexp)6s   min =        -max",
                "smallest_normal = %(smallest_normal)s   smallest_subnormal = %(smallest_subnormal)s", "-" * 63)
        names = "dtype precision resolution machep eps negep epsneg minexp tiny maxexp max nexp smallest_normal smallest_subnormal".split()
        return "\n".join(rows) % {k: str(getattr(self, k)) for k in names} + "\n"

    def __repr__(self):
        return "%s(resolution=%s, min=-%s, max=%s, dtype=%s)" % (self.__class__.__name__, self.resolution, self.max, self.max, self.dtype)


finfo.__module__ = "numpy"

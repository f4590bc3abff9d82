"""What ufuncs do beyond the plain call: out=, where=, dtype=, reduce, accumulate, outer, at; and ufuncs that no op of core's is."""
from _numpy import _says
import _numpy
import builtins
import math
from _numpy import ufunc, ufunc_of, ndarray, asarray
from ._base import op, no_value, normalize_axis, AxisError, scalar
from perch.only import only

_KNOWN = {"out", "where", "dtype", "casting", "order", "subok", "signature", "extobj", "axes", "axis", "keepdims"}


def call(f, args, kwargs):
    """A ufunc with more than its operands."""
    for name in kwargs:
        if name not in _KNOWN:
            raise TypeError("%s() got an unexpected keyword argument '%s'" % (f.__name__, name))
    out = kwargs.get("out")
    if len(args) > f.nin:
        if out is not None:
            raise TypeError("cannot specify 'out' as both a positional and keyword argument")
        out = args[f.nin:]
        args = args[:f.nin]
    if isinstance(out, tuple):
        if len(out) != f.nout:
            raise ValueError("The 'out' tuple must have exactly %d entry per ufunc output" % f.nout)
        out = out[0] if f.nout == 1 else out
    if out is not None and f.nout == 1 and not isinstance(out, ndarray):
        raise TypeError(_says("OUT_TYPE"))
    where, dtype = kwargs.get("where", True), kwargs.get("dtype")
    if dtype is not None:
        args = tuple(asarray(a).astype(dtype) if not isinstance(a, (bool, int, float)) else asarray(a, dtype) for a in args)
    if out is None and where is True:
        result = f(*args)
        if dtype is not None and result.dtype != dtype:
            result = result.astype(dtype)
        return result
    if where is not True:
        mask = asarray(where)
        result = asarray(f(*args))
        if out is None:
            out = _numpy.zeros(_shape(mask, result), result.dtype)
        out[...] = _numpy.where3(mask, result, out)
        return out
    if f._op is not None and f._op != "matmul" and f.nout == 1:
        return op(f._op, *args, out=out)
    result = f(*args)
    if f.nout == 1:
        out[...] = result
        return out
    for o, r in zip(out, result):
        if o is not None:
            o[...] = r
    return tuple(r if o is None else o for o, r in zip(out, result))


def _shape(*arrays):
    from ._shapes import broadcast_shapes
    return broadcast_shapes(*[a.shape for a in arrays])


_REDUCE = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "logical_and": "all", "logical_or": "any"}
_IDENTITY = {"add": 0, "multiply": 1, "logical_and": True, "logical_or": False, "logical_xor": False, "bitwise_or": 0, "bitwise_xor": 0, "bitwise_and": -1,
             "hypot": 0, "logaddexp": float("-inf"), "logaddexp2": float("-inf"), "lcm": None, "gcd": 0}


_ORDERED = {"subtract", "divide", "true_divide", "floor_divide", "power", "remainder", "lcm", "arctan2", "left_shift", "right_shift", "copysign", "fmod", "float_power", "heaviside", "nextafter"}
_FLOATING = {"hypot", "logaddexp", "logaddexp2"}


def _two(f, what):
    if f.nin != 2 or f.nout != 1:
        raise ValueError("%s only supported for binary functions" % what)


def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=no_value, where=True):
    _two(self, "reduce")
    a = asarray(array)
    extra = {}
    if initial is not no_value:
        extra["initial"] = initial
    if where is not True:
        extra["where"] = where
    name = _REDUCE.get(self.__name__)
    if a.ndim == 0:
        axis = None
    if name in ("sum", "prod"):
        return getattr(_numpy, name)(a, axis, dtype, out, keepdims, **extra)
    if name in ("max", "min"):
        return getattr(_numpy, name)(a, axis, out, keepdims, **extra)
    if name:
        return getattr(_numpy, name)(a, axis, out, keepdims)
    axes = tuple(range(a.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    axes = sorted(normalize_axis(i, a.ndim) for i in axes)
    if len(axes) > 1 and self.__name__ in _ORDERED:
        raise ValueError("reduction operation '%s' is not reorderable, so at most one axis may be specified" % self.__name__)
    masked = where is not True
    if masked and initial is no_value and _IDENTITY.get(self.__name__) is None:
        raise ValueError(_says("REDUCE_WHERE", self.__name__))
    parts, full = _rows(a, axes), tuple(1 if i in axes else n for i, n in enumerate(a.shape))
    marks = _rows(_broadcast(asarray(where), a.shape), axes) if masked else None
    if initial is not no_value:
        total = initial
    elif masked or len(parts) == 0:
        if _IDENTITY.get(self.__name__) is None:
            raise ValueError(_says("REDUCE_EMPTY", self.__name__))
        total = _numpy.zeros(parts.shape[1:], a.dtype if self.__name__ not in _FLOATING else None) + _IDENTITY[self.__name__]
    else:
        total, parts = parts[0], parts[1:]
    if self.__name__.startswith("logical"):
        total = asarray(total).astype(bool)
    for i, p in enumerate(parts):
        total = self(total, p) if not masked else _numpy.where3(marks[i], self(total, p), total)
    total = asarray(total)
    total = total.reshape(full) if keepdims else scalar(total)
    if out is not None:
        out[...] = total
        return out
    return total


def _broadcast(a, shape):
    from ._shapes import broadcast_to
    return broadcast_to(a, shape)


def _rows(a, axes):
    """What is folded along the first axis, the rest as it was."""
    rest = [i for i in range(a.ndim) if i not in axes]
    return a.transpose(axes + rest).reshape((-1 if a.size else math.prod(a.shape[i] for i in axes),) + tuple(a.shape[i] for i in rest))


def accumulate(self, array, axis=0, dtype=None, out=None):
    _two(self, "accumulate")
    a = asarray(array)
    if dtype is not None:
        a = a.astype(dtype)
    axis = normalize_axis(axis, a.ndim)
    if self.__name__ in ("add", "multiply"):
        return getattr(_numpy, "cumsum" if self.__name__ == "add" else "cumprod")(a, axis, dtype, out)
    rows = a.swapaxes(0, axis)
    if not len(rows):
        return a.copy()
    total = [asarray(rows[0]).astype(bool) if self.__name__.startswith("logical") else asarray(rows[0])]
    for p in rows[1:]:
        total.append(asarray(self(total[-1], p)))
    result = op("stack", *total, axis=0).swapaxes(0, axis)
    if out is not None:
        out[...] = result
        return out
    return result


def outer(self, A, B, **kwargs):
    _two(self, "outer product")
    A, B = asarray(A), asarray(B)
    return self(A.reshape(A.shape + (1,) * B.ndim), B, **kwargs)


def at(self, a, indices, b=None):
    if self.nin == 1:
        a[indices] = self(a[indices])
        return
    index = indices if isinstance(indices, tuple) else (indices,)
    if self.__name__ in ("add", "subtract"):
        arrays = [asarray(i) for i in index]
        if all(x.dtype.kind in "iu" for x in arrays):
            b = asarray(b).astype(a.dtype)
            if self.__name__ == "subtract":
                b = -b
            a[...] = op("index_put", a, b, *arrays, accumulate=True, mode="raise")
            return
    arrays = [asarray(i) for i in index]
    shape = _shape(*arrays)
    from ._shapes import broadcast_to
    arrays = [broadcast_to(x, shape).ravel().tolist() for x in arrays]
    values = broadcast_to(asarray(b), shape + a.shape[len(arrays):])
    values = values.reshape((-1,) + a.shape[len(arrays):])
    for i, where in enumerate(zip(*arrays)):
        a[where] = self(a[where], values[i])


def reduceat(self, array, indices, axis=0, dtype=None, out=None):
    only('np.ufunc.reduceat', dtype=(dtype, None), out=(out, None))
    a = asarray(array)
    rows = a.swapaxes(0, normalize_axis(axis, a.ndim))
    where = [int(i) for i in indices]
    parts = []
    for k, i in enumerate(where):
        end = where[k + 1] if k + 1 < len(where) else len(rows)
        parts.append(asarray(reduce(self, rows[i:end])) if end > i else asarray(rows[i]).astype(bool) if self.__name__.startswith("logical") else asarray(rows[i]))
    return op("stack", *parts, axis=0).swapaxes(0, axis)


for _f in (reduce, accumulate, outer, at, reduceat):
    setattr(ufunc, _f.__name__, _f)
ufunc.identity = property(lambda self: _IDENTITY.get(self.__name__))
ufunc.ntypes = property(lambda self: 1)
ufunc.types = property(lambda self: [])
ufunc.signature = property(lambda self: "(n?,k),(k,m?)->(n?,m?)" if self.__name__ == "matmul" else None)


# ---- ufuncs in Python ----
def _by_element(name, f, nin, kind="f"):
    """An op element by element: Python's function on each."""
    from ._shapes import broadcast_shapes, broadcast_to

    def run(*args):
        arrays = [asarray(a) for a in args]
        shape = broadcast_shapes(*[a.shape for a in arrays])
        columns = [broadcast_to(a, shape).ravel().tolist() for a in arrays]
        result = _numpy.array([f(*row) for row in zip(*columns)] or [0.0][:0])
        if kind == "i":
            result = result.astype(arrays[0].dtype if nin == 1 else _numpy.add(*(a if isinstance(a, int) else b.ravel()[:1] for a, b in zip(args, arrays))).dtype)
        elif kind == "like" and arrays[0].dtype.kind == "f":
            result = result.astype(arrays[0].dtype)
        return scalar(result.reshape(shape))
    run.__name__ = name
    return ufunc_of(name, nin, 1, run)


def _fabs(x):
    x = asarray(x)
    return _numpy.absolute(x if x.dtype.kind == "f" else x.astype("f8", casting="real") if x.dtype.itemsize > 2 else x.astype("f4" if x.dtype.itemsize == 2 else "f2"))


def _float_power(a, b):
    return _numpy.power(asarray(a).astype("f8", casting="real"), asarray(b).astype("f8", casting="real"))


def _as_float(x):
    """Integers become the float that holds them."""
    return x if x.dtype.kind == "f" else x.astype({1: "f2", 2: "f4"}.get(x.dtype.itemsize, "f8"), casting="real")


def _heaviside(x, h):
    kind = _numpy.copysign(x, h).dtype
    x = _as_float(asarray(x))
    return scalar(_numpy.where3(_numpy.isnan(x), x, _numpy.where3(x < 0, 0.0, _numpy.where3(x > 0, 1.0, h))).astype(kind))


def _logaddexp2(a, b):
    a, b = asarray(a), asarray(b)
    high = _numpy.maximum(a, b)
    return high + _numpy.log2(1 + _numpy.exp2(-_numpy.absolute(a - b)))


def _divmod(a, b):
    return _numpy.floor_divide(a, b), _numpy.remainder(a, b)


def _modf(x):
    x = _as_float(asarray(x))
    whole = _numpy.trunc(x)
    rest = _numpy.where3(_numpy.isinf(x), 0.0, x - whole).astype(x.dtype)
    return _numpy.copysign(rest, x), whole


def _signbit(x):
    x = asarray(x)
    return _numpy.copysign(1.0, x) < 0 if x.dtype.kind == "f" else x < 0


def _frexp(x):
    x = _as_float(asarray(x))
    pairs = [math.frexp(v) for v in x.ravel().tolist()]
    return (scalar(_numpy.array([p[0] for p in pairs], x.dtype if x.dtype.kind == "f" else "f8").reshape(x.shape)),
            scalar(_numpy.array([p[1] for p in pairs], "i4").reshape(x.shape)))


def _ldexp(a, b):
    a = _as_float(asarray(a))
    return scalar(asarray(a * _numpy.exp2(asarray(b).astype("f8", casting="real"))).astype(a.dtype))


def _reciprocal(x):
    x = asarray(x)
    if x.dtype.kind == "f":
        return op("reciprocal", x)
    if x.dtype.kind == "c":
        return scalar(op("reciprocal", x))
    return scalar(_numpy.trunc(1.0 / x).astype("i1" if x.dtype.kind == "b" else x.dtype))


fabs = ufunc_of("fabs", 1, 1, _fabs)
float_power = ufunc_of("float_power", 2, 1, _float_power)
heaviside = ufunc_of("heaviside", 2, 1, _heaviside)
logaddexp2 = ufunc_of("logaddexp2", 2, 1, _logaddexp2)
divmod = ufunc_of("divmod", 2, 2, _divmod)
modf = ufunc_of("modf", 1, 2, _modf)
signbit = ufunc_of("signbit", 1, 1, _signbit)
frexp = ufunc_of("frexp", 1, 2, _frexp)
ldexp = ufunc_of("ldexp", 2, 1, _ldexp)
reciprocal = ufunc_of("reciprocal", 1, 1, _reciprocal)
gcd = _by_element("gcd", math.gcd, 2, "i")
lcm = _by_element("lcm", math.lcm, 2, "i")


def _nextafter(x, y):
    """The neighbour of x towards y: its bits, as an integer, one more or less."""
    from ._shapes import broadcast_arrays
    kind = _numpy.copysign(x, y).dtype
    x, y = (a.astype(kind) for a in broadcast_arrays(asarray(x), asarray(y)))
    bits = x.view("i%d" % kind.itemsize)
    after = (bits + _numpy.where3((y > x) == (x > 0), 1, -1).astype(bits.dtype)).view(kind)
    after = _numpy.where3(x == 0, _numpy.copysign(_numpy.ones(x.shape, bits.dtype).view(kind), y), after)
    after = _numpy.where3(x == y, y, after)
    return scalar(_numpy.where3(_numpy.isnan(x) | _numpy.isnan(y), x + y, after).astype(kind))


nextafter = ufunc_of("nextafter", 2, 1, _nextafter)
_BITS = {"float16": (10, -14), "float32": (23, -126), "float64": (52, -1022)}      # of the fraction; the smallest exponent


def _spacing(x):
    """The distance to the next number of the dtype, away from zero."""
    x = _as_float(asarray(x))
    fraction, least = _BITS[x.dtype.name]

    def one(v):
        if v != v or v - v != 0:
            return math.nan
        head, exponent = math.frexp(v)
        exponent = builtins.max(exponent - 1, least) if v else least
        if x.dtype.name == "float16":       # its steps lead upwards: at a negative power of two they are half as wide
            return 2.0 ** (exponent - fraction - (head == -0.5 and exponent > least))
        return math.copysign(2.0 ** (exponent - fraction), v or 1.0)
    return scalar(_numpy.array([one(v) for v in x.ravel().tolist()] or [0.0][:0]).astype(x.dtype).reshape(x.shape))


spacing = ufunc_of("spacing", 1, 1, _spacing)

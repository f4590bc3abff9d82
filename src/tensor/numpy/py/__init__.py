"""NumPy's accent of perch's arrays: the names of NumPy 1.24."""
import _numpy
from _numpy import (
    ndarray, array, asarray, zeros, ones, empty, arange, reshape, transpose, ravel, squeeze, copy, dot, ufunc,
    sum, prod, max, min, any, all, mean, var, std, argmax, argmin, cumsum, cumprod,
    generic, number, integer, signedinteger, unsignedinteger, inexact, floating, bool_, uint8, int8, int16, int32, int64, float16, float32, float64,
    complexfloating, complex64, complex128, add, subtract, multiply, divide, floor_divide, remainder, fmod, power, maximum, minimum, fmax, fmin, hypot, arctan2, logaddexp, copysign,
    equal, not_equal, less, less_equal, greater, greater_equal, logical_and, logical_or, logical_xor, logical_not, bitwise_and, bitwise_or, bitwise_xor,
    left_shift, right_shift, matmul, negative, positive, conjugate, absolute, sign, square, sqrt, cbrt, exp, exp2, expm1, log, log2, log10, log1p,
    sin, cos, tan, arcsin, arccos, arctan, sinh, cosh, tanh, arcsinh, arccosh, arctanh, floor, ceil, rint, trunc, degrees, radians, rad2deg, deg2rad,
    invert, isnan, isinf, isfinite)
from ._base import AxisError, absent as _absent
from ._dtypes import (dtype, iinfo, finfo, promote_types, result_type, min_scalar_type, can_cast, issubdtype, issubclass_, issctype, obj2sctype,
                      _MISSING as _missing_dtypes, refuse as _refuse_dtype)
from ._shapes import *
from ._shapes import _text
from ._creation import *
from ._reduce import (ptp, count_nonzero, average, median, quantile, percentile, nansum, nanprod, nancumsum, nancumprod, nanmax, nanmin, nanargmax, nanargmin,
                      nanmean, nanvar, nanstd, nanmedian, nanpercentile, nanquantile, slow as _slow)
from ._select import *
from ._calculus import *
from ._text import (set_printoptions, get_printoptions, printoptions, array2string, array_repr, array_str, format_float_positional, format_float_scientific,
                    binary_repr, base_repr)
from ._ufuncs import (fabs, float_power, heaviside, logaddexp2, divmod, modf, signbit, frexp, ldexp, reciprocal, gcd, lcm, nextafter, spacing, call as _call)
from . import _methods
from ._methods import flatiter

__version__ = "1.24.2"
pi, e, euler_gamma = 3.141592653589793, 2.718281828459045, 0.5772156649015329
inf = Inf = Infinity = infty = PINF = float("inf")
NINF = -inf
nan = NaN = NAN = float("nan")
PZERO, NZERO = 0.0, -0.0
newaxis = None
True_, False_ = bool_(True), bool_(False)
little_endian = True
ALLOW_THREADS, MAXDIMS, CLIP, WRAP, RAISE = 1, 32, 0, 1, 2

int_ = intp = longlong = int64
intc, short, byte, ubyte = int32, int16, int8, uint8
float_ = double = float64
single, half = float32, float16
complex_ = cdouble = cfloat = complex128
csingle = singlecomplex = complex64
bool8 = bool_
sctypeDict = {n: t for t in (bool_, uint8, int8, int16, int32, int64, float16, float32, float64, complex64, complex128) for n in (t.__name__,)}
ScalarType = (int, float, complex, bool, bool_, uint8, int8, int16, int32, int64, float16, float32, float64, complex64, complex128)

abs, true_divide, mod, bitwise_not, conj = absolute, divide, remainder, invert, conjugate
amax, amin, product, cumproduct, sometrue, alltrue, around, round_ = max, min, prod, cumprod, any, all, round_, round_
round = round_
in1d, trapezoid = in1d, trapz


class ComplexWarning(RuntimeWarning):
    pass


class VisibleDeprecationWarning(UserWarning):
    pass


class RankWarning(UserWarning):
    pass


class TooHardError(RuntimeError):
    pass


class _UFuncNoLoopError(TypeError):
    pass


class UFuncTypeError(TypeError):
    """What a ufunc cannot take."""


class _UFuncOutputCastingError(UFuncTypeError):
    pass


UFuncTypeError.__module__ = _UFuncOutputCastingError.__module__ = "numpy.core._exceptions"
_UFuncOutputCastingError.__name__ = _UFuncOutputCastingError.__qualname__ = "UFuncTypeError"
_numpy.connect(_call, _slow, _UFuncOutputCastingError, AxisError, UFuncTypeError, dtype)
for _e in (ComplexWarning, VisibleDeprecationWarning, RankWarning, TooHardError):
    _e.__module__ = "numpy"


class errstate:
    """with np.errstate(divide="ignore"): what to do about results that are no numbers."""

    def __init__(self, **kwargs):
        self.kwargs = kwargs

    def __enter__(self):
        self._old = seterr(**self.kwargs)

    def __exit__(self, *exc):
        seterr(**self._old)

    def __call__(self, f):
        def run(*args, **kwargs):
            with self:
                return f(*args, **kwargs)
        return run


_errors = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    old = dict(_errors)
    for name, value in (("divide", divide), ("over", over), ("under", under), ("invalid", invalid)):
        value = value or all
        if value is not None:
            if value not in ("ignore", "warn", "raise", "call", "print", "log"):
                raise KeyError(value)
            _errors[name] = value
    ways = {"ignore": 1, "raise": 2}
    _numpy.set_errors(*[ways.get(_errors[k], 0) for k in ("divide", "over", "invalid")])
    return old


def geterr():
    return dict(_errors)


import numbers as _numbers
_numbers.Integral.register(integer)
_numbers.Real.register(floating)
_numbers.Number.register(number)


def shares_memory(a, b, max_work=None):
    import _tensor
    if not (isinstance(a, ndarray) and isinstance(b, ndarray)) or not a.size or not b.size:
        return False

    def span(x):
        low = high = _tensor.address(x)
        for s, st in zip(x.shape, x.strides):
            low, high = (low, high + (s - 1) * st) if st >= 0 else (low + (s - 1) * st, high)
        return low, high + x.itemsize
    (p, q), (r, s) = span(a), span(b)
    return p < s and r < q


may_share_memory = shares_memory


def isfortran(a):
    return a.flags.fnc


def iterable(y):
    try:
        iter(y)
    except TypeError:
        return False
    return True


def set_string_function(*args, **kwargs):
    _absent("set_string_function", "set_printoptions")


def show_config():
    print("perch's own arrays")


def get_include():
    _absent("get_include: there is no C interface")


def disp(mesg, device=None, linefeed=True):
    import sys
    (device or sys.stdout).write(str(mesg) + ("\n" if linefeed else ""))


def who(vardict=None):
    _absent("who")


def nditer(*args, **kwargs):
    _absent("nditer", "ndenumerate")


_modules = {"linalg": "numpy.linalg", "random": "numpy.random", "testing": "numpy.testing", "lib": "numpy.lib", "fft": "numpy.fft"}
_later = {**dict.fromkeys(("save", "load", "savez", "savez_compressed", "savetxt", "loadtxt", "genfromtxt", "fromfile", "NpzFile"), "numpy._io"),
          **dict.fromkeys(("poly", "poly1d", "polyadd", "polyder", "polydiv", "polyfit", "polyint", "polymul", "polysub", "polyval", "roots"), "numpy._polynomial")}
_removed = {"int": int, "float": float, "bool": bool, "object": object, "str": str, "complex": complex}
_elsewhere = {"ma": "nan-functions (np.nanmean …)", "polynomial": "polyfit and polyval", "matrix": "array", "mat": "array", "matlib": None, "recarray": None,
              "rec": None, "char": None, "chararray": None, "memmap": "load", "busday_count": None, "einsum_path": "einsum", "ctypeslib": None, "f2py": None,
              "apply_over_axis": "apply_over_axes", "i0": None, "kaiser": "hanning", "histogramdd": "histogram2d",
              "datetime_as_string": None, "datetime_data": None, "fromregex": "genfromtxt", "lookfor": None, "info": "help", "source": None, "packbits": None,
              "unpackbits": None, "require": "ascontiguousarray", "bytes_": None, "clongdouble": None,
              "unicode_": None, "string_": None, "flexible": "generic", "character": None, "record": None, "longfloat": "float64",
              "recfromcsv": "genfromtxt", "recfromtxt": "genfromtxt", "emath": None, "nested_iters": "ndindex", "isnat": "isnan",
              "find_common_type": "result_type", "maximum_sctype": "result_type", "mintypecode": "result_type", "common_type": "result_type", "typename": "dtype",
              "sctypes": "dtype", "typecodes": "dtype", "cast": "asarray", "from_dlpack": "asarray", "DataSource": "genfromtxt", "format_parser": "dtype",
              "busday_offset": None, "is_busday": None, "busdaycalendar": None, "compare_chararrays": None, "set_numeric_ops": None, "geterrcall": "geterr",
              "seterrcall": "seterr", "geterrobj": "geterr", "seterrobj": "seterr", "getbufsize": None, "setbufsize": None, "byte_bounds": "shares_memory",
              "mask_indices": "tril_indices", "diag_indices_from": "diag_indices", "issubsctype": "issubdtype", "sctype2char": "dtype",
              "safe_eval": None, "show_runtime": "show_config", "deprecate": None, "Tester": "testing", "test": "testing", "asmatrix": "asarray", "bmat": "block"}


def __getattr__(name):
    if name in _modules:
        import importlib
        return importlib.import_module(_modules[name])
    if name in _later:
        import importlib
        value = globals()[name] = getattr(importlib.import_module(_later[name]), name)
        return value
    if name in _removed:
        raise AttributeError("module 'numpy' has no attribute '%s'.\n`np.%s` was a deprecated alias for the builtin `%s`. To avoid this error in existing code, use `%s` by itself. "
                             "Doing this will not modify any behavior and is safe. %s\n"
                             "The aliases was originally deprecated in NumPy 1.20; for more details and guidance see the original release note at:\n"
                             "    https://numpy.org/devdocs/release/1.20.0-notes.html#deprecations" % (
                                 name, name, name, name, {
                                     "int": "When replacing `np.int`, you may wish to use e.g. `np.int64` or `np.int32` to specify the precision. If you wish to review your current use, check the release note link for additional information.",
                                     "float": "If you specifically wanted the numpy scalar type, use `np.float64` here.",
                                     "bool": "If you specifically wanted the numpy scalar type, use `np.bool_` here.",
                                     "object": "", "str": "If you specifically wanted the numpy scalar type, use `np.str_` here.",
                                     "complex": "If you specifically wanted the numpy scalar type, use `np.complex128` here."}[name]))
    if name in _missing_dtypes and len(name) > 2:
        nearest = _missing_dtypes[name]
        raise AttributeError("perch's numpy has no dtype %s yet%s" % (name, "; nearest: np." + nearest if nearest else
                             "; arrays hold bools and numbers"))
    if name in _elsewhere:
        nearest = _elsewhere[name]
        raise AttributeError("perch's numpy has no %s yet%s" % (name, "; nearest: " + nearest if nearest else ""))
    raise AttributeError("module 'numpy' has no attribute '%s'" % name)


def __dir__():
    return sorted(set(globals()) | set(_modules) | set(_later))

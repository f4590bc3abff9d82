"""The library's exception, and what everything below stands on."""
import _tensor


class MXNetError(RuntimeError):
    """What goes wrong in the engine."""


class NotSupportedForSparseNDArray(MXNetError):
    """What only dense arrays can."""

    def __init__(self, function, alias, *args):
        super().__init__()
        self.function, self.alias = function.__name__, alias
        self.args = [str(type(each)) for each in args]

    def __str__(self):
        also = f' (namely operator "{self.alias}")' if self.alias else ''
        also += f" with arguments ({', '.join(self.args)})" if self.args else ''
        return f'Function {self.function}{also} is not supported for SparseNDArray and only available in NDArray.'


MXNetError.__module__ = 'mxnet.base'
_tensor.set_errors(MXNetError, None)

MXNET = 0  # the accent's number in _tensor
string_types = (str,)
long = int


# What MXNet's calls into its library pass: types of C and arrays of them.
_C_TYPES = {'mx_uint': 'c_uint', 'mx_int': 'c_int', 'mx_int64': 'c_int64', 'mx_float': 'c_float'}


def c_str(string):
    """A text as C has it."""
    import ctypes
    return ctypes.c_char_p(string.encode('utf-8'))


def c_array(ctype, values):
    """An array of C's from a list."""
    array = (ctype * len(values))()
    array[:] = values
    return array


def c_array_buf(ctype, buf):
    """An array of C's over a buffer's memory."""
    return (ctype * len(buf)).from_buffer(buf)


def c_str_array(strings):
    """An array of C's of texts."""
    import ctypes
    array = (ctypes.c_char_p * len(strings))()
    array[:] = [each.encode('utf-8') for each in strings]
    return array


def py_str(x):
    return x.decode('utf-8')


def data_dir():
    from . import util
    return util.data_dir()


def __getattr__(name):
    if name in _C_TYPES:
        import ctypes
        return getattr(ctypes, _C_TYPES[name])
    if name in ('numeric_types', 'integer_types'):      # NumPy's are among them, and come when somebody asks
        import numpy
        globals().update(numeric_types=(float, int, long, numpy.generic), integer_types=(int, long, numpy.int32, numpy.int64))
        return globals()[name]
    raise AttributeError(f"module 'mxnet.base' has no attribute {name!r}")


class _NullType:
    """Stands for a parameter that was not given."""

    def __repr__(self):
        return '_Null'


_Null = _NullType()


def absent(module, name, names=()):
    """The AttributeError for a name of MXNet's that perch has not, naming the nearest."""
    near = [n for n in names if n.lower() == name.lower()]
    if not near:
        import difflib
        near = difflib.get_close_matches(name, list(names), 1)
    hint = f'; the nearest name is {near[0]!r}' if near else ''
    return AttributeError(f'module {module!r} has no attribute {name!r} (in perch){hint}')

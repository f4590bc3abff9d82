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


def __getattr__(name):
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

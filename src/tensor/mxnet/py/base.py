"""The library's exception, and what everything below stands on."""
import _tensor


class MXNetError(RuntimeError):
    """What goes wrong in the engine."""


class NotSupportedForSparseNDArray(MXNetError):
    """perch has no sparse arrays."""


MXNetError.__module__ = 'mxnet.base'
_tensor.set_errors(MXNetError, None)

MXNET = 0  # the accent's number in _tensor
string_types = (str,)
numeric_types = (float, int)
integer_types = (int,)


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

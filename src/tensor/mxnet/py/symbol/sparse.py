"""mx.sym.sparse: the operators that know sparse arrays, which are mx.sym's own."""
from ..ndarray.sparse import _FUNCTIONS
from . import make

_NAMES = _FUNCTIONS | {'dot', 'retain', 'cast_storage'}


def __getattr__(name):
    if name in _NAMES:
        from .. import symbol
        return make('retain', '_sparse_retain') if name == 'retain' else getattr(symbol, name)
    raise AttributeError(f"module 'mxnet.symbol.sparse' has no attribute {name!r}")


def __dir__():
    return sorted(_NAMES)

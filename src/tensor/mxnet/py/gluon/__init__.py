"""gluon: networks as Python objects."""
from .parameter import Constant, DeferredInitializationError, Parameter, ParameterDict
from .block import Block, HybridBlock, SymbolBlock
from .trainer import Trainer
from . import block, parameter, trainer, utils

_parts = ('nn', 'loss', 'data', 'rnn', 'model_zoo', 'contrib')


def __getattr__(name):
    if name in _parts:
        part = __import__('mxnet.gluon.' + name, fromlist=('__name__',))
        globals()[name] = part
        return part
    raise AttributeError(f"module 'mxnet.gluon' has no attribute {name!r}")


def __dir__():
    return sorted(set(globals()) | set(_parts))

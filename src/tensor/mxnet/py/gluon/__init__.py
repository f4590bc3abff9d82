"""gluon: networks as Python objects."""
from .parameter import Constant, DeferredInitializationError, Parameter, ParameterDict
from .block import Block, HybridBlock
from .trainer import Trainer
from . import block, parameter, trainer, utils

_parts = ('nn', 'loss', 'data', 'rnn', 'model_zoo', 'contrib')


def __getattr__(name):
    if name in _parts:
        part = __import__('mxnet.gluon.' + name, fromlist=('__name__',))
        globals()[name] = part
        return part
    if name == 'SymbolBlock':
        return block.SymbolBlock
    raise AttributeError(f"module 'mxnet.gluon' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_parts, 'SymbolBlock'})

"""Optimizers: one step each, in place, on whatever device the weight lives."""
from .base import Optimizer, Updater, create, get_updater, register
from .rules import NAG, SGD, AdaDelta, AdaGrad, Adam, Adamax, Ftrl, RMSProp, Signum


_MORE = ('Nadam', 'FTML', 'SGLD', 'DCASGD', 'LAMB', 'LARS', 'LBSGD', 'Test', 'ccSGD')


def __dir__():
    return sorted({*globals(), *_MORE})


def __getattr__(name):
    if name in _MORE:
        return getattr(__import__('mxnet.optimizer.rules_more', fromlist=(name,)), name)
    raise AttributeError(f"module 'mxnet.optimizer' has no attribute {name!r}")

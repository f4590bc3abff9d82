"""Optimizers: one step each, in place, on whatever device the weight lives."""
from .base import Optimizer, Updater, create, get_updater, register
from .rules import NAG, SGD, AdaDelta, AdaGrad, Adam, Adamax, Ftrl, RMSProp, Signum


def __dir__():
    return sorted({*globals(), 'Nadam', 'FTML', 'SGLD', 'DCASGD', 'LAMB', 'LARS', 'ccSGD'})


def __getattr__(name):
    if name in ('Nadam', 'FTML', 'SGLD', 'DCASGD', 'LAMB', 'LARS', 'ccSGD'):
        return getattr(__import__('mxnet.optimizer.rules_more', fromlist=(name,)), name)
    raise AttributeError(f"module 'mxnet.optimizer' has no attribute {name!r}")

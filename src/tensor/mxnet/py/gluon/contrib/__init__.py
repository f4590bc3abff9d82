"""gluon.contrib: what lessons use of it."""
import importlib as _importlib

from . import data, nn, rnn          # noqa: F401


def __getattr__(name):
    if name in ('cnn', 'estimator'):     # (loaded when they are named)
        return _importlib.import_module('mxnet.gluon.contrib.' + name)
    raise AttributeError(f"module 'mxnet.gluon.contrib' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), 'cnn', 'estimator'})

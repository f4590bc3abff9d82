"""mx.contrib.symbol: mx.sym.contrib by its older place."""
from ..symbol import contrib as _contrib


def __getattr__(name):
    return getattr(_contrib, name)


def __dir__():
    return dir(_contrib)

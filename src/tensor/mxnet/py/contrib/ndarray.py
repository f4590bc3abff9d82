"""mx.contrib.ndarray: mx.nd.contrib by its older place."""
from ..ndarray import contrib as _contrib


def __getattr__(name):
    return getattr(_contrib, name)


def __dir__():
    return dir(_contrib)

"""gluon.contrib: what lessons use of it."""
from . import data, nn, rnn          # noqa: F401

_absent = {'cnn': 'deformable convolutions are not there', 'estimator': 'the Estimator is not there: write the loop, with mx.autograd.record'}


def __getattr__(name):
    if name in _absent:
        raise AttributeError(f"module 'mxnet.gluon.contrib' has no attribute {name!r} in perch: {_absent[name]}")
    raise AttributeError(f"module 'mxnet.gluon.contrib' has no attribute {name!r}")

"""torch.optim: optimizers and schedules of learning rates."""
from _torch import _two
from .optimizer import Optimizer
from .sgd import SGD


_CLASSES = ('Adam', 'AdamW', 'Adamax', 'NAdam', 'RMSprop', 'Adagrad', 'Adadelta', 'RAdam', 'Rprop', 'ASGD', 'LBFGS', 'SparseAdam')   # each in a file of its name
_NEWER = ('Adafactor', 'Muon')                  # PyTorch 2's: found in both, listed in 2
_LISTED = _CLASSES + _NEWER if _two('NEWER_OPTIMIZERS') else _CLASSES


def __perch_later__():                          # before the module's __dict__ is shown
    for name in (*_LISTED, 'lr_scheduler'):
        globals()[name] = __getattr__(name)


def __dir__():
    return sorted({*globals(), *_LISTED, 'lr_scheduler', 'swa_utils'})


def __getattr__(name):
    from importlib import import_module
    if name in ('lr_scheduler', 'swa_utils'):
        return import_module('torch.optim.' + name)
    if name in _CLASSES + _NEWER:
        found = globals()[name] = getattr(import_module('torch.optim.' + name.replace('SparseA', 'Sparse_A').lower()), name)
        return found
    raise AttributeError("module 'torch.optim' has no attribute %r" % name)

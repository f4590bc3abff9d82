"""torch.optim: optimizers and schedules of learning rates."""
from .optimizer import Optimizer
from .sgd import SGD


_CLASSES = ('Adam', 'AdamW', 'Adamax', 'NAdam', 'RMSprop', 'Adagrad', 'Adadelta', 'RAdam', 'Rprop', 'ASGD', 'LBFGS', 'SparseAdam')   # each in a file of its name


def __perch_later__():                          # before the module's __dict__ is shown
    for name in (*_CLASSES, 'lr_scheduler'):
        globals()[name] = __getattr__(name)


def __dir__():
    return sorted({*globals(), *_CLASSES, 'lr_scheduler', 'swa_utils'})


def __getattr__(name):
    from importlib import import_module
    if name in ('lr_scheduler', 'swa_utils'):
        return import_module('torch.optim.' + name)
    if name in _CLASSES:
        found = globals()[name] = getattr(import_module('torch.optim.' + name.replace('SparseA', 'Sparse_A').lower()), name)
        return found
    raise AttributeError("module 'torch.optim' has no attribute %r" % name)

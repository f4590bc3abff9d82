"""torch.optim: optimizers and schedules of learning rates."""
from .optimizer import Optimizer
from .sgd import SGD


_CLASSES = ('Adam', 'AdamW', 'Adamax', 'NAdam', 'RMSprop', 'Adagrad', 'Adadelta', 'RAdam', 'Rprop', 'ASGD', 'LBFGS')   # each in a file of its name


def __dir__():
    return sorted({*globals(), *_CLASSES, 'lr_scheduler'})


def __getattr__(name):
    from importlib import import_module
    if name == 'lr_scheduler':
        return import_module('torch.optim.lr_scheduler')
    if name in _CLASSES:
        found = globals()[name] = getattr(import_module('torch.optim.' + name.lower()), name)
        return found
    if name in ('SparseAdam', 'swa_utils'):
        raise AttributeError("module 'torch.optim' has no attribute %r in perch; the nearest is Adam" % name)
    raise AttributeError("module 'torch.optim' has no attribute %r" % name)

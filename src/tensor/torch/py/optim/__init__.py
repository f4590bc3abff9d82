"""torch.optim: optimizers and schedules of learning rates."""
from .optimizer import Optimizer
from .sgd import SGD


_FILES = {'Adam': 'adam', 'AdamW': 'adam', 'Adamax': 'adam', 'NAdam': 'adam', 'RMSprop': 'rms', 'Adagrad': 'rms', 'Adadelta': 'rms',
          'RAdam': 'steps', 'Rprop': 'steps', 'ASGD': 'steps', 'LBFGS': 'lbfgs'}


def __dir__():
    return sorted({*globals(), *_FILES, 'lr_scheduler'})


def __getattr__(name):
    from importlib import import_module
    if name == 'lr_scheduler':
        return import_module('torch.optim.lr_scheduler')
    if name in _FILES:
        found = globals()[name] = getattr(import_module('torch.optim.' + _FILES[name]), name)
        return found
    if name in ('SparseAdam', 'swa_utils'):
        raise AttributeError("module 'torch.optim' has no attribute %r in perch; the nearest is Adam" % name)
    raise AttributeError("module 'torch.optim' has no attribute %r" % name)

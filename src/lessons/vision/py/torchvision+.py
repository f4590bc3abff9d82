"""Behind torchvision: what the version of today has at its top."""


def disable_beta_transforms_warning():
    """transforms.v2 was warned of when it was new; nothing warns here."""


def _as_of_today():
    """With --torch 2 it is the version that goes with it."""
    import torch

    from . import version
    if torch.__version__ >= '2':
        version.__version__ = '0.29.2'
        globals()['__version__'] = version.__version__


_as_of_today()
del _as_of_today

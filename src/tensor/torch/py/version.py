"""torch.version"""
import _tensor
from _torch import _version

__version__ = _version('VERSION')
debug = False
git_version = 'perch'
hip = None


def __getattr__(name):
    if name == 'cuda':                  # asks whether there is a GPU, which an import must not
        return _version('CUDA') if _tensor.gpu_count() else None
    raise AttributeError("module 'torch.version' has no attribute %r" % name)


def __dir__():
    return sorted({*globals(), 'cuda'})

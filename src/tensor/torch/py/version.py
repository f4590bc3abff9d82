"""torch.version"""
import _tensor
from _torch import _two, _version

__version__ = _version('VERSION')
debug = False
git_version = 'perch'
hip = None


def _cuda():
    """A real card's; where GPUs are simulated, what that PyTorch is built with."""
    real = _tensor.gpu_versions()
    if real:
        return '%d.%d' % (real[0] // 1000, real[0] % 1000 // 10)
    return _version('CUDA') if _two('DRIVER_MISSED') or _tensor.gpu_count() else None


def __getattr__(name):
    if name == 'cuda':                  # asks whether there is a GPU, which an import must not
        return _cuda()
    raise AttributeError("module 'torch.version' has no attribute %r" % name)


def __dir__():
    return sorted({*globals(), 'cuda'})

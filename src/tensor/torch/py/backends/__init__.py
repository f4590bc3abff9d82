"""torch.backends: what computes here, and switches of what computes elsewhere. perch has one way to compute each operation, with the same bits in each run: a switch
keeps what it is given and changes nothing, which is its meaning here (there is no other algorithm to choose)."""
import sys
import types
from contextlib import contextmanager

import _tensor


class _Backend(types.ModuleType):
    """torch.backends.NAME: a module whose switches are its attributes."""

    def __init__(self, name, available, version=None, **switches):
        super().__init__('torch.backends.' + name)
        self.__dict__.update(switches, _available=available, _version=version, _switches=tuple(switches))

    def is_available(self):
        return self._available()

    def is_built(self):
        return self._available()

    def version(self):
        return self._version if self._available() else None

    @contextmanager
    def flags(self, **given):
        """with flags(enabled=False): the switches are so inside."""
        for name in given:
            if name not in self._switches:
                raise TypeError("flags() got an unexpected keyword argument '%s'" % name)
        before = {name: getattr(self, name) for name in given}
        self.__dict__.update(given)
        try:
            yield
        finally:
            self.__dict__.update(before)

    def __getattr__(self, name):
        raise AttributeError("module '%s' has no attribute %r" % (self.__name__, name), name=name, obj=self)


def _gpus():
    return _tensor.gpu_count() > 0


class _Matmul:
    """torch.backends.cuda.matmul"""
    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True


cudnn = _Backend('cudnn', _gpus, 8500, enabled=True, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True)
cuda = _Backend('cuda', _gpus, matmul=_Matmul())
mkldnn = _Backend('mkldnn', lambda: True)       # oneDNN
mkl = _Backend('mkl', lambda: False)
openmp = _Backend('openmp', lambda: False)      # threads of its own
mps = _Backend('mps', lambda: False)
quantized = _Backend('quantized', lambda: False, engine='none', supported_engines=['none'])
for _each in (cudnn, cuda, mkldnn, mkl, openmp, mps, quantized):
    sys.modules[_each.__name__] = _each

"""torch.backends: what computes here, and switches of what computes elsewhere. perch has one way to compute each operation, with the same bits in each run: most switches
keep what they are given and change nothing, which is their meaning here (there is no other algorithm to choose). Those of TF32 and of cuDNN are for real cards."""
import sys
import types
from contextlib import contextmanager

import _tensor
from _torch import _two
from torch._functions import settings as _settings


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
        if not self._available():
            return None
        return self._version() if callable(self._version) else self._version

    @contextmanager
    def flags(self, **given):
        """with flags(enabled=False): the switches are so inside."""
        for name in given:
            if name not in self._switches:
                raise TypeError("flags() got an unexpected keyword argument '%s'" % name)
        before = {name: getattr(self, name) for name in given}
        try:
            for name, value in given.items():
                setattr(self, name, value)
            yield
        finally:
            for name, value in before.items():
                setattr(self, name, value)

    def __getattr__(self, name):
        raise AttributeError("module '%s' has no attribute %r" % (self.__name__, name), name=name, obj=self)


def _gpus():
    return _tensor.gpu_count() > 0


def _cudnn_version():
    """That of a real card's cuDNN (None: it is not there); where GPUs are simulated, what PyTorch 1.13.1 is built with."""
    real = _tensor.gpu_versions()
    return 8500 if real is None else real[1] or None


def _cudnn_available():
    return _gpus() and _cudnn_version() is not None


def _precision(name, setter, negated=False):
    """A switch that core looks at (see core/precision.h)."""
    def get(self):
        return _tensor.precision(name) != negated

    def put(self, on):
        if not isinstance(on, bool):
            raise RuntimeError('%s expects a bool, but got %s' % (setter, type(on).__name__))
        _tensor.precision(name, on != negated)
    return property(get, put)


class _Matmul:
    """torch.backends.cuda.matmul"""
    allow_fp16_reduced_precision_reduction = True

    @property
    def allow_tf32(self):
        return _settings.get_float32_matmul_precision() != 'highest'

    @allow_tf32.setter
    def allow_tf32(self, on):
        if not isinstance(on, bool):
            raise RuntimeError('set_allow_tf32_cublas expects a bool, but got %s' % type(on).__name__)
        _settings.set_float32_matmul_precision('high' if on else 'highest')

    def __getattr__(self, name):
        raise (AttributeError if _two('ATTRIBUTE_MISSED') else AssertionError)('Unknown attribute ' + name)

    def __setattr__(self, name, value):
        if not hasattr(type(self), name):
            raise (AttributeError if _two('ATTRIBUTE_MISSED') else AssertionError)('Unknown attribute ' + name)
        super().__setattr__(name, value)


class _Cudnn(_Backend):
    """torch.backends.cudnn"""
    allow_tf32 = _precision('tf32 convolutions', 'set_allow_tf32_cublas')
    enabled = _precision('own convolutions', 'set_enabled_cudnn', negated=True)

    def __init__(self):
        super().__init__('cudnn', _cudnn_available, _cudnn_version, benchmark=False, benchmark_limit=10, deterministic=False)
        self.__dict__['_switches'] += ('allow_tf32', 'enabled')


cudnn = _Cudnn()
cuda = _Backend('cuda', _gpus, matmul=_Matmul())


def _attention(name):
    """The two functions of a way to compute attention: is it allowed, and the switch, which is kept: what all ways give is the same here."""
    allowed = [True]

    def enabled():
        return allowed[0]

    def enable(on):
        allowed[0] = bool(on)
    setattr(cuda, name + '_sdp_enabled', enabled)
    setattr(cuda, 'enable_%s_sdp' % name, enable)


for _way in 'flash', 'math', 'mem_efficient', 'cudnn':
    _attention(_way)
if _two('DRIVER_MISSED'):
    cuda.is_built = lambda: True            # (the builds of today are for GPUs, whether there is one or not)
mkldnn = _Backend('mkldnn', lambda: True)       # oneDNN
mkl = _Backend('mkl', lambda: False)
openmp = _Backend('openmp', lambda: False)      # threads of its own
mps = _Backend('mps', lambda: False)
quantized = _Backend('quantized', lambda: True, engine='fbgemm', supported_engines=['qnnpack', 'none', 'onednn', 'fbgemm'])
for _each in (cudnn, cuda, mkldnn, mkl, openmp, mps, quantized):
    sys.modules[_each.__name__] = _each

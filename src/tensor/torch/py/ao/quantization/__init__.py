"""torch.ao.quantization: weights of eight bits by quantize_dynamic; what marks the places in a model for the other ways is there, to convert it that way says that it is not."""
from ._dynamic import quantize_dynamic                  # noqa: F401
from .stubs import DeQuantStub, QuantStub               # noqa: F401

_NAMES = ('QConfig', 'QConfigMapping', 'convert', 'default_observer', 'default_per_channel_weight_observer', 'default_qconfig', 'default_weight_observer', 'fuse_modules',
          'fuse_modules_qat', 'get_default_qat_qconfig', 'get_default_qconfig', 'prepare', 'prepare_qat', 'quantize', 'quantize_qat', 'HistogramObserver',
          'MinMaxObserver', 'PerChannelMinMaxObserver', 'FakeQuantize', 'MovingAverageMinMaxObserver')


def _refuse(name):
    return NotImplementedError('torch.ao.quantization.%s is not in perch, whose quantized layers are those of quantize_dynamic; the nearest is quantize_dynamic' % name)


def __getattr__(name):
    if name not in _NAMES:
        raise AttributeError("module 'torch.ao.quantization' has no attribute %r in perch" % name, name=name)

    def absent(*args, **kwargs):
        raise _refuse(name)
    absent.__name__ = absent.__qualname__ = name
    return absent

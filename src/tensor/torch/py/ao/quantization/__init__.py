"""torch.ao.quantization: perch has no tensors of eight bits with a scale. What marks the places in a model is there; to convert one says so."""
from .stubs import DeQuantStub, QuantStub               # noqa: F401

_NAMES = ('QConfig', 'QConfigMapping', 'convert', 'default_observer', 'default_per_channel_weight_observer', 'default_qconfig', 'default_weight_observer', 'fuse_modules',
          'fuse_modules_qat', 'get_default_qat_qconfig', 'get_default_qconfig', 'prepare', 'prepare_qat', 'quantize', 'quantize_dynamic', 'quantize_qat', 'HistogramObserver',
          'MinMaxObserver', 'PerChannelMinMaxObserver', 'FakeQuantize', 'MovingAverageMinMaxObserver')


def _refuse(name):
    return NotImplementedError('torch.ao.quantization.%s is not in perch, which has no quantized tensors; the nearest is the model in torch.float16 or torch.bfloat16' % name)


def __getattr__(name):
    if name not in _NAMES:
        raise AttributeError("module 'torch.ao.quantization' has no attribute %r in perch, which has no quantized tensors" % name, name=name)

    def absent(*args, **kwargs):
        raise _refuse(name)
    absent.__name__ = absent.__qualname__ = name
    return absent

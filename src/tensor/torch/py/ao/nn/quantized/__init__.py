"""torch.ao.nn.quantized: the layers of quantize_dynamic (dynamic), and those that models name before they are quantized."""
from .modules import FloatFunctional, FXFloatFunctional                     # noqa: F401

_ABSENT = ('BatchNorm2d', 'BatchNorm3d', 'Conv1d', 'Conv2d', 'Conv3d', 'ConvTranspose1d', 'ConvTranspose2d', 'ConvTranspose3d', 'DeQuantize', 'Dropout', 'ELU', 'Embedding', 'EmbeddingBag',
           'GroupNorm', 'Hardswish', 'InstanceNorm1d', 'InstanceNorm2d', 'InstanceNorm3d', 'LSTM', 'LayerNorm', 'LeakyReLU', 'Linear', 'MaxPool2d', 'MultiheadAttention', 'PReLU', 'QFunctional',
           'Quantize', 'ReLU6', 'Sigmoid', 'Softmax')


def __getattr__(name):
    if name == 'dynamic':
        from importlib import import_module
        return import_module('torch.ao.nn.quantized.dynamic')
    if name in _ABSENT:
        raise AttributeError('torch.nn.quantized.%s is not in perch; the nearest is the layer of torch.nn.quantized.dynamic' % name, name=name)
    raise AttributeError("module 'torch.nn.quantized' has no attribute %r" % name, name=name)

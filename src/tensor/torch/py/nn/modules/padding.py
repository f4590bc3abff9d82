"""Margins around the last axes."""
from torch.nn import functional as F
from .module import Module
from .utils import _ntuple

__all__ = ['ConstantPad1d', 'ConstantPad2d', 'ConstantPad3d', 'ReflectionPad1d', 'ReflectionPad2d', 'ReflectionPad3d',
           'ReplicationPad1d', 'ReplicationPad2d', 'ReplicationPad3d', 'ZeroPad1d', 'ZeroPad2d', 'ZeroPad3d', 'CircularPad1d', 'CircularPad2d', 'CircularPad3d']


class _PadNd(Module):
    _dims = 2
    _mode = 'constant'

    def __init__(self, padding):
        super().__init__()
        self.padding = _ntuple(2 * self._dims, '_many')(padding)

    def forward(self, input):
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        return str(self.padding)


class _ConstantPadNd(_PadNd):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, 'constant', self.value)

    def extra_repr(self):
        return 'padding=%s, value=%s' % (self.padding, self.value)


class ConstantPad1d(_ConstantPadNd):
    _dims = 1


class ConstantPad2d(_ConstantPadNd):
    _dims = 2


class ConstantPad3d(_ConstantPadNd):
    _dims = 3


class ZeroPad2d(_PadNd):
    pass


class ZeroPad1d(_PadNd):
    _dims = 1


class ZeroPad3d(_PadNd):
    _dims = 3


class ReflectionPad1d(_PadNd):
    _dims, _mode = 1, 'reflect'


class ReflectionPad2d(_PadNd):
    _dims, _mode = 2, 'reflect'


class ReflectionPad3d(_PadNd):
    _dims, _mode = 3, 'reflect'


class ReplicationPad1d(_PadNd):
    _dims, _mode = 1, 'replicate'


class ReplicationPad2d(_PadNd):
    _dims, _mode = 2, 'replicate'


class ReplicationPad3d(_PadNd):
    _dims, _mode = 3, 'replicate'


class CircularPad1d(_PadNd):
    _dims, _mode = 1, 'circular'


class CircularPad2d(_PadNd):
    _dims, _mode = 2, 'circular'


class CircularPad3d(_PadNd):
    _dims, _mode = 3, 'circular'

"""Resizing."""
from _torch import _version
from torch.nn import functional as F
from .module import Module

__all__ = ['Upsample', 'UpsamplingNearest2d', 'UpsamplingBilinear2d']


def _factors(scale):
    """One factor or one for each axis, as floats; None for none."""
    if isinstance(scale, tuple):
        return tuple(map(float, scale))
    return float(scale) if scale else None


class Upsample(Module):
    def __init__(self, size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None):
        super().__init__()
        self.size = size
        self.scale_factor = _factors(scale_factor)
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input):
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor)

    def extra_repr(self):
        what = 'scale_factor=%s' % (self.scale_factor,) if self.scale_factor is not None else 'size=%s' % (self.size,)
        return what + ', mode=' + _version('WORD') % self.mode


class UpsamplingNearest2d(Upsample):
    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, mode='nearest')


class UpsamplingBilinear2d(Upsample):
    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, mode='bilinear', align_corners=True)

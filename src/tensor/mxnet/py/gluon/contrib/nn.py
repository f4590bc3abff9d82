"""Blocks side by side, the identity, pixels shuffled from channels."""
import warnings

from perch.only import only

from .. import nn as _nn


class Identity(_nn.HybridBlock):
    """Gives its input back."""

    def hybrid_forward(self, F, x):
        return x


class HybridConcurrent(_nn.HybridSequential):
    """All children on the same input, results joined along an axis."""

    def __init__(self, axis=-1, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def hybrid_forward(self, F, x):
        return F.concat(*[block(x) for block in self._children.values()], dim=self.axis)


class Concurrent(_nn.Sequential):
    """The same of any blocks."""

    def __init__(self, axis=-1, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def forward(self, x):
        from ... import ndarray as nd
        return nd.concat(*[block(x) for block in self._children.values()], dim=self.axis)


class SyncBatchNorm(_nn.BatchNorm):
    """BatchNorm over a batch that lies on several devices; perch has it for one."""

    def __init__(self, in_channels=0, num_devices=None, momentum=0.9, epsilon=1e-5, center=True, scale=True, use_global_stats=False, beta_initializer='zeros', gamma_initializer='ones',
                 running_mean_initializer='zeros', running_variance_initializer='ones', **kwargs):
        super().__init__(1, momentum, epsilon, center, scale, use_global_stats, beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
                         running_mean_initializer=running_mean_initializer, running_variance_initializer=running_variance_initializer, in_channels=in_channels, **kwargs)
        if num_devices is None:
            from ...util import get_gpu_count
            warnings.warn('Caution using SyncBatchNorm: if not using all the GPUs, please mannually set num_devices', UserWarning)
            num_devices = max(get_gpu_count(), 1)
        only('mx.gluon.contrib.nn.SyncBatchNorm', num_devices=(num_devices, 1))


class _PixelShuffle(_nn.HybridBlock):
    """Blocks of channels become blocks of pixels: factor times as many along each side."""
    _sides = 0

    def __init__(self, factor):
        super().__init__()
        factors = (int(factor),) * self._sides if isinstance(factor, (int, float)) else tuple(int(f) for f in factor)
        if len(factors) != self._sides:
            raise AssertionError('wrong length {}'.format(len(factors)))
        self._factors = factors

    def hybrid_forward(self, F, x):
        sides = self._sides
        pieces = 1
        for factor in self._factors:
            pieces *= factor
        x = F.reshape(x, shape=(0, -4, -1, pieces) + (0,) * sides)                  # channels are split into their pieces
        for i in range(1, sides):                                                   # and those by side
            done = self._factors[i - 1]
            x = F.reshape(x, shape=(0, 0) + (0,) * (i - 1) + (-4, done, pieces // done) + (0,) * sides)
            pieces //= done
        x = F.transpose(x, axes=(0, 1) + tuple(at for i in range(sides) for at in (2 + sides + i, 2 + i)))
        return F.reshape(x, shape=(0, 0) + (-3,) * sides)

    def __repr__(self):
        return f'{type(self).__name__}({self._factors[0] if self._sides == 1 else self._factors})'


class PixelShuffle1D(_PixelShuffle):
    _sides = 1


class PixelShuffle2D(_PixelShuffle):
    _sides = 2


class PixelShuffle3D(_PixelShuffle):
    _sides = 3

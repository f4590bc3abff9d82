"""Pooling, over windows and over all; reflected margins."""
from ..block import HybridBlock
from .conv_layers import _each


class _Pooling(HybridBlock):
    _ndim, _type, _global = 2, 'max', False
    _node_name = 'fwd'

    def __init__(self, pool_size, strides, padding, ceil_mode, layout, count_include_pad=None, **kwargs):
        super().__init__(**kwargs)
        n = self._ndim
        channels_second, channels_last = {1: ('NCW', 'NWC'), 2: ('NCHW', 'NHWC'), 3: ('NCDHW', 'NDHWC')}[n]
        if layout not in (channels_second, channels_last):
            raise AssertionError(f'Only {channels_second} and {channels_last} layouts are valid for {n}D Pooling')
        if not isinstance(pool_size, int) and len(pool_size) != n:
            raise AssertionError(f'pool_size must be a number or a list of {n} ints')
        self._kwargs = {'kernel': _each(pool_size, n), 'stride': _each(pool_size if strides is None else strides, n), 'pad': _each(padding, n),
                        'global_pool': self._global, 'pool_type': self._type, 'pooling_convention': 'full' if ceil_mode else 'valid', 'layout': layout}
        if count_include_pad is not None:
            self._kwargs['count_include_pad'] = count_include_pad

    def _alias(self):
        return 'pool'

    def hybrid_forward(self, F, x):
        return F.Pooling(x, **self._kwargs)

    def __repr__(self):
        k = self._kwargs
        return (f'{self.__class__.__name__}(size={k["kernel"]}, stride={k["stride"]}, padding={k["pad"]}, ceil_mode={k["pooling_convention"] == "full"}, '
                f'global_pool={k["global_pool"]}, pool_type={k["pool_type"]}, layout={k["layout"]})')


class MaxPool1D(_Pooling):
    """The largest of each window."""
    _ndim = 1

    def __init__(self, pool_size=2, strides=None, padding=0, layout='NCW', ceil_mode=False, **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout, **kwargs)


class MaxPool2D(_Pooling):
    """The largest of each window."""

    def __init__(self, pool_size=(2, 2), strides=None, padding=0, layout='NCHW', ceil_mode=False, **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout, **kwargs)


class MaxPool3D(_Pooling):
    """The largest of each window."""
    _ndim = 3

    def __init__(self, pool_size=(2, 2, 2), strides=None, padding=0, ceil_mode=False, layout='NCDHW', **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout, **kwargs)


class AvgPool1D(_Pooling):
    """The mean of each window."""
    _ndim, _type = 1, 'avg'

    def __init__(self, pool_size=2, strides=None, padding=0, layout='NCW', ceil_mode=False, count_include_pad=True, **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout, count_include_pad, **kwargs)


class AvgPool2D(_Pooling):
    """The mean of each window."""
    _type = 'avg'

    def __init__(self, pool_size=(2, 2), strides=None, padding=0, ceil_mode=False, layout='NCHW', count_include_pad=True, **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout, count_include_pad, **kwargs)


class AvgPool3D(_Pooling):
    """The mean of each window."""
    _ndim, _type = 3, 'avg'

    def __init__(self, pool_size=(2, 2, 2), strides=None, padding=0, ceil_mode=False, layout='NCDHW', count_include_pad=True, **kwargs):
        super().__init__(pool_size, strides, padding, ceil_mode, layout, count_include_pad, **kwargs)


class _GlobalPooling(_Pooling):
    _global = True

    def __init__(self, layout, **kwargs):
        super().__init__(1, None, 0, True, layout, **kwargs)


class GlobalMaxPool1D(_GlobalPooling):
    """The largest of each channel."""
    _ndim = 1

    def __init__(self, layout='NCW', **kwargs):
        super().__init__(layout, **kwargs)


class GlobalMaxPool2D(_GlobalPooling):
    """The largest of each channel."""

    def __init__(self, layout='NCHW', **kwargs):
        super().__init__(layout, **kwargs)


class GlobalMaxPool3D(_GlobalPooling):
    """The largest of each channel."""
    _ndim = 3

    def __init__(self, layout='NCDHW', **kwargs):
        super().__init__(layout, **kwargs)


class GlobalAvgPool1D(GlobalMaxPool1D):
    """The mean of each channel."""
    _type = 'avg'


class GlobalAvgPool2D(GlobalMaxPool2D):
    """The mean of each channel."""
    _type = 'avg'


class GlobalAvgPool3D(GlobalMaxPool3D):
    """The mean of each channel."""
    _type = 'avg'


class ReflectionPad2D(HybridBlock):
    """A margin that mirrors the picture."""

    def __init__(self, padding=0, **kwargs):
        super().__init__(**kwargs)
        self._padding = (0,) * 4 + (padding,) * 4 if isinstance(padding, int) else padding          # none for the batch and the channels
        if len(self._padding) != 8:
            raise AssertionError

    def hybrid_forward(self, F, x):
        return F.pad(x, mode='reflect', pad_width=self._padding)

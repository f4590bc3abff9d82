"""SqueezeNet: layers that narrow to few channels and widen again by 1x1 and 3x3 side by side."""
from ... import nn
from ...block import HybridBlock
from ...contrib.nn import HybridConcurrent
from ..model_store import filled

# What stands before the layers, and the layers' narrow widths (each widens to four times that, twice); 0: pooling.
_versions = {'1.0': ((96, 7), (16, 16, 32, 0, 32, 48, 48, 64, 0, 64)), '1.1': ((64, 3), (16, 16, 0, 32, 32, 0, 48, 48, 64, 64))}


def _sequence(*blocks):
    made = nn.HybridSequential(prefix='')
    made.add(*blocks)
    return made


def _convolution(channels, size, padding=0):
    return _sequence(nn.Conv2D(channels, size, padding=padding), nn.Activation('relu'))


def _fire(narrow):
    wide = HybridConcurrent(axis=1, prefix='')
    squeeze = _convolution(narrow, 1)
    wide.add(_convolution(4 * narrow, 1), _convolution(4 * narrow, 3, 1))
    return _sequence(squeeze, wide)


def _pool():
    return nn.MaxPool2D(pool_size=3, strides=2, ceil_mode=True)


class SqueezeNet(HybridBlock):
    def __init__(self, version, classes=1000, **kwargs):
        super().__init__(**kwargs)
        if version not in _versions:
            raise AssertionError(f'Unsupported SqueezeNet version {version}:1.0 or 1.1 expected')
        (channels, size), fires = _versions[version]
        with self.name_scope():
            self.features = _sequence(nn.Conv2D(channels, kernel_size=size, strides=2), nn.Activation('relu'), _pool(), *[_fire(n) if n else _pool() for n in fires], nn.Dropout(0.5))
            self.output = _sequence(nn.Conv2D(classes, kernel_size=1), nn.Activation('relu'), nn.AvgPool2D(13), nn.Flatten())

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def get_squeezenet(version, pretrained=False, ctx=None, root=None, **kwargs):
    return filled(SqueezeNet(version, **kwargs), 'squeezenet' + version, pretrained, ctx, root)


def squeezenet1_0(**kwargs):
    return get_squeezenet('1.0', **kwargs)


def squeezenet1_1(**kwargs):
    return get_squeezenet('1.1', **kwargs)

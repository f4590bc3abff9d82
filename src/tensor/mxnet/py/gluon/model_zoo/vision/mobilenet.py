"""MobileNet: a convolution a channel, then one of 1x1 over all; version 2 with narrow ends and shortcuts between them."""
from ... import nn
from ...block import HybridBlock
from ..model_store import filled


class RELU6(nn.HybridBlock):
    """Cut off below 0 and above 6."""

    def hybrid_forward(self, F, x):
        return F.clip(x, 0, 6)


def _add(made, channels, size=1, strides=1, padding=0, groups=1, active=True, relu6=False):
    made.add(nn.Conv2D(channels, size, strides, padding, groups=groups, use_bias=False), nn.BatchNorm(scale=True))
    if active:
        made.add(RELU6() if relu6 else nn.Activation('relu'))


# Version 1: channels before each pair of convolutions, behind it, and its strides.
_steps = [(32, 64, 1), (64, 128, 2), (128, 128, 1), (128, 256, 2), (256, 256, 1), (256, 512, 2)] + [(512, 512, 1)] * 5 + [(512, 1024, 2), (1024, 1024, 1)]
# Version 2: channels behind a run of bottlenecks, by how much they widen inside, how many there are, the first one's strides.
_runs = [(16, 1, 1, 1), (24, 6, 2, 2), (32, 6, 3, 2), (64, 6, 4, 2), (96, 6, 3, 1), (160, 6, 3, 2), (320, 6, 1, 1)]


class MobileNet(HybridBlock):
    def __init__(self, multiplier=1.0, classes=1000, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix='')
            with self.features.name_scope():
                _add(self.features, int(32 * multiplier), 3, 2, 1)
                for before, behind, strides in _steps:
                    before = int(before * multiplier)
                    _add(self.features, before, 3, strides, 1, before)
                    _add(self.features, int(behind * multiplier))
                self.features.add(nn.GlobalAvgPool2D(), nn.Flatten())
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


class LinearBottleneck(nn.HybridBlock):
    """Wider by t, a convolution a channel, narrow again without a relu; a shortcut where both ends are alike."""

    def __init__(self, in_channels, channels, t, stride, **kwargs):
        super().__init__(**kwargs)
        self.use_shortcut = stride == 1 and in_channels == channels
        wide = in_channels * t
        with self.name_scope():
            self.out = nn.HybridSequential()
            _add(self.out, wide, relu6=True)
            _add(self.out, wide, 3, stride, 1, wide, relu6=True)
            _add(self.out, channels, active=False)

    def hybrid_forward(self, F, x):
        return self.out(x) + x if self.use_shortcut else self.out(x)


class MobileNetV2(nn.HybridBlock):
    def __init__(self, multiplier=1.0, classes=1000, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix='features_')
            with self.features.name_scope():
                width = int(32 * multiplier)
                _add(self.features, width, 3, 2, 1, relu6=True)
                for channels, t, count, first in _runs:
                    for i in range(count):
                        self.features.add(LinearBottleneck(width, int(channels * multiplier), t, 1 if i else first))
                        width = int(channels * multiplier)
                _add(self.features, int(1280 * max(multiplier, 1)), relu6=True)
                self.features.add(nn.GlobalAvgPool2D())
            self.output = nn.HybridSequential(prefix='output_')
            with self.output.name_scope():
                self.output.add(nn.Conv2D(classes, 1, use_bias=False, prefix='pred_'), nn.Flatten())

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def _suffix(multiplier):
    return f'{multiplier:.2f}'.removesuffix('0')


def get_mobilenet(multiplier, pretrained=False, ctx=None, root=None, **kwargs):
    return filled(MobileNet(multiplier, **kwargs), 'mobilenet' + _suffix(multiplier), pretrained, ctx, root)


def get_mobilenet_v2(multiplier, pretrained=False, ctx=None, root=None, **kwargs):
    return filled(MobileNetV2(multiplier, **kwargs), 'mobilenetv2_' + _suffix(multiplier), pretrained, ctx, root)


def mobilenet1_0(**kwargs):
    return get_mobilenet(1.0, **kwargs)


def mobilenet0_75(**kwargs):
    return get_mobilenet(0.75, **kwargs)


def mobilenet0_5(**kwargs):
    return get_mobilenet(0.5, **kwargs)


def mobilenet0_25(**kwargs):
    return get_mobilenet(0.25, **kwargs)


def mobilenet_v2_1_0(**kwargs):
    return get_mobilenet_v2(1.0, **kwargs)


def mobilenet_v2_0_75(**kwargs):
    return get_mobilenet_v2(0.75, **kwargs)


def mobilenet_v2_0_5(**kwargs):
    return get_mobilenet_v2(0.5, **kwargs)


def mobilenet_v2_0_25(**kwargs):
    return get_mobilenet_v2(0.25, **kwargs)

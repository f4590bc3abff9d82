"""ResNet: V1 (norm behind the convolution) and V2 (before it), of basic blocks or bottlenecks."""
from ... import nn
from ...block import HybridBlock
from ..model_store import filled


def _conv3x3(channels, stride, in_channels):
    return nn.Conv2D(channels, kernel_size=3, strides=stride, padding=1, use_bias=False, in_channels=in_channels)


class _V1(HybridBlock):
    """Convolutions, each with its norm, a relu between each two; the shortcut is added behind the last."""

    def __init__(self, channels, stride, downsample=False, in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self._in_channels = in_channels
        self.body = nn.HybridSequential(prefix='')
        for convolution in self._convolutions(channels, stride):
            if len(self.body):
                self.body.add(nn.Activation('relu'))
            self.body.add(convolution, nn.BatchNorm())
        self.downsample = nn.HybridSequential(prefix='') if downsample else None
        if downsample:
            self.downsample.add(nn.Conv2D(channels, kernel_size=1, strides=stride, use_bias=False, in_channels=in_channels), nn.BatchNorm())

    def hybrid_forward(self, F, x):
        residual = x if self.downsample is None else self.downsample(x)
        return F.Activation(residual + self.body(x), act_type='relu')


class BasicBlockV1(_V1):
    def _convolutions(self, channels, stride):
        return _conv3x3(channels, stride, self._in_channels), _conv3x3(channels, 1, channels)


class BottleneckV1(_V1):
    def _convolutions(self, channels, stride):
        narrow = channels // 4
        return nn.Conv2D(narrow, kernel_size=1, strides=stride), _conv3x3(narrow, 1, narrow), nn.Conv2D(channels, kernel_size=1, strides=1)


class _V2(HybridBlock):
    """Norm, relu, convolution, as often as there are convolutions; the shortcut begins behind the first relu."""

    def __init__(self, channels, stride, downsample=False, in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self._in_channels = in_channels
        self._rounds = []
        for i, convolution in enumerate(self._convolutions(channels, stride), 1):
            setattr(self, f'bn{i}', nn.BatchNorm())
            setattr(self, f'conv{i}', convolution)
            self._rounds.append((f'bn{i}', f'conv{i}'))
        self.downsample = nn.Conv2D(channels, 1, stride, use_bias=False, in_channels=in_channels) if downsample else None

    def hybrid_forward(self, F, x):
        shortcut = x
        for i, (norm, convolution) in enumerate(self._rounds):
            x = F.Activation(getattr(self, norm)(x), act_type='relu')
            if i == 0 and self.downsample is not None:
                shortcut = self.downsample(x)
            x = getattr(self, convolution)(x)
        return x + shortcut


class BasicBlockV2(_V2):
    def _convolutions(self, channels, stride):
        return _conv3x3(channels, stride, self._in_channels), _conv3x3(channels, 1, channels)


class BottleneckV2(_V2):
    def _convolutions(self, channels, stride):
        narrow = channels // 4
        return (nn.Conv2D(narrow, kernel_size=1, strides=1, use_bias=False), _conv3x3(narrow, stride, narrow),
                nn.Conv2D(channels, kernel_size=1, strides=1, use_bias=False))


class _ResNet(HybridBlock):
    def _stages(self, block, layers, channels):
        width = channels[0]
        for i, count in enumerate(layers):
            stage = nn.HybridSequential(prefix=f'stage{i + 1}_')
            with stage.name_scope():
                stage.add(block(channels[i + 1], 1 if i == 0 else 2, channels[i + 1] != width, in_channels=width, prefix=''))
                for _ in range(count - 1):
                    stage.add(block(channels[i + 1], 1, False, in_channels=channels[i + 1], prefix=''))
            self.features.add(stage)
            width = channels[i + 1]
        return width

    def _stem(self, first, thumbnail):
        if thumbnail:
            self.features.add(_conv3x3(first, 1, 0))
        else:
            self.features.add(nn.Conv2D(first, 7, 2, 3, use_bias=False), nn.BatchNorm(), nn.Activation('relu'), nn.MaxPool2D(3, 2, 1))

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


class ResNetV1(_ResNet):
    def __init__(self, block, layers, channels, classes=1000, thumbnail=False, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix='')
            self._stem(channels[0], thumbnail)
            self._stages(block, layers, channels)
            self.features.add(nn.GlobalAvgPool2D())
            self.output = nn.Dense(classes, in_units=channels[-1])


class ResNetV2(_ResNet):
    def __init__(self, block, layers, channels, classes=1000, thumbnail=False, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix='')
            self.features.add(nn.BatchNorm(scale=False, center=False))
            self._stem(channels[0], thumbnail)
            width = self._stages(block, layers, channels)
            self.features.add(nn.BatchNorm(), nn.Activation('relu'), nn.GlobalAvgPool2D(), nn.Flatten())
            self.output = nn.Dense(classes, in_units=width)


_basic, _deep = [64, 64, 128, 256, 512], [64, 256, 512, 1024, 2048]
_specs = {18: (0, [2, 2, 2, 2], _basic), 34: (0, [3, 4, 6, 3], _basic), 50: (1, [3, 4, 6, 3], _deep), 101: (1, [3, 4, 23, 3], _deep), 152: (1, [3, 8, 36, 3], _deep)}
_blocks = ((BasicBlockV1, BottleneckV1), (BasicBlockV2, BottleneckV2))


def get_resnet(version, num_layers, pretrained=False, ctx=None, root=None, **kwargs):
    """resnet<num_layers>_v<version>."""
    if num_layers not in _specs:
        raise AssertionError(f'Invalid number of layers: {num_layers}. Options are {list(_specs)}')
    if version not in (1, 2):
        raise AssertionError(f'Invalid resnet version: {version}. Options are 1 and 2.')
    kind, layers, channels = _specs[num_layers]
    net = (ResNetV1, ResNetV2)[version - 1](_blocks[version - 1][kind], layers, channels, **kwargs)
    return filled(net, f'resnet{num_layers}_v{version}', pretrained, ctx, root)


def resnet18_v1(**kwargs):
    return get_resnet(1, 18, **kwargs)


def resnet34_v1(**kwargs):
    return get_resnet(1, 34, **kwargs)


def resnet50_v1(**kwargs):
    return get_resnet(1, 50, **kwargs)


def resnet101_v1(**kwargs):
    return get_resnet(1, 101, **kwargs)


def resnet152_v1(**kwargs):
    return get_resnet(1, 152, **kwargs)


def resnet18_v2(**kwargs):
    return get_resnet(2, 18, **kwargs)


def resnet34_v2(**kwargs):
    return get_resnet(2, 34, **kwargs)


def resnet50_v2(**kwargs):
    return get_resnet(2, 50, **kwargs)


def resnet101_v2(**kwargs):
    return get_resnet(2, 101, **kwargs)


def resnet152_v2(**kwargs):
    return get_resnet(2, 152, **kwargs)

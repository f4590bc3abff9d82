"""ResNet: V1 (norm behind the convolution) and V2 (before it), of basic blocks or bottlenecks."""
from ... import nn
from ...block import HybridBlock
from .untrained import check


def _conv3x3(channels, stride, in_channels):
    return nn.Conv2D(channels, kernel_size=3, strides=stride, padding=1, use_bias=False, in_channels=in_channels)


class _V1(HybridBlock):
    def _shortcut(self, channels, stride, downsample, in_channels):
        if not downsample:
            self.downsample = None
            return
        self.downsample = nn.HybridSequential(prefix='')
        self.downsample.add(nn.Conv2D(channels, kernel_size=1, strides=stride, use_bias=False, in_channels=in_channels))
        self.downsample.add(nn.BatchNorm())

    def hybrid_forward(self, F, x):
        residual = x if self.downsample is None else self.downsample(x)
        return F.Activation(residual + self.body(x), act_type='relu')


class BasicBlockV1(_V1):
    def __init__(self, channels, stride, downsample=False, in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential(prefix='')
        self.body.add(_conv3x3(channels, stride, in_channels), nn.BatchNorm(), nn.Activation('relu'), _conv3x3(channels, 1, channels), nn.BatchNorm())
        self._shortcut(channels, stride, downsample, in_channels)


class BottleneckV1(_V1):
    def __init__(self, channels, stride, downsample=False, in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential(prefix='')
        self.body.add(nn.Conv2D(channels // 4, kernel_size=1, strides=stride), nn.BatchNorm(), nn.Activation('relu'), _conv3x3(channels // 4, 1, channels // 4), nn.BatchNorm(),
                      nn.Activation('relu'), nn.Conv2D(channels, kernel_size=1, strides=1), nn.BatchNorm())
        self._shortcut(channels, stride, downsample, in_channels)


class BasicBlockV2(HybridBlock):
    def __init__(self, channels, stride, downsample=False, in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self.bn1 = nn.BatchNorm()
        self.conv1 = _conv3x3(channels, stride, in_channels)
        self.bn2 = nn.BatchNorm()
        self.conv2 = _conv3x3(channels, 1, channels)
        self.downsample = nn.Conv2D(channels, 1, stride, use_bias=False, in_channels=in_channels) if downsample else None

    def hybrid_forward(self, F, x):
        residual = x
        x = F.Activation(self.bn1(x), act_type='relu')
        if self.downsample:
            residual = self.downsample(x)
        x = F.Activation(self.bn2(self.conv1(x)), act_type='relu')
        return self.conv2(x) + residual


class BottleneckV2(HybridBlock):
    def __init__(self, channels, stride, downsample=False, in_channels=0, **kwargs):
        super().__init__(**kwargs)
        self.bn1 = nn.BatchNorm()
        self.conv1 = nn.Conv2D(channels // 4, kernel_size=1, strides=1, use_bias=False)
        self.bn2 = nn.BatchNorm()
        self.conv2 = _conv3x3(channels // 4, stride, channels // 4)
        self.bn3 = nn.BatchNorm()
        self.conv3 = nn.Conv2D(channels, kernel_size=1, strides=1, use_bias=False)
        self.downsample = nn.Conv2D(channels, 1, stride, use_bias=False, in_channels=in_channels) if downsample else None

    def hybrid_forward(self, F, x):
        residual = x
        x = F.Activation(self.bn1(x), act_type='relu')
        if self.downsample:
            residual = self.downsample(x)
        x = F.Activation(self.bn2(self.conv1(x)), act_type='relu')
        x = F.Activation(self.bn3(self.conv2(x)), act_type='relu')
        return self.conv3(x) + residual


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
    check(pretrained, f'resnet{num_layers}_v{version}')
    kind, layers, channels = _specs[num_layers]
    return (ResNetV1, ResNetV2)[version - 1](_blocks[version - 1][kind], layers, channels, **kwargs)


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

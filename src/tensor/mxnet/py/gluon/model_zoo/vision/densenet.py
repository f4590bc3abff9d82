"""DenseNet: each layer's channels come behind those it was given."""
from ... import nn
from ...block import HybridBlock
from ...contrib.nn import HybridConcurrent, Identity
from ..model_store import filled

_specs = {121: (64, 32, [6, 12, 24, 16]), 161: (96, 48, [6, 12, 36, 24]), 169: (64, 32, [6, 12, 32, 32]), 201: (64, 32, [6, 12, 48, 32])}


def _normed(made, channels, **how):
    """Norm, relu and a convolution, added."""
    made.add(nn.BatchNorm(), nn.Activation('relu'), nn.Conv2D(channels, use_bias=False, **how))


def _layer(growth, narrow, dropout):
    new = nn.HybridSequential(prefix='')
    _normed(new, narrow * growth, kernel_size=1)
    _normed(new, growth, kernel_size=3, padding=1)
    if dropout:
        new.add(nn.Dropout(dropout))
    both = HybridConcurrent(axis=1, prefix='')
    both.add(Identity(), new)
    return both


class DenseNet(HybridBlock):
    def __init__(self, num_init_features, growth_rate, block_config, bn_size=4, dropout=0, classes=1000, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix='')
            self.features.add(nn.Conv2D(num_init_features, kernel_size=7, strides=2, padding=3, use_bias=False), nn.BatchNorm(), nn.Activation('relu'),
                              nn.MaxPool2D(pool_size=3, strides=2, padding=1))
            width = num_init_features
            for i, layers in enumerate(block_config, 1):
                stage = nn.HybridSequential(prefix=f'stage{i}_')
                with stage.name_scope():
                    stage.add(*[_layer(growth_rate, bn_size, dropout) for _ in range(layers)])
                self.features.add(stage)
                width += layers * growth_rate
                if i < len(block_config):
                    width //= 2
                    between = nn.HybridSequential(prefix='')
                    _normed(between, width, kernel_size=1)
                    between.add(nn.AvgPool2D(pool_size=2, strides=2))
                    self.features.add(between)
            self.features.add(nn.BatchNorm(), nn.Activation('relu'), nn.AvgPool2D(pool_size=7), nn.Flatten())
            self.output = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


def get_densenet(num_layers, pretrained=False, ctx=None, root=None, **kwargs):
    return filled(DenseNet(*_specs[num_layers], **kwargs), f'densenet{num_layers}', pretrained, ctx, root)


def densenet121(**kwargs):
    return get_densenet(121, **kwargs)


def densenet161(**kwargs):
    return get_densenet(161, **kwargs)


def densenet169(**kwargs):
    return get_densenet(169, **kwargs)


def densenet201(**kwargs):
    return get_densenet(201, **kwargs)

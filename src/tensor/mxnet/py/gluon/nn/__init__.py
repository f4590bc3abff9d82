"""Layers."""
from ..block import Block, HybridBlock, SymbolBlock
from .basic_layers import (BatchNorm, BatchNormReLU, Dense, Dropout, Embedding, Flatten, GroupNorm, HybridLambda, HybridSequential, InstanceNorm, Lambda, LayerNorm, Sequential)
from .activations import ELU, GELU, SELU, Activation, LeakyReLU, PReLU, Swish
from .conv_layers import Conv1D, Conv1DTranspose, Conv2D, Conv2DTranspose, Conv3D, Conv3DTranspose
from .pooling import (AvgPool1D, AvgPool2D, AvgPool3D, GlobalAvgPool1D, GlobalAvgPool2D, GlobalAvgPool3D, GlobalMaxPool1D, GlobalMaxPool2D, GlobalMaxPool3D, MaxPool1D,
                   MaxPool2D, MaxPool3D, ReflectionPad2D)

for _layer in list(globals().values()):  # they are known by MXNet's module
    if getattr(_layer, '__module__', None) == __name__ + '.pooling':
        _layer.__module__ = __name__ + '.conv_layers'

"""Layers."""
from ..block import Block, HybridBlock, SymbolBlock
from .basic import (BatchNorm, BatchNormReLU, Dense, Dropout, Embedding, Flatten, GroupNorm, HybridLambda, HybridSequential, InstanceNorm, Lambda, LayerNorm, Sequential)
from .activations import ELU, GELU, SELU, Activation, LeakyReLU, PReLU, Swish
from .conv import Conv1D, Conv1DTranspose, Conv2D, Conv2DTranspose, Conv3D, Conv3DTranspose
from .pool import (AvgPool1D, AvgPool2D, AvgPool3D, GlobalAvgPool1D, GlobalAvgPool2D, GlobalAvgPool3D, GlobalMaxPool1D, GlobalMaxPool2D, GlobalMaxPool3D, MaxPool1D,
                   MaxPool2D, MaxPool3D, ReflectionPad2D)

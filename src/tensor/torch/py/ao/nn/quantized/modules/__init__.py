"""torch.ao.nn.quantized.modules: the layers, each in a file of its kind."""
from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d         # noqa: F401
from .embedding_ops import Embedding, EmbeddingBag                          # noqa: F401
from .functional_modules import FloatFunctional, FXFloatFunctional, QFunctional          # noqa: F401
from .linear import Linear, LinearPackedParams                              # noqa: F401
from .pointwise import (ELU, BatchNorm2d, BatchNorm3d, DeQuantize, Dropout, GroupNorm, Hardswish, InstanceNorm1d, InstanceNorm2d, InstanceNorm3d, LayerNorm, LeakyReLU, PReLU, Quantize,          # noqa: F401
                        ReLU6, Sigmoid, Softmax)
from torch.nn import MaxPool2d          # noqa: F401

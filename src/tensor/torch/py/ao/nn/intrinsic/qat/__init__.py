"""torch.ao.nn.intrinsic.qat: fused layers that learn with what quantization will do to them."""
from .modules import (ConvBn1d, ConvBn2d, ConvBn3d, ConvBnReLU1d, ConvBnReLU2d, ConvBnReLU3d, ConvReLU1d, ConvReLU2d, ConvReLU3d, LinearBn1d, LinearReLU, freeze_bn_stats, update_bn_stats)  # noqa: F401

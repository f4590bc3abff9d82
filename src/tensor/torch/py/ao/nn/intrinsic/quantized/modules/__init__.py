"""torch.ao.nn.intrinsic.quantized: fused layers of whole numbers."""
from .fused import BNReLU2d, BNReLU3d, ConvReLU1d, ConvReLU2d, ConvReLU3d, LinearReLU          # noqa: F401

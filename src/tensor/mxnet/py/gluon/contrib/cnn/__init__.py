"""gluon.contrib.cnn: convolutions whose places are learnt."""
from .conv_layers import DeformableConvolution, ModulatedDeformableConvolution       # noqa: F401

__all__ = ['DeformableConvolution', 'ModulatedDeformableConvolution']

"""torch.nn.modules.instancenorm: InstanceNorm1d, 2d, 3d, which stand beside batch normalization here."""
from . import batchnorm

__all__ = [name for name in vars(batchnorm) if 'InstanceNorm' in name]
globals().update((name, getattr(batchnorm, name)) for name in __all__)

"""torch.distributions.multivariate_normal: the name that PyTorch has it under; it stands in gamma.py."""
from .gamma import MultivariateNormal       # noqa: F401

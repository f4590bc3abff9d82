"""torch.distributions.lowrank_multivariate_normal: the name that PyTorch has it under; it stands in matrices.py."""
from .matrices import LowRankMultivariateNormal       # noqa: F401

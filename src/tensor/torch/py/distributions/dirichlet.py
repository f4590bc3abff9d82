"""torch.distributions.dirichlet: the name that PyTorch has it under; it stands in gamma.py."""
from .gamma import Dirichlet       # noqa: F401

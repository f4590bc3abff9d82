"""torch.distributions.geometric: the name that PyTorch has it under; it stands in transformed.py."""
from .transformed import Geometric       # noqa: F401

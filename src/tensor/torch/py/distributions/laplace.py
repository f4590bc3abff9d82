"""torch.distributions.laplace: the name that PyTorch has it under; it stands in transformed.py."""
from .transformed import Laplace       # noqa: F401

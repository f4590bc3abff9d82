"""torch.distributions.cauchy: the name that PyTorch has it under; it stands in transformed.py."""
from .transformed import Cauchy       # noqa: F401

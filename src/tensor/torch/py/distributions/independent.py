"""torch.distributions.independent: the name that PyTorch has it under; it stands in transformed.py."""
from .transformed import Independent       # noqa: F401

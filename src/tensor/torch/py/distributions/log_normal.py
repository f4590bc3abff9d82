"""torch.distributions.log_normal: the name that PyTorch has it under; it stands in derived.py."""
from .derived import LogNormal       # noqa: F401

"""torch.distributions.half_normal: the name that PyTorch has it under; it stands in derived.py."""
from .derived import HalfNormal       # noqa: F401

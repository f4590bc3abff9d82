"""torch.distributions.weibull: the name that PyTorch has it under; it stands in derived.py."""
from .derived import Weibull       # noqa: F401

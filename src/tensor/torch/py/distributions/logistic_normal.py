"""torch.distributions.logistic_normal: the name that PyTorch has it under; it stands in derived.py."""
from .derived import LogisticNormal       # noqa: F401

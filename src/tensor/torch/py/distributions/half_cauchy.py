"""torch.distributions.half_cauchy: the name that PyTorch has it under; it stands in derived.py."""
from .derived import HalfCauchy       # noqa: F401

"""torch.distributions.pareto: the name that PyTorch has it under; it stands in derived.py."""
from .derived import Pareto       # noqa: F401

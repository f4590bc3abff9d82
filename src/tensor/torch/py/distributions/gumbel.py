"""torch.distributions.gumbel: the name that PyTorch has it under; it stands in derived.py."""
from .derived import Gumbel       # noqa: F401

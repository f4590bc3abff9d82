"""torch.distributions.negative_binomial: the name that PyTorch has it under; it stands in more.py."""
from .more import NegativeBinomial       # noqa: F401

"""torch.distributions.chi2: the name that PyTorch has it under; it stands in gamma.py."""
from .gamma import Chi2       # noqa: F401

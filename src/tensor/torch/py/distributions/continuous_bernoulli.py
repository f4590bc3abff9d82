"""torch.distributions.continuous_bernoulli: the name that PyTorch has it under; it stands in more.py."""
from .more import ContinuousBernoulli       # noqa: F401

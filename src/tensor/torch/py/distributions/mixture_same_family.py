"""torch.distributions.mixture_same_family: the name that PyTorch has it under; it stands in more.py."""
from .more import MixtureSameFamily       # noqa: F401

"""torch.distributions.von_mises: the name that PyTorch has it under; it stands in more.py."""
from .more import VonMises       # noqa: F401

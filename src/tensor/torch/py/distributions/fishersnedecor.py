"""torch.distributions.fishersnedecor: the name that PyTorch has it under; it stands in more.py."""
from .more import FisherSnedecor       # noqa: F401

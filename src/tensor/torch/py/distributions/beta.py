"""torch.distributions.beta: the name that PyTorch has it under; it stands in gamma.py."""
from .gamma import Beta       # noqa: F401

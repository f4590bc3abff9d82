"""torch.distributions.wishart: the name that PyTorch has it under; it stands in matrices.py."""
from .matrices import Wishart       # noqa: F401

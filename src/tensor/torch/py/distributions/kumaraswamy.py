"""torch.distributions.kumaraswamy: the name that PyTorch has it under; it stands in derived.py."""
from .derived import Kumaraswamy       # noqa: F401

"""torch.distributions.studentT: the name that PyTorch has it under; it stands in gamma.py."""
from .gamma import StudentT       # noqa: F401

"""torch.distributions.lkj_cholesky: the name that PyTorch has it under; it stands in matrices.py."""
from .matrices import LKJCholesky       # noqa: F401

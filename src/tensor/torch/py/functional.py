"""torch.functional: functions that PyTorch keeps in Python."""
from ._functions import (atleast_1d, atleast_2d, atleast_3d, block_diag, broadcast_shapes, broadcast_tensors, cartesian_prod, cdist, chain_matmul, einsum,
                         meshgrid, norm, split, tensordot, unique, unique_consecutive)

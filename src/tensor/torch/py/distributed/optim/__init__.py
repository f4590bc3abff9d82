"""torch.distributed.optim: optimizers whose work is shared by the processes of a group."""
from .zero_redundancy_optimizer import ZeroRedundancyOptimizer

__all__ = ['ZeroRedundancyOptimizer']
_ABSENT = "module 'torch.distributed.optim' has no attribute %r in perch; the nearest is ZeroRedundancyOptimizer"


def __getattr__(name):
    raise AttributeError(_ABSENT % name, name=name)

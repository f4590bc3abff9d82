"""What one rank has, on all of them: parameters, an optimizer's state, any object."""
import torch

from horovod import _run
from .mpi_ops import broadcast_async_, group, synchronize


def broadcast_parameters(params, root_rank):
    """params: a state_dict, or named parameters."""
    if isinstance(params, dict):
        named = sorted(params.items())
    elif isinstance(params, (list, tuple)) or hasattr(params, '__next__'):
        named = [pair if isinstance(pair, tuple) else (None, pair) for pair in params]
    else:
        raise ValueError('invalid params of type: %s' % type(params))
    for handle in [broadcast_async_(p, root_rank, name) for name, p in named if isinstance(p, torch.Tensor)]:
        synchronize(handle)


def broadcast_object(obj, root_rank=0, name=None, process_set=None):
    everybody, mine = group(), _run.rank() == root_rank
    if everybody is None:
        return obj
    came = everybody.send_objects([obj] * _run.size() if mine else None, root_rank)
    return obj if mine else came


def allgather_object(obj, name=None, process_set=None):
    everybody = group()
    return [obj] if everybody is None else everybody.gather_objects(obj)


def broadcast_optimizer_state(optimizer, root_rank):
    if isinstance(optimizer, torch.optim.LBFGS):
        raise ValueError('cannot broadcast torch.optim.LBFGS state')
    state = broadcast_object(optimizer.state_dict(), root_rank)
    if _run.rank() != root_rank:
        optimizer.load_state_dict(state)

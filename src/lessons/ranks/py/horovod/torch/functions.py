"""What one rank has, on all of them: parameters, an optimizer's state, any object."""
import io
import pickle

import torch

from horovod import _run
from .mpi_ops import allgather, broadcast_, broadcast_async_, synchronize


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


def _packed(obj):
    file = io.BytesIO()
    torch.save(obj, file)
    return torch.frombuffer(bytearray(file.getvalue()), dtype=torch.uint8)


def _unpacked(flat):
    return torch.load(io.BytesIO(flat.numpy().tobytes()), weights_only=False)


def broadcast_object(obj, root_rank=0, name=None, process_set=None):
    mine = _run.rank() == root_rank
    flat = _packed(obj) if mine else None
    length = broadcast_(torch.tensor([flat.numel() if mine else 0]), root_rank)
    if not mine:
        flat = torch.empty(int(length), dtype=torch.uint8)
    broadcast_(flat, root_rank)
    return obj if mine else _unpacked(flat)


def allgather_object(obj, name=None, process_set=None):
    flat = _packed(obj)
    sizes = allgather(torch.tensor([flat.numel()]))
    return [_unpacked(part) for part in allgather(flat).split(sizes.tolist())]


def broadcast_optimizer_state(optimizer, root_rank):
    if isinstance(optimizer, torch.optim.LBFGS):
        raise ValueError('cannot broadcast torch.optim.LBFGS state')
    state = broadcast_object(optimizer.state_dict(), root_rank)
    if _run.rank() != root_rank:
        optimizer.load_state_dict(state)

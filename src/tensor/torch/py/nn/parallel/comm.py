"""Single moves between GPUs, of which DataParallel's steps are made: to all, in parts, together, summed. Recorded like other copies."""
import torch
import _tensor
from .data_parallel import _numbers, _place


def broadcast(tensor, devices=None, *, out=None):
    """A copy on each of devices, or written into each of out."""
    if (devices is None) == (out is None):
        raise RuntimeError("Exactly one of 'devices' and 'out' must be specified, but got devices={} and out={}".format(devices, out))
    if out is not None:
        for target in out:
            target.copy_(tensor)
        return tuple(out)
    return _everywhere(tensor, _numbers(devices))


def _everywhere(tensor, numbers):
    """A copy on each GPU: at once where a library can, and no gradient wants to know of it."""
    if _unrecorded(tensor) and tensor.get_device() in numbers:
        root = numbers.index(tensor.get_device())
        made = [tensor if i == root else torch.empty_like(tensor, device=_place(number)) for i, number in enumerate(numbers)]
        if _tensor.together(2, made, made, root):
            return tuple(made)
    return tuple(tensor.to(_place(i)) for i in numbers)


def _unrecorded(*tensors):
    return all(t.is_cuda and t.is_contiguous() for t in tensors) and not (torch.is_grad_enabled() and any(t.requires_grad for t in tensors))


def broadcast_coalesced(tensors, devices, buffer_size=10485760):
    numbers = _numbers(devices)
    return [tuple(row) for row in zip(*(_everywhere(t, numbers) for t in tensors))] or [() for _ in numbers]


def reduce_add(inputs, destination=None):
    """The sum of tensors of several GPUs, on the GPU of one of them."""
    from torch.cuda import _index
    destination, root = _index(destination), None
    for i, each in enumerate(inputs):
        assert each.device.type != 'cpu', 'reduce_add expects all inputs to be on GPUs'
        if each.get_device() == destination:
            root = i
        if each.size() != inputs[0].size():
            got, expected = ('x'.join(map(str, t.size())) for t in (each, inputs[0]))
            raise ValueError('input {} has invalid size: got {}, but expected {}'.format(i, got, expected))
    if root is None:
        raise RuntimeError('reduce_add expects destination to be on the same GPU with one of the tensors')
    total = inputs[root]
    if _unrecorded(*inputs):
        made = [torch.empty_like(t) if i == root else t for i, t in enumerate(inputs)]
        if _tensor.together(1, list(inputs), made, root):
            return made[root]
    for i, each in enumerate(inputs):
        if i != root:
            total = total + each.to(_place(destination))
    return total


def reduce_add_coalesced(inputs, destination=None, buffer_size=10485760):
    return tuple(reduce_add(parts, destination) for parts in zip(*inputs))


def scatter(tensor, devices=None, chunk_sizes=None, dim=0, streams=None, *, out=None):
    """Parts of a tensor, one on each of devices, or written into out."""
    if out is not None:
        if devices is not None:
            raise RuntimeError("'devices' must not be specified when 'out' is specified, but got devices={}".format(devices))
        if chunk_sizes is not None:
            raise RuntimeError("'chunk_sizes' must not be specified when 'out' is specified, but got chunk_sizes={}".format(chunk_sizes))
        for target, part in zip(out, tensor.split([t.size(dim) for t in out], dim)):
            target.copy_(part)
        return tuple(out)
    numbers = _numbers(devices)
    parts = tensor.chunk(len(numbers), dim) if chunk_sizes is None else tensor.split(list(chunk_sizes), dim)
    return tuple(part.to(_place(i)) for part, i in zip(parts, numbers))


def gather(tensors, dim=0, destination=None, *, out=None):
    """Tensors of several GPUs as one, on the destination ('cpu' or -1: the CPU's memory) or in out."""
    if out is not None:
        if destination is not None:
            raise RuntimeError("'destination' must not be specified when 'out' is specified, but got destination={}".format(destination))
        return out.copy_(torch.cat([t.to(out.device) for t in tensors], dim))
    from torch.cuda import _index
    place = torch.device('cpu') if destination == -1 or str(destination) == 'cpu' else _place(_index(destination))
    return torch.cat([t.to(place) for t in tensors], dim)

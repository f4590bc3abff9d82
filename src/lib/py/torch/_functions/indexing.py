"""Elements chosen and written by indices and masks."""
import _torch
from .._torch_args import need_tensor
from ._shared import BOOL, TORCH, Tensor, UINT8, op
from .facts import type_name
from .parts import unbind


def where(condition, input=None, other=None, *, x=None, y=None):
    input = x if input is None else input
    other = y if other is None else other
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    if need_tensor('where', condition).dtype not in (BOOL, UINT8):
        raise RuntimeError('where expected condition to be a boolean tensor, but got a tensor with dtype %s' % type_name(condition))
    return _torch.where3(condition if condition.dtype is BOOL else condition.bool(), input, other)


def nonzero(input, *, as_tuple=False, out=None):
    if as_tuple:
        if input.ndim == 0:
            input = input.unsqueeze(0)
        return unbind(op('nonzero', TORCH, (input,)), 1)
    return op('nonzero', TORCH, (need_tensor('nonzero', input),))


def scatter(input, dim, index, src=None, *, value=None, reduce=None):
    return _scattered(input, dim, index, src, value, reduce)


def scatter_(input, dim, index, src=None, *, value=None, reduce=None):
    if index.device != input.device and not isinstance(src, Tensor):
        from perch.explain import attach
        raise attach(RuntimeError('Expected all tensors to be on the same device, but found at least two devices, %s and %s! (when checking argument for argument index in '
                                  'method wrapper_scatter__value)' % (input.device, index.device)), 'P0103', [input, index])
    return input.copy_(_scattered(input, dim, index, src, value, reduce)) if reduce == 'multiply' else _scattered(input, dim, index, src, value, reduce, input)


def _scattered(input, dim, index, src, value, reduce, out=None):
    src = value if src is None else src
    if index.ndim == 0 and input.ndim == 1:         # one place
        index = index.reshape(1)
        src = src.reshape(1) if isinstance(src, Tensor) else src
    if not isinstance(src, Tensor):
        src = _torch.full_like(index, src, dtype=input.dtype)
    if reduce == 'multiply':
        return input * op('scatter', TORCH, (_torch.ones_like(input), index, src), axis=dim)
    return op('scatter', TORCH, (input, index, src), out=out, axis=dim, accumulate=reduce == 'add')


def _row_indices(input, dim, index):
    shape = [1] * input.ndim
    shape[dim] = -1
    wide = list(input.shape)
    wide[dim] = index.numel()
    return index.long().reshape(shape).expand(wide)


def index_add(input, dim, index, source, *, alpha=1):
    return op('scatter', TORCH, (input, _row_indices(input, dim, index), source if alpha == 1 else source * alpha), axis=dim, accumulate=True)


def index_add_(input, dim, index, source, *, alpha=1):
    return op('scatter', TORCH, (input, _row_indices(input, dim, index), source if alpha == 1 else source * alpha), out=input, axis=dim, accumulate=True)


def index_copy(input, dim, index, source):
    return op('scatter', TORCH, (input, _row_indices(input, dim, index), source), axis=dim)


def index_copy_(input, dim, index, source):
    return op('scatter', TORCH, (input, _row_indices(input, dim, index), source), out=input, axis=dim)


def index_fill(input, dim, index, value):
    return index_fill_(input.clone(), dim, index, value)


def index_fill_(input, dim, index, value):
    rows = _row_indices(input, dim, index)
    return op('scatter', TORCH, (input, rows, _torch.full(rows.shape, value, dtype=input.dtype, device=input.device)), out=input, axis=dim)


def index_put_(input, indices, values, accumulate=False):
    if accumulate:
        return input.copy_(op('index_put', TORCH, (input, values, *indices), accumulate=True))
    input[tuple(indices)] = values
    return input


def index_put(input, indices, values, accumulate=False):
    return index_put_(input.clone(), indices, values, accumulate)


def take(input, index):
    return op('take', TORCH, (input.flatten(), index), axis=0, mode='raise')


def take_along_dim(input, indices, dim=None):
    return _torch.gather(input.flatten(), 0, indices.flatten()) if dim is None else _torch.gather(input, dim, indices)


def masked_scatter(input, mask, source):
    made = input.clone()
    mask = mask.expand_as(made)
    made[mask] = source.flatten()[:int(mask.sum())]
    return made


def one_hot(tensor, num_classes=-1):
    from torch.nn.functional import one_hot as made
    return made(tensor, num_classes)


def put(input, index, source, accumulate=False):
    return put_(input.clone(), index, source, accumulate)


def put_(input, index, source, accumulate=False):
    """Elements of the flattened tensor written by their numbers."""
    flat = input.reshape(-1)
    made = index_put_(flat.clone(), (index.flatten(),), source.flatten(), accumulate)
    return input.copy_(made.reshape(input.shape))


def select_scatter(input, src, dim, index):
    made = input.clone()
    made.select(dim, index).copy_(src)
    return made


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    made = input.clone()
    made[(slice(None),) * (dim % input.ndim) + (slice(start, end, step),)] = src
    return made


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    made = input.clone()
    _torch.diagonal(made, offset, dim1, dim2).copy_(src)
    return made


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """Several values for one place are summed, multiplied, averaged, or the largest or smallest of them stays."""
    part = src[tuple(slice(n) for n in index.shape)]
    hit = op('scatter', TORCH, (_torch.zeros_like(input), index, _torch.ones_like(part)), axis=dim, accumulate=True)
    if reduce in ('sum', 'mean'):
        start = input if include_self else where(hit > 0, _torch.zeros_like(input), input)
        made = op('scatter', TORCH, (start, index, part), axis=dim, accumulate=True)
        if reduce == 'sum':
            return made
        count = hit + 1 if include_self else hit.clamp(min=1)
        return made / count if input.is_floating_point() else made // count
    if reduce not in ('prod', 'amax', 'amin'):
        raise RuntimeError('reduce argument must be either sum, prod, mean, amax or amin.')
    join = {'prod': _torch.mul, 'amax': _torch.maximum, 'amin': _torch.minimum}[reduce]
    made = input.clone()
    fresh = set()
    flat_index, flat_src = index.movedim(dim, 0), part.movedim(dim, 0)
    for row, values in zip(flat_index, flat_src):
        at = row.unsqueeze(dim)
        old = _torch.gather(made, dim, at)
        new = join(old, values.unsqueeze(dim))
        if not include_self:
            places = list(enumerate(at.flatten().tolist()))
            first = _torch.tensor([place not in fresh for place in places]).reshape(at.shape)
            fresh.update(places)
            new = where(first, values.unsqueeze(dim), new)
        made = op('scatter', TORCH, (made, at, new), axis=dim)
    return made

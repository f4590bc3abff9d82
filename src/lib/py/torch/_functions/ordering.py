"""The largest, the smallest, sorted, distinct, and where in order a value stands."""
import builtins

import _torch
from .. import return_types
from .._torch_args import need_tensor
from ._shared import INT64, TORCH, Tensor, op
from .indexing import where
from .parts import unbind


def _extreme(name, kind, input, dim, keepdim, other, out=None):
    need_tensor(name, input)
    if isinstance(dim, Tensor):
        other = dim
        dim = None
    if other is not None:
        return op('maximum' if name == 'max' else 'minimum', TORCH, (input, other), out=out)
    if dim is None:
        if input.numel() == 0:
            from perch.explain import attach
            raise attach(RuntimeError("%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument." % name), 'P0213', [input])
        return op(name, TORCH, (input,))
    return kind(op(name + '_axis', TORCH, (input,), axis=dim, keepdims=keepdim))


def max(input, dim=None, keepdim=False, *, other=None, axis=None, keepdims=False, out=None):
    return _extreme('max', return_types.max, input, dim if axis is None else axis, keepdim or keepdims, other)


def min(input, dim=None, keepdim=False, *, other=None, axis=None, keepdims=False, out=None):
    return _extreme('min', return_types.min, input, dim if axis is None else axis, keepdim or keepdims, other)


def aminmax(input, *, dim=None, keepdim=False):
    return return_types.aminmax((_torch.amin(input, dim, keepdim), _torch.amax(input, dim, keepdim)))


def _arg(name, input, dim, keepdim):
    need_tensor(name, input)
    if dim is None:
        if input.numel() == 0:
            from perch.explain import attach
            raise attach(IndexError('%s(): Expected reduction dim to be specified for input.numel() == 0.' % name), 'P0213', [input])
        found = op(name, TORCH, (input,), flat=True)
        return found.reshape((1,) * input.ndim) if keepdim else found
    return op(name, TORCH, (input,), axis=dim, keepdims=keepdim)


def argmax(input, dim=None, keepdim=False, *, axis=None, keepdims=False):
    return _arg('argmax', input, dim if axis is None else axis, keepdim or keepdims)


def argmin(input, dim=None, keepdim=False, *, axis=None, keepdims=False):
    return _arg('argmin', input, dim if axis is None else axis, keepdim or keepdims)


def sort(input, dim=-1, descending=False, stable=False, *, axis=None):
    return return_types.sort(op('sort', TORCH, (input,), axis=dim if axis is None else axis, descending=descending))


def argsort(input, dim=-1, descending=False, stable=False):
    return op('sort', TORCH, (input,), axis=dim, descending=descending)[1]


def msort(input):
    return sort(input, 0)[0]


def topk(input, k, dim=-1, largest=True, sorted=True):
    if k > (input.shape[dim] if input.ndim else 1):
        raise RuntimeError('selected index k out of range')
    return return_types.topk(op('topk', TORCH, (input,), axis=dim, count=k, descending=largest))


def kthvalue(input, k, dim=-1, keepdim=False):
    if not 0 < k <= (input.size(dim) if input.ndim else 1):
        raise RuntimeError('kthvalue(): selected number k out of range for dimension %d' % (dim % builtins.max(input.ndim, 1)))
    values, indices = op('sort', TORCH, (input,), axis=dim)
    pair = values.narrow(dim, k - 1, 1), indices.narrow(dim, k - 1, 1)
    return return_types.kthvalue(pair if keepdim else [t.squeeze(dim) for t in pair])


def median(input, dim=None, keepdim=False):
    if dim is None:
        return op('median_axis', TORCH, (input.flatten(),), axis=0)[0]
    return return_types.median(op('median_axis', TORCH, (input,), axis=dim, keepdims=keepdim))


def mode(input, dim=-1, keepdim=False):
    """The value that occurs most often (the smallest of equals), and where it stands last."""
    ordered, places = sort(input, dim)
    same = (ordered.unsqueeze(dim if dim < 0 else dim + input.ndim - input.ndim) if False else ordered)
    rows = same.movedim(dim, -1)
    at = places.movedim(dim, -1)
    flat, where_ = rows.reshape(-1, rows.shape[-1]), at.reshape(-1, rows.shape[-1])
    values, indices = [], []
    for row, place in zip(flat.tolist(), where_.tolist()):
        best = builtins.max(sorted(set(row)), key=row.count)
        values.append(best)
        indices.append(builtins.max(p for v, p in zip(row, place) if v == best))
    shape = rows.shape[:-1]
    pair = (_torch.tensor(values, dtype=input.dtype).reshape(shape), _torch.tensor(indices).reshape(shape))
    return return_types.mode([t.unsqueeze(dim) for t in pair] if keepdim else pair)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        return _unique_dim(input, return_inverse, return_counts, dim)
    values, inverse, counts = op('unique', TORCH, (input,), flat=True)
    found = [values]
    if return_inverse:
        found.append(inverse.reshape(input.shape))
    if return_counts:
        found.append(counts)
    return found[0] if len(found) == 1 else tuple(found)


def _unique_dim(input, return_inverse, return_counts, dim):
    rows = [row.tolist() for row in unbind(input, dim)]
    order = builtins.sorted(builtins.range(len(rows)), key=lambda i: rows[i])
    kept, inverse, counts = [], [0] * len(rows), []
    for i in order:
        if not kept or rows[i] != rows[kept[-1]]:
            kept.append(i)
            counts.append(0)
        inverse[i] = len(kept) - 1
        counts[-1] += 1
    found = [_torch.index_select(input, dim, _torch.tensor(kept))]
    if return_inverse:
        found.append(_torch.tensor(inverse))
    if return_counts:
        found.append(_torch.tensor(counts))
    return found[0] if len(found) == 1 else tuple(found)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    values, inverse, counts = [], [], []
    for v in input.flatten().tolist():
        if not values or values[-1] != v:
            values.append(v)
            counts.append(0)
        inverse.append(len(values) - 1)
        counts[-1] += 1
    found = [_torch.tensor(values, dtype=input.dtype)]
    if return_inverse:
        found.append(_torch.tensor(inverse).reshape(input.shape))
    if return_counts:
        found.append(_torch.tensor(counts))
    return found[0] if len(found) == 1 else tuple(found)


def searchsorted(sorted_sequence, values, *, right=False, side=None, out_int32=False):
    number = not isinstance(values, Tensor)
    found = op('searchsorted', TORCH, (sorted_sequence, _torch.tensor([values]) if number else values), descending=right or side == 'right')
    found = found[0] if number else found
    return found.int() if out_int32 else found


def bucketize(input, boundaries, *, right=False, out_int32=False):
    return searchsorted(boundaries, input, right=right, out_int32=out_int32)


def _running(name, input, dim):
    values, indices = [], []
    rows = unbind(input, dim)
    best, at = rows[0], _torch.zeros_like(rows[0], dtype=INT64)
    for i, row in enumerate(rows):
        better = row >= best if name == 'cummax' else row <= best
        best, at = where(better, row, best), where(better, _torch.full_like(at, i), at)
        values.append(best)
        indices.append(at)
    return getattr(return_types, name)((_torch.stack(values, dim), _torch.stack(indices, dim)))


def cummax(input, dim):
    return _running('cummax', input, dim)


def cummin(input, dim):
    return _running('cummin', input, dim)

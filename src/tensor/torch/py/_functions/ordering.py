"""The largest, the smallest, sorted, distinct, and where in order a value stands."""
from _torch import _says
import builtins
import math

import _torch
from .. import return_types
from .._torch_args import cpu_lacks, need_tensor, same_places
from ._shared import BOOL, INT64, TORCH, Tensor, op, named as _named
from .indexing import where
from .parts import unbind
from .settings import alert_not_deterministic
from perch.only import only


def _extreme(name, kind, input, dim, keepdim, other, out=None):
    need_tensor(name, input)
    if other is not None and not isinstance(other, Tensor):
        dim = other
        other = None
    if other is not None:
        return op('maximum' if name == 'max' else 'minimum', TORCH, (input, other), out=out)
    if dim is None:
        if input.numel() == 0:
            from perch.explain import attach
            raise attach(RuntimeError("%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument." % name), 'P0213', [input])
        return op(name, TORCH, (input,))
    found = kind(op(name + '_axis', TORCH, (input,), axis=dim, keepdims=keepdim))
    if out is None:
        return found
    if isinstance(out, Tensor):
        raise TypeError('%s() received an invalid combination of arguments - got (Tensor, int, out=Tensor), but expected one of:' % name)
    for part, wanted in zip(out, found):
        if part.dtype != wanted.dtype:
            raise RuntimeError(_says("OUT_DTYPE", _c_name(wanted), _c_name(part)))
        part.resize_(wanted.shape).copy_(wanted)
    return kind(out)


def _c_name(t):
    return {'torch.int64': 'long int', 'torch.float32': 'float', 'torch.float64': 'double', 'torch.int32': 'int', 'torch.int16': 'short int', 'torch.int8': 'signed char',
            'torch.uint8': 'unsigned char', 'torch.bool': 'bool', 'torch.float16': 'c10::Half', 'torch.bfloat16': 'c10::BFloat16'}[str(t.dtype)]


def max(input, other=None, keepdim=False, *, dim=None, axis=None, keepdims=False, out=None):
    return _extreme('max', return_types.max, input, dim if axis is None else axis, keepdim or keepdims, other, out)


def min(input, other=None, keepdim=False, *, dim=None, axis=None, keepdims=False, out=None):
    return _extreme('min', return_types.min, input, dim if axis is None else axis, keepdim or keepdims, other, out)


def aminmax(input, *, dim=None, keepdim=False):
    cpu_lacks('aminmax_cpu', 'H' if dim is None else 'HF', input)
    if dim is not None:
        _needs_some('aminmax', input, dim)
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


def _positions(found, out):
    """Into out, which must hold positions."""
    if out is None:
        return found
    if out.dtype != found.dtype:
        raise RuntimeError(_says("OUT_DTYPE", _c_name(found), _c_name(out)))
    return out.resize_(found.shape).copy_(found)


def argmax(input, dim=None, keepdim=False, *, axis=None, keepdims=False, out=None):
    return _positions(_arg('argmax', input, dim if axis is None else axis, keepdim or keepdims), out)


def argmin(input, dim=None, keepdim=False, *, axis=None, keepdims=False, out=None):
    return _positions(_arg('argmin', input, dim if axis is None else axis, keepdim or keepdims), out)


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
    dim = _needs_some('kthvalue', input, dim)
    if not 0 < k <= (input.size(dim) if input.ndim else 1):
        raise RuntimeError('kthvalue(): selected number k out of range for dimension %d' % (dim % builtins.max(input.ndim, 1)))
    cpu_lacks('kthvalue_cpu', 'BH', input)
    if input.is_cuda:
        alert_not_deterministic('kthvalue CUDA')
    values, indices = op('sort', TORCH, (input,), axis=dim)
    if input.ndim == 0:
        return return_types.kthvalue((values, indices))
    pair = values.narrow(dim, k - 1, 1), indices.narrow(dim, k - 1, 1)
    value, index = pair if keepdim else [t.squeeze(dim) for t in pair]
    return return_types.kthvalue((_named(value, 'KthvalueBackward0'), index))


def median(input, dim=None, keepdim=False):
    need_tensor('median', input)
    if dim is None:
        if input.numel():
            cpu_lacks('median_cpu', 'BH', input)
        if input.numel() == 0:
            return input.new_full((), math.nan if input.is_floating_point() else True if input.dtype is BOOL else -2 ** (8 * input.element_size() - 1) if input.element_size() >= 4 else 0)
        return _named(op('median_axis', TORCH, (input.flatten(),), axis=0)[0], 'MedianBackward0')
    _needs_some('median', input, dim)
    return return_types.median(op('median_axis', TORCH, (input,), axis=dim, keepdims=keepdim))


def mode(input, dim=-1, keepdim=False):
    """The value that occurs most often (the smallest of equals), and where it stands last."""
    if input.ndim and input.numel() == 0 and input.shape[_checked_dim(input, dim, 'mode')]:
        shape = list(input.shape)
        shape[dim] = 1
        pair = input.new_empty(shape), _torch.empty(shape, dtype=INT64, device=input.device)
        return return_types.mode(pair if keepdim else [t.squeeze(dim) for t in pair])
    dim = _needs_some('mode', input, dim)
    if input.ndim == 0:
        return return_types.mode((input.clone(), _torch.zeros((), dtype=INT64, device=input.device)))
    ordered, places = sort(input, dim)
    rows = ordered.movedim(dim, -1)
    at = places.movedim(dim, -1)
    flat, where_ = rows.reshape(-1, rows.shape[-1]), at.reshape(-1, rows.shape[-1])
    values, indices = [], []
    for row, place in zip(flat.tolist(), where_.tolist()):
        best, most, run = 0, 0, 0               # the end of the longest run of equals; NaN is equal to nothing
        for i, v in enumerate(row):
            run = run + 1 if i and v == row[i - 1] else 1
            if run > most:
                best, most = i, run
        values.append(row[best])
        indices.append(builtins.max(place[best - most + 1:best + 1]))
    shape = rows.shape[:-1]
    pair = (input.new_tensor(values).reshape(shape), _torch.tensor(indices, device=input.device).reshape(shape))
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
    cpu_lacks('unique_dim', 'H', input)
    rows = [row.tolist() for row in unbind(input, dim)]
    order = builtins.sorted(builtins.range(len(rows)), key=lambda i: rows[i])
    kept, inverse, counts = [], [0] * len(rows), []
    for i in order:
        if not kept or rows[i] != rows[kept[-1]]:
            kept.append(i)
            counts.append(0)
        inverse[i] = len(kept) - 1
        counts[-1] += 1
    found = [_torch.index_select(input, dim, _torch.tensor(kept, device=input.device))]
    if return_inverse:
        found.append(_torch.tensor(inverse, device=input.device))
    if return_counts:
        found.append(_torch.tensor(counts, device=input.device))
    return found[0] if len(found) == 1 else tuple(found)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    cpu_lacks('unique', 'H', input)
    only('torch.unique_consecutive', dim=(dim, None))
    values, inverse, counts = [], [], []
    for v in input.flatten().tolist():
        if not values or values[-1] != v:
            values.append(v)
            counts.append(0)
        inverse.append(len(values) - 1)
        counts[-1] += 1
    found = [input.new_tensor(values)]
    if return_inverse:
        found.append(_torch.tensor(inverse, device=input.device).reshape(input.shape))
    if return_counts:
        found.append(_torch.tensor(counts, device=input.device))
    return found[0] if len(found) == 1 else tuple(found)


def searchsorted(sorted_sequence, values, *, right=False, side=None, out_int32=False):
    if side not in (None, 'left', 'right'):
        raise RuntimeError("torch.searchsorted(): side can only be 'left' or 'right' but got %s" % side)
    if side == 'left' and right:
        raise RuntimeError('torch.searchsorted(): side and right can\'t be set to opposites, got side of left while right was True')
    number = not isinstance(values, Tensor)
    found = op('searchsorted', TORCH, (sorted_sequence, _torch.tensor([values], device=sorted_sequence.device) if number else values), descending=right or side == 'right')
    found = found[0] if number else found
    return found.int() if out_int32 else found


def bucketize(input, boundaries, *, right=False, out_int32=False):
    same_places('wrapper_Tensor_bucketize_Tensor', self=input, boundaries=boundaries)
    if boundaries.ndim != 1:
        raise RuntimeError('boundaries tensor must be 1 dimension, but got dim(%d)' % boundaries.ndim)
    return searchsorted(boundaries, input, right=right, out_int32=out_int32)


def _checked_dim(input, dim, name=''):
    """dim counted from the front, or PyTorch's words for what is none."""
    if dim is None:
        raise RuntimeError('Please look up dimensions by name, got: name = None.')
    if isinstance(dim, str):
        raise RuntimeError("Name '%s' not found in Tensor%s." % (dim, '[%s]' % ', '.join(['None'] * input.ndim)))
    if isinstance(dim, bool) or not hasattr(type(dim), '__index__'):
        raise TypeError('%s() received an invalid combination of arguments - got (%s), but expected one of:' % (name, type(dim).__name__))
    dim = dim.__index__()
    n = builtins.max(input.ndim, 1)
    if not -n <= dim < n:
        raise IndexError(_says("DIM_RANGE", dim, -n, n - 1))
    return dim % n


def _needs_some(name, input, dim):
    """dim, which must not be empty."""
    dim = _checked_dim(input, dim, name)
    if input.ndim and input.shape[dim] == 0:
        raise IndexError(_says("REDUCE_EMPTY", name, dim))
    return dim


def _running(name, input, dim):
    values, indices = [], []
    kind = getattr(return_types, name)
    dim = _checked_dim(input, dim, name)
    if input.ndim == 0 or input.numel() == 0:
        return kind((input.clone(), _torch.zeros_like(input, dtype=INT64)))
    rows = unbind(input, dim)
    best, at, floats = rows[0], _torch.zeros_like(rows[0], dtype=INT64), input.is_floating_point()
    for i, row in enumerate(rows):
        better = row >= best if name == 'cummax' else row <= best
        if floats:
            better = better | _torch.isnan(row)             # NaN stays
        best, at = where(better, row, best), where(better, _torch.full_like(at, i), at)
        values.append(best)
        indices.append(at)
    return kind((_named(_torch.stack(values, dim), 'CummaxBackward0' if name == 'cummax' else 'CumminBackward0'), _torch.stack(indices, dim)))


def cummax(input, dim):
    if input.ndim and input.numel():
        cpu_lacks('cummax_cpu', 'H', input)
    return _running('cummax', input, dim)


def cummin(input, dim):
    if input.ndim and input.numel():
        cpu_lacks('cummin_cpu', 'H', input)
    return _running('cummin', input, dim)

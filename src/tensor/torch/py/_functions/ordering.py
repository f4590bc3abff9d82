"""The largest, the smallest, sorted, distinct, and where in order a value stands."""
from _torch import _says
import builtins
import math

import _tensor
import _torch
from .. import return_types
from .._torch_args import cpu_lacks, need_tensor, same_places
from .._warned import warn as _warn
from ._outs import into, pair_into, scalar_type, searched as _searched, specified
from ._shared import BOOL, INT64, TORCH, Tensor, op, named as _named
from .facts import type_name
from .indexing import where
from .parts import unbind
from .settings import alert_not_deterministic


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
            raise attach(RuntimeError(_says("REDUCE_NOTHING", name)), 'P0213', [input])
        return op(name, TORCH, (input,))
    found = kind(op(name + '_axis', TORCH, (input,), axis=dim, keepdims=keepdim))
    return pair_into(name, kind, out, found)


def max(input, other=None, keepdim=False, *, dim=None, axis=None, keepdims=False, out=None):
    return _extreme('max', return_types.max, input, dim if axis is None else axis, keepdim or keepdims, other, out)


def min(input, other=None, keepdim=False, *, dim=None, axis=None, keepdims=False, out=None):
    return _extreme('min', return_types.min, input, dim if axis is None else axis, keepdim or keepdims, other, out)


def aminmax(input, *, dim=None, keepdim=False, out=None):
    if dim is None and not input.numel():
        raise RuntimeError('aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.')
    cpu_lacks('aminmax_cpu', 'H' if dim is None else 'HF', input)
    if dim is not None:
        _needs_some('aminmax', input, dim)
    return pair_into('aminmax', return_types.aminmax, out, return_types.aminmax((_torch.amin(input, dim, keepdim), _torch.amax(input, dim, keepdim))))


def _arg(name, input, dim, keepdim):
    need_tensor(name, input)
    if dim is None:
        if input.numel() == 0:
            from perch.explain import attach
            raise attach(IndexError('%s(): Expected reduction dim to be specified for input.numel() == 0.' % name), 'P0213', [input])
        found = op(name, TORCH, (input,), flat=True)
        return found.reshape((1,) * input.ndim) if keepdim else found
    return op(name, TORCH, (input,), axis=dim, keepdims=keepdim)


def argmax(input, dim=None, keepdim=False, *, axis=None, keepdims=False, out=None):
    return into('argmax', out, _arg('argmax', input, dim if axis is None else axis, keepdim or keepdims), specified)


def argmin(input, dim=None, keepdim=False, *, axis=None, keepdims=False, out=None):
    return into('argmin', out, _arg('argmin', input, dim if axis is None else axis, keepdim or keepdims), specified)


def sort(input, dim=-1, descending=False, *, stable=False, axis=None, out=None):
    if isinstance(input, Tensor) and input.is_complex():
        _checked_dim(input, dim if axis is None else axis)
    return pair_into('sort', return_types.sort, out, return_types.sort(op('sort', TORCH, (input,), axis=dim if axis is None else axis, descending=descending, loose=not stable and not getattr(input, 'is_cuda', False))))


def argsort(input, dim=-1, descending=False, *, stable=False):
    if isinstance(input, Tensor) and input.is_complex():
        _checked_dim(input, dim)
    return op('sort', TORCH, (input,), axis=dim, descending=descending, loose=not stable and not getattr(input, 'is_cuda', False))[1]


def msort(input, *, out=None):
    return into('msort', out, sort(input, 0)[0], specified)


def topk(input, k, dim=-1, largest=True, sorted=True, *, out=None):
    if k > (input.shape[_checked_dim(input, dim, 'topk')] if input.ndim else 1):
        raise RuntimeError('selected index k out of range')
    return pair_into('topk', return_types.topk, out, return_types.topk(op('topk', TORCH, (input,), axis=dim, count=k, descending=largest, loose=not getattr(input, 'is_cuda', False))))


def kthvalue(input, k, dim=-1, keepdim=False, *, out=None):
    return pair_into('kthvalue', return_types.kthvalue, out, _kthvalue(input, k, dim, keepdim), lambda made, given: 'output values must be of same type as input',
                     lambda made, given: 'output indices must be of scalar type Long')


def _kthvalue(input, k, dim, keepdim):
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


def _middle_words(name):
    """What median and nanmedian say of out= in other dtypes."""
    return (lambda made, out: "Expected tensor for 'values' to have the same type as tensor for argument #2 'self'; but type %s does not equal to %s (while checking arguments for %s)"
            % (out.type(), made.type(), name),
            lambda made, out: "Expected tensor for argument #1 'indices' to have scalar type Long; but got %s instead (while checking arguments for %s)" % (out.type(), name))


def median(input, dim=None, keepdim=False, *, out=None):
    if out is not None:
        return pair_into('median', return_types.median, out, median(input, dim, keepdim), *_middle_words('median'))
    need_tensor('median', input)
    if dim is None:
        if input.numel():
            cpu_lacks('median_cpu', 'BH', input)
        if input.numel() == 0:
            return input.new_full((), math.nan if input.is_floating_point() else True if input.dtype is BOOL else -2 ** (8 * input.element_size() - 1) if input.element_size() >= 4 else 0)
        return _named(op('median_axis', TORCH, (input.flatten(),), axis=0)[0], 'MedianBackward0')
    _needs_some('median', input, dim)
    return return_types.median(op('median_axis', TORCH, (input,), axis=dim, keepdims=keepdim))


def mode(input, dim=-1, keepdim=False, *, out=None):
    def says(which):
        return lambda made, given: "expected scalar type '%s' but got '%s' for %s output" % (type_name(made), type_name(given), which)
    return pair_into('mode', return_types.mode, out, _mode(input, dim, keepdim), says('values'), says('indices'))


_SHORT = 16 # up to here PyTorch's lines are sorted by insertion


def _inserted(line):
    """A short line in PyTorch's order for mode, and whence: NaN is below nothing and nothing below it, so that where it stands others stay in front of it."""
    order = []
    for i, v in enumerate(line):
        at = 0 if order and v < line[order[0]] else len(order)
        while at and v < line[order[at - 1]]:
            at -= 1
        order.insert(at, i)
    return [line[i] for i in order], order


def _mode(input, dim, keepdim):
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
    lines = input.movedim(dim, -1).reshape(-1, rows.shape[-1]).tolist() if rows.shape[-1] <= _SHORT else ()
    values, indices = [], []
    for row, place in zip(flat.tolist(), where_.tolist()):
        if len(row) <= _SHORT:
            row, place = _inserted(lines[len(values)])
        best, most, run = 0, 0, 0               # the end of the longest run of equals; NaN is equal to nothing
        for i, v in enumerate(row):
            run = run + 1 if i and v == row[i - 1] else 1
            if run > most:
                best, most = i, run
        values.append(row[best])
        indices.append(place[best])
    shape = rows.shape[:-1]
    where_ = _torch.tensor(indices, device=input.device).reshape(shape)
    if keepdim:
        where_ = where_.unsqueeze(dim)
    if not input.requires_grad:
        return return_types.mode((input.new_tensor(values).reshape(where_.shape), where_))
    found = _torch.gather(input, dim, where_ if keepdim else where_.unsqueeze(dim))
    return return_types.mode((_tensor.name_node(found if keepdim else found.squeeze(dim), 'ModeBackward0'), where_))


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    for word, given in (('sorted', sorted), ('return_inverse', return_inverse), ('return_counts', return_counts)):
        if not isinstance(given, bool):
            raise TypeError("%s(): argument '%s' must be bool, not %s" % ('_unique2' if dim is None else 'unique_dim', word, type(given).__name__))
    if dim is not None:
        if isinstance(dim, Tensor) and not dim.ndim and not dim.is_floating_point():
            dim = int(dim)
        if type(dim) is not int:
            raise TypeError("unique_dim(): argument 'dim' (position 2) must be int, not %s" % type(dim).__name__)
        if not input.ndim:
            raise IndexError(_says("NO_DIMENSIONS", dim))
        return _unique_dim(input, return_inverse, return_counts, dim)
    cpu_lacks('unique', 'H', need_tensor('_unique2', input))
    values, inverse, counts = op('unique', TORCH, (input,), flat=True)
    found = [values]
    if return_inverse:
        found.append(inverse.reshape(input.shape))
    if return_counts:
        found.append(counts)
    return found[0] if len(found) == 1 else tuple(found)


def _unique_dim(input, return_inverse, return_counts, dim):
    cpu_lacks('unique_dim', 'H', input)
    dim = _checked_dim(input, dim, 'unique')
    if 0 in input.shape:
        if input.shape[dim] or input.shape.count(0) > 1:
            raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
        none = _torch.zeros(0, dtype=INT64, device=input.device)
        found = [input.clone()] + [none] * (return_inverse + return_counts)
        return found[0] if len(found) == 1 else tuple(found)
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
    if dim is not None:
        if type(dim) is not int:
            raise TypeError("unique_consecutive(): argument 'dim' must be int, not %s" % type(dim).__name__)
        if not input.ndim:
            raise IndexError(_says("NO_DIMENSIONS", dim))
        dim = _checked_dim(input, dim)
        if input.numel() == 0 and 0 in input.shape[:dim] + input.shape[dim + 1:]:
            raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
    rows = [row.tolist() for row in unbind(input, dim)] if dim is not None else input.flatten().tolist()
    kept, inverse, counts = [], [], []
    for i, row in enumerate(rows):
        if not kept or row != rows[kept[-1]]:
            kept.append(i)
            counts.append(0)
        inverse.append(len(kept) - 1)
        counts[-1] += 1
    chosen = _torch.tensor(kept, dtype=INT64, device=input.device)
    found = [_torch.index_select(input.flatten() if dim is None else input, dim or 0, chosen)]
    if return_inverse:
        at = _torch.tensor(inverse, dtype=INT64, device=input.device)
        found.append(at.reshape(input.shape) if dim is None else at)
    if return_counts:
        found.append(_torch.tensor(counts, dtype=INT64, device=input.device))
    return found[0] if len(found) == 1 else tuple(found)


def searchsorted(sorted_sequence, values, *, right=False, side=None, out_int32=False, out=None, sorter=None):
    return into('searchsorted', out, _places(sorted_sequence, values, right, side, out_int32, sorter), _searched)


def _places(sorted_sequence, values, right, side, out_int32, sorter=None):
    if side not in (None, 'left', 'right'):
        raise RuntimeError("torch.searchsorted(): side can only be 'left' or 'right' but got %s" % side)
    if side == 'left' and right:
        raise RuntimeError('torch.searchsorted(): side and right can\'t be set to opposites, got side of left while right was True')
    _shapes_fit(sorted_sequence, values)
    if sorter is not None:
        sorted_sequence = _in_order(sorted_sequence, sorter)
    number = not isinstance(values, Tensor)
    if not number:
        cpu_lacks('searchsorted_out_cpu', 'C', values)
    for t, row in ((values, 'SEARCHED_VALUES'), (sorted_sequence, 'SEARCHED_SEQUENCE')):
        if isinstance(t, Tensor) and not t.is_contiguous():
            _warn(row)
    found = op('searchsorted', TORCH, (sorted_sequence, _torch.tensor([values], device=sorted_sequence.device) if number else values), descending=right or side == 'right')
    found = found[0] if number else found
    return found.int() if out_int32 else found


def _shapes_fit(sequence, values):
    """PyTorch's words for rows that are not the values'."""
    ndim, count = (values.ndim, values.numel()) if isinstance(values, Tensor) else (0, 1)
    if ndim == 0 and sequence.ndim != 1:
        raise RuntimeError('torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got boundaries tensor dim(%d) and input value\'s dim(%d) numel(%d)'
                           % (sequence.ndim, ndim, count))
    if sequence.ndim == 0:
        raise RuntimeError('torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension')
    if sequence.ndim != 1 and (sequence.ndim != ndim or sequence.shape[:-1] != values.shape[:-1]):
        raise RuntimeError('torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value tensor must match, but we got '
                           'boundaries tensor %s and input value tensor %s' % (list(sequence.shape), list(values.shape)))


def _in_order(sequence, sorter):
    """What searchsorted looks in, where its order is said apart."""
    if sorter.shape != sequence.shape:
        raise RuntimeError('torch.searchsorted(): boundary and sorter must have the same size, but got boundary tensor %sand got sorter tensor %s' % (list(sequence.shape), list(sorter.shape)))
    if sorter.dtype is not INT64:
        raise RuntimeError('torch.searchsorted(): sorter must be a tensor of long dtype but got dtype %s' % type_name(sorter))
    if not sorter.is_contiguous():
        _warn('SEARCHED_SORTER')
    return _torch.gather(sequence, -1, sorter)


def bucketize(input, boundaries, *, right=False, out_int32=False, out=None):
    same_places('wrapper_Tensor_bucketize_Tensor', self=input, boundaries=boundaries)
    if boundaries.ndim != 1:
        raise RuntimeError('boundaries tensor must be 1 dimension, but got dim(%d)' % boundaries.ndim)
    return into('bucketize', out, _places(boundaries, input, right, None, out_int32), _searched)


def _checked_dim(input, dim, name=''):
    """dim counted from the front, or PyTorch's words for what is none."""
    if dim is None:
        raise RuntimeError(_says("DIM_NONE"))
    if isinstance(dim, str):
        raise RuntimeError(_says("DIM_NAME", dim, ', '.join(['None'] * input.ndim)))
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
    if input.numel() == 0 and type(dim) is int:
        return kind((input.clone(), _torch.zeros_like(input, dtype=INT64)))
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


def _running_checks(kernel, input, dim):
    if input.ndim and input.numel():
        if type(dim) is int:
            _checked_dim(input, dim)
        cpu_lacks(kernel, 'H', input)


def cummax(input, dim, *, out=None):
    _running_checks('cummax_cpu', input, dim)
    return pair_into('cummax', return_types.cummax, out, _running('cummax', input, dim), scalar_type, scalar_type)


def cummin(input, dim, *, out=None):
    _running_checks('cummin_cpu', input, dim)
    return pair_into('cummin', return_types.cummin, out, _running('cummin', input, dim), scalar_type, scalar_type)

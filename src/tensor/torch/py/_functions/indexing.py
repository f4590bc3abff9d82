"""Elements chosen and written by indices and masks."""

from _torch import _says, _two
import _torch
from .._torch_args import need_tensor, same_places
from ._outs import into, specified
from .._warned import warn as _warn
from ._shared import as_it_was, BOOL, INT32, INT64, TORCH, Tensor, UINT8, op, named as _named, warn_once
from .facts import type_name
from .parts import broadcast_tensors, unbind
from .settings import alert_not_deterministic


def where(condition, input=None, other=None, *, x=None, y=None, out=None):
    if out is not None:
        made = where(condition, input, other, x=x, y=y)
        if made.dtype != out.dtype:
            raise RuntimeError('Expected object of scalar type %s but got scalar type %s for argument 0 \'result\'' % (type_name(made), type_name(out)))
        return out.resize_(made.shape).copy_(made)
    input = x if input is None else input
    other = y if other is None else other
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    if need_tensor('where', condition).dtype not in (BOOL, UINT8):
        raise RuntimeError('where expected condition to be a boolean tensor, but got a tensor with dtype %s' % type_name(condition))
    if condition.dtype is UINT8:
        _warn('WHERE_BYTES')
    return _torch.where3(condition if condition.dtype is BOOL else condition.bool(), input, other)


def _warn_of_bytes(name, mask):
    if mask.dtype is UINT8:
        _warn(name)


def _mask_bytes(mask):
    """A mask that is none of bools, as PyTorch's CPU kernels take it: the first byte of each element, which must be 0 or 1."""
    if mask.dtype is not UINT8:
        mask = mask.contiguous().reshape(list(mask.shape) + [1]).view(UINT8)[..., 0]
    if mask.numel() and mask.is_cpu and mask.max().item() > 1:
        raise RuntimeError('Mask tensor can take 0 and 1 values only')
    return mask.bool()


def _takes_long(value):
    """A number of Python is read before anything is looked at."""
    if type(value) is int and not -2 ** 63 <= value < 2 ** 63:
        raise RuntimeError('Overflow when unpacking long')


def _fill_mask(mask, value):
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError('masked_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).' % value.ndim)
    _warn_of_bytes('FILL_BYTES', mask)
    return mask if mask.dtype is BOOL or mask.is_cuda else _mask_bytes(mask)


_fill = _torch.masked_fill
_fill_in_place = Tensor.masked_fill_


def masked_fill(input, mask, value):
    _takes_long(value)
    if mask.shape != input.shape:
        broadcast_tensors(mask, input)
    return _fill(input, _fill_mask(mask, value), value)


def masked_fill_(input, mask, value):
    return _fill_in_place(input, _fill_mask(mask, value), value)


_select = _torch.masked_select


def masked_select(input, mask, *, out=None):
    if out is not None:
        if out.dtype is not input.dtype:
            raise RuntimeError('masked_select(): self and result must have the same scalar type')
        if any(n > 1 and not step for n, step in zip(out.shape, out.stride())):
            raise RuntimeError(_says("WRITES_ITSELF"))
    _warn_of_bytes('SELECT_BYTES', mask)
    if mask.dtype is UINT8 and mask.is_cpu:
        broadcast_tensors(input, mask)
        mask = _mask_bytes(mask)
    return _select(input, mask) if out is None else _select(input, mask, out=out)


def unravel_index(indices, shape):
    """PyTorch 2's: places in a flat tensor as indices of each dimension."""
    if not isinstance(indices, Tensor) or indices.is_floating_point() or indices.dtype is BOOL:
        raise ValueError("expected 'indices' to be integer dtype, but got %s" % (indices.dtype if isinstance(indices, Tensor) else type(indices)))
    sizes = [shape] if isinstance(shape, int) else list(shape)
    if any(size < 0 for size in sizes):
        raise ValueError("'shape' cannot have negative values, but got %s" % (tuple(sizes),))
    found = []
    for size in reversed(sizes):
        found.append(indices % size)
        indices = indices // size
    return tuple(reversed(found))


def nonzero(input, *, as_tuple=False, out=None):
    if as_tuple:
        if input.ndim == 0:
            input = input.unsqueeze(0)
        return unbind(op('nonzero', TORCH, (input,)), 1)
    found = op('nonzero', TORCH, (need_tensor('nonzero', input),))
    if out is None:
        return found
    if out.dtype != found.dtype:
        raise RuntimeError('nonzero: Expected out tensor to have scalar type Long but got scalar type%s' % type_name(out))
    return out.resize_(found.shape).copy_(found)


_gather = _torch.gather


def gather(input, dim, index, *, sparse_grad=False, out=None):
    if index.ndim == 0 and input.ndim == 1:         # one place
        made = gather(input, dim, index.reshape(1)).reshape(())
        return into('gather', out, made, specified)
    if index.ndim != input.ndim and not index.numel():
        _check_gather(input, dim, index)
        return into('gather', out, input.new_empty(index.shape), specified)
    return _gather(input, dim, index) if out is None else _gather(input, dim, index, out=out)


def _takes_index(index):
    return index.dtype is INT64 or index.dtype is INT32 and _two('INT32_INDICES')


def _check_gather(input, dim, index):
    from .ordering import _checked_dim
    _checked_dim(input, dim)
    if not _takes_index(index):
        raise RuntimeError(_says("INDEX_INT64", 'gather'))


def scatter(input, dim, index, src=None, *, value=None, reduce=None, out=None):
    _check_scatter('scatter', input, index, src, reduce)
    return into('scatter', out, _scattered(input, dim, index, src, value, reduce), specified)


def scatter_(input, dim, index, src=None, *, value=None, reduce=None):
    _check_scatter('scatter_', input, index, src, reduce)
    return input.copy_(_scattered(as_it_was(input, src), dim, index, src, value, reduce)) if reduce == 'multiply' else _scattered(input, dim, index, src, value, reduce, input)


def _check_scatter(name, input, index, src, reduce):
    _takes_long(src)
    kind = ('' if isinstance(src, Tensor) else 'value_') + 'reduce' if reduce else 'src' if isinstance(src, Tensor) else 'value'
    same_places('wrapper_%s_%s' % (name, kind), self=input, index=index, src=src)


def _check_places(input, dim, index):
    from .ordering import _checked_dim
    _checked_dim(input, dim)
    if index.numel() and not _takes_index(index):
        raise RuntimeError(_says("INDEX_INT64", 'scatter'))


def _scattered(input, dim, index, src, value, reduce, out=None):
    src = value if src is None else src
    _check_places(input, dim, index)
    if isinstance(src, Tensor) and src.dtype != input.dtype:
        raise RuntimeError('scatter(): Expected self.dtype to be equal to src.dtype')
    if index.numel() and max(index.ndim, 1) != max(input.ndim, 1):
        raise RuntimeError('Index tensor must have the same number of dimensions as self tensor')
    if not index.numel():
        return input.clone() if out is None else out
    if index.ndim == 0 and input.ndim == 1:         # one place
        index = index.reshape(1)
        src = src.reshape(1) if isinstance(src, Tensor) else src
    if reduce not in (None, 'add', 'multiply'):
        raise RuntimeError('reduce argument must be either add or multiply.')
    number = not isinstance(src, Tensor)
    if number:
        src = _torch.full_like(index, src, dtype=input.dtype)
    if reduce == 'multiply':
        return input * op('scatter', TORCH, (_torch.ones_like(input), index, src), axis=dim)
    made = op('scatter', TORCH, (input, index, src), out=out, axis=dim, accumulate=reduce == 'add')
    return _named(made, 'ScatterBackward1') if number else made


def _row_indices(input, dim, index):
    """An index of scatter's that means whole rows: index, which has been checked, along dim."""
    if input.ndim == 0:
        return index.long().reshape(())
    shape = [1] * input.ndim
    shape[dim] = -1
    wide = list(input.shape)
    wide[dim] = index.numel()
    return index.long().reshape(shape).expand(wide)


def _raise_outside(index, size, error, low=0):
    """Raises error(i) for the first index outside low … size - 1; a GPU's kernels look for themselves, and there is nothing to look at without numbers."""
    if index.is_cuda or index.is_meta:
        return
    for i in index.flatten().tolist():
        if not low <= i < size:
            raise error(i)


def _size(input, dim):
    return input.size(dim) if input.ndim else 1


def _check_add(input, dim, index, source, name='index_add_'):
    from .ordering import _checked_dim
    dim = _checked_dim(input, dim)
    if index.ndim > 1:
        raise IndexError('%s(): Index is supposed to be a vector, but got dim: %d with type: %s and size: %s' % (name, index.ndim, type_name(index), list(index.shape)))
    if str(index.dtype) not in ('torch.int64', 'torch.int32'):
        raise RuntimeError('%s(): Expected dtype int32/int64 for index but got: %s' % (name, type_name(index)))
    if source.dtype != input.dtype:
        raise RuntimeError('%s(): self (%s) and source (%s) must have the same scalar type' % (name, type_name(input), type_name(source)))
    if source.ndim and dim < source.ndim and source.size(dim) != index.numel():
        raise RuntimeError('%s(): Number of indices (%d) should be equal to source.size(dim): (%d), for dim: %d' % (name, index.numel(), source.size(dim), dim))
    _raise_outside(index, _size(input, dim), lambda i: IndexError(_says("INDEX_IN_SELF")))


def _check_copy(input, dim, index, source):
    from .ordering import _checked_dim
    dim = _checked_dim(input, dim)
    if index.ndim > 1:
        raise IndexError('index_copy_(): Index should have dimension 1 or 0 (got %d)' % index.ndim)
    if source.ndim == 0 and index.numel() != 1:
        raise IndexError('index_copy_(): When source is scalar, index should have one element (got %d)' % index.numel())
    if source.ndim != input.ndim and source.ndim and input.ndim:
        raise IndexError('index_copy_(): When source and destination are not scalars, their dimensionality must match. Source dimensionality (%d), destination dimensionality (%d)'
                         % (source.ndim, input.ndim))
    if not _takes_index(index):
        raise RuntimeError('index_copy_(): Expected a long tensor for index, but got %s' % type_name(index))
    if source.dtype != input.dtype:
        raise RuntimeError('index_copy_(): self and source expected to have the same dtype, but got (self) %s and (source) %s' % (type_name(input), type_name(source)))
    if source.ndim and source.size(dim) != index.numel():
        raise IndexError('index_copy_(): Number of indices (%d) should be equal to source.size(dim) (%d)' % (index.numel(), source.size(dim)))
    _raise_outside(index, _size(input, dim), lambda i: IndexError('index_copy_(): index %d is out of bounds for dimension %d with size %d' % (i, dim, _size(input, dim))))


def _add_rows(input, dim, index, source, alpha, out=None):
    _check_add(input, dim, index, source)
    source = source if alpha == 1 else source * alpha
    if input.ndim == 0:
        made = input + source.reshape(())
        return made if out is None else out.copy_(made)
    return op('scatter', TORCH, (input, _row_indices(input, dim, index), source), out=out, axis=dim, accumulate=True)


def _copy_rows(input, dim, index, source, out=None):
    _check_copy(input, dim, index, source)
    if input.ndim == 0:
        return source.reshape(()).clone() if out is None else out.copy_(source.reshape(()))
    return op('scatter', TORCH, (input, _row_indices(input, dim, index), source), out=out, axis=dim)


def index_add(input, dim, index, source, *, alpha=1, out=None):
    same_places('wrapper_index_add', self=input, index=index, source=source)
    return into('index_add', out, _named(_add_rows(input, dim, index, source, alpha), 'IndexAddBackward0'), specified)


def index_add_(input, dim, index, source, *, alpha=1):
    same_places('wrapper_index_add_', self=input, index=index, source=source)
    return _named(_add_rows(input, dim, index, source, alpha, input), 'IndexAddBackward0')


def index_copy(input, dim, index, source, *, out=None):
    same_places('wrapper_index_copy', self=input, index=index, source=source)
    return into('index_copy', out, _named(_copy_rows(input, dim, index, source), 'IndexCopyBackward0'), specified)


def index_copy_(input, dim, index, source):
    same_places('wrapper_index_copy_', self=input, index=index, source=source)
    return _copy_rows(input, dim, index, source, input)


def index_fill(input, dim, index, value):
    return _named(index_fill_(input.clone(), dim, index, value), 'IndexFillBackward%d' % isinstance(value, Tensor))


def index_fill_(input, dim, index, value):
    same_places(None, self=input, index=index)
    from .ordering import _checked_dim
    _takes_long(value)
    if isinstance(value, Tensor) and value.ndim:
        raise RuntimeError('index_fill_ only supports a 0-dimensional value tensor, but got tensor with %d dimension(s).' % value.ndim)
    if not _takes_index(index):
        raise IndexError('index_fill_(): Expected dtype int64 for index.')
    if input.is_complex() is False and (value.is_complex() if isinstance(value, Tensor) else isinstance(value, complex)):
        raise RuntimeError('index_fill_(): Converting complex Scalar to non-complex type is not supported')
    dim = _checked_dim(input, dim)
    if index.ndim > 1:
        raise RuntimeError('Index has to be a vector/scalar')
    size = _size(input, dim)
    _raise_outside(index, size, lambda i: IndexError(_says("INDEX_RANGE", i, size, dim)), -size)
    if input.ndim == 0:
        return _named(input.fill_(value) if index.numel() else input, 'IndexFillBackward0')
    name = 'IndexFillBackward%d' % isinstance(value, Tensor)
    if isinstance(value, Tensor) and value.requires_grad:       # each row is the value's once, however often it is named
        index, value = where(index < 0, index + size, index).unique(), value.to(device=input.device, dtype=input.dtype)
    else:
        value = _torch.full((), value, dtype=input.dtype, device=input.device)
    return _named(op('index_put', TORCH, (input, value, *[None] * dim, index), out=input), name)


def _places_of_masks(input, indices):
    found = []
    for index in indices:
        if index is None or index.dtype is INT64:
            found.append(index)
            continue
        for i, n in enumerate(index.shape):
            if len(found) + i >= input.ndim or input.shape[len(found) + i] != n:
                raise IndexError('The shape of the mask %s at index %d does not match the shape of the indexed tensor %s at index %d' % (list(index.shape), i, list(input.shape), len(found) + i))
        found.extend(nonzero(index, as_tuple=True))
    return found


def index_put_(input, indices, values, accumulate=False):
    for i, index in enumerate(indices):
        if index is not None and not isinstance(index, Tensor):
            raise TypeError('expected Tensor as element %d in argument 0, but got %s' % (i, type(index).__name__))
        if index is not None and str(index.dtype) not in ('torch.int64', 'torch.bool', 'torch.uint8'):
            raise IndexError(_says("INDEX_DTYPE"))
    if accumulate and any(index is not None and index.dtype is not INT64 for index in indices):
        indices = _places_of_masks(input, indices)
    if accumulate and isinstance(values, Tensor) and values.dtype != input.dtype:
        raise RuntimeError('Index put requires the source and destination dtypes match, got %s for the destination and %s for the source.' % (type_name(input), type_name(values)))
    if accumulate:
        return input.copy_(op('index_put', TORCH, (input, values, *indices), accumulate=True))
    input[tuple(indices)] = values
    return input


def index_put(input, indices, values, accumulate=False):
    return index_put_(input.clone(), indices, values, accumulate)


def take(input, index, *, out=None):
    return into('take', out, _taken(input, index), lambda made, given: 'take(): self and out expected to have the same dtype, but got self.dtype = %s and out.dtype = %s'
                % (type_name(made), type_name(given)))


def _taken(input, index):
    same_places('wrapper__take', self=input, index=index)
    need_tensor('take', index, 'index')
    if not _takes_index(index):
        raise RuntimeError('take(): Expected a long tensor for index, but got %s' % type_name(index))
    n = input.numel()
    if not n and index.numel():
        raise IndexError('take(): tried to take from an empty tensor')
    _raise_outside(index, n, lambda i: IndexError(_says("INDEX_ELEMENTS", i, n)), -n)
    return _named(op('take', TORCH, (input.flatten(), index), axis=0, mode='raise'), 'TakeBackward0')


def take_along_dim(input, indices, dim=None, *, out=None):
    if dim is None:
        return into('take_along_dim', out, _torch.gather(input.flatten(), 0, indices.flatten()), specified)
    if input.ndim != indices.ndim:
        raise RuntimeError('torch.take_along_dim(): input and indices should have the same number of dimensions, but got %d dimensions for input, and %d dimensions for indices'
                           % (input.ndim, indices.ndim))
    from .making import broadcast_sizes
    from .ordering import _checked_dim
    dim = _checked_dim(input, dim)

    def widened(t, other):                      # as the other is, but along dim
        shape = broadcast_sizes(t.shape[:dim] + (1,) * (t.ndim > 0) + t.shape[dim + 1:], other.shape[:dim] + (1,) * (t.ndim > 0) + other.shape[dim + 1:])
        return t.expand(shape[:dim] + t.shape[dim:dim + 1] + shape[dim + 1:])
    return into('take_along_dim', out, _torch.gather(widened(input, indices), dim, widened(indices, input)), specified)


def masked_scatter(input, mask, source):
    same_places('wrapper__masked_scatter_', self=input, mask=mask, source=source)
    broadcast_tensors(mask, input)
    if source.dtype != input.dtype:
        raise RuntimeError('masked_scatter: expected self and source to have same dtypes but got%s and %s' % (type_name(input), type_name(source)))
    shape = broadcast_tensors(input, mask)[0].shape
    made = input.expand(shape).clone()
    _warn_of_bytes('SCATTER_BYTES', mask)
    mask = (mask if mask.dtype is BOOL or mask.is_cuda else _mask_bytes(mask)).expand(shape)
    if int(mask.sum()) > source.numel():
        raise RuntimeError('Number of elements of source < number of ones in mask')
    made[mask] = source.flatten()[:int(mask.sum())]
    return _named(made, 'MaskedScatterBackward0')


def one_hot(tensor, num_classes=-1):
    from torch.nn.functional import one_hot as made
    return made(tensor, num_classes)


def put(input, index, source, accumulate=False):
    return put_(input.clone(), index, source, accumulate)


def put_(input, index, source, accumulate=False):
    """Elements of the flattened tensor written by their numbers."""
    same_places('wrapper__put_', self=input, index=index, source=source)
    alert_not_deterministic('put_')
    if not _takes_index(index):
        raise RuntimeError('put_(): Expected a long tensor for index, but got %s' % type_name(index))
    if source.dtype != input.dtype:
        raise RuntimeError('put_(): self and source expected to have the same dtype, but got self.dtype = %s and source.dtype = %s' % (type_name(input), type_name(source)))
    if source.numel() != index.numel():
        raise IndexError('put_(): Expected source and index to have the same number of elements, but got source.numel() = %d, index.numel() = %d' % (source.numel(), index.numel()))
    n = input.numel()
    _raise_outside(index, n, lambda i: IndexError(_says("INDEX_ELEMENTS", i, n)), -n)
    flat = input.reshape(-1)
    made = index_put_(flat.clone(), (index.flatten(),), source.flatten(), accumulate)
    return input.copy_(made.reshape(input.shape))


def select_scatter(input, src, dim, index):
    made = input.clone()
    part = made.select(dim, index)
    if part.shape != src.shape:
        raise RuntimeError('expected src to have a size equal to the slice of self. src size = %s, slice size = %s' % (list(src.shape), list(part.shape)))
    part.copy_(src)
    return made


def nonzero_static(input, *, size, fill_value=-1):
    """The places that are not zero, so many rows: cut, or filled up."""
    if size < 0:
        raise RuntimeError('nonzero_static: \'size\' must be an non-negative integer')
    found = input.nonzero()[:size]
    return _torch.cat([found, found.new_full((size - found.shape[0], input.ndim), fill_value)])


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    made = input.clone()
    place = (slice(None),) * (dim % input.ndim) + (slice(start, end, step),)
    if src.shape != made[place].shape:
        raise RuntimeError('expected src to have a size equal to the slice of self. src size = %s, slice size = %s' % (list(src.shape), list(made[place].shape)))
    made[place] = src
    return made


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    made = input.clone()
    _torch.diagonal(made, offset, dim1, dim2).copy_(src)
    return made


def index_reduce(input, dim, index, source, reduce, *, include_self=True, out=None):
    warn_once('index_reduce() is in beta and the API may change at any time.', 2)
    _check_add(input, dim, index, source, 'index_reduce_')
    if reduce not in ('prod', 'mean', 'amax', 'amin'):
        raise RuntimeError('reduce argument must be either prod, mean, amax or amin, got %s.' % reduce)
    dim = dim % input.ndim if input.ndim else 0
    rows = _row_indices(source, dim, index)
    return into('index_reduce', out, _reduced(input, dim, rows, source, reduce, include_self), specified)


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True, out=None):
    warn_once('scatter_reduce() is in beta and the API may change at any time.', 2)
    return into('scatter_reduce', out, _reduced(input, dim, index, src, reduce, include_self), specified)


def _reduced(input, dim, index, src, reduce, include_self):
    """Several values for one place are summed, multiplied, averaged, or the largest or smallest of them stays."""
    same_places('wrapper_scatter_reduce_two', self=input, index=index, src=src)
    _check_places(input, dim, index)
    if src.dtype != input.dtype:
        raise RuntimeError('scatter(): Expected self.dtype to be equal to src.dtype')
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
            first = _torch.tensor([place not in fresh for place in places], device=at.device).reshape(at.shape)
            fresh.update(places)
            new = where(first, values.unsqueeze(dim), new)
        made = op('scatter', TORCH, (made, at, new), axis=dim)
    return made

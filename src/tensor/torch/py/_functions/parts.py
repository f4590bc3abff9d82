"""Other looks at a tensor: split, joined, repeated, turned."""
from _torch import _says
import builtins
import math

import _tensor
import _torch
from .._torch_args import cpu_lacks, need_tensor, no_kernel, same_places
from ._outs import into, joined, scalar
from ._shared import INT64, TORCH, Tensor, op, named as _named
from ..amp.autocast_mode import in_float32


def _one_of_many(view, node, place):
    """A view that a function made with others: it is not written in place where gradients flow."""
    return _tensor.one_of_many(_named(view, node), place)


def _whole_numbers(function, argument, position, values):
    """PyTorch's words for sizes that are no tuple of integers."""
    if not isinstance(values, (tuple, list)):
        raise TypeError("%s(): argument '%s' (position %d) must be tuple of ints, not %s" % (function, argument, position, type(values).__name__))
    for i, v in enumerate(values):
        if isinstance(v, bool) and not i or not hasattr(v, '__index__'):
            if i == 0:
                raise TypeError("%s(): argument '%s' (position %d) must be tuple of ints, not %s" % (function, argument, position, type(values).__name__))
            raise TypeError("%s(): argument '%s' must be tuple of ints, but found element of type %s at pos %d" % (function, argument, type(v).__name__, i + 1))


def unbind(input, dim=0):
    need_tensor('unbind', input)
    if dim is None:
        raise RuntimeError(_says("DIM_NONE"))
    if not input.ndim:
        raise IndexError(_says("NO_DIMENSIONS", 0))
    return tuple([_one_of_many(input.select(dim, i), 'UnbindBackward0', i) for i in builtins.range(input.size(dim))])


def _split_kinds(sizes, dim):
    """PyTorch's words for a size or a dim that is none."""
    if isinstance(sizes, int):
        if isinstance(sizes, bool) or type(dim) is not int and not isinstance(dim, Tensor):
            raise TypeError('split() received an invalid combination of arguments - got (Tensor, %s, %s), but expected one of:' % (type(sizes).__name__, type(dim).__name__))
        return
    _whole_numbers('split_with_sizes', 'split_sizes', 2, sizes)
    if type(dim) is not int and not isinstance(dim, Tensor):
        raise TypeError("split_with_sizes(): argument 'dim' (position 3) must be int, not %s" % type(dim).__name__)


def split(tensor, split_size_or_sections, dim=0):
    sizes = split_size_or_sections
    if isinstance(sizes, Tensor):
        sizes = int(sizes) if not sizes.ndim else sizes
    name = 'SplitBackward0' if isinstance(sizes, int) else 'SplitWithSizesBackward0'
    if not isinstance(tensor, Tensor):
        raise AttributeError("'%s' object has no attribute 'split'" % type(tensor).__name__)
    _split_kinds(sizes, dim)
    if not isinstance(sizes, int):
        if not tensor.ndim:
            raise RuntimeError('split expects at least a 1-dimensional tensor')
    elif not tensor.ndim:
        raise RuntimeError('split expects at least a 1-dimensional tensor')
    elif sizes < 0:
        raise RuntimeError('split expects split_size be non-negative, but got split_size=%d' % sizes)
    total = tensor.size(dim)
    if isinstance(sizes, int):
        if sizes == 0 and total:
            raise RuntimeError('split_size can only be 0 if dimension size is 0, but got dimension size of %d' % total)
        sizes = [builtins.min(sizes, total - at) for at in builtins.range(0, total, sizes or 1)] or [0]
    else:
        sizes = [int(n) for n in sizes]
        if min(sizes, default=0) < 0:
            raise RuntimeError('split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=%s' % sizes)
        if sum(sizes) != total:
            raise RuntimeError("split_with_sizes expects split_sizes to sum exactly to %d (input tensor's size at dimension %d), but got split_sizes=%s"
                               % (total, dim, sizes))
    parts, at = [], 0
    for size in sizes:
        parts.append(_one_of_many(tensor.narrow(dim, at, size), name, len(parts)))
        at += size
    return tuple(parts)


def split_with_sizes(input, split_sizes, dim=0):
    return split(input, [split_sizes] if isinstance(split_sizes, int) else split_sizes, dim)


def chunk(input, chunks, dim=0):
    need_tensor('chunk', input)
    if not input.ndim:
        raise RuntimeError('chunk expects at least a 1-dimensional tensor')
    if chunks <= 0:
        raise RuntimeError('chunk expects `chunks` to be greater than 0, got: %d' % chunks)
    size = input.size(dim)
    return split(input, (size + chunks - 1) // chunks if size else [0] * chunks, dim)


def tensor_split(input, indices_or_sections=None, dim=0, *, indices=None, sections=None):
    if not input.ndim:
        raise RuntimeError('tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims')
    given = [v for v in (indices_or_sections, indices, sections) if v is not None]
    if len(given) != 1:
        raise TypeError('tensor_split() takes one of indices and sections (or of both as its second argument)')
    indices_or_sections = given[0]
    size = input.size(dim)
    if isinstance(indices_or_sections, Tensor) and indices_or_sections.dtype is not INT64:
        from .facts import type_name
        raise RuntimeError('tensor_split expected tensor_indices_or_sections to have dtype of long, but got %s' % type_name(indices_or_sections))
    if isinstance(indices_or_sections, Tensor) and not indices_or_sections.ndim:
        indices_or_sections = int(indices_or_sections)
    if isinstance(indices_or_sections, int):
        n = indices_or_sections
        if n <= 0:
            raise RuntimeError('number of sections must be larger than 0, got %d' % n)
        each, more = divmod(size, n)
        edges = [i * each + builtins.min(i, more) for i in builtins.range(n + 1)]
        return tuple(input.narrow(dim, a, b - a) for a, b in zip(edges, edges[1:]))
    if not isinstance(indices_or_sections, Tensor):
        _whole_numbers('tensor_split', 'indices', 1, indices_or_sections)
    given = indices_or_sections.tolist() if isinstance(indices_or_sections, Tensor) else list(indices_or_sections)
    edges, parts = [None, *given, None], []
    for part in zip(edges, edges[1:]):
        first, last, _ = slice(*part).indices(size)     # as slices are: what is beyond is cut, what is below 0 counts from the end
        parts.append(input.narrow(dim, first, builtins.max(last - first, 0)))
    return tuple(parts)


def atleast_1d(*tensors):
    return _many(lambda t: t.reshape(1) if t.ndim == 0 else t, tensors)


def atleast_2d(*tensors):
    return _many(lambda t: t.reshape(1, 1) if t.ndim == 0 else t.unsqueeze(0) if t.ndim == 1 else t, tensors)


def atleast_3d(*tensors):
    return _many(lambda t: t.reshape(1, -1, 1) if t.ndim < 2 else t.unsqueeze(-1) if t.ndim == 2 else t, tensors)


def _many(f, tensors):
    if len(tensors) == 1 and isinstance(tensors[0], Tensor):
        return f(tensors[0])
    return tuple(f(t) for t in (tensors[0] if len(tensors) == 1 else tensors))


def _need_sequence(function, tensors):
    if not isinstance(tensors, (tuple, list)):
        raise TypeError("%s(): argument 'tensors' (position 1) must be tuple of Tensors, not %s" % (function, type(tensors).__name__))
    for i, t in enumerate(tensors):
        if not isinstance(t, Tensor):
            raise TypeError('expected Tensor as element %d in argument 0, but got %s' % (i, type(t).__name__))
    if not tensors:
        raise RuntimeError('%s expects a non-empty TensorList' % function)


def hstack(tensors, *, out=None):
    _need_sequence('hstack', tensors)
    tensors = atleast_1d(tuple(tensors))
    return into('hstack', out, _torch.cat(tensors, 0 if tensors[0].ndim == 1 else 1), joined)


def vstack(tensors, *, out=None):
    _need_sequence('vstack', tensors)
    return into('vstack', out, _torch.cat(atleast_2d(tuple(tensors)), 0), joined)


row_stack = vstack


def dstack(tensors, *, out=None):
    _need_sequence('dstack', tensors)
    return into('dstack', out, _torch.cat(atleast_3d(tuple(tensors)), 2), joined)


def column_stack(tensors, *, out=None):
    _need_sequence('column_stack', tensors)
    return into('column_stack', out, _torch.cat([t.reshape(-1, 1) if t.ndim < 2 else t for t in tensors], 1), joined)


def broadcast_tensors(*tensors):
    if len(tensors) == 1 and not isinstance(tensors[0], Tensor):
        tensors = tuple(tensors[0])
    width = builtins.max([t.ndim for t in tensors], default=0)
    shape = []
    for axis in builtins.range(-1, -width - 1, -1):
        sizes = {t.shape[axis] for t in tensors if t.ndim >= -axis} - {1}
        if len(sizes) > 1:
            a, b = sorted(sizes, key=lambda s: [t.shape[axis] for t in tensors if t.ndim >= -axis].index(s))[:2]
            raise RuntimeError(_says("BROADCAST_SIZES", a, b, axis + width))
        shape.insert(0, sizes.pop() if sizes else 1)
    return tuple(t.expand(shape) for t in tensors)


def broadcast_to(input, size):
    return input.expand(size)


def tile(input, *dims):
    dims = tuple(dims[0]) if dims and not isinstance(dims[0], int) else dims
    return repeat(input, (1,) * (input.ndim - len(dims)) + tuple(dims))


def repeat(input, *sizes):
    sizes = tuple(sizes[0]) if sizes and not isinstance(sizes[0], int) else sizes
    if len(sizes) < input.ndim:
        raise RuntimeError('Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor')
    if builtins.any(n < 0 for n in sizes):
        shape = [n * m for n, m in zip(sizes, (1,) * (len(sizes) - input.ndim) + tuple(input.shape))]
        raise RuntimeError(_says("NEGATIVE_DIMENSION", next(n for n in shape if n < 0), shape))
    return op('tile', TORCH, (input,), shape=sizes)


def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    made = _interleaved(input, repeats, dim)
    if output_size is not None and made.size(0 if dim is None else dim) != output_size:
        raise RuntimeError('allocated size does not match required size')
    return made


def _interleaved(input, repeats, dim):
    if repeats is None:
        return _named(_repeated(_torch.arange(input.numel(), dtype=input.dtype if str(input.dtype) == 'torch.int32' else None, device=input.device), input, 0), 'IndexSelectBackward0')
    if dim is None:
        input, dim = input.flatten(), 0
    if type(dim) is int:
        input.size(dim) if input.ndim else None
    if isinstance(repeats, Tensor) and repeats.numel() != 1:
        same_places('wrapper__index_select', self=input, index=repeats)
        return _named(_repeated(input, repeats, dim), 'IndexSelectBackward0')
    if isinstance(repeats, Tensor):
        _counts(repeats)
    n = int(repeats)
    if n < 0:
        raise RuntimeError('Repeats must be non-negative')
    return _named(op('repeat', TORCH, (input,), axis=dim, length=n), 'IndexSelectBackward0')


def _counts(repeats):
    if str(repeats.dtype) not in ('torch.int32', 'torch.int64'):
        from .facts import type_name
        raise no_kernel('repeat_interleave_cpu', type_name(repeats))


def _repeated(input, repeats, dim):
    if repeats.ndim > 1:
        raise RuntimeError('repeats must be 0-dim or 1-dim tensor')
    counts = repeats.tolist()
    if len(counts) != input.size(dim):
        raise RuntimeError('repeats must have the same size as input along dim')
    _counts(repeats)
    if builtins.any(n < 0 for n in counts):
        raise RuntimeError('repeats can not be negative')
    rows = [i for i, n in enumerate(counts) for _ in builtins.range(n)]
    return _torch.index_select(input, dim, _torch.tensor(rows, dtype=INT64, device=input.device))


def movedim(input, source, destination):
    source, destination = ((int(d),) if isinstance(d, int) or isinstance(d, Tensor) and not d.ndim else tuple(d) for d in (source, destination))
    if len(source) != len(destination):
        raise RuntimeError('movedim: Invalid source or destination dims: source (%s dims) should contain the same number of dims as destination (%s dims)'
                           % (list(source), list(destination)))
    n = builtins.max(input.ndim, 1)
    for d in source + destination:
        if not -n <= d < n:
            raise IndexError(_says("DIM_RANGE", d, -n, n - 1))
    for word, dims in (('source', source), ('destination', destination)):
        if len({d % n for d in dims}) != len(dims):
            raise RuntimeError('movedim: repeated dim in `%s` (%s)' % (word, list(dims)))
    if not input.ndim:
        return input
    source, destination = [s % n for s in source], [d % n for d in destination]
    rest = [i for i in builtins.range(n) if i not in source]
    order = [None] * n
    for s, d in zip(source, destination):
        order[d] = s
    rest = iter(rest)
    return input.permute([next(rest) if axis is None else axis for axis in order])


moveaxis = movedim


def ravel(input):
    return _named(input.reshape(-1), 'ViewBackward0')


def align_tensors(*tensors):
    raise RuntimeError('`align_tensors` not yet implemented.')


def unflatten(input, dim, sizes):
    if sizes is None or isinstance(sizes, (tuple, list)) and not sizes:
        raise RuntimeError('unflatten: sizes must be non-empty')
    if _torch._names(input) or isinstance(sizes, (tuple, list)) and isinstance(sizes[0], (tuple, list)): # (pairs of a name and a size)
        from .._named import unflattened
        return unflattened(unflatten, input, dim, sizes)
    if type(dim) is not int and not isinstance(dim, Tensor):
        raise TypeError("unflatten(): argument 'dim' (position 1) must be int, not %s" % type(dim).__name__)
    _whole_numbers('unflatten', 'sizes', 2, sizes)
    n = builtins.max(input.ndim, 1)
    if not -n <= dim < n:
        raise IndexError(_says("DIM_RANGE", dim, -n, n - 1))
    if not input.ndim:
        raise IndexError(_says("NO_DIMENSIONS", dim))
    dim = dim % input.ndim
    whole, sizes = input.shape[dim], [int(k) for k in sizes]
    if sizes.count(-1) > 1:
        raise RuntimeError('unflatten got an unexpected error:')
    if builtins.any(k < -1 for k in sizes):
        raise RuntimeError(_says("RESHAPE_NEGATIVE", next(k for k in sizes if k < -1)))
    rest = math.prod(k for k in sizes if k != -1)
    if -1 in sizes and not rest and not whole:
        raise RuntimeError(_says("RESHAPE_AMBIGUOUS", sizes))
    if (whole % rest if rest else whole) if -1 in sizes else rest != whole:
        raise RuntimeError("unflatten: Provided sizes %s don't multiply up to the size of dim %d (%d) in the input tensor" % (sizes, dim, whole))
    sizes = [whole // rest if k == -1 else k for k in sizes]
    return _named(input.reshape(list(input.shape[:dim]) + sizes + list(input.shape[dim + 1:])), 'ViewBackward0')


def fliplr(input):
    return input.flip(1)


def flipud(input):
    return input.flip(0)


def rot90(input, k=1, dims=(0, 1)):
    if len(dims) != 2:
        raise RuntimeError('expected total rotation dims == 2, but got dims = %d' % len(dims))
    if input.ndim < 2:
        raise RuntimeError('expected total dims >= 2, but got total dims = %d' % input.ndim)
    a, b = dims
    if a == b or abs(a - b) == input.ndim:
        raise RuntimeError('expected rotation dims to be different, but got dim0 = %d and dim1 = %d' % (a, b))
    for word, d in (('dim0', a), ('dim1', b)):
        if not -input.ndim <= d < input.ndim:
            raise RuntimeError('Rotation %s out of range, %s = %d' % (word, word, d))
    k %= 4
    if k == 2:
        return _named(input.flip(a).flip(b), 'Rot90Backward0')
    if k:
        return _named(input.transpose(a, b).flip(a if k == 1 else b), 'Rot90Backward0')
    return _named(input.clone(), 'Rot90Backward0')


def diag(input, diagonal=0, *, out=None):
    need_tensor('diag', input)
    cpu_lacks('diag', 'H', input)
    if input.ndim == 1:
        return into('diag', out, _named(op('diag_embed', TORCH, (input,), offset=diagonal, axis1=0, axis2=1), 'DiagBackward0'), scalar)
    if input.ndim == 2:
        if diagonal > input.shape[1] or -diagonal > input.shape[0]:
            raise RuntimeError('numel: integer multiplication overflow')
        return into('diag', out, _named(op('copy', TORCH, (_torch.diagonal(input, diagonal),)), 'DiagBackward0'), scalar)
    raise RuntimeError('matrix or a vector expected')


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    return op('diag_embed', TORCH, (input,), offset=offset, axis1=dim1 % (input.ndim + 1), axis2=dim2 % (input.ndim + 1))


def diagflat(input, offset=0):
    return diag(input.flatten(), offset)


def trace(input):
    need_tensor('trace', input)
    input, = in_float32(input, gpu=False)
    cpu_lacks('trace', 'BHF', input)
    if input.ndim != 2:
        raise RuntimeError('trace: expected a matrix, but got tensor with dim %d' % input.ndim)
    return _named(_torch.diagonal(input).sum(), 'TraceBackward0')


def as_strided(input, size, stride, storage_offset=None):
    offset = input.storage_offset() if storage_offset is None else storage_offset
    if offset < 0:
        raise RuntimeError('Tensor: invalid storage offset %d' % offset)
    return op('as_strided', TORCH, (input,), sizes=size, strides=stride, offset=offset)


def unfold_axis(input, dimension, size, step):
    return op('unfold_axis', TORCH, (input,), axis=dimension, length=size, step=step)


def _split_at(name, input, indices_or_sections, dim):
    if isinstance(indices_or_sections, int) and (indices_or_sections == 0 or (indices_or_sections > 0 or input.shape[dim] % (indices_or_sections or 1)) and input.shape[dim] % indices_or_sections):
        raise RuntimeError('torch.%s attempted to split along dimension %d, but the size of the dimension %d is not divisible by the split_size %d!'
                           % (name, dim, input.shape[dim], indices_or_sections))
    return tensor_split(input, indices_or_sections, dim)


def hsplit(input, indices_or_sections):
    if not input.ndim:
        raise RuntimeError('torch.hsplit requires a tensor with at least 1 dimension, but got a tensor with 0 dimensions!')
    return _split_at('hsplit', input, indices_or_sections, 0 if input.ndim == 1 else 1)


def vsplit(input, indices_or_sections):
    if input.ndim < 2:
        raise RuntimeError('torch.vsplit requires a tensor with at least 2 dimension, but got a tensor with %d dimensions!' % input.ndim)
    return _split_at('vsplit', input, indices_or_sections, 0)


def dsplit(input, indices_or_sections):
    if input.ndim < 3:
        raise RuntimeError('torch.dsplit requires a tensor with at least 3 dimension, but got a tensor with %d dimensions!' % input.ndim)
    return _split_at('dsplit', input, indices_or_sections, 2)


def adjoint(input, _word='adjoint()'):
    if not input.ndim: # (with a warning there)
        return conj_of(input)
    if input.ndim == 1:
        raise RuntimeError('tensor.%s is only supported on matrices or batches of matrices. Got 1-D tensor.' % _word)
    made = input.mT
    return conj_of(made)


def conj_of(input):
    return op('conj', TORCH, (input,)) if input.is_complex() else input


def narrow_copy(input, dim, start, length, *, out=None):
    return into('narrow_copy', out, input.narrow(dim, start, length).clone(),
                lambda made, given: 'Expected self.dtype() == output.dtype() to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)')


def sum_to_size(input, *size):
    size = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else size
    lead = input.ndim - len(size)
    axes = [i for i in builtins.range(input.ndim) if i < lead or size[i - lead] == 1 and input.shape[i] != 1]
    made = input.sum(axes, keepdim=True) if axes else input
    return made.reshape(size)

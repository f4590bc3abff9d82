"""Other looks at a tensor: split, joined, repeated, turned."""
from _torch import _says
import builtins

import _torch
from .._torch_args import cpu_lacks, need_tensor, same_places
from ._shared import INT64, TORCH, Tensor, op, named as _named
from ..amp.autocast_mode import in_float32
from perch.only import only


def unbind(input, dim=0):
    need_tensor('unbind', input)
    if dim is None:
        raise RuntimeError('Please look up dimensions by name, got: name = None.')
    if not input.ndim:
        raise IndexError(_says("NO_DIMENSIONS", 0))
    return tuple([_named(input.select(dim, i), 'UnbindBackward0') for i in builtins.range(input.shape[dim])])


def split(tensor, split_size_or_sections, dim=0, *, split_size=None):
    sizes = split_size_or_sections if split_size is None else split_size
    name = 'SplitBackward0' if isinstance(sizes, int) else 'SplitWithSizesBackward0'
    total = need_tensor('split', tensor, 'self').size(dim)
    if isinstance(sizes, int):
        if sizes < 0:
            raise RuntimeError('split expects split_size be non-negative, but got split_size=%d' % sizes)
        if sizes == 0 and total:
            raise RuntimeError('split_size can only be 0 if dimension size is 0, but got dimension size of %d' % total)
        sizes = [builtins.min(sizes, total - at) for at in builtins.range(0, total, sizes or 1)] or [0]
    else:
        sizes = list(sizes)
        if sum(sizes) != total:
            raise RuntimeError("split_with_sizes expects split_sizes to sum exactly to %d (input tensor's size at dimension %d), but got split_sizes=%s"
                               % (total, dim, sizes))
    parts, at = [], 0
    for size in sizes:
        parts.append(_named(tensor.narrow(dim, at, size), name))
        at += size
    return tuple(parts)


split_with_sizes = split


def chunk(input, chunks, dim=0):
    need_tensor('chunk', input)
    if chunks <= 0:
        raise RuntimeError('chunk expects `chunks` to be greater than 0, got: %d' % chunks)
    size = input.size(dim)
    return split(input, (size + chunks - 1) // chunks if size else [0] * chunks, dim)


def tensor_split(input, indices_or_sections=None, dim=0, *, indices=None, sections=None):
    given = [v for v in (indices_or_sections, indices, sections) if v is not None]
    if len(given) != 1:
        raise TypeError('tensor_split() takes one of indices and sections (or of both as its second argument)')
    indices_or_sections = given[0]
    size = input.size(dim)
    if isinstance(indices_or_sections, int):
        n = indices_or_sections
        if n <= 0:
            raise RuntimeError('number of sections must be larger than 0, got %d' % n)
        each, more = divmod(size, n)
        edges = [i * each + builtins.min(i, more) for i in builtins.range(n + 1)]
    else:
        edges = [0, *(indices_or_sections.tolist() if isinstance(indices_or_sections, Tensor) else indices_or_sections), size]
    return tuple(input.narrow(dim, a, builtins.max(b - a, 0)) for a, b in zip(edges, edges[1:]))


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


def hstack(tensors, *, out=None):
    only('torch.hstack', out=(out, None))
    tensors = atleast_1d(tuple(tensors))
    return _torch.cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def vstack(tensors, *, out=None):
    only('torch.vstack', out=(out, None))
    return _torch.cat(atleast_2d(tuple(tensors)), 0)


row_stack = vstack


def dstack(tensors, *, out=None):
    only('torch.dstack', out=(out, None))
    return _torch.cat(atleast_3d(tuple(tensors)), 2)


def column_stack(tensors, *, out=None):
    only('torch.column_stack', out=(out, None))
    return _torch.cat([t.reshape(-1, 1) if t.ndim < 2 else t for t in tensors], 1)


def broadcast_tensors(*tensors):
    if len(tensors) == 1 and not isinstance(tensors[0], Tensor):
        tensors = tuple(tensors[0])
    width = builtins.max([t.ndim for t in tensors], default=0)
    shape = []
    for axis in builtins.range(-width, 0):
        sizes = {t.shape[axis] for t in tensors if t.ndim >= -axis} - {1}
        if len(sizes) > 1:
            a, b = sorted(sizes, key=lambda s: [t.shape[axis] for t in tensors if t.ndim >= -axis].index(s))[:2]
            raise RuntimeError(_says("BROADCAST_SIZES", a, b, axis + width))
        shape.append(sizes.pop() if sizes else 1)
    return tuple(t.expand(shape) for t in tensors)


def broadcast_to(input, size):
    return input.expand(size)


def tile(input, *dims):
    dims = tuple(dims[0]) if len(dims) == 1 and not isinstance(dims[0], int) else dims
    return repeat(input, (1,) * (input.ndim - len(dims)) + tuple(dims))


def repeat(input, *sizes):
    sizes = tuple(sizes[0]) if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes
    if len(sizes) < input.ndim:
        raise RuntimeError('Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor')
    if builtins.any(n < 0 for n in sizes):
        shape = [n * m for n, m in zip(sizes, (1,) * (len(sizes) - input.ndim) + tuple(input.shape))]
        raise RuntimeError(_says("NEGATIVE_DIMENSION", next(n for n in shape if n < 0), shape))
    return op('tile', TORCH, (input,), shape=sizes)


def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    if repeats is None:
        return _named(_repeated(_torch.arange(input.numel(), device=input.device), input, 0), 'IndexSelectBackward0')
    if dim is None:
        input, dim = input.flatten(), 0
    if isinstance(repeats, Tensor) and repeats.numel() > 1:
        same_places('wrapper__index_select', self=input, index=repeats)
        return _named(_repeated(input, repeats, dim), 'IndexSelectBackward0')
    n = int(repeats)
    if n < 0:
        raise RuntimeError('Repeats must be non-negative')
    return _named(op('repeat', TORCH, (input,), axis=dim, length=n), 'IndexSelectBackward0')


def _repeated(input, repeats, dim):
    counts = repeats.tolist()
    if len(counts) != input.size(dim):
        raise RuntimeError('repeats must have the same size as input along dim')
    rows = [i for i, n in enumerate(counts) for _ in builtins.range(n)]
    return _torch.index_select(input, dim, _torch.tensor(rows, dtype=INT64, device=input.device))


def movedim(input, source, destination):
    source = (source,) if isinstance(source, int) else tuple(source)
    destination = (destination,) if isinstance(destination, int) else tuple(destination)
    n = input.ndim
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


def unflatten(input, dim, sizes):
    dim = dim % input.ndim
    return _named(input.reshape(list(input.shape[:dim]) + list(sizes) + list(input.shape[dim + 1:])), 'ViewBackward0')


def fliplr(input):
    return input.flip(1)


def flipud(input):
    return input.flip(0)


def rot90(input, k=1, dims=(0, 1)):
    a, b = dims
    k %= 4
    if k == 2:
        return _named(input.flip(a).flip(b), 'Rot90Backward0')
    if k:
        return _named(input.transpose(a, b).flip(a if k == 1 else b), 'Rot90Backward0')
    return _named(input.clone(), 'Rot90Backward0')


def diag(input, diagonal=0, *, out=None):
    need_tensor('diag', input)
    cpu_lacks('diag', 'H', input)
    only('torch.diag', out=(out, None))
    if input.ndim == 1:
        return _named(op('diag_embed', TORCH, (input,), offset=diagonal, axis1=0, axis2=1), 'DiagBackward0')
    if input.ndim == 2:
        return _named(op('copy', TORCH, (_torch.diagonal(input, diagonal),)), 'DiagBackward0')
    raise RuntimeError('matrix or a vector expected')


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    return op('diag_embed', TORCH, (input,), offset=offset, axis1=dim1 % (input.ndim + 1), axis2=dim2 % (input.ndim + 1))


def diagflat(input, offset=0):
    return diag(input.flatten(), offset)


def trace(input):
    need_tensor('trace', input)
    input, = in_float32(input, gpu=False)
    if input.ndim != 2:
        raise RuntimeError('trace: expected a matrix, but got tensor with dim %d' % input.ndim)
    cpu_lacks('trace', 'BHF', input)
    return _named(_torch.diagonal(input).sum(), 'TraceBackward0')


def as_strided(input, size, stride, storage_offset=None):
    offset = input.storage_offset() if storage_offset is None else storage_offset
    if offset < 0:
        raise RuntimeError('Tensor: invalid storage offset %d' % offset)
    return op('as_strided', TORCH, (input,), sizes=size, strides=stride, offset=offset)


def unfold_axis(input, dimension, size, step):
    return op('unfold_axis', TORCH, (input,), axis=dimension, length=size, step=step)


def _split_at(input, indices_or_sections, dim):
    return tensor_split(input, indices_or_sections, dim)


def hsplit(input, indices_or_sections):
    return _split_at(input, indices_or_sections, 0 if input.ndim == 1 else 1)


def vsplit(input, indices_or_sections):
    if input.ndim < 2:
        raise RuntimeError('torch.vsplit requires a tensor with at least 2 dimension, but got a tensor with %d dimensions!' % input.ndim)
    return _split_at(input, indices_or_sections, 0)


def dsplit(input, indices_or_sections):
    if input.ndim < 3:
        raise RuntimeError('torch.dsplit requires a tensor with at least 3 dimension, but got a tensor with %d dimensions!' % input.ndim)
    return _split_at(input, indices_or_sections, 2)


def adjoint(input):
    made = input.mT
    return op('conj', TORCH, (made,)) if input.is_complex() else made


def narrow_copy(input, dim, start, length):
    return input.narrow(dim, start, length).clone()


def sum_to_size(input, *size):
    size = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else size
    lead = input.ndim - len(size)
    axes = [i for i in builtins.range(input.ndim) if i < lead or size[i - lead] == 1 and input.shape[i] != 1]
    made = input.sum(axes, keepdim=True) if axes else input
    return made.reshape(size)

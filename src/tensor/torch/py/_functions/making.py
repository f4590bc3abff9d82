"""Tensors made of sizes, rules or chance."""
from _torch import _two, _says
import builtins
import functools
import math

import _tensor
import _torch
from .._torch_args import need_tensor, no_kernel, same_places
from .._warned import warn as _warn
from ._shared import BOOL, FLOAT64, TORCH, Tensor, UINT8, op, named as _named
from .facts import get_default_dtype, promote_types, type_name
from .indexing import nonzero
from .parts import as_strided, atleast_2d, broadcast_tensors
from perch.only import only


def from_numpy(ndarray):
    if not _tensor.is_array(ndarray):
        kind = type(ndarray)
        raise TypeError('expected np.ndarray (got %s)' % ('numpy.' + kind.__name__ if kind.__module__ == 'numpy' else kind.__name__))
    if not ndarray.dtype.isnative:
        raise ValueError('given numpy array has byte order different from the native byte order. Conversion between byte orders is currently not supported.')
    if any(step < 0 for step in ndarray.strides):
        raise ValueError(_says("NUMPY_STRIDES"))
    if not ndarray.flags.writeable:
        _warn('READ_ONLY')
    made = _tensor.share(TORCH, ndarray)
    _tensor.made_at(made, _tensor.site())       # here it became a tensor; the bytes are the array's
    return made


def empty_permuted(size, physical_layout, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """Memory whose axes lie in another order."""
    if sorted(physical_layout) != list(builtins.range(len(size))):
        raise RuntimeError('Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = %d is not equal to len(physical_layout) = %d' % (len(size), len(physical_layout))
                           if len(size) != len(physical_layout) else 'Duplicate dim not allowed')
    made = _torch.empty([size[axis] for axis in physical_layout], dtype=dtype, device=device, requires_grad=False)
    made = made.permute(sorted(builtins.range(len(size)), key=lambda axis: physical_layout[axis]))
    return made.requires_grad_() if requires_grad else made


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    made = _torch.as_tensor(obj, dtype, device)
    if copy and made is obj:
        made = made.clone()
    if requires_grad and not made.is_floating_point() and not made.is_complex():
        raise RuntimeError(_says("GRAD_DTYPE_MADE"))
    return made.requires_grad_() if requires_grad else made


def scalar_tensor(s, *, dtype=None, **kwargs):
    return _torch.full((), s.item() if isinstance(s, Tensor) else s, dtype=get_default_dtype() if dtype is None and not isinstance(s, builtins.complex) else dtype, **kwargs)


def _end(word, position, value):
    if isinstance(value, Tensor) and not value.ndim:
        value = value.item()
    if not isinstance(value, (int, float)):
        raise TypeError("range(): argument '%s' (position %d) must be Number, not %s" % (word, position, type(value).__name__))
    return value


def range(start=0, end=None, step=1, **kwargs):
    import warnings
    warnings.warn('torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with Python\'s range '
                  'builtin. Instead, use torch.arange, which produces values in [start, end).', stacklevel=2)
    if end is None:
        raise TypeError('range() missing 1 required positional arguments: "end"')
    start, end, step = (_end(word, i, v) for i, (word, v) in enumerate((('start', start), ('end', end), ('step', step)), 1))
    if step == 0 or step != step:
        raise RuntimeError('step must be nonzero')
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError('unsupported range: %g -> %g' % (start, end))
    if (end - start) * step < 0:
        raise RuntimeError('upper bound and lower bound inconsistent with step sign')
    count = math.floor((end - start) / step) + 1
    return _torch.arange(count, dtype=kwargs.pop('dtype', get_default_dtype()), **kwargs) * step + start


def logspace(start, end, steps, base=10.0, *, out=None, dtype=None, **kwargs):
    dtype = dtype or (get_default_dtype() if out is None else out.dtype)
    if not dtype.is_floating_point and not dtype.is_complex:
        start, end = int(start), int(end)
    wide = dtype if dtype.is_floating_point or dtype.is_complex else FLOAT64
    made = (base ** _torch.linspace(start, end, steps, dtype=wide, **kwargs)).to(dtype)
    return made if out is None else out.resize_(made.shape).copy_(made)


def normal(mean, std=1.0, size=None, *, generator=None, dtype=None, device=None, requires_grad=False, out=None):
    only('torch.normal', out=(out, None))
    if size is not None:        # (numbers of no dimensions are numbers)
        mean, std = (v.item() if isinstance(v, Tensor) else v for v in (mean, std))
    if isinstance(mean, Tensor) or isinstance(std, Tensor):
        if isinstance(mean, Tensor) and not isinstance(std, Tensor):
            return _torch.empty(mean.shape, dtype=mean.dtype, device=mean.device).normal_(0, std, generator=generator).add_(mean)
        if isinstance(std, Tensor) and std.is_complex():
            raise RuntimeError('normal expects standard deviation to be non-complex')
        if isinstance(std, Tensor) and std.numel() and not std.min() >= 0:
            raise RuntimeError('normal expects all elements of std >= 0.0')
        same_places('wrapper_Tensor_Tensor_normal_Tensor_Tensor', mean=mean, std=std)
        if isinstance(mean, Tensor):
            shape = broadcast_tensors(mean, std)[0].shape
            return _torch.empty(shape, dtype=mean.dtype, device=mean.device).normal_(0, 1, generator=generator).mul_(std).add_(mean)
        return _torch.empty(std.shape, dtype=std.dtype, device=std.device).normal_(0, 1, generator=generator).mul_(std).add_(mean)
    if size is None:
        raise TypeError('normal() received an invalid combination of arguments - got (%s, %s), but expected one of:\n'
                        ' * (Tensor mean, Tensor std, *, torch.Generator generator, Tensor out)\n'
                        ' * (Tensor mean, float std, *, torch.Generator generator, Tensor out)\n'
                        ' * (float mean, Tensor std, *, torch.Generator generator, Tensor out)\n'
                        ' * (float mean, float std, tuple of ints size, *, torch.Generator generator, Tensor out, torch.dtype dtype, torch.layout '
                        'layout, torch.device device, bool pin_memory, bool requires_grad)\n' % (type(mean).__name__, type(std).__name__))
    made = _torch.empty(size, dtype=dtype, device=device).normal_(mean, std, generator=generator)
    return made.requires_grad_() if requires_grad else made


def _stream(generator, like):
    if generator is None:
        return {}
    if generator._on_gpu != like.is_cuda:
        from perch.explain import attach
        raise attach(RuntimeError(_says("GENERATOR_DEVICE", like.device.type, generator.device.type)), 'P0114', [like])
    return {'stream': generator._stream}


def bernoulli(input, p=None, *, generator=None, out=None):
    if p is not None:
        return bernoulli_(_torch.empty_like(input), p, generator=generator)
    if input.is_complex():
        raise no_kernel('bernoulli_tensor_cpu_self_', type_name(input))
    return op('random_bernoulli', TORCH, (input,), out=out, **_stream(generator, input))


def lying(t):
    """t with its axes in the order in which they lie in memory: PyTorch draws in that order."""
    return t if t.is_contiguous() else t.permute(sorted(builtins.range(t.ndim), key=lambda axis: -t.stride(axis)))


def given(target, made):
    """What was drawn in that order, in its place."""
    if target.is_contiguous():
        return target.copy_(made)
    lying(target).copy_(made)
    return target


def bernoulli_(input, p=0.5, *, generator=None):
    if input.is_complex():
        raise no_kernel('bernoulli_scalar_cpu_', type_name(input))
    if isinstance(p, Tensor):
        chance = p.expand_as(input).to(input.device)
        if not input.is_contiguous():
            axes = sorted(builtins.range(input.ndim), key=lambda axis: -input.stride(axis))
            return given(input, op('random_bernoulli', TORCH, (chance.permute(axes),), **_stream(generator, input)))
        if not input.is_floating_point():
            return input.copy_(op('random_bernoulli', TORCH, (chance,), **_stream(generator, input)))
        return op('random_bernoulli', TORCH, (chance,), out=input, **_stream(generator, input))
    if not 0 <= p <= 1:
        raise RuntimeError('bernoulli_ expects p to be in [0, 1], but got p=%s' % p)
    made = op('random_bernoulli', TORCH, (_torch.full(lying(input).shape, p, dtype=input.dtype if input.is_floating_point() else get_default_dtype(), device=input.device),), low=1, **_stream(generator, input))
    return _named(given(input, made), 'BernoulliBackward2')


def _judge_weights(input, draws, replacement, generator):
    """On the CPU all weights are looked at before the first is drawn by; where they are put back it is row after row, and the rows before a bad one have been drawn."""
    infinite = input == math.inf
    good = (input >= 0) & ~infinite             # (NaN is neither)
    fine = good.all(-1) & (input.sum(-1) > 0)
    if fine.all():
        return
    if not replacement:
        raise RuntimeError(_says("MULTINOMIAL_ZEROS") if good.all() else _says("MULTINOMIAL_WEIGHTS"))
    row = int(fine.reshape(-1).to(UINT8).argmin())
    if row:
        op('random_multinomial', TORCH, (input[:row],), high=draws, replace=True, **_stream(generator, input))
    of_row = ... if input.ndim == 1 else row
    if good[of_row].all():
        raise RuntimeError(_says("MULTINOMIAL_ZEROS"))
    first = int(good[of_row].to(UINT8).argmin())
    raise RuntimeError('invalid multinomial distribution (encountering probability entry %s)' % ('= infinity or NaN' if infinite[of_row][first] else '< 0'))


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    need_tensor('multinomial', input)
    if input.ndim not in (1, 2):
        raise RuntimeError('prob_dist must be 1 or 2 dim')
    if not input.is_floating_point():
        raise RuntimeError('multinomial only supports floating-point dtypes for input, got: %s' % type_name(input))
    if num_samples <= 0:
        raise RuntimeError('cannot sample n_sample <= 0 samples')
    if not replacement and num_samples > input.shape[-1]:
        raise RuntimeError(_says("MULTINOMIAL_FEW"))
    if input.is_cpu and type_name(input) == 'Half' and not _two('SHORT_FLOATS'):
        raise RuntimeError('multinomial is not implemented for half on CPU')
    if input.is_cpu and input.numel():
        _judge_weights(input, num_samples, replacement, generator)
    return op('random_multinomial', TORCH, (input,), out=out, high=num_samples, replace=replacement and not (num_samples == 1 and _two('ONE_DRAWN')), **_stream(generator, input))


def poisson(input, generator=None):
    if not input.is_complex() and input.numel() and input.min() < 0:
        raise RuntimeError('invalid Poisson rate, expected rate to be non-negative')
    return op('random_poisson_each', TORCH, (input,), **_stream(generator, input))


def complex(real, imag, *, out=None):
    made = op('make_complex', TORCH, (need_tensor('complex', real, 'real', 1), need_tensor('complex', imag, 'imag', 2)))
    return made if out is None else out.copy_(made)


def polar(abs, angle, *, out=None):
    need_tensor('polar', abs, 'abs', 1), need_tensor('polar', angle, 'angle', 2)
    names = type_name(abs), type_name(angle)
    if any(n not in ('Half', 'Float', 'Double') for n in names):
        raise RuntimeError(_says("COMPLEX_FLOATS", *names))
    if names[0] != names[1]:
        raise RuntimeError(_says("COMPLEX_SECOND", *names))
    return _named(complex(abs * angle.cos(), abs * angle.sin(), out=out), 'PolarBackward0')


def meshgrid(*tensors, indexing=None):
    if len(tensors) == 1 and not isinstance(tensors[0], Tensor):
        tensors = tuple(tensors[0])
    if not tensors:
        raise RuntimeError('meshgrid expects a non-empty TensorList')
    if indexing is None:
        _warn('MESHGRID')
        indexing = 'ij'
    if any(t.device != tensors[0].device for t in tensors):
        from perch.explain import attach
        raise attach(RuntimeError('meshgrid expects all tensors to have the same device'), 'P0103', list(tensors))
    if any(t.dtype is not tensors[0].dtype for t in tensors):
        raise RuntimeError('meshgrid expects all tensors to have the same dtype')
    for t in tensors:
        if t.ndim > 1:
            from .._stream_text import stream_text
            raise RuntimeError('torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: ' + stream_text(t))
    if indexing not in ('ij', 'xy'):
        raise RuntimeError('torch.meshgrid: indexing must be one of "xy" or "ij", but received: %s' % indexing)
    swap = indexing == 'xy' and len(tensors) >= 2
    if swap:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    shape = [t.numel() for t in tensors]
    grids = [t.reshape([-1 if j == i else 1 for j in builtins.range(len(tensors))]).expand(shape) for i, t in enumerate(tensors)]
    if swap:
        grids[0], grids[1] = grids[1], grids[0]
    return tuple(grids)


def cartesian_prod(*tensors):
    for t in tensors:
        if t.ndim != 1:
            raise RuntimeError('Expect a 1D vector, but got shape %s' % list(t.shape))
    if len(tensors) == 1:
        return tensors[0]
    return _torch.stack([g.flatten() for g in meshgrid(*tensors, indexing='ij')], 1)


def combinations(input, r=2, with_replacement=False):
    import itertools
    if input.ndim != 1:
        raise RuntimeError('Expect a 1D vector, but got shape %s' % list(input.shape))
    if r < 0:
        raise RuntimeError('Expect a non-negative number, but got %d' % r)
    if r == 0:
        return input.new_empty((0,))
    pick = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = list(pick(builtins.range(input.numel()), r))
    return _named(input[_torch.tensor(rows)] if rows else input.new_empty((0, r)), 'StackBackward0')


def broadcast_sizes(first, second):
    """The shape that two of the same number of sizes have together."""
    for i, (a, b) in enumerate(zip(first, second)):
        if a != b and a != 1 and b != 1:
            raise RuntimeError(_says("BROADCAST_SIZES", a, b, i))
    return tuple(b if a == 1 else a for a, b in zip(first, second))


def broadcast_shapes(*shapes):
    told, shapes = shapes, [tuple(s) if isinstance(s, (tuple, list)) else (s,) for s in shapes]
    made = [1] * builtins.max([len(s) for s in shapes], default=0)
    for at, (shape, given) in enumerate(zip(shapes, told)):
        for i in builtins.range(-len(shape), 0):
            if shape[i] < 0:
                raise RuntimeError('Trying to create tensor with negative dimension (%d): (%d)' % (shape[i], shape[i]))
            if shape[i] in (1, made[i]):
                continue
            if made[i] != 1:
                raise RuntimeError(_says("BROADCAST_SHAPES", shape[i], i, at, given, list(made)))
            made[i] = shape[i]
    return _torch.Size(made)


def _half_indices(name, half, row, col, offset, dtype, device):
    for word, n in (('row', row), ('col', col)):
        if n < 0:
            raise RuntimeError('%s must be non-negative, got%d' % (word, n))
    made = _torch.stack(nonzero(half(_torch.ones(row, col, device=device), offset), as_tuple=True))
    if dtype is None:
        return made
    if dtype.is_floating_point or dtype.is_complex or dtype is BOOL or dtype is UINT8:
        raise no_kernel(name, type_name(_torch.zeros(0, dtype=dtype)))
    return made.to(dtype)


def tril_indices(row, col, offset=0, *, dtype=None, device=None, layout=None):
    only('torch.tril_indices', layout=(None if str(layout) == 'torch.strided' else layout, None))
    return _half_indices('tril_indices', _torch.tril, row, col, offset, dtype, device)


def triu_indices(row, col, offset=0, *, dtype=None, device=None, layout=None):
    only('torch.triu_indices', layout=(None if str(layout) == 'torch.strided' else layout, None))
    return _half_indices('triu_indices', _torch.triu, row, col, offset, dtype, device)


def block_diag(*tensors):
    for i, t in enumerate(tensors):
        if not isinstance(t, Tensor):
            raise TypeError('expected Tensor as element %d in argument 0, but got %s' % (i, type(t).__name__))
        if t.ndim > 2:
            raise RuntimeError('torch.block_diag: Input tensors must have 2 or fewer dimensions. Input %d has %d dimensions' % (i, t.ndim))
    if not tensors:
        return _torch.zeros(1, 0)
    tensors = [atleast_2d(t) for t in tensors]
    for i, t in enumerate(tensors):
        if t.device != tensors[0].device:
            from perch.explain import attach
            raise attach(RuntimeError('torch.block_diag: input tensors must all be on the same device. Input 0 is on device %s and input %d is on device %s'
                                      % (tensors[0].device, i, t.device)), 'P0103', list(tensors))
    made = _torch.zeros(sum(t.shape[0] for t in tensors), sum(t.shape[1] for t in tensors), dtype=functools.reduce(promote_types, (t.dtype for t in tensors)), device=tensors[0].device)
    i = j = 0
    for t in tensors:
        made[i:i + t.shape[0], j:j + t.shape[1]] = t
        i, j = i + t.shape[0], j + t.shape[1]
    return _named(made, 'BlockDiagBackward0')


def randint_like(input, low=0, high=None, *, dtype=None, device=None, requires_grad=False):
    low, high = (0, low) if high is None else (low, high)
    made = _torch.empty_like(input, dtype=dtype, device=device).random_(low, high)
    return made.requires_grad_() if requires_grad else made


def vander(x, N=None, increasing=False):
    if x.ndim != 1:
        raise RuntimeError('x must be a one-dimensional tensor.')
    if N is not None and N < 0:
        raise RuntimeError('N must be non-negative.')
    powers = _torch.arange(x.numel() if N is None else N, device=x.device)
    return x.unsqueeze(-1) ** (powers if increasing else powers.flip(0))


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    room = 1 + sum((n - 1) * s for n, s in zip(size, stride)) if all(size) else 0
    made = as_strided(_torch.empty(room, dtype=dtype, device=device), size, stride)
    return made.requires_grad_() if requires_grad else made


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor over the memory of a bytes-like object."""
    if not isinstance(dtype, _tensor.dtype):
        raise TypeError("frombuffer(): argument 'dtype' must be torch.dtype, not %s" % type(dtype).__name__)
    try:
        there = memoryview(buffer).nbytes
    except TypeError:
        raise ValueError('object does not implement Python buffer protocol.') from None
    size = _torch.empty(0, dtype=dtype).element_size()
    if there == 0 or count == 0:
        raise ValueError('both buffer length (%d) and count (%d) must not be 0' % (there, count))
    if not 0 <= offset < there:
        raise ValueError('offset (%d bytes) must be non-negative and no greater than buffer length (%d bytes) minus 1' % (offset, there))
    if count < 0:
        if (there - offset) % size:
            raise ValueError('buffer length (%d bytes) after offset (%d bytes) must be a multiple of element size (%d)' % (there - offset, offset, size))
        count = (there - offset) // size
    if offset + count * size > there:
        raise ValueError('requested buffer length (%d * %d bytes) after offset (%d bytes) must not be greater than actual buffer length (%d bytes)' % (count, size, offset, there))
    if memoryview(buffer).readonly:
        _warn('READ_ONLY_BUFFER')
    made = _tensor.buffer(TORCH, buffer, dtype, count, offset)
    return made.requires_grad_() if requires_grad else made

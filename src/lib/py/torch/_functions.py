"""torch's functions whose overloads need thought. The first argument of most is a tensor, so _tensor_methods makes methods of them too."""
import builtins
import math

import _tensor
import _torch
from . import return_types
from ._torch_args import need_tensor

Tensor = _tensor.Tensor
_op = _tensor.op
_TORCH = 1
_none_mode = None


# ---- what is it? ----
def is_tensor(obj):
    return isinstance(obj, Tensor)


def is_storage(obj):
    return False


def numel(input):
    return need_tensor('numel', input).numel()


def is_floating_point(input):
    return need_tensor('is_floating_point', input).is_floating_point()


def is_complex(input):
    return False


def is_nonzero(input):
    if input.numel() != 1:
        raise RuntimeError('Boolean value of Tensor with %s is ambiguous' % ('no values' if input.numel() == 0 else 'more than one value'))
    return bool(input.item())


def typename(o):
    if isinstance(o, Tensor):
        return o.type()
    kind = o if hasattr(o, '__qualname__') and hasattr(o, '__module__') and not isinstance(o, type(need_tensor)) and isinstance(o, type) else type(o)
    module = getattr(o, '__module__', '') if not isinstance(o, type) else o.__module__
    name = getattr(o, '__qualname__', None) or getattr(o, '__name__', None) or type(o).__name__
    if not module or module == 'builtins':
        return name
    return module + '.' + name


def is_same_size(input, other):
    return input.shape == other.shape


# ---- dtypes ----
def set_default_dtype(d):
    _tensor.set_default_dtype(d)


def get_default_dtype():
    return _tensor.set_default_dtype(None)


def result_type(tensor1, tensor2):
    return _op('add', _TORCH, (_one_of(tensor1), _one_of(tensor2))).dtype


def _one_of(x):
    return _torch.zeros((1,) * builtins.min(x.ndim, 1), dtype=x.dtype) if isinstance(x, Tensor) else x


def promote_types(type1, type2):
    return _op('add', _TORCH, (_torch.zeros(1, dtype=type1), _torch.zeros(1, dtype=type2))).dtype


def can_cast(from_, to):
    rank = [str(from_), str(to)]
    kinds = [3 if 'float' in name else 0 if 'bool' in name else 1 for name in rank]
    return kinds[0] <= kinds[1]


# ---- making ----
def from_numpy(ndarray):
    if not isinstance(ndarray, _tensor.ndarray):
        raise TypeError('expected np.ndarray (got %s)' % type(ndarray).__name__)
    return _tensor.share(_TORCH, ndarray)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    made = _torch.as_tensor(obj, dtype, device)
    if copy and made is obj:
        made = made.clone()
    return made.requires_grad_() if requires_grad else made


def scalar_tensor(s, **kwargs):
    return _torch.full((), s, **kwargs)


def range(start=0, end=None, step=1, **kwargs):
    import warnings
    warnings.warn('torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with Python\'s range '
                  'builtin. Instead, use torch.arange, which produces values in [start, end).', stacklevel=2)
    if end is None:
        start, end = 0, start
    count = math.floor((end - start) / step) + 1
    return _torch.arange(count, dtype=kwargs.pop('dtype', get_default_dtype()), **kwargs) * step + start


def logspace(start, end, steps, base=10.0, **kwargs):
    return base ** _torch.linspace(start, end, steps, **kwargs)


def normal(mean, std=1.0, size=None, *, generator=None, dtype=None, device=None, requires_grad=False, out=None):
    if isinstance(mean, Tensor) or isinstance(std, Tensor):
        if isinstance(mean, Tensor) and not isinstance(std, Tensor):
            return _torch.empty_like(mean).normal_(0, std, generator=generator).add_(mean)
        shape_of = std if not isinstance(mean, Tensor) or std.ndim >= mean.ndim else mean
        drawn = _torch.empty_like(shape_of).normal_(0, 1, generator=generator)
        return drawn.mul_(std).add_(mean)
    if size is None:
        raise TypeError('normal() received an invalid combination of arguments - got (%s, %s), but expected one of:\n'
                        ' * (Tensor mean, Tensor std, *, torch.Generator generator, Tensor out)\n'
                        ' * (Tensor mean, float std, *, torch.Generator generator, Tensor out)\n'
                        ' * (float mean, Tensor std, *, torch.Generator generator, Tensor out)\n'
                        ' * (float mean, float std, tuple of ints size, *, torch.Generator generator, Tensor out, torch.dtype dtype, torch.layout '
                        'layout, torch.device device, bool pin_memory, bool requires_grad)\n' % (type(mean).__name__, type(std).__name__))
    made = _torch.empty(size, dtype=dtype, device=device).normal_(mean, std, generator=generator)
    return made.requires_grad_() if requires_grad else made


def bernoulli(input, p=None, *, generator=None, out=None):
    if p is not None:
        return bernoulli_(_torch.empty_like(input), p)
    return _op('random_bernoulli', _TORCH, (input,), out=out)


def bernoulli_(input, p=0.5, *, generator=None):
    if isinstance(p, Tensor):
        return _op('random_bernoulli', _TORCH, (p.expand_as(input).to(input.device),), out=input)
    if not 0 <= p <= 1:
        raise RuntimeError('bernoulli_ expects p to be in [0, 1], but got p=%s' % p)
    made = _op('random_bernoulli', _TORCH, (_torch.full_like(input, p, dtype=input.dtype if input.is_floating_point() else get_default_dtype()),), low=1)
    return input.copy_(made)


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    return _op('random_multinomial', _TORCH, (need_tensor('multinomial', input),), out=out, high=num_samples, replace=replacement)


def poisson(input, generator=None):
    return _torch.stack([_op('random_poisson', _TORCH, (), shape=(), a=rate) for rate in input.flatten().tolist()]).reshape(input.shape).to(input.dtype)


def complex(real, imag):
    raise NotImplementedError('torch.complex: complex numbers are not in perch; the nearest is torch.stack((real, imag), -1)')


# ---- selecting ----
def where(condition, input=_none_mode, other=_none_mode, *, x=None, y=None):
    input = x if input is None else input
    other = y if other is None else other
    if input is None and other is None:
        return nonzero(condition, as_tuple=True)
    if need_tensor('where', condition).dtype not in (_BOOL, _UINT8):
        raise RuntimeError('where expected condition to be a boolean tensor, but got a tensor with dtype %s' % _word(condition))
    return _torch.where3(condition if condition.dtype is _BOOL else condition.bool(), input, other)


def _word(t):
    return t.type().rsplit('.', 1)[1].replace('Tensor', '')


def nonzero(input, *, as_tuple=False, out=None):
    if as_tuple:
        if input.ndim == 0:
            input = input.unsqueeze(0)
        return unbind(_op('nonzero', _TORCH, (input,)), 1)
    return _op('nonzero', _TORCH, (need_tensor('nonzero', input),))


def _extreme(name, kind, input, dim, keepdim, other, out=None):
    need_tensor(name, input)
    if isinstance(dim, Tensor):
        other = dim
        dim = None
    if other is not None:
        return _op('maximum' if name == 'max' else 'minimum', _TORCH, (input, other), out=out)
    if dim is None:
        if input.numel() == 0:
            from perch.explain import attach
            raise attach(RuntimeError("%s(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument." % name), 'P0213', [input])
        return _op(name, _TORCH, (input,))
    return kind(_op(name + '_axis', _TORCH, (input,), axis=dim, keepdims=keepdim))


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
        found = _op(name, _TORCH, (input,), flat=True)
        return found.reshape((1,) * input.ndim) if keepdim else found
    return _op(name, _TORCH, (input,), axis=dim, keepdims=keepdim)


def argmax(input, dim=None, keepdim=False, *, axis=None, keepdims=False):
    return _arg('argmax', input, dim if axis is None else axis, keepdim or keepdims)


def argmin(input, dim=None, keepdim=False, *, axis=None, keepdims=False):
    return _arg('argmin', input, dim if axis is None else axis, keepdim or keepdims)


def sort(input, dim=-1, descending=False, stable=False, *, axis=None):
    return return_types.sort(_op('sort', _TORCH, (input,), axis=dim if axis is None else axis, descending=descending))


def argsort(input, dim=-1, descending=False, stable=False):
    return _op('sort', _TORCH, (input,), axis=dim, descending=descending)[1]


def msort(input):
    return sort(input, 0)[0]


def topk(input, k, dim=-1, largest=True, sorted=True):
    if k > (input.shape[dim] if input.ndim else 1):
        raise RuntimeError('selected index k out of range')
    return return_types.topk(_op('topk', _TORCH, (input,), axis=dim, count=k, descending=largest))


def kthvalue(input, k, dim=-1, keepdim=False):
    values, indices = _op('sort', _TORCH, (input,), axis=dim)
    pair = values.narrow(dim, k - 1, 1), indices.narrow(dim, k - 1, 1)
    return return_types.kthvalue(pair if keepdim else [t.squeeze(dim) for t in pair])


def median(input, dim=None, keepdim=False):
    if dim is None:
        return _op('median_axis', _TORCH, (input.flatten(),), axis=0)[0]
    return return_types.median(_op('median_axis', _TORCH, (input,), axis=dim, keepdims=keepdim))


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
    values, inverse, counts = _op('unique', _TORCH, (input,), flat=True)
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


# ---- statistics ----
def _spread(name, input, dim, unbiased, keepdim, correction, axis, keepdims):
    need_tensor(name, input)
    if isinstance(dim, bool):               # var(input, unbiased)
        dim, unbiased = None, dim
    if axis is not None:
        dim = axis
    ddof = correction if correction is not None else 1 if unbiased is None or unbiased else 0
    return _op(name, _TORCH, (input,), axes=dim, keepdims=keepdim or keepdims, ddof=ddof)


def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, axis=None, keepdims=False):
    return _spread('var', input, dim, unbiased, keepdim, correction, axis, keepdims)


def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, axis=None, keepdims=False):
    return _spread('std', input, dim, unbiased, keepdim, correction, axis, keepdims)


def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    return var(input, dim, unbiased, keepdim, correction=correction), _torch.mean(input, None if isinstance(dim, bool) else dim, keepdim)


def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    return std(input, dim, unbiased, keepdim, correction=correction), _torch.mean(input, None if isinstance(dim, bool) else dim, keepdim)


def norm(input, p='fro', dim=None, keepdim=False, dtype=None):
    if dtype is not None:
        input = input.to(dtype)
    if p is None or p == 'fro':
        p = 2.0
    if not input.is_floating_point():
        raise RuntimeError('linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s' % _word(input))
    return _op('norm', _TORCH, (input,), axes=dim, keepdims=keepdim, order=float(p))


def dist(input, other, p=2):
    return norm(input - other, p)


def cdist(x1, x2, p=2.0):
    return norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1)


def quantile(input, q, dim=None, keepdim=False, *, interpolation='linear'):
    if dim is None:
        input, dim = input.flatten(), 0
    ordered = sort(input, dim)[0].movedim(dim, 0)
    last = ordered.shape[0] - 1
    wanted = q.tolist() if isinstance(q, Tensor) else q
    found = []
    for each in wanted if isinstance(wanted, list) else [wanted]:
        at = each * last
        low = math.floor(at)
        high = builtins.min(low + 1, last)
        found.append(_torch.lerp(ordered[low], ordered[high], at - low))
    made = _torch.stack(found) if isinstance(wanted, list) else found[0]
    return made.unsqueeze(dim) if keepdim and not isinstance(wanted, list) else made


def bincount(input, weights=None, minlength=0):
    return _op('bincount', _TORCH, (input, weights), count=minlength)


def histc(input, bins=100, min=0, max=0):
    if min == max:
        min, max = input.min().item(), input.max().item()
    return _op('histogram', _TORCH, (input,), count=bins, low=min, high=max)


def searchsorted(sorted_sequence, values, *, right=False, side=None, out_int32=False):
    number = not isinstance(values, Tensor)
    found = _op('searchsorted', _TORCH, (sorted_sequence, _torch.tensor([values]) if number else values), descending=right or side == 'right')
    found = found[0] if number else found
    return found.int() if out_int32 else found


def bucketize(input, boundaries, *, right=False, out_int32=False):
    return searchsorted(boundaries, input, right=right, out_int32=out_int32)


def cov(input, *, correction=1):
    centred = input - input.mean(-1, keepdim=True)
    return centred @ centred.t() / (input.shape[-1] - correction)


def corrcoef(input):
    c = cov(input)
    d = _torch.diagonal(c).sqrt()
    return c / d.unsqueeze(0) / d.unsqueeze(1)


# ---- elementwise with a twist ----
def clamp(input, min=None, max=None, *, out=None):
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        if min is not None:
            input = _torch.maximum(input, _torch.as_tensor(min, None, input.device))
        return input if max is None else _torch.minimum(input, _torch.as_tensor(max, None, input.device))
    return _torch.clip(input, min, max, out=out)


def clamp_(input, min=None, max=None):
    if isinstance(min, Tensor) or isinstance(max, Tensor):
        return input.copy_(clamp(input, min, max))
    return input.clip_(min, max)


def clamp_min(input, min):
    return clamp(input, min=min)


def clamp_max(input, max):
    return clamp(input, max=max)


def clamp_min_(input, min):
    return clamp_(input, min=min)


def clamp_max_(input, max):
    return clamp_(input, max=max)


def round(input, *, decimals=0, out=None):
    if decimals:
        scale = 10.0 ** decimals
        return _op('round', _TORCH, (input * scale,)) / scale
    return _op('round', _TORCH, (need_tensor('round', input),), out=out)


def round_(input, *, decimals=0):
    return input.copy_(round(input, decimals=decimals)) if decimals else _op('round', _TORCH, (input,), out=input)


def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    made = _torch.where3(_torch.isnan(input), _torch.zeros_like(input) + nan, input)
    top = {'torch.float32': 3.4028234663852886e+38, 'torch.float64': 1.7976931348623157e+308, 'torch.float16': 65504.0}.get(str(input.dtype), 3.3895313892515355e+38)
    made = _torch.where3(made == math.inf, _torch.full_like(made, top if posinf is None else posinf), made)
    return _torch.where3(made == -math.inf, _torch.full_like(made, -top if neginf is None else neginf), made)


def rsub(input, other, *, alpha=1):
    return other - input * alpha


def float_power(input, exponent):
    return _torch.pow(input.double() if isinstance(input, Tensor) else input, exponent.double() if isinstance(exponent, Tensor) else exponent)


def positive(input):
    return input


def logit(input, eps=None):
    if eps is not None:
        input = clamp(input, eps, 1 - eps)
    return _torch.log(input / (1 - input))


def sinc(input):
    x = input * math.pi
    return where(input == 0, _torch.ones_like(x), _torch.sin(x) / x)


def xlogy(input, other):
    product = input * _torch.log(other) if isinstance(other, Tensor) else input * math.log(other)
    return where(input == 0, _torch.zeros_like(product), product)


def heaviside(input, values):
    return where(input == 0, values.expand_as(input), (input > 0).to(input.dtype))


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    near = (input == other) | ((input - other).abs() <= atol + rtol * other.abs()) & _torch.isfinite(input - other)
    return near | (_torch.isnan(input) & _torch.isnan(other)) if equal_nan else near


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    if input.dtype != other.dtype:
        raise RuntimeError('%s did not match %s' % (_word(input), _word(other)))
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


def equal(input, other):
    return input.shape == other.shape and bool((input == other).all())


def isin(elements, test_elements):
    return (elements.unsqueeze(-1) == test_elements.flatten()).any(-1)


def isposinf(input):
    return input == math.inf


def isneginf(input):
    return input == -math.inf


def isreal(input):
    return _torch.ones_like(input, dtype=_BOOL)


def signbit(input):
    return (_torch.copysign(_torch.ones_like(input, dtype=None if input.is_floating_point() else get_default_dtype()), input) < 0)


def softmax(input, dim, dtype=None):
    return _torch.softmax2(input, dim, dtype)


def log_softmax(input, dim, dtype=None):
    return _torch.log_softmax2(input, dim, dtype)


def relu_(input):
    return _op('relu', _TORCH, (input,), out=input)


def clone(input, *, memory_format=None):
    return need_tensor('clone', input).clone()


def detach(input):
    return input.detach()


def logcumsumexp(input, dim):
    top = input.max(dim, keepdim=True)[0]
    return _torch.cumsum((input - top).exp(), dim).log() + top


def _running(name, input, dim):
    values, indices = [], []
    rows = unbind(input, dim)
    best, at = rows[0], _torch.zeros_like(rows[0], dtype=_INT64)
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


def diff(input, n=1, dim=-1):
    for _ in builtins.range(n):
        size = input.shape[dim]
        input = input.narrow(dim, 1, size - 1) - input.narrow(dim, 0, size - 1)
    return input


# ---- parts and joins ----
def unbind(input, dim=0):
    need_tensor('unbind', input)
    if not input.ndim:
        raise RuntimeError('Dimension specified as 0 but tensor has no dimensions')
    return tuple([input.select(dim, i) for i in builtins.range(input.shape[dim])])


def split(tensor, split_size_or_sections, dim=0, *, split_size=None):
    sizes = split_size_or_sections if split_size is None else split_size
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
        parts.append(tensor.narrow(dim, at, size))
        at += size
    return tuple(parts)


split_with_sizes = split


def chunk(input, chunks, dim=0):
    need_tensor('chunk', input)
    if chunks <= 0:
        raise RuntimeError('chunk expects `chunks` to be greater than 0, got: %d' % chunks)
    return split(input, (input.size(dim) + chunks - 1) // chunks or 1, dim)


def tensor_split(input, indices_or_sections, dim=0):
    size = input.size(dim)
    if isinstance(indices_or_sections, int):
        n = indices_or_sections
        each, more = divmod(size, n)
        return split(input, [each + (i < more) for i in builtins.range(n)], dim)
    edges = [0, *(indices_or_sections.tolist() if isinstance(indices_or_sections, Tensor) else indices_or_sections), size]
    return tuple(input.narrow(dim, a, builtins.max(b - a, 0)) for a, b in zip(edges, edges[1:]))


def atleast_1d(*tensors):
    return _many(lambda t: t.reshape(1) if t.ndim == 0 else t, tensors)


def atleast_2d(*tensors):
    return _many(lambda t: t.reshape(1, -1) if t.ndim < 2 else t, tensors)


def atleast_3d(*tensors):
    return _many(lambda t: t.reshape(1, -1, 1) if t.ndim < 2 else t.unsqueeze(-1) if t.ndim == 2 else t, tensors)


def _many(f, tensors):
    if len(tensors) == 1 and isinstance(tensors[0], Tensor):
        return f(tensors[0])
    return tuple(f(t) for t in (tensors[0] if len(tensors) == 1 else tensors))


def hstack(tensors, *, out=None):
    tensors = atleast_1d(tuple(tensors))
    return _torch.cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def vstack(tensors, *, out=None):
    return _torch.cat(atleast_2d(tuple(tensors)), 0)


row_stack = vstack


def dstack(tensors, *, out=None):
    return _torch.cat(atleast_3d(tuple(tensors)), 2)


def column_stack(tensors, *, out=None):
    return _torch.cat([t.reshape(-1, 1) if t.ndim < 2 else t for t in tensors], 1)


def meshgrid(*tensors, indexing=None):
    if len(tensors) == 1 and not isinstance(tensors[0], Tensor):
        tensors = tuple(tensors[0])
    if indexing is None:
        import warnings
        warnings.warn('torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument. (Triggered internally at  '
                      './aten/src/ATen/native/TensorShape.cpp:3190.)', stacklevel=2)
        indexing = 'ij'
    if indexing not in ('ij', 'xy'):
        raise RuntimeError('torch.meshgrid: indexing must be one of "xy" or "ij", but received: %s' % indexing)
    swap = indexing == 'xy' and len(tensors) >= 2
    if swap:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    shape = [t.numel() for t in tensors]
    grids = [t.reshape([-1 if j == i else 1 for j in builtins.range(len(tensors))]).expand(shape) for i, t in enumerate(tensors)]
    if swap:
        grids = [g.transpose(0, 1) for g in grids]
        grids[0], grids[1] = grids[1], grids[0]
    return tuple(grids)


def cartesian_prod(*tensors):
    if len(tensors) == 1:
        return tensors[0]
    return _torch.stack([g.flatten() for g in meshgrid(*tensors, indexing='ij')], 1)


def combinations(input, r=2, with_replacement=False):
    import itertools
    pick = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = list(pick(builtins.range(input.numel()), r))
    return input[_torch.tensor(rows)] if rows else input.new_empty((0, r))


def broadcast_shapes(*shapes):
    return _torch.Size(broadcast_tensors(*[_torch.empty(s if isinstance(s, (tuple, list)) else (s,)) for s in shapes])[0].shape)


def broadcast_tensors(*tensors):
    if len(tensors) == 1 and not isinstance(tensors[0], Tensor):
        tensors = tuple(tensors[0])
    width = builtins.max([t.ndim for t in tensors], default=0)
    shape = []
    for axis in builtins.range(-width, 0):
        sizes = {t.shape[axis] for t in tensors if t.ndim >= -axis} - {1}
        if len(sizes) > 1:
            a, b = sorted(sizes, key=lambda s: [t.shape[axis] for t in tensors if t.ndim >= -axis].index(s))[:2]
            raise RuntimeError('The size of tensor a (%d) must match the size of tensor b (%d) at non-singleton dimension %d' % (a, b, axis + width))
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
        raise RuntimeError('Trying to create tensor with negative dimension %d: %s' % (builtins.min(sizes), list(sizes)))
    return _op('tile', _TORCH, (input,), shape=sizes)


def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    if repeats is None:
        return _repeated(_torch.arange(input.numel()), input, 0)
    if dim is None:
        input, dim = input.flatten(), 0
    if isinstance(repeats, Tensor) and repeats.numel() > 1:
        return _repeated(input, repeats, dim)
    n = int(repeats)
    if n < 0:
        raise RuntimeError('Repeats must be non-negative')
    return _op('repeat', _TORCH, (input,), axis=dim, length=n)


def _repeated(input, repeats, dim):
    counts = repeats.tolist()
    if len(counts) != input.size(dim):
        raise RuntimeError('repeats must have the same size as input along dim')
    rows = [i for i, n in enumerate(counts) for _ in builtins.range(n)]
    return _torch.index_select(input, dim, _torch.tensor(rows, dtype=_INT64, device=input.device))


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
    return input.reshape(-1)


def unflatten(input, dim, sizes):
    dim = dim % input.ndim
    return input.reshape(list(input.shape[:dim]) + list(sizes) + list(input.shape[dim + 1:]))


def fliplr(input):
    return input.flip(1)


def flipud(input):
    return input.flip(0)


def rot90(input, k=1, dims=(0, 1)):
    a, b = dims
    k %= 4
    if k == 2:
        return input.flip(a).flip(b)
    if k:
        return input.transpose(a, b).flip(a if k == 1 else b)
    return input.clone()


def diag(input, diagonal=0, *, out=None):
    if input.ndim == 1:
        return _op('diag_embed', _TORCH, (input,), offset=diagonal, axis1=0, axis2=1)
    if input.ndim == 2:
        return _op('copy', _TORCH, (_torch.diagonal(input, diagonal),))
    raise RuntimeError('matrix or a vector expected')


def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    return _op('diag_embed', _TORCH, (input,), offset=offset, axis1=dim1 % (input.ndim + 1), axis2=dim2 % (input.ndim + 1))


def diagflat(input, offset=0):
    return diag(input.flatten(), offset)


def trace(input):
    if input.ndim != 2:
        raise RuntimeError('trace: expected a matrix, but got tensor with dim %d' % input.ndim)
    return _torch.diagonal(input).sum()


def tril_indices(row, col, offset=0, **kwargs):
    return _torch.stack(nonzero(_torch.tril(_torch.ones(row, col), offset), as_tuple=True))


def triu_indices(row, col, offset=0, **kwargs):
    return _torch.stack(nonzero(_torch.triu(_torch.ones(row, col), offset), as_tuple=True))


def block_diag(*tensors):
    tensors = [atleast_2d(t) for t in tensors]
    made = _torch.zeros(sum(t.shape[0] for t in tensors), sum(t.shape[1] for t in tensors), dtype=tensors[0].dtype)
    i = j = 0
    for t in tensors:
        made[i:i + t.shape[0], j:j + t.shape[1]] = t
        i, j = i + t.shape[0], j + t.shape[1]
    return made


def as_strided(input, size, stride, storage_offset=None):
    offset = input.storage_offset() if storage_offset is None else storage_offset
    return _op('as_strided', _TORCH, (input,), sizes=size, strides=stride, offset=offset)


def unfold_axis(input, dimension, size, step):
    return _op('unfold_axis', _TORCH, (input,), axis=dimension, length=size, step=step)


# ---- indexing ----
def scatter(input, dim, index, src=None, *, value=None, reduce=None):
    return _scattered(input, dim, index, src, value, reduce)


def scatter_(input, dim, index, src=None, *, value=None, reduce=None):
    return input.copy_(_scattered(input, dim, index, src, value, reduce)) if reduce == 'multiply' else _scattered(input, dim, index, src, value, reduce, input)


def _scattered(input, dim, index, src, value, reduce, out=None):
    src = value if src is None else src
    if not isinstance(src, Tensor):
        src = _torch.full_like(index, src, dtype=input.dtype)
    if reduce == 'multiply':
        return input * _op('scatter', _TORCH, (_torch.ones_like(input), index, src), axis=dim)
    return _op('scatter', _TORCH, (input, index, src), out=out, axis=dim, accumulate=reduce == 'add')


def _row_indices(input, dim, index):
    shape = [1] * input.ndim
    shape[dim] = -1
    wide = list(input.shape)
    wide[dim] = index.numel()
    return index.long().reshape(shape).expand(wide)


def index_add(input, dim, index, source, *, alpha=1):
    return _op('scatter', _TORCH, (input, _row_indices(input, dim, index), source if alpha == 1 else source * alpha), axis=dim, accumulate=True)


def index_add_(input, dim, index, source, *, alpha=1):
    return _op('scatter', _TORCH, (input, _row_indices(input, dim, index), source if alpha == 1 else source * alpha), out=input, axis=dim, accumulate=True)


def index_copy(input, dim, index, source):
    return _op('scatter', _TORCH, (input, _row_indices(input, dim, index), source), axis=dim)


def index_copy_(input, dim, index, source):
    return _op('scatter', _TORCH, (input, _row_indices(input, dim, index), source), out=input, axis=dim)


def index_fill(input, dim, index, value):
    return index_fill_(input.clone(), dim, index, value)


def index_fill_(input, dim, index, value):
    rows = _row_indices(input, dim, index)
    return _op('scatter', _TORCH, (input, rows, _torch.full(rows.shape, value, dtype=input.dtype, device=input.device)), out=input, axis=dim)


def index_put_(input, indices, values, accumulate=False):
    if accumulate:
        return input.copy_(_op('index_put', _TORCH, (input, values, *indices), accumulate=True))
    input[tuple(indices)] = values
    return input


def index_put(input, indices, values, accumulate=False):
    return index_put_(input.clone(), indices, values, accumulate)


def take(input, index):
    return _op('take', _TORCH, (input.flatten(), index), axis=0, mode='raise')


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


# ---- products ----
def einsum(equation, *operands):
    if len(operands) == 1 and not isinstance(operands[0], Tensor):
        operands = tuple(operands[0])
    if not isinstance(equation, str):
        raise NotImplementedError('torch.einsum: operands with lists of subscripts are not in perch; the nearest is an equation as text')
    return _op('einsum', _TORCH, operands, equation=equation)


def tensordot(a, b, dims=2, out=None):
    if isinstance(dims, int):
        left, right = list(builtins.range(a.ndim - dims, a.ndim)), list(builtins.range(dims))
    else:
        left, right = ([d] if isinstance(d, int) else list(d) for d in dims)
    left, right = [d % a.ndim for d in left], [d % b.ndim for d in right]
    rest_a = [i for i in builtins.range(a.ndim) if i not in left]
    rest_b = [i for i in builtins.range(b.ndim) if i not in right]
    shape = [a.shape[i] for i in rest_a] + [b.shape[i] for i in rest_b]
    width = math.prod([a.shape[i] for i in left])
    return (a.permute(rest_a + left).reshape(-1, width) @ b.permute(right + rest_b).reshape(width, -1)).reshape(shape)


def addmv(input, mat, vec, *, beta=1, alpha=1):
    return beta * input + alpha * _torch.mv(mat, vec)


def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    return beta * input + alpha * _torch.bmm(batch1, batch2).sum(0)


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    return beta * input + alpha * _torch.bmm(batch1, batch2)


def addr(input, vec1, vec2, *, beta=1, alpha=1):
    return beta * input + alpha * _torch.outer(vec1, vec2)


def ger(input, vec2):
    return _torch.outer(input, vec2)


def vdot(input, other):
    return _torch.dot(input, other)


def kron(input, other):
    a, b = atleast_2d(input, other)
    made = (a.unsqueeze(1).unsqueeze(3) * b.unsqueeze(0).unsqueeze(2)).reshape(a.shape[0] * b.shape[0], a.shape[1] * b.shape[1])
    return made.flatten() if input.ndim < 2 and other.ndim < 2 else made


def cross(input, other, dim=None):
    if dim is None:
        dim = next((i for i, n in enumerate(input.shape) if n == 3), None)
        if dim is None:
            raise RuntimeError('no dimension of size 3 in input')
    a, b = unbind(input, dim), unbind(other, dim)
    return _torch.stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dim)


def chain_matmul(*matrices):
    made = matrices[0]
    for m in matrices[1:]:
        made = made @ m
    return made


def matrix_power(input, n):
    from .linalg import matrix_power as power
    return power(input, n)


def det(input):
    from .linalg import det as f
    return f(input)


def logdet(input):
    return _torch.log(det(input))


def inverse(input):
    from .linalg import inv
    return inv(input)


def cholesky(input, upper=False):
    from .linalg import cholesky as f
    return f(input).transpose(-1, -2) if upper else f(input)


def cosine_similarity(x1, x2, dim=1, eps=1e-08):
    from torch.nn.functional import cosine_similarity as f
    return f(x1, x2, dim, eps)


def dropout(input, p, train):
    from torch.nn.functional import dropout as f
    return f(input, p, train)


def conv1d(*args, **kwargs):
    from torch.nn.functional import conv1d as f
    return f(*args, **kwargs)


def conv2d(*args, **kwargs):
    from torch.nn.functional import conv2d as f
    return f(*args, **kwargs)


def trapezoid(y, x=None, *, dx=1, dim=-1):
    size = y.shape[dim]
    mean = (y.narrow(dim, 0, size - 1) + y.narrow(dim, 1, size - 1)) / 2
    return (mean * (dx if x is None else diff(x, dim=-1))).sum(dim)


trapz = trapezoid


def vmap(func, in_dims=0, out_dims=0):
    raise NotImplementedError('torch.vmap is not in perch; the nearest is a loop and torch.stack')


# ---- settings ----
_threads = [0]


def get_num_threads():
    import os
    return _threads[0] or int(os.environ.get('PERCH_THREADS') or 0) or os.cpu_count()


def set_num_threads(n):
    _threads[0] = n


def get_num_interop_threads():
    return 1


def set_num_interop_threads(n):
    pass


def use_deterministic_algorithms(mode, *, warn_only=False):
    pass


def are_deterministic_algorithms_enabled():
    return True


def set_flush_denormal(mode):
    return False


def set_anomaly_enabled(mode, check_nan=True):
    pass


_BOOL = _tensor.dtype_by_number(1, 0)
_UINT8 = _tensor.dtype_by_number(1, 1)
_INT64 = _tensor.dtype_by_number(1, 5)

__all__ = [_name for _name, _value in list(globals().items()) if not _name.startswith('_') and callable(_value)
           and _name not in ('Tensor', 'need_tensor')]

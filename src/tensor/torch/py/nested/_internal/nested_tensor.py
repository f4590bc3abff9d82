"""Nested tensors of the jagged layout: the parts lie one behind the other in one dense tensor (_values), beside it where each begins (_offsets), and which dimension is the ragged one.

A dimension d of the nested tensor is d - 1 of the values. What computes each element for itself is the values' own function; the others are in _HOW, by name. Gradients go through the values."""
import itertools

import torch
import torch.nn.functional as F
from _torch import _says

from torch._held import ATTRIBUTES, Size, SymInt, carrier, check_dim, name_of, named, plain

_numbers = itertools.count(1)

# Of each element alone, with all arguments that are nested alike.
_EACH = frozenset('''abs acos acosh add add_ asin asinh atan atan2 atanh bernoulli bernoulli_ bfloat16 bitwise_and bitwise_not bitwise_or bitwise_xor bool ceil celu clamp clamp_ clamp_max clamp_min clip
contiguous copysign cos cosh cpu cuda deg2rad detach digamma div div_ double dropout dropout_ elu empty_like eq erf erfc erfinv exp exp2 exp_ expm1 exponential_ fill_ float float_power floor floor_divide
fmax fmin fmod frac full_like gelu glu_ ge gt half hardshrink hardsigmoid hardswish hardtanh hypot int isfinite isinf isnan isneginf isposinf ldexp le leaky_relu lerp lgamma log log10 log1p log2 logaddexp
logical_and logical_not logical_or logical_xor logit logsigmoid long lt masked_fill masked_fill_ maximum minimum mish mul mul_ nan_to_num ne neg neg_ normal_ ones_like polygamma positive pow pow_ prelu
rad2deg rand_like randint_like randn_like reciprocal relu relu6 relu_ remainder round rsqrt rsub selu sgn short sigmoid sigmoid_ sign signbit silu silu_ sin sinc sinh softplus softshrink softsign sqrt square
sub sub_ tan tanh tanh_ tanhshrink threshold to trunc true_divide type_as uniform_ where xlogy zero_ zeros_like clone requires_grad_ detach_ alpha_dropout feature_dropout'''.split())
_OPERATORS = {'rdiv': 'reciprocal', 'rsub': 'rsub', 'rpow': 'pow', 'truediv': 'div', 'floordiv': 'floor_divide', 'and': 'bitwise_and', 'or': 'bitwise_or', 'xor': 'bitwise_xor'}
_OVERLOADS = {'add': 'add.Tensor', 'sub': 'sub.Tensor', 'mul': 'mul.Tensor', 'div': 'div.Tensor', 'norm': 'norm.ScalarOpt_dim', 'var': 'var.correction', 'std': 'std.correction'}


class NestedTensor(torch.Tensor):
    """A batch of tensors that differ in one dimension's length."""
    is_nested = _kept_elsewhere = True

    @property
    def layout(self):
        return torch.jagged

    @property
    def shape(self):
        return Size(self._size)

    def size(self, dim=None):
        return self.shape if dim is None else self._size[check_dim(dim, len(self._size))]

    def dim(self):
        return len(self._size)

    ndim = property(dim)

    def numel(self):
        return self._values.numel() if self._lengths is None else sum(t.numel() for t in self._pieces())

    nelement = numel

    def stride(self, dim=None):
        steps, step = [], ''
        for n in reversed(self._size):
            steps.insert(0, step or 1)
            step = n if not step or step == 1 else '%s*%s' % (step, n) if isinstance(n, SymInt) or isinstance(step, str) else step * n
        return tuple(_Steps(s) if isinstance(s, str) else s for s in steps) if dim is None else steps[dim]

    def is_contiguous(self):
        return self._lengths is None and self._values.is_contiguous()

    @property
    def requires_grad(self):
        return self._values.requires_grad

    @property
    def is_leaf(self):
        return self._own or not self._values.requires_grad

    @property
    def grad_fn(self):
        return None if self.is_leaf else self._values.grad_fn

    @property
    def grad(self):
        g = self._values.grad if self._own else None
        return None if g is None else self._like(g)

    @grad.setter
    def grad(self, value):
        self._values.grad = None if value is None else value._values

    @property
    def data(self):
        return self._like(self._values.detach())

    def requires_grad_(self, requires_grad=True):
        if self._own or not self._values.requires_grad:
            self._values, self._own = self._values.detach().requires_grad_(requires_grad), requires_grad
        return self

    # ---- its parts ----
    def values(self):
        return named(self._values.view_as(self._values), 'NestedGetValuesBackward0')

    def offsets(self):
        return self._offsets

    def lengths(self):
        return self._lengths

    def _spans(self):
        """Where each part begins, and its length."""
        at = self._offsets.tolist()
        return list(zip(at, self._lengths.tolist() if self._lengths is not None else [b - a for a, b in zip(at, at[1:])]))

    def _pieces(self):
        return [self._values.narrow(self._ragged - 1, at, n) for at, n in self._spans()]

    @property
    def _min_seqlen(self):
        return min(n for _, n in self._spans())

    @property
    def _max_seqlen(self):
        return max(n for _, n in self._spans())

    _get_min_seqlen, _get_max_seqlen = (lambda self: self._min_seqlen), (lambda self: self._max_seqlen)

    def unbind(self, dim=0):
        if dim != 0:
            raise RuntimeError('unbind(): only supported for NestedTensor on dim=0')
        return tuple(named(t, 'UnbindBackwardAutogradNestedTensor0') for t in self._pieces())

    def __len__(self):
        return self._size[0]

    def __iter__(self):
        return iter(self.unbind())

    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        first = keys[0]
        if not isinstance(first, int):
            if first is Ellipsis or isinstance(first, slice) and first == slice(None):
                return self._within(keys)
            raise RuntimeError('slice(): not supported for NestedTensor on dim=0')
        n = self._size[0]
        if not -n <= first < n:
            raise IndexError('index %d is out of bounds for dimension 0 with size %d' % (first, n))
        part = named(self._pieces()[first], 'SelectBackwardAutogradNestedTensor0')
        return part[keys[1:]] if len(keys) > 1 else part

    def _within(self, keys):
        """Every part's elements: what is said of dimensions behind the ragged one."""
        if keys[0] is Ellipsis:
            keys = (slice(None),) * (self.dim() - len(keys) + 1) + keys[1:]
        if any(k != slice(None) for k in keys[1:self._ragged + 1]):
            raise RuntimeError('slice(): not supported for NestedTensor on dim=0')
        return self._like(self._values[keys[1:]])

    def to_padded_tensor(self, padding, output_size=None):
        parts, longest = self._pieces(), self._max_seqlen
        if output_size is not None:
            if output_size[self._ragged] < longest:
                raise RuntimeError('Value in output_size is less than NestedTensor padded size. Truncation is not supported.')
            longest = output_size[self._ragged]
        behind = 2 * (parts[0].dim() - self._ragged)
        made = torch.stack([F.pad(t, (0,) * behind + (0, longest - t.shape[self._ragged - 1]), value=padding) if longest else t for t in parts])
        return named(made, 'ToPaddedTensorBackward0')

    # ---- others of the same parts ----
    def _like(self, values, own=False):
        """The same lengths around other values; their shape may differ in other dimensions."""
        made = carrier(NestedTensor, values, (1,) * (values.dim() + 1))
        made._values, made._offsets, made._lengths, made._ragged, made._own = values, self._offsets, self._lengths, self._ragged, own
        sizes = list(values.shape)
        sizes[self._ragged - 1] = self._size[self._ragged]
        made._size = (self._size[0], *sizes)
        return made

    def _turned(self, values, ragged):
        """The same with the ragged dimension at another place."""
        kept, self._ragged, size = self._ragged, ragged, self._size
        try:
            self._size = (size[0], *(size[kept] if d == ragged else 1 for d in range(1, values.dim() + 1)))
            return self._like(values)
        finally:
            self._ragged, self._size = kept, size

    def contiguous(self):
        if self.is_contiguous():
            return self
        if self._lengths is None:
            return self._like(self._values.contiguous())
        return of_parts(self._pieces(), self._ragged)

    def unflatten(self, dim, sizes):
        dim = self._inner('unflatten', dim)
        made = self._values.unflatten(dim - 1, tuple(sizes))
        return self._turned(named(made, 'ViewBackwardAutogradNestedTensor0'), self._ragged + (len(sizes) - 1 if dim < self._ragged else 0))

    def _inner(self, name, dim):
        """A dimension that is neither the batch's nor the ragged one."""
        dim = check_dim(dim, self.dim())
        if dim == 0:
            raise RuntimeError('%s(): not supported for NestedTensor on dim=0' % name)
        if dim == self._ragged:
            raise RuntimeError('%s(): not supported for NestedTensor on ragged dim' % name)
        return dim

    def tolist(self):
        raise RuntimeError('.tolist() is not supported for tensor subclasses, got NestedTensor')

    def to_dense(self, dtype=None, *, masked_grad=None):
        raise RuntimeError('to_dense does not support layout Jagged')

    def numpy(self, *, force=False):
        raise RuntimeError('.numpy() is not supported for tensor subclasses.')

    def item(self):
        if self.numel() == 1:
            return self._values.item()
        raise RuntimeError(_says('ITEM_ELEMENTS', self.numel()))

    def __repr__(self, *, tensor_contents=None):
        facts = ''
        if self.requires_grad:
            facts = ', requires_grad=True' if self.is_leaf else ', grad_fn=%r' % (self.grad_fn,)
        return 'NestedTensor(size=(%s), offsets=%r%s, contiguous=%s)' % (', '.join(map(str, self._size)), self._offsets, facts, self.is_contiguous())

    __str__ = __repr__
    __hash__ = torch.Tensor.__hash__

    def __format__(self, spec):
        return format(repr(self), spec)

    def __deepcopy__(self, memo):
        made = memo[id(self)] = self._like(self._values.detach().clone())
        return made.requires_grad_() if self.requires_grad else made

    def __reduce_ex__(self, protocol):
        return of_values, (self._values.detach(), self._offsets, self._lengths, self._ragged)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        name, kwargs = name_of(func), kwargs or {}
        name = _OPERATORS.get(name, name)
        how = _HOW.get(name)
        if how is not None:
            return how(*args, **kwargs)
        if name in _EACH:
            return _each(name, func, args, kwargs)
        if name in ('__get__', '__set__') or name in ATTRIBUTES:
            return plain(func, args, kwargs)
        raise NotImplementedError('aten.%s' % _OVERLOADS.get(name, name + '.default'))


NestedTensor.__module__ = 'torch.nested._internal.nested_tensor'


class _Steps(str):
    """A number of elements that has a ragged length in it."""

    def __repr__(self):
        return str(self)


def _length_of(offsets, lengths):
    """The ragged length that belongs to these offsets: one for each tensor of them."""
    known = lengths if lengths is not None else offsets
    if not hasattr(known, '_nested_int'):
        known._nested_int = SymInt(next(_numbers))
    return known._nested_int


def of_values(values, offsets, lengths=None, ragged=1):
    """A nested tensor over values that lie one behind the other."""
    made = carrier(NestedTensor, values, (1,) * (values.dim() + 1))
    values = named(values.view_as(values), 'NestedViewFromJaggedBackward0')
    sizes = list(values.shape)
    sizes[ragged - 1] = _length_of(offsets, lengths)
    made._values, made._offsets, made._lengths, made._ragged, made._own, made._size = values, offsets, lengths, ragged, False, (len(offsets) - 1, *sizes)
    return made


def of_parts(parts, ragged=None):
    """A nested tensor of tensors that differ in one dimension."""
    shapes = [tuple(t.shape) for t in parts]
    differ = [d for d in range(len(shapes[0])) if len({shape[d] for shape in shapes}) > 1] if shapes and len({len(shape) for shape in shapes}) == 1 else [0, 1]
    if len(differ) > 1 or not shapes[0]:
        raise RuntimeError('Cannot represent given tensor list as a nested tensor with the jagged layout. Note that the jagged layout only allows for a single ragged dimension. '
                           'For example: (B, *, D_0, D_1, ..., D_N), with ragged * dim.')
    ragged = ragged or (differ[0] + 1 if differ else 1)
    at = [0]
    for shape in shapes:
        at.append(at[-1] + shape[ragged - 1])
    return of_values(torch.cat(parts, ragged - 1), torch.tensor(at, device=parts[0].device), None, ragged)


def _nested(args):
    return [a for a in args if isinstance(a, NestedTensor)]


def _dense_beside(nested, t, name):
    """A dense tensor beside the values: what differs by part is repeated for each of its elements."""
    if t.dim() <= nested.dim() - 1 - nested._ragged or not t.dim():
        return t
    if t.dim() == nested.dim() and t.shape[nested._ragged] == 1:
        rows = t.squeeze(nested._ragged)
        if t.shape[0] == 1:
            return rows[0].unsqueeze(nested._ragged - 1)
        lengths = torch.tensor([n for _, n in nested._spans()], device=t.device)
        return rows.repeat_interleave(lengths, 0).movedim(0, nested._ragged - 1)
    raise RuntimeError('cannot call binary pointwise function %s with inputs of shapes (%s) and %s' % (_OVERLOADS.get(name, name), ', '.join(map(str, nested._size)), tuple(t.shape)))


def _each(name, func, args, kwargs):
    """The function of the values, elements that belong together beside one another."""
    given = _nested((*args, *kwargs.values()))
    first = given[0]
    for other in given[1:]:
        if other._size[other._ragged] != first._size[first._ragged] or other._ragged != first._ragged:
            raise RuntimeError('cannot call binary pointwise function %s with inputs of shapes (%s) and (%s)' % (
                _OVERLOADS.get(name, name), ', '.join(map(str, first._size)), ', '.join(map(str, other._size))))

    def beside(x):
        return x._values if isinstance(x, NestedTensor) else _dense_beside(first, x, name) if isinstance(x, torch.Tensor) and len(args) > 1 and name not in ('to', 'type_as') else x
    made = func(*map(beside, args), **{key: beside(value) for key, value in kwargs.items()})
    if made is first._values and isinstance(args[0], NestedTensor):
        return args[0]
    return first._like(made)


def _linear(input, weight, bias=None):
    if input._ragged == input.dim() - 1:
        raise RuntimeError('linear(): not supported for NestedTensor on ragged dim')
    return input._like(named(F.linear(input._values, weight, bias), 'LinearBackward0'))


def _reduced(name, values_of, keeps_name=None):
    """A reduction: over everything, over dimensions of each element, or over the ragged one, which leaves a dense tensor."""
    def called(input, dim=None, keepdim=False, **kwargs):
        if dim is None:
            return named(values_of(_packed(input), **kwargs), keeps_name[0] if keeps_name else name)
        dims = [check_dim(d, input.dim()) for d in (dim if isinstance(dim, (tuple, list)) else (dim,))]
        if 0 in dims and input._ragged not in dims:
            raise RuntimeError('%s(): reducing along the batch dimension but not the ragged dimension is not supported for nested tensors' % name)
        if input._ragged in dims and 0 not in dims and len(dims) > 1:
            raise AssertionError('Cannot reduce on both ragged and non-batch dimensions without also reducing on batch')
        way = dim[0] if isinstance(dim, (tuple, list)) and len(dim) == 1 and name not in ('sum', 'mean', 'amax', 'amin') else dim
        return _over(input, name, values_of, dims, keepdim, kwargs, isinstance(way, int), keeps_name)
    return called


def _packed(input):
    return input._values if input._lengths is None else torch.cat(input._pieces(), input._ragged - 1)


def _over(input, name, values_of, dims, keepdim, kwargs, one, keeps_name):
    last = keeps_name[1] if keeps_name else name
    if 0 in dims:
        inner = [d - 1 for d in dims if d]
        return named(values_of(_packed(input), inner, keepdim=keepdim, **kwargs), last)
    if input._ragged in dims:
        made = [values_of(t, input._ragged - 1, keepdim=keepdim, **kwargs) for t in input._pieces()]
        if isinstance(made[0], tuple):
            return type(made[0])(torch.stack(column) for column in zip(*made))
        return named(torch.stack(made), last)
    inner = [d - 1 for d in dims]
    made = values_of(input._values, inner[0] if one else inner, keepdim=keepdim, **kwargs)
    shift = 0 if keepdim else sum(d < input._ragged for d in dims)
    if isinstance(made, tuple):
        return type(made)(input._turned(t, input._ragged - shift) for t in made)
    return input._turned(named(made, last), input._ragged - shift)


def _softmax_over(name):
    def called(input, dim=None, dtype=None, _stacklevel=3):
        function = getattr(torch, name)
        dim = check_dim(dim, input.dim())
        if dim == 0:
            raise RuntimeError('%s(): not supported when reducing across the batch dimension for NestedTensor' % name)
        if dim == input._ragged:
            if name != 'softmax':
                raise RuntimeError('%s(): not supported when reducing along the ragged dimension for NestedTensor' % name)
            return input._like(named(torch.cat([function(t, dim - 1, dtype=dtype) for t in input._pieces()], dim - 1), 'SoftmaxBackward0'))
        return input._like(function(input._values, dim - 1, dtype=dtype))
    return called


def _transpose(input, dim0, dim1):
    a, b = check_dim(dim0, input.dim()), check_dim(dim1, input.dim())
    if 0 in (a, b):
        raise ValueError('Transpose is not supported on the batch dimension for jagged NT')
    ragged = b if a == input._ragged else a if b == input._ragged else input._ragged
    return input._turned(input._values.transpose(a - 1, b - 1), ragged)


def _permute(input, *dims):
    dims = [check_dim(d, input.dim()) for d in (dims[0] if isinstance(dims[0], (tuple, list)) else dims)]
    if dims[0] != 0:
        raise ValueError('Permute is not supported on the batch dimension for jagged NT')
    return input._turned(input._values.permute([d - 1 for d in dims[1:]]), dims.index(input._ragged))


def _view(name):
    def called(input, *sizes):
        sizes = list(sizes[0] if isinstance(sizes[0], (tuple, list)) else sizes)
        ragged = next((d for d, n in enumerate(sizes) if d and n == input._size[input._ragged]), None)
        if ragged is None and input._ragged < len(sizes) and sizes[input._ragged] == -1:
            ragged = input._ragged
        if ragged is None or sizes[0] not in (-1, input._size[0]):
            raise RuntimeError('view(): cannot view shape (%s) as %s' % (', '.join(map(str, input._size)), sizes))
        sizes[ragged] = input._values.shape[input._ragged - 1]
        made = getattr(input._values, name)(sizes[1:])
        return input._turned(named(made, 'ViewBackwardAutogradNestedTensor0'), ragged)
    return called


def _flatten(input, start_dim=0, end_dim=-1):
    start, end = check_dim(start_dim, input.dim()), check_dim(end_dim, input.dim())
    if start == end:
        return input
    if start == 0:
        raise RuntimeError('flatten(): not supported for NestedTensor on dim=0')
    if start <= input._ragged <= end:
        raise RuntimeError('flatten(): not supported for NestedTensor on ragged dim')
    shift = end - start if end < input._ragged else 0
    return input._turned(named(input._values.flatten(start - 1, end - 1), 'ViewBackwardAutogradNestedTensor0'), input._ragged - shift)


def _unsqueeze(input, dim):
    dim = check_dim(dim, input.dim() + 1)
    if dim == 0:
        raise RuntimeError('unsqueeze(): not supported for NestedTensor on dim=0')
    return input._turned(input._values.unsqueeze(dim - 1), input._ragged + (dim <= input._ragged))


def _squeeze(input, dim):
    dim = input._inner('squeeze', dim)
    made = input._values.squeeze(dim - 1)
    return input._turned(made, input._ragged - (made.dim() < input._values.dim() and dim < input._ragged))


def _expand(input, *sizes):
    sizes = list(sizes[0] if isinstance(sizes[0], (tuple, list)) else sizes)
    sizes[input._ragged] = -1
    return input._like(input._values.expand(sizes[1:]))


def _chunk(input, chunks, dim=0):
    dim = check_dim(dim, input.dim())
    if dim == 0:
        parts, step = input._pieces(), -(-input._size[0] // chunks)
        return tuple(of_parts(parts[at:at + step], input._ragged) for at in range(0, len(parts), step))
    input._inner('chunk', dim)
    return tuple(input._like(named(t, 'ChunkBackwardAutogradNestedTensor0')) for t in input._values.chunk(chunks, dim - 1))


def _split(input, split_size, dim=0):
    dim = input._inner('split', dim)
    return tuple(map(input._like, input._values.split(split_size, dim - 1)))


def _cat(tensors, dim=0):
    first = _nested(tensors)[0]
    dim = first._inner('cat', dim)
    return first._like(torch.cat([t._values for t in tensors], dim - 1))


def _stack(tensors, dim=0):
    first = _nested(tensors)[0]
    dim = check_dim(dim, first.dim() + 1)
    if dim == 0:
        raise RuntimeError('stack(): not supported for NestedTensor on dim=0')
    return first._turned(torch.stack([t._values for t in tensors], dim - 1), first._ragged + (dim <= first._ragged))


def _matmul(input, other):
    if isinstance(other, NestedTensor) and isinstance(input, NestedTensor):
        if input._ragged == input.dim() - 1 and other._ragged == other.dim() - 2 and input._size[-1] == other._size[-2]:
            return named(torch.stack([a @ b for a, b in zip(input._pieces(), other._pieces())]), 'MatmulBackward0')
        raise RuntimeError('matmul(): not supported between inputs of shapes (%s) and %s' % (', '.join(map(str, input._size)), other.shape))
    if other.dim() <= 2:
        return input._like(named(input._values @ other, 'MatmulBackward0'))
    return input._like(named(torch.cat([a @ b for a, b in zip(input._pieces(), other)], input._ragged - 1), 'MatmulBackward0'))


def _bmm(input, mat2):
    made = _matmul(input, mat2)
    return made._like(named(made._values, 'BmmBackward0')) if isinstance(made, NestedTensor) else made


def _attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    if attn_mask is not None:
        raise ValueError('Expected mask to be None in fused path, but received a mask')
    parts = [F.scaled_dot_product_attention(q.unsqueeze(0), k.unsqueeze(0), v.unsqueeze(0), dropout_p=dropout_p, is_causal=is_causal, scale=scale, enable_gqa=enable_gqa)[0]
             for q, k, v in zip(query._pieces(), key._pieces(), value._pieces())]
    if query._ragged != 2:
        return query._like(torch.cat(parts, query._ragged - 1))
    return query._like(torch.cat([t.transpose(0, 1) for t in parts]).transpose(0, 1))


def _layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    return input._like(F.layer_norm(input._values, tuple(normalized_shape), weight, bias, eps))


def _rms_norm(input, normalized_shape, weight=None, eps=None):
    return input._like(F.rms_norm(input._values, tuple(normalized_shape), weight, eps))


def _embedding(input, weight, *args, **kwargs):
    return input._like(F.embedding(input._values, weight, *args, **kwargs))


def _backward(self, gradient=None, *args, **kwargs):
    if gradient is None:
        raise RuntimeError(_says('GRAD_SCALAR'))
    self._values.backward(gradient._values, *args, **kwargs)


def _max(name):
    reduced = _reduced(name, getattr(torch, name))

    def called(input, dim=None, keepdim=False):
        if isinstance(dim, torch.Tensor):
            return _each('maximum' if name == 'max' else 'minimum', torch.maximum if name == 'max' else torch.minimum, (input, dim), {})
        return reduced(input) if dim is None else reduced(input, dim, keepdim)
    return called


_SUMS = ('SumBackwardAutogradNestedTensor0', 'SumBackwardAutogradNestedTensor1')
_HOW = {
    'linear': _linear, 'softmax': _softmax_over('softmax'), 'log_softmax': _softmax_over('log_softmax'), 'transpose': _transpose, 'swapaxes': _transpose, 'permute': _permute,
    'view': _view('view'), 'reshape': _view('reshape'), 'flatten': _flatten, 'unsqueeze': _unsqueeze, 'squeeze': _squeeze, 'expand': _expand, 'chunk': _chunk, 'split': _split,
    'cat': _cat, 'concat': _cat, 'stack': _stack, 'matmul': _matmul, 'bmm': _bmm, 'scaled_dot_product_attention': _attention, 'layer_norm': _layer_norm, 'rms_norm': _rms_norm,
    'embedding': _embedding, 'backward': _backward, 'sum': _reduced('sum', torch.sum, _SUMS), 'mean': _reduced('mean', torch.mean, ('MeanBackwardAutogradNestedTensor0', 'MeanBackward1')),
    'amax': _reduced('amax', torch.amax, ('AmaxBackward0',) * 2), 'amin': _reduced('amin', torch.amin, ('AminBackward0',) * 2), 'max': _max('max'), 'min': _max('min'),
    'all': _reduced('all', torch.all), 'any': _reduced('any', torch.any), 'argmax': _reduced('argmax', torch.argmax), 'argmin': _reduced('argmin', torch.argmin),
    'prod': _reduced('prod', torch.prod), 'logsumexp': _reduced('logsumexp', torch.logsumexp), 'unbind': lambda input, dim=0: input.unbind(dim), 'to_padded_tensor': NestedTensor.to_padded_tensor,
    'clone': lambda input, *, memory_format=None: input._like(input._values.clone()), 'numel': NestedTensor.numel, 'is_same_size': lambda a, b: a._size == b._size,
    'detach': lambda input: input._like(input._values.detach()), 'reciprocal': lambda a, b=None: _each('mul', torch.reciprocal, (a,), {}) if b is None else _each('mul', _over_number, (a, b), {}),
    'contiguous': NestedTensor.contiguous,
}


def _over_number(values, number):
    return values.reciprocal() * number

"""Nested tensors of the strided layout: a list of tensors of one dtype and number of dimensions, which may differ in every size. Each part has its gradient of its own; what PyTorch has no kernel for is refused."""
import warnings

import torch
import torch.nn.functional as F
from _torch import _says

from torch._held import ATTRIBUTES, carrier, check_dim, name_of, named, plain

_EACH = frozenset('''abs abs_ cos gelu isinf isnan isneginf isposinf logical_not neg neg_ relu relu_ sgn sgn_ silu silu_ sin sqrt tanh tanh_ add add_ sub sub_ mul mul_ div div_ true_divide eq gt ge masked_fill fill_
zero_ clone detach zeros_like ones_like empty_like to double float half bfloat16 cpu cuda contiguous type_as detach_ copy_ where int long bool'''.split())
_OPERATORS = {'truediv': 'div', 'rsub': 'rsub'}
_OVERLOADS = {'slice': 'slice.Tensor', 'pow': 'pow.Tensor_Scalar', 'split': 'split.Tensor', 'std': 'std.correction', 'var': 'var.correction'}
_NEEDS_BOTH = frozenset('add sub mul div add_ sub_ mul_ div_ true_divide'.split())


class _Nested(torch.Tensor):
    """A torch.Tensor with is_nested."""
    is_nested = _kept_elsewhere = True
    layout = torch.strided

    @property
    def shape(self):
        raise RuntimeError("Internal error: NestedTensorImpl doesn't support sizes. Please file an issue.")

    def __len__(self):
        return self.shape

    def size(self, dim=None):
        if dim is None:
            return self.shape
        dim = check_dim(dim, self.dim())
        if dim == 0:
            return len(self._parts)
        sizes = {t.shape[dim - 1] for t in self._parts}
        if len(sizes) > 1:
            raise RuntimeError('Given dimension %d is irregular and does not have a size.' % dim)
        return sizes.pop() if sizes else 0

    def dim(self):
        return self._dims

    ndim = property(dim)

    def numel(self):
        return sum(t.numel() for t in self._parts)

    nelement = numel

    def stride(self, dim=None):
        raise RuntimeError("Internal error: NestedTensorImpl doesn't support strides. Please file an issue.")

    tolist = stride
    numpy = property(lambda self: self.__len__)

    def storage_offset(self):
        return 0

    def is_contiguous(self):
        return all(t.is_contiguous() for t in self._parts)

    def item(self):
        raise RuntimeError(_says('ITEM_ELEMENTS', self.numel()))

    def __bool__(self):
        raise RuntimeError(_says('TRUTH_OF_MANY'))

    @property
    def requires_grad(self):
        return any(t.requires_grad for t in self._parts)

    @property
    def is_leaf(self):
        return self._own or not self.requires_grad

    @property
    def grad_fn(self):
        return None if self.is_leaf else next(t.grad_fn for t in self._parts if t.requires_grad)

    @property
    def grad(self):
        found = [t.grad for t in self._parts] if self._own else [None]
        return None if None in found else of_parts(found)

    def requires_grad_(self, requires_grad=True):
        if self._own or not self.requires_grad:
            self._parts, self._own = [t.detach().requires_grad_(requires_grad) for t in self._parts], requires_grad
        return self

    def values(self):
        return torch.cat([t.reshape(-1) for t in self._parts]) if self._parts else torch.empty(0)

    def _nested_tensor_size(self):
        return torch.tensor([list(t.shape) for t in self._parts])

    def unbind(self, dim=0):
        if dim != 0:
            raise RuntimeError('NestedTensor can only be unbound along dimension 0 got dimension %d instead.' % dim)
        return tuple(named(t.view_as(t), 'UnbindBackwardAutogradNestedTensor0') for t in self._parts)

    def __iter__(self):
        return iter(self.shape)

    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        if keys and keys[0] is Ellipsis and len(keys) == 1:
            return self
        if not isinstance(keys[0], int):
            raise _lacks('slice')
        n = len(self._parts)
        if not -n <= keys[0] < n:
            raise IndexError('index %d is out of bounds for dimension 0 with size %d' % (keys[0], n))
        part = self._parts[keys[0]]
        part = named(part.view_as(part), 'SelectBackwardAutogradNestedTensor0')
        return part[keys[1:]] if len(keys) > 1 else part

    def to_padded_tensor(self, padding, output_size=None):
        largest = [max(sizes) for sizes in zip(*(t.shape for t in self._parts))]
        wanted = largest if output_size is None else list(output_size[1:])
        if any(w < n for w, n in zip(wanted, largest)):
            raise RuntimeError('Value in output_size is less than NestedTensor padded size. Truncation is not supported.')
        around = [[n for w, size in zip(reversed(wanted), reversed(t.shape)) for n in (0, w - size)] for t in self._parts]
        made = torch.stack([F.pad(t, pad, value=padding) if any(pad) else t for t, pad in zip(self._parts, around)])
        return named(made, 'ToPaddedTensorBackward0')

    def __repr__(self, *, tensor_contents=None):
        wants = self.requires_grad
        parts = [repr(t.detach().requires_grad_() if wants else t).replace('\n', '\n  ') for t in self._parts]
        facts = '' if not wants else ', requires_grad=True' if self.is_leaf else ', grad_fn=<%s>' % type(self.grad_fn).__name__
        return 'nested_tensor([\n%s\n]%s)' % (',\n'.join('  ' + text for text in parts), facts)

    __str__ = __repr__
    __hash__ = torch.Tensor.__hash__

    def __format__(self, spec):
        return format(repr(self), spec)

    def __deepcopy__(self, memo):
        made = memo[id(self)] = of_parts([t.detach().clone() for t in self._parts])
        return made.requires_grad_() if self.requires_grad else made

    def __reduce_ex__(self, protocol):
        return of_parts, ([t.detach() for t in self._parts],)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        name, kwargs = name_of(func), kwargs or {}
        name = _OPERATORS.get(name, name)
        if name in _HOW:
            return _HOW[name](*args, **kwargs)
        if name in _EACH:
            return _each(name, func, args, kwargs)
        if name in ('__get__', '__set__') or name in ATTRIBUTES:
            return plain(func, args, kwargs)
        raise _lacks(name)


_Nested.__name__ = _Nested.__qualname__ = 'Tensor'
_Nested.__module__ = 'torch'


def _lacks(name):
    return NotImplementedError(_says('SPARSE_BACKEND', _OVERLOADS.get(name, name), 'NestedTensorCPU'))


_warned = []


def _warn():
    if not _warned:
        _warned.append(True)
        warnings.warn('The PyTorch API of nested tensors is in prototype stage and will change in the near future. We recommend specifying layout=torch.jagged when constructing a nested tensor, '
                      'as this layout receives active development, has better operator coverage, and works with torch.compile.', UserWarning, stacklevel=4)


def of_parts(parts, dtype=None, as_given=False):
    """A nested tensor of these parts; as_given: gradients go on to what they are."""
    for k, t in enumerate(parts):
        if t.dim() != parts[0].dim():
            raise RuntimeError('All Tensors given to nested_tensor must have the same dimension. Found dimension %d for Tensor at index %d and dimension %d for Tensor at index 0.' % (
                t.dim(), k, parts[0].dim()))
    _warn()
    dims = parts[0].dim() + 1 if parts else 1
    made = carrier(_Nested, parts[0] if parts else torch.empty(0, dtype=dtype), (1,) * dims)
    made._parts, made._dims, made._own = [named(t.view_as(t), 'NestedTensorFromTensorListBackward0') for t in parts] if as_given else list(parts), dims, False
    return made


def _is(x):
    return isinstance(x, _Nested)


def _first(args):
    return next(a for a in args if _is(a))


def _each(name, func, args, kwargs):
    """The function of each part."""
    first = _first((*args, *kwargs.values()))
    if name in _NEEDS_BOTH and len(args) > 1 and isinstance(args[1], torch.Tensor):
        _need_both(name, *args[:2])
    if name == 'eq' and all(map(_is, args[:2])):
        raise RuntimeError('eq does not support nested tensor as other value.')

    def at(x, k):
        return x._parts[k] if _is(x) else x
    parts = [func(*(at(a, k) for a in args), **{key: at(value, k) for key, value in kwargs.items()}) for k in range(len(first._parts))]
    if name.endswith('_') or name in ('contiguous', 'to') and all(a is b for a, b in zip(parts, first._parts)):
        return first
    return of_parts(parts)


def _need_both(name, a, b):
    if _is(a) and not _is(b) and b.dim():
        raise RuntimeError('Expected both self and other to be nested, but got a nested self and non-nested other')
    if _is(b) and not _is(a) and a.dim():
        raise RuntimeError('Expected both self and other to be nested, but got a non-nested self and nested other')
    if _is(a) and _is(b) and [t.shape for t in a._parts] != [t.shape for t in b._parts]:
        raise RuntimeError('%s does not support broadcasting when given a NestedTensor' % name.rstrip('_'))


def _together(input, function, name):
    """A function of rows: all parts one behind the other, and cut again."""
    parts = input._parts
    made = function(torch.cat([t.reshape(-1, t.shape[-1]) for t in parts]))
    rows = made.split([t.numel() // t.shape[-1] if t.shape[-1] else 0 for t in parts])
    return of_parts([named(row.reshape(*t.shape[:-1], row.shape[-1]), name) for row, t in zip(rows, parts)])


def _linear(input, weight, bias=None):
    return _together(input, lambda rows: F.linear(rows, weight, bias), 'LinearBackward0')


def _layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    if weight is None or bias is None:
        raise ValueError('NestedTensor layer_norm requires weight and bias')
    return of_parts([F.layer_norm(t, tuple(normalized_shape), weight, bias, eps) for t in input._parts])


def _flat(input, function):
    """A function of all elements as they lie, which may draw numbers."""
    made = function(input.values())
    return of_parts([t.reshape(part.shape) for t, part in zip(made.split([part.numel() for part in input._parts]), input._parts)])


def _dropout(input, p=0.5, training=True, inplace=False):
    made = _flat(input, lambda flat: F.dropout(flat, p, training))
    if not inplace:
        return made
    input._parts = made._parts
    return input


def _softmax(input, dim=None, dtype=None, _stacklevel=3):
    dim = check_dim(dim, input.dim())
    if dim == 0:
        raise RuntimeError('Cannot apply softmax across nested dimension 0')
    return of_parts([torch.softmax(t, dim - 1, dtype=dtype) for t in input._parts])


def _sum(input, dim=None, keepdim=False, *, dtype=None):
    if dim is None:
        raise _lacks('sum')
    if not keepdim:
        raise RuntimeError('NestedTensor always requires keepdim=True for now.')
    dim = check_dim(dim[0] if isinstance(dim, (tuple, list)) else dim, input.dim())
    if dim != input.dim() - 1:
        raise RuntimeError('NestedTensor can only be reduced across the last dimension for now got dimension %d instead.' % dim)
    return of_parts([t.sum(dim - 1, keepdim=True, dtype=dtype) for t in input._parts])


def _transpose(input, dim0, dim1):
    a, b = check_dim(dim0, input.dim()), check_dim(dim1, input.dim())
    if 0 in (a, b):
        raise RuntimeError('Nested tensor dimension 0 cannot be transposed')
    return of_parts([t.transpose(a - 1, b - 1) for t in input._parts])


def _view(name):
    def called(input, *sizes):
        sizes = list(sizes[0] if isinstance(sizes[0], (tuple, list)) else sizes)
        if sizes[0] != len(input._parts):
            raise RuntimeError('%s: For now nested %s cannot change or infer the implicit batch dimension' % (name, name))
        made = [getattr(t, name)(_kept(t, sizes)) for t in input._parts]
        return of_parts([named(t, 'ViewBackwardAutogradNestedTensor0') for t in made])
    return called


def _kept(t, sizes):
    """The sizes for one part: -1 keeps its own."""
    return [t.shape[d] if n == -1 and d < t.dim() and sizes.count(-1) + (len(sizes) - 1 <= t.dim()) > 1 else n for d, n in enumerate(sizes[1:])]


def _matmul(node):
    def called(input, other):
        if not (_is(input) and _is(other)):
            raise RuntimeError('Expected both to be nested, but got a %s self and %s other' % (('nested', 'non-nested') if _is(input) else ('non-nested', 'nested')))
        return of_parts([named(a @ b, node) for a, b in zip(input._parts, other._parts)])
    return called


def _dims(name):
    def called(input, dim):
        dim = check_dim(dim, input.dim() + (name == 'unsqueeze'))
        if dim == 0:
            raise RuntimeError('%s(): For nested tensors, the batch dimension is not supported' % name)
        return of_parts([getattr(t, name)(dim - 1) for t in input._parts])
    return called


def _select(input, dim, index):
    dim = check_dim(dim, input.dim())
    return input[index] if dim == 0 else of_parts([t.select(dim - 1, index) for t in input._parts])


def _chunk(input, chunks, dim=0):
    columns = [t.chunk(chunks, check_dim(dim, input.dim()) - 1) for t in input._parts]
    return tuple(of_parts([named(t, 'ChunkBackwardAutogradNestedTensor0') for t in row]) for row in zip(*columns))


def _cat(tensors, dim=0):
    if dim:
        raise RuntimeError('For now, cat(): only dim=0 is supported for nested tensors')
    return of_parts([part for t in tensors for part in (t._parts if _is(t) else t.unbind())])


def _attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    return of_parts([F.scaled_dot_product_attention(q.unsqueeze(0), k.unsqueeze(0), v.unsqueeze(0), attn_mask, dropout_p, is_causal, scale=scale, enable_gqa=enable_gqa)[0]
                     for q, k, v in zip(query._parts, key._parts, value._parts)])


def _embedding(input, weight, *args, **kwargs):
    return of_parts([F.embedding(t, weight, *args, **kwargs) for t in input._parts])


def _like(name):
    return lambda input, **kwargs: _flat(input, lambda flat: getattr(torch, name)(flat, **kwargs))


def _backward(self, gradient=None, *args, **kwargs):
    if gradient is None:
        raise RuntimeError(_says('GRAD_SCALAR'))
    torch.autograd.backward(self._parts, gradient._parts, *args, **kwargs)


_HOW = {
    'linear': _linear, 'layer_norm': _layer_norm, 'dropout': _dropout, 'softmax': _softmax, 'sum': _sum, 'transpose': _transpose, 'view': _view('view'), 'reshape': _view('reshape'),
    'matmul': _matmul('MatmulBackward0'), 'bmm': _matmul('BmmBackward0'), 'squeeze': _dims('squeeze'), 'unsqueeze': _dims('unsqueeze'), 'select': _select, 'chunk': _chunk,
    'cat': _cat, 'scaled_dot_product_attention': _attention, 'embedding': _embedding, 'randn_like': _like('randn_like'), 'rand_like': _like('rand_like'), 'backward': _backward,
    'unbind': lambda input, dim=0: input.unbind(dim), 'to_padded_tensor': _Nested.to_padded_tensor, 'numel': _Nested.numel, 'flatten': lambda input, *dims: input.shape,
}

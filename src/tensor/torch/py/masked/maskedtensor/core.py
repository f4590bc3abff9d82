"""torch.masked.MaskedTensor: a tensor and, for each element, whether it counts. Functions of each element keep the mask, reductions leave out what it hides; gradients go through the data, where hidden
elements have none, and come back masked."""
import weakref

import _tensor
import torch
from _torch import _says
from torch._held import SIZES, carrier, name_of, plain

_UNARY = frozenset('''abs absolute acos arccos acosh arccosh angle asin arcsin asinh arcsinh atan arctan atanh arctanh bitwise_not ceil clamp clip conj_physical cos cosh deg2rad digamma erf erfc erfinv exp exp2 expm1 fix
floor frac lgamma log log10 log1p log2 logit i0 isnan nan_to_num neg negative positive pow rad2deg reciprocal round rsqrt sigmoid sign sgn signbit sin sinc sinh sqrt square tan tanh trunc detach clone double
float half bfloat16 int long bool to cpu cuda contiguous ones_like add_ sub_ mul_ div_ invert'''.split())
_BINARY = frozenset('''add atan2 arctan2 bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift div divide floor_divide fmod logaddexp logaddexp2 mul multiply nextafter remainder sub subtract
true_divide eq ne le ge greater greater_equal gt less_equal lt less maximum minimum fmax fmin not_equal'''.split())
_SHAPES = frozenset('''getitem reshape view transpose t unsqueeze expand select narrow flatten split chunk slice view_as swapaxes'''.split())
_OPERATORS = {'truediv': 'div', 'rdiv': 'rdiv', 'and': 'bitwise_and', 'or': 'bitwise_or', 'xor': 'bitwise_xor'}
_OVERLOADS = {'mm': 'mm.default', 'max': 'max.default', 'log_softmax': '_log_softmax.default', 'unbind': 'unbind.int', 'matmul': 'mm.default', 'squeeze': 'squeeze.dim', 'iter': 'unbind.int', 'linear': 'addmm.default',
              'fill_': 'fill_.Scalar', 'masked_fill': 'masked_fill.Scalar'}


class MaskedTensor(torch.Tensor):
    """A tensor of which the mask says what counts."""
    _kept_elsewhere = True

    @staticmethod
    def __new__(cls, data, mask, requires_grad=False):
        _check(data, mask)
        kept = data.detach().clone() if data.layout is torch.strided else data
        made = _of(cls, kept.requires_grad_() if requires_grad else kept, mask, requires_grad)
        if requires_grad:
            kept._masked_by = weakref.ref(made)
        return made

    def __init__(self, data, mask, requires_grad=False):
        pass

    layout = property(lambda self: self._data.layout)
    requires_grad = property(lambda self: self._data.requires_grad)
    is_leaf = property(lambda self: self._own or not self._data.requires_grad)
    grad_fn = property(lambda self: None if self.is_leaf else self._data.grad_fn)
    is_sparse = property(lambda self: self.is_sparse_coo() or self.is_sparse_csr())

    @property
    def grad(self):
        g = self._data.grad if self._own else None
        return None if g is None else over(g, self._reached if self._reached is not None else self._mask)

    def requires_grad_(self, requires_grad=True):
        if self._own or not self._data.requires_grad:
            self._data, self._own = self._data.detach().requires_grad_(requires_grad), requires_grad
        return self

    def get_data(self):
        return self._data.detach() if self._own else self._data

    def get_mask(self):
        return self._mask

    def to_tensor(self, value):
        """A plain tensor, with a value for what is hidden."""
        return self._whole().masked_fill(~self._flags(), value)

    def is_sparse_coo(self):
        return self.layout is torch.sparse_coo

    def is_sparse_csr(self):
        return self.layout is torch.sparse_csr

    def _whole(self):
        return self._data if self._data.layout is torch.strided else self._data.to_dense()

    def _flags(self):
        """The mask as a dense one."""
        mask = self._mask
        if mask.layout is torch.strided:
            return mask
        places = tuple(mask.indices()) if mask.layout is torch.sparse_coo else mask._places()
        return torch.zeros(tuple(mask.shape), dtype=torch.bool).index_put(places, mask.values())

    def _as(self, name):
        """The same in another layout: what is hidden is not in it."""
        kept = self._data if self._data.layout is torch.strided else self._whole()
        mask = self._flags()
        if name == 'to_dense':
            return over(kept.masked_fill(~mask, 0) if self.is_sparse else kept, mask)
        marked = getattr(mask, name)()
        return over(_at(kept, marked), marked)

    def to_dense(self):
        return self._as('to_dense')

    def to_sparse(self):
        return self

    def to_sparse_coo(self):
        return self._as('to_sparse_coo')

    def to_sparse_csr(self):
        return self._as('to_sparse_csr')

    def tolist(self):
        raise RuntimeError('.tolist() is not supported for tensor subclasses, got MaskedTensor')

    def numpy(self, *, force=False):
        raise RuntimeError('.numpy() is not supported for tensor subclasses.')

    def item(self):
        if self.numel() != 1:
            raise RuntimeError(_says('ITEM_ELEMENTS', self.numel()))
        return self._data.item()

    def __bool__(self):
        return bool(self._data)

    def is_contiguous(self):
        return self._data.is_contiguous()

    def stride(self, *dim):
        return self._data.stride(*dim)

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        raise _lacks('unbind')

    def __repr__(self, *, tensor_contents=None):
        data, mask = self._whole().detach(), self._flags()
        if not data.dim():
            text = '--, False' if not mask.item() else _number(data.item(), data.dtype) + ', True'
            return 'MaskedTensor(%s)' % text
        return 'MaskedTensor(\n%s\n)' % _block(data, mask, '  ')

    __str__ = __repr__
    __hash__ = torch.Tensor.__hash__

    def __format__(self, spec):
        return format(repr(self), spec)

    def __deepcopy__(self, memo):
        made = memo[id(self)] = over(self._data.detach().clone(), self._mask.clone())
        return made.requires_grad_() if self.requires_grad else made

    def __reduce_ex__(self, protocol):
        return MaskedTensor, (self.get_data().detach(), self._mask, self._own)

    def __rsub__(self, other):
        raise TypeError("unsupported operand type(s) for -: %r and 'MaskedTensor'" % type(other).__name__)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        name, kwargs = name_of(func), kwargs or {}
        name = _OPERATORS.get(name, name)
        how = _HOW.get(name)
        if how is not None:
            return how(*args, **kwargs)
        if name in _BINARY and len(args) > 1:
            return _binary(func, args, kwargs)
        if name in _UNARY:
            return _unary(name, func, args, kwargs)
        if name in _SHAPES:
            return _shaped(func, args, kwargs)
        if name in ('__get__', '__set__') or name in SIZES:
            return plain(func, args, kwargs)
        raise _lacks(name)


MaskedTensor.__module__ = 'torch.masked.maskedtensor.core'


def is_masked_tensor(obj, /):
    return isinstance(obj, MaskedTensor)


def _lacks(name):
    return TypeError("Multiple dispatch failed for 'torch._ops.aten.%s'; all __torch_dispatch__ handlers returned NotImplemented:\n\n  - tensor subclass %s\n\n"
                     'For more information, try re-running with TORCH_LOGS=not_implemented' % (_OVERLOADS.get(name, name + '.default'), MaskedTensor))


def _check(data, mask):
    if not isinstance(data, torch.Tensor):
        raise TypeError('data must be a Tensor')
    if not isinstance(mask, torch.Tensor):
        raise TypeError('mask must be a Tensor')
    if data.layout is not mask.layout:
        raise TypeError('data and mask must have the same layout.')
    if mask.dtype != torch.bool:
        raise TypeError('mask must have dtype bool.')
    if data.dim() != mask.dim():
        raise ValueError('data.dim() must equal mask.dim()')
    if data.shape != mask.shape:
        raise ValueError('data.size() must equal mask.size()')


def _of(cls, data, mask, own):
    made = carrier(cls, data, data.shape)
    if data.layout is torch.sparse_coo:
        data, mask = data.coalesce(), mask.coalesce()
        if data._nnz() != mask._nnz():
            data = data.sparse_mask(mask)
    made._data, made._mask, made._own, made._reached = data, mask, own, None
    return made


def over(data, mask):
    """A masked tensor over data itself."""
    _check(data, mask)
    if data.requires_grad:
        data = data.view_as(data)
        data.register_hook(_Back(data, mask))
    return _of(MaskedTensor, data, mask, False)


def _at(dense, mask):
    """A dense tensor's elements where a mask of another layout has its own."""
    if mask.layout is torch.sparse_coo:
        return torch.sparse_coo_tensor(mask.indices(), dense[tuple(mask.indices())], tuple(mask.shape)).coalesce()
    return mask._with(dense[mask._places()])


# ---- gradients ----
class _Back:
    """At the end of a backward the gradients of the leaves under a masked tensor get its mask."""

    def __init__(self, data, mask):
        self.leaves, self.mask = list(_leaves(data.grad_fn)), mask

    def __call__(self, g):
        if _asked:
            return
        _waiting.append(self)
        _tensor.after_backward(_deliver)


_waiting, _asked = [], []


def _leaves(step):
    seen, left = set(), [step]
    while left:
        step = left.pop()
        if step is None or id(step) in seen:
            continue
        seen.add(id(step))
        if hasattr(step, 'variable'):
            yield step.variable
        left += [before for before, _ in step.next_functions]


def _deliver():
    while _waiting:
        back = _waiting.pop()
        for leaf in back.leaves:
            g = leaf.grad
            if g is not None and not isinstance(g, MaskedTensor):
                leaf.grad = leaf._masked_grad = over(torch.nan_to_num(g) if g.dim() else g, back.mask if back.mask.shape == g.shape else torch.ones(tuple(g.shape), dtype=torch.bool))


def _backward(self, gradient=None, *args, **kwargs):
    if not self.requires_grad:
        raise RuntimeError('element 0 of tensors does not require grad and does not have a grad_fn')
    self._data.backward(gradient._data if isinstance(gradient, MaskedTensor) else gradient, *args, **kwargs)


def _grad(outputs, inputs, grad_outputs=None, **kwargs):
    """torch.autograd.grad: what comes back is masked as the inputs are."""
    given = inputs if isinstance(inputs, (tuple, list)) else (inputs,)
    outs = outputs if isinstance(outputs, (tuple, list)) else (outputs,)
    _asked.append(True)
    try:
        found = torch.autograd.grad([_data(o) for o in outs], [_data(i) for i in given], grad_outputs, **{k: v for k, v in kwargs.items() if v is not None})
    finally:
        _asked.pop()
    return tuple(g if g is None else over(g, _reached(i)) for g, i in zip(found, given))


def _reached(input):
    if isinstance(input, MaskedTensor):
        return input._mask if input._reached is None else input._reached
    return torch.ones(tuple(input.shape), dtype=torch.bool)


# ---- functions of each element ----
def _data(x):
    return x._data if isinstance(x, MaskedTensor) else x


def _filled(x, mask):
    """The data with harmless numbers where nothing counts, so that other operands' gradients are free of them."""
    return torch.where(mask, x, torch.ones((), dtype=x.dtype)) if x.layout is torch.strided and x.is_floating_point() else x


def _unary(name, func, args, kwargs):
    first = args[0]
    if name.endswith('_'):
        func(_data(first), *map(_data, args[1:]), **kwargs)
        return first
    if first._data.layout is not torch.strided:
        return over(_at(func(first._whole(), *args[1:], **kwargs), first._mask), first._mask)
    return _of(MaskedTensor, func(_data(first), *map(_data, args[1:]), **kwargs), first._mask, False)


def _alike(a, b):
    return a is b or a.shape == b.shape and (torch.equal(a, b) if a.layout is torch.strided else a._nnz() == b._nnz() and torch.equal(a.to_dense(), b.to_dense()))


def _binary(func, args, kwargs):
    a, b = args[:2]
    masks = [x._mask for x in (a, b) if isinstance(x, MaskedTensor)]
    if len(masks) > 1 and not _alike(*masks):
        raise ValueError('Input masks must match. If you need support for this, please open an issue on Github.')
    mask = masks[0]
    if mask.layout is not torch.strided:
        dense = func(*(x._whole() if isinstance(x, MaskedTensor) else x for x in (a, b)), **kwargs)
        return over(_at(dense, mask), mask)
    clean = any(isinstance(x, torch.Tensor) and not isinstance(x, MaskedTensor) and x.requires_grad for x in (a, b))
    made = func(*(_filled(_data(x), mask) if clean and isinstance(x, MaskedTensor) else _data(x) for x in (a, b)), **kwargs)
    return _of(MaskedTensor, made, mask if mask.shape == made.shape else mask.expand(made.shape), False)


def _shaped(func, args, kwargs):
    """The same done to the data and to the mask."""
    args = [a.get_data() if isinstance(a, MaskedTensor) and k else a for k, a in enumerate(args)]
    first = args[0]
    made, masks = func(first._data, *args[1:], **kwargs), func(first._mask, *args[1:], **kwargs)
    if isinstance(made, (tuple, list)):
        return type(made)(_of(MaskedTensor, t, m, False) for t, m in zip(made, masks))
    return _of(MaskedTensor, made, masks, False)


def _joined(name):
    def called(tensors, dim=0):
        function = getattr(torch, name)
        return _of(MaskedTensor, function([_data(t) for t in tensors], dim), function([t._mask for t in tensors], dim), False)
    return called


def _where(condition, input, other):
    """Each side is masked where the other is taken: so are its gradients."""
    condition, mask = _data(condition), None
    sides = [x if isinstance(x, MaskedTensor) else None for x in (input, other)]
    flags = [s._mask if s is not None else torch.ones(tuple(x.shape), dtype=torch.bool) for s, x in zip(sides, (input, other))]
    mask = torch.where(condition, *flags)
    for side, taken in zip(sides, (condition, ~condition)):
        if side is not None:
            _narrow(side, taken)
    clean = [_filled(_data(x), taken.expand(x.shape) if x.dim() else taken) if isinstance(x, MaskedTensor) else x for x, taken in zip((input, other), (condition, ~condition))]
    return _of(MaskedTensor, torch.where(condition, *clean), mask, False)


def _narrow(side, taken):
    """What a where did not take of a leaf gets no gradient: its mask there is false."""
    for leaf in _known_leaves(side):
        leaf._reached = leaf._mask & taken if taken.shape == leaf._mask.shape else leaf._mask


def _known_leaves(masked):
    """The masked leaf itself, or those that its data was computed from."""
    if masked._own:
        return [masked]
    owners = [getattr(leaf, '_masked_by', None) for leaf in _leaves(masked._data.grad_fn)] if masked._data.grad_fn is not None else []
    return [kept for kept in (owner() for owner in owners if owner is not None) if kept is not None]


# ---- reductions ----
def _reduced(name):
    def called(input, dim=None, keepdim=False, **kwargs):
        from .. import _ops
        mask = input._flags()
        more = {'keepdim': keepdim} if dim is not None and keepdim else {}
        if name in ('std', 'var') and isinstance(dim, bool):
            dim, kwargs = None, {'unbiased': dim, **kwargs}
        made = getattr(_ops, name)(input._whole(), dim, mask=mask, **more, **kwargs) if name != 'norm' else _ops.norm(input._whole(), 2, dim, mask=mask, **more, **kwargs)
        dims = list(range(mask.dim())) if dim is None else dim
        return _of(MaskedTensor, made, _any(mask, dims, bool(more)), False)
    return called


def _any(mask, dims, keepdim):
    for d in sorted((d % mask.dim() for d in (dims if isinstance(dims, (list, tuple)) else (dims,))), reverse=True) if mask.dim() else ():
        mask = mask.any(d, keepdim)
    return mask


def _all(input, dim=None, keepdim=False):
    filled = input._whole().bool() | ~input._flags()
    made = filled.all() if dim is None else filled.all(dim, keepdim)
    return _of(MaskedTensor, made, _any(input._flags(), list(range(input.dim())) if dim is None else dim, keepdim), False)


def _softmax(input, dim=None, dtype=None, _stacklevel=3):
    from .. import _ops
    return _of(MaskedTensor, _ops.softmax(input._whole(), dim, dtype=dtype, mask=input._flags()), input._mask, False)


def _rdiv(self, other):
    return _of(MaskedTensor, other / self._data, self._mask, False)


_HOW = {name: _reduced(name) for name in ('sum', 'mean', 'prod', 'amax', 'amin', 'argmax', 'argmin', 'std', 'var')}
_HOW.update(all=_all, softmax=_softmax, where=_where, cat=_joined('cat'), stack=_joined('stack'), backward=_backward, grad=_grad, rdiv=_rdiv, to_dense=MaskedTensor.to_dense,
            to_sparse=MaskedTensor.to_sparse, to_sparse_coo=MaskedTensor.to_sparse_coo, to_sparse_csr=MaskedTensor.to_sparse_csr)


# ---- how it is shown ----
def _number(value, dtype):
    return '%8.4f' % value if dtype.is_floating_point else str(value)


def _block(data, mask, indent):
    if data.dim() == 1:
        shown = [_number(x, data.dtype) if m else '      --' for x, m in zip(data.tolist(), mask.tolist())]
        return '%s[%s]' % (indent, ', '.join(shown))
    return '%s[\n%s\n%s]' % (indent, ',\n'.join(_block(x, m, indent + '  ') for x, m in zip(data, mask)), indent)

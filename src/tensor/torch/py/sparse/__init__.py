"""torch.sparse: tensors of coordinates and values (COO).

A sparse tensor is an object of shape, dtype and place whose own memory holds nothing: its indices and values are two plain tensors, and gradients go through the values. What PyTorch has
for it is here, by method or by function; every other op refuses it (_tensor.elsewhere), so that nothing takes it for zeros."""
import re

import _tensor
import torch
from _torch import _says, _two
from perch.only import only
from torch._facts_shown import with_facts
from torch._functions.elementwise import check_factor
from torch._functions.facts import type_name

_plain = {name: getattr(torch, name) for name in ('add', 'sub', 'mul', 'mm', 'matmul', 'mv', 'spmm', 'dsmm', 'addmm', 'cat', 'stack', 'unsqueeze', 'neg', 'abs', 'sqrt', 't', 'transpose', 'permute', 'swapaxes', 'swapdims', 'movedim', 'moveaxis', 'adjoint')}
_add_in_place = torch.Tensor.add_
_layout = torch.sparse_coo


def _is(x):
    return isinstance(x, Sparse)


def _is_compressed(x):
    return getattr(x, '_at', None) is not None


def _refuse(name):
    def refused(self, *args, **kwargs):
        raise NotImplementedError(_says("SPARSE_BACKEND", name, 'SparseCPU'))
    return refused


def _of_values(function):
    def called(self, *args, **kwargs):
        return _made(self._i, function(self._v, *args, **kwargs), self.shape, self._sorted)
    return called


def _of_sorted_values(function):
    return lambda self, *args, **kwargs: _of_values(function)(self.coalesce(), *args, **kwargs)


class Sparse(torch.Tensor):
    """A torch.Tensor of layout torch.sparse_coo."""
    is_sparse = _kept_elsewhere = True
    layout = _layout

    @property
    def requires_grad(self):
        return self._v.requires_grad

    @property
    def is_leaf(self):
        return self._own or not self._v.requires_grad

    @property
    def grad_fn(self):
        return None if self.is_leaf else self._v.grad_fn

    @property
    def grad(self):
        g = self._v.grad if self._own else None
        return None if g is None else _made(self._i, g, self.shape, self._sorted)

    @property
    def data(self):
        return self.detach()

    @property
    def T(self):
        return self.permute(tuple(reversed(range(self.dim()))))

    H = mT = mH = property(lambda self: self.transpose(-2, -1))

    def adjoint(self):
        return self.mT

    @property
    def device(self):
        return self._v.device

    def requires_grad_(self, requires_grad=True):
        self._v = self._v.detach().requires_grad_(requires_grad)
        self._own = requires_grad
        return self

    # ---- its parts ----
    def _indices(self):
        return self._i

    def _values(self):
        return self._v

    def _nnz(self):
        return self._i.shape[1]

    def sparse_dim(self):
        return self._i.shape[0]

    def dense_dim(self):
        return self._v.dim() - 1

    def is_coalesced(self):
        return self._sorted

    def indices(self):
        return self._part('indices', self._i)

    def values(self):
        return self._part('values', self._v)

    def _part(self, name, part):
        if not self._sorted:
            raise RuntimeError('Cannot get %s on an uncoalesced tensor, please call .coalesce() first' % name)
        return part

    def coalesce(self):
        """Each place once, in order; values of one place are added up."""
        if self._sorted:
            return self
        places, at = torch.unique(_flat(self._i, self.shape), return_inverse=True)
        values = self._v.new_zeros((len(places), *self._v.shape[1:])).index_add(0, at, self._v)
        return _made(_unflat(places, self.shape[:self.sparse_dim()]), values, self.shape, True)

    def to_dense(self, dtype=None):
        made = self._v.new_zeros(self.shape).index_put(tuple(self._i), self._v, accumulate=True)
        return made if dtype is None else made.to(dtype)

    def to_sparse(self, sparse_dim=None, *, layout=_layout, blocksize=None):
        if sparse_dim is None and layout is not _layout:
            from ._compressed import compressed
            return compressed(self, layout, blocksize)
        raise NotImplementedError(_says("SPARSE_BACKEND", 'to_sparse', 'SparseCPU'))

    def to_sparse_coo(self):
        return self

    # ---- the same with other values ----
    clone = _of_values(lambda v, **kwargs: v.clone())
    detach = _of_values(lambda v: v.detach())
    neg = __neg__ = _of_values(lambda v: -v)
    abs = __abs__ = _of_sorted_values(lambda v: v.abs())
    sqrt, sin, tan, tanh, sinh, asin, atan, asinh, atanh, expm1, log1p, floor, ceil, round, trunc, sign, sgn, erf, isnan = (
        _of_sorted_values(lambda v, name=name: getattr(v, name)()) for name in
        ('sqrt', 'sin', 'tan', 'tanh', 'sinh', 'asin', 'atan', 'asinh', 'atanh', 'expm1', 'log1p', 'floor', 'ceil', 'round', 'trunc', 'sign', 'sgn', 'erf', 'isnan'))
    pow = __pow__ = _of_sorted_values(lambda v, exponent: v ** exponent)
    float, double, half, bfloat16, int, long, bool = (_of_values(lambda v, name=name: getattr(v, name)()) for name in ('float', 'double', 'half', 'bfloat16', 'int', 'long', 'bool'))

    def to(self, *args, **kwargs):
        values = self._v.to(*args, **kwargs)
        return self if values is self._v else _made(self._i.to(values.device), values, self.shape, self._sorted)

    def cpu(self):
        return self.to('cpu')

    def cuda(self, device=None):
        return self.to('cuda' if device is None else device)

    def detach_(self):
        self._v, self._own = self._v.detach(), False
        return self

    def zero_(self):
        self._i, self._v, self._sorted = self._i.new_zeros((self.dim(), 0)), self._v.detach().new_zeros(0), True
        return self

    # ---- arithmetic ----
    def add(self, other, *, alpha=1):
        if not _is(other):
            raise RuntimeError('add(sparse, dense) is not supported. Use add(dense, sparse) instead.')
        return _sum(self, other, alpha)

    def sub(self, other, *, alpha=1):
        return self.add(other, alpha=-alpha)

    def mul(self, other):
        if _is(other):
            return _both(self.coalesce(), other.coalesce())
        if isinstance(other, torch.Tensor) and other.dim():
            return _made(self._i, self._v * other.expand(self.shape)[tuple(self._i)], self.shape, self._sorted)
        return _made(self._i, self._v * other, self.shape, self._sorted)

    def div(self, other):
        if isinstance(other, torch.Tensor) and other.dim():
            raise RuntimeError('Sparse division requires a scalar or zero-dim dense tensor divisor (got shape %s for divisor)' % list(other.shape))
        return _made(self._i, self._v / other, self.shape, self._sorted)

    def mul_(self, other):
        made = self.mul(other)
        self._i, self._v = made._i, made._v
        return self

    def add_(self, other, *, alpha=1):
        if _is(other):
            _need_room(self, other)
        made = self.add(other, alpha=alpha)
        self._i, self._v, self._sorted = made._i, made._v.to(self._v.dtype), made._sorted
        return self

    def div_(self, other):
        return self.mul_(1 / other)

    __add__, __sub__, __mul__, __rmul__, __truediv__ = add, sub, mul, mul, div
    __imul__, __iadd__, __itruediv__ = mul_, add_, div_

    def __radd__(self, other):
        return _add(other, self) if isinstance(other, torch.Tensor) else self.add(other)

    def __rsub__(self, other):
        return _add(other, self, alpha=-1)

    def matmul(self, other):
        return _named_product(self, other)

    mm = mv = __matmul__ = matmul

    def __rmatmul__(self, other):
        if _two('SPARSE_BEHIND'):
            return _named_product(other, self)
        raise NotImplementedError(_says("SPARSE_BACKEND", 'sparse_dim', 'CPU'))

    def permute(self, *dims):
        dims = tuple(dims[0]) if len(dims) == 1 and type(dims[0]) in (list, tuple, torch.Size) else dims
        if len(dims) != self.dim():
            raise RuntimeError(_says("PERMUTE_NDIM", self.dim(), len(dims)))
        like = torch.empty(self.shape, device='meta').permute(dims)          # (whose errors are these)
        order = [int(d) % self.dim() for d in dims]
        rows = order[:self.sparse_dim()]
        if any(row >= self.sparse_dim() for row in rows):
            raise RuntimeError('permute of dense dimensions of a sparse tensor is not in perch; the nearest is permute of to_dense()')
        values = self._v.permute(0, *[d - self.sparse_dim() + 1 for d in order[self.sparse_dim():]])
        return _made(self._i[rows], values, like.shape, self._sorted and rows == sorted(rows))

    def unsqueeze(self, dim):
        shape = torch.empty(self.shape, device='meta').unsqueeze(dim).shape
        at = dim % len(shape)
        if at > self.sparse_dim():
            return _made(self._i, self._v.unsqueeze(at - self.sparse_dim() + 1), shape, False)
        return _made(torch.cat([self._i[:at], torch.zeros_like(self._i[:1]), self._i[at:]]), self._v, shape, False)

    def transpose(self, dim0, dim1):
        order = list(range(self.dim()))
        torch.empty(self.shape, device='meta').transpose(dim0, dim1)
        order[dim0], order[dim1] = order[dim1], order[dim0]
        return self.permute(order)

    swapaxes = swapdims = transpose

    def movedim(self, source, destination):
        sizes = torch.empty(list(range(1, self.dim() + 1)), device='meta').movedim(source, destination).shape      # (each axis as long as it says)
        return self.permute([size - 1 for size in sizes])

    moveaxis = movedim

    def t(self):
        return self.transpose(0, 1) if self.dim() == 2 else self

    def norm(self, p=2):
        return self.coalesce()._v.norm(p)

    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        if not all(type(k) is type(0) for k in keys):
            raise NotImplementedError('this way of indexing a sparse tensor is not in perch; the nearest is an index of its to_dense()')
        if len(keys) >= self.sparse_dim():
            return self.to_dense()[key]
        found = self
        for k in keys:
            if not -found.shape[0] <= k < found.shape[0]:
                raise IndexError('select(): index %d out of range for tensor of size %s at dimension 0' % (k, list(found.shape)))
            here = found._i[0] == k % found.shape[0]
            found = _made(found._i[1:][:, here], found._v[here], found.shape[1:], found._sorted)
        return found

    def select(self, dim, index):
        return self.transpose(0, dim)[index] if dim else self[index]

    def sparse_mask(self, mask):
        return _made(mask._i, self.to_dense()[tuple(mask._i)], self.shape, True)

    # ---- what it has not ----
    sum = _refuse('sum.dim_IntList')
    mean, exp, relu, view, softmax, eq, __eq__ = (_refuse(name) for name in ('mean.dim', 'exp', 'relu', 'view', '_softmax', 'eq.Tensor', 'eq.Tensor'))
    set_, share_memory_, storage, data_ptr, resize_, __dlpack__, new_zeros, new_ones, new_empty, new_full, new_tensor = (
        _refuse(name) for name in ('set_', 'share_memory_', 'storage', 'data_ptr', 'resize_', '__dlpack__', 'new_zeros', 'new_ones', 'new_empty', 'new_full', 'new_tensor'))
    __hash__ = torch.Tensor.__hash__

    def reshape(self, *shape):
        raise RuntimeError('reshape is not implemented for sparse tensors')

    def numpy(self, *, force=False):
        raise TypeError("can't convert Sparse layout tensor to numpy. Use Tensor.dense() first.")

    def tolist(self):
        raise RuntimeError(_says("BATCHED_POINTER"))

    def item(self):
        if self.numel() != 1:
            raise RuntimeError(_says("ITEM_ELEMENTS", self.numel())) if _two('ITEM_RUNTIME') else ValueError(_says("ONE_ELEMENT"))
        return self.to_dense().item()

    def __bool__(self):
        return bool(self.to_dense())

    def is_contiguous(self, *, memory_format=None):
        return True

    def __repr__(self):
        text = 'tensor(indices=%s,\n       values=%s' % (_shown(self._i, 15), _shown(self._v.detach(), 14))
        facts = ["device='%s'" % self.device] if self.is_cuda else []
        facts += ['size=%s' % (tuple(self.shape),), 'nnz=%d' % self._nnz()]
        if self.dtype not in (torch.get_default_dtype(), torch.int64, torch.bool):
            facts.append('dtype=%s' % self.dtype)
        facts.append('layout=torch.sparse_coo')
        if self.requires_grad:
            facts.append('requires_grad=True' if self.is_leaf else 'grad_fn=<%s>' % (self._maker or type(self._v.grad_fn).__name__))
        return with_facts(text, facts, True)

    __str__ = __repr__

    def __deepcopy__(self, memo):
        if not self.is_leaf:
            raise RuntimeError(_says("DEEPCOPY"))
        made = memo[id(self)] = _made(self._i.clone(), self._v.detach().clone(), self.shape, self._sorted)
        return made.requires_grad_() if self.requires_grad else made

    def __reduce_ex__(self, protocol):
        from torch._utils import _rebuild_sparse_tensor
        return _rebuild_sparse_tensor, (torch.sparse_coo, (self._i, self._v.detach(), self.shape))

    def __format__(self, spec):
        return format(repr(self), spec)


Sparse.__name__ = Sparse.__qualname__ = 'Tensor'
Sparse.__module__ = 'torch'


def _narrower(t, indent):
    """Its text where so much of a line is taken."""
    width = _tensor.torch_print(None, None, None, None, None)
    _tensor.torch_print(None, None, None, width - indent, None)
    try:
        return repr(t)
    finally:
        _tensor.torch_print(None, None, None, width, None)


def _shown(t, indent):
    text = re.sub(r", (dtype=torch\.\w+|device='[^']*')", '', _narrower(t, indent))
    if not t.numel():
        text = 'tensor([], size=%s)' % (tuple(t.shape),)
    return re.sub(r'\n(?!\n)', '\n' + ' ' * indent, text)


def _flat(indices, shape):
    flat = torch.zeros(indices.shape[1], dtype=torch.int64, device=indices.device)
    for row, size in zip(indices, shape):
        flat = flat * size + row
    return flat


def _unflat(places, sizes):
    rows = []
    for size in reversed(sizes):
        rows.insert(0, places % size)
        places = torch.div(places, size, rounding_mode='floor')
    return torch.stack(rows) if rows else places.new_zeros((0, len(places)))


def _made(indices, values, shape, is_sorted, maker=None):
    """A sparse tensor over these parts."""
    made = _tensor.subclass(Sparse, torch.zeros((), dtype=values.dtype, device=values.device).expand(tuple(shape)))
    _tensor.elsewhere(made)
    made._i, made._v, made._sorted, made._own, made._maker = indices, values, is_sorted, False, maker
    _dispatch()
    return made


def _sum(a, b, alpha):
    if a.shape != b.shape:
        raise RuntimeError("add: expected sizes of 'self' and 'other' to match, but %s != %s" % (list(a.shape), list(b.shape)))
    check_factor(a, b, alpha)
    dtype = torch.promote_types(a.dtype, b.dtype)
    _need_kernel('cadd_sparse', a._v.to(dtype))
    other = b._v if alpha == 1 else b._v.to(dtype) * alpha
    if not a._nnz() or not b._nnz():
        return _made(b._i, other, a.shape, b._sorted) if b._nnz() else _made(a._i, a._v, a.shape, a._sorted)
    if a._i.shape == b._i.shape and torch.equal(a._i, b._i) and a._v.is_contiguous() and b._v.is_contiguous():
        return _made(a._i, a._v + other, a.shape, a._sorted and b._sorted)
    if a._v.is_contiguous() and b._v.is_contiguous() and not (a._sorted and b._sorted):
        return _zipped(a, b, other)
    joined = _made(torch.cat([a._i, b._i], 1), torch.cat([a._v, other]), a.shape, False)
    return joined.coalesce() if a._sorted and b._sorted else joined


def _zipped(a, b, other):
    """PyTorch's way with any two: both are walked through as if they were in order, the smaller place next, and what meets at one place is added up."""
    x, y = (_flat(t._i, t.shape).tolist() for t in (a, b))
    i, j, count, at_x, at_y, first = 0, 0, 0, [], [], []
    while i < len(x) or j < len(y):
        here, there = i < len(x) and (j == len(y) or x[i] <= y[j]), j < len(y) and (i == len(x) or y[j] <= x[i])
        first.append(i if here else len(x) + j)
        if here:
            at_x.append(count)
            i += 1
        if there:
            at_y.append(count)
            j += 1
        count += 1
    empty = torch.zeros((count,) + tuple(other.shape[1:]), dtype=torch.promote_types(a.dtype, other.dtype), device=other.device)
    at_x, at_y, first = (torch.tensor(each, dtype=torch.int64, device=other.device) for each in (at_x, at_y, first))
    values = empty.index_add(0, at_x, a._v.to(empty.dtype)).index_add(0, at_y, other.to(empty.dtype))
    return _made(torch.cat([a._i, b._i], 1)[:, first], values, a.shape, False)


def _both(a, b):
    """The product where both have a value."""
    x, y = _flat(a._i, a.shape), _flat(b._i, b.shape)
    here = (x.unsqueeze(1) == y.unsqueeze(0)).nonzero()
    return _made(a._i[:, here[:, 0]], a._v[here[:, 0]] * b._v[here[:, 1]], a.shape, True)


def sparse_coo_tensor(indices, values=None, size=None, *, dtype=None, device=None, requires_grad=False):
    if values is None and not isinstance(indices, torch.Tensor) and all(type(n) is int for n in indices):
        size, indices, values = tuple(indices), torch.zeros((len(indices), 0), dtype=torch.int64), torch.zeros(0, dtype=dtype)
    indices = indices.detach() if isinstance(indices, torch.Tensor) else torch.tensor(indices)
    values = values if isinstance(values, torch.Tensor) else torch.tensor(values, dtype=dtype)
    values = values.to(device=device or values.device, dtype=dtype or values.dtype)
    indices = indices.to(values.device, torch.int64)
    if indices.dim() != 2:
        raise RuntimeError('indices must be sparse_dim x nnz, but got: %s' % list(indices.shape))
    if indices.shape[1] != (values.shape[0] if values.dim() else 1):
        raise RuntimeError('indices and values must have same nnz, but got nnz from indices: %d, nnz from values: %d' % (indices.shape[1], values.shape[0] if values.dim() else 1))
    low = indices.min(1)[0].tolist() if indices.numel() else []
    for dim, n in enumerate(low):
        if n < 0:
            raise RuntimeError('found negative index %d for dim %d' % (n, dim))
    high = indices.max(1)[0].tolist() if indices.numel() else []
    if size is None:
        size = [n + 1 for n in high] + list(values.shape[1:])
    for dim, n in enumerate(high):
        if n >= size[dim]:
            raise RuntimeError('size is inconsistent with indices: for dim %d, size is %d but found index %d' % (dim, size[dim], n))
    if len(size) != indices.shape[0] + max(values.dim() - 1, 0):
        raise RuntimeError('number of dimensions must be sparse_dim (%d) + dense_dim (%d), but got %d' % (indices.shape[0], max(values.dim() - 1, 0), len(size)))
    made = _made(indices, values, size, indices.shape[1] < 1, 'SparseCooTensorWithDimsAndTensorsBackward0')
    return made.requires_grad_() if requires_grad else made


def to_sparse(dense, sparse_dim=None):
    """The method of dense tensors: what is not zero, or the first sparse_dim axes' parts that have something."""
    count = dense.dim() if sparse_dim is None else sparse_dim
    if not 0 < count <= dense.dim() and dense.dim():
        raise RuntimeError('sparse_dim argument must be in >= 1 and <= %d, but got %d' % (dense.dim(), count))
    marks = dense.detach() != 0
    if count < dense.dim():
        marks = marks.flatten(count).any(-1)
    places = marks.nonzero().t().contiguous()
    return _made(places, dense[tuple(places)], dense.shape, True, 'ToSparseBackward1' if sparse_dim is None else 'ToSparseBackward0')


def _multiplied(mat1, mat2):
    """A sparse matrix times a dense one; gradients go to its values and to the other."""
    if not _is(mat1):
        if _two('SPARSE_BEHIND') and mat1.dim() == mat2.dim() == 2:
            return _multiplied(mat2.t(), mat1.t()).t()
        raise NotImplementedError(_says("SPARSE_BACKEND", 'sparse_dim', 'CPU'))
    if _is(mat2):
        if mat1.dtype != mat2.dtype:
            raise RuntimeError('mat1 dtype %s does not match mat2 dtype %s' % (_dtype_name(mat1.dtype), _dtype_name(mat2.dtype)))
        return to_sparse(mat1.to_dense() @ mat2.to_dense())
    if mat1.dim() != 2 or mat2.dim() not in (1, 2):
        raise RuntimeError('mat1 must be a matrix, got %d-D tensor' % mat1.dim())
    if mat1.shape[1] != mat2.shape[0]:
        raise RuntimeError('mat1 and mat2 shapes cannot be multiplied (%dx%d and %s)' % (*mat1.shape, 'x'.join(map(str, mat2.shape))))
    _need_kernel('addmm_sparse_dense', mat1._v)
    if mat1.dtype != mat2.dtype:
        raise RuntimeError(_says("EXPECTED_TYPE", _dtype_name(mat1.dtype), _dtype_name(mat2.dtype)))
    rows, columns = mat1._i
    values = mat1._v if mat2.dim() == 1 else mat1._v.unsqueeze(1)
    return mat2.new_zeros((mat1.shape[0], *mat2.shape[1:])).index_add(0, rows, values * mat2[columns])


def _named(made, name):
    return made if _is(made) else _tensor.name_node(made, name)


def mm(mat1, mat2):
    if _is_compressed(mat1) or _is_compressed(mat2):
        return mat1 @ mat2
    return _named(_multiplied(mat1, mat2), 'SparseAddmmBackward0')


def _named_product(a, b):
    """The same as torch.mm and its siblings name it."""
    made = _multiplied(a, b)
    return _named(made, 'MvBackward0' if made.dim() == 1 else 'MmBackward0')


def _added(mat, mat1, mat2, beta, alpha):
    if mat.dtype != mat1.dtype:
        raise RuntimeError(_says("EXPECTED_TYPE", _dtype_name(mat1.dtype), _dtype_name(mat.dtype)))
    return beta * mat + alpha * _multiplied(mat1, mat2)


def addmm(mat, mat1, mat2, *, beta=1, alpha=1):
    return _named(_added(mat, mat1, mat2, beta, alpha), 'SparseAddmmBackward0')


def sum(input, dim=None, dtype=None):
    only('torch.sparse.sum', dtype=(dtype, None))
    if dim is None:
        return input._v.sum()
    gone = sorted(d % input.dim() for d in ((dim,) if isinstance(dim, int) else dim))
    left = [d for d in range(input.sparse_dim()) if d not in gone]
    within = [d - input.sparse_dim() + 1 for d in gone if d >= input.sparse_dim()]
    values = input._v.sum(within) if within else input._v
    if not left:
        return values.sum(0)
    return _made(input._i[left], values, [n for d, n in enumerate(input.shape) if d not in gone], False).coalesce()


def _softmax_of(input, dim, logarithm):
    x = input.coalesce()
    dim %= x.dim()
    others = [d for d in range(x.sparse_dim()) if d != dim]
    group = torch.unique(_flat(x._i[others], [x.shape[d] for d in others]), return_inverse=True)[1]
    count = int(group.max()) + 1 if len(group) else 0
    high = torch.stack([x._v[group == k].max() for k in range(count)])[group] if count else x._v
    shifted = x._v - high.detach()
    total = x._v.new_zeros(count).index_add(0, group, shifted.exp())[group]
    return _made(x._i, shifted - total.log() if logarithm else shifted.exp() / total, x.shape, True)


def softmax(input, dim, *, dtype=None):
    only('torch.sparse.softmax', dtype=(dtype, None))
    return _softmax_of(input, dim, False)


def log_softmax(input, dim, *, dtype=None):
    only('torch.sparse.log_softmax', dtype=(dtype, None))
    return _softmax_of(input, dim, True)


# ---- torch's own functions, which take sparse tensors too once there is one ----
def _add(input, other, *, alpha=1, out=None):
    only('torch.add of a sparse tensor', out=(out, None))
    if _is(input):
        return input.add(other, alpha=alpha)
    if not isinstance(input, torch.Tensor):
        raise TypeError("add(): argument 'input' (position 1) must be Tensor, not %s" % type(input).__name__)
    _need_shape(input, other)
    check_factor(input, other, alpha)
    dtype = torch.promote_types(input.dtype, other.dtype)
    return _tensor.name_node(input.to(dtype).index_put(tuple(other._i), other._v.to(dtype) * alpha, accumulate=True), 'AddBackward0')


def _add_to(self, other, *, alpha=1):
    if not _is(other):
        return _add_in_place(self, other, alpha=alpha)
    _need_shape(self, other)
    check_factor(self, other, alpha)
    _need_room(self, other)
    return self.index_put_(tuple(other._i), other._v.to(self.dtype) * alpha, accumulate=True)


def _need_shape(dense, other):
    if dense.shape != other.shape:
        raise RuntimeError("add: expected 'self' and 'other' to have same size, but self has size %s while other has size %s (FYI: dense-sparse addition does not currently support "
                           'broadcasting)' % (list(dense.shape), list(other.shape)))


def _need_room(self, other):
    """What is added in place must have a place there."""
    result = torch.promote_types(self.dtype, other.dtype)
    if not torch.can_cast(result, self.dtype):
        raise RuntimeError("Can't convert result type %s to output %s in add operation" % (_dtype_name(result), _dtype_name(self.dtype)))


def _need_kernel(name, values):
    """PyTorch's kernels for the CPU leave some dtypes out."""
    if values.dtype in (torch.float16, torch.bfloat16, torch.bool) and values.device.type == 'cpu':
        raise RuntimeError("\"%s\" not implemented for '%s'" % (name, _dtype_name(values.dtype)))


def _dtype_name(dtype):
    return type_name(torch.empty(0, dtype=dtype))


def _cat(tensors, dim=0, *, axis=None, out=None):
    only('torch.cat of sparse tensors', out=(out, None))
    tensors, dim = list(tensors), dim if axis is None else axis
    if not all(map(_is, tensors)):
        raise RuntimeError('Concatenating sparse tensors, but a dense tensor was found at position %d.' % [_is(t) for t in tensors].index(False))
    first = tensors[0]
    dim %= first.dim()
    if dim >= first.sparse_dim():
        raise NotImplementedError('torch.cat of sparse tensors along a dense dimension is not in perch; the nearest is torch.cat of what to_dense() gives')
    parts, at = [], 0
    for t in tensors:
        moved = t._i.clone()
        moved[dim] += at
        parts.append(moved)
        at += t.shape[dim]
    shape = list(first.shape)
    shape[dim] = at
    return _made(_plain['cat'](parts, 1), _plain['cat']([t._v for t in tensors]), shape, False)


def _stack(tensors, dim=0, *, out=None):
    only('torch.stack of sparse tensors', out=(out, None))
    return _cat([t.unsqueeze(dim) for t in tensors], dim % (tensors[0].dim() + 1))


def _by_first(name):
    return lambda input, *args, **kwargs: getattr(input, name)(*args, **kwargs)


def _mul(input, other, *, out=None):
    only('torch.mul of a sparse tensor', out=(out, None))
    return input.mul(other) if _is(input) else other.mul(input)


def _addmm(input, mat1, mat2, *, beta=1, alpha=1, out=None):
    only('torch.addmm of a sparse tensor', out=(out, None))
    return _named(_added(input, mat1, mat2, beta, alpha), 'AddmmBackward0') if _is(mat1) else _plain['addmm'](input, mat1, mat2, beta=beta, alpha=alpha)


_OWN = {name: _by_first(name) for name in ('neg', 'abs', 'sqrt', 't', 'unsqueeze', 'transpose', 'permute', 'swapaxes', 'swapdims', 'movedim', 'moveaxis', 'adjoint', 'sub')}
_OWN.update(add=_add, stack=_stack, mul=_mul, addmm=_addmm, cat=_cat, mm=lambda input, mat2: _named_product(input, mat2), matmul=lambda input, other: _named_product(input, other),
            mv=lambda input, vec: _named_product(input, vec), spmm=lambda input, mat2: _named_product(input, mat2), dsmm=lambda input, mat2: _named_product(input, mat2))


def _has_sparse(given):
    return any(_is(v) or type(v) in (list, tuple) and any(map(_is, v)) for v in given)


def _asked(name, own):
    """The function as it was, but for calls with a sparse tensor among what is given, by place or by name."""
    plain = _plain[name]

    def called(*args, **kwargs):
        return own(*args, **kwargs) if _has_sparse(args) or _has_sparse(kwargs.values()) else plain(*args, **kwargs)
    called.__name__ = called.__qualname__ = name
    return called


_ready = []


def _dispatch():
    if _ready:
        return
    _ready.append(True)
    for name, own in _OWN.items():
        setattr(torch, name, _asked(name, own))
    torch.Tensor.add_ = _add_to


# ---- gradients of some rows alone ----
def rows_of(weight, indexes, padding_idx):
    """weight's rows, whose gradient is a sparse tensor of these rows."""
    weight._by_rows = True
    return _Rows.apply(weight, indexes, padding_idx)


class _Rows(torch.autograd.Function):
    @staticmethod
    def forward(ctx, weight, indexes, padding_idx):
        ctx.given = weight, indexes, padding_idx
        return weight.detach()[indexes]

    @staticmethod
    def backward(ctx, g):
        weight, indexes, padding_idx = ctx.given
        places, values = indexes.reshape(-1).long(), g.reshape(-1, g.shape[-1])
        if padding_idx >= 0:
            kept = places != padding_idx
            places, values = places[kept], values[kept]
        rows = _made(places.unsqueeze(0), values.detach(), weight.shape, False)
        if asked:
            asked[-1].append(rows)
            return rows, None, None
        _collected.append((weight, rows))
        _tensor.after_backward(_deliver)
        return None, None, None


_collected = []
asked = []                  # of each torch.autograd.grad under way the sparse gradients, which live until it has given them back


def _deliver():
    """At the end of backward: a dense gradient takes the rows in, a sparse one more of them."""
    while _collected:
        weight, rows = _collected.pop(0)
        before = weight.grad
        if before is None or _is(before) and not before._nnz():
            total = rows
        elif _is(before):
            total = _made(_plain['cat']([before._i, rows._i], 1), _plain['cat']([before._v, rows._v]), weight.shape, False)
        else:
            before.index_put_(tuple(rows._i), rows._v, accumulate=True)
            continue
        weight.grad = total
        weight._sparse_grad = total        # (the weight alone knows it)


_COMPRESSED = frozenset('sparse_csr sparse_csc sparse_bsr sparse_bsc compressed sampled_addmm sparse_csr_tensor sparse_csc_tensor sparse_bsr_tensor sparse_bsc_tensor sparse_compressed_tensor'.split())


def __getattr__(name):
    if name in _COMPRESSED:
        from . import _compressed
        return getattr(_compressed, name)
    if name.endswith('Tensor'):
        from ._typed import classes
        globals().update(classes())
        if name in globals():
            return globals()[name]
    raise AttributeError("module 'torch.sparse' has no attribute %r" % name)

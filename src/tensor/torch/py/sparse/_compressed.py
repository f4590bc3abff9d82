"""Matrices compressed by rows or columns (CSR, CSC; BSR and BSC, where a value is a block): where each row's values begin, their columns, and the values, which gradients go through."""
import re

import torch
import torch.nn.functional as F
from _torch import _says
from torch._facts_shown import with_facts
from torch._warned import warn as _warn
from torch._held import SIZES, carrier, name_of, named, plain

sparse_csr, sparse_csc, sparse_bsr, sparse_bsc = (torch.layout(name) for name in ('sparse_csr', 'sparse_csc', 'sparse_bsr', 'sparse_bsc'))
_SAID = {sparse_csr: 'SparseCsr', sparse_csc: 'SparseCsc', sparse_bsr: 'SparseBsr', sparse_bsc: 'SparseBsc'}
_BY_ROWS, _BLOCKS = (sparse_csr, sparse_bsr), (sparse_bsr, sparse_bsc)

# What leaves a zero as it is: done with the values alone.
_EACH = frozenset('''abs asin asinh atan atanh ceil clone cpu cuda detach double erf erfinv expm1 float floor frac half bfloat16 int isinf isnan isneginf isposinf log1p long neg relu round sgn sign signbit sin sinh
sqrt tan tanh to trunc angle deg2rad rad2deg conj_physical positive abs_ neg_ sin_ relu_ zero_ mul_ bool'''.split())


class Compressed(torch.Tensor):
    """A torch.Tensor of a compressed layout."""
    _kept_elsewhere = True
    layout = property(lambda self: self._layout)
    is_sparse = False
    is_sparse_csr = property(lambda self: self._layout is sparse_csr)
    requires_grad = property(lambda self: self._leaf is not None or self._v.requires_grad)
    is_leaf = property(lambda self: self._leaf is not None or not self._v.requires_grad)
    grad_fn = property(lambda self: None if self.is_leaf else self._v.grad_fn)
    grad = property(lambda self: None if self._leaf is None else self._leaf.grad)
    data = property(lambda self: self.detach())

    def _part(self, name, rows, what):
        if (self._layout in _BY_ROWS) != rows:
            raise RuntimeError('%s expected sparse %s compressed tensor layout but got %s' % (name, 'row' if rows else 'column', _SAID[self._layout]))
        return what

    def crow_indices(self):
        return self._part('crow_indices', True, self._at)

    def col_indices(self):
        return self._part('col_indices', True, self._i)

    def ccol_indices(self):
        return self._part('ccol_indices', False, self._at)

    def row_indices(self):
        return self._part('row_indices', False, self._i)

    def values(self):
        return self._v.detach()

    def _nnz(self):
        return len(self._i)

    def sparse_dim(self):
        return 2

    def dense_dim(self):
        return 0

    def _places(self):
        """(rows, columns) of the values, or of their blocks."""
        long = torch.repeat_interleave(torch.arange(len(self._at) - 1, device=self._at.device), self._at[1:] - self._at[:-1])
        return (long, self._i.long()) if self._layout in _BY_ROWS else (self._i.long(), long)

    def to_dense(self, dtype=None):
        if self._leaf is not None:
            made = self._leaf
        elif self._layout in _BLOCKS:
            high, wide = self._v.shape[1:]
            blocks = self._v.new_zeros(self.shape[0] // high, self.shape[1] // wide, high, wide).index_put(self._places(), self._v)
            made = blocks.transpose(1, 2).reshape(self.shape)
        else:
            made = self._v.new_zeros(self.shape).index_put(self._places(), self._v, accumulate=self._v.dtype != torch.bool)
        return made if dtype is None else made.to(dtype)

    def to_sparse_coo(self):
        if self._layout in _BLOCKS:
            return self.to_dense().to_sparse()
        places = torch.stack(self._places())
        made = torch.sparse_coo_tensor(places, self._v, self.shape)
        return made.coalesce() if self._layout not in _BY_ROWS else _sorted(made)

    def to_sparse(self, *, layout=None, blocksize=None):
        return self.to_sparse_coo() if layout in (None, torch.sparse_coo) else compressed(self, layout, blocksize)

    def requires_grad_(self, requires_grad=True):
        self._leaf = self.detach().to_dense().requires_grad_() if requires_grad else None
        return self

    def numpy(self, *, force=False):
        raise TypeError("can't convert %s layout tensor to numpy. Use Tensor.to_dense() first." % _SAID[self._layout])

    def tolist(self):
        raise RuntimeError(_says('BATCHED_POINTER'))

    def item(self):
        if self.numel() != 1:
            raise RuntimeError(_says('ITEM_ELEMENTS', self.numel()))
        return self.to_dense().item()

    def is_contiguous(self):
        raise RuntimeError('Sparse %s tensors do not have is_contiguous' % _SAID[self._layout][6:].upper())

    def stride(self, dim=None):
        raise RuntimeError('Sparse %s tensors do not have strides' % _SAID[self._layout][6:].upper())

    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        if not all(type(k) is int for k in keys):
            return self.stride()
        if len(keys) == 2:
            return self.to_dense()[keys]
        return _sorted(self.to_sparse_coo()[keys[0]])

    def select(self, dim, index):
        return self[index] if dim == 0 else self.to_sparse_coo().select(dim, index)

    def transpose(self, dim0, dim1):
        if dim0 % 2 == dim1 % 2:
            return self
        return _made(_TURNED[self._layout], self._at, self._i, self._v.transpose(1, 2) if self._layout in _BLOCKS else self._v, (self.shape[1], self.shape[0]))

    def t(self):
        return self.transpose(0, 1)

    T = property(t)

    def _with(self, values):
        return _made(self._layout, self._at, self._i, values, self.shape)

    def __repr__(self, *, tensor_contents=None):
        from . import _shown
        names = ('crow_indices', 'col_indices') if self._layout in _BY_ROWS else ('ccol_indices', 'row_indices')
        lines = ['%s=%s' % (name, _shown(part, 8 + len(name))) for name, part in zip(names, (self._at, self._i))]
        text = 'tensor(' + ',\n       '.join([*lines, 'values=%s' % re.sub(r'\n +\n', '\n\n', _shown(self._v.detach(), 14))])
        facts = ["device='%s'" % self.device] if self.is_cuda else []
        facts += ['size=%s' % (tuple(self.shape),), 'nnz=%d' % self._nnz()]
        if self.dtype not in (torch.get_default_dtype(), torch.int64, torch.bool):
            facts.append('dtype=%s' % self.dtype)
        facts.append('layout=%s' % self._layout)
        if self.requires_grad:
            facts.append('requires_grad=True' if self.is_leaf else 'grad_fn=<%s>' % type(self.grad_fn).__name__)
        return with_facts(text, facts)

    __str__ = __repr__
    __hash__ = torch.Tensor.__hash__

    def __format__(self, spec):
        return format(repr(self), spec)

    def __deepcopy__(self, memo):
        made = memo[id(self)] = self._with(self._v.detach().clone())
        return made.requires_grad_() if self.requires_grad else made

    def __reduce_ex__(self, protocol):
        return _made, (self._layout, self._at, self._i, self._v.detach(), self.shape)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        name, kwargs = name_of(func), kwargs or {}
        if name in _HOW:
            return _HOW[name](*args, **kwargs)
        if name in _EACH and isinstance(args[0], Compressed):
            made = func(args[0]._v, *args[1:], **kwargs)
            return args[0] if made is args[0]._v or name.endswith('_') else args[0]._with(made)
        if name in ('__get__', '__set__') or name in SIZES:
            return plain(func, args, kwargs)
        kept = next(a for a in args if isinstance(a, Compressed)) if args else None
        if name in _UNSUPPORTED:
            raise RuntimeError('unsupported tensor layout: %s' % _SAID[kept._layout])
        raise NotImplementedError(_says('SPARSE_BACKEND', _OVERLOADS.get(name, name), 'SparseCsrCPU'))


_TURNED = {sparse_csr: sparse_csc, sparse_csc: sparse_csr, sparse_bsr: sparse_bsc, sparse_bsc: sparse_bsr}
_UNSUPPORTED = frozenset('div sub pow exp log cos sigmoid rsub true_divide truediv'.split())
_OVERLOADS = {'norm': 'norm.out', 'mean': 'mean.out'}
Compressed.__name__ = Compressed.__qualname__ = 'Tensor'
Compressed.__module__ = 'torch'


def _made(layout, at, indices, values, shape):
    _warn('COMPRESSED', layout._name[7:].upper())
    made = carrier(Compressed, values, shape)
    made._layout, made._at, made._i, made._v, made._leaf = layout, at, indices, values, None
    return made


def _sorted(coo):
    """The same coordinates, known to be in order."""
    coo._sorted = True
    return coo


def _tensor_of(given, dtype=None, device=None):
    return given.to(device=device or given.device, dtype=dtype or given.dtype) if isinstance(given, torch.Tensor) else torch.tensor(given, dtype=dtype, device=device)


def _of_parts(name, layout):
    """torch.sparse_csr_tensor and its kin."""
    def maker(compressed_indices, plain_indices, values, size=None, *, dtype=None, layout=layout, device=None, requires_grad=False):
        where = next((part.device for part in (values, compressed_indices, plain_indices) if isinstance(part, torch.Tensor)), None)
        values = _tensor_of(values, dtype, device or where)
        at, indices = (_tensor_of(part, None, values.device) for part in (compressed_indices, plain_indices))
        high, wide = values.shape[1:3] if layout in _BLOCKS else (1, 1)
        if size is None:
            other = int(indices.max()) + 1 if indices.numel() else 0
            size = (len(at) - 1, other) if layout in _BY_ROWS else (other, len(at) - 1)
            size = (size[0] * high, size[1] * wide)
        made = _made(layout, at, indices, values, size)
        return made.requires_grad_() if requires_grad else made
    maker.__name__ = maker.__qualname__ = name
    return maker


sparse_csr_tensor, sparse_csc_tensor, sparse_bsr_tensor, sparse_bsc_tensor = (
    _of_parts('%s_tensor' % layout._name, layout) for layout in (sparse_csr, sparse_csc, sparse_bsr, sparse_bsc))


def sparse_compressed_tensor(compressed_indices, plain_indices, values, size=None, *, dtype=None, layout=None, device=None, requires_grad=False):
    if layout not in _SAID:
        raise RuntimeError('sparse_compressed_tensor expected sparse compressed tensor layout but got %s' % layout)
    return sparse_csr_tensor(compressed_indices, plain_indices, values, size, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def compressed(t, layout, blocksize=None):
    """A dense, sparse or compressed matrix in a compressed layout."""
    if isinstance(t, Compressed):
        return t if t._layout is layout else compressed(t.to_sparse_coo(), layout, blocksize)
    if t.dim() != 2:
        raise NotImplementedError('batches of compressed matrices are not in perch; the nearest is one matrix at a time')
    if layout in _BLOCKS:
        return _in_blocks(t.to_dense() if t.is_sparse else t, layout, tuple(blocksize))
    if t.is_sparse:
        coo = t.coalesce()
        (rows, columns), values = coo._i, coo._v
    else:
        rows, columns = (t.detach() != 0).nonzero().t()
        values = named(t[rows, columns], 'ToSparseCsrBackward0')
    if layout is sparse_csc:
        order = torch.argsort(columns, stable=True)
        rows, columns, values = columns[order], rows[order], values[order]
    return _made(layout, _begins(rows, t.shape[layout is sparse_csc]), columns.contiguous(), values, t.shape)


def _begins(rows, count):
    return F.pad(torch.bincount(rows, minlength=count).cumsum(0), (1, 0))


def _in_blocks(dense, layout, size):
    blocks = dense.reshape(dense.shape[0] // size[0], size[0], dense.shape[1] // size[1], size[1]).transpose(1, 2)
    if layout is sparse_bsc:
        blocks = blocks.transpose(0, 1)
    rows, columns = (blocks.detach() != 0).flatten(2).any(-1).nonzero().t()
    return _made(layout, _begins(rows, blocks.shape[0]), columns.contiguous(), blocks[rows, columns], dense.shape)


# ---- arithmetic ----
def _is(x):
    return isinstance(x, Compressed)


def _matmul(a, b):
    """A product; of two compressed matrices it is compressed, else dense."""
    if _is(a) and _is(b):
        return compressed(a.to_dense() @ b.to_dense(), a._layout)
    if not _is(a):
        return a @ b.to_dense()
    node = 'MvBackward0' if b.dim() == 1 else 'MmBackward0'
    if a._leaf is not None or a._layout in _BLOCKS:
        return a.to_dense() @ b
    rows, columns = a._places()
    if a.shape[1] != b.shape[0]:
        raise RuntimeError('mat1 and mat2 shapes cannot be multiplied (%dx%d and %s)' % (*a.shape, 'x'.join(map(str, b.shape))))
    values = a._v if b.dim() == 1 else a._v.unsqueeze(1)
    return named(b.new_zeros((a.shape[0], *b.shape[1:])).index_add(0, rows, values * b[columns]), node)


def _addmm(input, mat1, mat2, *, beta=1, alpha=1):
    return beta * input + alpha * _matmul(mat1, mat2)


def _add(input, other, *, alpha=1):
    if _is(input) and _is(other):
        return compressed(input.to_sparse_coo().add(other.to_sparse_coo(), alpha=alpha), input._layout)
    return _dense(input).add(_dense(other), alpha=alpha)


def _dense(x):
    return x.to_dense() if _is(x) else x


def _mul(input, other):
    kept, by = (input, other) if _is(input) else (other, input)
    if not isinstance(by, torch.Tensor) or not by.dim():
        return kept._with(kept._v * by)
    if _is(by):
        return compressed(kept.to_dense() * by.to_dense(), kept._layout)
    return kept._with(kept._v * by.expand(kept.shape)[kept._places()])


def _sum(input, dim=None, keepdim=False, *, dtype=None):
    if dim is None:
        return input._v.sum(dtype=dtype)
    if not keepdim:
        raise RuntimeError('reduction operations on CSR tensors with keepdim=False is unsupported')
    return compressed(input.to_dense().sum(dim, keepdim=True, dtype=dtype), input._layout)


def _mul_in_place(input, other):
    input._v = input._v * other
    return input


def _zeros_like(input, *, dtype=None, device=None):
    return compressed(torch.zeros(tuple(input.shape), dtype=dtype or input.dtype, device=device or input.device), input._layout, input._v.shape[1:])


def sampled_addmm(input, mat1, mat2, *, beta=1., alpha=1.):
    """beta * input + alpha * (mat1 @ mat2), where input has a value."""
    rows, columns = input._places()
    return input._with(beta * input._v + alpha * (mat1[rows] * mat2.t()[columns]).sum(1))


_HOW = {
    'matmul': _matmul, 'mm': _matmul, 'mv': _matmul, 'rmatmul': lambda a, b: _matmul(b, a), 'addmm': _addmm, 'addmv': _addmm, 'add': _add, 'mul': _mul, 'sum': _sum, 'mul_': _mul_in_place,
    'zeros_like': _zeros_like, 'empty_like': _zeros_like, 'linear': lambda input, weight, bias=None: F.linear(input, weight.to_dense(), bias), 't': Compressed.t, 'transpose': Compressed.transpose,
    'to_dense': Compressed.to_dense, 'allclose': lambda a, b, *args, **kwargs: torch.allclose(_dense(a), _dense(b), *args, **kwargs),
    'to_sparse_csr': lambda t: compressed(t, sparse_csr), 'to_sparse_csc': lambda t: compressed(t, sparse_csc),
    'to_sparse_bsr': lambda t, blocksize: compressed(t, sparse_bsr, blocksize), 'to_sparse_bsc': lambda t, blocksize: compressed(t, sparse_bsc, blocksize),
}

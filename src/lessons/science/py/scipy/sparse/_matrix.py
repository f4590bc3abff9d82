"""The classes: what they keep, how one becomes another, indexes, arithmetic.

Each matrix keeps its own form's arrays; what is computed goes through rows (csr) or coordinates. dok and lil are made to be filled element by element: they keep a dict and become csr for all else.
"""
import numpy as np


class SparseWarning(Warning):
    """What is said of sparse matrices."""


class SparseEfficiencyWarning(SparseWarning):
    """What is slow with this form."""


def _whole_dtype(data):
    """A dtype that sparse matrices have."""
    data = np.asarray(data)
    return data.astype(np.float64) if data.dtype == np.float16 else data


def _index_dtype(*sizes):
    return np.int32 if max(sizes, default=0) < 2 ** 31 else np.int64


def _shape(shape):
    rows, columns = shape
    if rows < 0 or columns < 0:
        raise ValueError("'shape' elements cannot be negative")
    return int(rows), int(columns)


def _is_scalar(x):
    return np.isscalar(x) or isinstance(x, np.ndarray) and x.ndim == 0


class spmatrix:
    """What all forms share."""
    __array_priority__ = 10.1
    ndim, is_array = 2, False

    def __init__(self):
        raise ValueError('This class is not intended to be instantiated directly.')

    # -- what it is --
    @property
    def nnz(self):
        return self.getnnz()

    @property
    def T(self):
        return self.transpose()

    @property
    def dtype(self):
        return self.data.dtype

    def get_shape(self):
        return self.shape

    def getformat(self):
        return self.format

    def getnnz(self, axis=None):
        coo = self.tocoo()
        if axis is None:
            return len(coo.data)
        axis = axis % 2
        return np.bincount(coo.col if axis == 0 else coo.row, minlength=self.shape[1 - axis])

    def count_nonzero(self):
        return int(np.count_nonzero(self.tocoo().data))

    def nonzero(self):
        coo = self.tocoo()
        kept = coo.data != 0
        return coo.row[kept], coo.col[kept]

    def __repr__(self):
        kind = self._names[self.format]
        what = 'array' if self.is_array else 'matrix'
        return "<%dx%d sparse %s of type '%s'\n\twith %d stored elements in %s format>" % (*self.shape, what, self.dtype.type, self.nnz, kind)

    _names = {'csr': 'Compressed Sparse Row', 'csc': 'Compressed Sparse Column', 'coo': 'COOrdinate', 'dok': 'Dictionary Of Keys', 'lil': 'List of Lists', 'dia': 'DIAgonal', 'bsr': 'Block Sparse Row'}

    def __str__(self):
        coo = self.tocoo()
        most = 50

        def lines(places):
            return '\n'.join(f'  ({coo.row[i]}, {coo.col[i]})\t{coo.data[i]}' for i in places)
        if len(coo.data) <= most:
            return lines(range(len(coo.data)))
        half = most // 2
        return lines(range(half)) + '\n  :\t:\n' + lines(range(len(coo.data) - half, len(coo.data)))

    def __len__(self):
        raise TypeError('sparse matrix length is ambiguous; use getnnz() or shape[0]' if not self.is_array else 'sparse array length is ambiguous; use getnnz() or shape[0]')

    def __bool__(self):
        if self.shape == (1, 1):
            return self.nnz != 0
        raise ValueError('The truth value of an array with more than one element is ambiguous. Use a.any() or a.all().')

    def __iter__(self):
        rows = self.tocsr()
        for i in range(self.shape[0]):
            yield rows[i]

    # -- other forms --
    def asformat(self, format, copy=False):
        if format is None or format == self.format:
            return self.copy() if copy else self
        return getattr(self, 'to' + format)()

    def _as(self, kind, *arguments, **named):
        """In the matrix class or the array class of a form, as this one is."""
        return _CLASSES[kind, self.is_array](*arguments, **named)

    def tocsr(self, copy=False):
        return self.tocoo().tocsr()

    def tocsc(self, copy=False):
        return self.tocoo().tocsc()

    def tocoo(self, copy=True):
        return self.tocsr().tocoo()

    def tolil(self, copy=False):
        return self._as('lil', self)

    def todok(self, copy=False):
        return self._as('dok', self)

    def todia(self, copy=False):
        return self._as('dia', self)

    def tobsr(self, blocksize=None, copy=False):
        return self._as('bsr', self)

    def toarray(self, order=None, out=None):
        coo = self.tocoo()
        made = np.zeros(self.shape, dtype=self.dtype, order=order or 'C') if out is None else out
        if out is not None:
            made[...] = 0
        np.add.at(made, (coo.row, coo.col), coo.data)
        return made

    def todense(self, order=None, out=None):
        made = self.toarray(order, out)
        return made if self.is_array else np.asmatrix(made)

    def copy(self):
        return type(self)(self, copy=True)

    def astype(self, dtype, casting='unsafe', copy=True):
        rows = self.tocsr()
        return rows._with(rows.data.astype(dtype, casting=casting)).asformat(self.format)

    def _each(self, function, kind=None):
        """Of the stored elements alone."""
        rows = self.tocsc() if self.format == 'csc' else self.tocsr()
        return rows._with(function(rows.data)).asformat(kind or self.format)

    @property
    def _home(self):
        """The form in which it is computed with others, and which the result has."""
        return self.format if self.format in ('csc', 'bsr') else 'csr'

    # -- arithmetic --
    def _plus(self, other, sign):
        if _is_scalar(other):
            if other == 0:
                return self.copy()
            raise NotImplementedError('adding a nonzero scalar to a sparse matrix is not supported' if not self.is_array else 'adding a nonzero scalar to a sparse array is not supported')
        if not isinstance(other, spmatrix):
            return self.todense() + sign * np.asarray(other)
        if other.shape != self.shape:
            raise ValueError('inconsistent shapes')
        a, b = self.tocoo(), other.tocoo()
        both = self._as('coo', (np.concatenate([a.data, sign * b.data]), (np.concatenate([a.row, b.row]), np.concatenate([a.col, b.col]))), shape=self.shape).tocsr()
        return both._pruned().asformat('dia' if sign == 1 and self.format == other.format == 'dia' else self._home)

    def __add__(self, other):
        return self._plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other):
        return self._plus(other, -1)

    def __rsub__(self, other):
        return (-self)._plus(other, 1)

    def __neg__(self):
        return self._each(np.negative, 'csr' if self.format == 'lil' else None)

    def __abs__(self):
        return self._each(np.abs, 'csr' if self.format in ('lil', 'dok') else None)

    def __truediv__(self, other):
        if _is_scalar(other):
            return self._each(lambda data: np.true_divide(data, other))
        made = self.toarray() / (other.toarray() if isinstance(other, spmatrix) else np.asarray(other))
        return made if self.is_array else np.asmatrix(made)

    def multiply(self, other):
        """Element by element; what is not stored stays 0."""
        if _is_scalar(other):
            return self._each(lambda data: data * other)
        both = isinstance(other, spmatrix)
        other = np.atleast_2d(other.toarray() if both else np.asarray(other))
        shape = np.broadcast_shapes(self.shape, other.shape)
        coo = self.tocoo() if shape == self.shape else self._as('coo', np.broadcast_to(self.toarray(), shape))
        wide = np.broadcast_to(other, shape)
        made = self._as('coo', (coo.data * wide[coo.row, coo.col], (coo.row, coo.col)), shape=shape)
        return made.tocsr()._pruned().asformat(self._home) if both else made

    def dot(self, other):
        if _is_scalar(other):
            return self.multiply(other)
        return self @ other

    def _product(self, other):
        if _is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        if isinstance(other, spmatrix):
            if self.shape[1] != other.shape[0]:
                raise ValueError('dimension mismatch')
            if self.format == 'csc':
                return _product(other.tocsc().T, self.T).T
            return _product(self.tocsr(), other.tocsr()).asformat(self._home)
        plain = np.asarray(other)
        if plain.ndim not in (1, 2) or plain.shape[0] != self.shape[1]:
            raise ValueError('dimension mismatch')
        rows = self.tocsr()
        kind = np.result_type(rows.dtype, plain.dtype)
        flat = plain.reshape(self.shape[1], -1)
        made = np.zeros((self.shape[0], flat.shape[1]), dtype=kind)
        step = max(1, 4_000_000 // max(flat.shape[1], 1))           # (so many stored elements at a time, for the memory's sake)
        starts = rows.indptr
        lows = np.searchsorted(starts, np.arange(0, rows.nnz, step), side='right') - 1 if rows.nnz else np.array([], int)
        edges = np.unique(np.append(lows, self.shape[0]))
        for first, last in zip(edges, edges[1:]):
            piece = slice(starts[first], starts[last])
            terms = rows.data[piece, None] * flat[rows.indices[piece]]
            counts = np.diff(starts[first:last + 1])
            filled = np.flatnonzero(counts)
            if len(filled):
                made[first + filled] = np.add.reduceat(terms, (starts[first:last] - starts[first])[filled], axis=0)
        made = made.reshape((self.shape[0], *plain.shape[1:]))
        return np.asmatrix(made) if isinstance(other, np.matrix) else made

    def __matmul__(self, other):
        return self._product(other)

    def __rmatmul__(self, other):
        if _is_scalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.T._product(np.asarray(other).T).T

    def __mul__(self, other):
        if _is_scalar(other):
            return self.multiply(other)
        return self.multiply(other) if self.is_array else self._product(other)

    def __rmul__(self, other):
        if _is_scalar(other):
            return self.multiply(other)
        return self.multiply(other) if self.is_array else self.__rmatmul__(other)

    def power(self, n, dtype=None):
        return self._each(lambda data: data ** n, 'csr' if self.format in ('lil', 'dok') else None)

    def __pow__(self, n):
        if self.is_array:
            return self.power(n)
        if self.shape[0] != self.shape[1]:
            raise TypeError('matrix is not square')
        if not isinstance(n, (int, np.integer)) or n < 0:
            raise ValueError('exponent must be >= 0' if isinstance(n, (int, np.integer)) else 'exponent must be an integer')
        from scipy.sparse._make import eye
        made, base = eye(self.shape[0], dtype=self.dtype, format='csr'), self.tocsr()
        while n:
            made = made @ base if n & 1 else made
            base, n = base @ base if n > 1 else base, n >> 1
        return made

    def _compared(self, other, compare):
        if isinstance(other, spmatrix):
            other = other.toarray()
        return self._as('csr', compare(self.toarray(), other)).asformat(self._home)

    def __eq__(self, other):
        return self._compared(other, np.equal)

    def __ne__(self, other):
        return self._compared(other, np.not_equal)

    def __lt__(self, other):
        return self._compared(other, np.less)

    def __le__(self, other):
        return self._compared(other, np.less_equal)

    def __gt__(self, other):
        return self._compared(other, np.greater)

    def __ge__(self, other):
        return self._compared(other, np.greater_equal)

    __hash__ = None

    def maximum(self, other):
        return self._as('csr', np.maximum(self.toarray(), other.toarray() if isinstance(other, spmatrix) else other)).asformat(self._home)

    def minimum(self, other):
        return self._as('csr', np.minimum(self.toarray(), other.toarray() if isinstance(other, spmatrix) else other)).asformat(self._home)

    def conj(self, copy=True):
        return self._each(np.conj)

    conjugate = conj

    @property
    def real(self):
        return self._each(np.real)

    @property
    def imag(self):
        return self._each(np.imag)

    # -- over an axis --
    def _shown(self, made, axis):
        """A sum over an axis: matrices give matrices."""
        return made if self.is_array else np.asmatrix(made.reshape((1, -1) if axis == 0 else (-1, 1)))

    def sum(self, axis=None, dtype=None, out=None):
        coo = self.tocoo()
        kind = np.dtype(dtype) if dtype is not None else np.zeros(1, self.dtype).sum().dtype
        if axis is None:
            return coo.data.sum(dtype=kind)
        axis = _axis(axis)
        made = np.zeros(self.shape[1 - axis], dtype=kind)
        np.add.at(made, coo.col if axis == 0 else coo.row, coo.data.astype(kind))
        return self._shown(made, axis)

    def mean(self, axis=None, dtype=None, out=None):
        kind = np.dtype(dtype) if dtype is not None else np.zeros(1, self.dtype).mean().dtype
        if axis is None:
            return (self.tocoo().data.astype(kind) / (self.shape[0] * self.shape[1])).sum()
        return self._each(lambda data: data.astype(kind) * (1.0 / self.shape[_axis(axis)])).sum(axis=axis)

    def _outermost(self, axis, whole, out):
        if axis is None:
            return whole(self.toarray())
        return self._as('coo', whole(self.toarray(), axis=_axis(axis), keepdims=True))

    def max(self, axis=None, out=None):
        return self._outermost(axis, np.max, out)

    def min(self, axis=None, out=None):
        return self._outermost(axis, np.min, out)

    def argmax(self, axis=None, out=None):
        made = self.toarray().argmax(axis)
        return made if axis is None else self._shown(made, _axis(axis))

    def argmin(self, axis=None, out=None):
        made = self.toarray().argmin(axis)
        return made if axis is None else self._shown(made, _axis(axis))

    def diagonal(self, k=0):
        coo = self.tocoo()
        on = coo.col - coo.row == k
        size = max(0, min(self.shape[0] + min(k, 0), self.shape[1] - max(k, 0)))
        if size == 0 and not (-self.shape[0] <= k <= self.shape[1]):
            return np.empty(0, dtype=self.dtype)
        made = np.zeros(size, dtype=self.dtype)
        np.add.at(made, coo.row[on] + min(k, 0), coo.data[on])
        return made

    def trace(self, offset=0):
        return self.diagonal(offset).sum()

    def setdiag(self, values, k=0):
        whole = self.tolil()
        size = max(0, min(self.shape[0] + min(k, 0), self.shape[1] - max(k, 0)))
        for i, value in zip(range(size), np.broadcast_to(values, size) if np.ndim(values) == 0 else values):
            whole[i - min(k, 0), i + max(k, 0)] = value
        self._become(whole)

    # -- elements --
    def getrow(self, i):
        return self.tocsr()[i]

    def getcol(self, j):
        return self.tocsc()[:, j]

    def reshape(self, *args, order='C', copy=False):
        shape = args[0] if len(args) == 1 else args
        coo = self.tocoo()
        flat = coo.row.astype(np.int64) * self.shape[1] + coo.col if order == 'C' else coo.col.astype(np.int64) * self.shape[0] + coo.row
        total = self.shape[0] * self.shape[1]
        rows, columns = (total // columns if rows == -1 else rows for rows, columns in (shape, shape[::-1]))
        if rows * columns != total:
            raise ValueError(f'cannot reshape array of size {total} into shape {tuple(shape)}')
        places = (flat // columns, flat % columns) if order == 'C' else (flat % rows, flat // rows)
        return self._as('coo', (coo.data, places), shape=(rows, columns)).asformat(self.format)

    def _become(self, other):
        """In place: what another matrix is, in this one's form."""
        made = other.asformat(self.format) if other.format != self.format else other
        self.__dict__.update(made.__dict__)

    def __getitem__(self, key):
        return self.tocsr()[key].asformat(self.format) if isinstance(self.tocsr()[key], spmatrix) else self.tocsr()[key]


def _axis(axis):
    if axis not in (-2, -1, 0, 1):
        raise ValueError('axis out of range')
    return axis % 2


def _product(a, b):
    """Of two matrices by rows."""
    counts = np.diff(b.indptr)[a.indices]                       # how many elements of b each element of a meets
    terms = int(counts.sum())
    rows = np.repeat(np.repeat(np.arange(a.shape[0]), np.diff(a.indptr)), counts)
    starts = np.repeat(b.indptr[a.indices] - np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else counts, counts)
    at = np.arange(terms) + starts
    data = np.repeat(a.data, counts) * b.data[at]
    columns = b.indices[at]
    found, first, group = np.unique(rows * b.shape[1] + columns, return_index=True, return_inverse=True)
    if len(first) < terms:                                      # what falls together is added up
        data = np.add.reduceat(data[np.argsort(group, kind='stable')], np.concatenate([[0], np.cumsum(np.bincount(group))[:-1]]))
    else:
        data = data[first]
    order = np.lexsort((-first, rows[first]))                   # in a row the column that was met last comes first, as scipy leaves them
    order = order[data[order] != 0]
    kind = _index_dtype(a.shape[0], b.shape[1], len(order))
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows[first][order], minlength=a.shape[0]))])
    return a._as('csr', (data[order], columns[first][order].astype(kind), starts.astype(kind)), shape=(a.shape[0], b.shape[1]))


class coo_matrix(spmatrix):
    """Elements by (row, column); what is there twice is added up when it becomes another form."""
    format = 'coo'

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        if isinstance(arg1, spmatrix):
            found = arg1.tocoo() if arg1.format != 'coo' else arg1
            self.shape, self.row, self.col, self.data = found.shape, found.row, found.col, found.data
            if copy:
                self.row, self.col, self.data = self.row.copy(), self.col.copy(), self.data.copy()
        elif isinstance(arg1, tuple) and len(arg1) == 2 and all(isinstance(n, (int, np.integer)) for n in arg1):
            self.shape = _shape(arg1)
            kind = _index_dtype(*self.shape)
            self.row, self.col, self.data = np.array([], kind), np.array([], kind), np.array([], dtype or float)
        elif isinstance(arg1, tuple):
            try:
                data, (row, col) = arg1
            except (TypeError, ValueError):
                raise TypeError('invalid input format') from None
            self._placed(_whole_dtype(np.array(data, copy=copy)), np.array(row), np.array(col), shape)
        else:
            dense = np.atleast_2d(np.asarray(arg1))
            if dense.ndim != 2:
                raise TypeError('expected dimension <= 2 array or matrix')
            self.shape = dense.shape
            if shape is not None and _shape(shape) != self.shape:
                raise ValueError(f'inconsistent shapes: {shape} != {self.shape}')
            row, col = dense.nonzero()
            self.row, self.col = row.astype(_index_dtype(*self.shape)), col.astype(_index_dtype(*self.shape))
            self.data = _whole_dtype(np.asarray(dense)[row, col])
        if dtype is not None:
            self.data = self.data.astype(dtype, copy=False)

    def _placed(self, data, row, col, shape):
        if not len(data) == len(row) == len(col):
            raise ValueError('row, column, and data array must all be the same length')
        if shape is None:
            if not len(row):
                raise ValueError('cannot infer dimensions from zero sized index arrays')
            shape = int(row.max()) + 1, int(col.max()) + 1
        self.shape = _shape(shape)
        for name, places, size in (('row', row, self.shape[0]), ('column', col, self.shape[1])):
            if len(places) and places.max() >= size:
                raise ValueError(f'{name} index exceeds matrix dimensions')
            if len(places) and places.min() < 0:
                raise ValueError(f'negative {name} index found')
        kind = _index_dtype(*self.shape)
        self.row, self.col, self.data = row.astype(kind), col.astype(kind), data

    def getnnz(self, axis=None):
        return len(self.data) if axis is None else super().getnnz(axis)

    def tocoo(self, copy=False):
        return self.copy() if copy else self

    def _summed(self, outer, inner, many):
        """(data, indices, indptr) with outer's numbers in order, inner's in order inside, doubles added up."""
        order = np.lexsort((inner, outer))
        outer, inner, data = outer[order], inner[order], self.data[order]
        if len(data):
            first = np.concatenate([[True], (np.diff(outer) != 0) | (np.diff(inner) != 0)])
            at = np.flatnonzero(first)
            data = np.add.reduceat(data, at) if len(at) < len(data) else data
            outer, inner = outer[at], inner[at]
        kind = _index_dtype(many, len(data))
        return data, inner.astype(kind), np.concatenate([[0], np.cumsum(np.bincount(outer, minlength=many))]).astype(kind)

    def tocsr(self, copy=False):
        return self._as('csr', self._summed(self.row, self.col, self.shape[0]), shape=self.shape)

    def tocsc(self, copy=False):
        return self._as('csc', self._summed(self.col, self.row, self.shape[1]), shape=self.shape)

    def transpose(self, axes=None, copy=False):
        return self._as('coo', (self.data, (self.col, self.row)), shape=self.shape[::-1])

    def sum_duplicates(self):
        self._become(self.tocsc().tocoo())

    def eliminate_zeros(self):
        kept = self.data != 0
        self.row, self.col, self.data = self.row[kept], self.col[kept], self.data[kept]

    def __getitem__(self, key):
        raise TypeError(f"'{type(self).__name__}' object is not subscriptable")


class _compressed(spmatrix):
    """By rows or columns: indptr says where each begins in indices and data."""

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        if isinstance(arg1, spmatrix):
            self._take(arg1.asformat(self.format) if arg1.format != self.format else arg1, copy)
        elif isinstance(arg1, tuple) and len(arg1) == 2 and all(isinstance(n, (int, np.integer)) for n in arg1):
            self.shape = _shape(arg1)
            kind = _index_dtype(*self.shape)
            self.data, self.indices, self.indptr = np.zeros(0, dtype or float), np.zeros(0, kind), np.zeros(self.shape[self._outer] + 1, kind)
        elif isinstance(arg1, tuple) and len(arg1) == 3:
            self._parts(*arg1, shape, copy)
        else:
            self._take(self._as('coo', arg1, shape=shape, dtype=dtype).asformat(self.format), False)
        if dtype is not None:
            self.data = self.data.astype(dtype, copy=False)

    def _take(self, other, copy):
        self.shape, parts = other.shape, (other.data, other.indices, other.indptr)
        self.data, self.indices, self.indptr = (part.copy() for part in parts) if copy else parts

    def _parts(self, data, indices, indptr, shape, copy):
        data, indices, indptr = _whole_dtype(np.array(data, copy=copy)), np.array(indices), np.array(indptr)
        inner = int(indices.max()) + 1 if len(indices) else 0
        if shape is None:
            shape = (len(indptr) - 1, inner) if self._outer == 0 else (inner, len(indptr) - 1)
        self.shape = _shape(shape)
        if len(indptr) != self.shape[self._outer] + 1:
            raise ValueError(f'index pointer size ({len(indptr)}) should be ({self.shape[self._outer] + 1})')
        if indptr[0] != 0:
            raise ValueError('index pointer should start with 0')
        if len(indices) != len(data):
            raise ValueError('indices and data should have the same size')
        if indptr[-1] > len(indices):
            raise ValueError('Last value of index pointer should be less than the size of index and data arrays')
        if inner > self.shape[1 - self._outer]:
            raise ValueError(('column' if self._outer == 0 else 'row') + ' index values must be < ' + str(self.shape[1 - self._outer]))
        if len(indices) and indices.min() < 0 or np.any(np.diff(indptr) < 0):
            raise ValueError('index pointer values must form a non-decreasing sequence' if np.any(np.diff(indptr) < 0) else ('column' if self._outer == 0 else 'row') + ' index values must be >= 0')
        kind = _index_dtype(*self.shape, len(data))
        self.data, self.indices, self.indptr = data, indices.astype(kind), indptr.astype(kind)

    def _with(self, data):
        """The same places with other data."""
        return self._as(self.format, (data, self.indices, self.indptr), shape=self.shape)

    def getnnz(self, axis=None):
        return int(self.indptr[-1]) if axis is None else super().getnnz(axis)

    def tocoo(self, copy=True):
        outer = np.repeat(np.arange(len(self.indptr) - 1), np.diff(self.indptr)).astype(self.indices.dtype)
        many = self.indptr[-1]
        places = (outer, self.indices[:many]) if self._outer == 0 else (self.indices[:many], outer)
        return self._as('coo', (self.data[:many], places), shape=self.shape)

    def _pruned(self):
        coo = self.tocoo()
        kept = coo.data != 0
        if kept.all():
            return self
        return self._as('coo', (coo.data[kept], (coo.row[kept], coo.col[kept])), shape=self.shape).asformat(self.format)

    def eliminate_zeros(self):
        self._become(self._pruned())

    def sum_duplicates(self):
        self._become(self.tocoo().asformat(self.format))

    sort_indices = sum_duplicates

    @property
    def has_sorted_indices(self):
        inside = np.ones(max(len(self.indices) - 1, 0), bool)
        inside[self.indptr[1:-1][(self.indptr[1:-1] > 0) & (self.indptr[1:-1] < len(self.indices))] - 1] = False
        return bool(np.all(np.diff(self.indices)[inside] > 0))

    def transpose(self, axes=None, copy=False):
        return self._as('csc' if self.format == 'csr' else 'csr', (self.data, self.indices, self.indptr), shape=self.shape[::-1])

    # -- elements --
    def __getitem__(self, key):
        if isinstance(key, spmatrix):
            key = key.toarray().astype(bool)
        if isinstance(key, np.ndarray) and key.dtype == bool and key.ndim == 2:
            row, col = key.nonzero()
            return np.asmatrix(self._at(row, col)) if not self.is_array else self._at(row, col)
        row, col = (key if isinstance(key, tuple) else (key, slice(None)))
        row, col = (np.arange(self.shape[0]) if row is Ellipsis else row), (slice(None) if col is Ellipsis else col)
        rows, columns = _chosen(row, self.shape[0]), _chosen(col, self.shape[1], 'column')
        if np.ndim(rows) == 0 and np.ndim(columns) == 0:
            return self._at(np.array([rows]), np.array([columns]))[0]
        if isinstance(row, slice) or isinstance(col, slice) or np.ndim(rows) == 0 or np.ndim(columns) == 0 and not isinstance(col, slice):
            return self._crossed(np.atleast_1d(rows), np.atleast_1d(columns))
        if np.ndim(rows) == 2 or np.ndim(columns) == 2:             # (np.ix_)
            if np.shape(rows)[1:] == (1,) and np.shape(columns)[0] == 1:
                return self._crossed(np.ravel(rows), np.ravel(columns))
            rows, columns = np.broadcast_arrays(rows, columns)
            return self._as(self.format, self._at(rows.ravel(), columns.ravel()).reshape(rows.shape))
        rows, columns = np.broadcast_arrays(rows, columns)
        made = self._at(rows, columns)
        return made if self.is_array else np.asmatrix(made)

    def _overwritten(self, key, value):
        """Puts a number where one is stored (0 too); False: there is none."""
        place = _places(key, self.shape)
        outer, inner = place[self._outer], place[1 - self._outer]
        part = slice(self.indptr[outer], self.indptr[outer + 1])
        at = np.flatnonzero(self.indices[part] == inner)
        if not len(at):
            return False
        self.data = self.data.copy()
        self.data[part.start + at] = value
        return True

    def _at(self, rows, columns):
        """The elements at pairs of places."""
        coo = self.tocoo()
        made = np.zeros(len(rows), dtype=self.dtype)
        if len(coo.data):
            keys = coo.row.astype(np.int64) * self.shape[1] + coo.col
            order = np.argsort(keys, kind='stable')
            keys, data = keys[order], coo.data[order]
            wanted = rows.astype(np.int64) * self.shape[1] + columns
            low, high = np.searchsorted(keys, wanted), np.searchsorted(keys, wanted, side='right')
            sums = np.concatenate([[0], np.cumsum(data)]) if np.any(high - low > 1) else None
            if sums is None:
                found = high > low
                made[found] = data[low[found]]
            else:
                made[...] = sums[high] - sums[low]
        return made

    def _crossed(self, rows, columns):
        """The matrix of these rows and columns."""
        own = self.tocsr()
        counts = np.diff(own.indptr)[rows]
        starts = np.repeat(own.indptr[rows] - np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else counts, counts)
        at = np.arange(int(counts.sum())) + starts
        made = own._as('coo', (own.data[at], (np.repeat(np.arange(len(rows)), counts), own.indices[at])), shape=(len(rows), self.shape[1]))
        if not np.array_equal(columns, np.arange(self.shape[1])):
            order = np.argsort(columns, kind='stable')
            low, high = np.searchsorted(columns[order], made.col), np.searchsorted(columns[order], made.col, side='right')
            counts = high - low
            starts = np.repeat(low - np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else counts, counts)
            made = own._as('coo', (np.repeat(made.data, counts), (np.repeat(made.row, counts), order[np.arange(int(counts.sum())) + starts])), shape=(len(rows), len(columns)))
        return made.asformat(self.format)

    def __setitem__(self, key, value):
        if isinstance(key, tuple) and len(key) == 2 and all(isinstance(k, (int, np.integer)) for k in key) and _is_scalar(value) and self._overwritten(key, value):
            return
        whole = self.toarray()
        before = whole != 0
        whole[key] = value.toarray() if isinstance(value, spmatrix) else value
        if self.format in ('csr', 'csc') and np.any(~before & (whole != 0)):
            import warnings
            warnings.warn(f'Changing the sparsity structure of a {self.format}_matrix is expensive. lil_matrix is more efficient.', SparseEfficiencyWarning, stacklevel=2)
        self._become(self._as(self.format, whole.astype(self.dtype)))


def _places(key, shape):
    return int(_chosen(key[0], shape[0])), int(_chosen(key[1], shape[1], 'column'))


def _chosen(index, size, what='row'):
    """Numbers from an index of one axis."""
    if isinstance(index, slice):
        return np.arange(*index.indices(size))
    plain = np.asarray(index)
    if plain.dtype == bool:
        if plain.shape != (size,):
            raise IndexError(f'boolean index did not match indexed array along dimension; dimension is {size} but corresponding boolean dimension is {plain.size}')
        return np.flatnonzero(plain)
    if plain.dtype.kind not in 'iu' and plain.size:
        raise IndexError('Index dimension must be 1 or 2' if plain.ndim > 2 else f'index must be an integer, a slice or an array of integers, not {index!r}')
    plain = plain.astype(np.int64)
    if plain.size and (plain.max() >= size or plain.min() < -size):
        if plain.ndim == 0:
            raise IndexError(f'{what} index ({index}) out of range')
        raise IndexError(f'index ({plain.max() if plain.max() >= size else plain.min()}) out of range')
    return np.where(plain < 0, plain + size, plain)[()]


class csr_matrix(_compressed):
    """By rows."""
    format, _outer = 'csr', 0

    def tocsr(self, copy=False):
        return self.copy() if copy else self


class csc_matrix(_compressed):
    """By columns."""
    format, _outer = 'csc', 1

    def tocsc(self, copy=False):
        return self.copy() if copy else self


class lil_matrix(csr_matrix):
    """A matrix that is filled element by element: a dict of (row, column) until something else is asked."""
    format = 'lil'

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        found = csr_matrix(arg1, shape=shape, dtype=dtype)
        self.shape, self._filled, self._rows = found.shape, {}, csr_matrix(found, copy=True)

    def tocsr(self, copy=False):
        if self._filled:
            coo, pairs = self._rows.tocoo(), self._filled
            kept = [(r, c) not in pairs for r, c in zip(coo.row.tolist(), coo.col.tolist())]
            places = [place for place, value in pairs.items() if value != 0]
            row, col = (np.array([place[i] for place in places], np.int64) for i in (0, 1))
            data = np.array([pairs[place] for place in places], dtype=self._rows.dtype)
            self._rows = coo_matrix((np.concatenate([coo.data[kept], data]), (np.concatenate([coo.row[kept], row]), np.concatenate([coo.col[kept], col]))), shape=self.shape).tocsr()
            self._filled = {}
        return self._rows.copy() if copy else self._rows

    data = property(lambda self: self.tocsr().data)
    indices = property(lambda self: self.tocsr().indices)
    indptr = property(lambda self: self.tocsr().indptr)

    def _take(self, other, copy):
        self.shape, self._filled, self._rows = other.shape, {}, csr_matrix(other.tocsr(), copy=True)

    def _become(self, other):
        self._take(other, True)

    def tocoo(self, copy=True):
        return self.tocsr().tocoo()

    def asformat(self, format, copy=False):
        return self if format == self.format else self.tocsr().asformat(format)

    def getnnz(self, axis=None):
        return self.tocsr().getnnz(axis)

    def transpose(self, axes=None, copy=False):
        return self.tocsr().transpose().asformat(self.format)

    def __setitem__(self, key, value):
        if isinstance(key, tuple) and len(key) == 2 and all(isinstance(k, (int, np.integer)) for k in key) and _is_scalar(value):
            self._filled[_places(key, self.shape)] = value
            return
        whole = self.toarray()
        whole[key] = value.toarray() if isinstance(value, spmatrix) else value
        self._take(csr_matrix(whole.astype(self.dtype)), True)


class dok_matrix(lil_matrix):
    """The same under the name of a dict."""
    format = 'dok'

    def keys(self):
        coo = self.tocoo()
        return list(zip(coo.row.tolist(), coo.col.tolist()))

    def values(self):
        return self.tocoo().data.tolist()

    def items(self):
        return list(zip(self.keys(), self.values()))

    def get(self, key, default=0.0):
        return dict(self.items()).get(key, default)


class dia_matrix(csr_matrix):
    """Made of diagonals, kept by rows."""
    format = 'dia'

    def __init__(self, arg1, shape=None, dtype=None, copy=False):
        if isinstance(arg1, tuple) and len(arg1) == 2 and shape is not None:
            lines, offsets = np.atleast_2d(arg1[0]), np.atleast_1d(arg1[1])
            if len(lines) != len(offsets):
                raise ValueError(f'number of diagonals ({len(lines)}) does not match the number of offsets ({len(offsets)})')
            col = np.tile(np.arange(lines.shape[1]), len(offsets))
            row = col - np.repeat(offsets, lines.shape[1])
            good = (row >= 0) & (row < shape[0]) & (col < shape[1])
            arg1 = coo_matrix((lines.ravel()[good], (row[good], col[good])), shape=shape)
            arg1.eliminate_zeros()
        self._take(csr_matrix(arg1, shape=shape, dtype=dtype), copy)

    def tocsr(self, copy=False):
        return csr_matrix((self.data, self.indices, self.indptr), shape=self.shape)

    def asformat(self, format, copy=False):
        return self if format == self.format else self.tocsr().asformat(format)

    def transpose(self, axes=None, copy=False):
        return self.tocsr().transpose().asformat(self.format)


class bsr_matrix(dia_matrix):
    """Made of blocks, kept by rows."""
    format = 'bsr'

    def __init__(self, arg1, shape=None, dtype=None, copy=False, blocksize=None):
        self._take(csr_matrix(arg1, shape=shape, dtype=dtype), copy)


class coo_array(coo_matrix):
    is_array = True


class csr_array(csr_matrix):
    is_array = True


class csc_array(csc_matrix):
    is_array = True


_CLASSES = {(each.format, False): each for each in (coo_matrix, csr_matrix, csc_matrix, lil_matrix, dok_matrix, dia_matrix, bsr_matrix)}
_CLASSES.update({('coo', True): coo_array, ('csr', True): csr_array, ('csc', True): csc_array})
_CLASSES.update({(kind, True): _CLASSES[kind, False] for kind in ('lil', 'dok', 'dia', 'bsr')})

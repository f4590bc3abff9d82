"""Sparse arrays: CSRNDArray and RowSparseNDArray. perch keeps their values in memory as a dense array's, so that every operator takes them; what they say of themselves
(stype, data, indices, indptr), what stays sparse and what becomes dense are MXNet's. _where: the places that were given, where they may hold zeros too.
"""
import operator

import _mxnet
import _tensor
from _tensor import NDArray

from ..base import MXNetError, NotSupportedForSparseNDArray

_KEEP_ZERO = frozenset('''abs sign sqrt cbrt square rint ceil floor trunc fix round sin tan arcsin arctan sinh tanh arcsinh arctanh expm1 log1p relu radians degrees negative zeros_like _copy clip
identity make_loss slice BlockGrad stop_gradient'''.split())
_MEET = frozenset('elemwise_add elemwise_sub elemwise_mul add_n ElementWiseSum Concat concat broadcast_add broadcast_sub broadcast_mul'.split())
_WORDS = {'row_sparse': 'RowSparseNDArray', 'csr': 'CSRNDArray'}


def _plain(array):
    """The same memory as an array that is not sparse."""
    return _tensor.subclass(NDArray, array) if isinstance(array, BaseSparseNDArray) else array


def _wrapped(array, like, where=None):
    """An array's memory as a sparse array of a kind."""
    made = _tensor.subclass(like if isinstance(like, type) else type(like), array)
    made._where = where
    return made


class BaseSparseNDArray(NDArray):
    """What both kinds have in common."""
    _where = None

    _grad_stype = None      # of its gradient; None: its own

    stype = property(lambda self: self._stype)
    size = property(lambda self: _raise(NotImplementedError()))
    T = property(lambda self: _plain(self).T)

    def __repr__(self):
        return f"\n<{type(self).__name__} {'x'.join(map(str, self.shape))} @{self.context}>"

    __str__ = __repr__

    def attach_grad(self, grad_req='write', stype=None):
        """A gradient of the same storage type, or of the one that is named."""
        NDArray.attach_grad(self, grad_req)
        self._grad_stype = stype

    @property
    def grad(self):
        found = NDArray.grad.__get__(self)
        stype = self._grad_stype or self._stype
        return found if found is None or stype == 'default' else _wrapped(found, CSRNDArray if stype == 'csr' else RowSparseNDArray)

    def _after(self, name, result, args, names):
        """What an operator gave that began with this array: sparse where MXNet's is."""
        name = name.lstrip('_')
        others = [x for x in args[1:] if isinstance(x, NDArray)]
        if name == 'dot':
            said = dict(zip(names or (), args[len(args) - len(names or ()):]))
            return _wrapped(result, RowSparseNDArray) if self._stype == 'csr' and said.get('transpose_a') and type(args[1]) is NDArray else result
        if name in _KEEP_ZERO and not others or name in _MEET and others and all(getattr(x, 'stype', '') == self._stype for x in others):
            return _wrapped(result, self) if isinstance(result, NDArray) and (self._stype == 'row_sparse' or len(result.shape) == 2) else result
        return result

    # -- arithmetic: zero stays zero, or the result is dense --
    def _with(self, other, make, keeps):
        found = make(_plain(self), _plain(other) if isinstance(other, NDArray) else other)
        return _wrapped(found, self) if keeps else found

    def _alike(self, other):
        return isinstance(other, BaseSparseNDArray) and other._stype == self._stype

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b, self._alike(other))

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b, self._alike(other))

    def __mul__(self, other):
        return self._with(other, lambda a, b: a * b, True)

    def __truediv__(self, other):
        return self._with(other, lambda a, b: a / b, not isinstance(other, NDArray))

    def __radd__(self, other):
        return self._with(other, lambda a, b: b + a, False)

    def __rsub__(self, other):
        return self._with(other, lambda a, b: b - a, False)

    def __rmul__(self, other):
        return self._with(other, lambda a, b: b * a, not isinstance(other, NDArray))

    def __neg__(self):
        return self * -1

    def __abs__(self):
        return self.abs()

    def _changed(self, found):
        """The array with other values."""
        _plain(self)[:] = _plain(found)
        self._where = None
        return self

    def __iadd__(self, other):
        return self._changed(self + other)

    def __isub__(self, other):
        return self._changed(self - other)

    def __imul__(self, other):
        return self._changed(self * other)

    def __itruediv__(self, other):
        return self._changed(self / other)

    def _compared(self, other, holds):
        """A comparison with a number for which zeros give 0 keeps them."""
        found = holds(_plain(self), _plain(other) if isinstance(other, NDArray) else other)
        return _wrapped(found, self) if not isinstance(other, NDArray) and not holds(0, other) else found

    def __gt__(self, other):
        return self._compared(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._compared(other, lambda a, b: a >= b)

    def __lt__(self, other):
        return self._compared(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._compared(other, lambda a, b: a <= b)

    def __eq__(self, other):
        return self._compared(other, lambda a, b: a == b)

    def __ne__(self, other):
        return self._compared(other, lambda a, b: a != b)

    __hash__ = NDArray.__hash__

    def detach(self):
        """The same memory, of which autograd does not know."""
        return _wrapped(_plain(self).detach(), self, self._where)

    # -- copies --
    def copy(self):
        """The same again."""
        return _wrapped(_plain(self).copy(), self, self._where)

    def copyto(self, other):
        """A copy on a context, or into another array."""
        if isinstance(other, NDArray):
            if isinstance(other, BaseSparseNDArray):
                if other._stype != self._stype:
                    raise TypeError(f'copyto does not support destination NDArray stype {other._stype}')
                other._where = self._where
            _plain(self).copyto(_plain(other))
            return other
        return _wrapped(_plain(self).copyto(other), self, self._where)

    def as_in_context(self, context):
        """Itself when it lives there, else a copy there."""
        return self if context == self.context else self.copyto(context)

    def astype(self, dtype, copy=True):
        """In another dtype."""
        import numpy
        if not copy and numpy.dtype(dtype) == self.dtype:
            return self
        return _wrapped(_plain(self).astype(dtype), self, self._where)

    def tostype(self, stype):
        """In another storage type."""
        if stype == self._stype:
            return self
        if stype == 'default':
            return _plain(self).copy()
        if stype in _WORDS:
            raise ValueError(f'cast_storage from {self._stype} to {stype} is not supported')
        return cast_storage(self, stype)

    def _set(self, value):
        """x[:] = value."""
        import numpy
        if isinstance(value, NDArray):
            if value is not self:
                value.copyto(self)
        elif isinstance(value, numpy.ndarray):
            _plain(self)[:] = _mxnet.array(value)
        else:
            raise TypeError(f'type {type(value)} not supported')
        if not isinstance(value, BaseSparseNDArray):
            self._where = None

    def _as_array(self, ctx, dtype):
        return array(self, ctx, dtype)

    def check_format(self, full_check=True):
        """Refuses places out of order or out of bounds."""
        import numpy
        for places, bound in self._bounds():
            if len(places) and (places.min() < 0 or places.max() > bound or full_check and (numpy.diff(places) < 0).any()):
                raise MXNetError(f'Check failed: places of the {type(self).__name__} are out of order or of bounds')

    @property
    def _aux_types(self):
        import numpy
        return [numpy.int64] * self._num_aux

    def slice(self, *args, **kwargs):
        """A part of each axis."""
        return _wrapped(_plain(self).slice(*args, **kwargs), self) if self._stype == 'csr' else _plain(self).slice(*args, **kwargs)

    def asscalar(self):
        raise NotImplementedError()

    def reshape(self, *args, **kwargs):
        raise NotSupportedForSparseNDArray(self.reshape, None, *args)

    def _host(self):
        return self.asnumpy()

    def _given(self, values, dtype=None):
        """Numbers as an array where this one lives."""
        from . import array
        return array(values, ctx=self.context, dtype=values.dtype if dtype is None else dtype)


def _raise(error):
    raise error


class CSRNDArray(BaseSparseNDArray):
    """A matrix row by row: the values that are there, their columns, and where each row begins."""
    _stype, _num_aux = 'csr', 2

    def _places(self):
        """(rows, columns, where rows begin) of what is there."""
        import numpy
        if self._where is not None:
            indices, indptr = self._where
            return numpy.repeat(numpy.arange(len(indptr) - 1), numpy.diff(indptr)), indices, indptr
        host = self._host()
        rows, columns = numpy.nonzero(host)
        return rows, columns, numpy.concatenate([[0], numpy.cumsum(numpy.count_nonzero(host, axis=1))]).astype('int64')

    def _bounds(self):
        rows, columns, begins = self._places()
        return [(begins, len(rows)), (rows * self.shape[1] + columns, self.shape[0] * self.shape[1] - 1)]

    @property
    def data(self):
        rows, columns, _ = self._places()
        return self._given(self._host()[rows, columns])

    @property
    def indices(self):
        return self._given(self._places()[1], 'int64')

    @property
    def indptr(self):
        return self._given(self._places()[2], 'int64')

    def __getitem__(self, key):
        if isinstance(key, tuple):
            raise ValueError('Multi-dimension indexing is not supported')
        if isinstance(key, int):
            begin = key + self.shape[0] if key < 0 else key
            return _wrapped(_plain(self)[begin:begin + 1] if begin < self.shape[0] else _plain(self)[:0], self)
        if isinstance(key, slice):
            if key.step not in (None, 1):
                raise ValueError('CSRNDArray only supports continuous slicing on axis 0')
            return self if key == slice(None) else _wrapped(_plain(self)[key], self)
        raise ValueError(f'Undefined behaviour for {key}')

    def __setitem__(self, key, value):
        if not isinstance(key, slice):
            raise Exception('CSRNDArray only supports [:] for assignment')
        if key != slice(None):
            raise ValueError('Assignment with slice for CSRNDArray is not implemented yet.')
        if isinstance(value, (int, float)):
            raise ValueError('Assigning numeric types to CSRNDArray is not implemented yet.')
        self._set(value)

    def __iter__(self):
        return (self[i] for i in range(self.shape[0]))

    def asscipy(self):
        """SciPy's matrix."""
        try:
            import scipy.sparse
        except ImportError:
            raise ImportError('scipy could not be imported. Please make sure that the scipy is installed.') from None
        return scipy.sparse.csr_matrix((self.data.asnumpy(), self.indices.asnumpy(), self.indptr.asnumpy()), shape=self.shape, dtype=self.dtype)


class RowSparseNDArray(BaseSparseNDArray):
    """An array of which only some rows are there."""
    _stype, _num_aux = 'row_sparse', 1

    def _rows(self):
        import numpy
        if self._where is not None:
            return self._where
        return numpy.flatnonzero(self._host().reshape(self.shape[0], -1).any(axis=1))

    def _bounds(self):
        return [(self._rows(), self.shape[0] - 1)]

    @property
    def data(self):
        return self._given(self._host()[self._rows()])

    @property
    def indices(self):
        return self._given(self._rows(), 'int64')

    def __getitem__(self, key):
        if isinstance(key, int):
            raise Exception('__getitem__ with int key is not implemented for RowSparseNDArray yet')
        if key != slice(None):
            raise Exception('RowSparseNDArray only supports [:] for __getitem__')
        return self

    def __setitem__(self, key, value):
        if not isinstance(key, slice):
            raise TypeError('RowSparseNDArray only supports [:] for assignment')
        if key != slice(None):
            raise ValueError('Assignment with slice for RowSparseNDArray is not implmented yet.')
        if isinstance(value, (int, float)):
            _plain(self)[:] = value
            self._where = None
        else:
            self._set(value)

    def retain(self, indices):
        """Some of its rows."""
        return retain(self, indices)


for _class in (BaseSparseNDArray, CSRNDArray, RowSparseNDArray):
    _class.__module__ = 'mxnet.ndarray.sparse'


# -- making --
def _dtype_of(values, dtype):
    """Lists are of float32, arrays keep theirs, unless a dtype is asked for."""
    import numpy
    return dtype if dtype is not None else values.dtype if isinstance(values, (NDArray, numpy.ndarray)) or hasattr(values, 'tocsr') else 'float32'


def _part(values, dtype):
    """One of the arrays that a sparse array is defined by, as NumPy's."""
    import numpy
    if isinstance(values, NDArray):
        return values.asnumpy()
    if isinstance(values, numpy.ndarray):
        return values
    try:
        return numpy.array(values, dtype)
    except Exception:
        raise TypeError('values must be array like object') from None


def _same_shape(found, asked):
    if found and asked and found != asked:
        raise ValueError(f'Shape mismatch detected. {found} v.s. {asked}')


def _from_dense(values, shape, ctx, dtype, stype):
    """What nd.array makes of the values, stored otherwise."""
    from . import array as dense
    made = dense(values, dtype=_dtype_of(values, dtype))
    if ctx is not None and made.context != ctx:
        made = made.as_in_context(ctx)
    _same_shape(made.shape, shape)
    if not made.shape and stype == 'row_sparse':
        raise MXNetError('Check failed: an array of rows has at least one axis')
    return made.tostype(stype)


def csr_matrix(arg1, shape=None, ctx=None, dtype=None):
    """A CSRNDArray of (data, indices, indptr), (data, (row, col)), a shape, or what a matrix is."""
    if isinstance(arg1, tuple):
        if len(arg1) == 3:
            return _csr_of(*arg1, shape, ctx, dtype)
        if len(arg1) != 2:
            raise ValueError(f'Unexpected length of input tuple: {len(arg1)}')
        if isinstance(arg1[1], tuple) and len(arg1[1]) == 2:
            return _csr_at(*arg1, shape, ctx, dtype)
        _same_shape(arg1, shape)
        return empty('csr', arg1, ctx, dtype)
    if isinstance(arg1, RowSparseNDArray):
        raise ValueError('Unexpected input type: RowSparseNDArray')
    if isinstance(arg1, BaseSparseNDArray) or hasattr(arg1, 'tocsr'):
        _same_shape(arg1.shape, shape)
        return array(arg1, ctx=ctx, dtype=dtype)
    return _from_dense(arg1, shape, ctx, dtype, 'csr')


def _csr_of(data, indices, indptr, shape, ctx, dtype):
    """By its definition: values row by row, their columns, and where in both each row begins."""
    import numpy
    from . import array as dense
    dtype = _dtype_of(data, dtype)
    data = _part(data, dtype)
    indptr, indices = (_part(x, 'int64').astype('int64') for x in (indptr, indices))
    if shape is None:
        if not indices.size:
            raise ValueError('invalid shape')
        shape = (len(indptr) - 1, int(indices.max()) + 1)
    if data.ndim != 1 or indptr.ndim != 1 or indices.ndim != 1 or not len(indptr) or len(shape) != 2:
        raise ValueError('invalid shape')
    if len(indptr) != shape[0] + 1 or len(indices) != len(data) or indptr[0] != 0 or (numpy.diff(indptr) < 0).any() or indptr[-1] != len(indices):
        raise MXNetError('Check failed: indptr of the CSRNDArray do not fit its data')
    if len(indices) and (indices.min() < 0 or indices.max() >= shape[1]):
        raise MXNetError('Check failed: indices of the CSRNDArray are out of bounds')
    host = numpy.zeros(shape, dtype)
    host[numpy.repeat(numpy.arange(shape[0]), numpy.diff(indptr)), indices] = data
    return _wrapped(dense(host, ctx=ctx, dtype=dtype), CSRNDArray, (indices, indptr) if not numpy.all(data) else None)


def _csr_at(data, places, shape, ctx, dtype):
    """Of values and the row and column of each; what falls on one place is added."""
    import numpy
    from . import array as dense
    dtype = _dtype_of(data, dtype)
    data = data.asnumpy() if isinstance(data, NDArray) else numpy.asarray(data)
    rows, columns = ((x.asnumpy() if isinstance(x, NDArray) else numpy.asarray(x)).astype('int64') for x in places)
    host = numpy.zeros((int(rows.max()) + 1, int(columns.max()) + 1) if shape is None else shape, dtype)
    numpy.add.at(host, (rows, columns), data)
    return _wrapped(dense(host, ctx=ctx, dtype=dtype), CSRNDArray)


def row_sparse_array(arg1, shape=None, ctx=None, dtype=None):
    """A RowSparseNDArray of (data, indices), a shape, or what an array is."""
    import numpy
    if isinstance(arg1, tuple):
        if len(arg1) < 2:
            raise ValueError(f'Unexpected length of input tuple: {len(arg1)}')
        if len(arg1) == 2 and not all(isinstance(each, (int, numpy.integer)) for each in arg1):
            return _rows_of(*arg1, shape, ctx, dtype)
        _same_shape(arg1, shape)
        return empty('row_sparse', arg1, ctx, dtype)
    if isinstance(arg1, CSRNDArray):
        raise ValueError('Unexpected input type: CSRNDArray')
    if isinstance(arg1, BaseSparseNDArray):
        _same_shape(arg1.shape, shape)
        return array(arg1, ctx=ctx, dtype=dtype)
    return _from_dense(arg1, shape, ctx, dtype, 'row_sparse')


def _rows_of(data, indices, shape, ctx, dtype):
    """By its definition: rows, and which they are."""
    import math
    import numpy
    from . import array as dense
    dtype = _dtype_of(data, dtype)
    data, indices = _part(data, dtype), _part(indices, 'int64').astype('int64')
    if shape is None:
        if not indices.shape[0]:
            raise ValueError('invalid shape')
        shape = (int(indices.max()) + 1, *data.shape[1:])
    if data.ndim != len(shape) or indices.ndim != 1 or not math.prod(shape[1:]):
        raise ValueError('invalid shape')
    shape = tuple(shape)
    if len(indices) and (indices.min() < 0 or indices.max() >= shape[0]):
        raise MXNetError('Check failed: indices of the RowSparseNDArray are out of bounds')
    host = numpy.zeros(shape, dtype)
    host[indices] = data
    all_there = data.reshape(len(data), -1).any(axis=1).all() if data.size else True
    return _wrapped(dense(host, ctx=ctx, dtype=dtype), RowSparseNDArray, None if all_there else indices)


def array(source_array, ctx=None, dtype=None):
    """A sparse array of a sparse array, or of one of SciPy's."""
    import numpy
    if isinstance(source_array, BaseSparseNDArray):
        found = source_array.copy() if ctx is None else source_array.copyto(ctx)
        return found if dtype is None else found.astype(dtype)
    if isinstance(source_array, NDArray):
        raise AssertionError('Please use `tostype` to create RowSparseNDArray or CSRNDArray from an NDArray')
    if hasattr(source_array, 'tocsr'):
        rows = source_array.tocsr()
        rows.sort_indices()
        return csr_matrix((rows.data, rows.indices, rows.indptr), rows.shape, ctx, rows.dtype if dtype is None else dtype)
    if isinstance(source_array, (numpy.ndarray, numpy.generic)):
        raise ValueError('Please use mx.nd.array to create an NDArray with source_array of type ', type(source_array))
    raise ValueError('Unexpected source_array type: ', type(source_array))


def zeros(stype, shape, ctx=None, dtype=None, **kwargs):
    """All 0, in a storage type."""
    import numpy
    from . import zeros as blank
    if stype == 'default':
        return blank(shape, ctx=ctx, dtype=dtype, **kwargs)
    if stype not in _WORDS:
        raise ValueError('unknown storage type' + stype)
    shape = tuple(shape)
    if len(shape) < 2 and stype == 'csr':
        raise MXNetError('Check failed: the shape of a CSRNDArray has rows and columns')
    for each in shape:
        if operator.index(each) < 0:
            raise OverflowError("can't convert negative value to unsigned int")
    if dtype is not None and numpy.dtype(dtype) == object:
        raise KeyError(numpy.dtype(dtype).type)
    return _wrapped(blank(shape, ctx=ctx, dtype=dtype, **kwargs), CSRNDArray if stype == 'csr' else RowSparseNDArray)


def empty(stype, shape, ctx=None, dtype=None):
    """Of a shape, in a storage type; perch fills it with 0."""
    if stype not in _WORDS:
        raise Exception(f'unknown stype : {stype}')
    return zeros(stype, (shape,) if isinstance(shape, int) else shape, ctx, dtype)


def cast_storage(arr, stype, out=None):
    """An array in another storage type."""
    if stype not in ('default', *_WORDS):
        raise MXNetError(f"MXNetError: Invalid Input: '{stype}', valid values are: {{'csr', 'default', 'row_sparse'}}, in operator cast_storage(name=\"\", stype=\"{stype}\")")
    if isinstance(arr, BaseSparseNDArray):
        found = arr.tostype(stype)
    elif stype == 'default':
        found = arr.copy()
    else:
        if stype == 'csr' and len(arr.shape) != 2:
            raise ValueError(f'To convert to a CSR, the NDArray should be 2 Dimensional. Current shape is {arr.shape}')
        found = _wrapped(arr.copy(), CSRNDArray if stype == 'csr' else RowSparseNDArray)
    return found if out is None else found.copyto(out)


# -- functions --
def retain(data, indices, out=None):
    """The rows of a RowSparseNDArray that are named."""
    import numpy
    if not isinstance(data, RowSparseNDArray):
        raise MXNetError('Operator _sparse_retain: the first argument must be a RowSparseNDArray')
    rows = numpy.sort(indices.asnumpy().astype('int64'))
    there = numpy.zeros(data.shape)
    there[rows] = 1
    kept = _plain(data)
    made = _wrapped(_mxnet.where(data._given(there, kept.dtype), kept, kept.zeros_like()), RowSparseNDArray, rows)
    return made if out is None else made.copyto(out)


def dot(lhs, rhs, transpose_a=False, transpose_b=False, forward_stype=None, out=None, name=None):
    """The product; of a transposed CSR matrix with a dense one only the rows that are there, of a dense one with a CSR matrix a CSR matrix."""
    found = _mxnet.dot(_plain(lhs), _plain(rhs), transpose_a=transpose_a, transpose_b=transpose_b)
    kinds = getattr(lhs, 'stype', 'default'), getattr(rhs, 'stype', 'default')
    made = {('csr', 'default', True): 'row_sparse', ('csr', 'row_sparse', True): 'row_sparse', ('default', 'csr', False): 'csr'}.get((*kinds, bool(transpose_a)))
    stype = forward_stype or (made if made != 'csr' or not transpose_b else None)
    if out is not None:
        return found.copyto(out)
    return found if stype in (None, 'default') else _wrapped(found, CSRNDArray if stype == 'csr' else RowSparseNDArray)


def add(lhs, rhs):
    """Their sum."""
    return lhs + rhs


def subtract(lhs, rhs):
    """Their difference."""
    return lhs - rhs


def multiply(lhs, rhs):
    """Their product."""
    return lhs * rhs


def divide(lhs, rhs):
    """Their quotient."""
    return lhs / rhs


_FUNCTIONS = frozenset('''Embedding FullyConnected LinearRegressionOutput LogisticRegressionOutput MAERegressionOutput abs adam_update adagrad_update add_n arccos arccosh arcsin arcsinh arctan arctanh
broadcast_add broadcast_div broadcast_mul broadcast_sub cbrt ceil clip concat cos cosh degrees elemwise_add elemwise_div elemwise_mul elemwise_sub exp expm1 fix floor ftrl_update gamma gammaln
log log10 log1p log2 make_loss mean negative norm radians relu rint round rsqrt sgd_mom_update sgd_update sigmoid sign sin sinh slice sqrt square stop_gradient sum tan tanh trunc where zeros_like
'''.split())


def __getattr__(name):
    if name in _FUNCTIONS:
        from .. import ndarray
        return getattr(ndarray, name)
    raise AttributeError(f"module 'mxnet.ndarray.sparse' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_FUNCTIONS})


def _square_sum(data, axis=None, keepdims=False, exclude=False):
    """The sum of squares: of each row of an array by rows, by rows again where the axis is kept."""
    made = _plain(_mxnet.sum(_mxnet.square(_plain(data)), axis=axis, keepdims=keepdims, exclude=exclude))
    return _wrapped(made, RowSparseNDArray) if keepdims and axis in (1, (1,), [1]) and data.stype == 'row_sparse' else made

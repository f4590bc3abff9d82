"""Matrices that are known by their products alone: LinearOperator, sums and products of such, a matrix as one."""
import warnings

import numpy as np

from scipy.sparse._matrix import spmatrix


class LinearOperator:
    """A matrix that is known by its products. A subclass says _matvec or _matmat, and calls __init__(dtype, shape)."""
    ndim = 2

    def __new__(cls, *args, **kwargs):
        if cls is LinearOperator:
            return object.__new__(_CustomLinearOperator)
        if cls._matvec is LinearOperator._matvec and cls._matmat is LinearOperator._matmat:
            warnings.warn('LinearOperator subclass should implement at least one of _matvec and _matmat.', category=RuntimeWarning, stacklevel=2)
        return object.__new__(cls)

    def __init__(self, dtype, shape):
        shape = tuple(shape)
        if len(shape) != 2 or not all(hasattr(n, '__index__') for n in shape):
            raise ValueError(f'invalid shape {shape!r} (must be 2-d)')
        self.dtype, self.shape = None if dtype is None else np.dtype(dtype), shape

    def _init_dtype(self):
        if self.dtype is None:
            self.dtype = np.asarray(self.matvec(np.random.randn(self.shape[-1]))).dtype

    def _matmat(self, X):
        return _by_columns(self.matvec, X)

    def _matvec(self, x):
        return self.matmat(x.reshape(-1, 1))

    def matvec(self, x):
        return _product(self._matvec, x, *self.shape)

    def rmatvec(self, x):
        return _product(self._rmatvec, x, *self.shape[::-1])

    def _rmatvec(self, x):
        if self._says_adjoint():
            return self.H.matvec(x)
        raise NotImplementedError       # (SciPy's error: nothing says how its adjoint multiplies)

    def _says_adjoint(self):
        """Whether the class has an adjoint of its own; the one here asks for these products again."""
        return type(self)._adjoint is not LinearOperator._adjoint

    def matmat(self, X):
        return self._matmat(_columns(X, self.shape[1], self.shape))

    def rmatmat(self, X):
        return self._rmatmat(_columns(X, self.shape[0], self.shape))

    def _rmatmat(self, X):
        return self.H.matmat(X) if self._says_adjoint() else _by_columns(self.rmatvec, X)

    def __call__(self, x):
        return self * x

    def __mul__(self, x):
        return self.dot(x)

    def dot(self, x):
        composed = _ProductLinearOperator if isinstance(x, LinearOperator) else _ScaledLinearOperator if np.isscalar(x) else None
        if composed is not None:
            return composed(self, x)
        x = np.asarray(x)
        if x.ndim not in (1, 2):
            raise ValueError('expected 1-d or 2-d array or matrix, got %r' % x)
        return (self.matvec if x.shape[1:] in ((), (1,)) else self.matmat)(x)

    def __matmul__(self, other):
        if np.isscalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.__mul__(other)

    def __rmatmul__(self, other):
        if np.isscalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        return self.__rmul__(other)

    def __rmul__(self, x):
        return _ScaledLinearOperator(self, x) if np.isscalar(x) else NotImplemented

    def __pow__(self, p):
        return _PowerLinearOperator(self, p) if np.isscalar(p) else NotImplemented

    def __add__(self, x):
        return _SumLinearOperator(self, x) if isinstance(x, LinearOperator) else NotImplemented

    def __neg__(self):
        return _ScaledLinearOperator(self, -1)

    def __sub__(self, x):
        return self + (-x)

    def __repr__(self):
        said = 'unspecified dtype' if self.dtype is None else 'dtype=' + str(self.dtype)
        return '<%dx%d %s with %s>' % (*self.shape, type(self).__name__, said)

    def adjoint(self):
        return self._adjoint()

    H = property(adjoint)

    def transpose(self):
        return self._transpose()

    T = property(transpose)

    def _adjoint(self):
        return _AdjointLinearOperator(self)

    def _transpose(self):
        return _TransposedLinearOperator(self)


def _by_columns(times, X):
    return np.hstack([times(column.reshape(-1, 1)) for column in X.T])


def _product(times, x, rows, columns):
    x = np.asanyarray(x)
    if x.shape not in ((columns,), (columns, 1)):
        raise ValueError('dimension mismatch')
    made = np.asarray(times(x))
    if x.ndim == 1:
        return made.reshape(rows)
    return made.reshape(rows, 1)


def _columns(X, rows, shape):
    X = np.asanyarray(X)
    if X.ndim != 2:
        raise ValueError('expected 2-d ndarray or matrix, not %d-d' % X.ndim)
    if X.shape[0] != rows:
        raise ValueError('dimension mismatch: %r, %r' % (shape, X.shape))
    return X


class _CustomLinearOperator(LinearOperator):
    def __init__(self, shape, matvec, rmatvec=None, matmat=None, dtype=None, rmatmat=None):
        super().__init__(dtype, shape)
        self.args = ()
        self._times, self._back, self._times_all, self._back_all = matvec, rmatvec, matmat, rmatmat
        self._init_dtype()

    def _matvec(self, x):
        return self._times(x)

    def _matmat(self, X):
        return self._times_all(X) if self._times_all is not None else super()._matmat(X)

    def _rmatvec(self, x):
        if self._back is None:
            raise NotImplementedError('rmatvec is not defined')
        return self._back(x)

    def _rmatmat(self, X):
        return self._back_all(X) if self._back_all is not None else _by_columns(self.rmatvec, X)

    def _adjoint(self):
        return _CustomLinearOperator(self.shape[::-1], self._back or self._rmatvec, self._times, self._back_all, self.dtype, self._times_all)


class _Composed(LinearOperator):
    """An operator made of others. Its four products are one rule, _by: which of the parts' products of that name it is made of."""

    def __init__(self, dtype, shape, *parts):
        super().__init__(dtype, shape)
        self.args = parts

    def _matvec(self, x):
        return self._by('matvec', x)

    def _rmatvec(self, x):
        return self._by('rmatvec', x)

    def _matmat(self, X):
        return self._by('matmat', X)

    def _rmatmat(self, X):
        return self._by('rmatmat', X)


def _dtype(*parts):
    return np.result_type(*[p.dtype if hasattr(p, 'dtype') else type(p) for p in parts])


class _AdjointLinearOperator(_Composed):
    def __init__(self, A):
        super().__init__(A.dtype, A.shape[::-1], A)

    def _by(self, product, x):
        return getattr(self.args[0], '_' + (product[1:] if product[0] == 'r' else 'r' + product))(x)


class _TransposedLinearOperator(_AdjointLinearOperator):
    def _by(self, product, x):
        return np.conj(super()._by(product, np.conj(x)))


class _SumLinearOperator(_Composed):
    def __init__(self, A, B):
        if A.shape != B.shape:
            raise ValueError(f'cannot add {A} and {B}: shape mismatch')
        super().__init__(_dtype(A, B), A.shape, A, B)

    def _by(self, product, x):
        return getattr(self.args[0], product)(x) + getattr(self.args[1], product)(x)

    def _adjoint(self):
        return self.args[0].H + self.args[1].H


class _ProductLinearOperator(_Composed):
    def __init__(self, A, B):
        if A.shape[1] != B.shape[0]:
            raise ValueError(f'cannot multiply {A} and {B}: shape mismatch')
        super().__init__(_dtype(A, B), (A.shape[0], B.shape[1]), A, B)

    def _by(self, product, x):
        for part in self.args if product[0] == 'r' else self.args[::-1]:
            x = getattr(part, product)(x)
        return x

    def _adjoint(self):
        return self.args[1].H * self.args[0].H


class _ScaledLinearOperator(_Composed):
    def __init__(self, A, share):
        super().__init__(_dtype(A, share), A.shape, A, share)

    def _by(self, product, x):
        A, share = self.args
        return (np.conj(share) if product[0] == 'r' else share) * getattr(A, product)(x)

    def _adjoint(self):
        return self.args[0].H * np.conj(self.args[1])


class _PowerLinearOperator(_Composed):
    def __init__(self, A, p):
        if A.shape[0] != A.shape[1]:
            raise ValueError('square LinearOperator expected, got %r' % A)
        if not hasattr(p, '__index__') or p < 0:
            raise ValueError('non-negative integer expected as p')
        super().__init__(A.dtype, A.shape, A, p)

    def _by(self, product, x):
        for _ in range(self.args[1]):
            x = getattr(self.args[0], product)(x)
        return x

    def _adjoint(self):
        return self.args[0].H ** self.args[1]


class MatrixLinearOperator(LinearOperator):
    """A matrix as an operator."""

    def __init__(self, A):
        super().__init__(A.dtype, A.shape)
        self.A, self.args = A, (A,)

    def _matmat(self, X):
        return self.A.dot(X)

    def _adjoint(self):
        return _AdjointMatrixOperator(self.A)

    def _rmatvec(self, x):
        return self.A.conj().T @ x


class _AdjointMatrixOperator(MatrixLinearOperator):
    def __init__(self, A):
        super().__init__(A.conj().T)
        self.args = (A,)

    def _adjoint(self):
        return MatrixLinearOperator(self.args[0])


class IdentityOperator(LinearOperator):
    def __init__(self, shape, dtype=None):
        super().__init__(dtype, shape)

    def _matvec(self, x):
        return x

    _rmatvec = _rmatmat = _matmat = _matvec

    def _adjoint(self):
        return self


def aslinearoperator(A):
    """An array, a sparse matrix, an operator, or what has a shape and matvec, as an operator."""
    if isinstance(A, LinearOperator):
        return A
    if isinstance(A, spmatrix):
        return MatrixLinearOperator(A)
    if isinstance(A, np.ndarray):
        if A.ndim > 2:
            raise ValueError('array must have ndim <= 2')
        return MatrixLinearOperator(np.atleast_2d(np.asarray(A)))
    if hasattr(A, 'shape') and hasattr(A, 'matvec'):
        return LinearOperator(A.shape, A.matvec, rmatvec=getattr(A, 'rmatvec', None), rmatmat=getattr(A, 'rmatmat', None), dtype=getattr(A, 'dtype', None))
    raise TypeError('type not understood')

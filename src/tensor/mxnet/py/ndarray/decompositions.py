"""mx.nd.linalg's decompositions: by LAPACK on copies in the host's memory, with their gradients as products of mx.nd."""
import numpy

from .. import ndarray as nd
from ..autograd import Function
from ..base import MXNetError
from .linalg import gemm2
from .outs import _into


def _turned(x):
    return nd.swapaxes(x, -1, -2)


def _like(host, x):
    """A result where its operand lives."""
    return nd.array(numpy.ascontiguousarray(host), ctx=x.context, dtype=x.dtype)


def _square(A):
    if A.ndim < 2:
        raise MXNetError(f"MXNetError: Check failed: ndim >= 2 ({A.ndim} vs. 2) : Input A's dimension must be >= 2")
    if A.shape[-1] != A.shape[-2]:
        raise MXNetError(f"MXNetError: Check failed: in[ndim-2] == in[ndim-1] ({A.shape[-2]} vs. {A.shape[-1]}) : Input A's last two dimension must be equal")


def _half(x, lower=True, diagonal=1.0):
    """One triangle of square matrices, its diagonal times a number."""
    n = x.shape[-1]
    mask = numpy.tril(numpy.ones((n, n)), -1) + numpy.eye(n) * diagonal
    return nd.broadcast_mul(x, nd.array(mask if lower else mask.T, ctx=x.context, dtype=x.dtype).reshape((1,) * (x.ndim - 2) + (n, n)))


class _Of(Function):
    """A function on the host with a gradient: back(inputs, outputs, gradients) -> the inputs' gradients."""

    def __init__(self, run, back):
        super().__init__()
        self._run, self._back = run, back

    def forward(self, *inputs):
        found = self._run(*(x.asnumpy() for x in inputs))
        made = [_like(each, inputs[0]) for each in (found if isinstance(found, tuple) else (found,))]
        self._kept = inputs, made
        return made if isinstance(found, tuple) else made[0]

    def backward(self, *grads):
        return self._back(*self._kept, grads)


def _inverted(a):
    try:
        return numpy.linalg.inv(a)
    except numpy.linalg.LinAlgError:
        raise MXNetError('MXNetError: Check failed: ret == 0 (1 vs. 0) : the input matrix is non-convertible') from None


def _root(a):
    try:
        return numpy.linalg.cholesky(a)
    except numpy.linalg.LinAlgError:
        for one in a.reshape((-1, *a.shape[-2:])):
            for n in range(1, len(one) + 1):
                try:
                    numpy.linalg.cholesky(one[:n, :n])
                except numpy.linalg.LinAlgError:
                    raise MXNetError(f'MXNetError: Check failed: ret == 0 ({n} vs. 0) : {"s" if a.dtype == numpy.float32 else "d"}potrf failed in lapack on cpu. This may happen when the input '
                                     'matrix is either not symmetric or not positive definite.') from None
        raise


def potrf(A, lower=True, out=None, name=None):
    """The triangular root of a positive definite matrix."""
    _square(A)

    def back(_, outputs, grads):
        root, grad = (outputs[0], grads[0]) if lower else (_turned(outputs[0]), _turned(grads[0]))
        inside = _half(gemm2(root, grad, True), True, 0.5)
        inverse = inverse_of(root)
        found = gemm2(gemm2(inverse, inside, True), inverse)
        return (found + _turned(found)) * 0.5
    return _into(_Of(lambda a: _root(a) if lower else numpy.swapaxes(_root(numpy.swapaxes(a, -1, -2)), -1, -2), back)(A), out)


def inverse_of(x):
    return _like(_inverted(x.asnumpy()), x)


def potri(A, lower=True, out=None, name=None):
    """The inverse of the matrix whose root A is."""
    _square(A)

    def run(a):
        inverse = _inverted(numpy.tril(a) if lower else numpy.triu(a))
        turned = numpy.swapaxes(inverse, -1, -2)
        return turned @ inverse if lower else inverse @ turned

    def back(inputs, outputs, grads):
        found = -gemm2(gemm2(outputs[0], grads[0] + _turned(grads[0])), outputs[0])
        return _half(gemm2(found, inputs[0]) if lower else gemm2(inputs[0], found), lower)
    return _into(_Of(run, back)(A), out)


def inverse(A, out=None, name=None):
    _square(A)
    return _into(_Of(_inverted, lambda inputs, outputs, grads: -gemm2(gemm2(outputs[0], grads[0], True), outputs[0], False, True))(A), out)


def _wide(grad, A):
    return grad.reshape((*A.shape[:-2], 1, 1))


def det(A, out=None, name=None):
    _square(A)

    def back(inputs, outputs, grads):
        return nd.broadcast_mul(_turned(inverse_of(inputs[0])), _wide(grads[0] * outputs[0], A))
    return _into(_Of(lambda a: numpy.linalg.det(a).reshape(a.shape[:-2] or (1,)), back)(A), out)


def slogdet(A, out=None, name=None):
    """[sign, logarithm of the absolute value] of the determinant."""
    _square(A)

    def run(a):
        return tuple(numpy.asarray(each).reshape(a.shape[:-2] or (1,)) for each in numpy.linalg.slogdet(a))
    return _into(_Of(run, lambda inputs, outputs, grads: nd.broadcast_mul(_turned(inverse_of(inputs[0])), _wide(grads[1], A)))(A), out)


def _triangle(A, lower, transpose):
    half = _half(A, lower)
    return _turned(half) if transpose else half


def trmm(A, B, transpose=False, rightside=False, lower=True, alpha=1.0, out=None, name=None):
    """alpha * op(A) @ B for a triangular A; rightside: alpha * B @ op(A)."""
    half = _triangle(A, lower, transpose)
    return _into(gemm2(B, half, alpha=alpha) if rightside else gemm2(half, B, alpha=alpha), out)


def trsm(A, B, transpose=False, rightside=False, lower=True, alpha=1.0, out=None, name=None):
    """X of op(A) @ X = alpha * B for a triangular A; rightside: of X @ op(A) = alpha * B."""
    def run(a, b):
        half = numpy.tril(a) if lower else numpy.triu(a)
        half = numpy.swapaxes(half, -1, -2) if transpose else half
        if rightside:
            return numpy.swapaxes(numpy.linalg.solve(numpy.swapaxes(half, -1, -2), alpha * numpy.swapaxes(b, -1, -2)), -1, -2)
        return numpy.linalg.solve(half, alpha * b)

    def back(inputs, outputs, grads):
        x, flip = outputs[0], trsm(inputs[0], grads[0], not transpose, rightside, lower, 1.0)
        if rightside:
            found = gemm2(flip, x, True) if transpose else gemm2(x, flip, True)
        else:
            found = gemm2(x, flip, False, True) if transpose else gemm2(flip, x, False, True)
        return -_half(found, lower), flip * alpha
    return _into(_Of(run, back)(A, B), out)


def _places(n, offset, lower):
    """Rows and columns of a triangle: the lower row by row, the upper column by column."""
    row, column = numpy.indices((n, n))
    if lower and offset <= 0 or offset < 0:
        return numpy.nonzero(column - row <= offset)
    column, row = numpy.nonzero((column - row >= offset).T)
    return row, column


def extracttrian(A, offset=0, lower=True, out=None, name=None):
    """A triangle as a row; offset > 0: above that diagonal, < 0: below it."""
    _square(A)
    n = A.shape[-1]
    row, column = _places(n, offset, lower)
    flat = A.reshape((*A.shape[:-2], n * n))
    return _into(nd.take(flat, nd.array(row * n + column, ctx=A.context), axis=-1), out)


def maketrian(A, offset=0, lower=True, out=None, name=None):
    """A row as a triangle of a matrix of zeros."""
    count, n = A.shape[-1], abs(offset)
    while len(_places(n, offset, lower)[0]) < count:
        n += 1
    row, column = _places(n, offset, lower)
    if len(row) != count:
        raise MXNetError(f'MXNetError: Check failed: the last dimension of A, {count}, is not the size of a triangle')
    at = numpy.full((n, n), count)
    at[row, column] = numpy.arange(count)
    padded = nd.concat(A, nd.zeros((*A.shape[:-1], 1), ctx=A.context, dtype=A.dtype), dim=-1)
    return _into(nd.take(padded, nd.array(at.ravel(), ctx=A.context), axis=-1).reshape((*A.shape[:-1], n, n)), out)


def _no_gradient(name):
    def back(*_):
        raise NotImplementedError(f'mx.nd.linalg.{name}: its gradient is not there yet')
    return back


def gelqf(A, out=None, name=None):
    """[Q, L] with A = L @ Q and orthonormal rows of Q."""
    def run(a):
        q, r = numpy.linalg.qr(numpy.swapaxes(a, -1, -2))
        return numpy.swapaxes(q, -1, -2), numpy.swapaxes(r, -1, -2)
    return _into(_Of(run, _no_gradient('gelqf'))(A), out)


def syevd(A, out=None, name=None):
    """[U, L]: eigenvectors as rows, and eigenvalues, of a symmetric matrix."""
    _square(A)

    def run(a):
        values, vectors = numpy.linalg.eigh(a)
        rows = numpy.swapaxes(vectors, -1, -2)
        largest = numpy.take_along_axis(rows, numpy.abs(rows).argmax(-1)[..., None], -1)
        return rows * numpy.where(largest < 0, -1, 1), values       # the largest component of each is positive

    def back(inputs, outputs, grads):
        u, values = (each.asnumpy() for each in outputs)
        gap = values[..., None, :] - values[..., :, None]
        share = numpy.where(gap == 0, 0, 1 / numpy.where(gap == 0, 1, gap))
        turned = numpy.swapaxes(u, -1, -2)
        inside = share * (u @ numpy.swapaxes(grads[0].asnumpy(), -1, -2)) + grads[1].asnumpy()[..., None] * numpy.eye(u.shape[-1])
        found = turned @ inside @ u
        return _like((found + numpy.swapaxes(found, -1, -2)) / 2, inputs[0])
    return _into(_Of(run, back)(A), out)

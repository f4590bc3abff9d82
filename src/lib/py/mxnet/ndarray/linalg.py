"""mx.nd.linalg: products and decompositions of matrices; what needs LAPACK is not there yet."""
import _mxnet
import _tensor

_op = _tensor.op


def gemm2(A, B, transpose_a=False, transpose_b=False, alpha=1.0, axis=-2, out=None, name=None):
    """alpha * A @ B."""
    if transpose_a:
        A = _mxnet.swapaxes(A, -1, -2)
    if transpose_b:
        B = _mxnet.swapaxes(B, -1, -2)
    result = _op('matmul', 0, (A, B), alpha=1, beta=1)
    return result * alpha if alpha != 1 else result


def gemm(A, B, C, transpose_a=False, transpose_b=False, alpha=1.0, beta=1.0, axis=-2, out=None, name=None):
    """alpha * A @ B + beta * C."""
    return gemm2(A, B, transpose_a, transpose_b, alpha) + beta * C


def syrk(A, transpose=False, alpha=1.0, out=None, name=None):
    """A @ A.T, or A.T @ A."""
    return gemm2(A, A, transpose, not transpose, alpha)


def extractdiag(A, offset=0, out=None, name=None):
    return _op('copy', 0, (_op('diagonal', 0, (A,), offset=offset, axis1=A.ndim - 2, axis2=A.ndim - 1),))


def makediag(A, offset=0, out=None, name=None):
    return _op('diag_embed', 0, (A,), offset=offset, axis1=A.ndim - 1, axis2=A.ndim)


def sumlogdiag(A, out=None, name=None):
    return _mxnet.sum(_mxnet.log(extractdiag(A)), axis=-1)


def __getattr__(name):
    raise AttributeError(f"module 'mxnet.ndarray.linalg' has no attribute {name!r} in perch; it has gemm, gemm2, syrk, extractdiag, makediag, sumlogdiag")

"""mx.nd.linalg: products of matrices, triangles; decompositions.py has what needs LAPACK."""
from numpy import dtype as _np_dtype

import _mxnet
import _tensor
from perch.only import only
from ..base import MXNetError

_op = _tensor.op


def gemm2(A, B, transpose_a=False, transpose_b=False, alpha=1.0, axis=-2, out=None, name=None):
    """alpha * A @ B."""
    only('mx.nd.linalg.gemm2', axis=(axis, -2), out=(out, None))
    if str(_np_dtype(A.dtype)) == 'float16':
        raise MXNetError('MXNetError: This operation only supports 32-bit and 64-bit floating point')
    if transpose_a:
        A = _mxnet.swapaxes(A, -1, -2)
    if transpose_b:
        B = _mxnet.swapaxes(B, -1, -2)
    result = _op('matmul', 0, (A, B), alpha=1, beta=1)
    return result * alpha if alpha != 1 else result


def gemm(A, B, C, transpose_a=False, transpose_b=False, alpha=1.0, beta=1.0, axis=-2, out=None, name=None):
    """alpha * A @ B + beta * C."""
    only('mx.nd.linalg.gemm', axis=(axis, -2), out=(out, None))
    return gemm2(A, B, transpose_a, transpose_b, alpha) + beta * C


def syrk(A, transpose=False, alpha=1.0, out=None, name=None):
    """A @ A.T, or A.T @ A."""
    only('mx.nd.linalg.syrk', out=(out, None))
    return gemm2(A, A, transpose, not transpose, alpha)


def extractdiag(A, offset=0, out=None, name=None):
    only('mx.nd.linalg.extractdiag', out=(out, None))
    return _op('copy', 0, (_op('diagonal', 0, (A,), offset=offset, axis1=A.ndim - 2, axis2=A.ndim - 1),))


def makediag(A, offset=0, out=None, name=None):
    only('mx.nd.linalg.makediag', out=(out, None))
    return _op('diag_embed', 0, (A,), offset=offset, axis1=A.ndim - 1, axis2=A.ndim)


def sumlogdiag(A, out=None, name=None):
    only('mx.nd.linalg.sumlogdiag', out=(out, None))
    return _mxnet.sum(_mxnet.log(extractdiag(A)), axis=-1)


_decompositions = ('potrf', 'potri', 'inverse', 'det', 'slogdet', 'trmm', 'trsm', 'extracttrian', 'maketrian', 'gelqf', 'syevd')


def __getattr__(name):
    if name in _decompositions:
        from . import decompositions
        return getattr(decompositions, name)
    raise AttributeError(f"module 'mxnet.ndarray.linalg' has no attribute {name!r}")


def __dir__():
    return sorted({'gemm', 'gemm2', 'syrk', 'extractdiag', 'makediag', 'sumlogdiag', *_decompositions})


gemm2 = _mxnet._door('_linalg_gemm2', gemm2)

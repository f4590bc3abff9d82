"""torch.linalg: norms, and small dense problems by elimination, written in tensor operations (and so differentiable)."""
import types as _types

import torch
from _torch import _c_name, _two
import _tensor
from .amp.autocast_mode import in_float32
from perch.only import only

from ._functions.facts import type_name
from ._functions.ordering import _checked_dim
from ._torch_args import cpu_lacks, same_places

_named = _tensor.name_node


_UNSERVED = frozenset('linalg.%s' % name for name in 'svd qr inv det cholesky solve vector_norm matrix_exp slogdet'.split())


def _floats(name, a):
    if not a.is_floating_point() and not a.is_complex():
        raise (NotImplementedError if name in _UNSERVED and _two('KINDS_UNSERVED') else RuntimeError)('%s: Expected a floating point or complex tensor as input. Got %s' % (name, type_name(a)))


def _wide(name, a):
    """Not made for floats of 16 bits."""
    _floats(name, a)
    if type_name(a) in ('Half', 'BFloat16'):
        raise RuntimeError('%s: Low precision dtypes not supported. Got %s' % (name, type_name(a)))


def _kernel(name, a, empty=True):
    """LAPACK's: floats and complex numbers of 32 and 64 bits; empty: for nothing there is none to be asked."""
    if (a.numel() or not empty) and not a.is_complex():
        cpu_lacks(name, 'BIHF', a)


def _at_least_2d(name, a):
    if a.ndim < 2:
        raise RuntimeError('linalg.%s: The input tensor A must have at least 2 dimensions.' % name)


def _square(name, a):
    _at_least_2d(name, a)
    if a.shape[-1] != a.shape[-2]:
        raise RuntimeError('linalg.%s: A must be batches of square matrices, but they are %d by %d matrices' % (name, a.shape[-2], a.shape[-1]))


def _by(a):
    """A matrix's shape as 2x3."""
    return '%dx%d' % tuple(a.shape[-2:])


_VECTOR = 'linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s'


def norm(A, ord=None, dim=None, keepdim=False, *, out=None, dtype=None):
    only('torch.linalg.norm', out=(out, None))
    if not isinstance(A, torch.Tensor):
        raise TypeError("linalg_norm(): argument 'input' (position 1) must be Tensor, not %s" % type(A).__name__)
    if type(ord) is int and not -2 ** 63 <= ord < 2 ** 63:
        raise RuntimeError('Overflow when unpacking long')
    if isinstance(ord, torch.Tensor) and not ord.ndim:
        ord = ord.item()
    sides = [dim] if isinstance(dim, int) else None if dim is None else list(dim)
    if dim is None and ord is not None and A.ndim not in (1, 2):
        raise RuntimeError('linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got %dD.' % A.ndim)
    if sides is not None and not isinstance(ord, str) and len(sides) not in (1, 2):
        raise RuntimeError('linalg.norm: If dim is specified, it must be of length 1 or 2. Got %s' % sides)
    if isinstance(ord, str) or ord is not None and (A.ndim if sides is None else len(sides)) == 2:
        return matrix_norm(A, ord, (-2, -1) if dim is None else sides, keepdim, dtype=dtype)
    return vector_norm(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype)


def _no_norm_of_nothing(x, ord, dim):
    for d in ([dim] if isinstance(dim, int) else dim or ()):
        if x.shape[d] == 0:
            raise RuntimeError('linalg.vector_norm cannot compute the %g norm on the dimension %dbecause this dimension is empty and the operation does not have an identity' % (ord, d))
    if not dim and dim != 0:
        raise RuntimeError('linalg.vector_norm cannot compute the %g norm on an empty tensor because the operation does not have an identity' % ord)


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    if isinstance(ord, str):
        raise TypeError("linalg_vector_norm(): argument 'ord' (position 2) must be Number, not str")
    if isinstance(ord, complex):
        raise RuntimeError('value cannot be converted to type double without overflow')
    _floats('linalg.vector_norm', x)
    if dtype is not None:
        into = torch.empty(0, dtype=dtype)
        if not dtype.is_floating_point and not dtype.is_complex:
            raise RuntimeError('linalg.vector_norm: dtype should be floating point or complex, but got %s' % type_name(into))
        if torch.promote_types(x.dtype, dtype) is not dtype:
            raise RuntimeError('linalg.vector_norm: the dtype of the input (%s) should be convertible without narrowing to the specified dtype (%s)' % (type_name(x), type_name(into)))
    ord = int(ord) if isinstance(ord, bool) else ord
    if not x.numel() and isinstance(ord, (int, float)) and (ord < 0 or ord == float('inf')):
        _no_norm_of_nothing(x, ord, dim)
    return _named(torch.norm(x, ord, dim, keepdim, dtype=dtype, _words=_VECTOR), 'LinalgVectorNormBackward0')


def matrix_norm(A, ord='fro', dim=(-2, -1), keepdim=False, *, dtype=None):
    A, = in_float32(A)
    _at_least_2d('matrix_norm', A)
    if ord not in ('fro', 1, -1, float('inf'), -float('inf'), 2, -2, 'nuc'):
        raise RuntimeError('linalg.matrix_norm: Order %s not supported.' % (ord if isinstance(ord, str) else '%g' % ord))
    if len(dim) != 2:
        raise RuntimeError('linalg.matrix_norm: dim must be a 2-tuple. Got %s' % ', '.join(map(str, dim)))
    (_wide if ord in (2, -2, 'nuc') else _floats)('linalg.matrix_norm', A)
    rows, columns = (_checked_dim(A, d) for d in dim)
    if rows == columns:
        raise RuntimeError('linalg.matrix_norm: dims must be different. Got (%d, %d)' % tuple(dim))
    if ord == 'fro':
        return torch.norm(A, 2, (rows, columns), keepdim, dtype=dtype, _words=_VECTOR)
    A = A if dtype is None else A.to(dtype)
    if ord not in (2, -2, 'nuc'):
        first, second = (rows, columns) if abs(ord) == 1 else (columns, rows)
        made = (torch.amax if ord > 0 else torch.amin)(A.abs().sum(first, keepdim=True), second, True)
        return made if keepdim else made.squeeze(max(rows, columns)).squeeze(min(rows, columns))
    values = svdvals(A.movedim((rows, columns), (-2, -1)))
    made = values.sum(-1) if ord == 'nuc' else torch.amax(values, -1) if ord == 2 else torch.amin(values, -1)
    return made[..., None, None].movedim((-2, -1), (rows, columns)) if keepdim else made


def _eliminate(name, a, b):
    """Gauss with partial pivoting: (determinant, solution of a x = b)."""
    n = a.shape[-1]
    rows = [a[i] for i in range(n)]
    right = [b[i] for i in range(n)]
    det = torch.ones((), dtype=a.dtype, device=a.device)
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k].item()))
        if rows[best][k].item() == 0:
            return torch.zeros((), dtype=a.dtype, device=a.device), k + 1      # the pivot that is missing
        if best != k:
            rows[k], rows[best] = rows[best], rows[k]
            right[k], right[best] = right[best], right[k]
            det = -det
        det = det * rows[k][k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = rows[i] - factor * rows[k]
            right[i] = right[i] - factor * right[k]
    found = [None] * n
    for k in reversed(range(n)):
        rest = right[k]
        for j in range(k + 1, n):
            rest = rest - rows[k][j] * found[j]
        found[k] = rest / rows[k][k]
    return det, torch.stack(found) if n else b


def _batched(f, a, *more):
    if a.ndim == 2:
        return f(a, *more)
    return torch.stack([_batched(f, each, *[m[i] for m in more]) for i, each in enumerate(a)])


# LAPACK decomposes real matrices (core/cpu/lapack.h), where it is there; without it what is larger than this is decomposed in blocks (core/cpu/wide/dense.h), smaller ones by single steps.
# The gradients of both stand here.
_SMALL = 16


def _lapack(a):
    return a.dtype in (torch.float32, torch.float64) and _tensor.by_lapack(*a.shape[-2:])


def _large(*tensors):
    a = tensors[0]
    return all(t.dtype in (torch.float32, torch.float64) for t in tensors) and (a.shape[-1] > _SMALL or _tensor.by_lapack(*a.shape[-2:]))


def _there(made, like):
    """What a decomposition gave, on the CPU, in the place of its operand."""
    return made.to(like.device) if like.is_cuda else made


def _found(failed, f, a, *more):
    """What f gives of each matrix of a, with those of `more` beside it. A number stands for a failure: failed(number, 'which element: ')."""
    found = []
    for i, matrices in enumerate([(a, *more)] if a.ndim == 2 else zip(*[t.reshape(-1, *t.shape[-2:]) for t in (a, *more)])):
        found.append(f(*matrices))
        if isinstance(found[-1], int):
            failed(found[-1], '(Batch element %d): ' % i if a.ndim > 2 else '')
    return found


def _matrices(found, a):
    """Tensors of columns, one for each of a's matrices, as PyTorch gives them: of a's place and batch, column by column."""
    if a.ndim == 2:
        return _there(found[0].mT, a)
    made = torch.stack(found)
    return _there(made.view(*a.shape[:-2], *made.shape[-2:]).mT, a)


def _each(failed, f, a, *more):
    return _matrices(_found(failed, f, a, *more), a)


def _parts(failed, f, a):
    """The same of an f that gives several tensors for each matrix; what has a single row are values."""
    return tuple(_matrices(each, a) for each in zip(*_found(failed, f, a)))


def _columns(a):
    """The columns to factor (as PyTorch: of what lies in rows the transposed matrix's), and whether they are its."""
    turned = a.is_contiguous() and _lapack(a)
    return a if turned else a.mT, turned


def _solve_failed(number, where):
    raise LinAlgError('torch.linalg.solve: %sThe solver failed because the input matrix is singular.' % where)


def _inv_failed(number, where):
    raise LinAlgError('linalg.inv: %sThe diagonal element %d is zero, the inversion could not be completed because the input matrix is singular.' % (where, number))


class _Solve(torch.autograd.Function):
    """x with a x = b, both matrices."""

    @staticmethod
    def forward(ctx, a, b):
        def one(m, right):
            columns, turned = _columns(m)
            return _tensor.lu_solve(columns, right.mT, turned)
        x = _each(_solve_failed, one, a, b)
        ctx.save_for_backward(a, x)
        return x

    @staticmethod
    def backward(ctx, g):
        a, x = ctx.saved_tensors
        right = _Solve.apply(a.mT, g)
        return -right @ x.mT, right


class _Inverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        def one(m):
            columns, turned = _columns(m)
            return _tensor.lu_solve(columns, torch.eye(m.shape[0], dtype=m.dtype), turned)
        x = _each(_inv_failed, one, a)
        ctx.save_for_backward(a)
        return x

    @staticmethod
    def backward(ctx, g):
        x = _Inverse.apply(*ctx.saved_tensors)
        return -(x.mT @ (g @ x.mT))


class _Det(torch.autograd.Function):
    """logarithm: sign and logarithm of the size instead."""

    @staticmethod
    def forward(ctx, a, logarithm):
        ctx.save_for_backward(a)
        ctx.logarithm = logarithm
        if a.ndim == 2:
            both, sign, _ = _tensor.lu(_columns(a)[0])
        else:
            found = [_tensor.lu(_columns(m)[0]) for m in a.reshape(-1, *a.shape[-2:])]
            both = torch.stack([each for each, _, _ in found]).view(a.shape)
            sign = torch.tensor([sign for _, sign, _ in found], dtype=a.dtype).view(a.shape[:-2])
        pivots = both.diagonal(dim1=-2, dim2=-1)
        if not logarithm:
            return _there(pivots.prod(-1) * sign, a)
        sign = _there(pivots.sgn().prod(-1) * sign, a)
        ctx.mark_non_differentiable(sign)
        return sign, _there(pivots.abs().log().sum(-1), a)

    @staticmethod
    def backward(ctx, *g):
        a, = ctx.saved_tensors
        by = g[1] if ctx.logarithm else g[0] * _Det.apply(a, False)
        return _Solve.apply(a.mT, by[..., None, None] * torch.eye(a.shape[-1], dtype=a.dtype, device=a.device)), None


class _Cholesky(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, upper):
        upper = ctx.upper = upper and _lapack(a)
        root = _each(_not_positive, lambda m: _tensor.cholesky(m.mT, upper), a)
        ctx.save_for_backward(root)
        return root

    @staticmethod
    def backward(ctx, g):
        from ._factoring import triangular
        root, = ctx.saved_tensors
        if ctx.upper:
            root, g = root.mT, g.mT
        inner = (root.mT @ g).tril()
        inner = inner - inner.diagonal(dim1=-2, dim2=-1).diag_embed() / 2
        made = triangular(root.mT, inner, True)          # root'^-1 inner root^-1
        made = triangular(root.mT, made.mT, True).mT
        return (made + made.mT) / 2, None


def _not_positive(order, where=''):
    raise LinAlgError('linalg.cholesky: %sThe factorization could not be completed because the input is not positive-definite '
                      '(the leading minor of order %d is not positive-definite).' % (where, order))


def det(A):
    _square('det', A)
    _floats('linalg.det', A)
    _kernel('lu_cpu', A)
    if _large(A):
        return _named(_Det.apply(A, False), 'LinalgDetBackward0')
    if A.is_contiguous():
        A = A.mT                        # as PyTorch: what lies in rows is factored by columns, and rounds so
    return _named(_batched(lambda a: _eliminate('det', a, torch.zeros(a.shape[0], 1, dtype=a.dtype, device=a.device))[0], A), 'LinalgDetBackward0')


def slogdet(A):
    from .return_types import linalg_slogdet
    _square('slogdet', A)
    _wide('linalg.slogdet', A)
    if A.ndim > 1 and A.shape[-1] == A.shape[-2] and _large(A):
        sign, size = _Det.apply(A, True)
        return linalg_slogdet((sign, _named(size, 'LinalgSlogdetBackward0')))
    d = det(A)
    return linalg_slogdet((d.sgn(), _named(d.abs().log(), 'LinalgSlogdetBackward0')))


def _need(x, name):
    if isinstance(x, int):
        (_inv_failed if name == 'inv' else _solve_failed)(x, '')
    return x


def inv(A):
    A, = in_float32(A, gpu=False)
    _square('inv', A)
    _wide('linalg.inv', A)
    if _large(A):
        return _named(_Inverse.apply(A), 'LinalgInvExBackward0')
    return _named(_batched(lambda a: _need(_eliminate('inv', a, torch.eye(a.shape[0], dtype=a.dtype, device=a.device))[1], 'inv'), A), 'LinalgInvExBackward0')


def solve(A, B):
    A, B = in_float32(A, B, gpu=False)
    _floats('linalg.solve', A)
    if A.dtype is not B.dtype:
        raise RuntimeError('linalg.solve: Expected A and B to have the same dtype, but found A of type %s and B of type %s instead' % (type_name(A), type_name(B)))
    _square('solve', A)
    same_places('wrapper__linalg_solve_ex', A=A, B=B)
    vector = B.ndim == 1 or A.ndim - 1 == B.ndim and B.shape == A.shape[:-1]
    if B.shape[-1 if vector else -2] != A.shape[-1]:
        raise RuntimeError('linalg.solve: Incompatible shapes of A and B for the equation AX = B (%s and %s)' % (_by(A), _by(B.unsqueeze(-1) if vector else B)))
    _kernel('lu_cpu', A)
    if vector:
        B = B.expand(A.shape[:-1])
    elif A.shape[:-2] != B.shape[:-2]:
        batch = (torch.empty(B.shape[:-2], device='meta') + torch.empty(A.shape[:-2], device='meta')).shape
        A, B = A.expand(batch + A.shape[-2:]), B.expand(batch + B.shape[-2:])
    if _large(A, B) and A.dtype == B.dtype and A.ndim == B.ndim + vector and A.shape[:-2] == B.shape[:-1 if vector else -2]:
        found = _Solve.apply(A, B.unsqueeze(-1) if vector else B)
        return _named(found.squeeze(-1) if vector else found, 'LinalgSolveExBackward0')
    return _named(_batched(lambda a, b: _need(_eliminate('solve', a, b)[1], 'solve'), A, B), 'LinalgSolveExBackward0')


def matrix_power(A, n):
    _square('matrix_power', A)
    if n < 0:
        A, n = inv(A), -n
    if n == 0:
        return torch.eye(A.shape[-1], dtype=A.dtype, device=A.device).expand(A.shape)
    made = None
    while n:
        if n & 1:
            made = A if made is None else made @ A
        n >>= 1
        A = A @ A if n else A
    return made


def cholesky(A, *, upper=False):
    A, = in_float32(A, gpu=False)
    _square('cholesky', A)
    _floats('linalg.cholesky', A)
    _kernel('cholesky_cpu', A)
    if not A.numel():
        return A.clone()
    if _large(A):
        made = _Cholesky.apply(A, upper)
        return _named(made.mT if upper and not _lapack(A) else made, 'LinalgCholeskyExBackward0')

    turned = torch.conj_physical if A.is_complex() else lambda v: v

    def one(a):
        n = a.shape[0]
        rows = [[None] * n for _ in range(n)]
        for i in range(n):
            for j in range(i + 1):
                rest = a[i, j]
                for k in range(j):
                    rest = rest - rows[i][k] * turned(rows[j][k])
                if i == j:
                    if rest.real.item() <= 0:
                        _not_positive(i + 1)
                    rows[i][j] = rest.sqrt()
                else:
                    rows[i][j] = rest / rows[j][j]
        zero = torch.zeros((), dtype=a.dtype, device=a.device)
        return torch.stack([torch.stack([zero if x is None else x for x in row]) for row in rows])
    made = _batched(one, A)
    return _named(turned(made.transpose(-1, -2)) + 0 if upper else made, 'LinalgCholeskyExBackward0')


def _qr_of_kind(A, mode):
    if A.numel():
        found = _by_numpy('qr', A, find=lambda f, a: f.qr(a, mode))
        return (A.new_empty(0), found) if mode == 'r' else found
    m, n = A.shape[-2:]
    k = m if mode == 'complete' else min(m, n)
    q = A.new_empty(0) if mode == 'r' else torch.eye(m, dtype=A.dtype, device=A.device)[:, :k].expand(*A.shape[:-2], m, k)
    return q, A.new_zeros(*A.shape[:-2], k, n)


def qr(A, mode='reduced'):
    """By Gram and Schmidt."""
    A, = in_float32(A, gpu=False)
    _at_least_2d('qr', A)
    _floats('linalg.qr', A)
    if mode not in ('reduced', 'r', 'complete'):
        raise RuntimeError("qr received unrecognized mode '%s' but expected one of 'reduced' (default), 'r', or 'complete'" % mode)
    _kernel('geqrf_cpu', A, False)
    from .return_types import linalg_qr
    if mode != 'reduced' or A.is_complex() or not A.numel():
        return linalg_qr(_qr_of_kind(A, mode))
    if not (torch.is_grad_enabled() and A.requires_grad):
        return linalg_qr(_parts(None, lambda m: _tensor.qr(m.mT), A))
    pairs = [_columns_of(a) for a in A.reshape(-1, *A.shape[-2:])]
    return linalg_qr([_named(torch.stack(parts).reshape(*A.shape[:-2], *parts[0].shape), 'LinalgQrBackward0') for parts in zip(*pairs)])


def _columns_of(a):
    """(q, r) of one matrix, in steps that have gradients of any order; signs are those of the reflections."""
    if a.shape[0] < a.shape[1]:             # a wide one: the square part's, and what it makes of the rest
        q, r = _columns_of(a[:, :a.shape[0]])
        return q, torch.cat([r, q.mT @ a[:, a.shape[0]:]], 1)
    signs = _parts(None, lambda m: _tensor.qr(m.mT), a.detach())[1].diagonal().tolist()
    zero = torch.zeros((), dtype=a.dtype, device=a.device)
    columns, rows = [], [[zero] * a.shape[1] for _ in range(a.shape[1])]
    for j in range(a.shape[1]):
        v = a[:, j]
        for i, q in enumerate(columns):
            rows[i][j] = (q * a[:, j]).sum()
            v = v - rows[i][j] * q
        rows[j][j] = v.norm() if signs[j] > 0 else -v.norm()
        columns.append(v / rows[j][j])
    return torch.stack(columns, 1), torch.stack([torch.stack(row) for row in rows])


def _not_settled(name, what):
    def failed(code, where):
        if code < 0:
            raise LinAlgError('linalg.%s: %sThe algorithm failed to converge because the input matrix contained non-finite values.' % (name, where))
        raise LinAlgError('linalg.%s: %sThe algorithm failed to converge because the input matrix is ill-conditioned or has too many repeated %s (error code: %d).' % (name, where, what, code))
    return failed


def _values_alone(a):
    """Does LAPACK decompose these matrices, and does no gradient go through them?"""
    return a.ndim > 1 and a.numel() and _lapack(a) and not (torch.is_grad_enabled() and a.requires_grad)


def _eigh_parts(A, vectors):
    values, columns = _parts(_not_settled('eigh', 'eigenvalues'), lambda m: _tensor.eigh(m.mT, vectors), A)
    return values.squeeze(-1), columns


def _half_that_counts(A, UPLO):
    """The matrices with their lower half where it is read: only one half of them is looked at."""
    if UPLO not in ('L', 'U', 'l', 'u'):
        raise RuntimeError("Expected UPLO argument to be 'L' or 'U', but got %s" % UPLO)
    return A if UPLO in 'Ll' else torch.conj(A.mT) if A.is_complex() else A.mT


def eigh(A, UPLO='L'):
    """Values and vectors of symmetric matrices."""
    A, = in_float32(A, gpu=False)
    from .return_types import linalg_eigh
    _square('eigh', A)
    A = _half_that_counts(A, UPLO)
    _kernel('linalg_eigh_cpu', A)
    if _values_alone(A):
        return linalg_eigh(_eigh_parts(A, True))
    if torch.is_grad_enabled() and A.requires_grad and A.numel() and not A.is_complex():
        from ._spectral import Symmetric
        return linalg_eigh([_named(part, 'LinalgEighBackward0') for part in Symmetric.apply(A, eigh)])
    values, vectors = A.new_empty(A.shape[:-1]).abs(), A.new_empty(A.shape)
    n = A.shape[-1]
    flat_values, flat_vectors = values.view(-1, n) if n else values, vectors.view(-1, n, n) if n else vectors
    if A.is_complex() and A.numel() or n > 1 and not (torch.is_grad_enabled() and A.requires_grad):
        return linalg_eigh(_by_numpy('eigh', A, find=lambda f, a: tuple(f.eigh(a))))
    for i, matrix in enumerate(A.reshape(-1, n, n).tolist() if n else ()):
        found, columns = _jacobi(matrix)
        flat_values[i], flat_vectors[i] = A.new_tensor(found), A.new_tensor(columns)
    return linalg_eigh((values, vectors))


def _jacobi(a):
    """Values, rising, and vectors, in columns, of one symmetric matrix, by Jacobi's rotations."""
    import math
    n = len(a)
    v = [[float(i == j) for j in range(n)] for i in range(n)]
    for _ in range(60):
        off = sum(a[i][j] ** 2 for i in range(n) for j in range(n) if i != j)
        if off < 1e-30:
            break
        for p in range(n):
            for q in range(p + 1, n):
                if a[p][q] == 0:
                    continue
                theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
                t = math.copysign(1, theta) / (abs(theta) + math.sqrt(theta * theta + 1))
                c = 1 / math.sqrt(t * t + 1)
                s = t * c
                for k in range(n):
                    a[k][p], a[k][q] = c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]
                for k in range(n):
                    a[p][k], a[q][k] = c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]
                for k in range(n):
                    v[k][p], v[k][q] = c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]
    order = sorted(range(n), key=lambda i: a[i][i])
    return [a[i][i] for i in order], [[v[k][i] for i in order] for k in range(n)]


def eigvalsh(A, UPLO='L'):
    A, = in_float32(A, gpu=False)
    _square('eigh', A)
    A = _half_that_counts(A, UPLO)
    _kernel('linalg_eigh_cpu', A)
    if _values_alone(A):
        return _eigh_parts(A, False)[0]
    return eigh(A)[0]


def multi_dot(tensors):
    """Matrices multiplied from the left; the first and the last may be vectors."""
    count = len(tensors)
    if count < 2:
        raise RuntimeError('multi_dot(): expected at least 2 tensors but got %d' % count)
    for i, each in enumerate(tensors):
        if i in (0, count - 1):
            if each.ndim not in (1, 2):
                raise RuntimeError('multi_dot(): the %s tensor must be 1D or 2D but got %dD' % ('last' if i else 'first', each.ndim))
        elif each.ndim != 2:
            raise RuntimeError('multi_dot(): tensor %d must be 2D but got %dD' % (i, each.ndim))
    made, *others = tensors
    made = made.unsqueeze(0) if made.ndim == 1 else made
    others[-1] = others[-1].unsqueeze(-1) if others[-1].ndim == 1 else others[-1]
    for i, each in enumerate(tensors[1:], 1):
        if each.dtype is not tensors[0].dtype:
            raise RuntimeError('multi_dot(): all tensors must have be the same dtype but tensor 0 is %s and tensor %d %s' % (_c_name(tensors[0]), i, _c_name(each)))
        if each.device != tensors[0].device:
            raise RuntimeError('multi_dot(): all tensors must be on the same device but tensor 0 is on %s and tensor %d on %s' % (tensors[0].device, i, each.device))
    seen = [made, *others]
    for i in range(1, count):
        if seen[i - 1].shape[1] != seen[i].shape[0]:
            raise RuntimeError('multi_dot(): tensors %d and %d with shapes %s and %s cannot be multiplied' % (i - 1, i, list(tensors[i - 1].shape), list(tensors[i].shape)))
    for each in others:
        made = made @ each
    return made.reshape([n for n, t, at in ((made.shape[0], tensors[0], 0), (made.shape[1], tensors[-1], 1)) if t.ndim == 2])


def cross(input, other, *, dim=-1):
    return _named(torch.cross(input, other, dim), 'LinalgCrossBackward0')


class LinAlgError(RuntimeError):
    """A matrix for which the problem has no answer."""


LinAlgError.__module__ = 'torch._C'
LinAlgError.__name__ = LinAlgError.__qualname__ = '_LinAlgError'


def _by_numpy(name, *tensors, find):
    """What find(numpy.linalg, *arrays) gives, as tensors of the first one's dtype and place. These have no gradients."""
    import numpy
    first = tensors[0]
    if torch.is_grad_enabled() and any(t.requires_grad for t in tensors):
        raise NotImplementedError('linalg.%s has no gradient in perch; the nearest is %s.detach()' % (name, 'A'))
    if not first.is_floating_point() and not first.is_complex():
        raise RuntimeError('linalg.%s: Expected a floating point or complex tensor as input. Got %s' % (name, first.type().rsplit('.', 1)[1].replace('Tensor', '')))
    try:
        found = find(numpy.linalg, *[t.detach().cpu().numpy() for t in tensors])
    except numpy.linalg.LinAlgError as error:
        raise LinAlgError('linalg.%s: %s' % (name, error)) from None

    def back(a):
        made = torch.as_tensor(a)
        return made.to(first.device, first.dtype) if made.is_floating_point() and not first.is_complex() else made.to(first.device)
    return tuple(back(a) for a in found) if isinstance(found, tuple) else back(found)


def _no_driver(A, driver):
    if driver is not None and A.is_cpu:
        raise RuntimeError('torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER backend.')


def _real_empty(A):
    """The singular values of matrices without elements."""
    return A.new_zeros(*A.shape[:-2], 0).abs()


def _checked_svd(A):
    _at_least_2d('svd', A)
    _floats('linalg.svd', A)
    _kernel('linalg_svd_cpu', A)


def svd(A, full_matrices=True, *, driver=None):
    _no_driver(A, driver)
    A, = in_float32(A, gpu=False)
    _checked_svd(A)
    from .return_types import linalg_svd
    if not A.numel():
        m, n = A.shape[-2:]
        eyes = [torch.eye(k, device=A.device).to(A.dtype).expand(*A.shape[:-2], k, k) for k in (m, n)]
        values = _real_empty(A)
        return linalg_svd((eyes[0][..., :m if full_matrices else 0], values, eyes[1][..., :n if full_matrices else 0, :]))
    if torch.is_grad_enabled() and A.requires_grad and not A.is_complex():
        return linalg_svd(_svd_with_gradients(A, full_matrices))
    if _values_alone(A):
        values, u, vh = _parts(_not_settled('svd', 'singular values'), lambda m: _tensor.svd(m.mT, True, full_matrices), A)
        return linalg_svd((u, values.squeeze(-1), vh))
    return linalg_svd(_by_numpy('svd', A, find=lambda f, a: tuple(f.svd(a, full_matrices=full_matrices))))


def _svd_with_gradients(A, full_matrices):
    if full_matrices and A.shape[-1] != A.shape[-2]:
        raise NotImplementedError('torch.linalg.svd(A, full_matrices=True) has no gradient in perch where A is not square; the nearest is full_matrices=False')
    from ._spectral import Singular
    return [_named(part, 'LinalgSvdBackward0') for part in Singular.apply(A, lambda a: svd(a, False))]


def svdvals(A, *, driver=None):
    _no_driver(A, driver)
    A, = in_float32(A, gpu=False)
    _checked_svd(A)
    if not A.numel():
        return _real_empty(A)
    if _values_alone(A):
        return _parts(_not_settled('svd', 'singular values'), lambda m: _tensor.svd(m.mT, False, False), A)[0].squeeze(-1)
    if torch.is_grad_enabled() and A.requires_grad and not A.is_complex():
        return _svd_with_gradients(A, False)[1]
    return _by_numpy('svdvals', A, find=lambda f, a: f.svd(a, compute_uv=False))


def _least(values, atol, rtol, A):
    """What of singular values counts as nothing: atol, or rtol of the largest; where neither is said, by the dtype."""
    if rtol is None:
        said = atol is not None and not (isinstance(atol, (int, float)) and atol == 0)
        rtol = 0. if said and not isinstance(atol, torch.Tensor) else torch.finfo(values.dtype).eps * max(A.shape[-2:])
        if isinstance(atol, torch.Tensor):
            rtol = torch.where(atol > 0, torch.zeros((), dtype=values.dtype), torch.full((), rtol, dtype=values.dtype))
    largest = values.amax(-1)
    return torch.maximum(torch.as_tensor(0. if atol is None else atol, dtype=values.dtype, device=values.device), torch.as_tensor(rtol, dtype=values.dtype, device=values.device) * largest)


def _sizes_of_values(A, hermitian):
    return eigvalsh(A.detach()).abs() if hermitian else svdvals(A.detach())


def pinv(A, *, atol=None, rtol=None, hermitian=False):
    if A.ndim < 2 or type_name(A) not in ('Float', 'Double', 'ComplexFloat', 'ComplexDouble'):
        raise RuntimeError('linalg.pinv(%s{%s}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types' % (type_name(A), list(A.shape)))
    if not A.numel():
        return _by_numpy('pinv', A, find=lambda f, a: f.pinv(a))
    values = _sizes_of_values(A, hermitian)
    share = (_least(values, atol, rtol, A) / values.amax(-1)).nan_to_num().cpu().numpy()
    return _by_numpy('pinv', A, find=lambda f, a: f.pinv(a, share, hermitian))


def _wide_type(A):
    if not A.is_complex() and type_name(A) not in ('Float', 'Double'):
        raise RuntimeError("This function doesn't handle types other than float and double")


def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None):
    if A.ndim < 2:
        raise RuntimeError('torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.')
    _wide_type(A)
    if not A.numel():
        return torch.zeros(A.shape[:-2], dtype=torch.int64, device=A.device)
    values = _sizes_of_values(A, hermitian)
    least = _least(values, tol if atol is None else atol, 0. if tol is not None else rtol, A)
    return (values > least.unsqueeze(-1)).sum(-1)


def cond(A, p=None):
    if isinstance(p, str) and p not in ('fro', 'nuc') or not isinstance(p, str) and p not in (None, 1, -1, 2, -2, float('inf'), -float('inf')):
        raise RuntimeError('linalg.cond got an invalid norm type: %s' % p)
    if p not in (None, 2, -2) and A.ndim > 1 and A.shape[-1] != A.shape[-2]:
        raise RuntimeError('linalg.cond(ord=%s): A must be batches of square matrices, but they are %d by %d matrices' % (p, *A.shape[-2:]))
    if p in (None, 2, -2):
        _checked_svd(A)
    elif not isinstance(p, str):
        _wide('linalg.inv', A)
    if p in (None, 2, -2) and _values_alone(A):
        values = svdvals(A)
        return values[..., -1] / values[..., 0] if p == -2 else values[..., 0] / values[..., -1]
    return _by_numpy('cond', A, find=lambda f, a: f.cond(a, p))


def lstsq(A, B, rcond=None, *, driver=None):
    only('torch.linalg.lstsq', rcond=(rcond, None))
    _wide_type(A)
    from .return_types import linalg_lstsq
    solution, residuals, rank, values = _by_numpy('lstsq', A, B, find=lambda f, a, b: tuple(f.lstsq(a, b, rcond=None)))
    return linalg_lstsq((solution, residuals, rank.long(), values[:0]))


def eig(A):
    """Complex values and vectors, in columns."""
    from .return_types import linalg_eig
    if not A.is_floating_point() and not A.is_complex():
        raise RuntimeError('Unknown Complex ScalarType for %s' % type_name(A))
    _square('eig', A)
    _kernel('linalg_eig_out_cpu', A)
    kind = torch.complex128 if A.element_size() == (16 if A.is_complex() else 8) else torch.complex64
    if not A.numel():
        return linalg_eig((A.new_zeros(A.shape[:-1]).to(kind), A.new_zeros(A.shape).to(kind)))
    return linalg_eig([t.to(kind) for t in _by_numpy('eig', A, find=lambda f, a: tuple(f.eig(a)))])


def eigvals(A):
    if A.is_floating_point() or A.is_complex():
        _square('eigvals', A)
    return eig(A)[0]


def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    from ._factoring import triangular
    _square('solve_triangular', A)
    _kernel('triangular_solve_cpu', A)
    if B.ndim < 2:
        raise RuntimeError('linalg.solve_triangular: The input tensor B must have at least 2 dimensions.')
    if A.shape[-1] != B.shape[-2 if left else -1]:
        raise RuntimeError('linalg.solve_triangular: Incompatible shapes of A and B for the equation %s = B (%s and %s)' % ('AX' if left else 'XA', _by(A), _by(B)))
    B = B.to(A.dtype)
    made = triangular(A, B, upper, unitriangular) if left else triangular(A.mT, B.mT, not upper, unitriangular).mT
    return _named(made, 'LinalgSolveTriangularBackward0')


def vecdot(x, y, *, dim=-1):
    return ((torch.conj(x) if x.is_complex() else x) * y).sum(dim)


def matmul(input, other):
    return torch.matmul(input, other)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return torch.diagonal(A, offset, dim1, dim2)


def vander(x, *, N=None):
    x = x if x.ndim else x.unsqueeze(0)
    n = x.shape[-1] if N is None else N
    if n <= 1:
        raise RuntimeError('N must be greater than 1.')
    powers = x.unsqueeze(-1).expand(*x.shape, n - 1).cumprod(-1)
    return torch.cat([torch.ones_like(powers[..., :1]), powers], -1)


def matrix_exp(A):
    """By scaling, Taylor's series and squaring."""
    import math
    _square('matrix_exp', A)
    _floats('matrix_exp', A)
    size = float(A.detach().abs().sum(-1).max()) if A.numel() else 0.0
    halvings = max(0, math.ceil(math.log2(size)) + 4) if size > 0 else 0
    scaled = A / 2 ** halvings
    made = term = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device).expand(A.shape)
    for k in range(1, 14):
        term = term @ scaled / k
        made = made + term
    for _ in range(halvings):
        made = made @ made
    return made


from ._factoring import (cholesky_ex, householder_product, inv_ex, lu, lu_factor, lu_factor_ex, lu_solve, solve_ex, tensorinv, tensorsolve)      # noqa: E402,F401

for _name, _value in list(globals().items()):
    if isinstance(_value, _types.FunctionType) and not _name.startswith('_'):
        _tensor.judge(_value, False, 'linalg_' + _name)
        if _value.__module__ in (__name__, 'torch._factoring'):
            _value.__name__ = 'linalg_' + _name


def __getattr__(name):
    if name in ('ldl_factor', 'ldl_factor_ex', 'ldl_solve'):
        raise AttributeError("module 'torch.linalg' has no attribute %r in perch; the nearest is torch.linalg.solve" % name)
    raise AttributeError("module 'torch.linalg' has no attribute %r" % name)

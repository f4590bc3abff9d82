"""What torch.linalg takes apart and puts together again: LU with its pivots, Householder's reflections of QR, inverses and solutions of tensors, the functions that tell of a
failure in a number (NAME_ex). LU factors and triangular solutions have gradients of their own; the rest is written in operations that have."""
import torch
import _tensor
from perch.only import only
from . import return_types
from ._functions.facts import type_name
from ._torch_args import cpu_lacks, same_places

_named = _tensor.name_node
LU_FACTOR, LU, SOLVE, UNPACK = 'LinalgLuFactorExBackward0', 'LinalgLuBackward0', 'LinalgLuSolveBackward0', 'LuUnpackBackward0'


def _checked(name, A, pivot):
    if A.ndim < 2:
        raise RuntimeError('%s: Expected tensor with 2 or more dimensions. Got size: %s instead' % (name, list(A.shape)))
    cpu_lacks('lu_cpu', 'BIHF', A)
    if not pivot and A.is_cpu:
        raise RuntimeError('linalg.lu_factor: LU without pivoting is not implemented on the CPU')


# ---- triangles ----
def substitute(a, b, upper, unit):
    """x with a x = b, a triangular: what each row found is taken out of the rows that follow. Whole batches at once."""
    n = a.shape[-1]
    found = [None] * n
    rest = b
    for k in reversed(range(n)) if upper else range(n):
        row = rest[..., k:k + 1, :]
        found[k] = row if unit else row / a[..., k:k + 1, k:k + 1]
        if 0 < k < n - 1 or k == (n - 1 if upper else 0):
            rest = rest - a[..., :, k:k + 1] * found[k]
    return torch.cat(found, -2) if n else b


def _by_columns(m, right, upper, unit):
    turned = m.is_contiguous() and _tensor.by_lapack(*m.shape)            # (its rows are the transposed matrix's columns)
    found = _tensor.triangular(m if turned else m.mT, right.mT, upper != turned, unit, turned)
    return (_tensor.triangular(m.mT, right.mT, upper, unit, False) if found is None else found).mT


def substituted(a, b, upper, unit):
    """The same: real matrices one by one, unless there are too many for what each costs."""
    count = a.shape[:-2].numel()
    if a.dtype not in (torch.float32, torch.float64) or not b.numel() or count > 4 * a.shape[-1]:
        return substitute(a, b, upper, unit)
    found = [_by_columns(m, right, upper, unit) for m, right in zip(a.reshape(-1, *a.shape[-2:]), b.reshape(-1, *b.shape[-2:]))]
    made = found[0] if a.ndim == 2 else torch.stack(found).view(b.shape)
    return made.to(b.device) if b.is_cuda else made


class _Triangular(torch.autograd.Function):
    """The same with its gradient: one more solution, and a product of which the triangle counts."""

    @staticmethod
    def forward(ctx, a, b, upper, unit):
        x = substituted(a, b, upper, unit)
        ctx.save_for_backward(a, x)
        ctx.form = upper, unit
        return x

    @staticmethod
    def backward(ctx, g):
        a, x = ctx.saved_tensors
        upper, unit = ctx.form
        right = _Triangular.apply(a.mH, g, not upper, unit)
        ga = -(right @ x.mH)
        return (ga.triu(int(unit)) if upper else ga.tril(-int(unit))), right, None, None


def triangular(a, b, upper, unit=False):
    """x with a x = b, for batches that broadcast."""
    batch = torch.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    return _Triangular.apply(a.expand(batch + a.shape[-2:]), b.expand(batch + b.shape[-2:]), upper, unit)


# ---- LU ----
def _eliminated(a):
    """Both triangles, pivots and the first pivot that is 0 (else 0) of one matrix, by steps that divide by the largest of a column."""
    m, n = a.shape
    rows, pivots, missing = a.clone(), [], 0
    for k in range(min(m, n)):
        at = k + int(rows[k:, k].abs().argmax())
        pivots.append(at + 1)
        if at != k:
            rows[[k, at]] = rows[[at, k]]
        if rows[k, k] == 0:
            missing = missing or k + 1
            continue
        if k + 1 < m:
            rows[k + 1:, k] = rows[k + 1:, k] / rows[k, k]
            rows[k + 1:, k + 1:] = rows[k + 1:, k + 1:] - rows[k + 1:, k:k + 1] * rows[k:k + 1, k + 1:]
    return rows, pivots, missing


def _decomposed(a):
    if a.dtype in (torch.float32, torch.float64) and a.shape[0] == a.shape[1] and a.shape[0]:
        columns, _, pivots = _tensor.lu(a.mT)
        both = columns.mT
        zeros = (both.diagonal() == 0).nonzero()
        return both, pivots, int(zeros[0]) + 1 if len(zeros) else 0
    return _eliminated(a)


def _rows(pivots, m):
    """Which rows of A the exchanges leave in which order, for each of pivots' matrices."""
    orders, few = [], pivots.shape[-1]
    if not pivots.numel():
        return torch.arange(m, device=pivots.device).expand(*pivots.shape[:-1], m)
    for swaps in pivots.reshape(-1, few).tolist():
        order = list(range(m))
        for i, to in enumerate(swaps):
            order[i], order[to - 1] = order[to - 1], order[i]
        orders.append(order)
    return torch.tensor(orders, dtype=torch.int64).reshape(*pivots.shape[:-1], m).to(pivots.device)


def _permuted(b, rows):
    """The rows of b in that order."""
    batch = torch.broadcast_shapes(b.shape[:-2], rows.shape[:-1])
    return b.expand(batch + b.shape[-2:]).gather(-2, rows.unsqueeze(-1).expand(batch + b.shape[-2:]))


def _matrix_of(rows, like):
    """The permutation matrix P of A = P L U."""
    m = rows.shape[-1]
    return (rows.unsqueeze(-2) == torch.arange(m, device=rows.device).unsqueeze(-1)).to(like.dtype)


class _Factors(torch.autograd.Function):
    """(LU, pivots, info)."""

    @staticmethod
    def forward(ctx, A):
        m, n = A.shape[-2:]
        matrices = A.detach().cpu().reshape(-1, m, n) if A.numel() else ()
        found = [_decomposed(each) for each in matrices]
        few = min(m, n)
        both = torch.stack([f[0] for f in found]).reshape(A.shape) if found else A.detach().cpu().clone()
        pivots = torch.tensor([f[1] for f in found], dtype=torch.int32).reshape(*A.shape[:-2], few) if found else torch.zeros(*A.shape[:-2], few, dtype=torch.int32)
        info = torch.tensor([f[2] for f in found], dtype=torch.int32).reshape(A.shape[:-2]) if found else torch.zeros(A.shape[:-2], dtype=torch.int32)
        both, pivots, info = (t.to(A.device) for t in (both, pivots, info))
        ctx.mark_non_differentiable(pivots, info)
        ctx.save_for_backward(both, pivots)
        return both, pivots, info

    @staticmethod
    def backward(ctx, g, *_):
        both, pivots = ctx.saved_tensors
        m, n = both.shape[-2:]
        few = min(m, n)
        L, U = both[..., :few].tril(-1), both[..., :few, :].triu()
        L = L + torch.eye(m, few, dtype=L.dtype, device=L.device)
        gL, gU = g[..., :few].tril(-1), g[..., :few, :].triu()
        square_L, square_U = L[..., :few, :], U[..., :few]
        parts = []
        if n > few:                             # A = [A1 A2]: U2 solves L U2 = A2
            right = triangular(square_L.mH, gU[..., few:], True, True)
            gL = gL - (right @ U[..., few:].mH)
            parts.append(right)
        elif m > few:                           # A = [A1; A2]: L2 solves L2 U = A2
            right = triangular(square_U, gL[..., few:, :].mH, True).mH
            gU = gU - L[..., few:, :].mH @ right
            parts.append(right)
        inner = (square_L.mH @ gL[..., :few, :]).tril(-1) + (gU[..., :few] @ square_U.mH).triu()
        inner = triangular(square_U, triangular(square_L.mH, inner, True, True).mH, True).mH
        back = torch.cat([inner, *parts], -1 if n > few else -2)
        return _permuted(back, _rows(pivots, m).argsort(-1))


def _singular(name, info):
    for i, missing in enumerate(info.reshape(-1).tolist()):
        if missing:
            where = '(Batch element %d): ' % i if info.ndim else ''
            raise RuntimeError('torch.linalg.%s: %sU[%d,%d] is zero and using it on lu_solve would result in a division by zero. If you still want to perform the factorization, '
                               'consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)' % (name, where, missing, missing))


def _lu(A, node):
    both, pivots, info = _Factors.apply(A)
    return _named(both, node), pivots, info


def lu_factor_ex(A, *, pivot=True, check_errors=False, out=None):
    only('torch.linalg.lu_factor_ex', out=(out, None))
    _checked('torch.lu_factor', A, pivot)
    found = _lu(A, LU_FACTOR)
    if check_errors:
        _singular('lu_factor_ex', found[2])
    return return_types.linalg_lu_factor_ex(found)


def lu_factor(A, *, pivot=True, out=None):
    only('torch.linalg.lu_factor', out=(out, None))
    _checked('torch.lu_factor', A, pivot)
    both, pivots, info = _lu(A, LU_FACTOR)
    _singular('lu_factor', info)
    return return_types.linalg_lu_factor((both, pivots))


def _triangles(both, node):
    m, n = both.shape[-2:]
    few = min(m, n)
    ones = torch.eye(m, few, dtype=both.dtype, device=both.device)
    return _named(both[..., :few].tril(-1) + ones, node), _named(both[..., :few, :].triu(), node)


def lu(A, *, pivot=True, out=None):
    only('torch.linalg.lu', out=(out, None))
    _checked('linalg.lu', A, pivot)
    both, pivots, _ = _lu(A, LU)
    return return_types.linalg_lu((_matrix_of(_rows(pivots, A.shape[-2]), A), *_triangles(both, LU)))


def unpacked(LU_data, LU_pivots, unpack_data, unpack_pivots):
    """torch.lu_unpack."""
    P = L = U = LU_data.new_empty(0)
    if unpack_pivots:
        if LU_pivots.dtype is not torch.int32 or not LU_pivots.is_contiguous():
            raise RuntimeError('torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\n'
                               'Note: this function is intended to be used with the output produced by torch.linalg.lu_factor')
        m = LU_data.shape[-2]
        if LU_pivots.numel() and not 1 <= int(LU_pivots.min()) <= int(LU_pivots.max()) <= m or LU_pivots.shape[-1] != min(LU_data.shape[-2:]):
            raise RuntimeError('pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive.Did you properly pass the result of lu_factor?')
        P = _matrix_of(_rows(LU_pivots, m), LU_data)
    if unpack_data:
        L, U = _triangles(LU_data, UNPACK)
    return return_types.lu_unpack((P, L, U))


def lu_solve(LU, pivots, B, *, left=True, adjoint=False, out=None):
    only('torch.linalg.lu_solve', out=(out, None))
    if B.ndim < 2:
        raise RuntimeError('linalg.lu_solve: The input tensor B must have at least 2 dimensions.')
    if LU.dtype is not B.dtype:
        raise RuntimeError('linalg.lu_solve: Expected LU and B to have the same dtype, but found LU of type %s and B of type %s instead' % (type_name(LU), type_name(B)))
    if pivots.dtype is not torch.int32:
        raise RuntimeError('linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32')
    same_places('wrapper_linalg_lu_solve', LU=LU, pivots=pivots, B=B)
    n = LU.shape[-1]
    if B.shape[-2 if left else -1] != n:
        raise RuntimeError('linalg.lu_solve: Incompatible shapes of A and B for the equation %s = B (%dx%d and %dx%d)' % ('AX' if left else 'XA', *LU.shape[-2:], *B.shape[-2:]))
    if pivots.numel() and int(pivots.max()) > n:
        raise RuntimeError('Pivots given to lu_solve must all be smaller or equal to LU.size(-2). Did you properly pass the result of lu_factor?')
    right, turned = (B, adjoint) if left else (B.mH, not adjoint)
    rows = _rows(pivots, n)
    if not turned:
        x = triangular(LU, triangular(LU, _permuted(right, rows), False, True), True)
    else:
        x = _permuted(triangular(LU.mH, triangular(LU.mH, right, False), True, True), rows.argsort(-1))
    return _named(x if left else x.mH, SOLVE)


def triangular_system(b, A, upper, transpose, unitriangular):
    """torch.triangular_solve."""
    for name, t in (('b', b), ('A', A)):
        if t.ndim < 2:
            raise RuntimeError('torch.triangular_solve: Expected %s to have at least 2 dimensions, but it has %d dimensions instead' % (name, t.ndim))
    if b.dtype is not A.dtype:
        raise RuntimeError('Expected b and A to have the same dtype, but found b of type %s and A of type %s instead.' % (type_name(b), type_name(A)))
    if b.shape[-2] != A.shape[-1]:
        raise RuntimeError('Incompatible matrix sizes for triangular_solve: each A matrix is %d by %d but each b matrix is %d by %d' % (A.shape[-1], A.shape[-1], *b.shape[-2:]))
    same_places('wrapper_triangular_solve', self=b, A=A)
    made = triangular(A.mT, b, not upper, unitriangular) if transpose else triangular(A, b, upper, unitriangular)
    return return_types.triangular_solve((_named(made, 'TriangularSolveBackward0'), _named(A.clone(), 'TriangularSolveBackward0')))


# ---- Householder's reflections ----
def reflections(A):
    """What LAPACK's geqrf gives: R on and over the diagonal, the reflections' vectors under it, and their factors tau."""
    if A.ndim < 2:
        raise RuntimeError('torch.geqrf: input must have at least 2 dimensions.')
    cpu_lacks('geqrf_cpu', 'BIHF', A)
    m, n = A.shape[-2:]
    work, taus = A.detach().clone(), []
    for k in range(min(m, n)):
        column = work[..., k:, k]
        alpha, below = column[..., 0], column[..., 1:]
        size = torch.linalg.vector_norm(column, dim=-1)
        real = alpha.real if alpha.is_complex() else alpha
        beta = torch.where(real < 0, size, -size)
        flat = (below == 0).all(-1) if not alpha.is_complex() else (below == 0).all(-1) & (alpha.imag == 0)
        tau = torch.where(flat, torch.zeros_like(alpha), (beta - alpha) / beta)
        ones = torch.ones_like(alpha)
        v = torch.cat([ones.unsqueeze(-1), below / torch.where(flat, ones, alpha - beta).unsqueeze(-1)], -1)
        if k + 1 < n:
            rest = work[..., k:, k + 1:]
            by = (v.conj().unsqueeze(-2) @ rest) * tau.conj()[..., None, None]
            work[..., k:, k + 1:] = rest - v.unsqueeze(-1) * by
        work[..., k, k] = torch.where(flat, alpha, beta.to(alpha.dtype))
        work[..., k + 1:, k] = torch.where(flat.unsqueeze(-1), below, v[..., 1:])
        taus.append(tau)
    return work, torch.stack(taus, -1) if taus else A.new_zeros(*A.shape[:-2], 0)


def _reflected(A, tau, other, order, turned):
    """The reflections kept in A, one after the other in that order, of the columns of other."""
    m = A.shape[-2]
    for k in order:
        v = torch.cat([A.new_zeros(*A.shape[:-2], k), A.new_ones(*A.shape[:-2], 1), A[..., k + 1:, k]], -1).unsqueeze(-1)
        by = tau[..., k].conj() if turned else tau[..., k]
        other = other - v @ (by[..., None, None] * (v.mH @ other))
    assert other.shape[-2] == m
    return other


def householder_product(A, tau, *, out=None):
    only('torch.linalg.householder_product', out=(out, None))
    if A.ndim < 2:
        raise RuntimeError('torch.linalg.householder_product: input must have at least 2 dimensions.')
    m, n = A.shape[-2:]
    if m < n:
        raise RuntimeError('torch.linalg.householder_product: input.shape[-2] must be greater than or equal to input.shape[-1]')
    if tau.shape[-1] > n:
        raise RuntimeError('torch.linalg.householder_product: input.shape[-1] must be greater than or equal to tau.shape[-1]')
    if A.dtype is not tau.dtype:
        raise RuntimeError('torch.linalg.householder_product: tau dtype %s does not match input dtype %s' % (type_name(tau), type_name(A)))
    same_places('torch.linalg.householder_product', input=A, tau=tau)
    start = torch.eye(m, n, dtype=A.dtype, device=A.device).expand(A.shape)
    return _named(_reflected(A, tau, start, reversed(range(tau.shape[-1])), False), 'LinalgHouseholderProductBackward0')


def multiplied(input, tau, other, left, transpose):
    """torch.ormqr."""
    if input.ndim < 2 or other.ndim < 2:
        raise RuntimeError('torch.ormqr: %s must have at least 2 dimensions.' % ('input' if input.ndim < 2 else 'other'))
    side = -2 if left else -1
    if other.shape[side] < tau.shape[-1]:
        raise RuntimeError('torch.ormqr: other.shape[%d] must be greater than or equal to tau.shape[-1]' % side)
    if other.shape[side] != input.shape[-2]:
        raise RuntimeError('torch.ormqr: other.shape[%d] must be equal to input.shape[-2]' % side)
    same_places('torch.ormqr', input=input, tau=tau, other=other)
    order = list(range(tau.shape[-1]))
    columns, turned = (other, transpose) if left else (other.mH, not transpose)
    made = _reflected(input, tau, columns, order if turned else reversed(order), turned)
    return _named(made if left else made.mH, 'OrmqrBackward0')


# ---- answers with a number that says how it went ----
def _numbers(A, by):
    """That number for each matrix, of a function that raises; and the matrices for which it did not."""
    found = []
    for each in A.detach().reshape(-1, *A.shape[-2:]) if A.ndim > 2 and A.numel() else (A.detach(),):
        found.append(by(each))
    return torch.tensor(found, dtype=torch.int32).reshape(A.shape[:-2]).to(A.device)


def _pivot_missing(A):
    return lu_factor_ex(A.detach())[2] if A.numel() else torch.zeros(A.shape[:-2], dtype=torch.int32, device=A.device)


def inv_ex(A, *, check_errors=False, out=None):
    from . import linalg
    only('torch.linalg.inv_ex', out=(out, None))
    linalg._square('inv_ex', A)
    linalg._wide('linalg.inv_ex', A)
    info = _pivot_missing(A)
    if not bool(info.any()):
        return return_types.linalg_inv_ex((linalg.inv(A), info))
    if check_errors:
        _told(linalg, 'inv_ex', 'The diagonal element %d is zero, the inversion could not be completed because the input matrix is singular.', info)
    good = info == 0
    safe = torch.where(good[..., None, None], A, torch.eye(A.shape[-1], dtype=A.dtype, device=A.device))
    return return_types.linalg_inv_ex((torch.where(good[..., None, None], linalg.inv(safe), torch.full_like(A, torch.nan)), info))


def solve_ex(A, B, *, left=True, check_errors=False, out=None):
    from . import linalg
    only('torch.linalg.solve_ex', out=(out, None), left=(left, True))
    linalg._square('solve', A)
    info = _pivot_missing(A)
    if not bool(info.any()):
        return return_types.linalg_solve_ex((linalg.solve(A, B), info))
    if check_errors:
        raise linalg.LinAlgError('torch.linalg.solve_ex: The solver failed because the input matrix is singular.')
    good = info == 0
    safe = torch.where(good[..., None, None], A, torch.eye(A.shape[-1], dtype=A.dtype, device=A.device))
    made = linalg.solve(safe, B)
    kept = good.reshape(good.shape + (1,) * (made.ndim - good.ndim))
    return return_types.linalg_solve_ex((torch.where(kept, made, torch.full_like(made, torch.nan)), info))


def _told(linalg, name, words, info):
    for i, number in enumerate(info.reshape(-1).tolist()):
        if number:
            raise linalg.LinAlgError('linalg.%s: %s' % (name, ('(Batch element %d): ' % i if info.ndim else '') + words % number))


def cholesky_ex(A, *, upper=False, check_errors=False, out=None):
    from . import linalg
    only('torch.linalg.cholesky_ex', out=(out, None))
    linalg._square('cholesky_ex', A)
    linalg._floats('linalg.cholesky_ex', A)
    cpu_lacks('cholesky_cpu', 'BIHF', A)

    def order(matrix):
        """Of the first leading part that is not positive definite."""
        try:
            linalg.cholesky(matrix)
            return 0
        except linalg.LinAlgError as error:
            return int(str(error).rpartition('order ')[2].split(' ')[0])
    info = _numbers(A, order)
    if not bool(info.any()):
        return return_types.linalg_cholesky_ex((linalg.cholesky(A, upper=upper), info))
    if check_errors:
        _told(linalg, 'cholesky_ex', 'The factorization could not be completed because the input is not positive-definite (the leading minor of order %d is not positive-definite).', info)
    good = (info == 0)[..., None, None]
    roots = linalg.cholesky(torch.where(good, A, torch.eye(A.shape[-1], dtype=A.dtype, device=A.device)), upper=upper)
    return return_types.linalg_cholesky_ex((torch.where(good, roots, A.triu() if upper else A.tril()), info))


# ---- tensors as matrices ----
def tensorinv(A, ind=2, *, out=None):
    from math import prod
    only('torch.linalg.tensorinv', out=(out, None))
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind', but got %d" % ind)
    rows, columns = A.shape[:ind], A.shape[ind:]
    if prod(rows) != prod(columns):
        raise RuntimeError('Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got %d != %d' % (prod(columns), prod(rows)))
    return torch.linalg.inv(A.reshape(prod(rows), prod(columns))).reshape(columns + rows)


def tensorsolve(A, B, dims=None, *, out=None):
    from math import prod
    only('torch.linalg.tensorsolve', out=(out, None))
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.ndim - len(dims), A.ndim)))
    rows, columns = A.shape[:B.ndim], A.shape[B.ndim:]
    if prod(rows) != prod(columns):
        raise RuntimeError('Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but got %d != %d' % (prod(columns), prod(rows)))
    return torch.linalg.solve(A.reshape(prod(rows), prod(columns)), B.flatten()).reshape(columns)

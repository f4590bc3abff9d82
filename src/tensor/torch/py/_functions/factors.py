"""Matrices taken apart: LU, reflections, the largest singular values; what PyTorch had and names its successors of; histograms of several dimensions. The work is in
torch.linalg's files, which are loaded when something is called."""
import builtins
import math

import _torch
from .. import return_types
from ._shared import Tensor, named as _named
from .._warned import warn as _warn
from ._outs import c_name, pair_into
from perch.only import only


def _lu_no_infos(A, pivot=True, get_infos=False, out=None):
    """LU in one tensor and the rows exchanged; where asked, the first pivots that are 0 too."""
    from .._factoring import lu_factor_ex
    if not isinstance(A, Tensor):
        raise TypeError("_lu_with_info(): argument 'input' (position 1) must be Tensor, not %s" % type(A).__name__)
    both, pivots, info = lu_factor_ex(A, pivot=pivot)
    made = return_types._lu_with_info((both, pivots, info)) if get_infos else (both, pivots)
    if out is None:
        return made
    if len(out) != len(made):
        raise TypeError('expected tuple of %d elements but got %d' % (len(made), len(out)))
    for to, each in zip(out, made):
        to.resize_(each.shape).copy_(each)
    return out


def lu(*args, **kwargs):
    _warn('LU')
    return _lu_no_infos(*args, **kwargs)


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True, *, out=None):
    from .._factoring import unpacked
    only('torch.lu_unpack', out=(out, None))
    return unpacked(LU_data, LU_pivots, unpack_data, unpack_pivots)


def lu_solve(input, LU_data, LU_pivots, *, out=None):
    from .._factoring import lu_solve as solve
    only('torch.lu_solve', out=(out, None))
    _warn('LU_SOLVE')
    return solve(LU_data, LU_pivots, input)


def triangular_solve(input, A, upper=True, transpose=False, unitriangular=False, *, out=None):
    from .._factoring import triangular_system
    _warn('TRIANGULAR_SOLVE')
    return pair_into('triangular_solve', return_types.triangular_solve, out, triangular_system(input, A, upper, transpose, unitriangular))


def geqrf(input, *, out=None):
    from .._factoring import reflections
    a, tau = reflections(input)
    return pair_into('geqrf', return_types.geqrf, out, return_types.geqrf((a, tau)))


def orgqr(input, input2):
    from .._factoring import householder_product
    return householder_product(input, input2)


def ormqr(input, input2, input3, left=True, transpose=False, *, out=None):
    from .._factoring import multiplied
    only('torch.ormqr', out=(out, None))
    return multiplied(input, input2, input3, left, transpose)


def svd_lowrank(A, q=6, niter=2, M=None):
    from .._lowrank import svd_lowrank as find
    return find(A, q, niter, M)


def pca_lowrank(A, q=None, center=True, niter=2):
    from .._lowrank import pca_lowrank as find
    return find(A, q, center, niter)


def lobpcg(A, k=None, B=None, X=None, n=None, iK=None, niter=None, tol=None, largest=None, method=None, tracker=None, ortho_iparams=None, ortho_fparams=None, ortho_bparams=None):
    from .._lobpcg import lobpcg as find
    return find(A, k, B, X, n, iK, niter, tol, largest, method, tracker, ortho_iparams, ortho_fparams, ortho_bparams)


def symeig(input, eigenvectors=False, upper=True, *, out=None):
    from ..linalg import eigh
    _warn('SYMEIG')
    values, vectors = eigh(input.mT if upper else input)
    found = return_types.symeig((_named(values, 'SymeigBackward0'), _named(vectors, 'SymeigBackward0') if eigenvectors else values.new_empty(0)))
    return pair_into('symeig', return_types.symeig, out, found)


_GONE = 'This function was deprecated since version 1.9 and is now removed.', 'Please use the `torch.linalg.%s` function instead.'


def eig(input, eigenvectors=False, *, e=None, v=None):
    raise RuntimeError(' '.join(_GONE) % 'eig')


def solve(input, A, *, out=None):
    raise RuntimeError(' '.join(_GONE) % 'solve')


def lstsq(input, A, *, out=None):
    raise RuntimeError(_GONE[0], _GONE[1] % 'lstsq')


def matrix_rank(input, tol=None, symmetric=False, *, out=None):
    raise RuntimeError(_GONE[0], _GONE[1] % 'matrix_rank')


def _edges(bins, input, range):
    """The edges of each dimension of a histogram, of tensors or of counts between the smallest and largest values."""
    dims = input.shape[-1]
    rows = input.reshape(-1, dims)
    if builtins.any(isinstance(b, Tensor) for b in bins):
        for i, each in enumerate(bins):
            if each.dtype is not input.dtype:
                raise RuntimeError('torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with dtype %s and bins for dimension %d with dtype %s'
                                   % (c_name(input), i, c_name(each)))
        return list(bins)
    if range is None:
        ends = [(rows[:, i].min().item(), rows[:, i].max().item()) if len(rows) else (0., 1.) for i in builtins.range(dims)]
    elif len(range) != 2 * dims:
        raise RuntimeError('torch.histogramdd: for a %d-dimensional histogram range should have %d elements, but got %d' % (dims, 2 * dims, len(range)))
    else:
        ends = list(zip(range[::2], range[1::2]))
    edges = []
    for i, ((low, high), count) in enumerate(zip(ends, bins)):
        if not (math.isfinite(low) and math.isfinite(high)):
            raise RuntimeError("torch.histogramdd: dimension %d's range [%g, %g] is not finite" % (i, low, high))
        if low > high:
            raise RuntimeError('torch.histogramdd: min should not exceed max, but got min %g max %g for dimension %d' % (low, high, i))
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges.append(_torch.linspace(low, high, count + 1, dtype=input.dtype, device=input.device))
    return edges


def histogramdd(input, bins, range=None, weight=None, density=False):
    """How many points (rows of the last dimension) lie in each box of a grid."""
    from .ordering import searchsorted
    from .statistics import bincount, diff
    from .._torch_args import cpu_lacks
    if input.ndim < 2:
        raise RuntimeError('torch.histogramdd: input tensor should have at least 2 dimensions')
    cpu_lacks('histogramdd', 'BIHF', input)
    dims = input.shape[-1]
    bins = [bins] * dims if isinstance(bins, int) else list(bins)
    if isinstance(bins[0], int):
        bins += [0] * (dims - len(bins))
        for i, each in enumerate(bins[:dims]):
            if each <= 0:
                raise RuntimeError('torch.histogram(): bins must be > 0, but got %d for dimension %d' % (each, i))
    elif len(bins) < dims:
        raise RuntimeError('torch.histogramdd: expected %d sequences of bin edges for a %d-dimensional histogram but got %d' % (dims, dims, len(bins)))
    edges = _edges(bins, input, range)
    rows = input.reshape(-1, dims)
    inside = _torch.ones(rows.shape[0], device=input.device) > 0
    for i, each in enumerate(edges):
        inside = inside & (rows[:, i] >= each[0]) & (rows[:, i] <= each[-1])
    at, shape = 0, [each.numel() - 1 for each in edges]
    for i, each in enumerate(edges):
        at = at * shape[i] + (searchsorted(each, rows[inside][:, i].contiguous(), right=True) - 1).clamp(0, shape[i] - 1)
    found = bincount(at, None if weight is None else weight.flatten()[inside], math.prod(shape)).to(input.dtype).reshape(shape)
    if density:
        found = found / found.sum()
        for i, each in enumerate(edges):
            found = found / diff(each).reshape([-1 if j == i else 1 for j in builtins.range(dims)])
    return return_types.histogramdd((found, tuple(edges)))

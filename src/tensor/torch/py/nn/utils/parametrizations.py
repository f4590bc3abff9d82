"""torch.nn.utils.parametrizations: weights that are orthogonal, whose largest singular value is one, or that are a length times a direction."""
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.nn.modules.module import Module
from .norms import _norm_except
from .parametrize import register_parametrization

__all__ = ['orthogonal', 'spectral_norm', 'weight_norm']
_MAPS = 'matrix_exp', 'cayley', 'householder'


def _reflections(vectors):
    """The first columns of the product of the reflections along the columns of a matrix with ones on its diagonal, below which alone it counts."""
    n, k = vectors.shape[-2:]
    below = vectors.tril(-1)
    sizes = 2.0 / (1.0 + (below * below).sum(-2))
    made = torch.eye(n, k, dtype=vectors.dtype, device=vectors.device).expand(vectors.shape)
    ones = torch.eye(n, k, dtype=vectors.dtype, device=vectors.device)
    for i in reversed(range(k)):
        v = (below[..., i] + ones[:, i]).unsqueeze(-1)
        made = made - sizes[..., i, None, None] * v @ (v.transpose(-2, -1) @ made)
    return made


def _reflected(matrix):
    """What _reflections makes the matrix's orthogonal factor of, with the signs on its diagonal, and R above that."""
    made = matrix.clone()
    n, k = made.shape[-2:]
    for i in range(k):
        x = made[..., i:, i].clone()
        rest = (x[..., 1:] * x[..., 1:]).sum(-1)
        size = (x[..., 0] ** 2 + rest).sqrt()
        turned = torch.where(rest > 0, torch.where(x[..., 0] >= 0, -size, size), x[..., 0])
        by = torch.where(rest > 0, x[..., 0] - turned, torch.ones_like(turned))
        v = torch.cat([torch.ones_like(x[..., :1]), x[..., 1:] / by.unsqueeze(-1)], -1).unsqueeze(-1)
        tau = torch.where(rest > 0, (turned - x[..., 0]) / torch.where(rest > 0, turned, torch.ones_like(turned)), torch.zeros_like(turned))[..., None, None]
        after = made[..., i:, i + 1:]
        made[..., i:, i + 1:] = after - tau * v @ (v.transpose(-2, -1) @ after)
        made[..., i + 1:, i] = v[..., 1:, 0]
        made[..., i, i] = torch.where(tau[..., 0, 0] == 0, -turned.sign(), turned.sign()) # (no reflection is made as one along its axis, which turns the sign)
    return made


def _straightened(matrix):
    """The orthogonal factor that goes with positive numbers on R's diagonal."""
    q, r = torch.linalg.qr(matrix)
    return q * r.diagonal(dim1=-2, dim2=-1).sign().unsqueeze(-2)


class _Orthogonal(Module):
    def __init__(self, weight, orthogonal_map, *, use_trivialization=True):
        super().__init__()
        self.orthogonal_map, self.shape = orthogonal_map, weight.shape
        if use_trivialization:
            self.register_buffer('base', None)

    def forward(self, X):
        wide = X.size(-2) < X.size(-1)
        X = X.transpose(-2, -1) if wide else X
        n, k = X.size(-2), X.size(-1)
        if self.orthogonal_map == 'householder':
            made = _reflections(X) * X.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)
        else:
            X = X.tril()
            X = X if n == k else torch.cat([X, X.new_zeros(*X.shape[:-1], n - k)], -1)
            A = X - X.transpose(-2, -1)
            if self.orthogonal_map == 'matrix_exp':
                made = torch.matrix_exp(A)
            else:
                one = torch.eye(n, dtype=A.dtype, device=A.device)
                made = torch.linalg.solve(one - 0.5 * A, one + 0.5 * A)
            made = made[..., :k]
        if hasattr(self, 'base'):
            made = self.base @ made
        return made.transpose(-2, -1) if wide else made

    def right_inverse(self, Q):
        if Q.shape != self.shape:
            raise ValueError('Expected a matrix or batch of matrices of shape {}. Got a tensor of shape {}.'.format(self.shape, Q.shape))
        start, wide = Q, Q.size(-2) < Q.size(-1)
        Q = Q.transpose(-2, -1) if wide else Q
        n, k = Q.size(-2), Q.size(-1)
        if not hasattr(self, 'base'):
            if self.orthogonal_map != 'householder':
                raise NotImplementedError('It is not possible to assign to the matrix exponential or the Cayley parametrizations when use_trivialization=False.')
            made = _reflected(Q)
            return made.transpose(-2, -1) if wide else made
        if n != k: # a whole base, of which the first columns are used
            Q = torch.cat([Q, torch.randn(*Q.shape[:-2], n, n - k, dtype=Q.dtype, device=Q.device)], -1)
        self.base = _straightened(Q)
        made = torch.zeros_like(start)
        made.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
        return made


def _tensor_of(module, name):
    found = getattr(module, name, None)
    if not isinstance(found, Tensor):
        raise ValueError("Module '{}' has no parameter or buffer with name '{}'".format(module, name))
    return found


def orthogonal(module, name='weight', orthogonal_map=None, *, use_trivialization=True):
    """Makes the tensor orthogonal: its columns, or rows if there are fewer, have length 1 and stand at right angles."""
    weight = _tensor_of(module, name)
    if weight.ndim < 2:
        raise ValueError('Expected a matrix or batch of matrices. Got a tensor of {} dimensions.'.format(weight.ndim))
    if orthogonal_map is None:
        orthogonal_map = 'matrix_exp' if weight.size(-2) == weight.size(-1) else 'householder'
    if orthogonal_map not in _MAPS:
        raise ValueError('orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {}'.format(orthogonal_map))
    return register_parametrization(module, name, _Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization), unsafe=True)


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        ndim = weight.ndim
        if not -ndim <= dim < ndim:
            raise IndexError('Dimension out of range (expected to be in range of [-{}, {}] but got {})'.format(ndim, ndim - 1, dim))
        if n_power_iterations <= 0:
            raise ValueError('Expected n_power_iterations to be positive, but got n_power_iterations={}'.format(n_power_iterations))
        self.dim, self.eps, self.n_power_iterations = dim % ndim, eps, n_power_iterations
        if ndim > 1:
            matrix = self._matrix(weight).detach()
            u, v = matrix.new_empty(matrix.size(0)).normal_(0, 1), matrix.new_empty(matrix.size(1)).normal_(0, 1)
            self.register_buffer('_u', F.normalize(u, dim=0, eps=eps))
            self.register_buffer('_v', F.normalize(v, dim=0, eps=eps))
            self._near(matrix, 15)

    def _matrix(self, weight):
        if self.dim:
            weight = weight.permute(self.dim, *[d for d in range(weight.dim()) if d != self.dim])
        return weight.flatten(1)

    def _near(self, matrix, steps):
        """The singular vectors that belong to the largest singular value, some steps nearer."""
        with torch.no_grad():
            for _ in range(steps):
                self._u.copy_(F.normalize(torch.mv(matrix, self._v), dim=0, eps=self.eps))
                self._v.copy_(F.normalize(torch.mv(matrix.t(), self._u), dim=0, eps=self.eps))

    def forward(self, weight):
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = self._matrix(weight)
        if self.training:
            self._near(matrix, self.n_power_iterations)
        return weight / torch.dot(self._u.clone(), torch.mv(matrix, self._v.clone()))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name='weight', n_power_iterations=1, eps=1e-12, dim=None):
    """Divides the tensor by its largest singular value, which is followed a step of power iteration at a time."""
    weight = _tensor_of(module, name)
    if dim is None:
        dim = 1 if type(module).__name__.startswith('ConvTranspose') else 0
    return register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, dim, eps))


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return weight_v * (weight_g / _norm_except(weight_v, self.dim))

    def right_inverse(self, weight):
        return _norm_except(weight, self.dim), weight


def weight_norm(module, name='weight', dim=0):
    """PyTorch 2's: parametrizations.weight.original0 is the length, original1 the direction."""
    register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    return module

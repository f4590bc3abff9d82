"""Distributions over matrices, and the normal one whose covariance is of low rank: LKJCholesky, Wishart, LowRankMultivariateNormal."""
import math
import warnings

import torch
from . import constraints
from .distribution import Distribution, Lazy
from .gamma import Beta, Chi2, OfCovariance


def _standard(shape, like):
    """Numbers of a standard normal distribution."""
    return torch.normal(torch.zeros(shape, dtype=like.dtype, device=like.device), torch.ones(shape, dtype=like.dtype, device=like.device))


class LKJCholesky(Distribution):
    """Cholesky factors of correlation matrices (Lewandowski, Kurowicka and Joe, 2009), drawn like an onion: row by row a direction and a length."""
    arg_constraints = {'concentration': constraints.positive}
    support = constraints.corr_cholesky

    def __init__(self, dim, concentration=1., validate_args=None):
        if dim < 2:
            raise ValueError(f'Expected dim to be an integer greater than or equal to 2. Found dim={dim}.')
        self.dim = dim
        self.concentration = concentration if isinstance(concentration, torch.Tensor) else torch.tensor(float(concentration))
        offset = torch.arange(dim - 1, dtype=self.concentration.dtype, device=self.concentration.device)
        offset = torch.cat([offset.new_zeros(1), offset])
        self._beta = Beta(offset + 0.5, (self.concentration + 0.5 * (dim - 2)).unsqueeze(-1) - 0.5 * offset)
        super().__init__(self.concentration.size(), torch.Size((dim, dim)), validate_args)

    def expand(self, batch_shape):
        batch_shape = torch.Size(batch_shape)
        made = self._expand_over(batch_shape, ('concentration',))
        made.dim, made._beta = self.dim, self._beta.expand(batch_shape + (self.dim,))
        return made

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            lengths = self._beta.sample(sample_shape).unsqueeze(-1)
            shape = self._extended_shape(sample_shape)
            drawn = torch.randn(shape, dtype=lengths.dtype, device=lengths.device).tril(-1)
            directions = drawn / drawn.norm(dim=-1, keepdim=True)
            directions[..., 0, :].fill_(0.)
            made = torch.sqrt(lengths) * directions
            eps = torch.finfo(made.dtype).tiny
            return made + torch.clamp(1 - made.square().sum(-1), min=eps).sqrt().diag_embed()

    def log_prob(self, value):
        lengths = self._checked(value).diagonal(dim1=-1, dim2=-2).narrow(-1, 1, self.dim - 1)
        powers = (self.concentration - 1).mul(2).unsqueeze(-1) + self.dim
        powers = powers - torch.arange(2, self.dim + 1, device=powers.device)
        return torch.sum(powers * lengths.log(), -1) - self._log_volume(self.dim - 1)

    def _log_volume(self, n):
        """What the density is divided by, of n rows below the first."""
        half = 0.5 * n
        alpha = self.concentration + half
        return half * math.log(math.pi) + torch.mvlgamma(alpha - 0.5, n) - alpha.lgamma() * n


class LowRankMultivariateNormal(Distribution):
    """Covariance cov_factor cov_factor' + diag(cov_diag): with Woodbury's formula only a matrix of the factor's rank is taken apart."""
    arg_constraints = {'loc': constraints.real_vector, 'cov_factor': constraints.independent(constraints.real, 2), 'cov_diag': constraints.independent(constraints.positive, 1)}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError('loc must be at least one-dimensional.')
        size = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError('cov_factor must be at least two-dimensional, with optional leading batch dimensions')
        if cov_factor.shape[-2:-1] != size:
            raise ValueError(f'cov_factor must be a batch of matrices with shape {size[0]} x m')
        if cov_diag.shape[-1:] != size:
            raise ValueError(f'cov_diag must be a batch of vectors with shape {size}')
        try:
            batch = torch.broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1])
        except RuntimeError as error:
            raise ValueError(f'Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, cov_diag {cov_diag.shape}') from error
        self.loc, self.cov_diag, self.cov_factor = loc.expand(batch + size), cov_diag.expand(batch + size), cov_factor.expand(batch + cov_factor.shape[-2:])
        super().__init__(batch, size, validate_args=validate_args)

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('loc', 'cov_factor', 'cov_diag'))

    def _inner(self):
        """The Cholesky factor of 1 + W' D^-1 W, and W' D^-1."""
        turned = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        return torch.linalg.cholesky(turned @ self.cov_factor + torch.eye(self.cov_factor.shape[-1], dtype=self.loc.dtype, device=self.loc.device)), turned

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: (self.cov_factor.square().sum(-1) + self.cov_diag).expand(self._batch_shape + self._event_shape))

    @Lazy
    def covariance_matrix(self):
        return self.cov_factor @ self.cov_factor.mT + torch.diag_embed(self.cov_diag)

    @Lazy
    def scale_tril(self):
        return torch.linalg.cholesky(self.covariance_matrix)

    @Lazy
    def precision_matrix(self):
        root, turned = self._inner()
        part = torch.linalg.solve(root, turned)
        return torch.diag_embed(self.cov_diag.reciprocal()) - part.mT @ part

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        inner = _standard(shape[:-1] + self.cov_factor.shape[-1:], self.loc)
        outer = _standard(shape, self.loc)
        return self.loc + (self.cov_factor @ inner.unsqueeze(-1)).squeeze(-1) + self.cov_diag.sqrt() * outer

    def log_prob(self, value):
        off = self._checked(value) - self.loc
        root, turned = self._inner()
        batch = torch.broadcast_shapes(off.shape[:-1], root.shape[:-2])
        part = torch.linalg.solve(root.expand(batch + root.shape[-2:]), (turned @ off.unsqueeze(-1)).expand(batch + root.shape[-1:] + (1,))).squeeze(-1)
        distance = (off.square() / self.cov_diag).sum(-1) - part.square().sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_size(root) + distance)

    def _log_size(self, root):
        return 2 * root.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self.cov_diag.log().sum(-1)

    def entropy(self):
        found = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_size(self._inner()[0]))
        return found if len(self._batch_shape) == 0 else found.expand(self._batch_shape)


_FORMS = 'covariance_matrix', 'precision_matrix', 'scale_tril'


class Wishart(OfCovariance):
    """Sums of df outer products of normal vectors."""
    arg_constraints = {'covariance_matrix': constraints.positive_definite, 'precision_matrix': constraints.positive_definite, 'scale_tril': constraints.lower_cholesky,
                       'df': constraints.greater_than(0)}
    support = constraints.positive_definite
    has_rsample = True

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = [(name, value) for name, value in zip(_FORMS, (covariance_matrix, precision_matrix, scale_tril)) if value is not None]
        assert len(given) == 1, 'Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.'
        name, param = given[0]
        if param.dim() < 2:
            raise ValueError('scale_tril must be at least two-dimensional, with optional leading batch dimensions')
        df = df if isinstance(df, torch.Tensor) else torch.tensor(df, dtype=param.dtype, device=param.device)
        batch, size = torch.broadcast_shapes(param.shape[:-2], df.shape), param.shape[-2:]
        if df.le(size[-1] - 1).any():
            raise ValueError(f'Value of df={df} expected to be greater than ndim - 1 = {size[-1] - 1}.')
        self.df, self.__dict__[name] = df.expand(batch), param.expand(batch + size)
        self.arg_constraints = {**type(self).arg_constraints, 'df': constraints.greater_than(size[-1] - 1)}
        super().__init__(batch, size, validate_args=validate_args)
        if self.df.lt(size[-1]).any():
            warnings.warn('Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < ndim.')
        self._chi2()

    def _chi2(self):
        steps = torch.arange(self._event_shape[-1], dtype=self.df.dtype, device=self.df.device)
        self._dist_chi2 = Chi2(df=self.df.unsqueeze(-1) - steps.expand(self._batch_shape + self._event_shape[-1:]))

    def expand(self, batch_shape):
        made = self._expand_over(batch_shape, _FORMS + ('df',))
        made.arg_constraints = self.arg_constraints
        made._chi2()
        return made

    mean = property(lambda self: self.df.view(self._batch_shape + (1, 1)) * self.covariance_matrix)

    @property
    def mode(self):
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        factor = torch.where(factor <= 0, torch.full_like(factor, math.nan), factor)
        return factor.view(self._batch_shape + (1, 1)) * self.covariance_matrix

    @property
    def variance(self):
        v = self.covariance_matrix
        diagonal = v.diagonal(dim1=-2, dim2=-1)
        return self.df.view(self._batch_shape + (1, 1)) * (v.square() + diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2))

    def _bartlett(self, sample_shape):
        p = self._event_shape[-1]
        noise = self._dist_chi2.rsample(sample_shape).sqrt().diag_embed(dim1=-2, dim2=-1)
        i, j = torch.tril_indices(p, p, offset=-1)
        drawn = torch.randn(torch.Size(sample_shape) + self._batch_shape + (p * (p - 1) // 2,), dtype=noise.dtype, device=noise.device)
        under = torch.zeros_like(noise)
        under[..., i, j] = drawn
        root = self._root @ (noise + under)
        return root @ root.mT

    def rsample(self, sample_shape=torch.Size(), max_try_correction=None):
        tries = max_try_correction if max_try_correction is not None else 3 if self._batch_shape else 10
        made = self._bartlett(sample_shape)
        batch = tuple(range(-len(self._batch_shape), 0))
        again = self.support.check(made)        # PyTorch 1.13 takes what is positive definite for singular, warns and draws once more; what it draws then is held to it rightly
        again = again.amax(batch) if batch else again
        if not again.any():
            return made
        warnings.warn('Singular sample detected.')
        for _ in range(tries):
            new = self._bartlett(again[again].shape)
            made[again] = new
            bad = ~self.support.check(new)
            again[again.clone()] = bad.amax(batch) if batch else bad
            if not again.any():
                break
        return made

    def _log_root(self):
        return self._root.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        value = self._checked(value)
        p, nu = self._event_shape[-1], self.df
        solved = torch.linalg.solve(self.covariance_matrix.expand(torch.broadcast_shapes(value.shape, self.covariance_matrix.shape)), value.expand(torch.broadcast_shapes(value.shape, self.covariance_matrix.shape)))
        return (-nu * (p * math.log(2) / 2 + self._log_root()) - torch.mvlgamma(nu / 2, p) + (nu - p - 1) / 2 * torch.linalg.slogdet(value)[1]
                - solved.diagonal(dim1=-2, dim2=-1).sum(-1) / 2)

    @staticmethod
    def _digammas(a, p):
        return torch.digamma(a.unsqueeze(-1) - torch.arange(p, dtype=a.dtype, device=a.device).div(2).expand(a.shape + (-1,))).sum(-1)

    def entropy(self):
        p, nu = self._event_shape[-1], self.df
        return (p + 1) * (p * math.log(2) / 2 + self._log_root()) + torch.mvlgamma(nu / 2, p) - (nu - p - 1) / 2 * self._digammas(nu / 2, p) + nu * p / 2



"""Gamma and what comes of it: Beta, Chi2, StudentT, Dirichlet; MultivariateNormal."""
import math

import torch
from _torch import _two
from . import constraints
from .distribution import Distribution, Lazy, broadcast


class Gamma(Distribution):
    """A sum of concentration waiting times, at a rate."""
    arg_constraints = {'concentration': constraints.positive, 'rate': constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast(concentration, rate)
        super().__init__(self.concentration.shape, validate_args=validate_args)

    mean = property(lambda self: self.concentration / self.rate)
    mode = property(lambda self: ((self.concentration - 1) / self.rate).clamp(min=0))
    variance = property(lambda self: self.concentration / self.rate.square())

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('concentration', 'rate'))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        made = torch._standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        return torch.max(made, torch.full_like(made, torch.finfo(made.dtype).tiny).detach())

    def entropy(self):
        return self.concentration - self.rate.log() + self.concentration.lgamma() + (1.0 - self.concentration) * self.concentration.digamma()

    def log_prob(self, value):
        value = torch.as_tensor(value, dtype=self.rate.dtype, device=self.rate.device)
        value = self._checked(value)
        shape, rate = self.concentration, self.rate
        return torch.xlogy(shape, rate) + torch.xlogy(shape - 1, value) - rate * value - shape.lgamma()


class Chi2(Gamma):
    """The sum of the squares of df standard normal numbers."""
    arg_constraints = {'df': constraints.positive}

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args)

    df = property(lambda self: self.concentration * 2)


class Dirichlet(Distribution):
    """Probabilities of several, by how often each was seen."""
    arg_constraints = {'concentration': constraints.independent(constraints.positive, 1)}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError('`concentration` parameter must be at least one-dimensional.')
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args)

    mean = property(lambda self: self.concentration / self.concentration.sum(-1, True))

    @property
    def mode(self):
        less = (self.concentration - 1).clamp(min=0.0)
        found = less / less.sum(-1, True)
        flat = (self.concentration < 1).all(-1)     # the corners are all alike: one of them
        corner = torch.nn.functional.one_hot(found.nan_to_num().argmax(-1), self.concentration.shape[-1]).to(found)
        return torch.where(flat.unsqueeze(-1), corner, found)

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('concentration',))

    def entropy(self):
        c, many = self.concentration, self.concentration.size(-1)
        total = c.sum(-1)
        return c.lgamma().sum(-1) - total.lgamma() - (many - total) * total.digamma() - ((c - 1.0) * c.digamma()).sum(-1)

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.square() * (total + 1))

    def rsample(self, sample_shape=torch.Size()):
        return torch._sample_dirichlet(self.concentration.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        value = self._checked(value)
        c = self.concentration
        weighed = torch.xlogy(c - 1, value) if _two("DIRICHLET_EDGES") else value.log() * (c - 1)
        return weighed.sum(-1) + c.sum(-1).lgamma() - c.lgamma().sum(-1)


class Beta(Distribution):
    """A probability, by how often it was seen to be 1 and 0."""
    arg_constraints = {'concentration1': constraints.positive, 'concentration0': constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self._dirichlet = Dirichlet(torch.stack(broadcast(concentration1, concentration0), -1), validate_args)
        super().__init__(self._dirichlet.batch_shape, validate_args=validate_args)

    concentration1 = property(lambda self: self._dirichlet.concentration[..., 0])
    concentration0 = property(lambda self: self._dirichlet.concentration[..., 1])
    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))

    mode = property(lambda self: self._dirichlet.mode[..., 0])

    def expand(self, batch_shape):
        made = self._expand_over(batch_shape, ())
        made._dirichlet = self._dirichlet.expand(batch_shape)
        return made

    def entropy(self):
        return self._dirichlet.entropy()

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.square() * (total + 1))

    def rsample(self, sample_shape=torch.Size()):
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        value = self._checked(value)
        return self._dirichlet.log_prob(torch.stack([value, 1.0 - value], -1))


class StudentT(Distribution):
    """The bell curve with heavier tails, of df degrees of freedom."""
    arg_constraints = {'df': constraints.positive, 'loc': constraints.real, 'scale': constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.shape, validate_args=validate_args)

    mode = property(lambda self: self.loc)

    def expand(self, batch_shape):
        made = self._expand_over(batch_shape, ('df', 'loc', 'scale'))
        made._chi2 = self._chi2.expand(batch_shape)
        return made

    def _log_total(self):
        """The log of what the density's tail is divided by: scale * sqrt(df) * B(df / 2, 1 / 2)."""
        half = self.df / 2
        beta = half.lgamma() + math.lgamma(0.5) - (half + 0.5).lgamma()
        return self.scale.log() + 0.5 * self.df.log() + beta

    def entropy(self):
        half = self.df / 2
        more = half + 0.5
        return self._log_total() + more * (more.digamma() - half.digamma())

    @property
    def mean(self):
        return torch.where(self.df > 1, self.loc, torch.full_like(self.loc, math.nan))

    @property
    def variance(self):
        wide = torch.where(self.df > 1, torch.full_like(self.df, math.inf), torch.full_like(self.df, math.nan))
        return torch.where(self.df > 2, self.scale.square() * self.df / (self.df - 2), wide)

    def rsample(self, sample_shape=torch.Size()):
        drawn = torch.randn(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + self.scale * drawn * torch.rsqrt(self._chi2.rsample(sample_shape) / self.df)

    def log_prob(self, value):
        off = (self._checked(value) - self.loc) / self.scale
        tail = (off.square() / self.df).log1p() * (self.df + 1) / 2
        return -(tail + self._log_total())


class OfCovariance(Distribution):
    """With a covariance, given in one of three forms: the others come of it when a program asks for them, and are then among what it says of itself."""

    @Lazy
    def _root(self):
        given = self.__dict__.get('scale_tril')
        if given is not None:
            return given
        covariance = self.__dict__.get('covariance_matrix')
        return torch.linalg.cholesky(torch.linalg.inv(self.precision_matrix) if covariance is None else covariance)

    @Lazy
    def scale_tril(self):
        return self._root

    @Lazy
    def covariance_matrix(self):
        if 'precision_matrix' in self.__dict__:
            return torch.linalg.inv(self.precision_matrix)
        return self._root @ self._root.mT

    @Lazy
    def precision_matrix(self):
        return torch.linalg.inv(self.covariance_matrix)


class MultivariateNormal(OfCovariance):
    """Vectors round a mean, by their covariance, its inverse or its Cholesky factor."""
    arg_constraints = {'loc': constraints.real_vector, 'covariance_matrix': constraints.positive_definite, 'precision_matrix': constraints.positive_definite,
                       'scale_tril': constraints.lower_cholesky}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if (covariance_matrix is not None) + (scale_tril is not None) + (precision_matrix is not None) != 1:
            raise ValueError('Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.')
        if loc.dim() < 1:
            raise ValueError('loc must be at least one-dimensional.')
        name, given = next((n, v) for n, v in (('covariance_matrix', covariance_matrix), ('precision_matrix', precision_matrix), ('scale_tril', scale_tril)) if v is not None)
        if given.dim() < 2:
            raise ValueError(f'{name} must be at least two-dimensional, with optional leading batch dimensions')
        batch = torch.broadcast_shapes(given.shape[:-2], loc.shape[:-1])
        self.loc, self.__dict__[name] = loc.expand(batch + loc.shape[-1:]), given.expand(batch + given.shape[-2:])
        super().__init__(batch, loc.shape[-1:], validate_args)

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('loc', 'covariance_matrix', 'precision_matrix', 'scale_tril'))

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: self._root.square().sum(-1).expand(self.loc.shape))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        drawn = torch.normal(torch.zeros(shape), torch.ones(shape)).to(self.loc)
        return self.loc + (self._root @ drawn.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value):
        value = self._checked(value)
        away = (value - self.loc).unsqueeze(-1)
        solved = torch.linalg.solve_triangular(self._root, away.reshape(-1, away.shape[-2]).mT, upper=False) if self._root.ndim == 2 else \
            torch.linalg.solve(self._root.expand(away.shape[:-2] + self._root.shape[-2:]), away)
        m = (solved.square().sum(0).reshape(away.shape[:-2]) if self._root.ndim == 2 else solved.square().sum((-2, -1)))
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + m) - self._root.diagonal(0, -2, -1).log().sum(-1)

    def entropy(self):
        return 0.5 * self._event_shape[0] * (1 + math.log(2 * math.pi)) + self._root.diagonal(0, -2, -1).log().sum(-1)

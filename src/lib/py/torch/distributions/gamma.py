"""Gamma and what comes of it: Beta, Chi2, StudentT, Dirichlet. Their draws are core's, not PyTorch's stream; MultivariateNormal."""
import math

import torch
import _tensor
from .basic import Distribution, _tensors


def _drawn(shape, alpha):
    """Gamma numbers of rate 1."""
    flat = alpha.expand(shape).reshape(-1)
    if not flat.numel():
        return torch.empty(shape)
    made = [_tensor.op('random_gamma', 1, (), shape=(), a=a, b=1.0) for a in flat.tolist()]
    return torch.stack(made).reshape(shape).to(alpha.dtype)


class Gamma(Distribution):
    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = _tensors(concentration, rate)
        self._need('concentration', self.concentration, bool((self.concentration > 0).all()), 'GreaterThan(lower_bound=0.0)')
        super().__init__(self.concentration.shape)

    mean = property(lambda self: self.concentration / self.rate)
    variance = property(lambda self: self.concentration / self.rate.square())

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return _drawn(self._extended(sample_shape), self.concentration) / self.rate

    def log_prob(self, value):
        value = torch.as_tensor(value, dtype=self.rate.dtype)
        return self.concentration * self.rate.log() + (self.concentration - 1) * value.log() - self.rate * value - self.concentration.lgamma()


class Chi2(Gamma):
    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * torch.as_tensor(df), 0.5)

    df = property(lambda self: self.concentration * 2)


class Dirichlet(Distribution):
    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError('`concentration` parameter must be at least one-dimensional.')
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:])

    mean = property(lambda self: self.concentration / self.concentration.sum(-1, True))

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.square() * (total + 1))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            made = _drawn(self._extended(sample_shape), self.concentration)
        return made / made.sum(-1, keepdim=True)

    def log_prob(self, value):
        c = self.concentration
        return (value.log() * (c - 1)).sum(-1) + c.sum(-1).lgamma() - c.lgamma().sum(-1)


class Beta(Distribution):
    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = _tensors(concentration1, concentration0)
        self._dirichlet = Dirichlet(torch.stack([self.concentration1, self.concentration0], -1))
        super().__init__(self._dirichlet.batch_shape)

    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.square() * (total + 1))

    def sample(self, sample_shape=()):
        return self._dirichlet.sample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        return self._dirichlet.log_prob(torch.stack([value, 1.0 - value], -1))


class StudentT(Distribution):
    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = _tensors(df, loc, scale)
        super().__init__(self.df.shape)

    @property
    def mean(self):
        return torch.where(self.df > 1, self.loc, torch.full_like(self.loc, math.nan))

    @property
    def variance(self):
        wide = torch.where(self.df > 1, torch.full_like(self.df, math.inf), torch.full_like(self.df, math.nan))
        return torch.where(self.df > 2, self.scale.square() * self.df / (self.df - 2), wide)

    def sample(self, sample_shape=()):
        shape = self._extended(sample_shape)
        with torch.no_grad():
            return self.loc + self.scale * torch.randn(shape) * torch.rsqrt(_drawn(shape, self.df / 2) * 2 / self.df)

    def log_prob(self, value):
        y = (value - self.loc) / self.scale
        z = self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi) + (0.5 * self.df).lgamma() - (0.5 * (self.df + 1)).lgamma()
        return -0.5 * (self.df + 1) * torch.log1p(y.square() / self.df) - z


class MultivariateNormal(Distribution):
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if (covariance_matrix is not None) + (scale_tril is not None) + (precision_matrix is not None) != 1:
            raise ValueError('Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.')
        if precision_matrix is not None:
            covariance_matrix = torch.linalg.inv(precision_matrix)
        scale_tril = torch.linalg.cholesky(covariance_matrix) if scale_tril is None else scale_tril
        batch = torch.broadcast_shapes(scale_tril.shape[:-2], loc.shape[:-1])
        self.loc, self.scale_tril = loc.expand(batch + loc.shape[-1:]), scale_tril.expand(batch + scale_tril.shape[-2:])
        super().__init__(batch, loc.shape[-1:])

    mean = property(lambda self: self.loc)
    covariance_matrix = property(lambda self: self.scale_tril @ self.scale_tril.mT)
    variance = property(lambda self: self.scale_tril.square().sum(-1).expand(self.loc.shape))

    def rsample(self, sample_shape=()):
        shape = self._extended(sample_shape)
        drawn = torch.normal(torch.zeros(shape), torch.ones(shape))
        return self.loc + (self.scale_tril @ drawn.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value):
        away = (value - self.loc).unsqueeze(-1)
        solved = torch.linalg.solve_triangular(self.scale_tril, away.reshape(-1, away.shape[-2]).mT, upper=False) if self.scale_tril.ndim == 2 else \
            torch.linalg.solve(self.scale_tril.expand(away.shape[:-2] + self.scale_tril.shape[-2:]), away)
        m = (solved.square().sum(0).reshape(away.shape[:-2]) if self.scale_tril.ndim == 2 else solved.square().sum((-2, -1)))
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + m) - self.scale_tril.diagonal(0, -2, -1).log().sum(-1)

    def entropy(self):
        return 0.5 * self._event_shape[0] * (1 + math.log(2 * math.pi)) + self.scale_tril.diagonal(0, -2, -1).log().sum(-1)

"""Distributions made of others by a formula: Laplace, Gumbel, Cauchy, LogNormal, HalfNormal, Geometric, OneHotCategorical, Independent."""
import math

import torch
from .basic import Categorical, Distribution, Normal, _tensors

_EULER = 0.5772156649015329


def _unit(d, sample_shape):
    return torch.rand(d._extended(sample_shape), dtype=d.loc.dtype, device=d.loc.device)


class _LocScale(Distribution):
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _tensors(loc, scale)
        self._need('scale', self.scale, bool((self.scale > 0).all()), 'GreaterThan(lower_bound=0.0)')
        super().__init__(self.loc.shape)


class Laplace(_LocScale):
    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: 2 * self.scale.square())

    def rsample(self, sample_shape=()):
        eps = torch.finfo(self.loc.dtype).eps
        u = self.loc.new_empty(self._extended(sample_shape)).uniform_(eps - 1, 1)
        return self.loc - self.scale * u.sign() * torch.log1p(-u.abs())

    def log_prob(self, value):
        return -torch.log(2 * self.scale) - (value - self.loc).abs() / self.scale

    def entropy(self):
        return 1 + torch.log(2 * self.scale)


class Gumbel(_LocScale):
    mean = property(lambda self: self.loc + self.scale * _EULER)
    variance = property(lambda self: (math.pi / math.sqrt(6) * self.scale).square())

    def rsample(self, sample_shape=()):
        info = torch.finfo(self.loc.dtype)
        u = torch.empty(self._extended(sample_shape), dtype=self.loc.dtype).uniform_(info.tiny, 1 - info.eps)
        return self.loc - self.scale * (-u.log()).log()

    def log_prob(self, value):
        y = (self.loc - value) / self.scale
        return y - y.exp() - self.scale.log()

    def entropy(self):
        return self.scale.log() + 1 + _EULER


class Cauchy(_LocScale):
    mean = property(lambda self: torch.full_like(self.loc, math.nan))
    variance = property(lambda self: torch.full_like(self.loc, math.inf))

    def rsample(self, sample_shape=()):
        return self.loc + self.loc.new_empty(self._extended(sample_shape)).cauchy_() * self.scale

    def log_prob(self, value):
        return -math.log(math.pi) - self.scale.log() - torch.log1p(((value - self.loc) / self.scale).square())

    def entropy(self):
        return math.log(4 * math.pi) + self.scale.log()


class LogNormal(_LocScale):
    mean = property(lambda self: (self.loc + self.scale.square() / 2).exp())
    variance = property(lambda self: self.scale.square().expm1() * (2 * self.loc + self.scale.square()).exp())

    def rsample(self, sample_shape=()):
        return (self.loc + torch.normal(torch.zeros(self._extended(sample_shape)), torch.ones(self._extended(sample_shape))) * self.scale).exp()

    def log_prob(self, value):
        return Normal(self.loc, self.scale).log_prob(value.log()) - value.log()

    def entropy(self):
        return Normal(self.loc, self.scale).entropy() + self.loc


class HalfNormal(Distribution):
    has_rsample = True

    def __init__(self, scale, validate_args=None):
        self.scale, = _tensors(scale)
        self._need('scale', self.scale, bool((self.scale > 0).all()), 'GreaterThan(lower_bound=0.0)')
        self._normal = Normal(torch.zeros_like(self.scale), self.scale)
        super().__init__(self.scale.shape)

    mean = property(lambda self: self.scale * math.sqrt(2 / math.pi))
    variance = property(lambda self: self.scale.square() * (1 - 2 / math.pi))

    def rsample(self, sample_shape=()):
        shape = self._extended(sample_shape)
        return (torch.normal(torch.zeros(shape), torch.ones(shape)) * self.scale).abs()

    def log_prob(self, value):
        found = self._normal.log_prob(value) + math.log(2)
        return torch.where(value >= 0, found, torch.full_like(found, -math.inf))

    def entropy(self):
        return self._normal.entropy() - math.log(2)


class Geometric(Distribution):
    """How many trials fail before the first that succeeds."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError('Either `probs` or `logits` must be specified, but not both.')
        self.probs, = _tensors(probs if probs is not None else torch.sigmoid(torch.as_tensor(logits)))
        super().__init__(self.probs.shape)

    mean = property(lambda self: 1 / self.probs - 1)
    variance = property(lambda self: (1 / self.probs - 1) / self.probs)

    def sample(self, sample_shape=()):
        shape = self._extended(sample_shape)
        with torch.no_grad():
            u = self.probs.new_empty(shape).uniform_(torch.finfo(self.probs.dtype).tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        return value * (-self.probs).log1p() + self.probs.log()


class OneHotCategorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)
        super().__init__(self._categorical.batch_shape, self._categorical.probs.shape[-1:])

    probs = mean = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    variance = property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        return torch.nn.functional.one_hot(self._categorical.sample(sample_shape), self._event_shape[0]).to(self.probs.dtype)

    def log_prob(self, value):
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()


class Independent(Distribution):
    """The last batch dimensions of another distribution taken as one event."""

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        cut = len(base_distribution.batch_shape) - reinterpreted_batch_ndims
        super().__init__(base_distribution.batch_shape[:cut], base_distribution.batch_shape[cut:] + base_distribution.event_shape)

    mean = property(lambda self: self.base_dist.mean)
    variance = property(lambda self: self.base_dist.variance)

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    def _summed(self, value):
        n = self.reinterpreted_batch_ndims
        return value.sum(list(range(-n, 0))) if n else value

    def log_prob(self, value):
        return self._summed(self.base_dist.log_prob(value))

    def entropy(self):
        return self._summed(self.base_dist.entropy())

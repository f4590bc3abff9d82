"""The base of distributions, and those of one number."""
import math

import torch


class Distribution:
    """Parameters broadcast to batch_shape; one event has event_shape."""

    has_rsample = False

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape = torch.Size(batch_shape)
        self._event_shape = torch.Size(event_shape)

    batch_shape = property(lambda self: self._batch_shape)
    event_shape = property(lambda self: self._event_shape)

    def _extended(self, sample_shape):
        return torch.Size(tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def sample_n(self, n):
        return self.sample((n,))

    def rsample(self, sample_shape=()):
        raise NotImplementedError

    def log_prob(self, value):
        raise NotImplementedError

    @property
    def stddev(self):
        return self.variance.sqrt()


def _tensors(*values):
    tensors = [v if isinstance(v, torch.Tensor) else torch.tensor(float(v)) for v in values]
    return torch.broadcast_tensors(*tensors)


class Normal(Distribution):
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _tensors(loc, scale)
        if not bool((self.scale > 0).all()):
            raise ValueError('Expected parameter scale (%s of shape %s) of distribution Normal(loc: %s, scale: %s) to satisfy the constraint '
                             'GreaterThan(lower_bound=0.0), but found invalid values:\n%s' % (type(self.scale).__name__, tuple(self.scale.shape), self.loc, self.scale, self.scale))
        super().__init__(self.loc.shape)

    mean = property(lambda self: self.loc)
    variance = property(lambda self: self.scale.square())
    stddev = property(lambda self: self.scale)

    def sample(self, sample_shape=()):
        shape = self._extended(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=()):
        shape = self._extended(sample_shape)
        return self.loc + torch.randn(shape, dtype=self.loc.dtype, device=self.loc.device) * self.scale

    def log_prob(self, value):
        return -(value - self.loc).square() / (2 * self.scale.square()) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()

    def __repr__(self):
        if self.loc.numel() == 1:
            return 'Normal(loc: %s, scale: %s)' % (self.loc.item(), self.scale.item())
        return 'Normal(loc: %s, scale: %s)' % (self.loc.size(), self.scale.size())


class Uniform(Distribution):
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = _tensors(low, high)
        super().__init__(self.low.shape)

    mean = property(lambda self: (self.high + self.low) / 2)
    variance = property(lambda self: (self.high - self.low).square() / 12)

    def rsample(self, sample_shape=()):
        return self.low + torch.rand(self._extended(sample_shape), dtype=self.low.dtype, device=self.low.device) * (self.high - self.low)

    def log_prob(self, value):
        inside = ((value >= self.low) & (value < self.high)).to(self.low.dtype)
        return inside.log() - (self.high - self.low).log()


class Exponential(Distribution):
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        self.rate, = _tensors(rate)
        super().__init__(self.rate.shape)

    mean = property(lambda self: self.rate.reciprocal())
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape=()):
        return torch.empty(self._extended(sample_shape), dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value):
        return self.rate.log() - self.rate * value


class Poisson(Distribution):
    def __init__(self, rate, validate_args=None):
        self.rate, = _tensors(rate)
        super().__init__(self.rate.shape)

    mean = variance = property(lambda self: self.rate)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.poisson(self.rate.expand(self._extended(sample_shape)))

    def log_prob(self, value):
        value, rate = torch.as_tensor(value, dtype=self.rate.dtype), self.rate
        return value * rate.log() - rate - (value + 1).lgamma()


class Bernoulli(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError('Either `probs` or `logits` must be specified, but not both.')
        self.probs, = _tensors(probs if probs is not None else torch.sigmoid(torch.as_tensor(logits)))
        super().__init__(self.probs.shape)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended(sample_shape)))

    def log_prob(self, value):
        return -torch.nn.functional.binary_cross_entropy(self.probs.expand_as(value), value, reduction='none')


class Categorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError('Either `probs` or `logits` must be specified, but not both.')
        self.probs = probs / probs.sum(-1, keepdim=True) if probs is not None else torch.softmax(logits, -1)
        self.logits = torch.log(self.probs)
        super().__init__(self.probs.shape[:-1])

    def sample(self, sample_shape=()):
        count = 1
        for n in sample_shape:
            count *= n
        with torch.no_grad():
            drawn = torch.multinomial(self.probs.reshape(-1, self.probs.shape[-1]), count, True).t()
        return drawn.reshape(self._extended(sample_shape))

    def log_prob(self, value):
        return self.logits.expand(tuple(value.shape) + (self.logits.shape[-1],)).gather(-1, value.long().unsqueeze(-1)).squeeze(-1)

    def entropy(self):
        return -(self.probs * self.logits).sum(-1)

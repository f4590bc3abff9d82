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

    def entropy(self):
        raise NotImplementedError

    def _need(self, name, value, ok, constraint):
        """ValueError in PyTorch's words when a parameter is not what it must be."""
        if not ok:
            raise ValueError('Expected parameter %s (%s of shape %s) of distribution %r to satisfy the constraint %s, but found invalid values:\n%s'
                             % (name, type(value).__name__, tuple(value.shape), self, constraint, value))

    def __repr__(self):
        names = [n for n in ('probs', 'logits', 'low', 'high', 'loc', 'scale', 'rate', 'total_count') if n in self.__dict__]
        shown = ', '.join('%s: %s' % (n, self.__dict__[n].item() if self.__dict__[n].numel() == 1 else self.__dict__[n].size())
                          if isinstance(self.__dict__[n], torch.Tensor) else '%s: %s' % (n, self.__dict__[n]) for n in names)
        return '%s(%s)' % (type(self).__name__, shown)

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
        self._need('scale', self.scale, bool((self.scale > 0).all()), 'GreaterThan(lower_bound=0.0)')
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
        if not isinstance(value, torch.Tensor):
            raise ValueError('The value argument to log_prob must be a Tensor')
        return -(value - self.loc).square() / (2 * self.scale.square()) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()


class Uniform(Distribution):
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = _tensors(low, high)
        if not bool((self.low < self.high).all()):
            raise ValueError('Uniform is not defined when low>= high')
        super().__init__(self.low.shape)

    mean = property(lambda self: (self.high + self.low) / 2)
    variance = property(lambda self: (self.high - self.low).square() / 12)

    def rsample(self, sample_shape=()):
        return self.low + torch.rand(self._extended(sample_shape), dtype=self.low.dtype, device=self.low.device) * (self.high - self.low)

    def entropy(self):
        return (self.high - self.low).log()

    def cdf(self, value):
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def log_prob(self, value):
        inside = ((value >= self.low) & (value < self.high)).to(self.low.dtype)
        return inside.log() - (self.high - self.low).log()


class Exponential(Distribution):
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        self.rate, = _tensors(rate)
        self._need('rate', self.rate, bool((self.rate > 0).all()), 'GreaterThan(lower_bound=0.0)')
        super().__init__(self.rate.shape)

    mean = property(lambda self: self.rate.reciprocal())
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape=()):
        return torch.empty(self._extended(sample_shape), dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value):
        return self.rate.log() - self.rate * value

    def entropy(self):
        return 1.0 - self.rate.log()

    def cdf(self, value):
        return 1 - (-self.rate * value).exp()


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
        self._need('probs', self.probs, bool(((self.probs >= 0) & (self.probs <= 1)).all()), 'Interval(lower_bound=0.0, upper_bound=1.0)')
        super().__init__(self.probs.shape)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))
    logits = property(lambda self: torch.logit(self.probs))

    def entropy(self):
        p = self.probs
        return -(torch.xlogy(p, p) + torch.xlogy(1 - p, 1 - p))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended(sample_shape)))

    def log_prob(self, value):
        return -torch.nn.functional.binary_cross_entropy(self.probs.expand_as(value), value, reduction='none')


class Categorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError('Either `probs` or `logits` must be specified, but not both.')
        if probs is not None and bool((probs < 0).any()):
            raise ValueError('Expected parameter probs (%s of shape %s) of distribution Categorical(probs: %s) to satisfy the constraint Simplex(), but found invalid '
                             'values:\n%s' % (type(probs).__name__, tuple(probs.shape), probs.size(), probs))
        self.probs = probs / probs.sum(-1, keepdim=True) if probs is not None else torch.softmax(logits, -1)
        eps = torch.finfo(self.probs.dtype).eps
        self.logits = torch.log(self.probs.clamp(min=eps, max=1 - eps)) if probs is not None else torch.log_softmax(logits, -1)
        super().__init__(self.probs.shape[:-1])

    param_shape = property(lambda self: self.probs.shape)
    mean = variance = property(lambda self: torch.full(self._batch_shape, math.nan))

    def sample(self, sample_shape=()):
        count = 1
        for n in sample_shape:
            count *= n
        with torch.no_grad():
            drawn = torch.multinomial(self.probs.reshape(-1, self.probs.shape[-1]), count, True).t()
        return drawn.reshape(self._extended(sample_shape))

    def log_prob(self, value):
        if bool(((value < 0) | (value >= self.logits.shape[-1])).any()):
            raise ValueError('Expected value argument (%s of shape %s) to be within the support (IntegerInterval(lower_bound=0, upper_bound=%d)) of the distribution %r, but '
                             'found invalid values:\n%s' % (type(value).__name__, tuple(value.shape), self.logits.shape[-1] - 1, self, value))
        return self.logits.expand(tuple(value.shape) + (self.logits.shape[-1],)).gather(-1, value.long().unsqueeze(-1)).squeeze(-1)

    def entropy(self):
        return -(self.probs * self.logits).sum(-1)

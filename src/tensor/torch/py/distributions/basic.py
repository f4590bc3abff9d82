"""Distributions of one number that lessons use most: Normal, Uniform, Exponential, Poisson, Bernoulli, Categorical."""
import math

import torch
from _torch import _two
from . import constraints
from .distribution import Distribution, Lazy, broadcast, of_probs, one_of, size_of_given


class Normal(Distribution):
    """The bell curve of a mean and a standard deviation."""
    arg_constraints = {'loc': constraints.real, 'scale': constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: self.scale.square())
    stddev = property(lambda self: self.scale)

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('loc', 'scale'))

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        return self.loc + torch.randn(shape, dtype=self.loc.dtype, device=self.loc.device) * self.scale

    def log_prob(self, value):
        value = self._checked(value)
        return -(value - self.loc).square() / (2 * self.scale.square()) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        value = self._checked(value)
        away = (value - self.loc) / (self.scale * math.sqrt(2))
        return (1 + away.erf()) / 2

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()


class Uniform(Distribution):
    """Any number from low up to high, each as likely."""
    arg_constraints = {'low': constraints.dependent, 'high': constraints.dependent}
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = broadcast(low, high)
        if _two('UNIFORM_BOUNDED'):
            self.arg_constraints = {'low': constraints.less_than(self.high), 'high': constraints.greater_than(self.low)}
        super().__init__(self.low.shape, validate_args=validate_args)
        if self._validate_args and not (self.low < self.high).all():
            raise ValueError('Uniform is not defined when low>= high')

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        return constraints.interval(self.low, self.high)

    mean = property(lambda self: (self.high + self.low) / 2)
    mode = property(lambda self: math.nan * self.high)
    variance = property(lambda self: (self.high - self.low).square() / 12)

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('low', 'high'))

    def rsample(self, sample_shape=torch.Size()):
        return self.low + torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype, device=self.low.device) * (self.high - self.low)

    def entropy(self):
        return (self.high - self.low).log()

    def cdf(self, value):
        value = self._checked(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def log_prob(self, value):
        value = self._checked(value)
        inside = ((self.low <= value) & (self.high > value)).to(self.low.dtype)
        return inside.log() - (self.high - self.low).log()


class Exponential(Distribution):
    """How long until something happens that happens at a rate."""
    arg_constraints = {'rate': constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        self.rate, = broadcast(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    mean = stddev = property(lambda self: self.rate.reciprocal())
    mode = property(lambda self: torch.zeros_like(self.rate))
    variance = property(lambda self: self.rate.pow(-2))

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('rate',))

    def rsample(self, sample_shape=torch.Size()):
        return self.rate.new_empty(self._extended_shape(sample_shape)).exponential_() / self.rate

    def log_prob(self, value):
        value = self._checked(value)
        return self.rate.log() - self.rate * value

    def entropy(self):
        return 1.0 - self.rate.log()

    def cdf(self, value):
        value = self._checked(value)
        return 1 - (-self.rate * value).exp()

    def icdf(self, value):
        return -torch.log1p(-value) / self.rate


class Poisson(Distribution):
    """How often something happens that happens at a rate."""
    arg_constraints = {'rate': constraints.nonnegative}
    support = constraints.nonnegative_integer

    def __init__(self, rate, validate_args=None):
        self.rate, = broadcast(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    mean = variance = property(lambda self: self.rate)
    mode = property(lambda self: self.rate.floor())

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('rate',))

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return torch.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        value = self._checked(value)
        rate, value = broadcast(self.rate, value)
        return torch.xlogy(value, rate) - rate - (value + 1).lgamma()


class OfProbability(Distribution):
    """One probability or its logit; the other of both is computed from it."""
    arg_constraints = {'probs': constraints.unit_interval, 'logits': constraints.real}

    def __init__(self, probs=None, logits=None, validate_args=None):
        name, given = one_of(probs, logits)
        self.__dict__[name], = broadcast(given)
        super().__init__(self.__dict__[name].shape, validate_args=validate_args)

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('probs', 'logits'))

    @Lazy
    def probs(self):
        return torch.sigmoid(self.logits)

    @Lazy
    def logits(self):
        p = of_probs(self.probs)
        return p.log() - torch.log1p(-p)


class Bernoulli(OfProbability):
    """0 or 1, of a probability or its logit."""
    param_shape = property(size_of_given)
    support = constraints.boolean
    has_enumerate_support = True

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    @property
    def mode(self):
        return torch.where(self.probs == 0.5, torch.full_like(self.probs, math.nan), (self.probs >= 0.5).to(self.probs))

    def entropy(self):
        return torch.nn.functional.binary_cross_entropy_with_logits(self.logits, self.probs, reduction='none')

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        value = self._checked(value)
        logits, value = broadcast(self.logits, value)
        return -torch.nn.functional.binary_cross_entropy_with_logits(logits, value, reduction='none')

    def enumerate_support(self, expand=True):
        return self._along(torch.arange(2, dtype=self.probs.dtype, device=self.probs.device), expand)


class Categorical(Distribution):
    """One of several, an index, of probabilities or logits."""
    arg_constraints = {'probs': constraints.simplex, 'logits': constraints.real_vector}
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        name, given = one_of(probs, logits)
        if given.dim() < 1:
            raise ValueError(f'`{name}` parameter must be at least one-dimensional.')
        self.__dict__[name] = given / given.sum(-1, keepdim=True) if logits is None else given - given.logsumexp(-1, keepdim=True)
        self._num_events = given.shape[-1]
        super().__init__(given.shape[:-1], validate_args=validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self._num_events - 1)

    @Lazy
    def probs(self):
        return torch.softmax(self.logits, -1)

    @Lazy
    def logits(self):
        return of_probs(self.probs).log()

    def expand(self, batch_shape):
        made = self._expand_over(batch_shape, ('probs', 'logits'))
        made._num_events = self._num_events
        return made

    param_shape = property(size_of_given)
    mean = variance = property(lambda self: torch.full(self._batch_shape, math.nan, dtype=self.probs.dtype, device=self.probs.device))
    mode = property(lambda self: self.probs.argmax(-1))

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            drawn = torch.multinomial(self.probs.reshape(-1, self._num_events), torch.Size(sample_shape).numel(), True).t()
        return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        value = self._checked(value)
        value, logits = torch.broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        return -(self.probs * self.logits.clamp(min=torch.finfo(self.logits.dtype).min)).sum(-1)

    def enumerate_support(self, expand=True):
        return self._along(torch.arange(self._num_events, device=self.probs.device), expand)

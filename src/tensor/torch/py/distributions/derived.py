"""Distributions that are another one's numbers sent through transforms: LogNormal, HalfNormal, HalfCauchy, Gumbel, Pareto, Weibull, Kumaraswamy, LogisticNormal and the relaxed ones."""
import math

import torch
from . import constraints
from .basic import Bernoulli, Categorical, Exponential, Normal, Uniform
from .distribution import Distribution, broadcast, of_probs, one_of, size_of_given
from .transformed import Cauchy
from .transformed_distribution import TransformedDistribution
from .transforms import AbsTransform, AffineTransform, ExpTransform, PowerTransform, SigmoidTransform, StickBreakingTransform
from .utils import euler_constant


class LogNormal(TransformedDistribution):
    """A number whose logarithm is normal."""
    arg_constraints = {'loc': constraints.real, 'scale': constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        super().__init__(Normal(loc, scale, validate_args=validate_args), ExpTransform(), validate_args=validate_args)

    loc = property(lambda self: self.base_dist.loc)
    scale = property(lambda self: self.base_dist.scale)
    mean = property(lambda self: (self.loc + self.scale.square() / 2).exp())
    mode = property(lambda self: (self.loc - self.scale.square()).exp())
    variance = property(lambda self: self.scale.square().expm1() * (2 * self.loc + self.scale.square()).exp())

    def entropy(self):
        return self.base_dist.entropy() + self.loc


class _Half(TransformedDistribution):
    """The sizes of the numbers of a distribution around 0."""
    arg_constraints = {'scale': constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    base = Normal

    def __init__(self, scale, validate_args=None):
        super().__init__(self.base(0, scale, validate_args=False), AbsTransform(), validate_args=validate_args)

    scale = property(lambda self: self.base_dist.scale)
    mode = property(lambda self: torch.zeros_like(self.scale))

    def log_prob(self, value):
        value = torch.as_tensor(self._checked(value), dtype=self.scale.dtype, device=self.scale.device)
        found = self.base_dist.log_prob(value) + math.log(2)
        return torch.where(value >= 0, found, torch.full_like(found, -math.inf))

    def cdf(self, value):
        return 2 * self.base_dist.cdf(self._checked(value)) - 1

    def icdf(self, prob):
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self):
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_Half):
    """A normal number's size, without its sign."""
    mean = property(lambda self: self.scale * math.sqrt(2 / math.pi))
    variance = property(lambda self: self.scale.square() * (1 - 2 / math.pi))


class HalfCauchy(_Half):
    """A Cauchy's size, without its sign."""
    base = Cauchy
    mean = property(lambda self: torch.full(self._extended_shape(), math.inf, dtype=self.scale.dtype, device=self.scale.device))
    variance = property(lambda self: self.base_dist.variance)


class Gumbel(TransformedDistribution):
    """The largest of many."""
    arg_constraints = {'loc': constraints.real, 'scale': constraints.positive}
    support = constraints.real

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast(loc, scale)
        info = torch.finfo(self.loc.dtype)
        base = Uniform(torch.full_like(self.loc, info.tiny), torch.full_like(self.loc, 1 - info.eps), validate_args=validate_args)
        ways = [ExpTransform().inv, AffineTransform(loc=0, scale=-torch.ones_like(self.scale)), ExpTransform().inv, AffineTransform(loc=self.loc, scale=-self.scale)]
        super().__init__(base, ways, validate_args=validate_args)

    mean = property(lambda self: self.loc + self.scale * euler_constant)
    mode = property(lambda self: self.loc)
    stddev = property(lambda self: math.pi / math.sqrt(6) * self.scale)
    variance = property(lambda self: self.stddev.square())

    def expand(self, batch_shape):
        return type(self)(self.loc.expand(torch.Size(batch_shape)), self.scale.expand(torch.Size(batch_shape)), validate_args=False)._validated_as(self)

    def log_prob(self, value):
        y = (self.loc - self._checked(value)) / self.scale
        return y - y.exp() - self.scale.log()

    def entropy(self):
        return self.scale.log() + (1 + euler_constant)


class Pareto(TransformedDistribution):
    """A power of how large something is, from a scale on."""
    arg_constraints = {'alpha': constraints.positive, 'scale': constraints.positive}

    def __init__(self, scale, alpha, validate_args=None):
        self.scale, self.alpha = broadcast(scale, alpha)
        super().__init__(Exponential(self.alpha, validate_args=validate_args), [ExpTransform(), AffineTransform(loc=0, scale=self.scale)], validate_args=validate_args)

    def expand(self, batch_shape):
        return type(self)(self.scale.expand(torch.Size(batch_shape)), self.alpha.expand(torch.Size(batch_shape)), validate_args=False)._validated_as(self)

    @property
    def mean(self):
        a = self.alpha.clamp(min=1)             # infinite up to 1
        return a * self.scale / (a - 1)

    mode = property(lambda self: self.scale)

    variance = property(lambda self: self._spread(self.alpha.clamp(min=2)))

    def _spread(self, a):
        """Infinite up to 2."""
        return self.scale.square() * a / ((a - 1).square() * (a - 2))

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        return constraints.greater_than_eq(self.scale)

    def entropy(self):
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())


class Weibull(TransformedDistribution):
    """How long something lasts that ages."""
    arg_constraints = {'scale': constraints.positive, 'concentration': constraints.positive}
    support = constraints.positive

    def __init__(self, scale, concentration, validate_args=None):
        self.scale, self.concentration = broadcast(scale, concentration)
        bent = PowerTransform(1 / self.concentration)
        self.concentration_reciprocal = bent.exponent
        unit = self.scale.new_ones(self.scale.shape)
        super().__init__(Exponential(unit, validate_args), [bent, AffineTransform(0, self.scale)], validate_args)

    def expand(self, batch_shape):
        return type(self)(self.scale.expand(torch.Size(batch_shape)), self.concentration.expand(torch.Size(batch_shape)), validate_args=False)._validated_as(self)

    def _gamma(self, times):
        return torch.lgamma(1 + times * self.concentration_reciprocal)

    mean = property(lambda self: self.scale * self._gamma(1).exp())
    mode = property(lambda self: self.scale * ((self.concentration - 1) / self.concentration) ** self.concentration.reciprocal())
    variance = property(lambda self: self.scale.square() * (self._gamma(2).exp() - (2 * self._gamma(1)).exp()))

    def entropy(self):
        return euler_constant * (1 - self.concentration_reciprocal) + (self.scale * self.concentration_reciprocal).log() + 1


class Kumaraswamy(TransformedDistribution):
    """A number from 0 to 1, much as of Beta, whose distribution function is plain."""
    arg_constraints = {'concentration1': constraints.positive, 'concentration0': constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast(concentration1, concentration0)
        zero = torch.zeros_like(self.concentration0)
        ways = [PowerTransform(exponent=self.concentration0.reciprocal()), AffineTransform(loc=1.0, scale=-1.0), PowerTransform(exponent=self.concentration1.reciprocal())]
        super().__init__(Uniform(zero, zero + 1, validate_args=validate_args), ways, validate_args=validate_args)

    def expand(self, batch_shape):
        return type(self)(self.concentration1.expand(torch.Size(batch_shape)), self.concentration0.expand(torch.Size(batch_shape)), validate_args=False)._validated_as(self)

    def _moment(self, n):
        a, b = 1 + n / self.concentration1, self.concentration0
        return b * (torch.lgamma(a) + b.lgamma() - (a + b).lgamma()).exp()

    mean = property(lambda self: self._moment(1))
    variance = property(lambda self: self._moment(2) - self._moment(1).square())

    @property
    def mode(self):
        a, b = self.concentration1, self.concentration0
        found = (b.reciprocal() * (-b).log1p() - (-b * a).log1p()).exp()        # as PyTorch's: of negative numbers, and so NaN
        return torch.where((a < 1) | (b < 1), torch.full_like(found, math.nan), found)

    def entropy(self):
        shapes = self.concentration1, self.concentration0
        harmonic = shapes[1].add(1).digamma().add(euler_constant)
        first, second = (1 - shape.reciprocal() for shape in shapes)
        found = second + harmonic.mul(first)
        for shape in shapes:
            found = found - shape.log()
        return found


class LogisticNormal(TransformedDistribution):
    """Probabilities whose logits are normal."""
    arg_constraints = {'loc': constraints.real, 'scale': constraints.positive}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        base = Normal(loc, scale, validate_args=validate_args)
        super().__init__(base if base.batch_shape else base.expand([1]), StickBreakingTransform(), validate_args=validate_args)

    loc = property(lambda self: self.base_dist.base_dist.loc)
    scale = property(lambda self: self.base_dist.base_dist.scale)


class LogitRelaxedBernoulli(Distribution):
    """What a RelaxedBernoulli is before the sigmoid."""
    arg_constraints = {'probs': constraints.unit_interval, 'logits': constraints.real}
    support = constraints.real

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        name, given = one_of(probs, logits)
        self.__dict__[name], = broadcast(given)
        super().__init__(self.__dict__[name].shape, validate_args=validate_args)

    probs, logits, param_shape = Bernoulli.probs, Bernoulli.logits, property(size_of_given)

    def expand(self, batch_shape):
        made = self._expand_over(batch_shape, ('probs', 'logits'))
        made.temperature = self.temperature
        return made

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        probs = of_probs(self.probs.expand(shape))
        odds = 0
        for chance in (of_probs(torch.rand(shape, dtype=probs.dtype, device=probs.device)), probs):
            odds = odds + chance.log() - chance.neg().log1p()
        return odds / self.temperature

    def log_prob(self, value):
        logits, value = broadcast(self.logits, self._checked(value))
        off = logits - value.mul(self.temperature)
        return self.temperature.log() + off - 2 * off.exp().log1p()


class RelaxedBernoulli(TransformedDistribution):
    """A number from 0 to 1, the nearer to one of them the lower the temperature; gradients go through its draws."""
    arg_constraints = {'probs': constraints.unit_interval, 'logits': constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(LogitRelaxedBernoulli(temperature, probs, logits), SigmoidTransform(), validate_args=validate_args)

    temperature = property(lambda self: self.base_dist.temperature)
    logits = property(lambda self: self.base_dist.logits)
    probs = property(lambda self: self.base_dist.probs)


class ExpRelaxedCategorical(Distribution):
    """The logarithms of a RelaxedOneHotCategorical's numbers."""
    arg_constraints = {'probs': constraints.simplex, 'logits': constraints.real_vector}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self._categorical, self.temperature = Categorical(probs, logits), temperature
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    param_shape = property(lambda self: self._categorical.param_shape)
    logits = property(lambda self: self._categorical.logits)
    probs = property(lambda self: self._categorical.probs)

    def expand(self, batch_shape):
        made = self._expand_over(batch_shape, ())
        made.temperature, made._categorical = self.temperature, self._categorical.expand(batch_shape)
        return made

    def rsample(self, sample_shape=torch.Size()):
        u = of_probs(torch.rand(self._extended_shape(sample_shape), dtype=self.logits.dtype, device=self.logits.device))
        scores = (self.logits - (-u.log()).log()) / self.temperature
        return scores - scores.logsumexp(-1, keepdim=True)

    def log_prob(self, value):
        many = self._categorical._num_events
        logits, value = broadcast(self.logits, self._checked(value))
        scale = torch.full_like(self.temperature, float(many)).lgamma() - self.temperature.log().mul(-(many - 1))
        score = logits - value.mul(self.temperature)
        return (score - score.logsumexp(-1, keepdim=True)).sum(-1) + scale


class RelaxedOneHotCategorical(TransformedDistribution):
    """Weights of several, the nearer to one alone the lower the temperature; gradients go through its draws."""
    arg_constraints = {'probs': constraints.simplex, 'logits': constraints.real_vector}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(ExpRelaxedCategorical(temperature, probs, logits, validate_args=validate_args), ExpTransform(), validate_args=validate_args)

    temperature = property(lambda self: self.base_dist.temperature)
    logits = property(lambda self: self.base_dist.logits)
    probs = property(lambda self: self.base_dist.probs)

"""NegativeBinomial, FisherSnedecor, ContinuousBernoulli, OneHotCategoricalStraightThrough, MixtureSameFamily, VonMises."""
import math

import torch
from . import constraints
from .basic import Bernoulli, Categorical
from .distribution import Distribution, Lazy, broadcast, of_probs, one_of, size_of_given
from .gamma import Gamma
from .transformed import OneHotCategorical


class NegativeBinomial(Distribution):
    """How many trials succeed before total_count have failed."""
    arg_constraints = {'total_count': constraints.greater_than_eq(0), 'probs': constraints.half_open_interval(0.0, 1.0), 'logits': constraints.real}
    support = constraints.nonnegative_integer

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        name, given = one_of(probs, logits)
        self.total_count, self.__dict__[name] = broadcast(total_count, given)
        self.total_count = self.total_count.to(self.__dict__[name].dtype)
        super().__init__(self.total_count.shape, validate_args=validate_args)

    probs, logits, param_shape = Bernoulli.probs, Bernoulli.logits, property(size_of_given)

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('total_count', 'probs', 'logits'))

    mean = property(lambda self: self.total_count * torch.exp(self.logits))
    mode = property(lambda self: ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0))
    variance = property(lambda self: self.mean / torch.sigmoid(-self.logits))

    @property
    def _gamma(self):
        return Gamma(concentration=self.total_count, rate=torch.exp(-self.logits), validate_args=False)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return torch.poisson(self._gamma.sample(sample_shape))

    def log_prob(self, value):
        value = self._checked(value)
        n = self.total_count
        plain = n * torch.nn.functional.logsigmoid(-self.logits) + value * torch.nn.functional.logsigmoid(self.logits)
        ways = torch.lgamma(1.0 + value) + torch.lgamma(n) - torch.lgamma(n + value)
        return plain - torch.where(n + value == 0, torch.zeros_like(ways), ways)


class FisherSnedecor(Distribution):
    """The ratio of two variances."""
    arg_constraints = {'df1': constraints.positive, 'df2': constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast(df1, df2)
        self._gamma1, self._gamma2 = (Gamma(df * 0.5, df) for df in (self.df1, self.df2))
        super().__init__(self.df1.shape, validate_args=validate_args)

    def expand(self, batch_shape):
        made = self._expand_over(batch_shape, ('df1', 'df2'))
        made._gamma1, made._gamma2 = self._gamma1.expand(batch_shape), self._gamma2.expand(batch_shape)
        return made

    @property
    def mean(self):
        df = torch.where(self.df2 > 2, self.df2, torch.full_like(self.df2, math.nan))
        return df / (df - 2)

    @property
    def mode(self):
        found = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return torch.where(self.df1 > 2, found, torch.full_like(found, math.nan))

    @property
    def variance(self):
        df = torch.where(self.df2 > 4, self.df2, torch.full_like(self.df2, math.nan))
        return 2 * df.square() * (self.df1 + df - 2) / (self.df1 * (df - 2).square() * (df - 4))

    def rsample(self, sample_shape=torch.Size()):
        above, below = self._gamma1.rsample(sample_shape), self._gamma2.rsample(sample_shape)
        tiny = torch.finfo(above.dtype).tiny
        return (above / below.clamp(min=tiny)).clamp(min=tiny)

    def log_prob(self, value):
        value = self._checked(value)
        a, b, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        whole = (a + b).lgamma() - a.lgamma() - b.lgamma()
        return whole + a * ratio.log() + (a - 1) * value.log() - (a + b) * torch.log1p(ratio * value)


class ContinuousBernoulli(Distribution):
    """Numbers between 0 and 1 with the density p^x (1 - p)^(1 - x), up to a factor; near p = 1/2 that factor is taken from its series."""
    arg_constraints = {'probs': constraints.unit_interval, 'logits': constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        name, given = one_of(probs, logits)
        self.__dict__[name], = broadcast(given)
        self._lims = lims
        if name == 'probs' and validate_args:
            if not self.arg_constraints['probs'].check(self.probs).all():
                raise ValueError('The parameter probs has invalid values')
        if name == 'probs':
            self.probs = of_probs(self.probs)
        super().__init__(self.__dict__[name].shape, validate_args=validate_args)

    logits, param_shape = Bernoulli.logits, property(size_of_given)

    @Lazy
    def probs(self):
        return of_probs(torch.sigmoid(self.logits))

    def expand(self, batch_shape):
        made = self._expand_over(batch_shape, ('probs', 'logits'))
        made._lims = self._lims
        return made

    def _outside(self):
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    def _cut(self):
        """The probabilities, those near 1/2 moved to the edge."""
        return torch.where(self._outside(), self.probs, torch.full_like(self.probs, self._lims[0]))

    def _log_factor(self):
        p = self._cut()
        below = torch.where(p <= 0.5, p, torch.zeros_like(p))
        above = torch.where(p >= 0.5, p, torch.ones_like(p))
        size = torch.log((torch.log1p(-p) - p.log()).abs()) - torch.where(p <= 0.5, torch.log1p(-2.0 * below), torch.log(2.0 * above - 1.0))
        x = (self.probs - 0.5).square()
        return torch.where(self._outside(), size, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x)

    @property
    def mean(self):
        p, x = self._cut(), self.probs - 0.5
        found = p / (2.0 * p - 1.0) + 1.0 / (torch.log1p(-p) - p.log())
        return torch.where(self._outside(), found, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * x.square()) * x)

    @property
    def variance(self):
        p, x = self._cut(), (self.probs - 0.5).square()
        found = p * (p - 1.0) / (1.0 - 2.0 * p).square() + 1.0 / (torch.log1p(-p) - p.log()).square()
        return torch.where(self._outside(), found, 1.0 / 12.0 - (1.0 / 15.0 - 128. / 945.0 * x) * x)

    stddev = property(lambda self: self.variance.sqrt())

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        return self.icdf(torch.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype, device=self.probs.device))

    def log_prob(self, value):
        logits, value = broadcast(self.logits, self._checked(value))
        return -torch.nn.functional.binary_cross_entropy_with_logits(logits, value, reduction='none') + self._log_factor()

    def cdf(self, value):
        value = self._checked(value)
        p = self._cut()
        found = (p ** value * (1.0 - p) ** (1.0 - value) + p - 1.0) / (2.0 * p - 1.0)
        found = torch.where(self._outside(), found, value)
        return torch.where(value <= 0.0, torch.zeros_like(value), torch.where(value >= 1.0, torch.ones_like(value), found))

    def icdf(self, value):
        p = self._cut()
        found = (torch.log1p(-p + value * (2.0 * p - 1.0)) - torch.log1p(-p)) / (p.log() - torch.log1p(-p))
        return torch.where(self._outside(), found, value)

    def entropy(self):
        off, whole = torch.log1p(-self.probs), self.probs.log()
        return self.mean * (off - whole) - self._log_factor() - off


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """Whose samples send gradients to the probabilities as if they were these."""
    has_rsample = True

    def rsample(self, sample_shape=torch.Size()):
        probs = self._categorical.probs
        return self.sample(sample_shape) + (probs - probs.detach())


class MixtureSameFamily(Distribution):
    """The last batch dimension of a distribution, of which a Categorical chooses one place."""
    arg_constraints = {}
    has_rsample = False

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self._mixture_distribution, self._component_distribution = mixture_distribution, component_distribution
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(' The Mixture distribution needs to be an  instance of torch.distribtutions.Categorical')
        if not isinstance(component_distribution, Distribution):
            raise ValueError('The Component distribution need to be an instance of torch.distributions.Distribution')
        mixed, batch = mixture_distribution.batch_shape, component_distribution.batch_shape[:-1]
        for one, other in zip(reversed(mixed), reversed(batch)):
            if one != 1 and other != 1 and one != other:
                raise ValueError(f'`mixture_distribution.batch_shape` ({mixed}) is not compatible with `component_distribution.batch_shape`({batch})')
        chosen, many = mixture_distribution.logits.shape[-1], component_distribution.batch_shape[-1]
        if chosen is not None and many is not None and chosen != many:
            raise ValueError(f'`mixture_distribution component` ({chosen}) does not equal `component_distribution.batch_shape[-1]` ({many})')
        self._num_component, self._event_ndims = many, len(component_distribution.event_shape)
        super().__init__(batch, component_distribution.event_shape, validate_args)

    mixture_distribution = property(lambda self: self._mixture_distribution)
    component_distribution = property(lambda self: self._component_distribution)

    def expand(self, batch_shape):
        batch_shape = torch.Size(batch_shape)
        made = self._expand_over(batch_shape, ())
        made._component_distribution = self._component_distribution.expand(batch_shape + (self._num_component,))
        made._mixture_distribution = self._mixture_distribution.expand(batch_shape)
        made._num_component, made._event_ndims = self._num_component, self._event_ndims
        return made

    @constraints.dependent_property
    def support(self):
        return self._component_distribution.support

    def _weights(self):
        probs = self._mixture_distribution.probs
        return probs.reshape(probs.shape + (1,) * self._event_ndims)

    def _at(self):
        return -1 - self._event_ndims

    mean = property(lambda self: (self._weights() * self._component_distribution.mean).sum(self._at()))

    @property
    def variance(self):
        weights = self._weights()
        within = (weights * self._component_distribution.variance).sum(self._at())
        between = (weights * (self._component_distribution.mean - self.mean.unsqueeze(self._at())).square()).sum(self._at())
        return within + between

    def cdf(self, x):
        below = self._component_distribution.cdf(x.unsqueeze(self._at()))
        return (below * self._mixture_distribution.probs).sum(-1)

    def log_prob(self, x):
        x = self._checked(x).unsqueeze(self._at())
        return torch.logsumexp(self._component_distribution.log_prob(x) + torch.log_softmax(self._mixture_distribution.logits, -1), -1)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            lead, at = len(sample_shape) + len(self.batch_shape), torch.Size(sample_shape)
            which = self._mixture_distribution.sample(at)
            drawn = self._component_distribution.sample(at)
            which = which.reshape(which.shape + (1,) * (self._event_ndims + 1)).expand(which.shape + (1,) + self.event_shape)
            return drawn.gather(lead, which).squeeze(lead)

    def __repr__(self):
        return f'MixtureSameFamily(\n  {self._mixture_distribution},\n  {self._component_distribution})'


# The modified Bessel functions of orders 0 and 1 by polynomials (Abramowitz and Stegun, 9.8.1 to 9.8.4): up to 3.75, and beyond it without their growth.
_BESSEL = (((1.0, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.360768e-1, 0.45813e-2), (0.5, 0.87890594, 0.51498869, 0.15084934, 0.2658733e-1, 0.301532e-2, 0.32411e-3)),
           ((0.39894228, 0.1328592e-1, 0.225319e-2, -0.157565e-2, 0.916281e-2, -0.2057706e-1, 0.2635537e-1, -0.1647633e-1, 0.392377e-2),
            (0.39894228, -0.3988024e-1, -0.362018e-2, 0.163801e-2, -0.1031555e-1, 0.2282967e-1, -0.2895312e-1, 0.1787654e-1, -0.420059e-2)))


def _polynomial(x, factors):
    made = torch.zeros_like(x)
    for factor in reversed(factors):
        made = made * x + factor
    return made


def _log_bessel(x, order):
    near = (x / 3.75).square()
    small = _polynomial(near, _BESSEL[0][order])
    small = (x.abs() * small).log() if order else small.log()
    large = x - 0.5 * x.log() + _polynomial(3.75 / x, _BESSEL[1][order]).log()
    return torch.where(x < 3.75, small, large)


class VonMises(Distribution):
    """Angles around loc; drawn by Best's and Fisher's rejections (1979)."""
    arg_constraints = {'loc': constraints.real, 'concentration': constraints.positive}
    support = constraints.real
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast(loc, concentration)
        super().__init__(self.loc.shape, torch.Size(), validate_args)

    def log_prob(self, value):
        value = self._checked(value)
        return self.concentration * torch.cos(value - self.loc) - math.log(2 * math.pi) - _log_bessel(self.concentration, 0)

    def _spread(self):
        """The proposals' parameter: of a wrapped Cauchy distribution; for tiny concentrations its limit."""
        k = self.concentration
        tau = 1 + (1 + 4 * k.square()).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * k)
        return torch.where(k < 1e-5, 1 / k + k, (1 + rho.square()) / (2 * rho))

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            r, x = self._spread(), torch.empty(shape, dtype=self.loc.dtype, device=self.loc.device)
            done = torch.zeros(shape, dtype=torch.bool, device=self.loc.device)
            while not done.all():
                u1, u2, u3 = torch.rand((3,) + shape, dtype=self.loc.dtype, device=self.loc.device).unbind()
                z = torch.cos(math.pi * u1)
                f = (1 + r * z) / (r + z)
                c = self.concentration * (r - f)
                accept = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
                if accept.any():
                    x = torch.where(accept, (u3 - 0.5).sign() * f.acos(), x)
                    done = done | accept
            return (x + math.pi + self.loc) % (2 * math.pi) - math.pi

    def expand(self, batch_shape):
        return self._expand_over(batch_shape, ('loc', 'concentration'))

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: 1 - (_log_bessel(self.concentration, 1) - _log_bessel(self.concentration, 0)).exp())

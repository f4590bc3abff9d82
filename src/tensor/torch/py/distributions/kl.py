"""kl_divergence: a table of formulas by the kinds of both distributions. What is not known of two kinds is looked for among those that they are kinds of."""
import math
import warnings
from functools import total_ordering

import torch
from .basic import Bernoulli, Categorical, Exponential, Normal, Poisson, Uniform
from .binomial import Binomial
from .derived import Gumbel, HalfNormal, LogNormal, Pareto
from .distribution import Distribution
from .gamma import Beta, Dirichlet, Gamma, MultivariateNormal
from .matrices import LowRankMultivariateNormal
from .more import ContinuousBernoulli
from .transformed import Cauchy, Geometric, Independent, Laplace, OneHotCategorical
from .transformed_distribution import TransformedDistribution
from .utils import euler_constant, sum_rightmost

_KL_REGISTRY = {}
_KL_MEMOIZE = {}


def register_kl(type_p, type_q):
    """A decorator: the formula of these two kinds."""
    pair = type_p, type_q
    for name, kind in zip(('type_p', 'type_q'), pair):
        if not isinstance(kind, type) and issubclass(kind, Distribution):
            raise TypeError(f'Expected {name} to be a Distribution subclass but got {kind}')

    def add(function):
        _KL_MEMOIZE.clear()                     # (what was found before may be less special)
        _KL_REGISTRY.update({pair: function})
        return function
    return add


@total_ordering
class _Match:
    """Pairs of kinds: the more special comes first."""

    def __init__(self, *types):
        self.types = types

    def __eq__(self, other):
        return self.types == other.types

    def __le__(self, other):
        for mine, its in zip(self.types, other.types):
            if not issubclass(mine, its):
                return False
            if mine is not its:
                break
        return True


def _found(type_p, type_q):
    """The formula for two kinds; None: there is none."""
    fits = [(p, q) for p, q in _KL_REGISTRY if issubclass(type_p, p) and issubclass(type_q, q)]
    if not fits:
        return None
    left = min(_Match(*pair) for pair in fits).types
    right_q, right_p = min(_Match(*reversed(pair)) for pair in fits).types
    one, other = _KL_REGISTRY[left], _KL_REGISTRY[right_p, right_q]
    if one is not other:
        warnings.warn(f'Ambiguous kl_divergence({type_p.__name__}, {type_q.__name__}). Please register_kl({left[0].__name__}, {right_q.__name__})', RuntimeWarning)
    return one


def kl_divergence(p, q):
    kinds = type(p), type(q)
    if kinds not in _KL_MEMOIZE:
        _KL_MEMOIZE[kinds] = _found(*kinds)
    function = _KL_MEMOIZE[kinds]
    if function is None:
        raise NotImplementedError(f'No KL(p || q) is implemented for p type {kinds[0].__name__} and q type {kinds[1].__name__}')
    return function(p, q)


def _infinite(like):
    return torch.full_like(like, math.inf)


def _where(condition, found):
    """Infinite where that is true."""
    return torch.where(condition, _infinite(found), found)


def _x_log_x(t):
    return torch.where(t == 0, torch.zeros_like(t), t * t.log())


_HALF_LOG = 0.5 * math.log(2 * math.pi)


# ---- of one kind ----
@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p, q):
    softplus = torch.nn.functional.softplus
    one = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    one = torch.where(q.probs == 0, _infinite(one), one)
    one = torch.where(p.probs == 0, torch.zeros_like(one), one)
    zero = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    zero = torch.where(q.probs == 1, _infinite(zero), zero)
    return one + torch.where(p.probs == 1, torch.zeros_like(zero), zero)


@register_kl(Beta, Beta)
def _beta(p, q):
    whole_p, whole_q = p.concentration1 + p.concentration0, q.concentration1 + q.concentration0
    factors = q.concentration1.lgamma() + q.concentration0.lgamma() + whole_p.lgamma() - (p.concentration1.lgamma() + p.concentration0.lgamma() + whole_q.lgamma())
    return (factors + (p.concentration1 - q.concentration1) * torch.digamma(p.concentration1) + (p.concentration0 - q.concentration0) * torch.digamma(p.concentration0)
            + (whole_q - whole_p) * torch.digamma(whole_p))


@register_kl(Binomial, Binomial)
def _binomial(p, q):
    if (p.total_count < q.total_count).any():
        raise NotImplementedError('KL between Binomials where q.total_count > p.total_count is not implemented')
    found = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return _where((p.total_count > q.total_count).expand(found.shape), found)


@register_kl(Categorical, Categorical)
def _categorical(p, q):
    t = p.probs * (p.logits - q.logits)
    t = torch.where((q.probs == 0).expand_as(t), _infinite(t), t)
    t = torch.where((p.probs == 0).expand_as(t), torch.zeros_like(t), t)
    return t.sum(-1)


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _continuous(p, q):
    return p.mean * (p.logits - q.logits) + p._log_factor() + torch.log1p(-p.probs) - q._log_factor() - torch.log1p(-q.probs)


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p, q):
    whole_p, whole_q = p.concentration.sum(-1), q.concentration.sum(-1)
    factors = whole_p.lgamma() - whole_q.lgamma() - (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    return factors + ((p.concentration - q.concentration) * (p.concentration.digamma() - whole_p.digamma().unsqueeze(-1))).sum(-1)


@register_kl(Exponential, Exponential)
def _exponential(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(Gamma, Gamma)
def _gamma(p, q):
    return (q.concentration * (p.rate / q.rate).log() + torch.lgamma(q.concentration) - torch.lgamma(p.concentration)
            + (p.concentration - q.concentration) * torch.digamma(p.concentration) + (q.rate - p.rate) * (p.concentration / p.rate))


@register_kl(Gumbel, Gumbel)
def _gumbel(p, q):
    ratio, a, b = p.scale / q.scale, q.loc / q.scale, p.loc / q.scale
    return -ratio.log() - a + b + ratio * euler_constant + torch.exp(a + (1 + ratio).lgamma() - b) - (1 + euler_constant)


@register_kl(Geometric, Geometric)
def _geometric(p, q):
    return -p.entropy() - torch.log1p(-q.probs) / p.probs - q.logits


@register_kl(HalfNormal, HalfNormal)
def _half_normal(p, q):
    return _normal(p.base_dist, q.base_dist)


@register_kl(Laplace, Laplace)
def _laplace(p, q):
    ratio, away = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + away / q.scale + ratio * torch.exp(-away / p.scale) - 1


@register_kl(Normal, Normal)
def _normal(p, q):
    ratio = (p.scale / q.scale).square()
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).square() - 1 - ratio.log())


def _log_root(scale_tril):
    return scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def _size_of(d):
    """Half the logarithm of a covariance's determinant."""
    return d._log_size(d._inner()[0]) / 2 if isinstance(d, LowRankMultivariateNormal) else _log_root(d._root)


def _covariance(d):
    return d.covariance_matrix if isinstance(d, LowRankMultivariateNormal) else d._root @ d._root.mT


def _precision(d):
    return d.precision_matrix if isinstance(d, LowRankMultivariateNormal) or 'precision_matrix' in d.__dict__ else torch.linalg.inv(_covariance(d))


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
@register_kl(MultivariateNormal, LowRankMultivariateNormal)
@register_kl(LowRankMultivariateNormal, MultivariateNormal)
@register_kl(MultivariateNormal, MultivariateNormal)
def _normals(p, q):
    if p.event_shape != q.event_shape:
        kinds = ('Low Rank ' if isinstance(p, LowRankMultivariateNormal) else '') + 'Multivariate Normals'
        raise ValueError(f'KL-divergence between two {kinds} with different event shapes cannot be computed')
    batch = torch.broadcast_shapes(p.batch_shape, q.batch_shape)
    n = p.event_shape[0]
    precision = _precision(q).expand(batch + (n, n))
    spread = (precision * _covariance(p)).sum((-2, -1))
    off = (q.loc - p.loc).expand(batch + (n,)).unsqueeze(-1)
    distance = (off.mT @ precision @ off).squeeze(-1).squeeze(-1)
    return _size_of(q) - _size_of(p) + 0.5 * (spread + distance - n)


@register_kl(OneHotCategorical, OneHotCategorical)
def _one_hot(p, q):
    return _categorical(p._categorical, q._categorical)


@register_kl(Pareto, Pareto)
def _pareto(p, q):
    ratio = q.alpha / p.alpha
    found = q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1
    return _where(p.support.lower_bound < q.support.lower_bound, found)


@register_kl(Poisson, Poisson)
def _poisson(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed(p, q):
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), len(p.event_shape) - len(p.base_dist.event_shape))


@register_kl(Uniform, Uniform)
def _uniform(p, q):
    return _where((q.low > p.low) | (q.high < p.high), ((q.high - q.low) / (p.high - p.low)).log())


@register_kl(Cauchy, Cauchy)
def _cauchy(p, q):
    return ((p.scale + q.scale).square() + (p.loc - q.loc).square()).log() - (4 * p.scale * q.scale).log()


@register_kl(Independent, Independent)
def _independent(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


# ---- of two kinds ----
def _endless(*pairs):
    """Where p may give what q cannot."""
    def function(p, q):
        return _infinite(torch.broadcast_tensors(_first_parameter(p), _first_parameter(q))[0])
    for pair in pairs:
        register_kl(*pair)(function)


def _first_parameter(d):
    return next(getattr(d, name) for name in ('rate', 'concentration', 'loc', 'low', 'probs', 'scale', 'concentration1', 'alpha') if isinstance(getattr(d, name, None), torch.Tensor))


_endless((Beta, Pareto), (ContinuousBernoulli, Pareto), (Exponential, Beta), (Exponential, ContinuousBernoulli), (Exponential, Pareto), (Exponential, Uniform), (Gamma, Beta),
         (Gamma, ContinuousBernoulli), (Gamma, Pareto), (Gamma, Uniform), (Gumbel, Beta), (Gumbel, ContinuousBernoulli), (Gumbel, Exponential), (Gumbel, Gamma), (Gumbel, Pareto), (Gumbel, Uniform),
         (Laplace, Beta), (Laplace, ContinuousBernoulli), (Laplace, Exponential), (Laplace, Gamma), (Laplace, Pareto), (Laplace, Uniform), (Normal, Beta), (Normal, ContinuousBernoulli),
         (Normal, Exponential), (Normal, Gamma), (Normal, Pareto), (Normal, Uniform), (Pareto, Beta), (Pareto, ContinuousBernoulli), (Pareto, Uniform), (Poisson, Bernoulli), (Poisson, Binomial))


@register_kl(Bernoulli, Poisson)
def _bernoulli_poisson(p, q):
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)


@register_kl(Beta, ContinuousBernoulli)
def _beta_continuous(p, q):
    return -p.entropy() - p.mean * q.logits - torch.log1p(-q.probs) - q._log_factor()


@register_kl(Beta, Exponential)
def _beta_exponential(p, q):
    return -p.entropy() - q.rate.log() + q.rate * (p.concentration1 / (p.concentration1 + p.concentration0))


def _mean_log(p):
    """Of a Beta's numbers."""
    return p.concentration1.digamma() - (p.concentration1 + p.concentration0).digamma()


@register_kl(Beta, Gamma)
def _beta_gamma(p, q):
    return -p.entropy() + q.concentration.lgamma() - q.concentration * q.rate.log() - (q.concentration - 1) * _mean_log(p) + q.rate * p.concentration1 / (p.concentration1 + p.concentration0)


@register_kl(Beta, Normal)
def _beta_normal(p, q):
    mean, variance = p.mean, q.scale.square()
    return -p.entropy() + 0.5 * (variance * 2 * math.pi).log() + (p.variance + (mean - q.loc).square()) / (2 * variance)


@register_kl(Beta, Uniform)
def _beta_uniform(p, q):
    found = -p.entropy() + (q.high - q.low).log()
    return _where((q.low > p.support.lower_bound) | (q.high < p.support.upper_bound), found)


@register_kl(ContinuousBernoulli, Exponential)
def _continuous_exponential(p, q):
    return -p.entropy() - torch.log(q.rate) + q.rate * p.mean


@register_kl(ContinuousBernoulli, Normal)
def _continuous_normal(p, q):
    return -p.entropy() + _HALF_LOG + q.scale.log() + (p.variance + p.mean.square() - 2.0 * q.loc * p.mean + q.loc.square()) / (2 * q.scale.square())


@register_kl(ContinuousBernoulli, Uniform)
def _continuous_uniform(p, q):
    return _where((q.low > p.support.lower_bound) | (q.high < p.support.upper_bound), -p.entropy() + (q.high - q.low).log())


@register_kl(Exponential, Gamma)
def _exponential_gamma(p, q):
    ratio = q.rate / p.rate
    return -q.concentration * torch.log(ratio) + ratio + q.concentration.lgamma() + q.concentration * euler_constant - (1 + euler_constant)


@register_kl(Exponential, Gumbel)
def _exponential_gumbel(p, q):
    product, off = p.rate * q.scale, q.loc / q.scale
    return product.log() - 1 + product.reciprocal() - off + off.exp() * product / (product + 1)


def _square_over(variance):
    return 0.5 * torch.log(2 * math.pi * variance)


@register_kl(Exponential, Normal)
def _exponential_normal(p, q):
    variance, mean = q.scale.square(), p.rate.reciprocal()
    return p.rate.log() - 1 + _square_over(variance) + (2 * mean.square() - 2 * q.loc * mean + q.loc.square()) / (2 * variance)


@register_kl(Gamma, Exponential)
def _gamma_exponential(p, q):
    return -p.entropy() - q.rate.log() + q.rate * p.concentration / p.rate


@register_kl(Gamma, Gumbel)
def _gamma_gumbel(p, q):
    product, off = p.rate * q.scale, q.loc / q.scale
    return ((p.concentration - 1) * p.concentration.digamma() - p.concentration.lgamma() - p.concentration + product.log() + p.concentration / product - off
            + off.exp() * (1 + product.reciprocal()).pow(-p.concentration))


@register_kl(Gamma, Normal)
def _gamma_normal(p, q):
    variance, mean = q.scale.square(), p.concentration / p.rate
    second = mean * (p.concentration + 1) / p.rate
    return -p.entropy() + _square_over(variance) + (second - 2 * q.loc * mean + q.loc.square()) / (2 * variance)


@register_kl(Gumbel, Normal)
def _gumbel_normal(p, q):
    ratio = p.scale / q.scale
    away = (p.loc + p.scale * euler_constant - q.loc) / q.scale
    return -ratio.log() + _HALF_LOG + 0.5 * (math.pi ** 2 / 6 * ratio.square() + away.square()) - (euler_constant + 1)


@register_kl(Laplace, Normal)
def _laplace_normal(p, q):
    variance = q.scale.square()
    ratio = p.scale.square() / variance
    return 0.5 * (2 * math.pi * variance).log() - (2 * p.scale).log() - 1 + ratio + (p.loc - q.loc).square() / (2 * variance)


@register_kl(Normal, Gumbel)
def _normal_gumbel(p, q):
    mean, variance = p.loc / q.scale, (p.scale / q.scale).square()
    off = q.loc / q.scale
    return mean - off + torch.exp(-mean + 0.5 * variance + off) - 0.5 * (1 + math.log(2 * math.pi)) + q.scale.log() - p.scale.log()


@register_kl(Normal, Laplace)
def _normal_laplace(p, q):
    away, wide = p.loc - q.loc, p.scale
    size = math.sqrt(2 / math.pi) * wide * torch.exp(-0.5 * (away / wide).square()) + away * torch.erf(math.sqrt(0.5) * away / wide)
    return -p.entropy() + torch.log(2 * q.scale) + size / q.scale


@register_kl(Pareto, Exponential)
def _pareto_exponential(p, q):
    found = (p.alpha / (p.scale * q.rate)).log() - p.alpha.reciprocal() - 1 + p.alpha * p.scale * q.rate / (p.alpha - 1)
    return _where(p.alpha <= 1, found)


@register_kl(Pareto, Gamma)
def _pareto_gamma(p, q):
    mean_log = p.scale.log() + p.alpha.reciprocal()
    found = (p.alpha.log() - mean_log - 1 + q.concentration.lgamma() - q.concentration * q.rate.log() + (1 - q.concentration) * mean_log
             + q.rate * p.alpha * p.scale / (p.alpha - 1))
    return _where(p.alpha <= 1, found)


@register_kl(Pareto, Normal)
def _pareto_normal(p, q):
    variance, mean = q.scale.square(), p.scale * p.alpha / (p.alpha - 1)
    spread = p.scale.square() * p.alpha / ((p.alpha - 1).square() * (p.alpha - 2))
    found = (p.alpha / p.scale).log() + _square_over(variance) - p.alpha.reciprocal() - 1 + (spread + (mean - q.loc).square()) / (2 * variance)
    return _where(p.alpha <= 2, found)


def _uniform_entropy(p):
    return torch.log(p.high - p.low)


@register_kl(Uniform, Beta)
def _uniform_beta(p, q):
    width = p.high - p.low
    found = (q.concentration1.lgamma() + q.concentration0.lgamma() - (q.concentration1 + q.concentration0).lgamma() - _uniform_entropy(p)
             - (q.concentration1 - 1) * (_x_log_x(p.high) - _x_log_x(p.low) - width) / width
             + (q.concentration0 - 1) * (_x_log_x(1 - p.high) - _x_log_x(1 - p.low) + width) / width)
    return _where((p.high > q.support.upper_bound) | (p.low < q.support.lower_bound), found)


@register_kl(Uniform, ContinuousBernoulli)
def _uniform_continuous(p, q):
    found = -_uniform_entropy(p) - p.mean * q.logits - torch.log1p(-q.probs) - q._log_factor()
    return _where((p.high >= q.support.upper_bound) | (p.low <= q.support.lower_bound), found)


@register_kl(Uniform, Exponential)
def _uniform_exponential(p, q):
    return _where(p.low < q.support.lower_bound, q.rate * (p.high + p.low) / 2 - ((p.high - p.low) * q.rate).log())


@register_kl(Uniform, Gamma)
def _uniform_gamma(p, q):
    width = p.high - p.low
    found = (-width.log() + q.concentration.lgamma() - q.concentration * q.rate.log() + (1 - q.concentration) * (_x_log_x(p.high) - _x_log_x(p.low) - width) / width
             + q.rate * (p.high + p.low) / 2)
    return _where(p.low < q.support.lower_bound, found)


@register_kl(Uniform, Gumbel)
def _uniform_gumbel(p, q):
    width = q.scale / (p.high - p.low)
    high, low = (p.high - q.loc) / q.scale, (p.low - q.loc) / q.scale
    return width.log() + 0.5 * (high + low) - width * ((-high).exp() - (-low).exp())


@register_kl(Uniform, Normal)
def _uniform_normal(p, q):
    width = p.high - p.low
    away = ((p.high + p.low - 2 * q.loc) / 2).square()
    return 0.5 * (2 * math.pi * (q.scale / width).square()).log() + (width.square() / 12 + away) / (2 * q.scale.square())


@register_kl(Uniform, Pareto)
def _uniform_pareto(p, q):
    width = p.high - p.low
    found = -(q.alpha * q.scale.pow(q.alpha) * width).log() + (1 + q.alpha) * (_x_log_x(p.high) - _x_log_x(p.low) - width) / width
    return _where(p.low < q.support.lower_bound, found)

"""kl_divergence, where there is a formula."""
import torch
from .basic import Bernoulli, Categorical, Exponential, Normal, Uniform

_FORMULAS = {}


def register_kl(type_p, type_q):
    def add(function):
        _FORMULAS[type_p, type_q] = function
        return function
    return add


def kl_divergence(p, q):
    for (type_p, type_q), function in _FORMULAS.items():
        if isinstance(p, type_p) and isinstance(q, type_q):
            return function(p, q)
    raise NotImplementedError('No KL(p || q) is implemented for p type %s and q type %s' % (type(p).__name__, type(q).__name__))


@register_kl(Normal, Normal)
def _normal(p, q):
    ratio = (p.scale / q.scale).square()
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).square() - 1 - ratio.log())


@register_kl(Categorical, Categorical)
def _categorical(p, q):
    return (p.probs * (p.logits - q.logits)).sum(-1)


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p, q):
    return p.probs * (p.probs / q.probs).log() + (1 - p.probs) * ((1 - p.probs) / (1 - q.probs)).log()


@register_kl(Exponential, Exponential)
def _exponential(p, q):
    ratio = q.rate / p.rate
    return ratio - ratio.log() - 1


@register_kl(Uniform, Uniform)
def _uniform(p, q):
    found = ((q.high - q.low) / (p.high - p.low)).log()
    return torch.where((q.low > p.low) | (q.high < p.high), torch.full_like(found, float('inf')), found)

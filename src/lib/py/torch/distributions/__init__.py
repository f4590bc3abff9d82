"""torch.distributions: what lessons draw from, and the logarithms of its probabilities."""
from .basic import Bernoulli, Categorical, Distribution, Exponential, Normal, Poisson, Uniform
from .multinomial import Multinomial
from .binomial import Binomial


def __getattr__(name):
    if name in ('normal', 'uniform', 'bernoulli', 'categorical', 'poisson', 'exponential', 'multinomial', 'binomial'):
        from importlib import import_module
        return import_module('torch.distributions.' + name)
    raise AttributeError("module 'torch.distributions' has no attribute %r in perch; the nearest is torch.distributions.Normal" % name)

"""torch.distributions: what lessons draw from, and the logarithms of its probabilities."""
from . import constraints
from .basic import Bernoulli, Categorical, Exponential, Normal, Poisson, Uniform
from .distribution import Distribution
from .multinomial import Multinomial
from .binomial import Binomial

_FILES = {'Laplace': 'transformed', 'Gumbel': 'transformed', 'Cauchy': 'transformed', 'LogNormal': 'transformed', 'HalfNormal': 'transformed',
          'Geometric': 'transformed', 'OneHotCategorical': 'transformed', 'Independent': 'transformed', 'Gamma': 'gamma', 'Chi2': 'gamma', 'Beta': 'gamma',
          'Dirichlet': 'gamma', 'StudentT': 'gamma', 'MultivariateNormal': 'gamma', 'kl_divergence': 'kl', 'register_kl': 'kl'}

_MODULES = {'normal', 'uniform', 'bernoulli', 'categorical', 'poisson', 'exponential', 'multinomial', 'binomial', 'kl', 'gamma'}
__all__ = ['Bernoulli', 'Binomial', 'Categorical', 'Distribution', 'Exponential', 'Multinomial', 'Normal', 'Poisson', 'Uniform', *_FILES]


def __dir__():
    return sorted({*globals(), *_FILES, *_MODULES})


def __getattr__(name):
    from importlib import import_module
    if name in _FILES:
        found = globals()[name] = getattr(import_module('torch.distributions.' + _FILES[name]), name)
        return found
    if name in _MODULES:
        return import_module('torch.distributions.' + name)
    raise AttributeError("module 'torch.distributions' has no attribute %r in perch; the nearest is torch.distributions.Normal" % name)

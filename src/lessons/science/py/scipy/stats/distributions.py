"""The distributions under the name of the module that holds them."""
from scipy.stats._continuous import beta, cauchy, chi2, expon, gamma, laplace, logistic, lognorm, loguniform, norm, reciprocal, t, uniform
from scipy.stats._discrete import bernoulli, binom, geom, hypergeom, poisson, randint
from scipy.stats._own import rv_continuous, rv_discrete
from scipy.stats._more import f, gumbel_r, halfnorm, nbinom, pareto, rayleigh, truncnorm, weibull_min

__all__ = [name for name in globals() if not name.startswith('_')]

"""Distributions that are drawn from, asked for densities and quantiles; and what is said of samples."""
from scipy.stats._continuous import beta, cauchy, chi2, expon, gamma, laplace, logistic, lognorm, loguniform, norm, reciprocal, t, uniform
from scipy.stats._discrete import bernoulli, binom, geom, poisson, randint
from scipy.stats._normal import multivariate_normal
from scipy.stats._samples import entropy, kurtosis, linregress, pearsonr, rankdata, sem, skew, spearmanr, ttest_1samp, ttest_ind, zscore

__all__ = [name for name in globals() if not name.startswith('_')]

"""Distributions that are drawn from, asked for densities and quantiles; and what is said of samples."""
from scipy.stats import distributions, qmc
from scipy.stats._continuous import beta, cauchy, chi2, expon, gamma, laplace, logistic, lognorm, loguniform, norm, reciprocal, t, uniform
from scipy.stats._discrete import bernoulli, binom, geom, hypergeom, poisson, randint
from scipy.stats._kde import gaussian_kde
from scipy.stats._more import f, gumbel_r, halfnorm, nbinom, pareto, rayleigh, truncnorm, weibull_min
from scipy.stats._normal import multivariate_normal
from scipy.stats._own import rv_continuous, rv_discrete
from scipy.stats._samples import entropy, kurtosis, linregress, pearsonr, rankdata, sem, skew, spearmanr, ttest_1samp, ttest_ind, zscore
from scipy.stats._tests import (chi2_contingency, chisquare, describe, f_oneway, gmean, hmean, iqr, jarque_bera, kendalltau, kruskal, ks_1samp, ks_2samp, kstest, kurtosistest, levene, mannwhitneyu,
                                median_abs_deviation, mode, normaltest, percentileofscore, skewtest, trim_mean, ttest_rel, wilcoxon, zmap)

__all__ = [name for name in globals() if not name.startswith('_')]

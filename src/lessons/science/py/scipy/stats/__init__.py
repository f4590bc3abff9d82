"""Distributions that are drawn from, asked for densities and quantiles; and what is said of samples."""
from scipy._older import open_places as _open_places
from scipy.stats import distributions, qmc
from scipy.stats._continuous import beta, cauchy, chi2, expon, gamma, laplace, logistic, lognorm, loguniform, norm, reciprocal, t, uniform
from scipy.stats._discrete import bernoulli, binom, geom, hypergeom, poisson, randint
from scipy.stats._fit import fit
from scipy.stats._kde import gaussian_kde
from scipy.stats._laws import *
from scipy.stats._many import dirichlet, invwishart, matrix_normal, multinomial, multivariate_t, ortho_group, random_correlation, special_ortho_group, uniform_direction, wishart
from scipy.stats._more import f, gumbel_r, halfnorm, nbinom, pareto, rayleigh, truncnorm, weibull_min
from scipy.stats._bayes import bayes_mvs, mvsdist
from scipy.stats._binned import binned_statistic, binned_statistic_2d, binned_statistic_dd, cumfreq, relfreq
from scipy.stats._counts import binom_test, binomtest, combine_pvalues, fisher_exact, power_divergence
from scipy.stats._normality import anderson, anderson_ksamp, ppcc_max, probplot, shapiro
from scipy.stats._powers import boxcox, boxcox_llf, boxcox_normmax, yeojohnson, yeojohnson_llf, yeojohnson_normmax
from scipy.stats._resampled import bootstrap, monte_carlo_test, permutation_test
from scipy.stats._robust import energy_distance, pointbiserialr, siegelslopes, theilslopes, wasserstein_distance, weightedtau
from scipy.stats._spread_tests import alexandergovern, ansari, bartlett, brunnermunzel, fligner, friedmanchisquare, median_test, mood, ranksums, ttest_ind_from_stats, tukey_hsd
from scipy.stats._trimmed import (
    circmean, circstd, circvar, differential_entropy, find_repeats, gstd, gzscore, kstat, kstatvar, moment, obrientransform, pmean, scoreatpercentile, sigmaclip, tiecorrect, tmax, tmean, tmin,
    trim1, trimboth, tsem, tstd, tvar, variation)
from scipy.stats._normal import multivariate_normal
from scipy.stats._own import rv_continuous, rv_discrete
from scipy.stats._ranges import studentized_range
from scipy.stats._samples import entropy, kurtosis, linregress, pearsonr, rankdata, sem, skew, spearmanr, ttest_1samp, ttest_ind, zscore
from scipy.stats._tests import (chi2_contingency, chisquare, describe, f_oneway, gmean, hmean, iqr, jarque_bera, kendalltau, kruskal, ks_1samp, ks_2samp, kstest, kurtosistest, levene, mannwhitneyu,
                                median_abs_deviation, mode, normaltest, percentileofscore, skewtest, trim_mean, ttest_rel, wilcoxon, zmap)

from scipy.stats import contingency

__all__ = [name for name in globals() if not name.startswith('_')]
_open_places('stats')

# Many distributions, and tests of samples of every kind.
import numpy as np
from scipy import stats

np.set_printoptions(precision=5, suppress=True)


def rounded(x):
    if isinstance(x, tuple):
        return type(x).__name__, [rounded(part) for part in x]
    if isinstance(x, (float, np.floating)) or isinstance(x, np.ndarray) and x.dtype.kind == 'f':
        return np.round(x, 4) + 0.0
    return x if not hasattr(x, 'pvalue') else (type(x).__name__, rounded(float(x.pvalue)))


def show(*told):
    for x in told:
        print(rounded(x))


laws = {'gumbel_l': (), 'exponnorm': (1.5,), 'exponweib': (2.9, 1.95), 'weibull_max': (2.87,), 'gengamma': (4.4, 3.1), 'genextreme': (-0.1,), 'genpareto': (0.1,), 'gompertz': (0.95,), 'halfcauchy': (), 'halflogistic': (), 'hypsecant': (), 'invgamma': (5.1,),
        'invgauss': (0.145,), 'johnsonsb': (4.3, 3.2), 'johnsonsu': (2.6, 2.3), 'laplace_asymmetric': (2,), 'levy': (), 'loggamma': (0.41,), 'loglaplace': (5.25,), 'lomax': (5.9,), 'maxwell': (), 'chi': (78,), 'nakagami': (4.97,), 'pearson3': (-2,), 'powerlaw': (1.66,),
        'rice': (0.775,), 'semicircular': (), 'skewnorm': (4,), 'triang': (0.16,), 'truncexpon': (4.69,), 'vonmises': (3.99,), 'wald': (), 'burr': (10.5, 4.3), 'burr12': (10, 4), 'fisk': (5.1,), 'arcsine': (), 'anglit': (), 'cosine': (), 'bradford': (0.3,),
        'betaprime': (5, 6), 'alpha': (3.57,), 'dgamma': (1.1,), 'dweibull': (2.07,), 'fatiguelife': (2,), 'foldnorm': (1.95,), 'genlogistic': (0.41,), 'gennorm': (1.3,), 'gibrat': (), 'invweibull': (10.6,), 'moyal': (), 'powernorm': (4.45,), 'powerlognorm': (2.14, 0.446),
        'rdist': (1.6,), 'recipinvgauss': (0.63,), 'trapezoid': (0.2, 0.8), 'wrapcauchy': (0.03,), 'tukeylambda': (3.13,), 'ncx2': (21, 1.06), 'mielke': (10.4, 4.6), 'skewcauchy': (0.5,), 'erlang': (2,)}
for name, shapes in laws.items():
    law = getattr(stats, name)(*shapes)
    at = law.ppf([0.1, 0.5, 0.9])
    print(name, np.round(at, 5) + 0.0, law.pdf(at), law.cdf(at + 0.01), law.sf(at), np.round(law.mean(), 5), np.round(law.var(), 4))
for name in ('genextreme', 'invgauss', 'maxwell', 'skewnorm', 'triang', 'vonmises', 'rice', 'moyal', 'dgamma', 'wald', 'nakagami'):
    print(name, getattr(stats, name).rvs(*laws[name], size=3, random_state=1))
whole = {'betabinom': (5, 2.3, 0.63), 'boltzmann': (1.4, 19), 'planck': (0.51,), 'dlaplace': (0.8,), 'logser': (0.6,), 'zipf': (6.6,), 'zipfian': (1.25, 10), 'skellam': (15, 8), 'nhypergeom': (20, 7, 12), 'yulesimon': (11,)}
for name, shapes in whole.items():
    law = getattr(stats, name)(*shapes)
    print(name, law.ppf([0.1, 0.5, 0.9]), law.pmf([1, 2, 3]), law.cdf([1, 2]), np.round(law.mean(), 4))
rng = np.random.default_rng(5)
x, y, z = rng.normal(size=30), rng.normal(0.4, 1.5, size=25), rng.exponential(size=28)
show(stats.shapiro(x), stats.shapiro(z), stats.shapiro(x[:8]), stats.shapiro([1, 2, 4]))
for dist in ('norm', 'expon', 'logistic', 'gumbel_r'):
    found = stats.anderson(z + 1, dist)
    show(dist, np.round(found.statistic, 2), found.critical_values, found.significance_level)
show(np.round(stats.anderson_ksamp([x, y, z])[0], 5), stats.bartlett(x, y, z), stats.fligner(x, y, z), stats.mood(x, y), stats.ansari(x, y), stats.ranksums(x, y), stats.brunnermunzel(x, y), stats.friedmanchisquare(x[:20], y[:20], z[:20]), stats.alexandergovern(x, y, z))
show(stats.power_divergence([16, 18, 16, 14, 12, 12], lambda_='log-likelihood'), stats.power_divergence([16, 18, 16, 14, 12, 12], lambda_='cressie-read'), stats.fisher_exact([[8, 2], [1, 5]]), stats.fisher_exact([[8, 2], [1, 5]], 'less'), stats.binomtest(3, 15, 0.1, 'greater'), stats.binomtest(7, 20).proportion_ci(), stats.binomtest(7, 20).proportion_ci(method='wilson'))
show(stats.ttest_ind_from_stats(15.0, np.sqrt(87.5), 13, 12.0, np.sqrt(39.0), 11), stats.pointbiserialr([0, 0, 0, 1, 1, 1, 1], np.arange(7)), stats.theilslopes(y, np.arange(25)), stats.siegelslopes(y))
show(stats.tmean(x, (-1, 1)), stats.tstd(x, (-1, 1)), stats.tmin(x, 0), stats.tsem(x, (-1, 1)), stats.sigmaclip(np.r_[x, 50.0]).upper, stats.scoreatpercentile(x, 30), stats.variation(z), stats.gstd(z + 1), stats.pmean([1, 2, 3.0], 2), stats.moment(x, [1, 2, 3]), stats.kstat(x, 3), stats.kstatvar(x))
show(stats.circmean([0.1, 6.2, 0.3]), stats.circstd([10, 350, 20], high=360), stats.circvar([0.1, 6.2]), np.round(stats.boxcox(z + 0.1)[1], 4), np.round(stats.yeojohnson(x)[1], 4), np.round(stats.boxcox(z + 0.1, alpha=0.05)[2], 3), np.round(stats.boxcox_normmax(z + 0.1), 4))
show(stats.probplot(x)[1], stats.cumfreq(x, 5), stats.relfreq(x, 5), stats.binned_statistic(x, x ** 2, 'mean', 4), stats.binned_statistic_2d(x[:25], y, None, 'count', 3).statistic)
show(stats.wasserstein_distance(x, y), stats.energy_distance(x, y), stats.combine_pvalues([0.1, 0.05, 0.3]), stats.combine_pvalues([0.1, 0.05, 0.3], 'stouffer'), stats.weightedtau([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])[0])
show(stats.bootstrap((x,), np.mean, random_state=1, n_resamples=500).confidence_interval, stats.bootstrap((x,), np.std, method='percentile', random_state=1, n_resamples=200).confidence_interval)
off = lambda a, b: np.mean(a) - np.mean(b)
found = stats.permutation_test((x[:5], y[:5]), off, n_resamples=1000)
show(found.statistic, found.pvalue, stats.permutation_test((x, y), off, n_resamples=300, random_state=2).pvalue, stats.median_test(x, y, z)[:3], stats.differential_entropy(x), stats.find_repeats([1, 1, 2, 3, 3]), stats.tiecorrect([1, 2.5, 2.5, 4]))
show(np.round(stats.tukey_hsd(x, y, z).pvalue, 4), np.round(stats.studentized_range.cdf(3.5, 3, 10), 6))
show(stats.multinomial.pmf([1, 3, 4], n=8, p=[0.3, 0.2, 0.5]), stats.dirichlet.pdf([0.2, 0.2, 0.6], [0.4, 5, 15]), stats.dirichlet([1.0, 2, 3]).mean(), stats.multivariate_t.pdf([[1.0, 2], [0, 0]], [0, 0], [[2.0, 0.3], [0.3, 1]], 3), stats.wishart.pdf(np.eye(2) * 2, 3, np.eye(2)), stats.invwishart.pdf(np.eye(2) * 2, 3, np.eye(2)))
show(stats.ortho_group.rvs(3, random_state=1), stats.special_ortho_group.rvs(3, random_state=1), stats.wishart.rvs(3, np.eye(2), random_state=1), stats.multivariate_t.rvs([0, 0], np.eye(2), 3, size=2, random_state=1))
for broken in (lambda: stats.shapiro([1, 2]), lambda: stats.anderson(x, 'none'), lambda: stats.fisher_exact([1, 2]), lambda: stats.binomtest(3, 2), lambda: stats.boxcox([-1.0, 2]), lambda: stats.friedmanchisquare(x, x), lambda: stats.combine_pvalues([0.1], 'none'), lambda: stats.ortho_group.rvs(1)):
    try:
        show(broken())
    except ValueError as e:
        show(type(e).__name__, e)

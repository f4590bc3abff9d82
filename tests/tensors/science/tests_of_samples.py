"""scipy.stats: tests of samples, more distributions, kernel densities."""
import warnings
import numpy as np
from scipy import stats as st
warnings.simplefilter('ignore')
rng = np.random.RandomState(0); a, b, c = rng.randn(30), rng.randn(25) + .5, rng.randn(40) * 2; k = rng.randint(0, 5, 30)
def show(name, r): print(name, *[np.round(np.asarray(x, float), 5).tolist() for x in (r if isinstance(r, tuple) else (r,))])
show('describe', tuple(np.ravel(x) for x in st.describe(a))); show('iqr', st.iqr(a)); show('gmean', st.gmean(np.abs(a))); show('hmean', st.hmean(np.abs(a))); show('trim', st.trim_mean(a, .1)); show('zmap', st.zmap([1, 2], a)); show('mad', st.median_abs_deviation(a)); show('mad', st.median_abs_deviation(a, scale='normal'))
show('mode', tuple(st.mode(k))); show('mode2', tuple(st.mode(k.reshape(5, 6), axis=1))); show('modek', tuple(st.mode(k, keepdims=False)))
for kind in 'rank', 'strict', 'weak', 'mean': show(kind, st.percentileofscore(k, 3, kind=kind))
show('rel', tuple(st.ttest_rel(a[:25], b))); show('f', tuple(st.f_oneway(a, b, c))); show('chi', tuple(st.chisquare([16, 18, 16, 14, 12, 12]))); show('chi', tuple(st.chisquare([16, 18, 16], [15, 17, 18])))
r = st.chi2_contingency([[10, 20], [30, 25]]); show('table', (r[0], r[1], r[2], r[3])); r = st.chi2_contingency([[10, 20, 5], [30, 25, 9]], correction=False); show('table', (r[0], r[1], r[2], r[3]))
for alt in 'two-sided', 'less', 'greater': show('mwu', tuple(st.mannwhitneyu(a, b, alternative=alt))); show('mwu', tuple(st.mannwhitneyu(a[:6], b[:7], alternative=alt))); show('wilcoxon', tuple(st.wilcoxon(a[:25], b, alternative=alt))); show('tau', tuple(st.kendalltau(a[:25], b, alternative=alt)))
show('mwuk', tuple(st.mannwhitneyu(k, k + 1))); show('kruskal', tuple(st.kruskal(a, b, c))); show('levene', tuple(st.levene(a, b, c))); show('levene', tuple(st.levene(a, b, c, center='mean')))
show('skew', tuple(st.skewtest(a))); show('kurt', tuple(st.kurtosistest(a))); show('normal', tuple(st.normaltest(c))); show('jb', tuple(st.jarque_bera(c)))
show('ks', tuple(st.kstest(a, 'norm'))); show('ks', tuple(st.kstest(c, 'norm'))); show('ks', tuple(st.kstest(b, st.norm(.5).cdf))); show('ks2', tuple(st.ks_2samp(a, b))); show('ks2', tuple(st.ks_2samp(a, c))); show('ks2', tuple(st.kstest(a, a + .1)))
show('tauk', tuple(st.kendalltau(k, k[::-1]))); show('wlong', tuple(st.wilcoxon(rng.randn(80) + .2)))
x = np.array([.3, 1., 1.7, 2.5])
for d in st.f(5, 12), st.rayleigh(), st.halfnorm(loc=.1, scale=2), st.weibull_min(1.8), st.pareto(3.5), st.gumbel_r(.5, 2), st.truncnorm(-1, 2.6), st.truncnorm(.2, 2.8):
    show('dist', (d.pdf(x), d.cdf(x), d.sf(x), d.ppf([.1, .5, .9]), *d.stats('mvsk'), d.mean(), d.std()))
d = st.nbinom(4, .3); show('nbinom', (d.pmf([0, 1, 5, 9]), d.cdf([0, 3, 8]), d.ppf([.1, .5, .9]), *d.stats('mvsk')))
for bw in None, 'silverman', .4: g = st.gaussian_kde(a, bw_method=bw); show('kde', (g([-1., 0, .5, 2]), g.factor, g.covariance, g.integrate_box_1d(-1, 1), g.logpdf([0.])))
g = st.gaussian_kde(np.stack([a[:25], b]), weights=np.arange(1., 26)); show('kde2', (g([[0., 1], [.5, .5]]), g.neff, g.d, g.n, g.inv_cov))
for f in (lambda: st.mannwhitneyu(a, b, alternative='x') and 0, lambda: st.chisquare([1, 2], [5, 5]), lambda: st.f_oneway(a), lambda: st.gaussian_kde([1.]), lambda: st.skewtest([1, 2]), lambda: st.hmean([-1, 2]), lambda: st.chi2_contingency([[-1, 2]]), lambda: st.kruskal([1, 1], [1, 1]), lambda: st.ttest_rel([1, 2], [1, 2, 3]), lambda: g([1., 2, 3]), lambda: st.levene(a, b, center='x')):
    try: f()
    except Exception as e: print(type(e).__name__, str(e)[:90])

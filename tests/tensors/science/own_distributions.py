# scipy.stats: distributions of a program's own, hypergeom, fits, means of functions, where samples are farthest apart
import warnings

import numpy as np
from scipy import stats

warnings.simplefilter('ignore')
np.random.seed(3)


class Gaussian(stats.rv_continuous):
    def _pdf(self, x):
        return np.exp(-x ** 2 / 2) / np.sqrt(2 * np.pi)


class Ramp(stats.rv_continuous):
    def _cdf(self, x, c):
        return x ** c

    def _argcheck(self, c):
        return c > 0


class Step(stats.rv_continuous):
    def _cdf(self, x):
        return np.where(x < 0, 0., 1.)

    def _stats(self):
        return 0., 0., 0., 0.


class Die(stats.rv_discrete):
    def _pmf(self, k, n):
        return np.ones_like(k) / n

    def _get_support(self, n):
        return 1, n


def show(name, *values):
    print(name, *(np.round(np.asarray(v, dtype=float), 6) + 0.0 if not isinstance(v, (str, type(None))) else v for v in values))


own = Gaussian(name='own')
show('pdf', own.pdf([0, 1.5], loc=1, scale=2), own.cdf([-1, 0, 2]), own.ppf([0.1, 0.5, 0.975]), own.sf(1), own.mean(), own.std(), own.entropy(), own.stats(moments='mvsk'), own(1, 2).cdf(0), own.rvs(size=4, random_state=5), own.numargs, own.shapes)
ramp = Ramp(a=0, b=1, name='ramp')
show('cdf', ramp.cdf([-1, 0.3, 2], 2.5), ramp.pdf([0.25, 0.5], 2.5), ramp.ppf([0.2, 0.9], 2.5), ramp.mean(2.5), ramp.var(2.5), ramp.rvs(3, size=3, random_state=1), ramp.shapes, ramp.cdf(0.5, -1.0), ramp.support(2))
step = Step(name='step')
show('step', step.cdf(np.arange(-1, 1.5, 0.5)), step.stats(moments='mvsk'))
die = Die(name='die')
show('die', die.pmf([0, 1, 6, 7, 2.5], 6), die.cdf([0, 3, 6.5], 6), die.ppf([0.1, 0.5, 1], 6), die.mean(6), die.var(6), die.rvs(6, size=8, random_state=2), die.shapes, die.expect(lambda k: k * k, args=(6,)))
table = stats.rv_discrete(name='table', values=(np.array([2, 0, 5]), (0.3, 0.5, 0.2)))
show('table', table.pmf([0, 1, 2, 5]), table.cdf([-1, 0, 1, 2, 5]), table.ppf([0.2, 0.5, 0.6, 1.0]), table.mean(), table.std(), table.rvs(size=10, random_state=4), table.entropy(), table.expect(lambda x: x ** 2), table.stats(moments='mvsk'), table.rvs(size=3))
h = stats.hypergeom(20, 7, 12)
show('hypergeom', h.pmf(np.arange(1, 8)), h.cdf([2, 4]), h.mean(), h.var(), h.rvs(size=6, random_state=3), stats.hypergeom.ppf(0.3, 20, 7, 12), stats.hypergeom.stats(20, 7, 12, moments='sk'), stats.hypergeom.support(20, 7, 16))
show('moments', stats.norm.moment(3, 1, 2), stats.gamma.moment(2, 2.0), stats.norm.expect(lambda x: x ** 2, loc=1), stats.gamma(2.0).expect(lambda x: np.sqrt(x)), stats.gamma.numargs, stats.gamma.shapes, stats.norm.shapes, stats.f.shapes, stats.distributions.t.cdf(1.0, 5))
data = stats.gamma.rvs(2.5, loc=0, scale=1.5, size=300, random_state=8)
show('fits', np.round(stats.gamma.fit(data, floc=0), 2), np.round(stats.lognorm.fit(data, floc=0), 2), np.round(stats.t.fit(stats.t.rvs(5, size=400, random_state=3)), 1), stats.norm.fit(data))
a, b = np.random.randn(20), np.random.randn(25) + 0.5
for r in (stats.kstest(a, 'norm'), stats.ks_2samp(a, b), stats.ks_1samp(b, stats.norm.cdf)):
    d, p = r
    show('ks', d, p, r.statistic_location, r.statistic_sign)
print(repr(stats.ks_2samp([1, 2, 3, 4], [3, 4, 5])))
for bad in (lambda: stats.rv_discrete(values=([1, 2], [0.5, 0.6])), lambda: stats.rv_discrete(values=([1, 2], [0.5])), lambda: stats.rv_discrete(values=([1, 2], [1.5, -0.5])), lambda: ramp.cdf(0.5), lambda: stats.norm.moment(1.5), lambda: stats.gamma.fit([1, np.inf])):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)

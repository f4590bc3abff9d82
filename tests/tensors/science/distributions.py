"""scipy.stats: densities, probabilities, quantiles, moments and draws of every distribution."""
import numpy as np
from scipy import stats


def show(name, value, digits=8):
    value = np.asarray(value)
    print(name, [float(f'{each:.{digits}g}') if abs(each) > 1e-15 else 0.0 for each in value.ravel()], value.shape)


x, q = np.array([-2.3, -1, 0, 0.3, 0.9, 1, 2.5, 7, 40]), np.array([0, 1e-6, 0.01, 0.3, 0.5, 0.8, 0.99, 1])
continuous = [stats.norm(), stats.norm(1, 2), stats.uniform(), stats.uniform(-1, 4), stats.expon(scale=2), stats.gamma(2.5), stats.gamma(a=0.4, loc=1, scale=3), stats.beta(2, 3), stats.beta(0.5, 0.5, -1, 4),
              stats.t(3), stats.t(df=30, loc=1), stats.t(0.7), stats.chi2(4), stats.lognorm(0.8, scale=2), stats.loguniform(1e-2, 1), stats.laplace(0.5), stats.logistic(), stats.cauchy(1, 2)]
for d in continuous:
    print(d.dist.name)
    for name in ('pdf', 'logpdf', 'cdf', 'sf', 'logcdf'):
        show(name, getattr(d, name)(x))
    show('ppf', d.ppf(q))
    show('isf', d.isf(q[1:-1]))
    show('stats', d.stats('mvsk'))
    show('mean', [d.mean(), d.var(), d.std(), d.median(), d.entropy()])
    show('interval', d.interval(0.9))
    show('support', d.support())
    show('rvs', d.rvs(size=4, random_state=5))
    show('rvs', d.rvs((2, 2), np.random.RandomState(7)))
    print(type(d.rvs(random_state=1)).__name__, type(d.pdf(0.5)).__name__)
k = np.array([-1, 0, 1, 2, 2.5, 3, 9, 30])
for d in (stats.binom(10, 0.3), stats.binom(n=5, p=0.5, loc=2), stats.poisson(2.5), stats.bernoulli(0.4), stats.geom(0.3), stats.randint(2, 9)):
    print(d.dist.name)
    for name in ('pmf', 'logpmf', 'cdf', 'sf'):
        show(name, getattr(d, name)(k))
    show('ppf', d.ppf(q))
    show('stats', d.stats('mvsk'))
    show('mean', [d.mean(), d.var(), d.std(), d.median(), d.entropy()])
    show('support', d.support())
    drawn = d.rvs(size=5, random_state=5)
    print(drawn.tolist(), drawn.dtype, type(d.rvs(random_state=1)).__name__)
np.random.seed(11)
show('global', stats.norm.rvs(size=3))
show('global', stats.loguniform.rvs(1e-4, 1e-1, size=3))
show('loc', stats.norm.rvs(loc=[1, 10], scale=2, random_state=3))
show('shapes', stats.gamma.pdf([[1], [2]], [1, 2, 3]))
show('shapes', stats.norm.cdf(1, loc=[0, 1], scale=[1, 2]))
show('generator', stats.norm.rvs(size=2, random_state=np.random.default_rng(4)))
show('generator', stats.randint.rvs(0, 10, size=4, random_state=np.random.default_rng(4)))
show('wrong', [stats.norm.pdf(0, scale=-1), stats.gamma.pdf(1, -1), stats.norm.ppf(1.5), stats.norm.cdf(np.nan)])
sample = stats.norm.rvs(3, 2, size=50, random_state=2)
show('fit', stats.norm.fit(sample))
show('fit', stats.norm.fit(sample, floc=0))
show('fit', stats.uniform.fit(sample))
show('fit', stats.expon.fit(sample))
m = stats.multivariate_normal([0.5, -0.2], [[2.0, 0.3], [0.3, 0.5]])
grid = np.dstack(np.mgrid[-1:1:3j, -1:1:3j])
show('pdf', m.pdf(grid))
show('logpdf', m.logpdf([1, 2]))
show('rvs', m.rvs(3, random_state=1))
show('rvs', m.rvs(random_state=1))
show('entropy', m.entropy())
show('pdf', stats.multivariate_normal.pdf([1, 2, 3], mean=2, cov=4))
show('pdf', stats.multivariate_normal.pdf([[1, 2]], [0, 0], [1, 3]))
show('pdf', stats.multivariate_normal.pdf([[1, 1], [1, 2]], [0, 0], [[1, 1], [1, 1]], allow_singular=True))
show('rvs', stats.multivariate_normal.rvs([1, 2], np.eye(2), size=2, random_state=4))
for call in (lambda: stats.norm.rvs(scale=-1), lambda: stats.gamma.pdf(1), lambda: stats.norm.pdf(1, 2, 3, 4), lambda: stats.norm.pdf(1, df=2), lambda: stats.norm.rvs([1, 2], size=3),
             lambda: stats.multivariate_normal([0, 0], np.eye(3)), lambda: stats.multivariate_normal([0, 0], [[1, 1], [1, 1]]), lambda: stats.norm.interval(2), lambda: stats.norm.rvs(random_state='x')):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)

"""What is believed of a sample's mean, variance and deviation, of which nothing was known: bayes_mvs, mvsdist."""
import collections

import numpy as np

Mean, Variance, Std_dev = (collections.namedtuple(name, 'statistic minmax') for name in ('Mean', 'Variance', 'Std_dev'))


def mvsdist(data):
    """Distributions of the mean, the variance and the deviation."""
    from scipy import stats
    x = np.ravel(data)
    n = len(x)
    if n < 2:
        raise ValueError('Need at least 2 data-points.')
    mean, spread = x.mean(), x.var()
    if n > 1000:
        return (stats.norm(loc=mean, scale=np.sqrt(spread / n)), stats.norm(loc=spread, scale=np.sqrt(2.0 / n) * spread), stats.norm(loc=np.sqrt(spread), scale=np.sqrt(spread / (2.0 * n))))
    half, scale = (n - 1) / 2, n * spread / 2
    return stats.t(n - 1, loc=mean, scale=np.sqrt(spread / (n - 1))), stats.invgamma(half, scale=scale), stats.gengamma(half, -2, scale=np.sqrt(scale))


def bayes_mvs(data, alpha=0.90):
    """The mean, the variance and the deviation, each with the limits between which it is likely."""
    if not 0 < alpha < 1:
        raise ValueError(f'0 < alpha < 1 is required, but alpha={alpha} was given.')
    return tuple(kind(found.mean(), found.interval(alpha)) for kind, found in zip((Mean, Variance, Std_dev), mvsdist(data)))

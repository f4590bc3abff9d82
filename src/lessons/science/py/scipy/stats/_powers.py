"""Powers that make a sample look normal: Box's and Cox's, Yeo's and Johnson's."""
import numpy as np

from scipy.stats._continuous import chi2, norm
from scipy.stats._normality import _medians


# ---- powers ----
def boxcox_llf(lmb, data):
    data = np.asarray(data)
    if data.shape[0] == 0:
        return np.nan
    logs = np.log(data)
    var = np.var(logs, axis=0) if lmb == 0 else np.var(data ** lmb / lmb, axis=0)
    return (lmb - 1) * np.sum(logs, axis=0) - data.shape[0] / 2 * np.log(var)


def boxcox_normmax(x, brack=None, method='pearsonr', optimizer=None):
    """The power that makes a sample most normal."""
    from scipy.optimize import brent
    brack = (-2.0, 2.0) if brack is None else brack
    search = (lambda f: brent(f, brack=brack)) if optimizer is None else (lambda f: optimizer(f).x)
    x = np.asarray(x)
    if not np.all(np.isfinite(x) & (x >= 0)):
        raise ValueError('The `x` argument of `boxcox_normmax` must contain only positive, finite, real numbers.')

    def by_line():
        at = np.asarray(norm.ppf(_medians(len(x))))
        from scipy.stats._samples import pearsonr
        return search(lambda lmb: 1 - pearsonr(at, np.sort(_powered(x, lmb)))[0])
    by_odds = lambda: search(lambda lmb: -boxcox_llf(lmb, x))
    if method == 'all':
        return np.array([by_line(), by_odds()])
    if method not in ('pearsonr', 'mle'):
        raise ValueError('Method %s not recognized.' % method)
    return by_line() if method == 'pearsonr' else by_odds()


def _powered(x, lmb):
    return np.log(x) if lmb == 0 else np.expm1(lmb * np.log(x)) / lmb


def boxcox(x, lmbda=None, alpha=None, optimizer=None):
    """(the sample to a power, the power)."""
    x = np.asarray(x)
    if lmbda is not None:
        return _powered(x, lmbda)
    if x.ndim != 1:
        raise ValueError('Data must be 1-dimensional.')
    if x.size == 0:
        return x
    if np.all(x == x[0]):
        raise ValueError('Data must not be constant.')
    if np.any(x <= 0):
        raise ValueError('Data must be positive.')
    best = boxcox_normmax(x, method='mle', optimizer=optimizer)
    y = _powered(x, best)
    if alpha is None:
        return y, best
    from scipy.optimize import brentq
    target = boxcox_llf(best, x) - 0.5 * chi2.ppf(1 - alpha, 1)
    off = lambda lmb: boxcox_llf(lmb, x) - target
    up, down = best + 0.5, best - 0.5
    while off(up) > 0:
        up += 0.1
    while off(down) > 0:
        down -= 0.1
    return y, best, (brentq(off, down, best), brentq(off, best, up))


def _yeo(x, lmb):
    made, up = np.zeros_like(x, dtype=float), x >= 0
    made[up] = np.log1p(x[up]) if abs(lmb) < 2.2e-16 else (np.power(x[up] + 1, lmb) - 1) / lmb
    made[~up] = -((np.power(-x[~up] + 1, 2 - lmb) - 1) / (2 - lmb)) if abs(lmb - 2) > 2.2e-16 else -np.log1p(-x[~up])
    return made


def yeojohnson_llf(lmb, data):
    data = np.asarray(data)
    return -data.shape[0] / 2 * np.log(_yeo(data, lmb).var(axis=0)) + (lmb - 1) * (np.sign(data) * np.log1p(np.abs(data))).sum(axis=0)


def yeojohnson_normmax(x, brack=(-2, 2)):
    from scipy.optimize import brent
    x = np.asarray(x, dtype=float)
    return brent(lambda lmb: -yeojohnson_llf(lmb, x), brack=brack)


def yeojohnson(x, lmbda=None):
    """The same for values of both signs."""
    x = np.asarray(x)
    if x.size == 0:
        return x
    x = x.astype(float)
    if lmbda is not None:
        return _yeo(x, lmbda)
    best = yeojohnson_normmax(x)
    return _yeo(x, best), best

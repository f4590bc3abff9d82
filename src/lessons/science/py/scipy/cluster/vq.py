"""k-means: points and the centres that they are nearest to."""
import warnings

import numpy as np

from scipy.stats._distribution import generator

__all__ = ['ClusterError', 'kmeans', 'kmeans2', 'vq', 'whiten']


class ClusterError(Exception):
    """A centre that no point is near to."""


def whiten(obs, check_finite=True):
    """Each column by its own deviation."""
    obs = np.asarray_chkfinite(obs) if check_finite else np.asarray(obs)
    deviation = obs.std(axis=0)
    if (deviation == 0).any():
        deviation = np.where(deviation == 0, 1.0, deviation)
        warnings.warn('Some columns have standard deviation zero. The values of these columns will not change.', RuntimeWarning, stacklevel=2)
    return obs / deviation


def vq(obs, code_book, check_finite=True):
    """(the nearest centre of each point, how far it is)."""
    obs, code_book = (np.asarray_chkfinite(x) if check_finite else np.asarray(x) for x in (obs, code_book))
    if obs.ndim != code_book.ndim:
        raise ValueError('observation and code should have same number of dimensions')
    rows, centres = (x[:, None] if x.ndim == 1 else x for x in (obs, code_book))
    if rows.shape[1] != centres.shape[1]:
        raise ValueError('Observation and code_book should have the same number of columns')
    from scipy.spatial.distance import cdist
    away = cdist(rows.astype(float), centres.astype(float))
    code = away.argmin(axis=1)
    return code.astype(np.int32), away[np.arange(len(rows)), code]


def _centres(rows, code, many):
    """(the means of the points of each centre, which have points)."""
    counts = np.bincount(code, minlength=many)
    sums = np.stack([np.bincount(code, rows[:, j], many) for j in range(rows.shape[1])], axis=1)
    return sums / np.maximum(counts, 1)[:, None], counts > 0


def _from_guess(rows, centres, thresh):
    before = [np.inf]
    while True:
        code, away = vq(rows, centres, check_finite=False)
        before.append(away.mean())
        centres, there = _centres(rows, code, len(centres))
        centres = centres[there]
        if before[-2] - before[-1] <= thresh:
            return centres, before[-1]


def kmeans(obs, k_or_guess, iter=20, thresh=1e-5, check_finite=True, *, seed=None):
    """(centres, the mean distance to them): the best of several beginnings, or from centres that are given."""
    obs = np.asarray_chkfinite(obs) if check_finite else np.asarray(obs)
    rows = (obs[:, None] if obs.ndim == 1 else obs).astype(float)
    if iter < 1:
        raise ValueError('iter must be at least 1, got %s' % iter)
    if not np.isscalar(k_or_guess):
        guess = np.asarray(k_or_guess, float)
        if guess.size < 1:
            raise ValueError('Asked for 0 clusters. Initial book was %s' % guess)
        centres, off = _from_guess(rows, guess[:, None] if guess.ndim == 1 else guess, thresh)
    else:
        k = int(k_or_guess)
        if k != k_or_guess:
            raise ValueError('If k_or_guess is a scalar, it must be an integer.')
        if k < 1:
            raise ValueError('Asked for %d clusters.' % k)
        drawn, off, centres = generator(seed), np.inf, None
        for _ in range(iter):
            guess = rows[drawn.choice(rows.shape[0], size=k, replace=False)]
            found, mean = _from_guess(rows, guess, thresh)
            if mean < off:
                centres, off = found, mean
    return (centres[:, 0] if obs.ndim == 1 else centres), off


def _plus(rows, k, drawn):
    """Centres far apart: each new one by the chance of its squared distance."""
    from scipy.spatial.distance import cdist
    made = np.empty((k, rows.shape[1]))
    for i in range(k):
        if i == 0:
            made[i] = rows[drawn.randint(rows.shape[0]) if hasattr(drawn, 'randint') else drawn.integers(rows.shape[0])]
            continue
        near = cdist(made[:i], rows, metric='sqeuclidean').min(axis=0)
        sums = (near / near.sum()).cumsum()
        made[i] = rows[np.searchsorted(sums, drawn.uniform())]
    return made


def kmeans2(data, k, iter=10, thresh=1e-5, minit='random', missing='warn', check_finite=True, *, seed=None):
    """(centres, the centre of each point) after so many rounds."""
    if int(iter) < 1:
        raise ValueError('Invalid iter (%s), must be a positive integer.' % iter)
    if missing not in ('warn', 'raise'):
        raise ValueError(f'Unknown missing method {missing!r}')
    data = np.asarray_chkfinite(data) if check_finite else np.asarray(data)
    rows = (data[:, None] if data.ndim == 1 else data).astype(float)
    if data.size < 1:
        raise ValueError('Empty input is not supported.')
    drawn = generator(seed)
    if minit == 'matrix' or not np.isscalar(k):
        centres = np.array(k, float)
        centres = centres[:, None] if centres.ndim == 1 else centres
    elif minit == 'points':
        centres = rows[drawn.choice(rows.shape[0], size=int(k), replace=False)]
    elif minit in ('++', 'kmeans++'):
        centres = _plus(rows, int(k), drawn)
    elif minit == 'random':
        mean, cov = rows.mean(axis=0), np.atleast_2d(np.cov(rows, rowvar=False))
        centres = drawn.standard_normal(size=(int(k), rows.shape[1])) @ np.linalg.cholesky(cov).T + mean
    else:
        raise ValueError(f'Unknown init method {minit!r}')
    for _ in range(int(iter)):
        code = vq(rows, centres, check_finite=False)[0]
        made, there = _centres(rows, code, len(centres))
        if not there.all():
            if missing == 'raise':
                raise ClusterError('One of the clusters is empty. Re-run kmeans with a different initialization.')
            warnings.warn('One of the clusters is empty. Re-run kmeans with a different initialization.', UserWarning, stacklevel=2)
            made[~there] = centres[~there]
        centres = made
    return (centres[:, 0] if data.ndim == 1 else centres), code

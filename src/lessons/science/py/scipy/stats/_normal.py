"""multivariate_normal: densities, draws and entropy of a normal distribution in several dimensions."""
import numpy as np

from scipy.stats._distribution import generator, plain

_LOG_2PI = np.log(2 * np.pi)


def _parameters(mean, cov):
    """(dimensions, mean, covariance), as one, two and no axes are meant."""
    if mean is None:
        mean = np.zeros(1 if cov is None or np.ndim(cov) < 1 else np.shape(cov)[0])
    mean, cov = np.asarray(mean, dtype=float), np.asarray(1.0 if cov is None else cov, dtype=float)
    dim = mean.size
    if dim == 1:
        mean, cov = mean.reshape(1), cov.reshape(1, 1)
    if mean.ndim != 1 or mean.shape[0] != dim:
        raise ValueError(f"Array 'mean' must be a vector of length {dim}.")
    if cov.ndim == 0:
        cov = cov * np.eye(dim)
    elif cov.ndim == 1:
        cov = np.diag(cov)
    elif cov.ndim == 2 and cov.shape != (dim, dim):
        rows, columns = cov.shape
        raise ValueError(f"Array 'cov' must be square if it is two dimensional, but cov.shape = {cov.shape}." if rows != columns else
                         f"Dimension mismatch: array 'cov' is of shape {cov.shape}, but 'mean' is a vector of length {len(mean)}.")
    elif cov.ndim > 2:
        raise ValueError(f"Array 'cov' must be at most two-dimensional, but cov.ndim = {cov.ndim}")
    return dim, mean, cov


class _Whitening:
    """What turns a covariance into ones: from its eigenvectors, without those of next to no extent."""

    def __init__(self, cov, allow_singular):
        s, u = np.linalg.eigh(cov)
        least = 1e6 * np.finfo(float).eps * np.max(np.abs(s))
        if np.min(s) < -least:
            raise ValueError('The input matrix must be symmetric positive semidefinite.')
        kept = s[s > least]
        if len(kept) < len(s) and not allow_singular:
            raise np.linalg.LinAlgError('When `allow_singular is False`, the input matrix must be symmetric positive definite.')
        self.rank, self.log_pdet = len(kept), np.sum(np.log(kept))
        self.U = u * np.array([0 if abs(each) <= least else 1 / each for each in s]) ** 0.5
        self.lost = None if len(kept) == len(s) else (u[:, s <= least], least * 1e3)

    def inside(self, apart):
        """Does a point lie where a covariance without full rank can reach?"""
        return True if self.lost is None else np.linalg.norm(apart @ self.lost[0], axis=-1) < self.lost[1]


class Frozen:
    def __init__(self, mean=None, cov=1, allow_singular=False, seed=None):
        self.dim, self.mean, self.cov = _parameters(mean, cov)
        self.allow_singular, self.random_state = allow_singular, generator(seed)
        self._white = _Whitening(self.cov, allow_singular)

    def logpdf(self, x):
        x = np.asarray(x, dtype=float)
        if x.ndim == 0:
            x = x[np.newaxis]
        elif x.ndim == 1:
            x = x[:, np.newaxis] if self.dim == 1 else x[np.newaxis, :]
        apart = x - self.mean
        far = np.sum(np.square(apart @ self._white.U), axis=-1)
        found = -0.5 * (self._white.rank * _LOG_2PI + self._white.log_pdet + far)
        return plain(np.squeeze(np.where(self._white.inside(apart), found, -np.inf)))

    def pdf(self, x):
        return plain(np.exp(self.logpdf(x)))

    def rvs(self, size=1, random_state=None):
        drawn = (self.random_state if random_state is None else generator(random_state)).multivariate_normal(self.mean, self.cov, size)
        return plain(np.squeeze(drawn))

    def entropy(self):
        return 0.5 * (self._white.rank * (_LOG_2PI + 1) + self._white.log_pdet)


class MultivariateNormal:
    def __call__(self, mean=None, cov=1, allow_singular=False, seed=None):
        return Frozen(mean, cov, allow_singular, seed)

    def logpdf(self, x, mean=None, cov=1, allow_singular=False):
        return Frozen(mean, cov, allow_singular).logpdf(x)

    def pdf(self, x, mean=None, cov=1, allow_singular=False):
        return Frozen(mean, cov, allow_singular).pdf(x)

    def rvs(self, mean=None, cov=1, size=1, random_state=None):
        _, mean, cov = _parameters(mean, cov)
        return plain(np.squeeze(generator(random_state).multivariate_normal(mean, cov, size)))

    def entropy(self, mean=None, cov=1):
        return Frozen(mean, cov, True).entropy()


multivariate_normal = MultivariateNormal()

"""sklearn.cluster: k-means."""
import warnings

import numpy as np

from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import refuse
from sklearn.metrics.pairwise import euclidean_distances, squares
from sklearn.utils._param_validation import InvalidParameterError
from sklearn.utils.validation import check_array, check_is_fitted, check_random_state, check_sample_weight, taken

__all__ = ['KMeans', 'kmeans_plusplus']
FLOATS = [np.float64, np.float32]


def _apart(A, X, own):
    """Square distances from A's rows to X's, whose own squares are known."""
    made = -2 * (A @ X.T)
    made += squares(A)[:, None]
    made += own
    return np.maximum(made, 0, out=made)


def _spread_centers(X, own, count, rng, trials=None):
    """Centres by lot, each likely where the others are far; of some candidates the best."""
    trials = 2 + int(np.log(count)) if trials is None else trials
    places = np.full(count, -1, dtype=int)
    places[0] = rng.randint(X.shape[0])
    nearest = _apart(X[places[:1]], X, own)
    total = nearest.sum()
    for c in range(1, count):
        drawn = rng.random_sample(trials) * total
        tried = np.searchsorted(np.cumsum(nearest, axis=None, dtype=np.float64), drawn)
        np.clip(tried, None, nearest.size - 1, out=tried)
        far = _apart(X[tried], X, own)
        np.minimum(nearest, far, out=far)
        sums = far.sum(axis=1)
        best = np.argmin(sums)
        total, nearest, places[c] = sums[best], far[best:best + 1], tried[best]
    return X[places], places


def kmeans_plusplus(X, n_clusters, *, x_squared_norms=None, random_state=None, n_local_trials=None):
    """Centres to begin with, and which rows they are."""
    X = check_array(X, dtype=FLOATS)
    if X.shape[0] < n_clusters:
        raise ValueError(f'n_samples={X.shape[0]} should be >= n_clusters={n_clusters}.')
    own = squares(X) if x_squared_norms is None else np.asarray(x_squared_norms)
    return _spread_centers(X, own, n_clusters, check_random_state(random_state), n_local_trials)


def _nearest(X, centers):
    far = -2 * (X @ centers.T)
    far += squares(centers)
    return np.argmin(far, axis=1).astype(np.int32)


def _same(a, b, count):
    """Whether two partings differ by the parts' numbers alone."""
    to = np.full(count, -1)
    for i, j in zip(a.tolist(), b.tolist()):
        if to[i] == -1:
            to[i] = j
        elif to[i] != j:
            return False
    return True


class KMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator):
    """Centres, each the mean of the rows that are nearest to it."""

    def __init__(self, n_clusters=8, *, init='k-means++', n_init='warn', max_iter=300, tol=1e-4, verbose=0, random_state=None, copy_x=True, algorithm='lloyd'):
        self.n_clusters, self.init, self.n_init, self.max_iter, self.tol, self.verbose = n_clusters, init, n_init, max_iter, tol, verbose
        self.random_state, self.copy_x, self.algorithm = random_state, copy_x, algorithm

    def _first(self, X, own, rng):
        if isinstance(self.init, str):
            if self.init == 'k-means++':
                return _spread_centers(X, own, self.n_clusters, rng)[0]
            if self.init == 'random':
                return X[rng.permutation(X.shape[0])[:self.n_clusters]]
            raise InvalidParameterError(f"The 'init' parameter of KMeans must be a str among {{'k-means++', 'random'}}, a callable or an array-like. Got {self.init!r} instead.")
        if callable(self.init):
            return check_array(self.init(X, self.n_clusters, random_state=rng), dtype=X.dtype, copy=False)
        return self._given

    def fit(self, X, y=None, sample_weight=None):
        refuse(self, verbose=(0,), algorithm=('lloyd', 'elkan'))
        X = taken(self, X, dtype=FLOATS, order='C', copy=True)
        for name in 'n_clusters', 'max_iter':
            if not isinstance(getattr(self, name), (int, np.integer)) or getattr(self, name) < 1:
                raise InvalidParameterError(f"The '{name}' parameter of KMeans must be an int in the range [1, inf). Got {getattr(self, name)!r} instead.")
        if X.shape[0] < self.n_clusters:
            raise ValueError(f'n_samples={X.shape[0]} should be >= n_clusters={self.n_clusters}.')
        self._n_init = self.n_init
        if self.n_init == 'warn':
            warnings.warn("The default value of `n_init` will change from 10 to 'auto' in 1.4. Set the value of `n_init` explicitly to suppress the warning", FutureWarning)
            self._n_init = 10
        given = not isinstance(self.init, str) and not callable(self.init)
        if self.n_init == 'auto':
            self._n_init = 1 if given or self.init == 'k-means++' else 10
        mean = X.mean(axis=0)
        if given:
            self._given = check_array(self.init, dtype=X.dtype, copy=True, order='C')
            if self._given.shape != (self.n_clusters, X.shape[1]):
                which = 'number of clusters' if self._given.shape[0] != self.n_clusters else 'number of features of the data'
                raise ValueError(f'The shape of the initial centers {self._given.shape} does not match the {which} {self.n_clusters if which == "number of clusters" else X.shape[1]}.')
            if self._n_init != 1:
                warnings.warn(f'Explicit initial center position passed: performing only one init in KMeans instead of n_init={self._n_init}.', RuntimeWarning, stacklevel=2)
                self._n_init = 1
            self._given -= mean
        rng = check_random_state(self.random_state)
        weight = check_sample_weight(sample_weight, X, dtype=X.dtype)
        self._tol = 0 if self.tol == 0 else np.mean(np.var(X, axis=0)) * self.tol
        X -= mean
        own, best = squares(X), None
        for _ in range(self._n_init):
            run = self._run(X, weight, np.array(self._first(X, own, rng)))
            if best is None or run[1] < best[1] and not _same(run[0], best[0], self.n_clusters):
                best = run
        self.labels_, self.inertia_, centers, self.n_iter_ = best
        found = len(set(self.labels_.tolist()))
        if found < self.n_clusters:
            warnings.warn('Number of distinct clusters ({}) found smaller than n_clusters ({}). Possibly due to duplicate points in X.'.format(found, self.n_clusters), ConvergenceWarning, stacklevel=2)
        self.cluster_centers_ = centers + mean
        self._n_features_out = len(centers)
        return self

    def _run(self, X, weight, centers):
        """Labels and means in turn until the labels or the centres stand still."""
        labels, still = None, False
        for step in range(self.max_iter):
            last, labels = labels, _nearest(X, centers)
            moved = self._means(X, weight, labels, centers)
            shift = np.sqrt(((moved - centers) ** 2).sum(axis=1))
            centers = moved
            if last is not None and np.array_equal(labels, last):
                still = True
                break
            if (shift ** 2).sum() <= self._tol:
                break
        if not still:
            labels = _nearest(X, centers)
        inertia = float((((X - centers[labels]) ** 2).sum(axis=1) * weight).sum())
        return labels, inertia, centers, step + 1

    def _means(self, X, weight, labels, centers):
        sums, held = np.zeros_like(centers), np.zeros(len(centers), dtype=X.dtype)
        np.add.at(sums, labels, X * weight[:, None])
        np.add.at(held, labels, weight)
        empty, = np.where(held == 0)
        if len(empty):                   # (an empty part gets the row that is farthest from its centre)
            far = ((X - centers[labels]) ** 2).sum(axis=1)
            for part, row in zip(empty, np.argpartition(far, -len(empty))[-len(empty):][::-1]):
                old = labels[row]
                sums[old] -= X[row] * weight[row]
                sums[part] = X[row] * weight[row]
                held[part] = weight[row]
                held[old] -= weight[row]
        full = held > 0
        sums[full] *= (1.0 / held[full])[:, None]
        return sums

    def _rows(self, X):
        check_is_fitted(self)
        return taken(self, X, reset=False, dtype=FLOATS, order='C')

    def predict(self, X, sample_weight=None):
        return _nearest(self._rows(X), self.cluster_centers_)

    def fit_predict(self, X, y=None, sample_weight=None):
        return self.fit(X, sample_weight=sample_weight).labels_

    def transform(self, X):
        return euclidean_distances(self._rows(X), self.cluster_centers_)

    def fit_transform(self, X, y=None, sample_weight=None):
        return self.fit(X, sample_weight=sample_weight).transform(X)

    def score(self, X, y=None, sample_weight=None):
        X = self._rows(X)
        weight = check_sample_weight(sample_weight, X, dtype=X.dtype)
        return -float((((X - self.cluster_centers_[_nearest(X, self.cluster_centers_)]) ** 2).sum(axis=1) * weight).sum())

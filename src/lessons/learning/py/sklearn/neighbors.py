"""sklearn.neighbors: the nearest rows, and what they say."""
import numbers

import numpy as np

from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.linear_model import refuse
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils._param_validation import InvalidParameterError
from sklearn.utils.validation import check_is_fitted, taken

__all__ = ['KNeighborsClassifier', 'KNeighborsRegressor', 'NearestNeighbors']

_POWERS = {'euclidean': 2, 'l2': 2, 'manhattan': 1, 'cityblock': 1, 'l1': 1, 'chebyshev': np.inf}


class _Neighbors(BaseEstimator):
    """Keeps the rows and finds the nearest."""

    def _keep(self, X):
        refuse(self, metric_params=(None,), algorithm=('auto', 'brute', 'kd_tree', 'ball_tree'))
        if self.metric == 'minkowski':
            self.effective_metric_ = {1: 'manhattan', 2: 'euclidean'}.get(self.p, 'chebyshev' if self.p == np.inf else 'minkowski')
        else:
            self.effective_metric_ = self.metric
        self.effective_metric_params_ = {} if self.effective_metric_ != 'minkowski' else {'p': self.p}
        self._fit_X = X
        self.n_samples_fit_ = X.shape[0]
        tree = isinstance(self.metric, str) and self.metric in (*_POWERS, 'minkowski')
        few = self.n_neighbors is None or self.n_neighbors < X.shape[0] // 2
        self._fit_method = self.algorithm if self.algorithm != 'auto' else 'kd_tree' if tree and few and X.shape[1] <= 15 else 'brute'
        if self.n_neighbors is not None and (not isinstance(self.n_neighbors, numbers.Integral) or self.n_neighbors <= 0):
            raise InvalidParameterError(f"The 'n_neighbors' parameter of {type(self).__name__} must be an int in the range [1, inf) or None. Got {self.n_neighbors!r} instead.")

    def _distances(self, X):
        """Each row's distances to all kept rows: by differences as a tree has them, or by products."""
        known = self._fit_X
        if self.metric == 'precomputed':
            return X
        if self.effective_metric_ == 'euclidean' and self._fit_method == 'brute':
            return euclidean_distances(X, known)
        power = _POWERS.get(self.effective_metric_, self.p if self.effective_metric_ == 'minkowski' else None) if isinstance(self.effective_metric_, str) else None
        if power is None:
            from sklearn.metrics.pairwise import pairwise_distances
            return pairwise_distances(X, known, metric=self.effective_metric_)
        total = np.zeros((len(X), len(known)))
        for j in range(X.shape[1]):
            off = np.abs(X[:, j, None] - known[None, :, j])
            if power == np.inf:
                np.maximum(total, off, out=total)
            else:
                total += off * off if power == 2 else off if power == 1 else off ** power
        return np.sqrt(total) if power == 2 else total if power in (1, np.inf) else total ** (1 / power)

    def kneighbors(self, X=None, n_neighbors=None, return_distance=True):
        check_is_fitted(self)
        k = self.n_neighbors if n_neighbors is None else n_neighbors
        if not isinstance(k, numbers.Integral):
            raise TypeError('n_neighbors does not take %s value, enter integer value' % type(k))
        if k <= 0:
            raise ValueError('Expected n_neighbors > 0. Got %d' % k)
        own = X is None
        X = self._fit_X if own else taken(self, X, reset=False, order='C')
        if k + own > self.n_samples_fit_:
            raise ValueError('Expected n_neighbors <= n_samples,  but n_samples = %d, n_neighbors = %d' % (self.n_samples_fit_, k + own))
        places, lengths = np.empty((len(X), k), dtype=np.int64), np.empty((len(X), k))
        for start in range(0, len(X), 256):
            some = self._distances(X[start:start + 256])
            if own:
                some[np.arange(len(some)), np.arange(start, start + len(some))] = np.inf
            order = np.argsort(some, axis=1, kind='stable')[:, :k]
            places[start:start + 256], lengths[start:start + 256] = order, np.take_along_axis(some, order, axis=1)
        return (lengths, places) if return_distance else places

    def kneighbors_graph(self, X=None, n_neighbors=None, mode='connectivity'):
        if mode not in ('connectivity', 'distance'):
            raise ValueError('Unsupported mode, must be one of "connectivity", or "distance" but got "%s" instead' % mode)
        lengths, places = self.kneighbors(X, n_neighbors)
        from scipy.sparse import csr_matrix
        rows, k = places.shape
        data = np.ones(rows * k) if mode == 'connectivity' else lengths.ravel()
        return csr_matrix((data, places.ravel(), np.arange(0, rows * k + 1, k)), shape=(rows, self.n_samples_fit_))

    def _weights(self, lengths):
        if self.weights in (None, 'uniform'):
            return None
        if self.weights == 'distance':
            with np.errstate(divide='ignore'):
                weight = 1.0 / lengths
            endless = np.isinf(weight)
            rows = endless.any(axis=1)
            weight[rows] = endless[rows]
            return weight
        if callable(self.weights):
            return self.weights(lengths)
        raise ValueError("weights not recognized: should be 'uniform', 'distance', or a callable function")


class NearestNeighbors(_Neighbors):
    """The nearest rows."""

    def __init__(self, *, n_neighbors=5, radius=1.0, algorithm='auto', leaf_size=30, metric='minkowski', p=2, metric_params=None, n_jobs=None):
        self.n_neighbors, self.radius, self.algorithm, self.leaf_size, self.metric, self.p = n_neighbors, radius, algorithm, leaf_size, metric, p
        self.metric_params, self.n_jobs = metric_params, n_jobs

    def fit(self, X, y=None):
        self._keep(taken(self, X, order='C'))
        return self

    def radius_neighbors(self, X=None, radius=None, return_distance=True, sort_results=False):
        check_is_fitted(self)
        own = X is None
        X = self._fit_X if own else taken(self, X, reset=False, order='C')
        radius = self.radius if radius is None else radius
        if sort_results and not return_distance:
            raise ValueError('return_distance must be True if sort_results is True.')
        far = self._distances(X)
        if own:
            np.fill_diagonal(far, np.inf)
        places, lengths = np.empty(len(X), dtype=object), np.empty(len(X), dtype=object)
        for i, row in enumerate(far):
            near, = np.where(row <= radius)
            near = near[np.argsort(row[near], kind='stable')] if sort_results else near
            places[i], lengths[i] = near, row[near]
        return (lengths, places) if return_distance else places


class KNeighborsClassifier(ClassifierMixin, _Neighbors):
    """The class that most of the nearest rows have."""

    def __init__(self, n_neighbors=5, *, weights='uniform', algorithm='auto', leaf_size=30, p=2, metric='minkowski', metric_params=None, n_jobs=None):
        self.n_neighbors, self.weights, self.algorithm, self.leaf_size, self.p, self.metric = n_neighbors, weights, algorithm, leaf_size, p, metric
        self.metric_params, self.n_jobs = metric_params, n_jobs

    def fit(self, X, y):
        X, y = taken(self, X, y, with_y=True, multi_output=True, order='C')
        if y.ndim == 2 and y.shape[1] == 1:
            import warnings
            from sklearn.exceptions import DataConversionWarning
            warnings.warn('A column-vector y was passed when a 1d array was expected. Please change the shape of y to (n_samples,), for example using ravel().', DataConversionWarning, stacklevel=2)
            y = y.ravel()
        if y.ndim == 2:
            raise NotImplementedError("scikit-learn has KNeighborsClassifier of several outputs, perch's sklearn has not")
        check_classification_targets(y)
        self.outputs_2d_ = False
        self.classes_, self._y = np.unique(y, return_inverse=True)
        self._keep(X)
        return self

    def _votes(self, X):
        lengths, places = self.kneighbors(X)
        weight = self._weights(lengths)
        weight = np.ones(places.shape) if weight is None else weight
        votes = np.zeros((len(places), len(self.classes_)))
        for j in range(places.shape[1]):
            votes[np.arange(len(places)), self._y[places[:, j]]] += weight[:, j]
        return votes

    def predict(self, X):
        return self.classes_[self._votes(X).argmax(axis=1)]

    def predict_proba(self, X):
        votes = self._votes(X)
        whole = votes.sum(axis=1)[:, np.newaxis]
        whole[whole == 0.0] = 1.0
        return votes / whole


class KNeighborsRegressor(RegressorMixin, _Neighbors):
    """The mean of the nearest rows' numbers."""

    def __init__(self, n_neighbors=5, *, weights='uniform', algorithm='auto', leaf_size=30, p=2, metric='minkowski', metric_params=None, n_jobs=None):
        self.n_neighbors, self.weights, self.algorithm, self.leaf_size, self.p, self.metric = n_neighbors, weights, algorithm, leaf_size, p, metric
        self.metric_params, self.n_jobs = metric_params, n_jobs

    def fit(self, X, y):
        X, self._y = taken(self, X, y, with_y=True, multi_output=True, order='C')
        self._keep(X)
        return self

    def predict(self, X):
        lengths, places = self.kneighbors(X)
        weight, known = self._weights(lengths), self._y if self._y.ndim == 2 else self._y.reshape(-1, 1)
        if weight is None:
            made = np.mean(known[places], axis=1)
        else:
            made = np.stack([np.sum(known[places, j] * weight, axis=1) / np.sum(weight, axis=1) for j in range(known.shape[1])], axis=1)
        return made.ravel() if self._y.ndim == 1 else made

"""sklearn.decomposition: principal components, and the first singular vectors."""
import numpy as np

from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.linear_model import refuse
from sklearn.utils.validation import check_array, check_is_fitted, check_random_state, taken

__all__ = ['PCA', 'TruncatedSVD', 'randomized_svd']


def svd_flip(u, v, u_based_decision=True):
    """Signs that do not depend on the solver: of each vector the largest entry is positive."""
    if u_based_decision:
        signs = np.sign(u[np.argmax(np.abs(u), axis=0), range(u.shape[1])])
    else:
        signs = np.sign(v[range(v.shape[0]), np.argmax(np.abs(v), axis=1)])
    u *= signs
    v *= signs[:, np.newaxis]
    return u, v


def _range_of(A, size, steps, normalizer, rng):
    """An orthogonal basis of about what A reaches, from drawn directions."""
    from scipy import linalg
    Q = rng.normal(size=(A.shape[1], size))
    if A.dtype.kind == 'f':
        Q = Q.astype(A.dtype, copy=False)
    if normalizer == 'auto':
        normalizer = 'none' if steps <= 2 else 'LU'
    for _ in range(steps):
        for way in A, A.T:
            Q = way @ Q
            if normalizer == 'LU':
                Q, _ = linalg.lu(Q, permute_l=True)
            elif normalizer == 'QR':
                Q, _ = linalg.qr(Q, mode='economic')
    return linalg.qr(A @ Q, mode='economic')[0]


def randomized_svd(M, n_components, *, n_oversamples=10, n_iter='auto', power_iteration_normalizer='auto', transpose='auto', flip_sign=True, random_state='warn', svd_lapack_driver='gesdd'):
    """The first singular values and vectors, from drawn directions."""
    rng = check_random_state(0 if isinstance(random_state, str) else random_state)
    if n_iter == 'auto':
        n_iter = 7 if n_components < 0.1 * min(M.shape) else 4
    turned = M.shape[0] < M.shape[1] if transpose == 'auto' else transpose
    M = M.T if turned else M
    Q = _range_of(M, n_components + n_oversamples, n_iter, power_iteration_normalizer, rng)
    small, s, v = np.linalg.svd(Q.T @ M, full_matrices=False)
    u = Q @ small
    if flip_sign:
        u, v = svd_flip(u, v, u_based_decision=not turned)
    if turned:
        return v[:n_components].T, s[:n_components], u[:, :n_components].T
    return u[:, :n_components], s[:n_components], v[:n_components]


class PCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Directions of the largest variance."""

    def __init__(self, n_components=None, *, copy=True, whiten=False, svd_solver='auto', tol=0.0, iterated_power='auto', n_oversamples=10, power_iteration_normalizer='auto', random_state=None):
        self.n_components, self.copy, self.whiten, self.svd_solver, self.tol, self.iterated_power = n_components, copy, whiten, svd_solver, tol, iterated_power
        self.n_oversamples, self.power_iteration_normalizer, self.random_state = n_oversamples, power_iteration_normalizer, random_state

    def fit(self, X, y=None):
        self._fitted(X)
        return self

    def fit_transform(self, X, y=None):
        u, s = self._fitted(X)
        u = u[:, :self.n_components_]
        return u * np.sqrt(len(u) - 1) if self.whiten else u * s[:self.n_components_]

    def _fitted(self, X):
        refuse(self, svd_solver=('auto', 'full', 'randomized'))
        if self.n_components == 'mle':
            raise NotImplementedError("scikit-learn has PCA(n_components='mle'), perch's sklearn has not")
        X = taken(self, X, dtype=[np.float64, np.float32], copy=self.copy)
        rows, width = X.shape
        count = min(X.shape) if self.n_components is None else self.n_components
        way = self.svd_solver
        if way == 'auto':
            way = 'full' if max(X.shape) <= 500 or not 1 <= count < 0.8 * min(X.shape) else 'randomized'
        if not (0 if way == 'full' else 1) <= count <= min(X.shape):
            raise ValueError(f"n_components={count!r} must be between {0 if way == 'full' else 1} and min(n_samples, n_features)={min(X.shape)!r} with svd_solver={way!r}")
        self._fit_svd_solver = way
        self.mean_ = np.mean(X, axis=0)
        self.n_samples_ = rows
        X = X - self.mean_
        if way == 'full':
            u, s, v = np.linalg.svd(X, full_matrices=False)
            u, v = svd_flip(u, v)
        else:
            u, s, v = randomized_svd(X, count, n_oversamples=self.n_oversamples, n_iter=self.iterated_power, power_iteration_normalizer=self.power_iteration_normalizer,
                                     random_state=check_random_state(self.random_state))
        variance = s ** 2 / (rows - 1)
        total = variance.sum() if way == 'full' else np.var(X, ddof=1, axis=0).sum()
        share = variance / total
        if way == 'full' and 0 < count < 1.0:
            count = int(np.searchsorted(np.cumsum(share, dtype=np.float64), count, side='right') + 1)
        self.n_components_ = count
        if count < min(X.shape):
            self.noise_variance_ = variance[count:].mean() if way == 'full' else (total - variance.sum()) / (min(X.shape) - count)
        else:
            self.noise_variance_ = 0.0
        self.components_, self.explained_variance_, self.explained_variance_ratio_, self.singular_values_ = v[:count], variance[:count], share[:count], s[:count].copy()
        return u, s

    @property
    def _n_features_out(self):
        return self.components_.shape[0]

    @property
    def n_features_(self):
        import warnings
        warnings.warn('Attribute `n_features_` was deprecated in version 1.2 and will be removed in 1.4. Use `n_features_in_` instead.', FutureWarning)
        return self.n_features_in_

    def transform(self, X):
        check_is_fitted(self)
        X = taken(self, X, reset=False, dtype=[np.float64, np.float32])
        made = np.dot(X - self.mean_, self.components_.T)
        return made / np.sqrt(self.explained_variance_) if self.whiten else made

    def inverse_transform(self, X):
        back = self.components_
        if self.whiten:
            back = np.sqrt(self.explained_variance_)[:, None] * back
        return np.dot(X, back) + self.mean_

    def get_covariance(self):
        rows = self.components_ * np.sqrt(self.explained_variance_)[:, None] if self.whiten else self.components_
        weights = np.maximum(self.explained_variance_ - self.noise_variance_, 0.0)
        return (rows.T * weights) @ rows + self.noise_variance_ * np.eye(rows.shape[1])


class TruncatedSVD(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """The first singular vectors, of data that are not moved to their mean."""

    def __init__(self, n_components=2, *, algorithm='randomized', n_iter=5, n_oversamples=10, power_iteration_normalizer='auto', random_state=None, tol=0.0):
        self.algorithm, self.n_components, self.n_iter, self.n_oversamples = algorithm, n_components, n_iter, n_oversamples
        self.power_iteration_normalizer, self.random_state, self.tol = power_iteration_normalizer, random_state, tol

    def fit(self, X, y=None):
        self.fit_transform(X)
        return self

    def fit_transform(self, X, y=None):
        refuse(self, algorithm=('randomized',))
        X = taken(self, X, accept_sparse=True, ensure_min_features=2)
        if self.n_components > X.shape[1]:
            raise ValueError(f'n_components({self.n_components}) must be <= n_features({X.shape[1]}).')
        u, s, self.components_ = randomized_svd(X, self.n_components, n_iter=self.n_iter, n_oversamples=self.n_oversamples, power_iteration_normalizer=self.power_iteration_normalizer,
                                                random_state=check_random_state(self.random_state))
        made = u * s
        dense = X.toarray() if hasattr(X, 'toarray') else X
        self.explained_variance_ = np.var(made, axis=0)
        self.explained_variance_ratio_ = self.explained_variance_ / np.var(dense, axis=0).sum()
        self.singular_values_ = s
        return made

    @property
    def _n_features_out(self):
        return self.components_.shape[0]

    def transform(self, X):
        check_is_fitted(self)
        return taken(self, X, accept_sparse=True, reset=False) @ self.components_.T

    def inverse_transform(self, X):
        return np.dot(check_array(X), self.components_)

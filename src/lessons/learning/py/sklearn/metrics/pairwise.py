"""sklearn.metrics.pairwise: each row with each row."""
import numpy as np

from sklearn.preprocessing._scales import normalize
from sklearn.utils.validation import check_array

__all__ = ['check_pairwise_arrays', 'cosine_distances', 'cosine_similarity', 'euclidean_distances', 'linear_kernel', 'manhattan_distances', 'pairwise_distances', 'polynomial_kernel', 'rbf_kernel',
           'sigmoid_kernel']


def check_pairwise_arrays(X, Y=None):
    """Both as floats of one width."""
    kinds = [np.asarray(each).dtype if not hasattr(each, 'nnz') else each.dtype for each in (X, Y) if each is not None]
    dtype = np.float32 if all(kind == np.float32 for kind in kinds) else np.float64
    same = Y is X or Y is None
    X = check_array(X, accept_sparse='csr', dtype=dtype, estimator='check_pairwise_arrays')
    Y = X if same else check_array(Y, accept_sparse='csr', dtype=dtype, estimator='check_pairwise_arrays')
    if X.shape[1] != Y.shape[1]:
        raise ValueError('Incompatible dimension for X and Y matrices: X.shape[1] == %d while Y.shape[1] == %d' % (X.shape[1], Y.shape[1]))
    return X, Y


def product(X, Y):
    """X Y^T, dense."""
    made = X @ Y.T
    return made.toarray() if hasattr(made, 'toarray') else made


def squares(X):
    """Each row's square length."""
    if hasattr(X, 'nnz'):
        return np.asarray(X.multiply(X).sum(axis=1)).ravel()
    return np.einsum('ij,ij->i', X, X)


def euclidean_distances(X, Y=None, *, Y_norm_squared=None, squared=False, X_norm_squared=None):
    """Distances, by products."""
    X, Y = check_pairwise_arrays(X, Y)
    for name, given in ('X_norm_squared', X_norm_squared), ('Y_norm_squared', Y_norm_squared):
        if given is not None:
            raise NotImplementedError(f"scikit-learn has euclidean_distances({name}=…), perch's sklearn has not")
    dtype, same = X.dtype, X is Y
    if dtype == np.float32:
        X = X.astype(np.float64)
        Y = X if same else Y.astype(np.float64)
    own = squares(X)[:, np.newaxis]
    made = -2 * product(X, Y)
    made += own
    made += own.T if same else squares(Y)[np.newaxis, :]
    if dtype == np.float32:
        made = made.astype(np.float32)
    np.maximum(made, 0, out=made)
    if same:
        np.fill_diagonal(made, 0)
    return made if squared else np.sqrt(made, out=made)


def cosine_similarity(X, Y=None, dense_output=True):
    """The cosine of each pair."""
    X, Y = check_pairwise_arrays(X, Y)
    lengths = normalize(X, copy=True)
    others = lengths if X is Y else normalize(Y, copy=True)
    return product(lengths, others) if dense_output or not hasattr(lengths, 'nnz') else lengths @ others.T


def cosine_distances(X, Y=None):
    """1 less the cosine of each pair."""
    made = np.clip(1 - cosine_similarity(X, Y), 0, 2)
    if Y is None or Y is X:
        made.flat[::len(made) + 1] = 0.0
    return made


def manhattan_distances(X, Y=None, *, sum_over_features='deprecated'):
    """Sums of differences."""
    if sum_over_features != 'deprecated':
        raise NotImplementedError("scikit-learn has manhattan_distances(sum_over_features=…), perch's sklearn has not")
    from scipy.spatial.distance import cdist
    return cdist(*check_pairwise_arrays(X, Y), 'cityblock')


def linear_kernel(X, Y=None, dense_output=True):
    """Products of each pair."""
    return product(*check_pairwise_arrays(X, Y))


def rbf_kernel(X, Y=None, gamma=None):
    """exp(-gamma times the square distance)."""
    X, Y = check_pairwise_arrays(X, Y)
    made = euclidean_distances(X, Y, squared=True)
    made *= -(1.0 / X.shape[1] if gamma is None else gamma)
    return np.exp(made, made)


def polynomial_kernel(X, Y=None, degree=3, gamma=None, coef0=1):
    """(gamma times the product, and coef0) to a degree."""
    X, Y = check_pairwise_arrays(X, Y)
    made = product(X, Y)
    made *= 1.0 / X.shape[1] if gamma is None else gamma
    made += coef0
    made **= degree
    return made


def sigmoid_kernel(X, Y=None, gamma=None, coef0=1):
    """tanh(gamma times the product, and coef0)."""
    X, Y = check_pairwise_arrays(X, Y)
    made = product(X, Y)
    made *= 1.0 / X.shape[1] if gamma is None else gamma
    made += coef0
    return np.tanh(made, made)


_OWN = {'euclidean': euclidean_distances, 'l2': euclidean_distances, 'cosine': cosine_distances, 'manhattan': manhattan_distances, 'l1': manhattan_distances, 'cityblock': manhattan_distances}
_OF_SCIPY = ('braycurtis', 'canberra', 'chebyshev', 'correlation', 'dice', 'hamming', 'jaccard', 'mahalanobis', 'minkowski', 'rogerstanimoto', 'russellrao', 'seuclidean', 'sokalmichener', 'sokalsneath',
             'sqeuclidean', 'yule')


def pairwise_distances(X, Y=None, metric='euclidean', *, n_jobs=None, force_all_finite=True, **kwds):
    """Distances of each pair by a metric's name, or by a function of two rows."""
    if metric == 'precomputed':
        X = check_array(X)
        if X.shape[0] != X.shape[1] and Y is None:
            raise ValueError('Precomputed metric requires shape (n_queries, n_indexed). Got (%d, %d) for %d indexed.' % (X.shape[0], X.shape[1], X.shape[0]))
        if (X < 0).any():
            raise ValueError('Negative values in data passed to precomputed distance matrix.')
        return X
    if callable(metric):
        X, Y = check_pairwise_arrays(X, Y)
        if X is not Y:
            return np.array([[metric(a, b, **kwds) for b in Y] for a in X], dtype=float)
        made = np.zeros((len(X), len(X)))
        for i in range(len(X)):
            for j in range(i + 1):
                made[i, j] = made[j, i] = metric(X[i], X[j], **kwds)
        return made
    if metric in _OWN:
        return _OWN[metric](X, Y, **kwds)
    if metric not in _OF_SCIPY:
        known = ', '.join(repr(name) for name in sorted({*_OWN, *_OF_SCIPY, 'precomputed'}))
        raise ValueError(f"Unknown metric {metric}. Valid metrics are [{known}], or 'precomputed', or a callable")
    from scipy.spatial import distance
    X, Y = check_pairwise_arrays(X, Y)
    if X is Y:
        return distance.squareform(distance.pdist(X, metric=metric, **kwds))
    return distance.cdist(X, Y, metric=metric, **kwds)

"""How two ways to part rows agree, and how well a parting fits its distances."""
import warnings

import numpy as np

from sklearn.preprocessing._labels import LabelEncoder
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_array, check_consistent_length, check_random_state, check_X_y


def _both(labels_true, labels_pred):
    labels_true = check_array(labels_true, ensure_2d=False, ensure_min_samples=0, dtype=None)
    labels_pred = check_array(labels_pred, ensure_2d=False, ensure_min_samples=0, dtype=None)
    if labels_true.ndim != 1:
        raise ValueError('labels_true must be 1D: shape is %r' % (labels_true.shape,))
    if labels_pred.ndim != 1:
        raise ValueError('labels_pred must be 1D: shape is %r' % (labels_pred.shape,))
    kinds = type_of_target(labels_true), type_of_target(labels_pred)
    if 'continuous' in kinds:
        warnings.warn('Clustering metrics expects discrete values but received %s values for label, and %s values for target' % kinds, UserWarning)
    check_consistent_length(labels_true, labels_pred)
    return labels_true, labels_pred


def contingency(labels_true, labels_pred):
    """How many rows are in each pair of parts."""
    classes, a = np.unique(labels_true, return_inverse=True)
    clusters, b = np.unique(labels_pred, return_inverse=True)
    made = np.zeros((len(classes), len(clusters)), dtype=np.int64)
    np.add.at(made, (a, b), 1)
    return made


def pair_confusion_matrix(labels_true, labels_pred):
    """Pairs of rows: apart in both, together in one, together in both."""
    table = contingency(*_both(labels_true, labels_pred))
    in_both, in_true, in_pred = ((counts ** 2).sum() for counts in (table, table.sum(axis=1), table.sum(axis=0)))
    rows = table.sum()
    return np.array([[rows ** 2 - in_true - in_pred + in_both, in_pred - in_both], [in_true - in_both, in_both - rows]], dtype=np.int64)


def rand_score(labels_true, labels_pred):
    """The share of pairs that both treat alike."""
    made = pair_confusion_matrix(labels_true, labels_pred)
    alike, whole = made.diagonal().sum(), made.sum()
    return 1.0 if alike == whole or whole == 0 else alike / whole


def adjusted_rand_score(labels_true, labels_pred):
    """The same, less what chance gives."""
    (tn, fp), (fn, tp) = pair_confusion_matrix(labels_true, labels_pred).tolist()
    if fn == 0 and fp == 0:
        return 1.0
    return 2.0 * (tp * tn - fn * fp) / ((tp + fn) * (fn + tn) + (tp + fp) * (fp + tn))


def _entropy(labels):
    if len(labels) == 0:
        return 1.0
    counts = np.bincount(np.unique(labels, return_inverse=True)[1]).astype(np.float64)
    counts = counts[counts > 0]
    if counts.size == 1:
        return 0.0
    whole = np.sum(counts)
    return -np.sum((counts / whole) * (np.log(counts) - np.log(whole)))


def mutual_info_score(labels_true, labels_pred, *, contingency=None):
    """What one parting tells of the other."""
    if contingency is None:
        labels_true, labels_pred = _both(labels_true, labels_pred)
        contingency = globals()['contingency'](labels_true, labels_pred)
    contingency = np.asarray(contingency)
    rows, columns = np.nonzero(contingency)
    counts = contingency[rows, columns]
    whole = contingency.sum()
    a, b = np.ravel(contingency.sum(axis=1)), np.ravel(contingency.sum(axis=0))
    if a.size == 1 or b.size == 1:
        return 0.0
    share = counts / whole
    apart = a.take(rows).astype(np.int64) * b.take(columns).astype(np.int64)
    log_apart = -np.log(apart) + np.log(a.sum()) + np.log(b.sum())
    told = share * (np.log(counts) - np.log(whole)) + share * log_apart
    told = np.where(np.abs(told) < np.finfo(told.dtype).eps, 0.0, told)
    return np.clip(told.sum(), 0.0, None)


_MEANS = {'min': min, 'geometric': lambda u, v: np.sqrt(u * v), 'arithmetic': lambda u, v: np.mean([u, v]), 'max': max}


def normalized_mutual_info_score(labels_true, labels_pred, *, average_method='arithmetic'):
    """The same as a part of what each has to tell."""
    if average_method not in _MEANS:
        raise ValueError("'average_method' must be 'min', 'geometric', 'arithmetic', or 'max'")
    labels_true, labels_pred = _both(labels_true, labels_pred)
    classes, clusters = np.unique(labels_true), np.unique(labels_pred)
    if classes.shape[0] == clusters.shape[0] == 1 or classes.shape[0] == clusters.shape[0] == 0:
        return 1.0
    told = mutual_info_score(None, None, contingency=contingency(labels_true, labels_pred))
    if told <= np.finfo(np.float64).eps:
        return 0.0
    return told / _MEANS[average_method](_entropy(labels_true), _entropy(labels_pred))


def homogeneity_completeness_v_measure(labels_true, labels_pred, *, beta=1.0):
    """Whether parts hold one class, whether classes lie in one part, and the mean of both."""
    labels_true, labels_pred = _both(labels_true, labels_pred)
    if len(labels_true) == 0:
        return 1.0, 1.0, 1.0
    of_classes, of_clusters = _entropy(labels_true), _entropy(labels_pred)
    told = mutual_info_score(None, None, contingency=contingency(labels_true, labels_pred))
    homogeneity = told / of_classes if of_classes else 1.0
    completeness = told / of_clusters if of_clusters else 1.0
    if homogeneity + completeness == 0.0:
        return homogeneity, completeness, 0.0
    return homogeneity, completeness, (1 + beta) * homogeneity * completeness / (beta * homogeneity + completeness)


def homogeneity_score(labels_true, labels_pred):
    """Whether parts hold one class."""
    return homogeneity_completeness_v_measure(labels_true, labels_pred)[0]


def completeness_score(labels_true, labels_pred):
    """Whether classes lie in one part."""
    return homogeneity_completeness_v_measure(labels_true, labels_pred)[1]


def v_measure_score(labels_true, labels_pred, *, beta=1.0):
    """The mean of both."""
    return homogeneity_completeness_v_measure(labels_true, labels_pred, beta=beta)[2]


def silhouette_samples(X, labels, *, metric='euclidean', **kwds):
    """For each row how much nearer its own part is than the next one."""
    from sklearn.metrics.pairwise import pairwise_distances
    X, labels = check_X_y(X, labels)
    labels = LabelEncoder().fit_transform(labels)
    counts = np.bincount(labels)
    if not 1 < len(counts) < len(labels):
        raise ValueError('Number of labels is %d. Valid values are 2 to n_samples - 1 (inclusive)' % len(counts))
    distances = pairwise_distances(X, metric=metric, **kwds)
    sums = np.zeros((len(X), len(counts)), dtype=distances.dtype)
    for i in range(len(X)):
        sums[i] += np.bincount(labels, weights=distances[i], minlength=len(counts))
    own = (np.arange(len(X)), labels)
    within = sums[own]
    sums[own] = np.inf
    sums /= counts
    next_ = sums.min(axis=1)
    with np.errstate(divide='ignore', invalid='ignore'):
        within = within / (counts - 1).take(labels)
        made = next_ - within
        made /= np.maximum(within, next_)
    return np.nan_to_num(made)


def silhouette_score(X, labels, *, metric='euclidean', sample_size=None, random_state=None, **kwds):
    """The mean of the rows' silhouettes, or of some of them."""
    if sample_size is not None:
        X, labels = check_X_y(X, labels, accept_sparse=['csc', 'csr'])
        chosen = check_random_state(random_state).permutation(X.shape[0])[:sample_size]
        X, labels = (X[chosen].T[chosen].T if metric == 'precomputed' else X[chosen]), labels[chosen]
    return np.mean(silhouette_samples(X, labels, metric=metric, **kwds))

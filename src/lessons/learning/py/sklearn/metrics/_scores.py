"""How well scores order: curves over all thresholds, and the areas below them."""
import warnings
from itertools import combinations

import numpy as np

from sklearn.exceptions import UndefinedMetricWarning
from sklearn.preprocessing._labels import label_binarize
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import assert_all_finite, check_array, check_consistent_length, column_or_1d


def auc(x, y):
    """The area below a curve of straight pieces."""
    check_consistent_length(x, y)
    x, y = column_or_1d(x), column_or_1d(y)
    if x.shape[0] < 2:
        raise ValueError('At least 2 points are needed to compute area under curve, but x.shape = %s' % x.shape)
    steps, sign = np.diff(x), 1
    if np.any(steps < 0):
        if not np.all(steps <= 0):
            raise ValueError('x is neither increasing nor decreasing : {}.'.format(x))
        sign = -1
    return sign * np.trapz(y, x)


def the_positive(pos_label, y_true):
    """Which label is the positive one."""
    if pos_label is not None:
        return pos_label
    classes = np.unique(y_true)
    if classes.dtype.kind in 'OUS' or classes.tolist() not in ([0, 1], [-1, 1], [0], [-1], [1]):
        raise ValueError('y_true takes value in {%s} and pos_label is not specified: either make y_true take value in {0, 1} or {-1, 1} or pass pos_label explicitly.' % ', '.join(repr(c) for c in classes))
    return 1


def _counts_by_threshold(y_true, y_score, pos_label=None, sample_weight=None):
    """(wrong, right, thresholds): how many are above each score that occurs, from the highest down."""
    kind = type_of_target(y_true, input_name='y_true')
    if not (kind == 'binary' or kind == 'multiclass' and pos_label is not None):
        raise ValueError('{0} format is not supported'.format(kind))
    check_consistent_length(y_true, y_score, sample_weight)
    y_true, y_score = column_or_1d(y_true), column_or_1d(y_score)
    assert_all_finite(y_true)
    assert_all_finite(y_score)
    weight = None
    if sample_weight is not None:
        weight = column_or_1d(sample_weight)
        y_true, y_score, weight = y_true[weight != 0], y_score[weight != 0], weight[weight != 0]
    positive = y_true == the_positive(pos_label, y_true)
    order = np.argsort(y_score, kind='mergesort')[::-1]
    y_score, positive = y_score[order], positive[order]
    ends = np.r_[np.where(np.diff(y_score))[0], len(positive) - 1]
    if weight is None:
        right = np.cumsum(positive, dtype=np.float64)[ends]
        wrong = 1 + ends - right
    else:
        weight = weight[order]
        right, wrong = np.cumsum(positive * weight, dtype=np.float64)[ends], np.cumsum((1 - positive) * weight, dtype=np.float64)[ends]
    return wrong, right, y_score[ends]


def roc_curve(y_true, y_score, *, pos_label=None, sample_weight=None, drop_intermediate=True):
    """Rates of false and of true positives at each threshold."""
    rows = _counts_by_threshold(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    if drop_intermediate and len(rows[0]) > 2:
        turns = np.ones(len(rows[0]), dtype=bool)      # (points on a straight line between others say nothing)
        turns[1:-1] = (np.diff(rows[0], 2) != 0) | (np.diff(rows[1], 2) != 0)
        rows = [row[turns] for row in rows]
    wrong, right, at = rows
    return _rate(wrong, 'negative', 'false'), _rate(right, 'positive', 'true'), np.r_[at[0] + 1, at]


def _rate(counts, lacks, called):
    """The counts from nothing on, as parts of the whole."""
    counts = np.concatenate([[0], counts])
    if counts[-1] > 0:
        return counts / counts[-1]
    warnings.warn(f'No {lacks} samples in y_true, {called} positive value should be meaningless', UndefinedMetricWarning)
    return np.full(counts.shape, np.nan)


def precision_recall_curve(y_true, probas_pred, *, pos_label=None, sample_weight=None):
    """Precision and recall at each threshold."""
    wrong, right, at = (row[::-1] for row in _counts_by_threshold(y_true, probas_pred, pos_label=pos_label, sample_weight=sample_weight))
    whole = right[0]
    if whole == 0:
        warnings.warn('No positive class found in y_true, recall is set to one for all thresholds.')
    told = np.where(right + wrong == 0, 1, right + wrong)
    return np.append(right / told, 1), np.append(right / whole if whole else np.ones_like(right), 0), at


def _averaged(score, y_true, y_score, average, sample_weight):
    """A score of two classes, or of columns for several."""
    if average not in (None, 'micro', 'macro', 'weighted', 'samples'):
        raise ValueError('average has to be one of {0}'.format([None, 'micro', 'macro', 'weighted', 'samples']))
    kind = type_of_target(y_true)
    if kind not in ('binary', 'multilabel-indicator'):
        raise ValueError('{0} format is not supported'.format(kind))
    if kind == 'binary':
        return score(y_true, y_score, sample_weight=sample_weight)
    check_consistent_length(y_true, y_score, sample_weight)
    y_true, y_score, weight, across = check_array(y_true), check_array(y_score), sample_weight, None
    if average == 'micro':
        weight = None if weight is None else np.repeat(weight, y_true.shape[1])
        y_true, y_score = y_true.ravel(), y_score.ravel()
    elif average == 'weighted':
        across = y_true.sum(axis=0) if weight is None else np.sum(np.multiply(y_true, np.reshape(weight, (-1, 1))), axis=0)
        if np.isclose(across.sum(), 0.0):
            return 0
    elif average == 'samples':
        across, weight = weight, None
        y_true, y_score = y_true.T, y_score.T
    if y_true.ndim == 1:
        y_true, y_score = y_true.reshape(-1, 1), y_score.reshape(-1, 1)
    each = np.array([score(y_true[:, i].ravel(), y_score[:, i].ravel(), sample_weight=weight) for i in range(y_score.shape[1])])
    if average is None:
        return each
    if across is not None:
        across = np.asarray(across)
        each[across == 0] = 0
    return np.average(each, weights=across)


def average_precision_score(y_true, y_score, *, average='macro', pos_label=1, sample_weight=None):
    """Precision, weighed by how far recall grows at each threshold."""
    kind = type_of_target(y_true, input_name='y_true')
    present = np.unique(y_true).tolist()
    if kind == 'binary':
        if len(present) == 2 and pos_label not in present:
            raise ValueError(f'pos_label={pos_label} is not a valid label. It should be one of {present}')
    elif kind == 'multilabel-indicator' and pos_label != 1:
        raise ValueError('Parameter pos_label is fixed to 1 for multilabel-indicator y_true. Do not set pos_label or set pos_label to 1.')
    elif kind == 'multiclass':
        raise ValueError('multiclass format is not supported')

    def score(y_true, y_score, sample_weight=None):
        precision, recall, _ = precision_recall_curve(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
        return -np.sum(np.diff(recall) * np.array(precision)[:-1])
    return _averaged(score, y_true, y_score, average, sample_weight)


def _binary_roc_auc(y_true, y_score, sample_weight=None, max_fpr=None):
    if len(np.unique(y_true)) != 2:
        raise ValueError('Only one class present in y_true. ROC AUC score is not defined in that case.')
    false, true, _ = roc_curve(y_true, y_score, sample_weight=sample_weight)
    if max_fpr is None or max_fpr == 1:
        return auc(false, true)
    if max_fpr <= 0 or max_fpr > 1:
        raise ValueError('Expected max_fpr in range (0, 1], got: %r' % max_fpr)
    stop = np.searchsorted(false, max_fpr, 'right')
    between = np.interp(max_fpr, [false[stop - 1], false[stop]], [true[stop - 1], true[stop]])
    part = auc(np.append(false[:stop], max_fpr), np.append(true[:stop], between))
    least = 0.5 * max_fpr ** 2
    return 0.5 * (1 + (part - least) / (max_fpr - least))


def roc_auc_score(y_true, y_score, *, average='macro', sample_weight=None, max_fpr=None, multi_class='raise', labels=None):
    """The area below the curve of false and true positives."""
    kind = type_of_target(y_true, input_name='y_true')
    y_true, y_score = check_array(y_true, ensure_2d=False, dtype=None), check_array(y_score, ensure_2d=False)
    if kind == 'multiclass' or kind == 'binary' and y_score.ndim == 2 and y_score.shape[1] > 2:
        if max_fpr is not None and max_fpr != 1.0:
            raise ValueError("Partial AUC computation not available in multiclass setting, 'max_fpr' must be set to `None`, received `max_fpr={0}` instead".format(max_fpr))
        if multi_class == 'raise':
            raise ValueError("multi_class must be in ('ovo', 'ovr')")
        return _several_roc_auc(y_true, y_score, labels, multi_class, average, sample_weight)
    if kind == 'binary':
        y_true = label_binarize(y_true, classes=np.unique(y_true))[:, 0]
    return _averaged(lambda a, b, sample_weight=None: _binary_roc_auc(a, b, sample_weight, max_fpr), y_true, y_score, average, sample_weight)


def _several_roc_auc(y_true, y_score, labels, multi_class, average, sample_weight):
    if not np.allclose(1, y_score.sum(axis=1)):
        raise ValueError('Target scores need to be probabilities for multiclass roc_auc, i.e. they should sum up to 1.0 over classes')
    allowed = ('macro', 'weighted', None) + (('micro',) if multi_class == 'ovr' else ())
    if average not in allowed:
        raise ValueError('average must be one of {0} for multiclass problems'.format(allowed))
    if multi_class not in ('ovo', 'ovr'):
        raise ValueError("multi_class='{0}' is not supported for multiclass ROC AUC, multi_class must be in {1}".format(multi_class, ('ovo', 'ovr')))
    if multi_class == 'ovo' and average is None:
        raise NotImplementedError("average=None is not implemented for multi_class='ovo'.")
    if labels is not None:
        labels = column_or_1d(labels)
        classes = np.unique(labels)
        if len(classes) != len(labels):
            raise ValueError("Parameter 'labels' must be unique")
        if not np.array_equal(classes, labels):
            raise ValueError("Parameter 'labels' must be ordered")
        if len(classes) != y_score.shape[1]:
            raise ValueError("Number of given labels, {0}, not equal to the number of columns in 'y_score', {1}".format(len(classes), y_score.shape[1]))
        if len(np.setdiff1d(y_true, classes)):
            raise ValueError("'y_true' contains labels not in parameter 'labels'")
    else:
        classes = np.unique(y_true)
        if len(classes) != y_score.shape[1]:
            raise ValueError("Number of classes in y_true not equal to the number of columns in 'y_score'")
    if multi_class == 'ovr':
        return _averaged(_binary_roc_auc, label_binarize(y_true, classes=classes), y_score, average, sample_weight)
    if sample_weight is not None:
        raise ValueError("sample_weight is not supported for multiclass one-vs-one ROC AUC, 'sample_weight' must be None in this case.")
    coded = np.searchsorted(classes, y_true)
    scores, share = [], []
    for a, b in combinations(range(len(classes)), 2):
        both = np.logical_or(coded == a, coded == b)
        share.append(np.average(both))
        first = _binary_roc_auc(coded[both] == a, y_score[both, a])
        second = _binary_roc_auc(coded[both] == b, y_score[both, b])
        scores.append((first + second) / 2)
    return np.average(scores, weights=share if average == 'weighted' else None)


def top_k_accuracy_score(y_true, y_score, *, k=2, normalize=True, sample_weight=None, labels=None):
    """How often the true label is among the k highest scores."""
    y_true = column_or_1d(check_array(y_true, ensure_2d=False, dtype=None))
    kind = type_of_target(y_true, input_name='y_true')
    if kind == 'binary' and labels is not None and len(labels) > 2:
        kind = 'multiclass'
    if kind not in ('binary', 'multiclass'):
        raise ValueError(f"y type must be 'binary' or 'multiclass', got '{kind}' instead.")
    y_score = check_array(y_score, ensure_2d=False)
    if kind == 'binary':
        if y_score.ndim == 2 and y_score.shape[1] != 1:
            raise ValueError('`y_true` is binary while y_score is 2d with {} classes. If `y_true` does not contain all the labels, `labels` must be provided.'.format(y_score.shape[1]))
        y_score = column_or_1d(y_score)
    check_consistent_length(y_true, y_score, sample_weight)
    count = y_score.shape[1] if y_score.ndim == 2 else 2
    if labels is None:
        classes = np.unique(y_true)
        if len(classes) != count:
            raise ValueError(f"Number of classes in 'y_true' ({len(classes)}) not equal to the number of classes in 'y_score' ({count}).You can provide a list of all known classes by assigning it to the "
                             '`labels` parameter.')
    else:
        labels = column_or_1d(labels)
        classes = np.unique(labels)
        if len(labels) != len(classes):
            raise ValueError("Parameter 'labels' must be unique.")
        if not np.array_equal(classes, labels):
            raise ValueError("Parameter 'labels' must be ordered.")
        if len(classes) != count:
            raise ValueError(f"Number of given labels ({len(classes)}) not equal to the number of classes in 'y_score' ({count}).")
        if len(np.setdiff1d(y_true, classes)):
            raise ValueError("'y_true' contains labels not in parameter 'labels'.")
    if k >= count:
        warnings.warn(f"'k' ({k}) greater than or equal to 'n_classes' ({count}) will result in a perfect score and is therefore meaningless.", UndefinedMetricWarning)
    coded = np.searchsorted(classes, y_true)
    if kind == 'multiclass':
        best = y_score.argsort(axis=1, kind='mergesort')[:, -k:]
        hits = (best == coded[:, None]).any(axis=1)
    elif k > 1:
        hits = np.full(len(coded), True)
    else:
        middle = 0.5 if 0 <= y_score.min() and y_score.max() <= 1 else 0
        hits = (y_score > middle) == coded
    if normalize:
        return np.average(hits, weights=sample_weight)
    return np.sum(hits) if sample_weight is None else np.dot(hits, sample_weight)

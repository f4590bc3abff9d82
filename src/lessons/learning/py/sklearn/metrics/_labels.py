"""How well labels were told: shares of right ones, tables of which was taken for which, precision and recall."""
import warnings

import numpy as np

from sklearn.exceptions import UndefinedMetricWarning
from sklearn.preprocessing._labels import LabelBinarizer
from sklearn.utils.multiclass import type_of_target, unique_labels
from sklearn.utils.validation import assert_all_finite, check_array, check_consistent_length, column_or_1d, num_samples


def both_labels(y_true, y_pred):
    """The kind of the two, and each as an array."""
    check_consistent_length(y_true, y_pred)
    kinds = {type_of_target(y_true, input_name='y_true'), type_of_target(y_pred, input_name='y_pred')}
    if kinds == {'binary', 'multiclass'}:
        kinds = {'multiclass'}
    if len(kinds) > 1:
        raise ValueError("Classification metrics can't handle a mix of {0} and {1} targets".format(type_of_target(y_true), type_of_target(y_pred)))
    kind = kinds.pop()
    if kind not in ('binary', 'multiclass', 'multilabel-indicator'):
        raise ValueError('{0} is not supported'.format(kind))
    if kind == 'multilabel-indicator':
        return kind, np.asarray(y_true), np.asarray(y_pred)
    y_true, y_pred = column_or_1d(y_true), column_or_1d(y_pred)
    if kind == 'binary':
        try:
            if len(np.union1d(y_true, y_pred)) > 2:
                kind = 'multiclass'
        except TypeError as told:
            raise TypeError(f'Labels in y_true and y_pred should be of the same type. Got y_true={np.unique(y_true)} and y_pred={np.unique(y_pred)}. Make sure that the predictions provided by the '
                            'classifier coincides with the true labels.') from told
    return kind, y_true, y_pred


def weighed(values, weight, normalize=True):
    """The mean or the sum of values, with weights."""
    if normalize:
        return np.average(values, weights=weight)
    return values.sum() if weight is None else np.dot(values, weight)


def accuracy_score(y_true, y_pred, *, normalize=True, sample_weight=None):
    """The share (or the number) of right labels."""
    kind, y_true, y_pred = both_labels(y_true, y_pred)
    check_consistent_length(y_true, y_pred, sample_weight)
    right = (y_true != y_pred).sum(axis=1) == 0 if kind.startswith('multilabel') else y_true == y_pred
    return weighed(right, sample_weight, normalize)


def confusion_matrix(y_true, y_pred, *, labels=None, sample_weight=None, normalize=None):
    """How often a label (row) was taken for one (column)."""
    kind, y_true, y_pred = both_labels(y_true, y_pred)
    if kind not in ('binary', 'multiclass'):
        raise ValueError('%s is not supported' % kind)
    if labels is None:
        labels = unique_labels(y_true, y_pred)
    else:
        labels = np.asarray(labels)
        if labels.size == 0:
            raise ValueError("'labels' should contains at least one label.")
        if y_true.size == 0:
            return np.zeros((labels.size, labels.size), dtype=int)
        if len(np.intersect1d(y_true, labels)) == 0:
            raise ValueError('At least one label specified must be in y_true')
    weight = np.ones(y_true.shape[0], dtype=np.int64) if sample_weight is None else np.asarray(sample_weight)
    check_consistent_length(y_true, y_pred, weight)
    if normalize not in ('true', 'pred', 'all', None):
        raise ValueError("normalize must be one of {'true', 'pred', 'all', None}")
    place = {label: i for i, label in enumerate(labels.tolist())}
    rows = np.array([place.get(label, -1) for label in y_true.tolist()], dtype=int)
    columns = np.array([place.get(label, -1) for label in y_pred.tolist()], dtype=int)
    known = (rows >= 0) & (columns >= 0)
    counts = np.zeros((labels.size, labels.size), dtype=np.int64 if weight.dtype.kind in 'iub' else np.float64)
    np.add.at(counts, (rows[known], columns[known]), weight[known])
    if normalize is None:
        return counts
    with np.errstate(all='ignore'):
        whole = counts.sum(axis=1, keepdims=True) if normalize == 'true' else counts.sum(axis=0, keepdims=True) if normalize == 'pred' else counts.sum()
        return np.nan_to_num(counts / whole)


def multilabel_confusion_matrix(y_true, y_pred, *, sample_weight=None, labels=None, samplewise=False):
    """For each label (or row) how often it was neither, taken wrongly, missed, and right."""
    kind, y_true, y_pred = both_labels(y_true, y_pred)
    weight = None if sample_weight is None else column_or_1d(sample_weight)
    check_consistent_length(y_true, y_pred, weight)
    present = unique_labels(y_true, y_pred)
    chosen = present if labels is None else np.asarray(labels)
    if kind == 'multilabel-indicator':
        if labels is not None and not np.array_equal(chosen, present):
            if np.max(chosen) > np.max(present):
                raise ValueError('All labels must be in [0, n labels) for multilabel targets. Got %d > %d' % (np.max(chosen), np.max(present)))
            if np.min(chosen) < 0:
                raise ValueError('All labels must be in [0, n labels) for multilabel targets. Got %d < 0' % np.min(chosen))
        true, pred = (y_true[:, chosen] if labels is not None else y_true) != 0, (y_pred[:, chosen] if labels is not None else y_pred) != 0
        each = np.ones(len(true), dtype=np.int64) if weight is None else weight

        def count(mask):
            return mask.sum(axis=1) if samplewise else np.matmul(each, mask.astype(each.dtype))
        right, told, there = count(true & pred), count(pred), count(true)
        whole = true.shape[1] if samplewise else each.sum()
    else:
        if samplewise:
            raise ValueError('Samplewise metrics are not available outside of multilabel classification.')
        place = {label: i for i, label in enumerate(chosen.tolist())}
        true, pred = (np.array([place.get(label, -1) for label in y.tolist()], dtype=int) for y in (y_true, y_pred))

        def count(codes, where):
            return np.bincount(codes[where], weights=None if weight is None else np.asarray(weight)[where], minlength=len(chosen))
        right, told, there = count(true, (true == pred) & (true >= 0)), count(pred, pred >= 0), count(true, true >= 0)
        if not (true == pred)[true >= 0].any():
            right = right.astype(np.float64)      # (where none is right sklearn's counts are floats)
        whole = len(true) if weight is None else sum(weight)
    wrong, missed = told - right, there - right
    return np.stack([whole - right - wrong - missed, wrong, missed, right], axis=1).reshape(-1, 2, 2)


AVERAGES = (None, 'micro', 'macro', 'weighted', 'samples')


def chosen_labels(y_true, y_pred, average, labels, pos_label):
    """Which labels an average speaks of."""
    if average not in AVERAGES and average != 'binary':
        raise ValueError('average has to be one of ' + str(AVERAGES))
    kind, y_true, y_pred = both_labels(y_true, y_pred)
    present = unique_labels(y_true, y_pred).tolist()
    if average == 'binary':
        if kind != 'binary':
            others = list(AVERAGES)
            if kind == 'multiclass':
                others.remove('samples')
            raise ValueError("Target is %s but average='binary'. Please choose another average setting, one of %r." % (kind, others))
        if pos_label not in present and len(present) >= 2:
            raise ValueError(f'pos_label={pos_label} is not a valid label. It should be one of {present}')
        return [pos_label]
    if pos_label not in (None, 1):
        warnings.warn("Note that pos_label (set to %r) is ignored when average != 'binary' (got %r). You may use labels=[pos_label] to specify a single positive class." % (pos_label, average), UserWarning)
    return labels


def _say_undefined(average, lacks, what, size):
    rows, columns = ('label', 'sample') if average == 'samples' else ('sample', 'label')
    where = 'due to' if size == 1 else f'in {columns}s with'
    warnings.warn(f'{what} ill-defined and being set to 0.0 {where} no {lacks} {rows}s. Use `zero_division` parameter to control this behavior.', UndefinedMetricWarning, stacklevel=2)


def _divided(upper, lower, metric, lacks, average, warn_for, zero_division):
    """The quotient; where there is nothing to divide by, what zero_division says."""
    none = lower == 0
    result = upper / np.where(none, 1, lower)
    if not np.any(none):
        return result
    result[none] = 0.0 if zero_division in ('warn', 0) else 1.0
    if zero_division == 'warn' and metric in warn_for:
        _say_undefined(average, lacks, f'{metric.title()} and F-score are' if 'f-score' in warn_for else f'{metric.title()} is', len(result))
    return result


def _check_zero_division(zero_division):
    if isinstance(zero_division, str) and zero_division == 'warn' or isinstance(zero_division, (int, float)) and zero_division in (0, 1):
        return
    raise ValueError('Got zero_division={0}. Must be one of ["warn", 0, 1]'.format(zero_division))


def precision_recall_fscore_support(y_true, y_pred, *, beta=1.0, labels=None, pos_label=1, average=None, warn_for=('precision', 'recall', 'f-score'), sample_weight=None, zero_division='warn'):
    """Precision, recall, their mean, and how often each label is."""
    _check_zero_division(zero_division)
    if beta < 0:
        raise ValueError('beta should be >=0 in the F-beta score')
    labels = chosen_labels(y_true, y_pred, average, labels, pos_label)
    table = multilabel_confusion_matrix(y_true, y_pred, sample_weight=sample_weight, labels=labels, samplewise=average == 'samples')
    right = table[:, 1, 1]
    told, there = right + table[:, 0, 1], right + table[:, 1, 0]
    if average == 'micro':
        right, told, there = np.array([right.sum()]), np.array([told.sum()]), np.array([there.sum()])
    precision = _divided(right, told, 'precision', 'predicted', average, warn_for, zero_division)
    recall = _divided(right, there, 'recall', 'true', average, warn_for, zero_division)
    if zero_division == 'warn' and warn_for == ('f-score',) and (told[there == 0] == 0).any():
        _say_undefined(average, 'true nor predicted', 'F-score is', len(there))
    if np.isposinf(beta):
        score = recall
    elif beta == 0:
        score = precision
    else:
        square = beta ** 2
        lower = square * precision + recall
        lower[lower == 0.0] = 1
        score = (1 + square) * precision * recall / lower
    if average is None:
        return precision, recall, score, there
    weight = None
    if average == 'weighted':
        weight = there
        if weight.sum() == 0:
            given = np.float64(0.0 if zero_division in ('warn', 0) else 1.0)
            none = told.sum() == 0
            return given if none else np.float64(0.0), given, given if none else np.float64(0.0), None
    elif average == 'samples':
        weight = sample_weight
    return np.average(precision, weights=weight), np.average(recall, weights=weight), np.average(score, weights=weight), None


def precision_score(y_true, y_pred, *, labels=None, pos_label=1, average='binary', sample_weight=None, zero_division='warn'):
    """Of what was told, the share that is."""
    return precision_recall_fscore_support(y_true, y_pred, labels=labels, pos_label=pos_label, average=average, warn_for=('precision',), sample_weight=sample_weight, zero_division=zero_division)[0]


def recall_score(y_true, y_pred, *, labels=None, pos_label=1, average='binary', sample_weight=None, zero_division='warn'):
    """Of what is, the share that was told."""
    return precision_recall_fscore_support(y_true, y_pred, labels=labels, pos_label=pos_label, average=average, warn_for=('recall',), sample_weight=sample_weight, zero_division=zero_division)[1]


def fbeta_score(y_true, y_pred, *, beta, labels=None, pos_label=1, average='binary', sample_weight=None, zero_division='warn'):
    """The mean of precision and recall in which recall counts beta times."""
    return precision_recall_fscore_support(y_true, y_pred, beta=beta, labels=labels, pos_label=pos_label, average=average, warn_for=('f-score',), sample_weight=sample_weight, zero_division=zero_division)[2]


def f1_score(y_true, y_pred, *, labels=None, pos_label=1, average='binary', sample_weight=None, zero_division='warn'):
    """The harmonic mean of precision and recall."""
    return fbeta_score(y_true, y_pred, beta=1, labels=labels, pos_label=pos_label, average=average, sample_weight=sample_weight, zero_division=zero_division)


def jaccard_score(y_true, y_pred, *, labels=None, pos_label=1, average='binary', sample_weight=None, zero_division='warn'):
    """What is told and is, of all that is told or is."""
    labels = chosen_labels(y_true, y_pred, average, labels, pos_label)
    table = multilabel_confusion_matrix(y_true, y_pred, sample_weight=sample_weight, labels=labels, samplewise=average == 'samples')
    both = table[:, 1, 1]
    either = both + table[:, 0, 1] + table[:, 1, 0]
    if average == 'micro':
        both, either = np.array([both.sum()]), np.array([either.sum()])
    score = _divided(both, either, 'jaccard', 'true or predicted', average, ('jaccard',), zero_division)
    if average is None:
        return score
    weight = sample_weight if average == 'samples' else None
    if average == 'weighted':
        there = table[:, 1, 0] + table[:, 1, 1]
        weight = there if np.any(there) else None
    return np.average(score, weights=weight)


def classification_report(y_true, y_pred, *, labels=None, target_names=None, sample_weight=None, digits=2, output_dict=False, zero_division='warn'):
    """Precision, recall, f1-score and support of each label, and their averages, as a table."""
    kind, y_true, y_pred = both_labels(y_true, y_pred)
    present = unique_labels(y_true, y_pred)
    given = labels is not None
    labels = np.asarray(labels) if given else present
    accurate = kind in ('multiclass', 'binary') and (not given or set(labels.tolist()) == set(present.tolist()))
    if target_names is not None and len(labels) != len(target_names):
        if not given:
            raise ValueError('Number of classes, {0}, does not match size of target_names, {1}. Try specifying the labels parameter'.format(len(labels), len(target_names)))
        warnings.warn('labels size, {0}, does not match size of target_names, {1}'.format(len(labels), len(target_names)))
    names = ['%s' % label for label in labels] if target_names is None else target_names
    how = dict(labels=labels, sample_weight=sample_weight, zero_division=zero_division)
    each = precision_recall_fscore_support(y_true, y_pred, average=None, **how)
    rows = list(zip(names, *each))
    total = np.sum(each[3])
    averages = []
    for average in ('micro', 'macro', 'weighted') + (('samples',) if kind.startswith('multilabel') else ()):
        called = 'accuracy' if average == 'micro' and accurate else average + ' avg'
        averages.append((called, *precision_recall_fscore_support(y_true, y_pred, average=average, **how)[:3], total))
    heads = 'precision', 'recall', 'f1-score', 'support'
    if output_dict:
        found = {name: dict(zip(heads, [value.item() for value in values])) for name, *values in rows + averages}
        if 'accuracy' in found:
            found['accuracy'] = found['accuracy']['precision']
        return found
    width = max(max(len(name) for name in names), len('weighted avg'), digits)
    lines = [' ' * width + ' ' + ''.join(' %9s' % head for head in heads), '']
    for name, *values in rows:
        lines.append(_report_row(name, values, width, digits))
    lines.append('')
    for name, *values in averages:
        lines.append(_report_row(name, values, width, digits, alone=name == 'accuracy'))
    return '\n'.join(lines) + '\n'


def _report_row(name, values, width, digits, alone=False):
    shown = [' ' * 10 if alone and i < 2 else ' ' + format(value, f'>9.{digits}f') for i, value in enumerate(values[:3])]
    return name.rjust(width) + ' ' + ''.join(shown) + ' ' + format(values[3], '>9')


def balanced_accuracy_score(y_true, y_pred, *, sample_weight=None, adjusted=False):
    """The mean of the classes' recalls."""
    counts = confusion_matrix(y_true, y_pred, sample_weight=sample_weight)
    held = counts.sum(axis=1)
    if not held.all():
        warnings.warn('y_pred contains classes not in y_true')
    there = held != 0
    mean = np.mean(counts.diagonal()[there] / held[there])
    chance = 1 / there.sum() if adjusted else 0
    return (mean - chance) / (1 - chance) if adjusted else mean


def matthews_corrcoef(y_true, y_pred, *, sample_weight=None):
    """The correlation of what is and what was told."""
    kind, y_true, y_pred = both_labels(y_true, y_pred)
    if kind not in ('binary', 'multiclass'):
        raise ValueError('%s is not supported' % kind)
    every, codes = np.unique(np.hstack([y_true, y_pred]), return_inverse=True)
    counts = confusion_matrix(codes[:len(y_true)], codes[len(y_true):], labels=np.arange(len(every)), sample_weight=sample_weight)
    there, told = counts.sum(axis=1, dtype=np.float64), counts.sum(axis=0, dtype=np.float64)
    right, total = np.trace(counts, dtype=np.float64), told.sum()
    both, own_told, own_there = right * total - np.dot(there, told), total ** 2 - np.dot(told, told), total ** 2 - np.dot(there, there)
    return 0.0 if own_told * own_there == 0 else both / np.sqrt(own_there * own_told)


def cohen_kappa_score(y1, y2, *, labels=None, weights=None, sample_weight=None):
    """How far two agree beyond chance."""
    costs = {None: lambda off: (off != 0).astype(int), 'linear': lambda off: off, 'quadratic': lambda off: off ** 2}
    counts = confusion_matrix(y1, y2, labels=labels, sample_weight=sample_weight)
    if weights not in costs:
        raise ValueError('Unknown kappa weighting type.')
    at = np.arange(len(counts))
    cost = costs[weights](abs(at[:, None] - at))
    told = counts.sum(axis=0)
    by_chance = np.outer(told, counts.sum(axis=1)) / told.sum()
    return 1 - (cost * counts).sum() / (cost * by_chance).sum()


def hamming_loss(y_true, y_pred, *, sample_weight=None):
    """The share of wrong labels."""
    kind, y_true, y_pred = both_labels(y_true, y_pred)
    check_consistent_length(y_true, y_pred, sample_weight)
    if kind.startswith('multilabel'):
        wrong = np.count_nonzero(y_true != y_pred) if sample_weight is None else ((y_true != y_pred) * np.asarray(sample_weight)[:, None]).sum()
        return wrong / (y_true.shape[0] * y_true.shape[1] * (1.0 if sample_weight is None else np.mean(sample_weight)))
    return weighed(y_true != y_pred, sample_weight, normalize=True)


def zero_one_loss(y_true, y_pred, *, normalize=True, sample_weight=None):
    """The share (or the number) of rows told wrongly."""
    score = accuracy_score(y_true, y_pred, normalize=normalize, sample_weight=sample_weight)
    if normalize:
        return 1 - score
    return (num_samples(y_true) if sample_weight is None else np.sum(sample_weight)) - score


def log_loss(y_true, y_pred, *, eps='auto', normalize=True, sample_weight=None, labels=None):
    """What the true labels' probabilities cost."""
    y_pred = check_array(y_pred, ensure_2d=False, dtype=[np.float64, np.float32, np.float16])
    if eps == 'auto':
        eps = np.finfo(y_pred.dtype).eps
    else:
        warnings.warn('Setting the eps parameter is deprecated and will be removed in 1.5. Instead eps will always havea default value of `np.finfo(y_pred.dtype).eps`.', FutureWarning)
    check_consistent_length(y_pred, y_true, sample_weight)
    coder = LabelBinarizer().fit(y_true if labels is None else labels)
    if len(coder.classes_) == 1:
        if labels is None:
            raise ValueError('y_true contains only one label ({0}). Please provide the true labels explicitly through the labels argument.'.format(coder.classes_[0]))
        raise ValueError('The labels array needs to contain at least two labels for log_loss, got {0}.'.format(coder.classes_))
    coded = coder.transform(y_true)
    if coded.shape[1] == 1:
        coded = np.append(1 - coded, coded, axis=1)
    y_pred = np.clip(y_pred, eps, 1 - eps)
    if y_pred.ndim == 1:
        y_pred = y_pred[:, np.newaxis]
    if y_pred.shape[1] == 1:
        y_pred = np.append(1 - y_pred, y_pred, axis=1)
    if len(coder.classes_) != y_pred.shape[1]:
        if labels is None:
            raise ValueError('y_true and y_pred contain different number of classes {0}, {1}. Please provide the true labels explicitly through the labels argument. Classes found in y_true: {2}'.format(
                coded.shape[1], y_pred.shape[1], coder.classes_))
        raise ValueError('The number of classes in labels is different from that in y_pred. Classes found in labels: {0}'.format(coder.classes_))
    y_pred = y_pred / y_pred.sum(axis=1)[:, np.newaxis]
    with np.errstate(divide='ignore', invalid='ignore'):
        cost = np.where(coded == 0, 0.0, coded * np.log(y_pred.astype(np.float64)))
    return weighed(-cost.sum(axis=1), sample_weight, normalize)


def brier_score_loss(y_true, y_prob, *, sample_weight=None, pos_label=None):
    """The mean square of what a probability was off."""
    from sklearn.metrics._scores import the_positive
    y_true, y_prob = column_or_1d(y_true), column_or_1d(y_prob)
    assert_all_finite(y_true)
    assert_all_finite(y_prob)
    check_consistent_length(y_true, y_prob, sample_weight)
    kind = type_of_target(y_true, input_name='y_true')
    if kind != 'binary':
        raise ValueError(f'Only binary classification is supported. The type of the target is {kind}.')
    if y_prob.max() > 1:
        raise ValueError('y_prob contains values greater than 1.')
    if y_prob.min() < 0:
        raise ValueError('y_prob contains values less than 0.')
    y_true = np.array(y_true == the_positive(pos_label, y_true), int)
    return np.average((y_true - y_prob) ** 2, weights=sample_weight)

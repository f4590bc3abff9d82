"""How far numbers were off."""
import warnings

import numpy as np

from sklearn.exceptions import UndefinedMetricWarning
from sklearn.utils.validation import check_array, check_consistent_length, column_or_1d, num_samples


def both_numbers(y_true, y_pred, multioutput, dtype='numeric'):
    """Both as columns, and the weights of the columns."""
    check_consistent_length(y_true, y_pred)
    y_true, y_pred = check_array(y_true, ensure_2d=False, dtype=dtype), check_array(y_pred, ensure_2d=False, dtype=dtype)
    y_true = y_true.reshape(-1, 1) if y_true.ndim == 1 else y_true
    y_pred = y_pred.reshape(-1, 1) if y_pred.ndim == 1 else y_pred
    if y_true.shape[1] != y_pred.shape[1]:
        raise ValueError('y_true and y_pred have different number of output ({0}!={1})'.format(y_true.shape[1], y_pred.shape[1]))
    words = 'raw_values', 'uniform_average', 'variance_weighted'
    if isinstance(multioutput, str):
        if multioutput not in words:
            raise ValueError("Allowed 'multioutput' string values are {}. You provided multioutput={!r}".format(words, multioutput))
    elif multioutput is not None:
        multioutput = check_array(multioutput, ensure_2d=False)
        if y_true.shape[1] == 1:
            raise ValueError('Custom weights are useful only in multi-output cases.')
        if y_true.shape[1] != len(multioutput):
            raise ValueError('There must be equally many custom weights (%d) as outputs (%d).' % (len(multioutput), y_true.shape[1]))
    return y_true, y_pred, multioutput


def _over_columns(errors, multioutput):
    if isinstance(multioutput, str):
        if multioutput == 'raw_values':
            return errors
        multioutput = None if multioutput == 'uniform_average' else multioutput
    return np.average(errors, weights=multioutput)


def mean_absolute_error(y_true, y_pred, *, sample_weight=None, multioutput='uniform_average'):
    """The mean of what each is off."""
    y_true, y_pred, multioutput = both_numbers(y_true, y_pred, multioutput)
    check_consistent_length(y_true, y_pred, sample_weight)
    return _over_columns(np.average(np.abs(y_pred - y_true), weights=sample_weight, axis=0), multioutput)


def mean_squared_error(y_true, y_pred, *, sample_weight=None, multioutput='uniform_average', squared=True):
    """The mean of the squares, or its root."""
    y_true, y_pred, multioutput = both_numbers(y_true, y_pred, multioutput)
    check_consistent_length(y_true, y_pred, sample_weight)
    errors = np.average((y_true - y_pred) ** 2, axis=0, weights=sample_weight)
    return _over_columns(errors if squared else np.sqrt(errors), multioutput)


def mean_squared_log_error(y_true, y_pred, *, sample_weight=None, multioutput='uniform_average', squared=True):
    """The mean of the squares of logarithms' differences."""
    y_true, y_pred, multioutput = both_numbers(y_true, y_pred, multioutput)
    if (y_true < 0).any() or (y_pred < 0).any():
        raise ValueError('Mean Squared Logarithmic Error cannot be used when targets contain negative values.')
    return mean_squared_error(np.log1p(y_true), np.log1p(y_pred), sample_weight=sample_weight, multioutput=multioutput, squared=squared)


def mean_absolute_percentage_error(y_true, y_pred, *, sample_weight=None, multioutput='uniform_average'):
    """The mean of what each is off, as a part of what it is."""
    y_true, y_pred, multioutput = both_numbers(y_true, y_pred, multioutput)
    check_consistent_length(y_true, y_pred, sample_weight)
    share = np.abs(y_pred - y_true) / np.maximum(np.abs(y_true), np.finfo(np.float64).eps)
    return _over_columns(np.average(share, weights=sample_weight, axis=0), multioutput)


def median_absolute_error(y_true, y_pred, *, multioutput='uniform_average', sample_weight=None):
    """The median of what each is off."""
    if sample_weight is not None:
        raise NotImplementedError("scikit-learn has median_absolute_error(sample_weight=…), perch's sklearn has not")
    y_true, y_pred, multioutput = both_numbers(y_true, y_pred, multioutput)
    return _over_columns(np.median(np.abs(y_pred - y_true), axis=0), multioutput)


def max_error(y_true, y_pred):
    """What the worst is off."""
    y_true, y_pred, _ = both_numbers(y_true, y_pred, None)
    if y_true.shape[1] > 1:
        raise ValueError('Multioutput not supported in max_error')
    return np.max(np.abs(column_or_1d(y_true) - column_or_1d(y_pred)))


def _explained(left, whole, multioutput, force_finite):
    """1 - left / whole for each column, and over the columns."""
    varies = whole != 0
    if force_finite:
        off = left != 0
        scores = np.ones([len(whole)])
        fine = varies & off
        scores[fine] = 1 - left[fine] / whole[fine]
        scores[off & ~varies] = 0.0
    else:
        with np.errstate(divide='ignore', invalid='ignore'):
            scores = 1 - left / whole
    if isinstance(multioutput, str):
        if multioutput == 'raw_values':
            return scores
        multioutput = whole if multioutput == 'variance_weighted' and np.any(varies) else None
    return np.average(scores, weights=multioutput)


def r2_score(y_true, y_pred, *, sample_weight=None, multioutput='uniform_average', force_finite=True):
    """Which part of the squares is explained."""
    y_true, y_pred, multioutput = both_numbers(y_true, y_pred, multioutput)
    check_consistent_length(y_true, y_pred, sample_weight)
    if num_samples(y_pred) < 2:
        warnings.warn('R^2 score is not well-defined with less than two samples.', UndefinedMetricWarning)
        return float('nan')
    weight = 1.0
    if sample_weight is not None:
        sample_weight = column_or_1d(sample_weight)
        weight = sample_weight[:, np.newaxis]
    left = (weight * (y_true - y_pred) ** 2).sum(axis=0, dtype=np.float64)
    whole = (weight * (y_true - np.average(y_true, axis=0, weights=sample_weight)) ** 2).sum(axis=0, dtype=np.float64)
    return _explained(left, whole, multioutput, force_finite)


def explained_variance_score(y_true, y_pred, *, sample_weight=None, multioutput='uniform_average', force_finite=True):
    """Which part of the variance is explained."""
    y_true, y_pred, multioutput = both_numbers(y_true, y_pred, multioutput)
    check_consistent_length(y_true, y_pred, sample_weight)
    mean_off = np.average(y_true - y_pred, weights=sample_weight, axis=0)
    left = np.average((y_true - y_pred - mean_off) ** 2, weights=sample_weight, axis=0)
    mean = np.average(y_true, weights=sample_weight, axis=0)
    whole = np.average((y_true - mean) ** 2, weights=sample_weight, axis=0)
    return _explained(left, whole, multioutput, force_finite)

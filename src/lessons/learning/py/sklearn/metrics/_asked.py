"""Scorers: a metric asked of an estimator, larger always better; and their names."""
import numpy as np

from sklearn.base import is_regressor
from sklearn.metrics import _clusters, _labels, _numbers, _scores
from sklearn.utils.multiclass import type_of_target


class _Scorer:
    """A metric with what it is asked of: answers, probabilities or scores."""

    def __init__(self, metric, sign, told, asks='predict'):
        self._score_func, self._sign, self._kwargs, self._asks = metric, sign, told, asks

    def __call__(self, estimator, X, y_true, sample_weight=None):
        weight = {} if sample_weight is None else {'sample_weight': sample_weight}
        return self._sign * self._score_func(y_true, self._said(estimator, X, y_true), **weight, **self._kwargs)

    def _said(self, estimator, X, y):
        if self._asks == 'predict':
            return estimator.predict(X)
        kind = type_of_target(y)
        if self._asks == 'threshold':
            if is_regressor(estimator):
                return estimator.predict(X)
            if hasattr(estimator, 'decision_function'):
                return estimator.decision_function(X)
        said = estimator.predict_proba(X)
        return said[:, 1] if kind == 'binary' and said.shape[1] == 2 else said

    def __repr__(self):
        told = ''.join(', %s=%s' % (str(name), str(value)) for name, value in self._kwargs.items())
        asked = {'predict': '', 'proba': ', needs_proba=True', 'threshold': ', needs_threshold=True'}[self._asks]
        return 'make_scorer(%s%s%s%s)' % (self._score_func.__name__, '' if self._sign > 0 else ', greater_is_better=False', asked, told)


def make_scorer(score_func, *, greater_is_better=True, needs_proba=False, needs_threshold=False, **kwargs):
    """A scorer of a metric."""
    if needs_proba and needs_threshold:
        raise ValueError('Set either needs_proba or needs_threshold to True, but not both.')
    return _Scorer(score_func, 1 if greater_is_better else -1, kwargs, 'proba' if needs_proba else 'threshold' if needs_threshold else 'predict')


_SCORERS = {
    'explained_variance': make_scorer(_numbers.explained_variance_score), 'r2': make_scorer(_numbers.r2_score), 'max_error': make_scorer(_numbers.max_error, greater_is_better=False),
    'neg_median_absolute_error': make_scorer(_numbers.median_absolute_error, greater_is_better=False), 'neg_mean_absolute_error': make_scorer(_numbers.mean_absolute_error, greater_is_better=False),
    'neg_mean_absolute_percentage_error': make_scorer(_numbers.mean_absolute_percentage_error, greater_is_better=False),
    'neg_mean_squared_error': make_scorer(_numbers.mean_squared_error, greater_is_better=False),
    'neg_mean_squared_log_error': make_scorer(_numbers.mean_squared_log_error, greater_is_better=False),
    'neg_root_mean_squared_error': make_scorer(_numbers.mean_squared_error, greater_is_better=False, squared=False), 'accuracy': make_scorer(_labels.accuracy_score),
    'top_k_accuracy': make_scorer(_scores.top_k_accuracy_score, needs_threshold=True), 'roc_auc': make_scorer(_scores.roc_auc_score, needs_threshold=True),
    'roc_auc_ovr': make_scorer(_scores.roc_auc_score, needs_proba=True, multi_class='ovr'), 'roc_auc_ovo': make_scorer(_scores.roc_auc_score, needs_proba=True, multi_class='ovo'),
    'roc_auc_ovr_weighted': make_scorer(_scores.roc_auc_score, needs_proba=True, multi_class='ovr', average='weighted'),
    'roc_auc_ovo_weighted': make_scorer(_scores.roc_auc_score, needs_proba=True, multi_class='ovo', average='weighted'), 'balanced_accuracy': make_scorer(_labels.balanced_accuracy_score),
    'matthews_corrcoef': make_scorer(_labels.matthews_corrcoef), 'average_precision': make_scorer(_scores.average_precision_score, needs_threshold=True),
    'neg_log_loss': make_scorer(_labels.log_loss, greater_is_better=False, needs_proba=True), 'neg_brier_score': make_scorer(_labels.brier_score_loss, greater_is_better=False, needs_proba=True),
    'adjusted_rand_score': make_scorer(_clusters.adjusted_rand_score), 'rand_score': make_scorer(_clusters.rand_score), 'homogeneity_score': make_scorer(_clusters.homogeneity_score),
    'completeness_score': make_scorer(_clusters.completeness_score), 'v_measure_score': make_scorer(_clusters.v_measure_score), 'mutual_info_score': make_scorer(_clusters.mutual_info_score),
    'normalized_mutual_info_score': make_scorer(_clusters.normalized_mutual_info_score),
}
for _name, _metric in ('precision', _labels.precision_score), ('recall', _labels.recall_score), ('f1', _labels.f1_score), ('jaccard', _labels.jaccard_score):
    _SCORERS[_name] = make_scorer(_metric, average='binary')
    _SCORERS.update((f'{_name}_{_average}', make_scorer(_metric, pos_label=None, average=_average)) for _average in ('macro', 'micro', 'samples', 'weighted'))


def get_scorer(scoring):
    """A scorer by its name, or as it is."""
    if not isinstance(scoring, str):
        return scoring
    if scoring not in _SCORERS:
        raise ValueError('%r is not a valid scoring value. Use sklearn.metrics.get_scorer_names() to get valid options.' % scoring)
    found = _SCORERS[scoring]
    return _Scorer(found._score_func, found._sign, dict(found._kwargs), found._asks)


def get_scorer_names():
    """The scorers' names."""
    return sorted(_SCORERS)


def _own_score(estimator, *args, **kwargs):
    return estimator.score(*args, **kwargs)


def check_scoring(estimator, scoring=None, *, allow_none=False):
    """What an estimator is scored by: a scorer, a function of (estimator, X, y), its own score."""
    if not hasattr(estimator, 'fit'):
        raise TypeError("estimator should be an estimator implementing 'fit' method, %r was passed" % estimator)
    if isinstance(scoring, str):
        return get_scorer(scoring)
    if callable(scoring):
        where = getattr(scoring, '__module__', '') or ''
        if where.startswith('sklearn.metrics.') and scoring is not _own_score and not isinstance(scoring, _Scorer):
            raise ValueError('scoring value %r looks like it is a metric function rather than a scorer. A scorer should require an estimator as its first parameter. Please use `make_scorer` to convert a '
                             'metric to a scorer.' % scoring)
        return scoring
    if scoring is None:
        if hasattr(estimator, 'score'):
            return _own_score
        if allow_none:
            return None
        raise TypeError("If no scoring is specified, the estimator passed should have a 'score' method. The estimator %r does not." % estimator)
    raise ValueError('scoring value should either be a callable, string or None. %r was passed' % scoring)

"""Fits on each split and asks what was left out. All runs in this process: n_jobs and pre_dispatch only say how many could."""
import time
import traceback
import warnings

import numpy as np

from sklearn.base import clone, is_classifier
from sklearn.exceptions import FitFailedWarning
from sklearn.model_selection._splits import check_cv
from sklearn.utils._rows import rows_of
from sklearn.utils.validation import indexable, num_samples


def refuse_progress(where, verbose):
    if verbose:
        raise NotImplementedError(f"scikit-learn has {where}(verbose={verbose!r}), perch's sklearn has not")


def _only(params, chosen, count):
    """Parameters of fit for the chosen rows: what has a value for each row is divided too."""
    return {name: rows_of(value, chosen) if hasattr(value, '__len__') and not isinstance(value, str) and num_samples(value) == count else value for name, value in (params or {}).items()}


def scored(estimator, scorers, X, y):
    return {name: score(estimator, X) if y is None else score(estimator, X, y) for name, score in scorers.items()}


def fit_and_score(estimator, X, y, scorers, train, test, fit_params=None, error_score=np.nan, on_train=False):
    """One split: what it scored, how long it took, the fitted estimator, and what a fit that failed said."""
    start = time.time()
    made = {'failed': None, 'estimator': estimator}
    told = _only(fit_params, train, num_samples(X))
    try:
        if y is None:
            estimator.fit(rows_of(X, train), **told)
        else:
            estimator.fit(rows_of(X, train), rows_of(y, train), **told)
    except Exception:
        if error_score == 'raise':
            raise
        made.update(failed=traceback.format_exc(), fit_time=time.time() - start, score_time=0.0, test=dict.fromkeys(scorers, error_score), train=dict.fromkeys(scorers, error_score))
        return made
    made['fit_time'] = time.time() - start
    start = time.time()
    made['test'] = scored(estimator, scorers, rows_of(X, test), rows_of(y, test))
    made['score_time'] = time.time() - start
    if on_train:
        made['train'] = scored(estimator, scorers, rows_of(X, train), rows_of(y, train))
    return made


def say_failures(rows, error_score):
    failed = [row['failed'] for row in rows if row['failed']]
    if not failed:
        return
    counts = {}
    for text in failed:
        counts[text] = counts.get(text, 0) + 1
    line = '-' * 80 + '\n'
    details = '\n'.join(f'{line}{n} fits failed with the following error:\n{text}' for text, n in counts.items())
    if len(failed) == len(rows):
        raise ValueError(f'\nAll the {len(rows)} fits failed.\nIt is very likely that your model is misconfigured.\nYou can try to debug the error by setting error_score=\'raise\'.\n\n'
                         f'Below are more details about the failures:\n{details}')
    warnings.warn(f'\n{len(failed)} fits failed out of a total of {len(rows)}.\nThe score on these train-test partitions for these parameters will be set to {error_score}.\nIf these failures are not '
                  f'expected, you can try to debug them by setting error_score=\'raise\'.\n\nBelow are more details about the failures:\n{details}', FitFailedWarning)


def scorers_of(estimator, scoring):
    """Scorers by name, and whether there are several."""
    from sklearn.metrics import check_scoring
    if callable(scoring) or scoring is None or isinstance(scoring, str):
        return {'score': check_scoring(estimator, scoring)}, False
    rows = scoring.items() if isinstance(scoring, dict) else [(name, name) for name in scoring]
    return {name: check_scoring(estimator, scorer) for name, scorer in rows}, True


def cross_validate(estimator, X, y=None, *, groups=None, scoring=None, cv=None, n_jobs=None, verbose=0, fit_params=None, pre_dispatch='2*n_jobs', return_train_score=False, return_estimator=False,
                   error_score=np.nan):
    """Times and scores of each split."""
    refuse_progress('cross_validate', verbose)
    X, y, groups = indexable(X, y, groups)
    cv = check_cv(cv, y, classifier=is_classifier(estimator))
    scorers, _ = scorers_of(estimator, scoring)
    rows = [fit_and_score(clone(estimator), X, y, scorers, train, test, fit_params, error_score, return_train_score) for train, test in cv.split(X, y, groups)]
    say_failures(rows, error_score)
    found = {'fit_time': np.array([row['fit_time'] for row in rows]), 'score_time': np.array([row['score_time'] for row in rows])}
    if return_estimator:
        found['estimator'] = [row['estimator'] for row in rows]
    for name in scorers:
        found['test_' + name] = np.array([row['test'][name] for row in rows])
        if return_train_score:
            found['train_' + name] = np.array([row['train'][name] for row in rows])
    return found


def cross_val_score(estimator, X, y=None, *, groups=None, scoring=None, cv=None, n_jobs=None, verbose=0, fit_params=None, pre_dispatch='2*n_jobs', error_score=np.nan):
    """The score of each split."""
    refuse_progress('cross_val_score', verbose)
    from sklearn.metrics import check_scoring
    return cross_validate(estimator, X, y, groups=groups, scoring={'score': check_scoring(estimator, scoring)}, cv=cv, fit_params=fit_params, error_score=error_score)['test_score']


def cross_val_predict(estimator, X, y=None, *, groups=None, cv=None, n_jobs=None, verbose=0, fit_params=None, pre_dispatch='2*n_jobs', method='predict'):
    """What is said of each row by the fit that had not seen it."""
    refuse_progress('cross_val_predict', verbose)
    X, y, groups = indexable(X, y, groups)
    cv = check_cv(cv, y, classifier=is_classifier(estimator))
    count = num_samples(X)
    parts = list(cv.split(X, y, groups))
    places = np.concatenate([test for _, test in parts])
    if not np.array_equal(np.sort(places), np.arange(count)):
        raise ValueError('cross_val_predict only works for partitions')
    coded = method in ('decision_function', 'predict_proba', 'predict_log_proba') and y is not None
    if coded:
        from sklearn.preprocessing import LabelEncoder
        y = LabelEncoder().fit_transform(y)
    said = []
    for train, test in parts:
        fitted = clone(estimator)
        told = _only(fit_params, train, count)
        fitted.fit(rows_of(X, train), **told) if y is None else fitted.fit(rows_of(X, train), rows_of(y, train), **told)
        answer = getattr(fitted, method)(rows_of(X, test))
        if coded and len(fitted.classes_) != len(set(y.tolist())):
            raise NotImplementedError("scikit-learn has cross_val_predict of splits without one of the classes, perch's sklearn has not")
        said.append(answer)
    back = np.empty(count, dtype=int)
    back[places] = np.arange(count)
    return np.concatenate(said)[back]

"""A grid of parameters, and the search that tries all of it."""
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

import numpy as np

from sklearn.base import BaseEstimator, MetaEstimatorMixin, clone, is_classifier
from sklearn.model_selection._scores import fit_and_score, refuse_progress, say_failures, scorers_of
from sklearn.model_selection._splits import check_cv
from sklearn.utils.validation import check_is_fitted, indexable


class ParameterGrid:
    """All combinations, keys sorted, the last key's values running fastest."""

    def __init__(self, param_grid):
        if not isinstance(param_grid, (Mapping, Iterable)):
            raise TypeError(f'Parameter grid should be a dict or a list, got: {param_grid!r} of type {type(param_grid).__name__}')
        self.param_grid = list(param_grid) if not isinstance(param_grid, Mapping) else [param_grid]
        odd = next((grid for grid in self.param_grid if not isinstance(grid, dict)), None)
        if odd is not None:
            raise TypeError(f'Parameter grid is not a dict ({odd!r})')
        for key, values in (row for grid in self.param_grid for row in grid.items()):
            self._look(key, values)

    @staticmethod
    def _look(key, values):
        """Refuses what is no row of values."""
        row = isinstance(values, (np.ndarray, Sequence)) and not isinstance(values, str)
        if not row:
            raise TypeError(f'Parameter grid for parameter {key!r} needs to be a list or a numpy array, but got {values!r} (of type {type(values).__name__}) instead. Single values need to be wrapped in a list '
                            'with one element.')
        if np.ndim(values) > 1 and isinstance(values, np.ndarray):
            raise ValueError(f'Parameter array for {key!r} should be one-dimensional, got: {values!r} with shape {values.shape}')
        if not len(values):
            raise ValueError(f'Parameter grid for parameter {key!r} need to be a non-empty sequence, got: {values!r}')

    def __iter__(self):
        for grid in self.param_grid:
            keys = sorted(grid)
            for values in product(*(grid[key] for key in keys)):
                yield dict(zip(keys, values))

    def __len__(self):
        return sum(int(np.prod([len(values) for values in grid.values()])) if grid else 1 for grid in self.param_grid)

    def __getitem__(self, at):
        rows = list(self)
        if not 0 <= at < len(rows):
            raise IndexError('ParameterGrid index out of range')
        return rows[at]


def _ranks(means):
    """1 for the best; equal ones share the best place, and where nothing was scored all come last."""
    known = np.where(np.isnan(means), np.nanmin(means) - 1 if not np.isnan(means).all() else 0, means)
    return np.array([1 + int((known > own).sum()) for own in known], dtype=np.int32)


class GridSearchCV(MetaEstimatorMixin, BaseEstimator):
    """Every combination of a grid, each validated on the same splits; the best is fitted on all rows."""

    def __init__(self, estimator, param_grid, *, scoring=None, n_jobs=None, refit=True, cv=None, verbose=0, pre_dispatch='2*n_jobs', error_score=np.nan, return_train_score=False):
        self.estimator, self.param_grid, self.scoring, self.n_jobs, self.refit, self.cv = estimator, param_grid, scoring, n_jobs, refit, cv
        self.verbose, self.pre_dispatch, self.error_score, self.return_train_score = verbose, pre_dispatch, error_score, return_train_score

    @property
    def _estimator_type(self):
        return getattr(self.estimator, '_estimator_type', None)

    def fit(self, X, y=None, *, groups=None, **fit_params):
        refuse_progress('GridSearchCV', self.verbose)
        scorers, several = scorers_of(self.estimator, self.scoring)
        if several and self.refit is not False and not isinstance(self.refit, str) and not callable(self.refit):
            raise ValueError('For multi-metric scoring, the parameter refit must be set to a scorer key or a callable to refit an estimator with the best parameter setting on the whole data and make the '
                             f'best_* attributes available for that metric. If this is not needed, refit should be set to False explicitly. {self.refit!r} was passed.')
        X, y, groups = indexable(X, y, groups)
        cv = check_cv(self.cv, y, classifier=is_classifier(self.estimator))
        tried, parts = list(ParameterGrid(self.param_grid)), list(cv.split(X, y, groups))
        rows = [fit_and_score(clone(self.estimator).set_params(**clone(values, safe=False)), X, y, scorers, train, test, fit_params, self.error_score, self.return_train_score)
                for values in tried for train, test in parts]
        say_failures(rows, self.error_score)
        self.scorer_, self.multimetric_, self.n_splits_ = (scorers if several else scorers['score']), several, len(parts)
        self.cv_results_ = self._table(tried, rows, scorers, len(parts))
        chief = self.refit if several else 'score'
        if self.refit or not several:
            if callable(self.refit):
                self.best_index_ = self.refit(self.cv_results_)
            else:
                self.best_index_ = int(self.cv_results_[f'rank_test_{chief}'].argmin())
                self.best_score_ = self.cv_results_[f'mean_test_{chief}'][self.best_index_]
            self.best_params_ = tried[self.best_index_]
        if self.refit:
            self.best_estimator_ = clone(clone(self.estimator).set_params(**self.best_params_))
            start = time.time()
            self.best_estimator_.fit(X, **fit_params) if y is None else self.best_estimator_.fit(X, y, **fit_params)
            self.refit_time_ = time.time() - start
            if hasattr(self.best_estimator_, 'feature_names_in_'):
                self.feature_names_in_ = self.best_estimator_.feature_names_in_
        return self

    def _table(self, tried, rows, scorers, parts):
        found = {}

        def put(key, values, ranked=False, split=False):
            values = np.array(values, dtype=np.float64).reshape(len(tried), parts)
            if split:
                found.update((f'split{i}_{key}', values[:, i]) for i in range(parts))
            mean = found['mean_' + key] = np.average(values, axis=1)
            found['std_' + key] = np.sqrt(np.average((values - mean[:, None]) ** 2, axis=1))
            if ranked:
                found['rank_' + key] = _ranks(mean)
        put('fit_time', [row['fit_time'] for row in rows])
        put('score_time', [row['score_time'] for row in rows])
        for i, values in enumerate(tried):
            for key, value in values.items():
                if 'param_' + key not in found:
                    found['param_' + key] = np.ma.MaskedArray(np.empty(len(tried), dtype=object), mask=True)
                found['param_' + key][i] = value
        found['params'] = tried
        for name in scorers:
            put('test_' + name, [row['test'][name] for row in rows], ranked=True, split=True)
            if self.return_train_score:
                put('train_' + name, [row['train'][name] for row in rows], split=True)
        return found

    def _best(self):
        if not self.refit:
            raise AttributeError(f'This {type(self).__name__} instance was initialized with `refit=False`. predict is available only after refitting on the best parameters. You can refit an estimator '
                                 'manually using the `best_params_` attribute')
        check_is_fitted(self, 'best_estimator_')
        return self.best_estimator_

    def score(self, X, y=None):
        best = self._best()
        chief = self.scorer_[self.refit] if self.multimetric_ else self.scorer_
        return chief(best, X) if y is None else chief(best, X, y)

    def predict(self, X):
        return self._best().predict(X)

    def predict_proba(self, X):
        return self._best().predict_proba(X)

    def predict_log_proba(self, X):
        return self._best().predict_log_proba(X)

    def decision_function(self, X):
        return self._best().decision_function(X)

    def transform(self, X):
        return self._best().transform(X)

    def inverse_transform(self, Xt):
        return self._best().inverse_transform(Xt)

    @property
    def classes_(self):
        return self._best().classes_

    @property
    def n_features_in_(self):
        return self._best().n_features_in_

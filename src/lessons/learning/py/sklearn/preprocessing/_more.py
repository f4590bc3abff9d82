"""Products of features, and functions as transformers."""
from itertools import chain, combinations, combinations_with_replacement

import numpy as np

from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.preprocessing._scales import FLOATS
from sklearn.utils.validation import check_feature_names, check_is_fitted, keep_count, keep_names, taken


class PolynomialFeatures(TransformerMixin, BaseEstimator):
    """All products of the features up to a degree."""

    def __init__(self, degree=2, *, interaction_only=False, include_bias=True, order='C'):
        self.degree, self.interaction_only, self.include_bias, self.order = degree, interaction_only, include_bias, order

    def _products(self):
        least, most = self._degrees      # (those of the fit)
        pick = combinations if self.interaction_only else combinations_with_replacement
        rows = chain.from_iterable(pick(range(self.n_features_in_), each) for each in range(max(1, least), most + 1))
        return chain([()], rows) if self.include_bias else rows

    def fit(self, X, y=None):
        taken(self, X)
        if not isinstance(self.degree, (int, np.integer)):
            least, most = self.degree
            if not (0 <= least <= most):
                raise ValueError(f'degree=(min_degree, max_degree) must be non-negative integers that fulfil min_degree <= max_degree, got {self.degree}.')
        elif self.degree == 0 and not self.include_bias:
            raise ValueError('Setting degree to zero and include_bias to False would result in an empty output array.')
        self._degrees = (0, self.degree) if isinstance(self.degree, (int, np.integer)) else tuple(self.degree)
        self.n_output_features_ = sum(1 for _ in self._products())
        return self

    @property
    def powers_(self):
        check_is_fitted(self)
        return np.vstack([np.bincount(row, minlength=self.n_features_in_) for row in self._products()])

    def get_feature_names_out(self, input_features=None):
        names = check_feature_names(self, input_features)
        made = []
        for row in self.powers_:
            some = np.where(row)[0]
            made.append(' '.join('%s^%d' % (names[i], row[i]) if row[i] != 1 else names[i] for i in some) if len(some) else '1')
        return np.asarray(made, dtype=object)

    def transform(self, X):
        check_is_fitted(self)
        X = taken(self, X, reset=False, order='F', dtype=FLOATS)
        made = np.empty((X.shape[0], self.n_output_features_), dtype=X.dtype, order=self.order)
        known = {}                       # (each product is one of fewer factors, times its last)
        for at, row in enumerate(self._products()):
            if not row:
                made[:, at] = 1
            elif len(row) == 1:
                made[:, at] = X[:, row[0]]
            else:
                made[:, at] = self._product(X, known, row)
            known[row] = made[:, at]
        return made

    def _product(self, X, known, row):
        rest = known.get(row[1:])
        if rest is None:
            rest = X[:, row[1]] if len(row) == 2 else self._product(X, known, row[1:])
        return rest * X[:, row[0]]


class FunctionTransformer(TransformerMixin, BaseEstimator):
    """A function as a transformer."""

    def __init__(self, func=None, inverse_func=None, *, validate=False, accept_sparse=False, check_inverse=True, feature_names_out=None, kw_args=None, inv_kw_args=None):
        self.func, self.inverse_func, self.validate, self.accept_sparse, self.check_inverse = func, inverse_func, validate, accept_sparse, check_inverse
        self.feature_names_out, self.kw_args, self.inv_kw_args = feature_names_out, kw_args, inv_kw_args

    def _rows(self, X, reset):
        if self.validate:
            return taken(self, X, accept_sparse=self.accept_sparse, reset=reset)
        if reset and hasattr(X, 'shape'):
            keep_count(self, X, True)
            keep_names(self, X, True)
        return X

    def fit(self, X, y=None):
        X = self._rows(X, True)
        if self.check_inverse and self.func is not None and self.inverse_func is not None:
            some = X[::max(1, X.shape[0] // 100)] if not hasattr(X, 'iloc') else X.iloc[::max(1, X.shape[0] // 100)]
            back = self.inverse_transform(self.transform(some))
            if not np.allclose(np.asarray(some, dtype=float), np.asarray(back, dtype=float)):
                import warnings
                warnings.warn("The provided functions are not strictly inverse of each other. If you are sure you want to proceed regardless, set 'check_inverse=False'.", UserWarning)
        return self

    def transform(self, X):
        X = self._rows(X, False)
        return X if self.func is None else self.func(X, **(self.kw_args or {}))

    def inverse_transform(self, X):
        return X if self.inverse_func is None else self.inverse_func(X, **(self.inv_kw_args or {}))

    def get_feature_names_out(self, input_features=None):
        if self.feature_names_out is None:
            raise AttributeError("This 'FunctionTransformer' has no attribute 'get_feature_names_out'")
        names = check_feature_names(self, input_features)
        if self.feature_names_out == 'one-to-one':
            return names
        made = self.feature_names_out(self, names)
        return np.asarray(made, dtype=object)

    def __sklearn_is_fitted__(self):
        return True

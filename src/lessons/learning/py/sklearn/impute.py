"""sklearn.impute: what is lacking, filled with a column's mean, median, commonest value or a constant."""
import numbers
import warnings
from collections import Counter

import numpy as np

from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.preprocessing._labels import is_lacking
from sklearn.utils._param_validation import InvalidParameterError
from sklearn.utils.validation import check_feature_names, check_is_fitted, taken

__all__ = ['SimpleImputer']


class SimpleImputer(TransformerMixin, BaseEstimator):
    """Fills each column's lacking values by one rule."""

    def __init__(self, *, missing_values=np.nan, strategy='mean', fill_value=None, verbose='deprecated', copy=True, add_indicator=False, keep_empty_features=False):
        self.missing_values, self.strategy, self.fill_value, self.verbose = missing_values, strategy, fill_value, verbose
        self.copy, self.add_indicator, self.keep_empty_features = copy, add_indicator, keep_empty_features

    def _rows(self, X, reset):
        number = self.strategy in ('mean', 'median')
        dtype = [np.float64, np.float32, np.float16] if number else None
        if dtype is None and isinstance(X, list) and any(isinstance(value, str) for row in X for value in row):
            dtype = object
        finite = 'allow-nan' if is_lacking(self.missing_values) else True
        try:
            X = taken(self, X, reset=reset, dtype=dtype, copy=self.copy, force_all_finite=finite if dtype is not object else False)
        except ValueError as told:
            if 'could not convert' in str(told):
                raise ValueError('Cannot use {} strategy with non-numeric data:\n{}'.format(self.strategy, told)) from None
            raise
        if X.dtype.kind not in 'iufO':
            raise ValueError('SimpleImputer does not support data with dtype {0}. Please provide either a numeric array (with a floating point or integer dtype) or categorical data represented either as an '
                             'array with integer dtype or an array of string values with an object dtype.'.format(X.dtype))
        return X

    def _lacking(self, X):
        if is_lacking(self.missing_values):
            if X.dtype == object:
                nan = self.missing_values is not None
                return np.array([[value is None if not nan else value is not None and is_lacking(value) for value in row] for row in X.tolist()], dtype=bool).reshape(X.shape)
            return np.isnan(X) if X.dtype.kind == 'f' else np.zeros(X.shape, dtype=bool)
        return np.asarray(X == self.missing_values, dtype=bool)

    def fit(self, X, y=None):
        if self.add_indicator:
            raise NotImplementedError("scikit-learn has SimpleImputer(add_indicator=True), perch's sklearn has not")
        if self.verbose != 'deprecated':
            warnings.warn("The 'verbose' parameter was deprecated in version 1.1 and will be removed in 1.3. A warning will always be raised upon the removal of empty columns in the future version.", FutureWarning)
        X = self._rows(X, True)
        fill = self.fill_value
        if fill is None:
            fill = 0 if X.dtype.kind in 'iuf' else 'missing_value'
        if self.strategy == 'constant' and X.dtype.kind in 'iuf' and not isinstance(fill, numbers.Real):
            raise ValueError("'fill_value'={0} is invalid. Expected a numerical value when imputing numerical data".format(fill))
        lacking = self._lacking(X)
        self.indicator_ = None
        self._fit_dtype = X.dtype
        self.statistics_ = self._statistics(X, lacking, fill)
        return self

    def _statistics(self, X, lacking, fill):
        if self.strategy in ('mean', 'median'):
            masked = np.ma.masked_array(X, mask=lacking)
            found = np.ma.mean(masked, axis=0) if self.strategy == 'mean' else np.ma.median(masked, axis=0)
            values = np.ma.getdata(found).copy()
            values[np.ma.getmaskarray(found)] = 0 if self.keep_empty_features else np.nan
            return values
        if self.strategy == 'constant':
            return np.full(X.shape[1], fill, dtype=X.dtype)
        if self.strategy != 'most_frequent':
            raise InvalidParameterError("The 'strategy' parameter of SimpleImputer must be a str among {'constant', 'mean', 'median', 'most_frequent'}. Got %r instead." % (self.strategy,))
        values = np.empty(X.shape[1], dtype=object if X.dtype == object else np.float64)
        for i in range(X.shape[1]):
            column = X[~lacking[:, i], i]
            if not len(column):
                values[i] = 0 if self.keep_empty_features else np.nan
                continue
            counts = Counter(column.tolist())
            most = max(counts.values())
            values[i] = min(value for value, count in counts.items() if count == most)
        return values

    def _empty(self):
        if self.strategy == 'constant' or self.keep_empty_features:
            return np.zeros(len(self.statistics_), dtype=bool)
        return np.array([is_lacking(value) for value in self.statistics_.tolist()], dtype=bool)

    def transform(self, X):
        check_is_fitted(self)
        X = self._rows(X, False)
        lacking, empty, values = self._lacking(X), self._empty(), self.statistics_
        if empty.any():
            X, lacking, values = X[:, ~empty], lacking[:, ~empty], values[~empty]
        for i in range(X.shape[1]):
            X[lacking[:, i], i] = values[i]
        return X

    def get_feature_names_out(self, input_features=None):
        check_is_fitted(self)
        return check_feature_names(self, input_features)[~self._empty()]

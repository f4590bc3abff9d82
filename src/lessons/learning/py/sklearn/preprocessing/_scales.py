"""Transformers that move and stretch each feature, or each row."""
import warnings

import numpy as np

from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_array, check_is_fitted, check_random_state, check_sample_weight, taken

FLOATS = [np.float64, np.float32, np.float16]


def no_zeros(scale, copy=True, constant=None):
    """A scale without zeros: what does not vary is left as it is."""
    if np.isscalar(scale):
        return 1.0 if scale == 0.0 else scale
    if constant is None:
        constant = scale < 10 * np.finfo(scale.dtype).eps
    scale = scale.copy() if copy else scale
    scale[constant] = 1.0
    return scale


def _wide(sum_of, x, *args, **kwargs):
    """A sum in doubles at least."""
    if np.issubdtype(x.dtype, np.floating) and x.dtype.itemsize < 8:
        return sum_of(x, *args, **kwargs, dtype=np.float64)
    return sum_of(x, *args, **kwargs)


def incremental_mean_and_var(X, last_mean, last_var, last_count, weight=None):
    """Means, variances and counts with these rows added to those seen before; NaN is passed over."""
    last_sum = last_mean * last_count
    lacking = np.isnan(X)
    add = np.nansum if lacking.any() else np.sum
    if weight is None:
        new_sum = _wide(add, X, axis=0)
        count = X.shape[0] - np.sum(lacking, axis=0)
    else:
        filled = np.where(lacking, 0, X)
        new_sum = np.matmul(weight, filled)
        count = np.sum(weight[:, None] * ~lacking, axis=0)
    total = last_count + count
    mean = (last_sum + new_sum) / total
    if last_var is None:
        return mean, None, total
    away = X - new_sum / count
    if weight is None:
        correction = _wide(add, away, axis=0)
        away **= 2
        squares = _wide(add, away, axis=0)
    else:
        correction = np.matmul(weight, np.where(np.isnan(away), 0, away))
        away **= 2
        squares = np.matmul(weight, np.where(np.isnan(away), 0, away))
    squares -= correction ** 2 / count
    with np.errstate(divide='ignore', invalid='ignore'):
        ratio = last_count / count
        whole = last_var * last_count + squares + ratio / total * (last_sum / ratio - new_sum) ** 2
    first = last_count == 0
    whole[first] = squares[first]
    return mean, whole / total, total


class _Scaler(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """What scalers share: they are reset by fit, and take rows like those they were fitted on."""

    def _rows(self, X, reset=False, copy=None):
        return taken(self, X, reset=reset, copy=self.copy if copy is None else copy, dtype=FLOATS, force_all_finite='allow-nan')

    def fit(self, X, y=None):
        for name in [name for name in vars(self) if name.endswith('_') and not name.startswith('_')]:
            delattr(self, name)
        return self.partial_fit(X, y)

    def _back(self, X):
        check_is_fitted(self)
        return check_array(X, copy=self.copy, dtype=FLOATS, force_all_finite='allow-nan')


class StandardScaler(_Scaler):
    """Each feature with mean 0 and variance 1."""

    def __init__(self, *, copy=True, with_mean=True, with_std=True):
        self.with_mean, self.with_std, self.copy = with_mean, with_std, copy

    def fit(self, X, y=None, sample_weight=None):
        for name in 'scale_', 'n_samples_seen_', 'mean_', 'var_':
            vars(self).pop(name, None)
        return self.partial_fit(X, y, sample_weight)

    def partial_fit(self, X, y=None, sample_weight=None):
        first = not hasattr(self, 'n_samples_seen_')
        X = taken(self, X, reset=first, dtype=FLOATS, force_all_finite='allow-nan')
        weight = None if sample_weight is None else check_sample_weight(sample_weight, X, dtype=X.dtype)
        width = X.shape[1]
        if first:
            seen = np.zeros(width, dtype=np.int64 if weight is None else X.dtype)
            mean, var = 0.0, 0.0 if self.with_std else None
        else:
            seen, mean, var = np.repeat(self.n_samples_seen_, width) if np.ndim(self.n_samples_seen_) == 0 else self.n_samples_seen_, self.mean_, self.var_
        if not self.with_mean and not self.with_std:
            self.mean_ = self.var_ = None
            seen = seen + X.shape[0] - np.isnan(X).sum(axis=0)
        else:
            self.mean_, self.var_, seen = incremental_mean_and_var(X, mean, var, seen, weight)
        self.n_samples_seen_ = seen[0] if np.ptp(seen) == 0 else seen
        if self.with_std:
            eps = np.finfo(np.float64).eps
            bound = self.n_samples_seen_ * eps * self.var_ + (self.n_samples_seen_ * self.mean_ * eps) ** 2
            self.scale_ = no_zeros(np.sqrt(self.var_), copy=False, constant=self.var_ <= bound)
        else:
            self.scale_ = None
        return self

    def transform(self, X, copy=None):
        check_is_fitted(self)
        X = self._rows(X, copy=copy)
        if self.with_mean:
            X -= self.mean_
        if self.with_std:
            X /= self.scale_
        return X

    def inverse_transform(self, X, copy=None):
        X = self._back(X)
        if self.with_std:
            X *= self.scale_
        if self.with_mean:
            X += self.mean_
        return X


class MinMaxScaler(_Scaler):
    """Each feature between two bounds."""

    def __init__(self, feature_range=(0, 1), *, copy=True, clip=False):
        self.feature_range, self.copy, self.clip = feature_range, copy, clip

    def partial_fit(self, X, y=None):
        low, high = self.feature_range
        if low >= high:
            raise ValueError('Minimum of desired feature range must be smaller than maximum. Got %s.' % str(self.feature_range))
        first = not hasattr(self, 'n_samples_seen_')
        X = taken(self, X, reset=first, dtype=FLOATS, force_all_finite='allow-nan')
        least, most = np.nanmin(X, axis=0), np.nanmax(X, axis=0)
        if first:
            self.n_samples_seen_ = X.shape[0]
        else:
            least, most = np.minimum(self.data_min_, least), np.maximum(self.data_max_, most)
            self.n_samples_seen_ += X.shape[0]
        span = most - least
        self.scale_ = (high - low) / no_zeros(span)
        self.min_ = low - least * self.scale_
        self.data_min_, self.data_max_, self.data_range_ = least, most, span
        return self

    def transform(self, X):
        check_is_fitted(self)
        X = self._rows(X)
        X *= self.scale_
        X += self.min_
        if self.clip:
            np.clip(X, self.feature_range[0], self.feature_range[1], out=X)
        return X

    def inverse_transform(self, X):
        X = self._back(X)
        X -= self.min_
        X /= self.scale_
        return X


class MaxAbsScaler(_Scaler):
    """Each feature by its largest magnitude."""

    def __init__(self, *, copy=True):
        self.copy = copy

    def partial_fit(self, X, y=None):
        first = not hasattr(self, 'n_samples_seen_')
        X = taken(self, X, reset=first, dtype=FLOATS, force_all_finite='allow-nan')
        most = np.nanmax(np.abs(X), axis=0)
        if first:
            self.n_samples_seen_ = X.shape[0]
        else:
            most = np.maximum(self.max_abs_, most)
            self.n_samples_seen_ += X.shape[0]
        self.max_abs_, self.scale_ = most, no_zeros(most)
        return self

    def transform(self, X):
        check_is_fitted(self)
        X = self._rows(X)
        X /= self.scale_
        return X

    def inverse_transform(self, X):
        X = self._back(X)
        X *= self.scale_
        return X


class RobustScaler(_Scaler):
    """Each feature by its median and the span between two of its quantiles."""

    def __init__(self, *, with_centering=True, with_scaling=True, quantile_range=(25.0, 75.0), copy=True, unit_variance=False):
        self.with_centering, self.with_scaling, self.quantile_range, self.unit_variance, self.copy = with_centering, with_scaling, quantile_range, unit_variance, copy

    def fit(self, X, y=None):
        X = taken(self, X, dtype=FLOATS, force_all_finite='allow-nan')
        low, high = self.quantile_range
        if not 0 <= low <= high <= 100:
            raise ValueError('Invalid quantile range: %s' % str(self.quantile_range))
        self.center_ = np.nanmedian(X, axis=0) if self.with_centering else None
        self.scale_ = None
        if self.with_scaling:
            ends = np.transpose([np.nanpercentile(X[:, i], self.quantile_range) for i in range(X.shape[1])])
            self.scale_ = no_zeros(ends[1] - ends[0], copy=False)
            if self.unit_variance:
                from scipy.stats import norm
                self.scale_ = self.scale_ / (norm.ppf(high / 100.0) - norm.ppf(low / 100.0))
        return self

    def transform(self, X):
        check_is_fitted(self)
        X = self._rows(X)
        if self.with_centering:
            X -= self.center_
        if self.with_scaling:
            X /= self.scale_
        return X

    def inverse_transform(self, X):
        X = self._back(X)
        if self.with_scaling:
            X *= self.scale_
        if self.with_centering:
            X += self.center_
        return X


def normalize(X, norm='l2', *, axis=1, copy=True, return_norm=False):
    """Rows (or columns) of length 1."""
    if norm not in ('l1', 'l2', 'max'):
        raise ValueError("'%s' is not a supported norm" % norm)
    if axis not in (0, 1):
        raise ValueError("'%d' is not a supported axis" % axis)
    sparse = hasattr(X, 'tocsr')
    X = check_array(X, accept_sparse='csr', copy=copy, estimator='the normalize function', dtype=FLOATS)
    if sparse:
        return _normalized_sparse(X, norm, axis, return_norm)
    if axis == 0:
        X = X.T
    lengths = np.abs(X).sum(axis=1) if norm == 'l1' else np.sqrt(np.einsum('ij,ij->i', X, X)) if norm == 'l2' else np.max(np.abs(X), axis=1)
    lengths = no_zeros(lengths, copy=False)
    X /= lengths[:, np.newaxis]
    if axis == 0:
        X = X.T
    return (X, lengths) if return_norm else X


def _normalized_sparse(X, norm, axis, return_norm):
    if axis == 0 or return_norm:
        raise NotImplementedError("scikit-learn has normalize(axis=0) and return_norm=True of sparse matrices, perch's sklearn has not")
    X = X.copy()
    data = X.data = X.data.astype(np.float64)
    for i in range(X.shape[0]):
        own = data[X.indptr[i]:X.indptr[i + 1]]
        length = 0.0
        for value in own.tolist():
            length = length + abs(value) if norm == 'l1' else length + value * value if norm == 'l2' else max(length, abs(value))
        if norm == 'l2':
            length = np.sqrt(length)
        if length:
            own /= length
    return X


class Normalizer(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Rows of length 1."""

    def __init__(self, norm='l2', *, copy=True):
        self.norm, self.copy = norm, copy

    def fit(self, X, y=None):
        taken(self, X, accept_sparse='csr')
        return self

    def transform(self, X, copy=None):
        X = taken(self, X, accept_sparse='csr', reset=False)
        return normalize(X, norm=self.norm, axis=1, copy=self.copy if copy is None else copy)


def binarize(X, *, threshold=0.0, copy=True):
    """1 where a value is above the threshold, 0 elsewhere."""
    X = check_array(X, copy=copy)
    above = X > threshold
    X[above], X[~above] = 1, 0
    return X


class Binarizer(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """1 where a value is above the threshold, 0 elsewhere."""

    def __init__(self, *, threshold=0.0, copy=True):
        self.threshold, self.copy = threshold, copy

    def fit(self, X, y=None):
        taken(self, X)
        return self

    def transform(self, X, copy=None):
        X = taken(self, X, reset=False, copy=self.copy if copy is None else copy)
        return binarize(X, threshold=self.threshold, copy=False)


def scale(X, *, axis=0, with_mean=True, with_std=True, copy=True):
    """Each feature (or row) with mean 0 and variance 1."""
    X = check_array(X, copy=copy, ensure_2d=False, estimator='the scale function', dtype=FLOATS, force_all_finite='allow-nan')
    mean = np.nanmean(X, axis) if with_mean else None
    spread = np.nanstd(X, axis) if with_std else None
    turned = np.rollaxis(X, axis)        # (a view: what is written there is in X)
    if with_mean:
        turned -= mean
        left = np.nanmean(turned, axis=0)
        if not np.allclose(left, 0):
            warnings.warn('Numerical issues were encountered when centering the data and might not be solved. Dataset may contain too large values. You may need to prescale your features.')
            turned -= left
    if with_std:
        turned /= no_zeros(spread, copy=False)
        if with_mean:
            left = np.nanmean(turned, axis=0)
            if not np.allclose(left, 0):
                warnings.warn('Numerical issues were encountered when scaling the data and might not be solved. The standard deviation of the data is probably very close to 0. ')
                turned -= left
    return X


def _by_scaler(scaler, X, axis):
    X = check_array(X, copy=False, ensure_2d=False, dtype=FLOATS, force_all_finite='allow-nan')
    flat = X.ndim == 1
    if flat:
        X = X.reshape(-1, 1)
    X = scaler.fit_transform(X) if axis == 0 else scaler.fit_transform(X.T).T
    return X.ravel() if flat else X


def minmax_scale(X, feature_range=(0, 1), *, axis=0, copy=True):
    """Each feature (or row) between two bounds."""
    return _by_scaler(MinMaxScaler(feature_range=feature_range, copy=copy), X, axis)


def maxabs_scale(X, *, axis=0, copy=True):
    """Each feature (or row) by its largest magnitude."""
    return _by_scaler(MaxAbsScaler(copy=copy), X, axis)


def robust_scale(X, *, axis=0, with_centering=True, with_scaling=True, quantile_range=(25.0, 75.0), copy=True, unit_variance=False):
    """Each feature (or row) by its median and quantiles."""
    return _by_scaler(RobustScaler(with_centering=with_centering, with_scaling=with_scaling, quantile_range=quantile_range, copy=copy, unit_variance=unit_variance), X, axis)


def add_dummy_feature(X, value=1.0):
    """A feature in front that is the same everywhere."""
    X = check_array(X, dtype=FLOATS)
    return np.hstack((np.full((X.shape[0], 1), value), X))

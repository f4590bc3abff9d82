"""sklearn.naive_bayes: classes whose features are normal, each for itself."""
import numpy as np

from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted, taken

__all__ = ['GaussianNB']


class GaussianNB(ClassifierMixin, BaseEstimator):
    """A mean and a variance for each feature of each class."""

    def __init__(self, *, priors=None, var_smoothing=1e-9):
        self.priors, self.var_smoothing = priors, var_smoothing

    def fit(self, X, y, sample_weight=None):
        if sample_weight is not None:
            raise NotImplementedError("scikit-learn has GaussianNB.fit(sample_weight=…), perch's sklearn has not")
        X, y = taken(self, X, y, with_y=True)
        self.classes_, codes = np.unique(y, return_inverse=True)
        self.epsilon_ = self.var_smoothing * np.var(X, axis=0).max()
        parts = [X[codes == k] for k in range(len(self.classes_))]
        self.theta_, self.var_ = np.array([np.mean(part, axis=0) for part in parts]), np.array([np.var(part, axis=0) for part in parts])
        self.var_ += self.epsilon_
        self.class_count_ = np.bincount(codes).astype(np.float64)
        if self.priors is None:
            self.class_prior_ = self.class_count_ / self.class_count_.sum()
        else:
            priors = np.asarray(self.priors)
            if len(priors) != len(self.classes_):
                raise ValueError('Number of priors must match number of classes.')
            if not np.isclose(priors.sum(), 1.0):
                raise ValueError('The sum of the priors should be 1.')
            if (priors < 0).any():
                raise ValueError('Priors must be non-negative.')
            self.class_prior_ = priors
        return self

    def _logs(self, X):
        check_is_fitted(self)
        X = taken(self, X, reset=False)
        rows = []
        for prior, mean, variance in zip(self.class_prior_, self.theta_, self.var_):
            own = -0.5 * np.sum(np.log(2.0 * np.pi * variance))
            own = own - 0.5 * np.sum((X - mean) ** 2 / variance, 1)
            rows.append(np.log(prior) + own)
        return np.array(rows).T

    def predict(self, X):
        return self.classes_[np.argmax(self._logs(X), axis=1)]

    def predict_log_proba(self, X):
        logs = self._logs(X)
        most = logs.max(axis=1, keepdims=True)
        return logs - (np.log(np.exp(logs - most).sum(axis=1, keepdims=True)) + most)

    def predict_proba(self, X):
        return np.exp(self.predict_log_proba(X))

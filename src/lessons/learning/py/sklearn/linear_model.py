"""sklearn.linear_model: straight laws by least squares, with and without a penalty, and logistic regression by L-BFGS."""
import warnings

import numpy as np

from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, check_sample_weight, taken

__all__ = ['LinearRegression', 'LogisticRegression', 'Ridge']
FLOATS = [np.float64, np.float32]


def refuse(estimator, **plain):
    """Says which of an estimator's parameters is not as it must be here."""
    for name, allowed in plain.items():
        value = getattr(estimator, name)
        if not any(value is each or value == each for each in allowed):
            raise NotImplementedError(f"scikit-learn has {type(estimator).__name__}({name}={value!r}), perch's sklearn has not; the nearest is {name}={allowed[0]!r}")


class _Straight(RegressorMixin, BaseEstimator):
    """A law X coef + intercept, fitted on data that are moved to their means."""

    def predict(self, X):
        check_is_fitted(self)
        return taken(self, X, reset=False) @ self.coef_.T + self.intercept_

    def _moved(self, X, y, weight):
        """The data about their means, by the roots of the weights, and the means."""
        if self.fit_intercept:
            x_mean, y_mean = np.average(X, axis=0, weights=weight), np.average(y, axis=0, weights=weight)
            X, y = X - x_mean, y - y_mean
        else:
            x_mean, y_mean = np.zeros(X.shape[1], dtype=X.dtype), X.dtype.type(0) if y.ndim == 1 else np.zeros(y.shape[1], dtype=X.dtype)
        if weight is not None:
            root = np.sqrt(weight)
            X, y = X * root[:, None], y * (root if y.ndim == 1 else root[:, None])
        return X, y, x_mean, y_mean

    def _rest(self, x_mean, y_mean):
        self.intercept_ = y_mean - np.dot(x_mean, self.coef_.T) if self.fit_intercept else 0.0


class LinearRegression(_Straight):
    """Least squares."""

    def __init__(self, *, fit_intercept=True, copy_X=True, n_jobs=None, positive=False):
        self.fit_intercept, self.copy_X, self.n_jobs, self.positive = fit_intercept, copy_X, n_jobs, positive

    def fit(self, X, y, sample_weight=None):
        refuse(self, positive=(False,))
        X, y = taken(self, X, y, with_y=True, y_numeric=True, multi_output=True)
        weight = None if sample_weight is None else check_sample_weight(sample_weight, X, dtype=X.dtype)
        kind = X.dtype if X.dtype.kind == 'f' else np.float64
        X, y, x_mean, y_mean = self._moved(X.astype(kind, copy=False), y.astype(kind, copy=False), weight)
        from scipy import linalg
        self.coef_, _, self.rank_, self.singular_ = linalg.lstsq(X, y)
        self.coef_ = self.coef_.T
        if y.ndim == 1:
            self.coef_ = np.ravel(self.coef_)
        self._rest(x_mean, y_mean)
        return self


class Ridge(_Straight):
    """Least squares with the squares of the coefficients, times alpha."""

    def __init__(self, alpha=1.0, *, fit_intercept=True, copy_X=True, max_iter=None, tol=1e-4, solver='auto', positive=False, random_state=None):
        self.alpha, self.fit_intercept, self.copy_X, self.max_iter, self.tol, self.solver = alpha, fit_intercept, copy_X, max_iter, tol, solver
        self.positive, self.random_state = positive, random_state

    def fit(self, X, y, sample_weight=None):
        refuse(self, positive=(False,), solver=('auto', 'cholesky'))
        X, y = taken(self, X, y, with_y=True, dtype=FLOATS, multi_output=True, y_numeric=True)
        weight = None if sample_weight is None else check_sample_weight(sample_weight, X, dtype=X.dtype)
        X, y, x_mean, y_mean = self._moved(X, y.astype(X.dtype, copy=False), weight)
        flat = y.ndim == 1
        Y = y.reshape(-1, 1) if flat else y
        alphas = np.ravel(np.asarray(self.alpha, dtype=X.dtype))
        if alphas.size not in (1, Y.shape[1]):
            raise ValueError('Number of targets and number of penalties do not correspond: %d != %d' % (alphas.size, Y.shape[1]))
        alphas = np.repeat(alphas, Y.shape[1]) if alphas.size == 1 else alphas
        made = np.empty((Y.shape[1], X.shape[1]), dtype=X.dtype)
        wide = X.shape[1] > X.shape[0]
        from scipy import linalg
        square, right = (X @ X.T, Y) if wide else (X.T @ X, X.T @ Y)
        for i, alpha in enumerate(alphas):
            own = square.copy()
            own.flat[::len(own) + 1] += alpha
            solved = linalg.solve(own, right[:, i], assume_a='pos')
            made[i] = X.T @ solved if wide else solved
        self.coef_ = made[0] if flat else made
        self.n_iter_ = None
        self._rest(x_mean, y_mean)
        return self


class LogisticRegression(ClassifierMixin, BaseEstimator):
    """Classes' probabilities from a straight law, by L-BFGS, with the squares of the coefficients over C."""

    def __init__(self, penalty='l2', *, dual=False, tol=1e-4, C=1.0, fit_intercept=True, intercept_scaling=1, class_weight=None, random_state=None, solver='lbfgs', max_iter=100, multi_class='auto',
                 verbose=0, warm_start=False, n_jobs=None, l1_ratio=None):
        self.penalty, self.dual, self.tol, self.C, self.fit_intercept, self.intercept_scaling, self.class_weight = penalty, dual, tol, C, fit_intercept, intercept_scaling, class_weight
        self.random_state, self.solver, self.max_iter, self.multi_class, self.verbose, self.warm_start = random_state, solver, max_iter, multi_class, verbose, warm_start
        self.n_jobs, self.l1_ratio = n_jobs, l1_ratio

    def fit(self, X, y, sample_weight=None):
        if self.solver == 'lbfgs' and self.penalty not in ('l2', 'none', None):
            raise ValueError(f"Solver lbfgs supports only 'l2' or 'none' penalties, got {self.penalty} penalty.")
        refuse(self, solver=('lbfgs',), dual=(False,), warm_start=(False,), verbose=(0,), multi_class=('auto', 'ovr', 'multinomial'))
        if self.penalty == 'none':
            warnings.warn("`penalty='none'`has been deprecated in 1.2 and will be removed in 1.4. To keep the past behaviour, set `penalty=None`.", FutureWarning)
        X, y = taken(self, X, y, with_y=True, dtype=FLOATS, order='C')
        check_classification_targets(y)
        self.classes_ = np.unique(y)
        count = len(self.classes_)
        if count < 2:
            raise ValueError('This solver needs samples of at least 2 classes in the data, but the data contains only one class: %r' % self.classes_[0])
        weight = check_sample_weight(sample_weight, X, dtype=X.dtype)
        if self.class_weight is not None:
            weight = weight * compute_class_weight(self.class_weight, classes=self.classes_, y=y)[np.searchsorted(self.classes_, y)]
        together = self._together(count)
        strength = 0.0 if self.penalty in ('none', None) else 1.0 / self.C
        codes = np.searchsorted(self.classes_, y)
        if together:
            laws, steps = self._minimized(X, _many(X, np.eye(count)[codes], weight, strength, self.fit_intercept), (count, X.shape[1] + self.fit_intercept))
            steps = [steps]
        else:
            rows = [self._minimized(X, _two(X, (codes == k).astype(X.dtype), weight, strength, self.fit_intercept), (1, X.shape[1] + self.fit_intercept))
                    for k in ([1] if count == 2 else range(count))]
            laws, steps = np.concatenate([row[0] for row in rows]), [row[1] for row in rows]
        self.n_iter_ = np.asarray(steps, dtype=np.int32)
        self.coef_ = laws[:, :X.shape[1]].astype(X.dtype)
        self.intercept_ = laws[:, -1].astype(X.dtype) if self.fit_intercept else np.zeros(len(laws))
        return self

    def _together(self, count):
        if self.multi_class == 'multinomial' and count == 2:
            raise NotImplementedError("scikit-learn has LogisticRegression(multi_class='multinomial') of two classes, perch's sklearn has not; the nearest is multi_class='auto'")
        return self.multi_class == 'multinomial' or self.multi_class == 'auto' and count > 2

    def _minimized(self, X, loss, shape):
        from scipy import optimize
        found = optimize.minimize(loss, np.zeros(shape[0] * shape[1]), method='L-BFGS-B', jac=True, options={'gtol': self.tol, 'maxiter': self.max_iter})
        if found.status != 0:
            said = found.message if isinstance(found.message, str) else found.message.decode('latin1')
            warnings.warn(f'lbfgs failed to converge (status={found.status}):\n{said}.\n\nIncrease the number of iterations (max_iter) or scale the data as shown in:\n'
                          '    https://scikit-learn.org/stable/modules/preprocessing.html\nPlease also refer to the documentation for alternative solver options:\n'
                          '    https://scikit-learn.org/stable/modules/linear_model.html#logistic-regression', ConvergenceWarning, stacklevel=2)
        return found.x.reshape(shape, order='F'), min(found.nit, self.max_iter)

    def decision_function(self, X):
        check_is_fitted(self)
        X = taken(self, X, reset=False)
        scores = X @ self.coef_.T + self.intercept_
        return scores.ravel() if scores.shape[1] == 1 else scores

    def predict(self, X):
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)]

    def predict_proba(self, X):
        scores = self.decision_function(X)
        if self._together(len(self.classes_)):
            scores = scores - scores.max(axis=1, keepdims=True)
            made = np.exp(scores)
            return made / made.sum(axis=1, keepdims=True)
        from scipy.special import expit
        made = expit(scores)
        if made.ndim == 1:
            return np.stack([1 - made, made], axis=1)
        return made / made.sum(axis=1, keepdims=True)

    def predict_log_proba(self, X):
        return np.log(self.predict_proba(X))

    def densify(self):
        return self


def _two(X, y, weight, strength, intercept):
    """The loss of one class against the rest, and its gradient."""
    n = X.shape[1]

    def loss(w):
        from scipy.special import expit
        raw = X @ w[:n] + w[-1] if intercept else X @ w
        value = (weight * (np.logaddexp(0, raw) - y * raw)).sum() + 0.5 * strength * (w[:n] @ w[:n])
        off = weight * (expit(raw) - y)
        down = np.empty_like(w)
        down[:n] = X.T @ off + strength * w[:n]
        if intercept:
            down[-1] = off.sum()
        return value, down
    return loss


def _many(X, hot, weight, strength, intercept):
    """The loss of several classes at once, and its gradient; a column of the law's matrix after the other."""
    n, count = X.shape[1], hot.shape[1]

    def loss(w):
        W = w.reshape((count, -1), order='F')
        raw = X @ W[:, :n].T
        if intercept:
            raw = raw + W[:, -1]
        most = raw.max(axis=1, keepdims=True)
        powers = np.exp(raw - most)
        whole = powers.sum(axis=1, keepdims=True)
        value = (weight * (np.log(whole) + most - (raw * hot).sum(axis=1, keepdims=True)).ravel()).sum() + 0.5 * strength * (W[:, :n] ** 2).sum()
        off = weight[:, None] * (powers / whole - hot)
        down = np.empty((count, n + intercept))
        down[:, :n] = off.T @ X + strength * W[:, :n]
        if intercept:
            down[:, -1] = off.sum(axis=0)
        return value, down.ravel(order='F')
    return loss

"""What every estimator is: parameters that stand in its signature, how it is shown, copied and set.

An estimator is shown as text everywhere: the diagram that sklearn draws in notebooks is absent."""
import copy
import inspect
import numbers
from collections import defaultdict

import numpy as np

from sklearn._shown import estimator_text

__all__ = ['BaseEstimator', 'BiclusterMixin', 'ClassifierMixin', 'ClusterMixin', 'DensityMixin', 'OutlierMixin', 'RegressorMixin', 'TransformerMixin', 'clone', 'is_classifier', 'is_regressor']


def clone(estimator, *, safe=True):
    """The estimator anew, with the same parameters and nothing learnt."""
    kind = type(estimator)
    if kind in (list, tuple, set, frozenset):
        return kind([clone(each, safe=safe) for each in estimator])
    if not hasattr(estimator, 'get_params') or isinstance(estimator, type):
        if not safe:
            return copy.deepcopy(estimator)
        if isinstance(estimator, type):
            raise TypeError('Cannot clone object. You should provide an instance of scikit-learn estimator instead of a class.')
        raise TypeError("Cannot clone object '%s' (type %s): it does not seem to be a scikit-learn estimator as it does not implement a 'get_params' method." % (repr(estimator), kind))
    given = {name: clone(value, safe=False) for name, value in estimator.get_params(deep=False).items()}
    made = kind(**given)
    kept = made.get_params(deep=False)
    for name in given:
        if given[name] is not kept[name]:
            raise RuntimeError('Cannot clone object %s, as the constructor either does not set or modifies parameter %s' % (estimator, name))
    return made


def parameter_names(kind):
    """The names of a class's parameters, sorted: those of its __init__."""
    init = kind.__init__
    if init is object.__init__:
        return []
    rows = list(inspect.signature(init).parameters.values())[1:]
    for row in rows:
        if row.kind == row.VAR_POSITIONAL:
            raise RuntimeError("scikit-learn estimators should always specify their parameters in the signature of their __init__ (no varargs). %s with constructor %s doesn't  follow this convention."
                               % (kind, inspect.signature(init)))
    return sorted(row.name for row in rows if row.name != 'self' and row.kind != row.VAR_KEYWORD)


class BaseEstimator:
    """Parameters by name, from the signature of __init__."""

    @classmethod
    def _get_param_names(cls):
        return parameter_names(cls)

    def get_params(self, deep=True):
        found = {}
        for name in self._get_param_names():
            value = getattr(self, name)
            if deep and hasattr(value, 'get_params') and not isinstance(value, type):
                found.update((name + '__' + inner, kept) for inner, kept in value.get_params().items())
            found[name] = value
        return found

    def set_params(self, **params):
        if not params:
            return self
        known, below = self.get_params(deep=True), defaultdict(dict)
        for key, value in params.items():
            name, inside, rest = key.partition('__')
            if name not in known:
                raise ValueError(f'Invalid parameter {name!r} for estimator {self}. Valid parameters are: {self._get_param_names()!r}.')
            if inside:
                below[name][rest] = value
            else:
                setattr(self, name, value)
                known[name] = value
        for name, rest in below.items():
            known[name].set_params(**rest)
        return self

    def __repr__(self, N_CHAR_MAX=700):
        return estimator_text(self, N_CHAR_MAX)

    def __sklearn_is_fitted__(self):
        return any(name.endswith('_') and not name.startswith('__') for name in vars(self))

    def __getstate__(self):
        state = dict(vars(self))
        return {**state, '_sklearn_version': '1.2.1'} if type(self).__module__.startswith('sklearn.') else state

    def __setstate__(self, state):
        vars(self).update({name: value for name, value in state.items() if name != '_sklearn_version'})

    def _more_tags(self):
        return {}


class ClassifierMixin:
    """What classifiers share."""
    _estimator_type = 'classifier'

    def score(self, X, y, sample_weight=None):
        from sklearn.metrics import accuracy_score
        return accuracy_score(y, self.predict(X), sample_weight=sample_weight)


class RegressorMixin:
    """What regressors share."""
    _estimator_type = 'regressor'

    def score(self, X, y, sample_weight=None):
        from sklearn.metrics import r2_score
        return r2_score(y, self.predict(X), sample_weight=sample_weight)


class ClusterMixin:
    """What clusterings share."""
    _estimator_type = 'clusterer'

    def fit_predict(self, X, y=None):
        self.fit(X)
        return self.labels_


class OutlierMixin:
    """What finds outliers."""
    _estimator_type = 'outlier_detector'

    def fit_predict(self, X, y=None):
        return self.fit(X).predict(X)


class DensityMixin:
    """What estimates densities."""
    _estimator_type = 'DensityEstimator'

    def score(self, X, y=None):
        pass


class BiclusterMixin:
    """What clusters rows and columns."""

    @property
    def biclusters_(self):
        return self.rows_, self.columns_


class TransformerMixin:
    """What transformers share. Their tables stay arrays: set_output is refused."""

    def fit_transform(self, X, y=None, **fit_params):
        fitted = self.fit(X, **fit_params) if y is None else self.fit(X, y, **fit_params)
        return fitted.transform(X)

    def set_output(self, *, transform=None):
        if transform not in (None, 'default'):
            raise NotImplementedError(f"scikit-learn has set_output(transform={transform!r}), perch's sklearn has not")
        return self


class OneToOneFeatureMixin:
    """Transformers whose features keep their names."""

    def get_feature_names_out(self, input_features=None):
        from sklearn.utils.validation import check_feature_names, check_is_fitted
        check_is_fitted(self, 'n_features_in_')
        return check_feature_names(self, input_features)


class ClassNamePrefixFeaturesOutMixin:
    """Transformers whose features are called by the class and a number."""

    def get_feature_names_out(self, input_features=None):
        from sklearn.utils.validation import check_is_fitted
        check_is_fitted(self, '_n_features_out')
        word = type(self).__name__.lower()
        return np.asarray([word + str(i) for i in range(self._n_features_out)], dtype=object)


class MetaEstimatorMixin:
    """An estimator that is given others."""


def is_classifier(estimator):
    return getattr(estimator, '_estimator_type', None) == 'classifier'


def is_regressor(estimator):
    return getattr(estimator, '_estimator_type', None) == 'regressor'


def is_integer(value):
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)

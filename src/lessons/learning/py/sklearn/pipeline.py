"""sklearn.pipeline: transformers one behind the other, an estimator at the end; transformers side by side."""
from collections import Counter
from itertools import islice

import numpy as np

from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.utils import Bunch
from sklearn.utils.validation import check_is_fitted

__all__ = ['FeatureUnion', 'Pipeline', 'make_pipeline', 'make_union']


class _Composition(BaseEstimator):
    """An estimator whose parts have names, which are parameters too."""

    def _named(self, attr, deep):
        found = super().get_params(deep=deep)
        if not deep:
            return found
        parts = getattr(self, attr)
        try:
            found.update(parts)
        except (TypeError, ValueError):
            return found
        for name, part in parts:
            if hasattr(part, 'get_params'):
                found.update((f'{name}__{key}', value) for key, value in part.get_params(deep=True).items())
        return found

    def _set_named(self, attr, params):
        if attr in params:
            setattr(self, attr, params.pop(attr))
        parts = getattr(self, attr)
        if isinstance(parts, list) and parts:
            names = {part[0] for part in parts}
            for name in [name for name in params if '__' not in name and name in names]:
                value = params.pop(name)
                setattr(self, attr, [(part[0], value, *part[2:]) if part[0] == name else part for part in getattr(self, attr)])
        super().set_params(**params)
        return self

    def _check_names(self, names):
        if len(set(names)) != len(names):
            raise ValueError('Names provided are not unique: {0!r}'.format(list(names)))
        taken = set(names) & set(self.get_params(deep=False))
        if taken:
            raise ValueError('Estimator names conflict with constructor arguments: {0!r}'.format(sorted(taken)))
        wrong = [name for name in names if '__' in name]
        if wrong:
            raise ValueError('Estimator names must not contain __: got {0!r}'.format(wrong))


def _passes(part):
    return part is None or part == 'passthrough' if isinstance(part, (str, type(None))) else False


def _last_has(name):
    """A method that is there if the last step has it."""
    class Lent:
        def __init__(self, function):
            self.function = function
            self.__doc__ = function.__doc__

        def __get__(self, pipeline, kind=None):
            if pipeline is None:
                return self.function
            last = pipeline._final_estimator
            if not hasattr(last, name) and not (name in ('transform', 'inverse_transform') and _passes(last)):
                raise AttributeError(f'{type(last).__name__!r} object has no attribute {name!r}')
            return self.function.__get__(pipeline, kind)
    return Lent


class Pipeline(_Composition):
    """Steps one behind the other: all but the last transform."""

    def __init__(self, steps, *, memory=None, verbose=False):
        self.steps, self.memory, self.verbose = steps, memory, verbose

    def get_params(self, deep=True):
        return self._named('steps', deep)

    def set_params(self, **kwargs):
        return self._set_named('steps', kwargs)

    @property
    def _estimator_type(self):
        return self.steps[-1][1]._estimator_type

    @property
    def _final_estimator(self):
        last = self.steps[-1][1]
        return 'passthrough' if last is None else last

    @property
    def named_steps(self):
        return Bunch(**dict(self.steps))

    def __len__(self):
        return len(self.steps)

    def __getitem__(self, at):
        if isinstance(at, str):
            return self.named_steps[at]
        if not isinstance(at, slice):
            return self.steps[at][1]
        if at.step is not None and at.step != 1:
            raise ValueError('Pipeline slicing only supports a step of 1')
        return type(self)(self.steps[at.start:at.stop], **{name: getattr(self, name) for name in ('memory', 'verbose')})

    def _check(self):
        if not self.steps:
            raise ValueError('The pipeline is empty. Please add steps.')
        names, parts = zip(*self.steps)
        self._check_names(names)
        for part in parts[:-1]:
            if not _passes(part) and (not (hasattr(part, 'fit') or hasattr(part, 'fit_transform')) or not hasattr(part, 'transform')):
                raise TypeError("All intermediate steps should be transformers and implement fit and transform or be the string 'passthrough' '%s' (type %s) doesn't" % (part, type(part)))
        if not _passes(parts[-1]) and not hasattr(parts[-1], 'fit'):
            raise TypeError("Last step of Pipeline should implement fit or be the string 'passthrough'. '%s' (type %s) doesn't" % (parts[-1], type(parts[-1])))
        for name, given in ('memory', self.memory), ('verbose', self.verbose):
            if given:
                raise NotImplementedError(f"scikit-learn has Pipeline({name}=…), perch's sklearn has not")

    def _told(self, fit_params):
        told = {name: {} for name, part in self.steps if part is not None}
        for key, value in fit_params.items():
            if '__' not in key:
                raise ValueError('Pipeline.fit does not accept the {} parameter. You can pass parameters to specific steps of your pipeline using the stepname__parameter format, e.g. '
                                 '`Pipeline.fit(X, y, logisticregression__sample_weight=sample_weight)`.'.format(key))
            step, _, name = key.partition('__')
            told[step][name] = value
        return told

    def _fit_before(self, X, y, told):
        self.steps = list(self.steps)
        self._check()
        for at, (name, part) in enumerate(self.steps[:-1]):
            if _passes(part):
                continue
            part = clone(part)
            X = _fit_transformed(part, X, y, told[name])
            self.steps[at] = name, part
        return X

    def fit(self, X, y=None, **fit_params):
        told = self._told(fit_params)
        X = self._fit_before(X, y, told)
        if not _passes(self._final_estimator):
            self._final_estimator.fit(X, y, **told[self.steps[-1][0]])
        return self

    def fit_transform(self, X, y=None, **fit_params):
        told = self._told(fit_params)
        X = self._fit_before(X, y, told)
        last = self._final_estimator
        return X if _passes(last) else _fit_transformed(last, X, y, told[self.steps[-1][0]])

    def _before(self, X):
        for _, part in islice(self.steps, len(self.steps) - 1):
            if not _passes(part):
                X = part.transform(X)
        return X

    @_last_has('predict')
    def predict(self, X, **predict_params):
        return self._final_estimator.predict(self._before(X), **predict_params)

    @_last_has('fit_predict')
    def fit_predict(self, X, y=None, **fit_params):
        told = self._told(fit_params)
        return self._final_estimator.fit_predict(self._fit_before(X, y, told), y, **told[self.steps[-1][0]])

    @_last_has('predict_proba')
    def predict_proba(self, X, **predict_proba_params):
        return self._final_estimator.predict_proba(self._before(X), **predict_proba_params)

    @_last_has('predict_log_proba')
    def predict_log_proba(self, X, **predict_log_proba_params):
        return self._final_estimator.predict_log_proba(self._before(X), **predict_log_proba_params)

    @_last_has('decision_function')
    def decision_function(self, X):
        return self._final_estimator.decision_function(self._before(X))

    @_last_has('transform')
    def transform(self, X):
        X = self._before(X)
        return X if _passes(self._final_estimator) else self._final_estimator.transform(X)

    @_last_has('inverse_transform')
    def inverse_transform(self, Xt):
        for _, part in reversed(self.steps):
            if not _passes(part):
                Xt = part.inverse_transform(Xt)
        return Xt

    @_last_has('score')
    def score(self, X, y=None, sample_weight=None):
        told = {} if sample_weight is None else {'sample_weight': sample_weight}
        return self._final_estimator.score(self._before(X), y, **told)

    @property
    def classes_(self):
        return self.steps[-1][1].classes_

    @property
    def n_features_in_(self):
        return self.steps[0][1].n_features_in_

    @property
    def feature_names_in_(self):
        return self.steps[0][1].feature_names_in_

    def get_feature_names_out(self, input_features=None):
        for name, part in self.steps:
            if _passes(part):
                continue
            if not hasattr(part, 'get_feature_names_out'):
                raise AttributeError('Estimator {} does not provide get_feature_names_out. Did you mean to call pipeline[:-1].get_feature_names_out()?'.format(name))
            input_features = part.get_feature_names_out(input_features)
        return input_features

    def __sklearn_is_fitted__(self):
        try:
            check_is_fitted(self.steps[-1][1])
        except (TypeError, ValueError):
            return False
        return True


def _fit_transformed(part, X, y, told):
    return part.fit_transform(X, y, **told) if hasattr(part, 'fit_transform') else part.fit(X, y, **told).transform(X)


def name_parts(parts):
    """(name, part): the class in small letters, numbered where it occurs more than once."""
    names = [part if isinstance(part, str) else type(part).__name__.lower() for part in parts]
    counts, seen, made = Counter(names), Counter(), []
    for name, part in zip(names, parts):
        seen[name] += 1
        made.append((f'{name}-{seen[name]}' if counts[name] > 1 else name, part))
    return made


def make_pipeline(*steps, memory=None, verbose=False):
    """A pipeline whose steps are called by their classes."""
    return Pipeline(name_parts(steps), memory=memory, verbose=verbose)


def side_by_side(parts):
    """The columns of all parts as one array."""
    if any(hasattr(part, 'tocsr') for part in parts):
        from scipy import sparse
        return sparse.hstack(parts).tocsr()
    return np.hstack([np.asarray(part) for part in parts])


class FeatureUnion(_Composition, TransformerMixin):
    """Transformers side by side: their columns one behind the other."""

    def __init__(self, transformer_list, *, n_jobs=None, transformer_weights=None, verbose=False):
        self.transformer_list, self.n_jobs, self.transformer_weights, self.verbose = transformer_list, n_jobs, transformer_weights, verbose

    def get_params(self, deep=True):
        return self._named('transformer_list', deep)

    def set_params(self, **kwargs):
        return self._set_named('transformer_list', kwargs)

    def _weighted(self, name, X):
        weight = (self.transformer_weights or {}).get(name)
        return X if weight is None else X * weight

    def _live(self):
        return [(name, FunctionAsIs() if _passes(part) else part) for name, part in self.transformer_list if part != 'drop' or not isinstance(part, str)]

    def fit(self, X, y=None, **fit_params):
        self.transformer_list = list(self.transformer_list)
        self._check_names([name for name, _ in self.transformer_list])
        for name, part in self._live():
            part.fit(X, y, **fit_params)
        return self

    def fit_transform(self, X, y=None, **fit_params):
        self.transformer_list = list(self.transformer_list)
        self._check_names([name for name, _ in self.transformer_list])
        made = [self._weighted(name, _fit_transformed(part, X, y, fit_params)) for name, part in self._live()]
        return side_by_side(made) if made else np.zeros((X.shape[0], 0))

    def transform(self, X):
        made = [self._weighted(name, part.transform(X)) for name, part in self._live()]
        return side_by_side(made) if made else np.zeros((X.shape[0], 0))

    def get_feature_names_out(self, input_features=None):
        return np.asarray([f'{name}__{feature}' for name, part in self._live() for feature in part.get_feature_names_out(input_features)], dtype=object)

    @property
    def n_features_in_(self):
        return self.transformer_list[0][1].n_features_in_


class FunctionAsIs(TransformerMixin, BaseEstimator):
    """What passes through."""

    def fit(self, X, y=None):
        return self

    def transform(self, X):
        return X

    def get_feature_names_out(self, input_features=None):
        return np.asarray(input_features, dtype=object)


def make_union(*transformers, n_jobs=None, verbose=False):
    """A union whose parts are called by their classes."""
    return FeatureUnion(name_parts(transformers), n_jobs=n_jobs, verbose=verbose)

"""sklearn.compose: a transformer for some of a table's columns, another for others."""
import re

import numpy as np

from sklearn.base import TransformerMixin, clone
from sklearn.pipeline import _Composition, _fit_transformed, name_parts, side_by_side
from sklearn.utils import Bunch
from sklearn.utils.validation import check_array, check_is_fitted, names_of

__all__ = ['ColumnTransformer', 'make_column_selector', 'make_column_transformer']


def _places(X, key):
    """Which columns a key means."""
    count = X.shape[1]
    if callable(key):
        key = key(X)
    if isinstance(key, str) or isinstance(key, (list, tuple, np.ndarray)) and len(key) and all(isinstance(each, str) for each in key) or hasattr(key, 'tolist') and getattr(key, 'dtype', None) == object:
        names = list(getattr(X, 'columns', ()))
        if not hasattr(X, 'columns'):
            raise ValueError('Specifying the columns using strings is only supported for pandas DataFrames')
        keys = [key] if isinstance(key, str) else list(key)
        for each in keys:
            if each not in names:
                raise ValueError('A given column is not a column of the dataframe')
        return [names.index(each) for each in keys]
    if isinstance(key, slice):
        if isinstance(key.start, str) or isinstance(key.stop, str):
            names = list(X.columns)
            start = names.index(key.start) if key.start is not None else 0
            return list(range(start, names.index(key.stop) + 1 if key.stop is not None else count))
        return list(range(count))[key]
    if isinstance(key, (int, np.integer)):
        return [range(count)[key]]
    key = np.asarray(key)
    return np.where(key)[0].tolist() if key.dtype == bool else [range(count)[i] for i in key.tolist()]


def _columns(X, key, places):
    """The columns as what they stand in; one alone, named by a text or a number, without its axis."""
    single = isinstance(key, (str, int, np.integer)) and not isinstance(key, bool)
    if hasattr(X, 'iloc'):
        return X.iloc[:, places[0]] if single else X.iloc[:, places]
    return X[:, places[0]] if single else X[:, places]


class ColumnTransformer(TransformerMixin, _Composition):
    """Columns by name or place, each set with a transformer of its own; what is left is dropped or passed through."""

    def __init__(self, transformers, *, remainder='drop', sparse_threshold=0.3, n_jobs=None, transformer_weights=None, verbose=False, verbose_feature_names_out=True):
        self.transformers, self.remainder, self.sparse_threshold, self.n_jobs = transformers, remainder, sparse_threshold, n_jobs
        self.transformer_weights, self.verbose, self.verbose_feature_names_out = transformer_weights, verbose, verbose_feature_names_out

    @property
    def _pairs(self):
        return [(name, part) for name, part, _ in self.transformers]

    @_pairs.setter
    def _pairs(self, value):
        self.transformers = [(name, part, key) for (name, part), (_, _, key) in zip(value, self.transformers)]

    def get_params(self, deep=True):
        return self._named('_pairs', deep)

    def set_params(self, **kwargs):
        return self._set_named('_pairs', kwargs)

    def fit(self, X, y=None):
        self.fit_transform(X, y)
        return self

    def fit_transform(self, X, y=None):
        if self.verbose:
            raise NotImplementedError("scikit-learn has ColumnTransformer(verbose=True), perch's sklearn has not")
        if not hasattr(X, 'iloc'):
            X = check_array(X, force_all_finite='allow-nan', dtype=None if not isinstance(X, list) else object)
        names = names_of(X)
        vars(self).pop('feature_names_in_', None)
        if names is not None:
            self.feature_names_in_ = names
        self.n_features_in_ = X.shape[1]
        self._check_names([name for name, _, _ in self.transformers])
        for name, part, _ in self.transformers:
            if not (isinstance(part, str) and part in ('drop', 'passthrough')) and not (hasattr(part, 'fit') or hasattr(part, 'fit_transform')):
                raise TypeError("All estimators should implement fit and transform, or can be 'drop' or 'passthrough' specifiers. '%s' (type %s) doesn't." % (part, type(part)))
        rows, used = [], set()
        for name, part, key in self.transformers:
            places = _places(X, key)
            used.update(places)
            rows.append((name, part, key if not callable(key) else key(X), places))
        left = [i for i in range(X.shape[1]) if i not in used]
        rows.append(('remainder', self.remainder, left, left))
        made, self.transformers_, self._rows_of = [], [], []
        for name, part, key, places in rows:
            if isinstance(part, str) and part == 'drop' or not places and name != 'remainder':
                kept, out = part, None
            elif not places:
                kept, out = part, None
            elif isinstance(part, str):
                kept, out = 'passthrough', _columns(X, key if not isinstance(key, (str, int)) else [key], places)
            else:
                kept = clone(part)
                try:
                    out = _fit_transformed(kept, _columns(X, key, places), y, {})
                except ValueError as told:
                    if 'Expected 2D array, got 1D array instead' in str(told):
                        raise ValueError('1D data passed to a transformer that expects 2D data. Try to specify the column selection as a list of one item instead of a scalar.') from told
                    raise
            if name != 'remainder' or left:
                self.transformers_.append((name, kept, key))
            self._rows_of.append((name, kept, key, places))
            if out is not None:
                made.append((name, self._weighted(name, out)))
        share = [part for _, part in made if hasattr(part, 'nnz')]
        total = sum(part.shape[0] * part.shape[1] for _, part in made)
        solid = sum(part.nnz if hasattr(part, 'nnz') else part.shape[0] * part.shape[1] for _, part in made)
        self.sparse_output_ = bool(share) and solid / total < self.sparse_threshold
        return self._joined([part for _, part in made], len(X) if hasattr(X, '__len__') else X.shape[0])

    def _weighted(self, name, out):
        weight = (self.transformer_weights or {}).get(name)
        if getattr(out, 'ndim', 2) != 2:
            raise ValueError("The output of the '{0}' transformer should be 2D (scipy matrix, array, or pandas DataFrame).".format(name))
        return out if weight is None else out * weight

    def _joined(self, made, count):
        if not made:
            return np.zeros((count, 0))
        if self.sparse_output_:
            return side_by_side(made)
        return np.hstack([part.toarray() if hasattr(part, 'toarray') else np.asarray(part) for part in made])

    def transform(self, X):
        check_is_fitted(self, 'transformers_')
        if not hasattr(X, 'iloc'):
            X = check_array(X, force_all_finite='allow-nan', dtype=None if not isinstance(X, list) else object)
        named = hasattr(X, 'columns') and hasattr(self, 'feature_names_in_')
        if named:
            used = [self.feature_names_in_[i] for _, part, _, places in self._rows_of if not (isinstance(part, str) and part == 'drop') for i in places]
            lacking = set(used) - set(X.columns)
            if lacking:
                raise ValueError(f'columns are missing: {lacking}')
        elif X.shape[1] != self.n_features_in_:
            raise ValueError(f'X has {X.shape[1]} features, but ColumnTransformer is expecting {self.n_features_in_} features as input.')
        made = []
        for name, part, key, places in self._rows_of:
            if not places or isinstance(part, str) and part == 'drop':
                continue
            if named:
                places = [list(X.columns).index(self.feature_names_in_[i]) for i in places]
            if isinstance(part, str):
                made.append(self._weighted(name, _columns(X, [0], places)))
            else:
                made.append(self._weighted(name, part.transform(_columns(X, key, places))))
        return self._joined(made, X.shape[0])

    @property
    def named_transformers_(self):
        return Bunch(**{name: part for name, part, _ in self.transformers_})

    def get_feature_names_out(self, input_features=None):
        check_is_fitted(self, 'transformers_')
        known = getattr(self, 'feature_names_in_', None)
        names = known if known is not None else np.asarray([f'x{i}' for i in range(self.n_features_in_)] if input_features is None else input_features, dtype=object)
        made = []
        for name, part, _, places in self._rows_of:
            if not places or isinstance(part, str) and part == 'drop':
                continue
            if isinstance(part, str):
                made += [(name, names[i]) for i in places]
                continue
            if not hasattr(part, 'get_feature_names_out'):
                raise AttributeError(f'Transformer {name} (type {type(part).__name__}) does not provide get_feature_names_out.')
            made += [(name, each) for each in part.get_feature_names_out(names[places])]
        if self.verbose_feature_names_out:
            return np.asarray([f'{name}__{each}' for name, each in made], dtype=object)
        twice = sorted({each for _, each in made if [e for _, e in made].count(each) > 1})
        if twice:
            raise ValueError(f'Output feature names: {twice[:5]} are not unique. Please set verbose_feature_names_out=True to add prefixes to feature names')
        return np.asarray([each for _, each in made], dtype=object)


def make_column_transformer(*transformers, remainder='drop', sparse_threshold=0.3, n_jobs=None, verbose=False, verbose_feature_names_out=True):
    """A ColumnTransformer whose parts are called by their classes."""
    names = [name for name, _ in name_parts([part for part, _ in transformers])]
    return ColumnTransformer([(name, part, key) for name, (part, key) in zip(names, transformers)], n_jobs=n_jobs, remainder=remainder, sparse_threshold=sparse_threshold, verbose=verbose,
                             verbose_feature_names_out=verbose_feature_names_out)


class make_column_selector:
    """Which columns of a table have a dtype or a name."""

    def __init__(self, pattern=None, *, dtype_include=None, dtype_exclude=None):
        self.pattern, self.dtype_include, self.dtype_exclude = pattern, dtype_include, dtype_exclude

    def __call__(self, df):
        if not hasattr(df, 'iloc'):
            raise ValueError('make_column_selector can only be applied to pandas dataframes')
        kinds = {key: getattr(self, 'dtype_' + key) for key in ('include', 'exclude')}
        some = df.head(1)
        names = list(some.columns if set(kinds.values()) == {None} else some.select_dtypes(**kinds).columns)
        return names if self.pattern is None else [name for name in names if re.search(self.pattern, name)]

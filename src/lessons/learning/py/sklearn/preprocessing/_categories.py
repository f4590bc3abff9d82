"""Features that are categories, as numbers and as columns of zeros and ones."""
import numbers
import warnings

import numpy as np

from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.preprocessing._labels import distinct, is_lacking, places_of
from sklearn.utils.validation import check_array, check_feature_names, check_is_fitted, keep_count, keep_names


class _Encoder(TransformerMixin, BaseEstimator):
    """Finds and keeps each column's categories."""

    def _columns(self, X, finite='allow-nan'):
        """The columns as arrays, how many rows, how many columns."""
        if hasattr(X, 'iloc') and hasattr(X, 'columns'):
            columns = []
            for i in range(X.shape[1]):
                column = np.asarray(X.iloc[:, i])
                columns.append(column if column.dtype.kind in 'biufO' else column.astype(object))
            check_array(np.empty(X.shape), force_all_finite=False)
            return columns, X.shape[0], X.shape[1]
        made = check_array(X, dtype=None, force_all_finite=finite)
        if not hasattr(X, 'dtype') and made.dtype.kind in 'US':
            made = check_array(X, dtype=object, force_all_finite=finite)
        return [made[:, i] for i in range(made.shape[1])], made.shape[0], made.shape[1]

    def _learn(self, X, handle_unknown='error'):
        keep_names(self, X, True)
        columns, rows, width = self._columns(X)
        self.n_features_in_ = width
        if not isinstance(self.categories, str) and len(self.categories) != width:
            raise ValueError('Shape mismatch: if categories is an array, it has to be of shape (n_features,).')
        self.categories_ = []
        for i, column in enumerate(columns):
            if isinstance(self.categories, str):
                found = distinct(column)
            else:
                kind = column.dtype if column.dtype.kind not in 'US' else object
                found = np.array(self.categories[i], dtype=kind)
                if found.dtype.kind != 'O' and np.any(np.sort(found) != found):
                    raise ValueError('Unsorted categories are not supported for numerical categories')
                if handle_unknown == 'error':
                    unknown = [value for value in distinct(column).tolist() if not any(value is each or value == each or is_lacking(value) and is_lacking(each) for each in found.tolist())]
                    if unknown:
                        raise ValueError('Found unknown categories {0} in column {1} during fit'.format(unknown, i))
            self.categories_.append(found)
        return columns, rows, width

    def _codes(self, X, handle_unknown, warn=False):
        """Each value's place among its column's categories, and where it is known."""
        keep_names(self, X, False)
        columns, rows, width = self._columns(X)
        keep_count(self, np.empty((1, width)), False)
        codes, known, odd = np.zeros((rows, width), dtype=int), np.ones((rows, width), dtype=bool), []
        for i, (column, found) in enumerate(zip(columns, self.categories_)):
            if found.dtype == object and column.dtype != object:
                column = column.astype(object)
            elif column.dtype == object and found.dtype != object:
                column = column.astype(found.dtype)
            places = places_of(column, found)
            fine = places >= 0
            if not fine.all():
                unknown = list(distinct(column[~fine]))
                if handle_unknown == 'error':
                    raise ValueError('Found unknown categories {0} in column {1} during transform'.format(unknown, i))
                odd.append(i)
            codes[:, i], known[:, i] = np.where(fine, places, 0), fine
        if odd and warn:
            warnings.warn(f'Found unknown categories in columns {odd} during transform. These unknown categories will be encoded as all zeros', UserWarning)
        return codes, known


class OneHotEncoder(_Encoder):
    """A column of zeros and ones for each category."""

    def __init__(self, *, categories='auto', drop=None, sparse='deprecated', sparse_output=True, dtype=np.float64, handle_unknown='error', min_frequency=None, max_categories=None):
        self.categories, self.sparse, self.sparse_output, self.dtype, self.handle_unknown, self.drop = categories, sparse, sparse_output, dtype, handle_unknown, drop
        self.min_frequency, self.max_categories = min_frequency, max_categories

    def fit(self, X, y=None):
        for name in 'min_frequency', 'max_categories':
            if getattr(self, name) is not None:
                raise NotImplementedError(f"scikit-learn has OneHotEncoder({name}=…), perch's sklearn has not")
        if self.sparse != 'deprecated':
            warnings.warn('`sparse` was renamed to `sparse_output` in version 1.2 and will be removed in 1.4. `sparse_output` is ignored unless you leave `sparse` to its default value.', FutureWarning)
            self.sparse_output = self.sparse
        self._infrequent_enabled = False
        self._learn(X, self.handle_unknown)
        self.drop_idx_ = self._dropped()
        self._n_features_outs = [len(found) - (self.drop_idx_ is not None and self.drop_idx_[i] is not None) for i, found in enumerate(self.categories_)]
        return self

    def _dropped(self):
        """Which category of each column has no column of its own."""
        if self.drop is None:
            return None
        made = np.empty(len(self.categories_), dtype=object)
        if isinstance(self.drop, str):
            made[:] = [0 if self.drop == 'first' or len(found) == 2 else None for found in self.categories_]
            return made
        drop = np.asarray(self.drop, dtype=object)
        if len(drop) != len(self.categories_):
            raise ValueError('`drop` should have length equal to the number of features ({}), got {}'.format(len(self.categories_), len(drop)))
        lacking = []
        for i, (found, value) in enumerate(zip(self.categories_, drop)):
            at = places_of(np.array([value], dtype=object), found.astype(object))[0]
            if at < 0:
                lacking.append((i, value))
            else:
                made[i] = int(at)
        if lacking:
            raise ValueError('The following categories were supposed to be dropped, but were not found in the training data.\n{}'.format(
                '\n'.join('Category: {}, Feature: {}'.format(value, i) for i, value in lacking)))
        return made

    def transform(self, X):
        check_is_fitted(self)
        warn = self.drop is not None and self.handle_unknown in ('ignore', 'infrequent_if_exist')
        codes, known = self._codes(X, self.handle_unknown, warn)
        rows, width = codes.shape
        wide = np.zeros((rows, sum(self._n_features_outs)), dtype=self.dtype)
        start = 0
        for i, count in enumerate(self._n_features_outs):
            own, fine = codes[:, i].copy(), known[:, i].copy()
            dropped = None if self.drop_idx_ is None else self.drop_idx_[i]
            if dropped is not None:
                fine &= own != dropped
                own[own > dropped] -= 1
            wide[np.where(fine)[0], start + own[fine]] = 1
            start += count
        if not self.sparse_output:
            return wide
        from scipy.sparse import csr_matrix
        return csr_matrix(wide)

    def inverse_transform(self, X):
        check_is_fitted(self)
        X = X.toarray() if hasattr(X, 'toarray') else check_array(X)
        width = sum(self._n_features_outs)
        if X.shape[1] != width:
            raise ValueError('Shape of the passed X data is not correct. Expected {0} columns, got {1}.'.format(width, X.shape[1]))
        made = np.empty((X.shape[0], len(self.categories_)), dtype=np.result_type(*[found.dtype for found in self.categories_]))
        start = 0
        for i, (found, count) in enumerate(zip(self.categories_, self._n_features_outs)):
            part = X[:, start:start + count]
            start += count
            dropped = None if self.drop_idx_ is None else self.drop_idx_[i]
            kept = np.delete(found, dropped) if dropped is not None else found
            none = np.asarray(part.sum(axis=1) == 0).ravel()
            if count:
                made[:, i] = kept[np.asarray(part.argmax(axis=1)).ravel()]
            if none.any():
                if dropped is not None:
                    made[none, i] = found[dropped]
                elif self.handle_unknown in ('ignore', 'infrequent_if_exist'):
                    made = made.astype(object) if made.dtype != object else made
                    made[none, i] = None
                else:
                    raise ValueError(f'Samples {np.where(none)[0]} can not be inverted when drop=None and handle_unknown=\'error\' because they contain all zeros')
        return made

    def get_feature_names_out(self, input_features=None):
        check_is_fitted(self)
        names = check_feature_names(self, input_features)
        made = []
        for i, found in enumerate(self.categories_):
            dropped = None if self.drop_idx_ is None else self.drop_idx_[i]
            made += [names[i] + '_' + str(value) for j, value in enumerate(found) if j != dropped]
        return np.array(made, dtype=object)


class OrdinalEncoder(OneToOneFeatureMixin, _Encoder):
    """Categories as their places."""

    def __init__(self, *, categories='auto', dtype=np.float64, handle_unknown='error', unknown_value=None, encoded_missing_value=np.nan):
        self.categories, self.dtype, self.handle_unknown, self.unknown_value, self.encoded_missing_value = categories, dtype, handle_unknown, unknown_value, encoded_missing_value

    def fit(self, X, y=None):
        if self.handle_unknown == 'use_encoded_value':
            if is_lacking(self.unknown_value) and self.unknown_value is not None:
                if np.dtype(self.dtype).kind != 'f':
                    raise ValueError(f'When unknown_value is np.nan, the dtype parameter should be a float dtype. Got {self.dtype}.')
            elif not isinstance(self.unknown_value, numbers.Integral):
                raise TypeError(f"unknown_value should be an integer or np.nan when handle_unknown is 'use_encoded_value', got {self.unknown_value}.")
        elif self.unknown_value is not None:
            raise TypeError(f"unknown_value should only be set when handle_unknown is 'use_encoded_value', got {self.unknown_value}.")
        self._learn(X, self.handle_unknown)
        return self

    def transform(self, X):
        check_is_fitted(self)
        codes, known = self._codes(X, self.handle_unknown)
        made = codes.astype(self.dtype)
        for i, found in enumerate(self.categories_):
            for place, value in enumerate(found.tolist()):
                if is_lacking(value):
                    made[(codes[:, i] == place) & known[:, i], i] = self.encoded_missing_value
        if self.handle_unknown == 'use_encoded_value':
            made[~known] = self.unknown_value
        return made

    def inverse_transform(self, X):
        check_is_fitted(self)
        X = check_array(X, force_all_finite='allow-nan')
        if X.shape[1] != len(self.categories_):
            raise ValueError('Shape of the passed X data is not correct. Expected {0} columns, got {1}.'.format(len(self.categories_), X.shape[1]))
        made = np.empty(X.shape, dtype=np.result_type(*[found.dtype for found in self.categories_]))
        for i, found in enumerate(self.categories_):
            own = X[:, i].copy()
            unknown = np.isnan(own) if is_lacking(self.unknown_value) else own == self.unknown_value
            unknown = unknown & (self.handle_unknown == 'use_encoded_value')
            last = len(found) - 1
            own[np.isnan(own) & ~unknown] = last
            if unknown.any():
                made = made.astype(object) if made.dtype != object else made
                made[unknown, i] = None
            made[~unknown, i] = found[own[~unknown].astype('int64')]
        return made

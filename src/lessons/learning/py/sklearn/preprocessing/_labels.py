"""Labels as numbers, and back."""
import numpy as np

from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.multiclass import type_of_target, unique_labels
from sklearn.utils.validation import check_array, check_is_fitted, column_or_1d, num_samples

MIXED = 'Encoders require their input to be uniformly strings or numbers. Got {}'


def is_lacking(value):
    return value is None or isinstance(value, (float, np.floating)) and value != value


def distinct(values):
    """The values that occur, sorted; None and NaN stand last."""
    values = np.asarray(values)
    if values.dtype != object:
        found = np.unique(values)
        return found
    known = set(values.tolist())
    lacking = [value for value in known if is_lacking(value)]
    known -= {value for value in known if is_lacking(value)}
    try:
        ordered = sorted(known)
    except TypeError:
        raise TypeError(MIXED.format(sorted({type(value).__qualname__ for value in set(values.tolist())}))) from None
    if any(value is None for value in lacking):
        ordered.append(None)
    if any(value is not None for value in lacking):
        ordered.append(np.nan)
    made = np.empty(len(ordered), dtype=object)
    made[:] = ordered
    return made


def places_of(values, known):
    """Each value's place among the known ones; -1 for one that is not known."""
    values = np.asarray(values)
    if values.dtype.kind in 'OUS':
        table = {value: i for i, value in enumerate(known.tolist()) if not is_lacking(value)}
        none = next((i for i, value in enumerate(known.tolist()) if value is None), -1)
        nan = next((i for i, value in enumerate(known.tolist()) if value is not None and is_lacking(value)), -1)
        return np.array([none if value is None else nan if is_lacking(value) else table.get(value, -1) for value in values.tolist()], dtype=np.int64)
    order = np.searchsorted(known, values)
    inside = np.minimum(order, len(known) - 1)
    same = known[inside] == values
    if values.dtype.kind == 'f':
        same |= np.isnan(values) & np.isnan(np.asarray(known, dtype=float)[inside])
    return np.where(same, inside, -1)


class LabelEncoder(TransformerMixin, BaseEstimator):
    """Labels as their places among the sorted classes."""

    def fit(self, y):
        self.classes_ = distinct(column_or_1d(y, warn=True))
        return self

    def fit_transform(self, y):
        y = column_or_1d(y, warn=True)
        self.classes_ = distinct(y)
        return places_of(y, self.classes_)

    def transform(self, y):
        check_is_fitted(self)
        y = column_or_1d(y, dtype=self.classes_.dtype, warn=True)
        if num_samples(y) == 0:
            return np.array([])
        places = places_of(y, self.classes_)
        unseen = y[places < 0]
        if len(unseen):
            raise ValueError('y contains previously unseen labels: ' + (repr(unseen.tolist()[0]) if y.dtype.kind in 'OUS' else str(list(np.unique(unseen)))))
        return places

    def inverse_transform(self, y):
        check_is_fitted(self)
        places = column_or_1d(y, warn=True)
        if not len(places):
            return np.array([])
        beyond = np.unique(places[~np.isin(places, range(len(self.classes_)))])
        if beyond.size:
            raise ValueError(f'y contains previously unseen labels: {beyond}')
        return self.classes_[places]


def label_binarize(y, *, classes, neg_label=0, pos_label=1, sparse_output=False):
    """A column for each class (one alone for two), with pos_label where the label is the column's."""
    if sparse_output:
        raise NotImplementedError("scikit-learn has label_binarize(sparse_output=True), perch's sklearn has not")
    if not isinstance(y, list):
        y = check_array(y, accept_sparse='csr', ensure_2d=False, dtype=None)
    elif num_samples(y) == 0:
        raise ValueError('y has 0 samples: %r' % y)
    if neg_label >= pos_label:
        raise ValueError('neg_label={0} must be strictly less than pos_label={1}.'.format(neg_label, pos_label))
    kind = type_of_target(y)
    if 'multioutput' in kind:
        raise ValueError('Multioutput target data is not supported with label binarization')
    if kind == 'unknown':
        raise ValueError('The type of target data is not known')
    if kind == 'continuous':
        raise ValueError('%s target data is not supported with label binarization' % kind)
    classes = np.asarray(classes)
    if kind == 'multilabel-indicator':
        y = np.asarray(y)
        if y.shape[1] != len(classes):
            raise ValueError('classes {0} mismatch with the labels {1} found in the data'.format(classes, unique_labels(y)))
        return np.where(y != 0, pos_label, neg_label)
    y = column_or_1d(y)
    if len(classes) == 1 and kind == 'binary':
        return np.full((len(y), 1), neg_label, dtype=int)
    ordered = np.sort(classes)
    made = np.full((len(y), len(classes)), neg_label, dtype=int)
    known = np.isin(y, classes)
    made[np.where(known)[0], np.searchsorted(ordered, y[known])] = pos_label
    if np.any(classes != ordered):
        made = made[:, np.searchsorted(ordered, classes)]
    return made[:, -1:] if len(classes) == 2 else made


class LabelBinarizer(TransformerMixin, BaseEstimator):
    """A column for each class, one alone for two."""

    def __init__(self, *, neg_label=0, pos_label=1, sparse_output=False):
        self.neg_label, self.pos_label, self.sparse_output = neg_label, pos_label, sparse_output

    def fit(self, y):
        if self.neg_label >= self.pos_label:
            raise ValueError(f'neg_label={self.neg_label} must be strictly less than pos_label={self.pos_label}.')
        self.y_type_ = type_of_target(y, input_name='y')
        if 'multioutput' in self.y_type_:
            raise ValueError('Multioutput target data is not supported with label binarization')
        if num_samples(y) == 0:
            raise ValueError('y has 0 samples: %r' % y)
        self.sparse_input_ = False
        self.classes_ = unique_labels(y)
        return self

    def fit_transform(self, y):
        return self.fit(y).transform(y)

    def transform(self, y):
        check_is_fitted(self)
        sets = 'multilabel' in type_of_target(y)
        if sets > ('multilabel' in self.y_type_):
            raise ValueError('The object was not fitted with multilabel input.')
        return label_binarize(y, classes=self.classes_, **{name: getattr(self, name) for name in ('neg_label', 'pos_label', 'sparse_output')})

    def inverse_transform(self, Y, threshold=None):
        check_is_fitted(self)
        Y = np.asarray(Y)
        if threshold is None:
            threshold = (self.pos_label + self.neg_label) / 2.0
        if self.y_type_ == 'multiclass':
            return self.classes_[np.argmax(Y, axis=1)]
        if self.y_type_ == 'multilabel-indicator':
            return (Y > threshold).astype(int)
        if Y.ndim == 2 and Y.shape[1] == 2:
            return self.classes_[(Y > threshold).astype(int)[:, 1]]
        if len(self.classes_) == 1:
            return np.repeat(self.classes_[0], len(Y))
        return self.classes_[(Y > threshold).astype(int).ravel()]


class MultiLabelBinarizer(TransformerMixin, BaseEstimator):
    """Sets of labels as rows of zeros and ones."""

    def __init__(self, *, classes=None, sparse_output=False):
        self.classes, self.sparse_output = classes, sparse_output

    def fit(self, y):
        if self.sparse_output:
            raise NotImplementedError("scikit-learn has MultiLabelBinarizer(sparse_output=True), perch's sklearn has not")
        if self.classes is None:
            classes = sorted({label for labels in y for label in labels})
        elif len(set(self.classes)) < len(self.classes):
            raise ValueError('The classes argument contains duplicate classes. Remove these duplicates before passing them to MultiLabelBinarizer.')
        else:
            classes = self.classes
        self.classes_ = np.empty(len(classes), dtype=int if all(isinstance(label, int) for label in classes) else object)
        self.classes_[:] = classes
        return self

    def fit_transform(self, y):
        y = list(y)
        return self.fit(y).transform(y)

    def transform(self, y):
        check_is_fitted(self)
        import warnings
        place = {label: i for i, label in enumerate(self.classes_.tolist())}
        y = list(y)
        made, unknown = np.zeros((len(y), len(place)), dtype=int), set()
        for i, labels in enumerate(y):
            for label in labels:
                if label in place:
                    made[i, place[label]] = 1
                else:
                    unknown.add(label)
        if unknown:
            warnings.warn('unknown class(es) {0} will be ignored'.format(sorted(unknown, key=str)))
        return made

    def inverse_transform(self, yt):
        check_is_fitted(self)
        yt = np.asarray(yt)
        if yt.shape[1] != len(self.classes_):
            raise ValueError('Expected indicator for {0} classes, but got {1}'.format(len(self.classes_), yt.shape[1]))
        if len(np.setdiff1d(yt, [0, 1])):
            raise ValueError('Expected only 0s and 1s in label indicator. Also got {0}'.format(np.setdiff1d(yt, [0, 1])))
        return [tuple(self.classes_[row != 0]) for row in yt]

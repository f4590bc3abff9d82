"""Ways to divide rows into those to learn from and those to ask: parts in turn, parts by lot, each class's share kept where it should be."""
import inspect
import numbers
import warnings
from itertools import chain

import numpy as np

from sklearn.utils._rows import approximate_mode, rows_of
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_array, check_random_state, column_or_1d, indexable, num_samples


def shown(splitter):
    """The class with all its parameters, sorted, in lines of 75."""
    kind = type(splitter)
    init = kind.__init__
    names = [] if init is object.__init__ else sorted(name for name, row in inspect.signature(init).parameters.items() if name != 'self' and row.kind != row.VAR_KEYWORD)
    text = kind.__name__ + '('
    column, indent = len(kind.__name__), ' ' * (1 + len(kind.__name__) // 2)
    for i, name in enumerate(names):
        value = getattr(splitter, name, None)
        if value is None and hasattr(splitter, 'cvargs'):
            value = splitter.cvargs.get(name)
        piece = f'{name}={value!r}'
        if i and (column + len(piece) >= 75 or '\n' in piece):
            text += ',\n' + indent
            column = len(indent) + 2
        elif i:
            text += ', '
            column += 2
        text += piece
        column += len(piece)
    return text + ')'


class BaseCrossValidator:
    """A split in turn: a subclass says which rows are asked."""

    def split(self, X, y=None, groups=None):
        X, y, groups = indexable(X, y, groups)
        rows = np.arange(num_samples(X))
        for asked in self._iter_test_masks(X, y, groups):
            yield rows[~asked], rows[asked]

    def _iter_test_masks(self, X=None, y=None, groups=None):
        for places in self._iter_test_indices(X, y, groups):
            mask = np.zeros(num_samples(X), dtype=bool)
            mask[places] = True
            yield mask

    def _iter_test_indices(self, X=None, y=None, groups=None):
        raise NotImplementedError

    def __repr__(self):
        return shown(self)


class _Folds(BaseCrossValidator):
    """Splits into n_splits parts, each asked once."""

    def __init__(self, n_splits, *, shuffle, random_state):
        if not isinstance(n_splits, numbers.Integral):
            raise ValueError('The number of folds must be of Integral type. %s of type %s was passed.' % (n_splits, type(n_splits)))
        if int(n_splits) <= 1:
            raise ValueError('k-fold cross-validation requires at least one train/test split by setting n_splits=2 or more, got n_splits={0}.'.format(int(n_splits)))
        if not isinstance(shuffle, bool):
            raise TypeError('shuffle must be True or False; got {0}'.format(shuffle))
        if not shuffle and random_state is not None:
            raise ValueError('Setting a random_state has no effect since shuffle is False. You should leave random_state to its default (None), or set shuffle=True.')
        self.n_splits, self.shuffle, self.random_state = int(n_splits), shuffle, random_state

    def split(self, X, y=None, groups=None):
        X, y, groups = indexable(X, y, groups)
        count = num_samples(X)
        if self.n_splits > count:
            raise ValueError('Cannot have number of splits n_splits={0} greater than the number of samples: n_samples={1}.'.format(self.n_splits, count))
        yield from super().split(X, y, groups)

    def get_n_splits(self, X=None, y=None, groups=None):
        return self.n_splits


class KFold(_Folds):
    """Parts of equal length, in order or shuffled."""

    def __init__(self, n_splits=5, *, shuffle=False, random_state=None):
        super().__init__(n_splits=n_splits, shuffle=shuffle, random_state=random_state)

    def _iter_test_indices(self, X, y=None, groups=None):
        rows = np.arange(num_samples(X))
        if self.shuffle:
            check_random_state(self.random_state).shuffle(rows)
        yield from np.array_split(rows, self.n_splits)


class StratifiedKFold(_Folds):
    """Parts in which each class has its share."""

    def __init__(self, n_splits=5, *, shuffle=False, random_state=None):
        super().__init__(n_splits=n_splits, shuffle=shuffle, random_state=random_state)

    def _part_of_rows(self, y):
        rng = check_random_state(self.random_state)
        y = np.asarray(y)
        kind, known = type_of_target(y), ('binary', 'multiclass')
        if kind not in known:
            raise ValueError('Supported target types are: {}. Got {!r} instead.'.format(known, kind))
        y = column_or_1d(y)
        _, first, inverse = np.unique(y, return_index=True, return_inverse=True)
        rank = np.argsort(np.argsort(first))     # (classes are numbered as they come)
        coded = rank[inverse]
        counts = np.bincount(coded)
        if np.all(self.n_splits > counts):
            raise ValueError('n_splits=%d cannot be greater than the number of members in each class.' % self.n_splits)
        if self.n_splits > counts.min():
            warnings.warn('The least populated class in y has only %d members, which is less than n_splits=%d.' % (counts.min(), self.n_splits), UserWarning)
        order = np.sort(coded)
        share = np.array([np.bincount(order[i::self.n_splits], minlength=len(counts)) for i in range(self.n_splits)])
        part = np.empty(len(y), dtype='i')
        for k in range(len(counts)):
            parts = np.repeat(np.arange(self.n_splits), share[:, k])
            if self.shuffle:
                rng.shuffle(parts)
            part[coded == k] = parts
        return part

    def _iter_test_masks(self, X, y=None, groups=None):
        part = self._part_of_rows(y)
        for i in range(self.n_splits):
            yield part == i

    def split(self, X, y, groups=None):
        y = check_array(y, input_name='y', ensure_2d=False, dtype=None)
        return super().split(X, y, groups)


class GroupKFold(_Folds):
    """Parts that divide no group; large groups are placed first, each where there is least."""

    def __init__(self, n_splits=5):
        super().__init__(n_splits, shuffle=False, random_state=None)

    def _iter_test_indices(self, X, y, groups):
        if groups is None:
            raise ValueError("The 'groups' parameter should not be None.")
        groups = check_array(groups, input_name='groups', ensure_2d=False, dtype=None)
        names, inverse = np.unique(groups, return_inverse=True)
        if self.n_splits > len(names):
            raise ValueError('Cannot have number of splits n_splits=%d greater than the number of groups: %d.' % (self.n_splits, len(names)))
        sizes = np.bincount(inverse)
        filled, place = np.zeros(self.n_splits), np.zeros(len(names))
        for group in np.argsort(sizes)[::-1]:
            least = np.argmin(filled)
            filled[least] += sizes[group]
            place[group] = least
        for i in range(self.n_splits):
            yield np.where(place[inverse] == i)[0]


class LeaveOneOut(BaseCrossValidator):
    """Each row is asked alone."""

    def _iter_test_indices(self, X, y=None, groups=None):
        count = num_samples(X)
        if count <= 1:
            raise ValueError('Cannot perform LeaveOneOut with n_samples={}.'.format(count))
        return range(count)

    def get_n_splits(self, X, y=None, groups=None):
        if X is None:
            raise ValueError("The 'X' parameter should not be None.")
        return num_samples(X)


class TimeSeriesSplit(_Folds):
    """What is asked always lies behind what was learnt from."""

    def __init__(self, n_splits=5, *, max_train_size=None, test_size=None, gap=0):
        super().__init__(n_splits, shuffle=False, random_state=None)
        self.max_train_size, self.test_size, self.gap = max_train_size, test_size, gap

    def split(self, X, y=None, groups=None):
        X, y, groups = indexable(X, y, groups)
        count, parts = num_samples(X), self.n_splits + 1
        size = self.test_size if self.test_size is not None else count // parts
        if parts > count:
            raise ValueError(f'Cannot have number of folds={parts} greater than the number of samples={count}.')
        if count - self.gap - size * self.n_splits <= 0:
            raise ValueError(f'Too many splits={self.n_splits} for number of samples={count} with test_size={size} and gap={self.gap}.')
        rows = np.arange(count)
        for start in range(count - self.n_splits * size, count, size):
            end = start - self.gap
            begin = max(0, end - self.max_train_size) if self.max_train_size and self.max_train_size < end else 0
            yield rows[begin:end], rows[start:start + size]


class _Repeated:
    """A split by parts, shuffled anew each time."""

    def __init__(self, cv, *, n_repeats=10, random_state=None, **cvargs):
        if not isinstance(n_repeats, numbers.Integral):
            raise ValueError('Number of repetitions must be of Integral type.')
        if n_repeats <= 0:
            raise ValueError('Number of repetitions must be greater than 0.')
        self.cv, self.n_repeats, self.random_state, self.cvargs = cv, n_repeats, random_state, cvargs

    def split(self, X, y=None, groups=None):
        rng = check_random_state(self.random_state)
        for _ in range(self.n_repeats):
            yield from self.cv(random_state=rng, shuffle=True, **self.cvargs).split(X, y, groups)

    def get_n_splits(self, X=None, y=None, groups=None):
        return self.cvargs['n_splits'] * self.n_repeats

    def __repr__(self):
        return shown(self)


class RepeatedKFold(_Repeated):
    def __init__(self, *, n_splits=5, n_repeats=10, random_state=None):
        super().__init__(KFold, n_repeats=n_repeats, random_state=random_state, n_splits=n_splits)


class RepeatedStratifiedKFold(_Repeated):
    def __init__(self, *, n_splits=5, n_repeats=10, random_state=None):
        super().__init__(StratifiedKFold, n_repeats=n_repeats, random_state=random_state, n_splits=n_splits)


def sizes_of(count, test_size, train_size, default=None):
    """How many rows are learnt from and asked; sizes are counts or shares."""
    if test_size is None and train_size is None:
        test_size = default
    for name, size in ('test_size', test_size), ('train_size', train_size):
        kind = np.asarray(size).dtype.kind
        if kind == 'i' and (size >= count or size <= 0) or kind == 'f' and (size <= 0 or size >= 1):
            raise ValueError(f'{name}={size} should be either positive and smaller than the number of samples {count} or a float in the (0, 1) range')
    for name, size in ('train_size', train_size), ('test_size', test_size):
        if size is not None and np.asarray(size).dtype.kind not in 'if':
            raise ValueError('Invalid value for {}: {}'.format(name, size))
    share = [np.asarray(size).dtype.kind == 'f' for size in (test_size, train_size)]
    if all(share) and train_size + test_size > 1:
        raise ValueError('The sum of test_size and train_size = {}, should be in the (0, 1) range. Reduce test_size and/or train_size.'.format(train_size + test_size))
    asked = None if test_size is None else int(np.ceil(test_size * count)) if share[0] else int(test_size)
    learnt = None if train_size is None else int(np.floor(train_size * count)) if share[1] else int(train_size)
    if learnt is None:
        learnt = count - asked
    elif asked is None:
        asked = count - learnt
    if learnt + asked > count:
        raise ValueError('The sum of train_size and test_size = %d, should be smaller than the number of samples %d. Reduce test_size and/or train_size.' % (learnt + asked, count))
    if learnt == 0:
        raise ValueError('With n_samples={}, test_size={} and train_size={}, the resulting train set will be empty. Adjust any of the aforementioned parameters.'.format(count, test_size, train_size))
    return learnt, asked


class BaseShuffleSplit:
    """Splits by lot, as often as is asked."""
    _default_test_size = 0.1

    def __init__(self, n_splits=10, *, test_size=None, train_size=None, random_state=None):
        self.n_splits, self.test_size, self.train_size, self.random_state = n_splits, test_size, train_size, random_state

    def split(self, X, y=None, groups=None):
        X, y, groups = indexable(X, y, groups)
        yield from self._iter_indices(X, y, groups)

    def get_n_splits(self, X=None, y=None, groups=None):
        return self.n_splits

    def __repr__(self):
        return shown(self)


class ShuffleSplit(BaseShuffleSplit):
    """Rows by lot."""

    def _iter_indices(self, X, y=None, groups=None):
        count = num_samples(X)
        learnt, asked = sizes_of(count, self.test_size, self.train_size, self._default_test_size)
        rng = check_random_state(self.random_state)
        for _ in range(self.n_splits):
            order = rng.permutation(count)
            yield order[asked:asked + learnt], order[:asked]


class StratifiedShuffleSplit(BaseShuffleSplit):
    """Rows by lot, each class with its share."""

    def _iter_indices(self, X, y, groups=None):
        count = num_samples(X)
        y = check_array(y, input_name='y', ensure_2d=False, dtype=None)
        learnt, asked = sizes_of(count, self.test_size, self.train_size, self._default_test_size)
        if y.ndim == 2:
            y = np.array([' '.join(row.astype('str')) for row in y])
        classes, inverse = np.unique(y, return_inverse=True)
        counts = np.bincount(inverse)
        if counts.min() < 2:
            raise ValueError('The least populated class in y has only 1 member, which is too few. The minimum number of groups for any class cannot be less than 2.')
        for name, size in ('train_size', learnt), ('test_size', asked):
            if size < len(classes):
                raise ValueError('The %s = %d should be greater or equal to the number of classes = %d' % (name, size, len(classes)))
        members = np.split(np.argsort(inverse, kind='mergesort'), np.cumsum(counts)[:-1])
        rng = check_random_state(self.random_state)
        for _ in range(self.n_splits):
            first = approximate_mode(counts, learnt, rng)
            second = approximate_mode(counts - first, asked, rng)
            train, test = [], []
            for own, a, b in zip(members, first, second):
                own = own[rng.permutation(len(own))]
                train.append(own[:a])
                test.append(own[a:a + b])
            yield rng.permutation(np.concatenate(train)), rng.permutation(np.concatenate(test))

    def split(self, X, y, groups=None):
        y = check_array(y, input_name='y', ensure_2d=False, dtype=None)
        return super().split(X, y, groups)


def train_test_split(*arrays, test_size=None, train_size=None, random_state=None, shuffle=True, stratify=None):
    """Each array's rows to learn from and to ask, all divided alike."""
    if not arrays:
        raise ValueError('At least one array required as input')
    arrays = indexable(*arrays)
    count = num_samples(arrays[0])
    learnt, asked = sizes_of(count, test_size, train_size, default=0.25)
    if shuffle is False:
        if stratify is not None:
            raise ValueError('Stratified train/test split is not implemented for shuffle=False')
        train, test = np.arange(learnt), np.arange(learnt, learnt + asked)
    else:
        way = StratifiedShuffleSplit if stratify is not None else ShuffleSplit
        train, test = next(way(test_size=asked, train_size=learnt, random_state=random_state).split(X=arrays[0], y=stratify))
    return list(chain.from_iterable((rows_of(each, train), rows_of(each, test)) for each in arrays))


train_test_split.__test__ = False        # (to pytest it looks like a test)


class _Given:
    """Splits that were given as they are."""

    def __init__(self, cv):
        self.cv = list(cv)

    def split(self, X=None, y=None, groups=None):
        yield from self.cv

    def get_n_splits(self, X=None, y=None, groups=None):
        return len(self.cv)


def check_cv(cv=5, y=None, *, classifier=False):
    """A splitter of a number, of splits, or as it is."""
    if cv is None:
        return check_cv(5, y, classifier=classifier)
    if isinstance(cv, numbers.Integral):
        labelled = classifier and y is not None and type_of_target(y, input_name='y') in ('binary', 'multiclass')
        return (StratifiedKFold if labelled else KFold)(cv)
    if isinstance(cv, str) or not (hasattr(cv, 'split') or hasattr(cv, '__iter__')):
        raise ValueError('Expected cv as an integer, cross-validation object (from sklearn.model_selection) or an iterable. Got %s.' % cv)
    return cv if hasattr(cv, 'split') else _Given(cv)

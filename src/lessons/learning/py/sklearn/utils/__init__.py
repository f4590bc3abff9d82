"""What estimators and lessons share: seeds, shuffles, rows of anything that has rows, a dict with attributes."""
import numbers

import numpy as np

from sklearn.utils.validation import (as_float_array, assert_all_finite, check_array, check_consistent_length, check_random_state, check_X_y, column_or_1d, indexable, num_samples)
from sklearn.utils._rows import approximate_mode, rows_of, safe_mask
from sklearn.utils.class_weight import compute_class_weight, compute_sample_weight

__all__ = ['Bunch', 'as_float_array', 'assert_all_finite', 'check_X_y', 'check_array', 'check_consistent_length', 'check_random_state', 'column_or_1d', 'compute_class_weight',
           'compute_sample_weight', 'gen_batches', 'gen_even_slices', 'indexable', 'resample', 'safe_mask', 'shuffle']


class Bunch(dict):
    """A dict whose keys are attributes too."""

    def __init__(self, **kwargs):
        super().__init__(kwargs)

    def __setattr__(self, key, value):
        self[key] = value

    def __getattr__(self, key):
        try:
            return self[key]
        except KeyError:
            raise AttributeError(key)

    def __dir__(self):
        return self.keys()

    def __setstate__(self, state):
        pass                             # (a dict's items are its state)


def resample(*arrays, replace=True, n_samples=None, random_state=None, stratify=None):
    """Rows drawn from all arrays alike: with replacement, or as a part of a shuffle."""
    rng = check_random_state(random_state)
    if not arrays:
        return None
    count = num_samples(arrays[0])
    wanted = count if n_samples is None else n_samples
    if wanted > count and not replace:
        raise ValueError('Cannot sample %d out of arrays with dim %d when replace is False' % (wanted, count))
    check_consistent_length(*arrays)
    if stratify is not None:
        y = check_array(stratify, ensure_2d=False, dtype=None)
        if y.ndim == 2:
            y = np.array([' '.join(row.astype('str')) for row in y])
        classes, inverse = np.unique(y, return_inverse=True)
        counts = np.bincount(inverse)
        members = np.split(np.argsort(inverse, kind='mergesort'), np.cumsum(counts)[:-1])
        shares = approximate_mode(counts, wanted, rng)
        chosen = np.concatenate([rng.choice(members[i], shares[i], replace=replace) for i in range(len(classes))])
        chosen = rng.permutation(chosen)
    elif replace:
        chosen = rng.randint(0, count, size=(wanted,))
    else:
        chosen = np.arange(count)
        rng.shuffle(chosen)
        chosen = chosen[:wanted]
    taken = [rows_of(indexable(each)[0], chosen) for each in arrays]
    return taken[0] if len(taken) == 1 else taken


def shuffle(*arrays, random_state=None, n_samples=None):
    """All arrays in one drawn order."""
    return resample(*arrays, replace=False, n_samples=n_samples, random_state=random_state)


def gen_batches(n, batch_size, *, min_batch_size=0):
    """Slices of batch_size over n; what is left at the end joins the last one where it is too short."""
    said = f'gen_batches got batch_size={batch_size}, must be '
    if not isinstance(batch_size, numbers.Integral):
        raise TypeError(said + 'an integer')
    if batch_size <= 0:
        raise ValueError(said + 'positive')
    cuts = [cut for cut in range(batch_size, int(n) + 1, batch_size) if cut + min_batch_size <= n]
    for start, stop in zip([0, *cuts], cuts + [n]):
        if start < stop:
            yield slice(start, stop)


def gen_even_slices(n, n_packs, *, n_samples=None):
    """n_packs slices over n whose lengths differ by one at most."""
    if n_packs < 1:
        raise ValueError('gen_even_slices got n_packs=%s, must be >=1' % n_packs)
    at = 0
    for i in range(n_packs):
        size = n // n_packs + (i < n % n_packs)
        if size > 0:
            end = at + size if n_samples is None else min(n_samples, at + size)
            yield slice(at, end)
            at += size

"""Every combination of labels."""
import numpy as np


def cartesian_product(X):
    """Of lists of labels one array each, together every combination, the last changing first."""
    if not hasattr(X, '__iter__'):
        raise TypeError('Input must be a list-like of list-likes')
    parts = [np.asarray(x) for x in X]
    if not parts:
        return []
    sizes = [len(x) for x in parts]
    spots = np.indices(sizes).reshape(len(sizes), -1)
    return [x[at] for x, at in zip(parts, spots)]

"""Minkowski's distances of every row with every other: distance_matrix and what it stands on."""
import numpy as np


def minkowski_distance_p(x, y, p=2):
    """The p-th power of the distance along the last axis."""
    x, y = np.asarray(x), np.asarray(y)
    kind = np.promote_types(np.promote_types(x.dtype, y.dtype), 'float64')
    apart = np.abs(y.astype(kind) - x.astype(kind))
    if p == np.inf:
        return np.amax(apart, axis=-1)
    if p == 1:
        return np.sum(apart, axis=-1)
    return np.sum(apart ** p, axis=-1)


def minkowski_distance(x, y, p=2):
    """The distance along the last axis."""
    powers = minkowski_distance_p(x, y, p)
    return powers if p == np.inf or p == 1 else powers ** (1.0 / p)


def distance_matrix(x, y, p=2, threshold=1000000):
    """Rows of x by rows of y. More numbers than threshold are not held at once: then one row of x comes after the other."""
    x, y = np.asarray(x), np.asarray(y)
    rows, width = x.shape
    columns, other = y.shape
    if width != other:
        raise ValueError(f'x contains {width}-dimensional vectors but y contains {other}-dimensional vectors')
    if rows * columns * width <= threshold:
        return minkowski_distance(x[:, np.newaxis, :], y[np.newaxis, :, :], p)
    result = np.empty((rows, columns), dtype=float)
    for i in range(rows):
        result[i] = minkowski_distance(x[i], y, p)
    return result

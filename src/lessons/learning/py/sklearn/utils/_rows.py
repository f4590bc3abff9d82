"""Rows of what has rows, as it is: a table's, a tensor's, an array's, a list's; and shares of classes that add up."""
import numpy as np


def rows_of(X, chosen):
    """The chosen rows; of a list a list."""
    if X is None:
        return None
    if hasattr(X, 'iloc'):
        return X.iloc[np.asarray(chosen)] if not isinstance(chosen, slice) else X.iloc[chosen]
    if hasattr(X, 'shape'):
        return X[chosen]
    return [X[i] for i in chosen] if not isinstance(chosen, slice) else X[chosen]


def safe_mask(X, mask):
    """A mask that X takes: of a sparse matrix the places where it holds."""
    mask = np.asarray(mask)
    sparse = hasattr(X, 'toarray') and mask.dtype.kind != 'i'
    return np.flatnonzero(mask) if sparse else mask


def approximate_mode(counts, draws, rng):
    """How many of each class are most likely among so many draws; what is left after whole parts goes to the largest remainders, ties by lot."""
    exact = counts / counts.sum() * draws
    whole = np.floor(exact)
    left = int(draws - whole.sum())
    rest = exact - whole
    for value in np.unique(rest)[::-1] if left > 0 else ():
        tied, = np.where(rest == value)
        now = min(len(tied), left)
        whole[rng.choice(tied, size=now, replace=False)] += 1
        left -= now
        if left == 0:
            break
    return whole.astype(int)

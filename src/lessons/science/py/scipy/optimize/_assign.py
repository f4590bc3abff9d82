"""Pairs of the least cost, and least squares without negative numbers."""
import numpy as np


def linear_sum_assignment(cost_matrix, maximize=False):
    """(rows, columns): each row of the smaller side paired with a column of its own, so that the costs sum to the least: shortest ways that add one row after the other."""
    cost = np.asarray(cost_matrix)
    if cost.ndim != 2:
        raise ValueError('expected a matrix (2-D array), got a %r array' % (cost.shape,))
    if not (np.issubdtype(cost.dtype, np.number) or cost.dtype == bool):
        raise ValueError('expected a matrix containing numerical entries, got %s' % (cost.dtype,))
    cost = cost.astype(float)
    if maximize:
        cost = -cost
    if np.isnan(cost).any() or np.isneginf(cost).any():
        raise ValueError('matrix contains invalid numeric entries')
    turned = cost.shape[1] < cost.shape[0]
    if turned:
        cost = cost.T
    rows, columns = cost.shape
    up, down = np.zeros(rows), np.zeros(columns)
    row_of, column_of = np.full(columns, -1), np.full(rows, -1)
    for start in range(rows):
        _add_row(cost, start, up, down, row_of, column_of)
    if turned:
        order = np.argsort(column_of)
        return column_of[order], order
    return np.arange(rows), column_of


def _add_row(cost, start, up, down, row_of, column_of):
    columns = cost.shape[1]
    nearest, before = np.full(columns, np.inf), np.full(columns, -1)
    seen, seen_rows = np.zeros(columns, bool), [start]
    row, least, sink = start, 0.0, -1
    while sink < 0:
        reach = least + cost[row] - up[row] - down
        better = ~seen & (reach < nearest)
        nearest[better], before[better] = reach[better], row
        open_ = np.where(seen, np.inf, nearest)
        at = int(np.argmin(open_))
        least = open_[at]
        if not np.isfinite(least):
            raise ValueError('cost matrix is infeasible')
        ties = np.flatnonzero((open_ == least) & (row_of < 0))      # (a free column among equals ends the way)
        at = int(ties[0]) if len(ties) else at
        seen[at] = True
        if row_of[at] < 0:
            sink = at
        else:
            row = row_of[at]
            seen_rows.append(row)
    up[start] += least
    for each in seen_rows[1:]:
        up[each] += least - nearest[column_of[each]]
    down[seen] -= least - nearest[seen]
    at = sink
    while True:
        row = before[at]
        row_of[at] = row
        column_of[row], at = at, column_of[row]
        if row == start:
            return


def nnls(A, b, maxiter=None):
    """(x, the norm of what is left): the least |A x - b| with no number of x negative, by Lawson's and Hanson's sets."""
    A, b = np.asarray_chkfinite(A, float), np.asarray_chkfinite(b, float)
    if A.ndim != 2:
        raise ValueError('Expected a two-dimensional array (matrix), but the shape of A is %s' % (A.shape,))
    if b.ndim != 1 or A.shape[0] != b.shape[0]:
        raise ValueError('Incompatible dimensions. The first dimension of A is %s, while the shape of b is %s' % (A.shape[0], b.shape))
    many = A.shape[1]
    x, free, rounds = np.zeros(many), np.zeros(many, bool), 0
    slope = A.T @ b
    most = 3 * many if maxiter in (None, -1) else maxiter
    while not free.all() and (slope[~free] > 10 * max(A.shape) * np.finfo(float).eps * np.linalg.norm(A, 1)).any():
        free[np.argmax(np.where(free, -np.inf, slope))] = True
        while True:
            rounds += 1
            if rounds > most:
                raise RuntimeError('too many iterations')
            tried = np.zeros(many)
            tried[free] = np.linalg.lstsq(A[:, free], b, rcond=None)[0]
            if (tried[free] > 0).all():
                break
            low = free & (tried <= 0)
            x += np.min(x[low] / (x[low] - tried[low])) * (tried - x)
            free &= x > 1e-15
        x = tried
        slope = A.T @ (b - A @ x)
    return x, np.linalg.norm(A @ x - b)

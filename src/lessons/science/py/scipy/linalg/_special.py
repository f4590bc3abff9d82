"""Matrices of a known form."""
import numpy as np


def toeplitz(c, r=None):
    """c down the first column, r along the first row; each diagonal the same."""
    c = np.asarray(c).ravel()
    r = c.conjugate() if r is None else np.asarray(r).ravel()
    line = np.concatenate((c[::-1], r[1:]))
    return line[np.arange(len(c))[::-1, None] + np.arange(len(r))[None, :]]


def hankel(c, r=None):
    c = np.asarray(c).ravel()
    r = np.zeros_like(c) if r is None else np.asarray(r).ravel()
    line = np.concatenate((c, r[1:]))
    return line[np.arange(len(c))[:, None] + np.arange(len(r))[None, :]]


def circulant(c):
    c = np.asarray(c).ravel()
    return c[(np.arange(len(c))[:, None] - np.arange(len(c))[None, :]) % max(len(c), 1)]


def hilbert(n):
    return 1.0 / (np.arange(1, n + 1)[:, None] + np.arange(n)[None, :])


def hadamard(n, dtype=int):
    n = int(n)
    if n < 1 or n & (n - 1):
        raise ValueError('n must be an positive integer, and n must be a power of 2')
    found = np.array([[1]], dtype=dtype)
    while len(found) < n:
        found = np.vstack((np.hstack((found, found)), np.hstack((found, -found))))
    return found


def block_diag(*arrs):
    arrs = [np.atleast_2d(a) for a in arrs or ([],)]
    bad = [i for i, a in enumerate(arrs) if a.ndim > 2]
    if bad:
        raise ValueError(f'arguments in the following positions have dimension greater than 2: {bad}')
    found = np.zeros(np.sum([a.shape for a in arrs], axis=0), dtype=np.result_type(*(a.dtype for a in arrs)))
    row = column = 0
    for a in arrs:
        found[row:row + a.shape[0], column:column + a.shape[1]] = a
        row, column = row + a.shape[0], column + a.shape[1]
    return found


def diagsvd(s, M, N):
    part = np.diag(s)
    if part.shape[0] == M:
        return np.hstack((part, np.zeros((M, N - M), dtype=part.dtype)))
    if part.shape[0] == N:
        return np.vstack((part, np.zeros((M - N, N), dtype=part.dtype)))
    raise ValueError('Length of s must be M or N.')

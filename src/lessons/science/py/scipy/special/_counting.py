"""Factorials and choices, in whole numbers where asked."""
import math

import numpy as np

from scipy.special._elementwise import gammaln


def binom(n, k):
    """n over k as floats."""
    n, k = np.broadcast_arrays(np.asarray(n, dtype=float), np.asarray(k, dtype=float))

    def one(n, k):
        if math.isnan(n) or math.isnan(k) or n < 0 and n == int(n):
            return math.nan
        if k == int(k) and abs(k) < 20:     # few factors: exact as far as floats are
            if k < 0:
                return 0.0
            over, under = 1.0, 1.0
            for i in range(1, int(k) + 1):
                over, under = over * (n - k + i), under * i
            return over / under
        if n == int(n) and k == int(k):
            return float(math.comb(int(n), int(k))) if 0 <= k <= n else 0.0
        return math.gamma(n + 1) / (math.gamma(k + 1) * math.gamma(n - k + 1)) if max(n, k, n - k) < 170 else math.exp(math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1))
    return np.frompyfunc(one, 2, 1)(n, k).astype(float) if n.ndim else np.float64(one(float(n), float(k)))


def comb(N, k, exact=False, repetition=False):
    """Ways to choose k of N without order."""
    if repetition:
        return comb(N + k - 1, k, exact)
    if exact:
        if int(N) != N or int(k) != k:
            return comb(N, k)
        N, k = int(N), int(k)
        return math.comb(N, k) if 0 <= k <= N else 0
    k, N = np.asarray(k), np.asarray(N)
    found = np.where((k <= N) & (N >= 0) & (k >= 0), binom(N, k), 0.0)
    return found if found.ndim else np.float64(found)


def perm(N, k, exact=False):
    """Ways to choose k of N in order."""
    if exact:
        return math.perm(int(N), int(k)) if 0 <= k <= N else 0
    k, N = np.asarray(k), np.asarray(N)
    possible = (k <= N) & (N >= 0) & (k >= 0)
    found = np.where(possible, np.round(np.exp(gammaln(np.where(possible, N, 0) + 1.0) - gammaln(np.where(possible, N - k, 0) + 1.0)), 0), 0.0)
    exactly = np.frompyfunc(lambda n, k, far: float(math.perm(int(n), int(k))) if n == int(n) and k == int(k) and 0 <= k <= n < 171 else far, 3, 1)(N, k, found)
    return np.asarray(exactly, dtype=float) if found.ndim else np.float64(exactly)


def factorial(n, exact=False):
    """n!, 0 below 0."""
    if exact:
        if np.ndim(n) == 0:
            if isinstance(n, float) and n != int(n):
                raise ValueError('Non-integer values of `n` together with `exact=True` are deprecated')
            return 0 if n < 0 else math.factorial(int(n))
        found = np.frompyfunc(lambda one: math.factorial(int(one)) if one >= 0 else 0, 1, 1)(np.asarray(n))
        return found.astype(np.int64) if found.size == 0 or max(found.flat) < 2 ** 63 else found

    def one(n):
        if n != n or n < 0:
            return math.nan if n != n else 0.0
        if n > 170.6:
            return math.inf
        return float(math.factorial(int(n))) if n == int(n) else math.gamma(n + 1)
    n = np.asarray(n, dtype=float)
    return np.frompyfunc(one, 1, 1)(n).astype(float) if n.ndim else np.float64(one(float(n)))

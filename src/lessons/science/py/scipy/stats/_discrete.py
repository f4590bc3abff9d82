"""The distributions of whole numbers."""
import numpy as np

from scipy import special as sc
from scipy.stats._distribution import Discrete


class Binomial(Discrete):
    _names = ('n', 'p')

    def _proper(self, n, p):
        return (n >= 0) & (n == np.floor(n)) & (p >= 0) & (p <= 1)

    def _support(self, n, p):
        return 0, n

    def _logpmf(self, k, n, p):
        ways = sc.gammaln(n + 1) - (sc.gammaln(k + 1) + sc.gammaln(n - k + 1))
        return ways + sc.xlogy(k, p) + sc.xlog1py(n - k, -p)

    def _upto(self, k, n, p):
        inside = sc.betainc(np.maximum(n - k, 0.5), np.maximum(k + 1, 0.5), 1 - p)
        return np.where(k < 0, 0.0, np.where(k >= n, 1.0, inside))

    def _sf(self, k, n, p):
        k = np.floor(k)
        return np.where(k < 0, 1.0, np.where(k >= n, 0.0, sc.betainc(np.maximum(k + 1, 0.5), np.maximum(n - k, 0.5), p)))

    def _drawn(self, size, generator, n, p):
        return generator.binomial(n, p, size)

    def _moments(self, n, p):
        q = 1 - p
        return n * p, n * p * q, (q - p) / np.sqrt(n * p * q), (1 - 6 * p * q) / (n * p * q)


class Hypergeometric(Discrete):
    """How many of n marked ones are among N that are drawn of M."""
    _names = ('M', 'n', 'N')

    def _proper(self, M, n, N):
        return (M > 0) & (n >= 0) & (N >= 0) & (n <= M) & (N <= M)

    def _support(self, M, n, N):
        return np.maximum(N - (M - n), 0), np.minimum(n, N)

    def _logpmf(self, k, M, n, N):
        good, bad = n, M - n
        return sc.betaln(good + 1, 1) + sc.betaln(bad + 1, 1) + sc.betaln(M - N + 1, N + 1) - sc.betaln(k + 1, good - k + 1) - sc.betaln(N - k + 1, bad - N + k + 1) - sc.betaln(M + 1, 1)

    def _upto(self, k, M, n, N):
        def one(k, M, n, N):
            low = max(N - (M - n), 0)
            at = np.arange(low, min(k, min(n, N)) + 1)
            return min(1.0, float(np.exp(self._logpmf(at, M, n, N)).sum())) if k >= low else 0.0
        return np.asarray(np.frompyfunc(one, 4, 1)(k, M, n, N), dtype=float)

    def _drawn(self, size, generator, M, n, N):
        return generator.hypergeometric(n, M - n, N, size=size)

    def _moments(self, M, n, N):
        m, p = M - n, n / M
        var = m * n * N * (M - N) / (M * M * (M - 1))
        skew = (m - n) * (M - 2 * N) / (M - 2.0) * np.sqrt((M - 1.0) / (m * n * N * (M - N)))
        top = M * (M + 1) - 6.0 * N * (M - N) - 6.0 * n * m
        excess = (top * (M - 1) * M * M + 6.0 * n * N * (M - N) * m * (5.0 * M - 6)) / (n * N * (M - N) * m * (M - 2.0) * (M - 3.0))
        return N * p, var, skew, excess


class Bernoulli(Binomial):
    _names = ('p',)

    def _proper(self, p):
        return (p >= 0) & (p <= 1)

    def _support(self, p):
        return 0, 1

    def _pmf(self, k, p):
        return np.where(k == 0, 1 - p, p)

    def _logpmf(self, k, p):
        return np.log(self._pmf(k, p))

    def _upto(self, k, p):
        return np.where(k < 0, 0.0, np.where(k < 1, 1 - p, 1.0))

    def _sf(self, k, p):
        return 1 - self._upto(np.floor(k), p)

    def _drawn(self, size, generator, p):
        return super()._drawn(size, generator, 1, p)

    def _moments(self, p):
        return super()._moments(1, p)


class Poisson(Discrete):
    _names, low = ('mu',), 0

    def _proper(self, mu):
        return mu >= 0

    def _logpmf(self, k, mu):
        return sc.xlogy(k, mu) - sc.gammaln(k + 1) - mu

    def _upto(self, k, mu):
        return np.where(k < 0, 0.0, np.where(mu == 0, 1.0, sc.gammaincc(np.maximum(k + 1, 0.5), mu)))

    def _sf(self, k, mu):
        k = np.floor(k)
        return np.where(k < 0, 1.0, np.where(mu == 0, 0.0, sc.gammainc(np.maximum(k + 1, 0.5), mu)))

    def _drawn(self, size, generator, mu):
        return generator.poisson(mu, size)

    def _moments(self, mu):
        return mu, mu, np.where(mu > 0, np.sqrt(1 / mu), np.inf), np.where(mu > 0, 1 / mu, np.inf)


class Geometric(Discrete):
    _names, low = ('p',), 1

    def _proper(self, p):
        return (p > 0) & (p <= 1)

    def _pmf(self, k, p):
        return np.power(1 - p, k - 1) * p

    def _upto(self, k, p):
        return np.where(k < 1, 0.0, -np.expm1(np.log1p(-p) * k))

    def _sf(self, k, p):
        return np.where(np.floor(k) < 1, 1.0, np.exp(np.log1p(-p) * np.floor(k)))

    def _drawn(self, size, generator, p):
        return generator.geometric(p, size=size)

    def _moments(self, p):
        q = 1 - p
        return 1 / p, q / p / p, (2 - p) / np.sqrt(q), np.polyval([1, -6, 6], p) / q


class Whole(Discrete):
    """Each of low … high - 1 as often as another."""
    _names = ('low', 'high')

    def _proper(self, low, high):
        return (high > low) & (low == np.floor(low)) & (high == np.floor(high))

    def _support(self, low, high):
        return low, high - 1

    def _pmf(self, k, low, high):
        return np.where((k >= low) & (k < high), 1.0 / (high - low), 0.0)

    def _upto(self, k, low, high):
        return np.clip((k - low + 1) / (high - low), 0, 1)

    def _drawn(self, size, generator, low, high):
        whole = generator.integers if isinstance(generator, np.random.Generator) else generator.randint
        if low.size == high.size == 1:
            return whole(int(low.item()), int(high.item()), size=size)
        return np.asarray(np.frompyfunc(lambda low, high: whole(low, high), 2, 1)(np.broadcast_to(low, size), np.broadcast_to(high, size)), dtype=np.int64)

    def _moments(self, low, high):
        wide = high - low
        return (high + low - 1) / 2, (wide * wide - 1) / 12.0, 0.0 * wide, -6.0 / 5.0 * (wide * wide + 1.0) / (wide * wide - 1.0)


hypergeom = Hypergeometric('hypergeom')
binom, bernoulli, poisson, geom, randint = Binomial('binom'), Bernoulli('bernoulli'), Poisson('poisson'), Geometric('geom'), Whole('randint')

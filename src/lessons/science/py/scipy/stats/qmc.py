"""scipy.stats.qmc: points that fill a cube evenly: Halton's and Sobol's sequences, Latin hypercubes, and how evenly they do."""
import copy

import numpy as np

from scipy.stats._directions import DIRECTIONS

__all__ = ['scale', 'discrepancy', 'update_discrepancy', 'QMCEngine', 'Sobol', 'Halton', 'LatinHypercube', 'PoissonDisk', 'MultinomialQMC', 'MultivariateNormalQMC']


def _generator(seed):
    if seed is None or isinstance(seed, (int, np.integer)):
        return np.random.default_rng(seed)
    if isinstance(seed, (np.random.Generator, np.random.RandomState)):
        return seed
    raise ValueError(f'{seed!r} cannot be used to seed a numpy.random.Generator instance')


def _limits(l_bounds, u_bounds, d):
    try:
        low, high = (np.broadcast_to(np.asarray(each, dtype=float), d) for each in (l_bounds, u_bounds))
    except ValueError as e:
        raise ValueError("'l_bounds' and 'u_bounds' must be broadcastable and respect the sample dimension") from e
    if not np.all(low < high):
        raise ValueError("Bounds are not consistent 'l_bounds' < 'u_bounds'")
    return low, high


def scale(sample, l_bounds, u_bounds, *, reverse=False):
    """From the unit cube to between the bounds, or back."""
    sample = np.asarray(sample)
    if sample.ndim != 2:
        raise ValueError('Sample is not a 2D array')
    low, high = _limits(l_bounds, u_bounds, sample.shape[1])
    if not reverse:
        if sample.max() > 1.0 or sample.min() < 0.0:
            raise ValueError('Sample is not in unit hypercube')
        return sample * (high - low) + low
    if not (np.all(sample >= low) and np.all(sample <= high)):
        raise ValueError('Sample is out of bounds')
    return (sample - low) / (high - low)


def _unit(sample):
    sample = np.asarray(sample, dtype=np.float64, order='C')
    if sample.ndim != 2:
        raise ValueError('Sample is not a 2D array')
    if sample.max() > 1.0 or sample.min() < 0.0:
        raise ValueError('Sample is not in unit hypercube')
    return sample


def _centered(x):
    n, d = x.shape
    off = np.abs(x - 0.5)
    single = np.prod(1 + 0.5 * off - 0.5 * off ** 2, axis=1).sum()
    pairs = np.prod(1 + 0.5 * off[:, None] + 0.5 * off[None] - 0.5 * np.abs(x[:, None] - x[None]), axis=2).sum()
    return (13.0 / 12.0) ** d - 2.0 / n * single + pairs / n ** 2


def _wrapped(x):
    n, d = x.shape
    away = np.abs(x[:, None] - x[None])
    return -(4.0 / 3.0) ** d + np.prod(3.0 / 2.0 - away * (1 - away), axis=2).sum() / n ** 2


def _mixture(x):
    n, d = x.shape
    off = np.abs(x - 0.5)
    single = np.prod(5.0 / 3.0 - 0.25 * off - 0.25 * off ** 2, axis=1).sum()
    away = np.abs(x[:, None] - x[None])
    pairs = np.prod(15.0 / 8.0 - 0.25 * off[:, None] - 0.25 * off[None] - 0.75 * away + 0.5 * away ** 2, axis=2).sum()
    return (19.0 / 12.0) ** d - 2.0 / n * single + pairs / n ** 2


def _star(x):
    n, d = x.shape
    single = np.prod(1 - x ** 2, axis=1).sum()
    pairs = np.prod(1 - np.maximum(x[:, None], x[None]), axis=2).sum()
    return np.sqrt(3.0 ** -d - 2.0 ** (1 - d) / n * single + pairs / n ** 2)


_KINDS = {'CD': _centered, 'WD': _wrapped, 'MD': _mixture, 'L2-star': _star}


def discrepancy(sample, *, iterative=False, method='CD', workers=1):
    """How unevenly points fill the cube."""
    sample = _unit(sample)
    if method not in _KINDS:
        raise ValueError(f"{method!r} is not a valid method. It must be one of {set(_KINDS)!r}")
    if iterative:
        n, d = sample.shape
        whole = _KINDS[method](sample)
        if method == 'CD':
            off = np.abs(sample - 0.5)
            single = np.prod(1 + 0.5 * off - 0.5 * off ** 2, axis=1).sum()
            pairs = (whole - (13.0 / 12.0) ** d + 2.0 / n * single) * n ** 2
            return (13.0 / 12.0) ** d - 2.0 / (n + 1) * single + pairs / (n + 1) ** 2
    return _KINDS[method](sample)


def update_discrepancy(x_new, sample, initial_disc):
    """The centered discrepancy with one more point."""
    sample, x_new = _unit(sample), np.asarray(x_new, dtype=float)
    if x_new.ndim != 1:
        raise ValueError('x_new is not a 1D array')
    if not (np.all(x_new >= 0) and np.all(x_new <= 1)):
        raise ValueError('x_new is not in unit hypercube')
    if len(x_new) != sample.shape[1]:
        raise ValueError('x_new and sample must be broadcastable')
    n = len(sample) + 1
    off, offs = np.abs(x_new - 0.5), np.abs(sample - 0.5)
    one = -2 / n * np.prod(1 + 0.5 * off - 0.5 * off ** 2)
    two = 2 / n ** 2 * np.sum(np.prod(1 + 0.5 * off + 0.5 * offs - 0.5 * np.abs(x_new - sample), axis=1))
    return initial_disc + one + two + 1 / n ** 2 * np.prod(1 + off)


class QMCEngine:
    """What all have: random, reset, fast_forward, integers."""

    def __init__(self, d, *, optimization=None, seed=None):
        if not np.issubdtype(type(d), np.integer) or d < 0:
            raise ValueError('d must be a non-negative integer value')
        self.d, self.num_generated = d, 0
        self.rng = _generator(seed)
        self.rng_seed = copy.deepcopy(self.rng)
        if optimization not in (None, 'random-cd', 'lloyd'):
            raise ValueError(f"{optimization!r} is not a valid optimization method. It must be one of {{'random-cd', 'lloyd'}}")
        self.optimization_method = optimization and (lambda sample: _swapped(sample, self.rng))

    def random(self, n=1, *, workers=1):
        sample = self._random(n, workers=workers)
        if self.optimization_method:
            sample = self.optimization_method(sample)
        self.num_generated += n
        return sample

    def integers(self, l_bounds, *, u_bounds=None, n=1, endpoint=False, workers=1):
        if u_bounds is None:
            l_bounds, u_bounds = 0, l_bounds
        high = np.asarray(u_bounds) + (1 if endpoint else 0)
        return np.floor(scale(self.random(n), l_bounds, high)).astype(np.int64)

    def reset(self):
        self.rng = copy.deepcopy(self.rng_seed)
        self.num_generated = 0
        return self

    def fast_forward(self, n):
        self.random(n)
        return self


def _swapped(sample, rng):
    """Coordinates exchanged while that makes the sample more even."""
    best, left = discrepancy(sample), 100
    n, d = sample.shape
    for _ in range(10000):
        if not left or n < 2:
            break
        left -= 1
        column, a, b = (int(_whole(rng, top)) for top in (d, n, n))
        tried = sample.copy()
        tried[[a, b], column] = tried[[b, a], column]
        now = discrepancy(tried)
        if now < best:
            sample, best, left = tried, now, 100
    return sample


def _whole(rng, top):
    return rng.integers(top) if hasattr(rng, 'integers') else rng.randint(top)


def _primes(count):
    found, at = [], 2
    while len(found) < count:
        if all(at % p for p in found):
            found.append(at)
        at += 1
    return found


class Halton(QMCEngine):
    """In each axis the digits of a number, in a prime's base, behind the point; scrambled by permutations of digits."""

    def __init__(self, d, *, scramble=True, optimization=None, seed=None):
        super().__init__(d, optimization=optimization, seed=seed)
        self.seed, self.base, self.scramble = seed, _primes(d), scramble
        self._permute()

    def _permute(self):
        self.permutations = [None] * len(self.base)
        if self.scramble:
            for i, base in enumerate(self.base):
                count = int(np.ceil(54 / np.log2(base))) - 1
                made = np.repeat(np.arange(base)[None], count, axis=0)
                rng = _generator(copy.deepcopy(self.seed))      # (each axis begins with the seed again)
                for row in made:
                    rng.shuffle(row)
                self.permutations[i] = made

    def reset(self):
        super().reset()
        self._permute()
        return self

    def fast_forward(self, n):
        self.num_generated += n
        return self

    def _random(self, n=1, *, workers=1):
        return np.array([_corput(n, base, self.num_generated, table) for base, table in zip(self.base, self.permutations)]).T.reshape(n, self.d)


def _corput(n, base, first, table):
    left, made, part = np.arange(first, first + n), np.zeros(n), 1.0 / base
    k = 0
    while (table is None and np.any(left > 0)) or (table is not None and k < len(table)):
        left, digit = np.divmod(left, base)
        made += part * (digit if table is None else table[k][digit])
        part /= base
        k += 1
    return made


class LatinHypercube(QMCEngine):
    """One point in each slice of each axis."""

    def __init__(self, d, *, centered=False, scramble=True, strength=1, optimization=None, seed=None):
        super().__init__(d, optimization=optimization, seed=seed)
        self.scramble = scramble and not centered
        if strength not in (1, 2):
            raise ValueError(f'{strength!r} is not a valid strength. It must be one of {{1, 2}}')
        self.strength = strength

    def _random(self, n=1, *, workers=1):
        return self._pairs(n) if self.strength == 2 else self._slices(n)

    def _slices(self, n):
        inside = self.rng.uniform(size=(n, self.d)) if self.scramble else 0.5
        order = np.tile(np.arange(1, n + 1), (self.d, 1))
        for row in order:
            self.rng.shuffle(row)
        return (order.T - inside) / n

    def _pairs(self, n):
        p = int(np.sqrt(n))
        if p * p != n or p not in _primes(p + 1):
            raise ValueError(f'n is not the square of a prime number. Close values are {[(int(x) ** 2) for x in _primes(max(p, 2))[-2:]]}')
        if self.d > p + 1:
            raise ValueError('n is too small for d. Must be n > (d-1)**2')
        rows = np.array(np.meshgrid(range(p), range(p), indexing='ij')).reshape(2, -1)
        table = np.vstack([rows[0], *[(rows[1] + rows[0] * k) % p for k in range(self.d - 1)]])[:self.d].T
        table = np.array([self.rng.permutation(p)[column] for column in table.T]).T
        made = np.zeros((n, self.d))
        for j in range(self.d):
            for k in range(p):
                at = np.flatnonzero(table[:, j] == k)
                made[at, j] = (k * p + self.rng.permutation(p) + (self.rng.uniform(size=p) if self.scramble else 0.5)) / n
        return made


class Sobol(QMCEngine):
    """Sobol's sequence, scrambled by random triangular matrices and a shift."""
    MAXDIM = len(DIRECTIONS) + 1

    def __init__(self, d, *, scramble=True, bits=None, seed=None, optimization=None):
        super().__init__(d, optimization=optimization, seed=seed)
        if d > self.MAXDIM:
            raise ValueError(f"perch's Sobol has {self.MAXDIM} dimensions (scipy's 21201)")
        self.bits = 30 if bits is None else bits
        if self.bits > 64:
            raise ValueError("Maximum supported 'bits' is 64")
        self.dtype_i = np.uint32 if self.bits <= 32 else np.uint64
        self.maxn = 2 ** self.bits
        self._sv = np.array([_numbers(j, self.bits) for j in range(d)], dtype=np.uint64).reshape(d, self.bits)
        self._shift = np.zeros(d, dtype=np.uint64)
        if scramble:
            self._scramble()
        self._quasi = self._shift.copy()

    def _scramble(self):
        draw = self.rng.integers if hasattr(self.rng, 'integers') else self.rng.randint
        self._shift = np.dot(draw(2, size=(self.d, self.bits), dtype=self.dtype_i), 2 ** np.arange(self.bits, dtype=self.dtype_i)).astype(np.uint64)
        low = np.tril(draw(2, size=(self.d, self.bits, self.bits), dtype=self.dtype_i))
        places = np.arange(self.bits, dtype=np.uint64)
        for j in range(self.d):
            rows = low[j].astype(np.uint64)
            rows[np.arange(self.bits), np.arange(self.bits)] = 1
            digits = (self._sv[j][:, None] >> places[::-1][None]) & np.uint64(1)
            mixed = (digits @ rows.T) & np.uint64(1)
            self._sv[j] = (mixed << places[::-1][None]).sum(axis=1)

    def _random(self, n=1, *, workers=1):
        if self.num_generated == 0 and n & (n - 1):
            import warnings
            warnings.warn("The balance properties of Sobol' points require n to be a power of 2.", stacklevel=3)
        if self.num_generated + n > self.maxn:
            raise ValueError(f'At most 2**{self.bits}={self.maxn} distinct points can be generated. {self.num_generated} points have been previously generated, then: n={self.num_generated}+{n}={self.num_generated + n}.')
        made = np.empty((n, self.d), dtype=np.uint64)
        for i in range(n):
            at = self.num_generated + i
            if at:
                low = (~(at - 1) & at).bit_length() - 1
                self._quasi = self._quasi ^ self._sv[:, low]
            made[i] = self._quasi
        return made.astype(np.float64) / 2.0 ** self.bits

    def random_base2(self, m):
        n = 2 ** m
        total = self.num_generated + n
        if total & (total - 1):
            raise ValueError(f"The balance properties of Sobol' points require n to be a power of 2. {self.num_generated} points have been previously generated, then: n={self.num_generated}+2**{m}={total}. "
                             "If you still want to do this, the function 'Sobol.random()' can be used.")
        return self.random(n)

    def reset(self):
        self.num_generated, self._quasi = 0, self._shift.copy()
        return self

    def fast_forward(self, n):
        for at in range(self.num_generated, self.num_generated + n):
            if at:
                self._quasi = self._quasi ^ self._sv[:, (~(at - 1) & at).bit_length() - 1]
        self.num_generated += n
        return self


def _numbers(axis, bits):
    """The direction numbers of an axis, as integers of that many bits."""
    if axis == 0:
        return [1 << (bits - 1 - i) for i in range(bits)]
    coefficients, first = DIRECTIONS[axis - 1]
    degree = len(first)
    made = list(first[:bits])
    for i in range(len(made), bits):
        new = made[i - degree] ^ (made[i - degree] << degree)
        for k in range(1, degree):
            if coefficients >> (degree - 1 - k) & 1:
                new ^= made[i - k] << k
        made.append(new)
    return [number << (bits - 1 - i) for i, number in enumerate(made)]


class PoissonDisk(QMCEngine):
    """Points none of which is nearer than a radius to another."""

    def __init__(self, d, *, radius=0.05, hypersphere='volume', ncandidates=30, optimization=None, seed=None):
        super().__init__(d, optimization=optimization, seed=seed)
        self.radius, self.ncandidates, self.kept = radius, ncandidates, []

    def _random(self, n=1, *, workers=1):
        made, tries = [], 0
        while len(made) < n and tries < 200 * n + 2000:
            at = self.rng.uniform(size=self.d)
            tries += 1
            if all(np.sum((at - other) ** 2) >= self.radius ** 2 for other in self.kept):
                self.kept.append(at)
                made.append(at)
        return np.array(made).reshape(-1, self.d)

    def fill_space(self):
        return self.random(10 ** 4)


class MultivariateNormalQMC:
    """Normal samples from even ones."""

    def __init__(self, mean, cov=None, *, cov_root=None, inv_transform=True, engine=None, seed=None):
        self.mean = np.atleast_1d(np.asarray(mean, dtype=float))
        d = len(self.mean)
        root = cov_root if cov_root is not None else None if cov is None else np.linalg.cholesky(np.atleast_2d(cov)).T
        self._root, self._inv = root, inv_transform
        self.engine = engine or Sobol(d=d if inv_transform else 2 * int(np.ceil(d / 2)), scramble=True, bits=30, seed=seed)

    def random(self, n=1):
        from scipy.stats import norm
        u = self.engine.random(n)
        if self._inv:
            made = norm.ppf(0.5 + (1 - 1e-10) * (u - 0.5))
        else:
            even = np.arange(0, u.shape[-1], 2)
            r, turn = np.sqrt(-2 * np.log(u[:, even])), 2 * np.pi * u[:, 1 + even]
            made = np.stack([r * np.cos(turn), r * np.sin(turn)], 1).reshape(n, -1)[:, :len(self.mean)]
        return (made @ self._root if self._root is not None else made) + self.mean


class MultinomialQMC:
    """Counts of outcomes from even samples."""

    def __init__(self, pvals, n_trials, *, engine=None, seed=None):
        self.pvals, self.n_trials = np.array(pvals, dtype=float, ndmin=1), n_trials
        if np.min(pvals) < 0:
            raise ValueError('Elements of pvals must be non-negative.')
        if not np.isclose(np.sum(pvals), 1):
            raise ValueError('Elements of pvals must sum to 1.')
        self.engine = engine or Sobol(d=1, scramble=True, bits=30, seed=seed)

    def random(self, n=1):
        made = np.empty((n, len(self.pvals)))
        edges = np.cumsum(self.pvals)
        for i in range(n):
            at = np.searchsorted(edges, self.engine.random(self.n_trials).ravel(), side='left')
            made[i] = np.bincount(np.minimum(at, len(edges) - 1), minlength=len(edges))
        return made

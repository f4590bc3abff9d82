"""Pseudo-random numbers.

The generator itself (Mersenne Twister) is in C, `_random.Random`: random(),
getrandbits(), seed(), getstate(), setstate().  Here is everything that is made
from those, in the order of draws that gives CPython's numbers for a seed.
"""
from math import log as _log, exp as _exp, pi as _pi, e as _e, ceil as _ceil
from math import sqrt as _sqrt, acos as _acos, cos as _cos, sin as _sin
from math import tau as TWOPI, floor as _floor, isfinite as _isfinite
import _random

__all__ = ["Random", "SystemRandom", "betavariate", "choice", "choices", "expovariate",
           "gammavariate", "gauss", "getrandbits", "getstate", "lognormvariate",
           "normalvariate", "paretovariate", "randbytes", "randint", "random", "randrange",
           "sample", "seed", "setstate", "shuffle", "triangular", "uniform",
           "vonmisesvariate", "weibullvariate"]

NV_MAGICCONST = 4 * _exp(-0.5) / _sqrt(2.0)
LOG4 = _log(4.0)
SG_MAGICCONST = 1.0 + _log(4.5)
BPF = 53
_ONE = 1


def _index(x):
    return range(x).stop


def _integer(value, what):
    """The arguments of randrange: ints, or floats that are whole (deprecated)."""
    try:
        return _index(value)
    except TypeError:
        import warnings
        number = int(value)
        if number != value:
            warnings.warn('randrange() will raise TypeError in the future',
                          DeprecationWarning, 3)
            raise ValueError(f'non-integer {what} for randrange()') from None
        warnings.warn('non-integer arguments to randrange() have been deprecated since '
                      'Python 3.10 and will be removed in a subsequent version',
                      DeprecationWarning, 3)
        return number


class Random(_random.Random):
    """A generator of its own, with its own state."""

    VERSION = 3

    def __init__(self, x=None):
        self.seed(x)
        self.gauss_next = None

    def __init_subclass__(cls, /, **kwargs):
        """A subclass that has only random() draws integers from it."""
        for c in cls.__mro__:
            if '_randbelow' in c.__dict__:
                break
            if 'getrandbits' in c.__dict__:
                cls._randbelow = cls._randbelow_with_getrandbits
                break
            if 'random' in c.__dict__:
                cls._randbelow = cls._randbelow_without_getrandbits
                break

    def seed(self, a=None, version=2):
        """Start from an int, float, str, bytes or bytearray; None: from the system."""
        if version == 1 and isinstance(a, (str, bytes)):
            a = a.decode('latin-1') if isinstance(a, bytes) else a
            x = ord(a[0]) << 7 if a else 0
            for c in map(ord, a):
                x = ((1000003 * x) ^ c) & 0xFFFFFFFFFFFFFFFF
            x ^= len(a)
            a = -2 if x == -1 else x
        elif version == 2 and isinstance(a, (str, bytes, bytearray)):
            if isinstance(a, str):
                a = a.encode()
            from hashlib import sha512
            a = int.from_bytes(a + sha512(a).digest(), 'big')
        elif not isinstance(a, (type(None), int, float, str, bytes, bytearray)):
            raise TypeError('The only supported seed types are: None,\n'
                            'int, float, str, bytes, and bytearray.')
        elif isinstance(a, float):
            a = hash(a) & 0xFFFFFFFFFFFFFFFF
        super().seed(a)
        self.gauss_next = None

    def getstate(self):
        """Everything that setstate() needs to go on from here."""
        return self.VERSION, super().getstate(), self.gauss_next

    def setstate(self, state):
        """Go back to a state that getstate() returned."""
        version = state[0]
        if version == 3:
            version, internal, self.gauss_next = state
            super().setstate(internal)
        elif version == 2:
            version, internal, self.gauss_next = state
            super().setstate(tuple(x % (2 ** 32) for x in internal))
        else:
            raise ValueError("state with version %s passed to Random.setstate() of version %s"
                             % (version, self.VERSION))

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return self.__class__, (), self.getstate()

    # --- integers ---

    def _randbelow_with_getrandbits(self, n):
        """An int in range(n): as many bits as n has, again until it fits."""
        getrandbits = self.getrandbits
        k = n.bit_length()
        r = getrandbits(k)
        while r >= n:
            r = getrandbits(k)
        return r

    def _randbelow_without_getrandbits(self, n, maxsize=1 << BPF):
        random = self.random
        if n >= maxsize:
            from warnings import warn
            warn("Underlying random() generator does not supply \n"
                 "enough bits to choose from a population range this large.\n"
                 "To remove the range limitation, add a getrandbits() method.")
            return _floor(random() * n)
        rem = maxsize % n
        limit = (maxsize - rem) / maxsize
        r = random()
        while r >= limit:
            r = random()
        return _floor(r * maxsize) % n

    _randbelow = _randbelow_with_getrandbits

    def randbytes(self, n):
        """n random bytes."""
        return self.getrandbits(n * 8).to_bytes(n, 'little')

    def randrange(self, start, stop=None, step=_ONE):
        """An item of range(start, stop, step)."""
        istart = _integer(start, 'arg 1')
        if stop is None:
            if step is not _ONE:
                raise TypeError('Missing a non-None stop argument')
            if istart > 0:
                return self._randbelow(istart)
            raise ValueError("empty range for randrange()")
        istop = _integer(stop, 'stop')
        istep = _integer(step, 'step')
        width = istop - istart
        if istep == 1:
            if width > 0:
                return istart + self._randbelow(width)
            raise ValueError("empty range for randrange() (%d, %d, %d)" % (istart, istop, width))
        if istep > 0:
            n = (width + istep - 1) // istep
        elif istep < 0:
            n = (width + istep + 1) // istep
        else:
            raise ValueError("zero step for randrange()")
        if n <= 0:
            raise ValueError("empty range for randrange()")
        return istart + istep * self._randbelow(n)

    def randint(self, a, b):
        """An int with a <= it <= b."""
        return self.randrange(a, b + 1)

    # --- sequences ---

    def choice(self, seq):
        """One item of a sequence."""
        if not len(seq):
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        """Shuffle a list in place."""
        randbelow = self._randbelow
        for i in reversed(range(1, len(x))):
            j = randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        """k different items of a sequence, in random order."""
        from collections.abc import Sequence
        if not isinstance(population, Sequence):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        n = len(population)
        if counts is not None:
            return self._sample_counts(population, k, counts, n)
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        randbelow = self._randbelow
        result = [None] * k
        # a pool costs n, a set of used indices more for each of the k
        setsize = 21
        if k > 5:
            setsize += 4 ** _ceil(_log(k * 3, 4))
        if n <= setsize:
            pool = list(population)
            for i in range(k):
                j = randbelow(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            used = set()
            for i in range(k):
                j = randbelow(n)
                while j in used:
                    j = randbelow(n)
                used.add(j)
                result[i] = population[j]
        return result

    def _sample_counts(self, population, k, counts, n):
        from bisect import bisect
        from itertools import accumulate
        cum_counts = list(accumulate(counts))
        if len(cum_counts) != n:
            raise ValueError("The number of counts does not match the population")
        total = cum_counts.pop()
        if not isinstance(total, int):
            raise TypeError("Counts must be integers")
        if total <= 0:
            raise ValueError("Total of counts must be greater than zero")
        picks = self.sample(range(total), k=k)
        return [population[bisect(cum_counts, s)] for s in picks]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """k items, each drawn from the whole population, by weight."""
        random = self.random
        n = len(population)
        if cum_weights is None:
            if weights is None:
                n += 0.0
                return [population[_floor(random() * n)] for _ in range(k)]
            from itertools import accumulate
            try:
                cum_weights = list(accumulate(weights))
            except TypeError:
                if not isinstance(weights, int):
                    raise
                k = weights
                raise TypeError(f'The number of choices must be a keyword argument: {k=}') from None
        elif weights is not None:
            raise TypeError('Cannot specify both weights and cumulative weights')
        if len(cum_weights) != n:
            raise ValueError('The number of weights does not match the population')
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError('Total of weights must be greater than zero')
        if not _isfinite(total):
            raise ValueError('Total of weights must be finite')
        from bisect import bisect
        hi = n - 1
        return [population[bisect(cum_weights, random() * total, 0, hi)] for _ in range(k)]

    # --- real-valued distributions ---

    def uniform(self, a, b):
        """A float between a and b."""
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        """A float between low and high, most likely near mode."""
        u = self.random()
        try:
            c = 0.5 if mode is None else (mode - low) / (high - low)
        except ZeroDivisionError:
            return low
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * _sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        """Normal distribution (Kinderman and Monahan's ratio of uniforms)."""
        random = self.random
        while True:
            u1 = random()
            u2 = 1.0 - random()
            z = NV_MAGICCONST * (u1 - 0.5) / u2
            if z * z / 4.0 <= -_log(u2):
                return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        """Normal distribution, two at a time: every other call is for free."""
        random = self.random
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            x2pi = random() * TWOPI
            g2rad = _sqrt(-2.0 * _log(1.0 - random()))
            z = _cos(x2pi) * g2rad
            self.gauss_next = _sin(x2pi) * g2rad
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        """exp of a normal distribution."""
        return _exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        """Exponential distribution with mean 1/lambd."""
        return -_log(1.0 - self.random()) / lambd

    def vonmisesvariate(self, mu, kappa):
        """Angles around mu (Fisher's method)."""
        random = self.random
        if kappa <= 1e-6:
            return TWOPI * random()
        s = 0.5 / kappa
        r = s + _sqrt(1.0 + s * s)
        while True:
            z = _cos(_pi * random())
            d = z / (r + z)
            u2 = random()
            if u2 < 1.0 - d * d or u2 <= (1.0 - d) * _exp(d):
                break
        q = 1.0 / r
        f = (q + z) / (1.0 + q * z)
        if random() > 0.5:
            return (mu + _acos(f)) % TWOPI
        return (mu - _acos(f)) % TWOPI

    def gammavariate(self, alpha, beta):
        """Gamma distribution (Cheng for alpha > 1, Ahrens and Dieter below)."""
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError('gammavariate: alpha and beta must be > 0.0')
        random = self.random
        if alpha > 1.0:
            ainv = _sqrt(2.0 * alpha - 1.0)
            bbb = alpha - LOG4
            ccc = alpha + ainv
            while True:
                u1 = random()
                if not 1e-7 < u1 < 0.9999999:
                    continue
                u2 = 1.0 - random()
                v = _log(u1 / (1.0 - u1)) / ainv
                x = alpha * _exp(v)
                z = u1 * u1 * u2
                r = bbb + ccc * v - x
                if r + SG_MAGICCONST - 4.5 * z >= 0.0 or r >= _log(z):
                    return x * beta
        if alpha == 1.0:
            return -_log(1.0 - random()) * beta
        while True:
            b = (_e + alpha) / _e
            p = b * random()
            if p <= 1.0:
                x = p ** (1.0 / alpha)
            else:
                x = -_log((b - p) / alpha)
            u1 = random()
            if p > 1.0:
                if u1 <= x ** (alpha - 1.0):
                    break
            elif u1 <= _exp(-x):
                break
        return x * beta

    def betavariate(self, alpha, beta):
        """Beta distribution, between 0 and 1."""
        y = self.gammavariate(alpha, 1.0)
        return y / (y + self.gammavariate(beta, 1.0)) if y else 0.0

    def paretovariate(self, alpha):
        """Pareto distribution."""
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        """Weibull distribution of scale alpha and shape beta."""
        return alpha * (-_log(1.0 - self.random())) ** (1.0 / beta)


class SystemRandom(Random):
    """Numbers from the operating system: no seed, no state."""

    def random(self):
        """A float in [0, 1)."""
        from os import urandom
        return (int.from_bytes(urandom(7), 'big') >> 3) * 2 ** -BPF

    def getrandbits(self, k):
        """An int of k random bits."""
        if k < 0:
            raise ValueError('number of bits must be non-negative')
        from os import urandom
        numbytes = (k + 7) // 8
        return int.from_bytes(urandom(numbytes), 'big') >> (numbytes * 8 - k)

    def randbytes(self, n):
        """n random bytes."""
        from os import urandom
        return urandom(n)

    def seed(self, *args, **kwds):
        """Does nothing: there is no state."""
        return None

    def _notimplemented(self, *args, **kwds):
        raise NotImplementedError('System entropy source does not have state.')

    getstate = setstate = _notimplemented


_inst = Random()
seed = _inst.seed
random = _inst.random
uniform = _inst.uniform
triangular = _inst.triangular
randint = _inst.randint
choice = _inst.choice
randrange = _inst.randrange
sample = _inst.sample
shuffle = _inst.shuffle
choices = _inst.choices
normalvariate = _inst.normalvariate
lognormvariate = _inst.lognormvariate
expovariate = _inst.expovariate
vonmisesvariate = _inst.vonmisesvariate
gammavariate = _inst.gammavariate
gauss = _inst.gauss
betavariate = _inst.betavariate
paretovariate = _inst.paretovariate
weibullvariate = _inst.weibullvariate
getstate = _inst.getstate
setstate = _inst.setstate
getrandbits = _inst.getrandbits
randbytes = _inst.randbytes

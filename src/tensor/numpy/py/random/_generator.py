"""default_rng: NumPy's Generator over PCG64, with its SeedSequence."""
from _numpy import _says
import math
import _numpy
from _numpy import asarray, scalar, ndarray, generic
from .._base import index, normalize_axis
from .._shapes import broadcast_shapes, broadcast_to
from .mtrand import _shape, _count, _number
from perch.only import only


def _float64(dtype):
    import numpy
    return numpy.dtype(dtype) == numpy.float64

_MASK = 0xFFFFFFFF


class SeedSequence:
    """Spreads a seed over as many words as a generator wants (NumPy's hashing)."""

    def __init__(self, entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0):
        if entropy is None:
            import random
            entropy = random.Random().getrandbits(128)
        self.entropy, self.spawn_key, self.pool_size, self.n_children_spawned = entropy, tuple(spawn_key), pool_size, n_children_spawned
        words = self._words(entropy)
        extra = [w for k in self.spawn_key for w in self._words(k)]
        if extra and len(words) < pool_size:
            words += [0] * (pool_size - len(words))
        self.pool = self._mix(words + extra)

    @staticmethod
    def _words(x):
        if isinstance(x, (list, tuple, ndarray)):
            return [w for v in x for w in SeedSequence._words(v)]
        x = index(x)
        if x < 0:
            raise ValueError("expected non-negative integer")
        words = []
        while True:
            words.append(x & _MASK)
            x >>= 32
            if not x:
                return words

    def _mix(self, words):
        const = [0x43b0d7e5]

        def hashed(v):
            v ^= const[0]
            const[0] = const[0] * 0x931e8875 & _MASK
            v = v * const[0] & _MASK
            return v ^ v >> 16

        def mixed(x, y):
            r = (0xca01f9dd * x - 0x4973f715 * y) & _MASK
            return r ^ r >> 16
        n = self.pool_size
        pool = [hashed(words[i] if i < len(words) else 0) for i in range(n)]
        for src in range(n):
            for dst in range(n):
                if src != dst:
                    pool[dst] = mixed(pool[dst], hashed(pool[src]))
        for w in words[n:]:
            for dst in range(n):
                pool[dst] = mixed(pool[dst], hashed(w))
        return pool

    def generate_state(self, n_words, dtype="uint32"):
        double = "64" in str(dtype)
        const, out = 0x8b51f9dd, []
        for i in range(n_words * (2 if double else 1)):
            v = self.pool[i % self.pool_size] ^ const
            const = const * 0x58f38ded & _MASK
            v = v * const & _MASK
            out.append(v ^ v >> 16)
        if double:
            return [out[i] | out[i + 1] << 32 for i in range(0, len(out), 2)]
        return _numpy.array(out)

    def spawn(self, n_children):
        first = self.n_children_spawned
        self.n_children_spawned += n_children
        return [SeedSequence(self.entropy, spawn_key=self.spawn_key + (i,), pool_size=self.pool_size) for i in range(first, first + n_children)]

    def __repr__(self):
        return "SeedSequence(\n    entropy=%r,\n)" % (self.entropy,)


class BitGenerator:
    pass


class PCG64(BitGenerator):
    def __init__(self, seed=None):
        self._seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        self._stream = _numpy.pcg(self._seed_seq.generate_state(8).tolist())

    @property
    def seed_seq(self):
        return self._seed_seq

    @property
    def state(self):
        a, b, c, d, has, half = self._stream.words()
        return {"bit_generator": "PCG64", "state": {"state": a << 64 | b, "inc": c << 64 | d}, "has_uint32": has, "uinteger": half}


def MT19937(seed=None):
    only('np.random.MT19937', seed=(seed, None))
    from .._base import absent
    absent("random.MT19937 as a bit generator", "RandomState")


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, BitGenerator) else PCG64(seed))


class Generator:
    """Random numbers from PCG64."""

    def __init__(self, bit_generator):
        self.bit_generator = bit_generator
        self._s = bit_generator._stream

    def __repr__(self):
        return "Generator(PCG64) at 0x%X" % id(self)

    def __str__(self):
        return "Generator(PCG64)"

    def spawn(self, n_children):
        return [Generator(PCG64(s)) for s in self.bit_generator._seed_seq.spawn(n_children)]

    def _done(self, x, size):
        if size is None and x.ndim == 0:
            return float(x) if x.dtype.kind == "f" else int(x)
        return x

    def _shaped(self, draw, size, *params):
        arrays = [p for p in params if isinstance(p, ndarray)]
        shape = _shape(size) if size is not None or not arrays else broadcast_shapes(*[a.shape for a in arrays])
        for s in shape:
            if s < 0:
                raise ValueError(_says("DIMENSION_NEGATIVE"))
        return draw(_count(shape)).reshape(shape)

    # ---- numbers ----
    def random(self, size=None, dtype=float, out=None):
        from .._dtypes import dtype as find
        if out is not None:
            size = out.shape
        single = find(dtype) == "float32"
        x = self._shaped(self._s.random_float if single else self._s.random, size)
        if single:
            x = x.astype("f4")
        if out is not None:
            out[...] = x
            return out
        return self._done(x, size)

    def uniform(self, low=0.0, high=1.0, size=None):
        low, high = _number(low), _number(high)
        if not _numpy.all(_numpy.isfinite(_numpy.subtract(high, low))):
            raise OverflowError("high - low range exceeds valid bounds")
        if _numpy.any(asarray(high) < asarray(low)):
            raise ValueError("high - low < 0")
        return self._done(low + (high - low) * self._shaped(self._s.random, size, low, high), size)

    def standard_normal(self, size=None, dtype=float, out=None):
        only('np.random.Generator.standard_normal', dtype=(float if _float64(dtype) else dtype, float), out=(out, None))
        x = self._shaped(self._s.normal, size if out is None else out.shape)
        if out is not None:
            out[...] = x
            return out
        return self._done(x, size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        loc, scale = _number(loc), _number(scale)
        if _numpy.any(asarray(scale) < 0):
            raise ValueError("scale < 0")
        return self._done(loc + scale * self._shaped(self._s.normal, size, loc, scale), size)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        x = asarray(self.normal(mean, sigma, size))
        return self._done(asarray(_numpy.exp(x)), size)

    def standard_exponential(self, size=None, dtype=float, method="zig", out=None):
        only('np.random.Generator.standard_exponential', dtype=(float if _float64(dtype) else dtype, float), out=(out, None))
        if method == "inv":
            return self._done(-_numpy.log1p(-self._shaped(self._s.random, size)), size)
        return self._done(self._shaped(self._s.exponential, size), size)

    def exponential(self, scale=1.0, size=None):
        scale = _number(scale)
        if _numpy.any(asarray(scale) < 0):
            raise ValueError("scale < 0")
        return self._done(scale * self._shaped(self._s.exponential, size, scale), size)

    def standard_gamma(self, shape, size=None, dtype=float, out=None):
        only('np.random.Generator.standard_gamma', dtype=(float if _float64(dtype) else dtype, float), out=(out, None))
        k = _number(shape)
        if isinstance(k, ndarray):
            full = k.shape if size is None else _shape(size)
            return _numpy.array([float(self._s.gamma(1, v)[0]) for v in broadcast_to(k, full).ravel().tolist()]).reshape(full)
        return self._done(self._shaped(lambda n: self._s.gamma(n, k), size), size)

    def gamma(self, shape, scale=1.0, size=None):
        x = asarray(self.standard_gamma(shape, size))
        return self._done(asarray(scale * x), size)

    def chisquare(self, df, size=None):
        return self._done(asarray(2.0 * asarray(self.standard_gamma(_number(df) / 2.0, size))), size)

    # ---- integers ----
    def integers(self, low, high=None, size=None, dtype=int, endpoint=False):
        from .._dtypes import dtype as find, _INT_LIMITS
        d = find(dtype)
        if d.kind not in "iub":
            raise TypeError("Unsupported dtype %r for integers" % d)
        if high is None:
            low, high = 0, low
        limits = _INT_LIMITS.get(d._dtype_number, (0, 1))
        if isinstance(low, (list, tuple, ndarray)) or isinstance(high, (list, tuple, ndarray)):
            low, high = asarray(low), asarray(high)
            shape = broadcast_shapes(low.shape, high.shape) if size is None else _shape(size)
            rows = zip(broadcast_to(low, shape).ravel().tolist(), broadcast_to(high, shape).ravel().tolist())
            return _numpy.array([int(a) + self._s.one_below(int(b) - int(a) - (not endpoint)) for a, b in rows], d).reshape(shape)
        low, last = int(low), int(high) - (0 if endpoint else 1)
        if low < limits[0]:
            raise ValueError(_says("LOW_BOUND", d))
        if last > limits[1]:
            raise ValueError(_says("HIGH_BOUND", d))
        if low > last:
            raise ValueError("low > high" if endpoint else "low >= high")
        if d.itemsize < 4:
            x = self._shaped(lambda n: self._pieces(n, low, last, d.itemsize * 8 if d.kind != "b" else 1), size)
        else:
            x = self._shaped(lambda n: self._s.integers(n, low, last), size)
        x = x.astype(d)
        if size is None:
            return int(x) if dtype is int else scalar(x)
        return x

    def _pieces(self, n, low, last, bits):
        """Small integers: several from each word of 32 bits."""
        span, out = last - low, []
        if span == 0:
            return _numpy.full_number(n, low, int)
        left = word = 0
        per, mask = 32 // bits, (1 << bits) - 1

        def piece():
            nonlocal left, word
            if left == 0:
                word, left = self._s.one_below(_MASK), per
            left -= 1
            v = word & mask
            word >>= bits
            return v
        for _ in range(n):
            if span == mask:
                out.append(low + piece())
                continue
            m = piece() * (span + 1)
            if m & mask < span + 1:
                least = (mask - span) % (span + 1)
                while m & mask < least:
                    m = piece() * (span + 1)
            out.append(low + (m >> bits))
        return _numpy.array(out, int)

    def bytes(self, length):
        return b"".join(self._s.one_below(_MASK).to_bytes(4, "little") for _ in range(-(-length // 4)))[:length]

    # ---- choosing ----
    def shuffle(self, x, axis=0):
        n = len(x)
        if isinstance(x, ndarray):
            axis = normalize_axis(axis, x.ndim)
            order = self._s.order(x.shape[axis], 1)
            x[...] = x[(slice(None),) * axis + (order,)]
            return
        if axis != 0:
            raise NotImplementedError("Axis argument is only supported on ndarray objects")
        order = self._s.order(n, 1).tolist()
        items = [x[i] for i in order]
        for i, v in enumerate(items):
            x[i] = v

    def permutation(self, x, axis=0):
        if isinstance(x, (int, _numpy.integer)):
            return self._s.order(int(x), 1)
        x = asarray(x)
        axis = normalize_axis(axis, x.ndim)
        return x[(slice(None),) * axis + (self._s.order(x.shape[axis], 1),)]

    def permuted(self, x, *, axis=None, out=None):
        x = asarray(x)
        if axis is None:
            r = x.ravel()[self._s.order(x.size, 1)].reshape(x.shape)
        else:
            from .._shapes import moveaxis
            rows = moveaxis(x, axis, -1).copy()
            flat = rows.reshape(-1, rows.shape[-1])
            for i in range(len(flat)):
                flat[i] = flat[i][self._s.order(flat.shape[1], 1)]
            r = moveaxis(rows, -1, axis)
        if out is not None:
            out[...] = r
            return out
        return r

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        if isinstance(a, (int, _numpy.integer)):
            pop = int(a)
            if pop <= 0 and _count(_shape(size)):
                raise ValueError("a must be a positive integer unless no samples are taken")
        else:
            a = asarray(a)
            if a.ndim == 0:
                raise ValueError("a must be a sequence or an integer, not %s" % type(a))
            axis = normalize_axis(axis, a.ndim)
            pop = a.shape[axis]
            if pop == 0 and _count(_shape(size)):
                raise ValueError("a cannot be empty unless no samples are taken")
        if p is not None:
            p = asarray(p).astype(float, casting="real")
            if p.ndim != 1:
                raise ValueError("p must be 1-dimensional")
            if p.size != pop:
                raise ValueError("a and p must have same size")
            if bool((p < 0).any()):
                raise ValueError(_says("CHANCES_NEGATIVE"))
            if abs(math.fsum(p.tolist()) - 1.0) > 1.4901161193847656e-08:
                raise ValueError(_says("CHANCES_SUM"))
        shape = _shape(size)
        count = _count(shape)
        from .._select import searchsorted, unique
        if replace:
            if p is not None:
                cdf = p.cumsum()
                cdf = cdf / cdf[-1]
                i = asarray(searchsorted(cdf, self._shaped(self._s.random, shape), side="right"))
            else:
                i = self._s.integers(count, 0, pop - 1).reshape(shape)
        else:
            if count > pop:
                raise ValueError("Cannot take a larger sample than population when replace is False")
            if p is not None:
                if int((p > 0).sum()) < count:
                    raise ValueError(_says("CHOICE_FEW"))
                found, p, n = _numpy.zeros(count, int), p.copy(), 0
                while n < count:
                    x = self._s.random(count - n)
                    if n > 0:
                        p[found[:n]] = 0
                    cdf = p.cumsum()
                    cdf = cdf / cdf[-1]
                    new = asarray(searchsorted(cdf, x, side="right"))
                    _, first = unique(new, return_index=True)
                    new = new[_numpy.asarray(sorted(first.tolist()), int)]
                    found[n:n + new.size] = new
                    n += new.size
                i = found
            elif pop > 10000 and count > pop // (50 if shuffle else 20):
                i = self._s.order(pop, max(pop - count, 1), True)[pop - count:].copy()
            else:  # Floyd's
                taken, places = set(), []
                for j in range(pop - count, pop):
                    v = self._s.one_below(j)
                    if v in taken:
                        v = j
                    taken.add(v)
                    places.append(v)
                i = _numpy.array(places, int)
                if shuffle and count:
                    i = i[self._s.order(count, 1, True)]
            i = i.reshape(shape)
        if size is None:
            i = int(i)
        if isinstance(a, (int, _numpy.integer)):
            return i
        if isinstance(i, int) and a.ndim == 1:
            return a[i]
        return a[(slice(None),) * axis + (i,)]

    def multivariate_normal(self, mean, cov, size=None, check_valid="warn", tol=1e-8, *, method="svd"):
        from ..linalg import svd, cholesky, eigh
        mean, cov = asarray(mean), asarray(cov).astype(float, casting="real")
        if mean.ndim != 1:
            raise ValueError(_says("MEAN_NDIM"))
        if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
            raise ValueError(_says("COV_SQUARE"))
        if mean.shape[0] != cov.shape[0]:
            raise ValueError(_says("MEAN_COV"))
        shape = _shape(size) + (mean.shape[0],)
        x = self._s.normal(_count(shape)).reshape(-1, mean.shape[0])
        if method == "svd":
            u, s, vh = svd(cov)
            factor = u * _numpy.sqrt(s)
        elif method == "eigh":
            s, u = eigh(cov)
            factor = u * _numpy.sqrt(s)
        else:
            factor = cholesky(cov)
        return (mean + _numpy.dot(x, factor.T)).reshape(shape)


def _missing(name):
    def method(self, *args, **kwargs):
        raise NotImplementedError("perch's Generator has no %s yet; nearest: np.random.RandomState's" % name)
    return method


for _n in """beta binomial dirichlet f geometric gumbel hypergeometric laplace logistic logseries multinomial multivariate_hypergeometric negative_binomial
noncentral_chisquare noncentral_f pareto poisson power rayleigh standard_cauchy standard_t triangular vonmises wald weibull zipf""".split():
    setattr(Generator, _n, _missing(_n))
Generator.__module__ = "numpy.random._generator"
PCG64.__module__ = "numpy.random._pcg64"
SeedSequence.__module__ = "numpy.random.bit_generator"

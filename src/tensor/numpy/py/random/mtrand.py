"""RandomState: the Mersenne twister and the ways that NumPy has always drawn from it."""
from _numpy import _says
import math
import _numpy
import _tensor
from _numpy import asarray, scalar, ndarray, generic
from .._base import index
from .._shapes import broadcast_shapes, broadcast_to

_run = _tensor.op


def _count(shape):
    n = 1
    for s in shape:
        n *= s
    return n


def _shape(size):
    if size is None:
        return ()
    if isinstance(size, (int, _numpy.integer)):
        return (int(size),)
    return tuple(index(s) for s in size)


def _number(x):
    """A parameter as a float, or as an array."""
    if isinstance(x, (int, float)):
        return float(x)
    x = asarray(x)
    return float(x) if x.ndim == 0 else x.astype(float, casting="real")


class RandomState:
    """Random numbers from the Mersenne twister."""

    def __init__(self, seed=None, *, _shared=False):
        self._stream = _numpy.stream(not _shared)
        self._address = self._stream.address
        if not _shared:
            self.seed(seed)

    # ---- state ----
    def seed(self, seed=None):
        if seed is None:
            import os
            seed = [int.from_bytes(os.urandom(4), "little") for _ in range(4)]
        if isinstance(seed, (int, generic)) or (isinstance(seed, ndarray) and seed.ndim == 0):
            try:
                seed = index(seed)
            except TypeError:
                raise TypeError("Cannot cast scalar from dtype('float64') to dtype('int64') according to the rule 'safe'") from None
            if not 0 <= seed < 2 ** 32:
                raise ValueError(_says("SEED_RANGE"))
            self._stream.seed(seed)
            return
        if isinstance(seed, (float, str)):
            raise TypeError("Cannot cast scalar from dtype('%s') to dtype('int64') according to the rule 'safe'" % ("float64" if isinstance(seed, float) else "<U%d" % len(seed)))
        words = [index(x) for x in asarray(seed).ravel()]
        if not words:
            raise ValueError("Seed must be non-empty")
        for w in words:
            if not 0 <= w < 2 ** 32:
                raise ValueError(_says("SEED_RANGE"))
        self._stream.seed(words)

    def get_state(self, legacy=True):
        key, pos, has, normal = self._stream.get()
        if not legacy:
            return {"bit_generator": "MT19937", "state": {"key": _numpy.array(key), "pos": pos}, "has_gauss": has, "gauss": normal}
        return "MT19937", _numpy.array(key), pos, has, normal

    def set_state(self, state):
        if isinstance(state, dict):
            state = ("MT19937", state["state"]["key"], state["state"]["pos"], state.get("has_gauss", 0), state.get("gauss", 0.0))
        if state[0] != "MT19937":
            raise ValueError("set_state can only be used with legacy MT19937 state instances.")
        self._stream.set(asarray(state[1]).tolist(), int(state[2]), state[3] if len(state) > 3 else 0, float(state[4]) if len(state) > 4 else 0.0)

    def __reduce__(self):
        return _rebuilt, (self.get_state(),)

    def __repr__(self):
        return "RandomState(MT19937) at 0x%X" % id(self)

    def __str__(self):
        return "RandomState(MT19937)"

    # ---- the ways to draw, as many numbers as shape holds ----
    def _draw(self, op, shape, **attrs):
        for s in shape:
            if s < 0:
                raise ValueError(_says("DIMENSION_NEGATIVE"))
        return _run(op, 2, (), None, shape=shape, stream=self._address, **attrs)

    def _units(self, shape):
        return asarray(self._draw("random_uniform", shape, a=0.0, b=1.0))

    def _normals(self, shape):
        return asarray(self._draw("random_normal", shape, a=0.0, b=1.0))

    def _exponentials(self, shape):
        return asarray(self._draw("random_exponential", shape, a=1.0))

    def _broadcast(self, size, *params):
        """The result's shape, and whether all parameters are plain numbers."""
        arrays = [p for p in params if isinstance(p, ndarray)]
        if not arrays:
            return _shape(size)
        shape = broadcast_shapes(*[a.shape for a in arrays])
        if size is None:
            return shape
        wanted = _shape(size)
        if broadcast_shapes(shape, wanted) != wanted:
            raise ValueError("shape mismatch: objects cannot be broadcast to a single shape")
        return wanted

    def _done(self, x, size):
        x = asarray(x)
        if size is None and x.ndim == 0:
            return float(x) if x.dtype.kind == "f" else int(x)
        return x

    # ---- uniform ----
    def random_sample(self, size=None):
        return self._done(self._units(_shape(size)), size)

    def random(self, size=None):
        return self.random_sample(size)

    def rand(self, *args):
        return self.random_sample() if not args else self.random_sample(args)

    def uniform(self, low=0.0, high=1.0, size=None):
        low, high = _number(low), _number(high)
        if not _numpy.all(_numpy.isfinite(_numpy.subtract(high, low))):
            raise OverflowError("Range exceeds valid bounds")
        return self._done(low + (high - low) * self._units(self._broadcast(size, low, high)), size)

    # ---- integers ----
    def randint(self, low, high=None, size=None, dtype=int):
        from .._dtypes import dtype as find, _INT_LIMITS
        d = find(dtype)
        if d.kind not in "iub":
            raise TypeError("Unsupported dtype %r for randint" % d)
        if high is None:
            low, high = 0, low
        limits = _INT_LIMITS.get(d._dtype_number, (0, 1))
        if isinstance(low, (list, tuple, ndarray)) or isinstance(high, (list, tuple, ndarray)):
            low, high = asarray(low), asarray(high)
            shape = broadcast_shapes(low.shape, high.shape) if size is None else _shape(size)
            lows, highs = broadcast_to(low, shape).ravel().tolist(), broadcast_to(high, shape).ravel().tolist()
            out = []
            for a, b in zip(lows, highs):
                if a >= b:
                    raise ValueError("low >= high")
                out.append(int(a) + self._stream.below(int(b) - 1 - int(a)))
            return _numpy.array(out, d).reshape(shape)
        low, high = int(low), int(high)
        if low < limits[0]:
            raise ValueError(_says("LOW_BOUND", d))
        if high > limits[1] + 1:
            raise ValueError(_says("HIGH_BOUND", d))
        if low >= high:
            raise ValueError("low >= high")
        r = self._draw("random_integers", _shape(size), low=low, high=high, dtype=d)
        if size is None:
            return int(r) if dtype is int else bool(r) if dtype is bool else scalar(asarray(r))
        return asarray(r)

    def random_integers(self, low, high=None, size=None):
        if high is None:
            low, high = 1, low
        return self.randint(low, int(high) + 1, size)

    def tomaxint(self, size=None):
        return self.randint(0, 2 ** 63 - 1, size)

    def bytes(self, length):
        words = -(-length // 4)
        return b"".join(self._stream.word().to_bytes(4, "little") for _ in range(words))[:length]

    # ---- normal ----
    def randn(self, *args):
        return self.standard_normal() if not args else self.standard_normal(args)

    def standard_normal(self, size=None):
        return self._done(self._normals(_shape(size)), size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        loc, scale = _number(loc), _number(scale)
        if _numpy.any(asarray(scale) < 0):
            raise ValueError("scale < 0")
        return self._done(loc + scale * self._normals(self._broadcast(size, loc, scale)), size)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        mean, sigma = _number(mean), _number(sigma)
        if _numpy.any(asarray(sigma) < 0):
            raise ValueError("sigma < 0")
        return self._done(_numpy.exp(mean + sigma * self._normals(self._broadcast(size, mean, sigma))), size)

    def multivariate_normal(self, mean, cov, size=None, check_valid="warn", tol=1e-8):
        from ..linalg import svd
        from .._calculus import allclose
        mean, cov = asarray(mean), asarray(cov)
        if mean.ndim != 1:
            raise ValueError(_says("MEAN_NDIM"))
        if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
            raise ValueError(_says("COV_SQUARE"))
        if mean.shape[0] != cov.shape[0]:
            raise ValueError(_says("MEAN_COV"))
        shape = _shape(size) + (mean.shape[0],)
        x = self._normals(shape).reshape(-1, mean.shape[0])
        u, s, v = svd(cov.astype(float, casting="real"))
        if check_valid != "ignore" and not allclose(_numpy.matmul(v.T * s, v), cov, rtol=tol, atol=tol):
            if check_valid == "raise":
                raise ValueError("covariance is not symmetric positive-semidefinite.")
            import warnings
            warnings.warn("covariance is not symmetric positive-semidefinite.", RuntimeWarning, stacklevel=2)
        x = _numpy.dot(x, _numpy.sqrt(s)[:, None] * v)
        return (x + mean).reshape(shape)

    # ---- exponential and gamma families ----
    def standard_exponential(self, size=None):
        return self._done(self._exponentials(_shape(size)), size)

    def exponential(self, scale=1.0, size=None):
        scale = _number(scale)
        if _numpy.any(asarray(scale) < 0):
            raise ValueError("scale < 0")
        return self._done(scale * self._exponentials(self._broadcast(size, scale)), size)

    def _gammas(self, shape_, size):
        if isinstance(shape_, ndarray):
            full = self._broadcast(size, shape_)
            return _numpy.array([float(asarray(self._draw("random_gamma", (), a=k, b=1.0))) for k in broadcast_to(shape_, full).ravel().tolist()]).reshape(full)
        return asarray(self._draw("random_gamma", _shape(size), a=shape_, b=1.0))

    def standard_gamma(self, shape, size=None):
        shape = _number(shape)
        if _numpy.any(asarray(shape) < 0):
            raise ValueError("shape < 0")
        return self._done(self._gammas(shape, size), size)

    def gamma(self, shape, scale=1.0, size=None):
        shape, scale = _number(shape), _number(scale)
        if _numpy.any(asarray(shape) < 0):
            raise ValueError("shape < 0")
        if _numpy.any(asarray(scale) < 0):
            raise ValueError("scale < 0")
        full = self._broadcast(size, shape, scale)
        return self._done(scale * self._gammas(shape if not isinstance(shape, ndarray) else broadcast_to(shape, full), full), size)

    def chisquare(self, df, size=None):
        df = _number(df)
        if _numpy.any(asarray(df) <= 0):
            raise ValueError("df <= 0")
        return self._done(2.0 * self._gammas(df / 2.0, size), size)

    def _one_by_one(self, f, size, *params):
        """f() for each element, with numbers as parameters."""
        shape = self._broadcast(size, *params)
        rows = [broadcast_to(asarray(p), shape).ravel().tolist() for p in params]
        n = _count(shape)
        return self._done(_numpy.array([f(*[r[i] for r in rows]) for i in range(n)] if n else _numpy.zeros(0)).reshape(shape), size)

    def _gamma1(self, k):
        return float(asarray(self._draw("random_gamma", (), a=k, b=1.0)))

    def _unit(self):
        return float(self._units(()))

    def _gauss(self):
        return float(self._normals(()))

    def f(self, dfnum, dfden, size=None):
        def one(a, b):
            return self._gamma1(a / 2) * 2 * b / (self._gamma1(b / 2) * 2 * a)
        return self._one_by_one(one, size, _number(dfnum), _number(dfden))

    def standard_t(self, df, size=None):
        def one(df):
            n = self._gauss()
            return math.sqrt(df / 2) * n / math.sqrt(self._gamma1(df / 2))
        return self._one_by_one(one, size, _number(df))

    def beta(self, a, b, size=None):
        a, b = _number(a), _number(b)
        if _numpy.any(asarray(a) <= 0):
            raise ValueError("a <= 0")
        if _numpy.any(asarray(b) <= 0):
            raise ValueError("b <= 0")

        def one(a, b):
            if a <= 1 and b <= 1:
                while True:
                    u, v = self._unit(), self._unit()
                    x, y = u ** (1 / a), v ** (1 / b)
                    if x + y <= 1.0:
                        if x + y > 0:
                            return x / (x + y)
                        log_x, log_y = math.log(u) / a, math.log(v) / b
                        high = max(log_x, log_y)
                        log_x, log_y = log_x - high, log_y - high
                        return math.exp(log_x - math.log(math.exp(log_x) + math.exp(log_y)))
            x = self._gamma1(a)
            return x / (x + self._gamma1(b))
        return self._one_by_one(one, size, a, b)

    def dirichlet(self, alpha, size=None):
        alpha = asarray(alpha).astype(float, casting="real")
        if _numpy.any(alpha <= 0):
            raise ValueError("alpha <= 0")
        shape = _shape(size)
        rows = []
        for _ in range(_count(shape)):
            g = [self._gamma1(a) for a in alpha.tolist()]
            total = 0.0
            for x in g:
                total += x
            by = 1 / total
            rows.append([x * by for x in g])
        return _numpy.array(rows).reshape(shape + alpha.shape)

    # ---- by turning a uniform number round ----
    def laplace(self, loc=0.0, scale=1.0, size=None):
        def one(loc, scale):
            while True:
                u = self._unit()
                if u >= 0.5:
                    return loc - scale * math.log(2.0 - u - u)
                if u > 0.0:
                    return loc + scale * math.log(u + u)
        return self._one_by_one(one, size, _number(loc), _number(scale))

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        def one(loc, scale):
            while True:
                u = 1.0 - self._unit()
                if u < 1.0:
                    return loc - scale * math.log(-math.log(u))
        return self._one_by_one(one, size, _number(loc), _number(scale))

    def logistic(self, loc=0.0, scale=1.0, size=None):
        def one(loc, scale):
            while True:
                u = self._unit()
                if u > 0.0:
                    return loc + scale * math.log(u / (1.0 - u))
        return self._one_by_one(one, size, _number(loc), _number(scale))

    def pareto(self, a, size=None):
        return self._one_by_one(lambda a: math.expm1(float(self._exponentials(())) / a), size, _number(a))

    def weibull(self, a, size=None):
        return self._one_by_one(lambda a: 0.0 if a == 0 else float(self._exponentials(())) ** (1. / a), size, _number(a))

    def power(self, a, size=None):
        return self._one_by_one(lambda a: (-math.expm1(-float(self._exponentials(())))) ** (1. / a), size, _number(a))

    def rayleigh(self, scale=1.0, size=None):
        return self._one_by_one(lambda s: s * math.sqrt(-2.0 * math.log(1.0 - self._unit())), size, _number(scale))

    def standard_cauchy(self, size=None):
        def one():
            a = self._gauss()
            return a / self._gauss()
        shape = _shape(size)
        return self._done(_numpy.array([one() for _ in range(_count(shape))]).reshape(shape), size)

    def triangular(self, left, mode, right, size=None):
        def one(left, mode, right):
            base = right - left
            low = mode - left
            ratio, u = low / base, self._unit()
            if u <= ratio:
                return left + math.sqrt(u * (low * base))
            return right - math.sqrt((1.0 - u) * ((right - mode) * base))
        left, mode, right = _number(left), _number(mode), _number(right)
        if _numpy.any(asarray(left) > asarray(mode)):
            raise ValueError("left > mode")
        if _numpy.any(asarray(mode) > asarray(right)):
            raise ValueError("mode > right")
        if _numpy.any(asarray(left) == asarray(right)):
            raise ValueError("left == right")
        return self._one_by_one(one, size, left, mode, right)

    # ---- counts ----
    def poisson(self, lam=1.0, size=None):
        lam = _number(lam)
        if _numpy.any(asarray(lam) < 0):
            raise ValueError("lam < 0 or lam contains NaNs")
        if isinstance(lam, ndarray):
            return self._one_by_one(lambda v: int(asarray(self._draw("random_poisson", (), a=v))), size, lam)
        return self._done(asarray(self._draw("random_poisson", _shape(size), a=lam)).astype(int), size)

    def binomial(self, n, p, size=None):
        n, p = _number(n), _number(p)
        if _numpy.any(asarray(n) < 0):
            raise ValueError("n < 0")
        if _numpy.any(asarray(p) < 0) or _numpy.any(asarray(p) > 1) or _numpy.any(_numpy.isnan(p)):
            raise ValueError("p < 0, p > 1 or p contains NaNs")
        return self._one_by_one(self._binomial, size, n, p)

    def _binomial(self, n, p):
        n = int(n)
        if n == 0 or p == 0:
            return 0
        if p <= 0.5:
            return self._inversion(n, p) if p * n <= 30.0 else self._btpe(n, p)
        q = 1.0 - p
        return n - (self._inversion(n, q) if q * n <= 30.0 else self._btpe(n, q))

    def _inversion(self, n, p):
        q = 1.0 - p
        qn = math.exp(n * math.log(q))
        mean = n * p
        bound = int(min(n, mean + 10.0 * math.sqrt(mean * q + 1)))
        x, px, u = 0, qn, self._unit()
        while u > px:
            x += 1
            if x > bound:
                x, px, u = 0, qn, self._unit()
            else:
                u -= px
                px = ((n - x + 1) * p * px) / (x * q)
        return x

    def _btpe(self, n, p):
        r = min(p, 1.0 - p)
        q = 1.0 - r
        fm = n * r + r
        m = int(math.floor(fm))
        p1 = math.floor(2.195 * math.sqrt(n * r * q) - 4.6 * q) + 0.5
        xm = m + 0.5
        xl, xr = xm - p1, xm + p1
        c = 0.134 + 20.5 / (15.3 + m)
        a = (fm - xl) / (fm - xl * r)
        laml = a * (1.0 + a / 2.0)
        a = (xr - fm) / (xr * q)
        lamr = a * (1.0 + a / 2.0)
        p2 = p1 * (1.0 + 2.0 * c)
        p3 = p2 + c / laml
        p4 = p3 + c / lamr
        while True:
            nrq = n * r * q
            u, v = self._unit() * p4, self._unit()
            if u <= p1:
                y = int(math.floor(xm - p1 * v + u))
                break
            if u <= p2:
                x = xl + (u - p1) / c
                v = v * c + 1.0 - abs(m - x + 0.5) / p1
                if v > 1.0:
                    continue
                y = int(math.floor(x))
            elif u <= p3:
                if v == 0.0:
                    continue
                y = int(math.floor(xl + math.log(v) / laml))
                if y < 0:
                    continue
                v = v * (u - p2) * laml
            else:
                if v == 0.0:
                    continue
                y = int(math.floor(xr - math.log(v) / lamr))
                if y > n:
                    continue
                v = v * (u - p3) * lamr
            k = abs(y - m)
            if k <= 20 or k >= nrq / 2.0 - 1:
                s = r / q
                aa = s * (n + 1)
                f = 1.0
                for i in range(m + 1, y + 1):
                    f *= aa / i - s
                for i in range(y + 1, m + 1):
                    f /= aa / i - s
                if v > f:
                    continue
                break
            rho = (k / nrq) * ((k * (k / 3.0 + 0.625) + 0.16666666666666666) / nrq + 0.5)
            t = -k * k / (2 * nrq)
            big = math.log(v)
            if big < t - rho:
                break
            if big > t + rho:
                continue
            x1, f1, z, w = y + 1.0, m + 1.0, n + 1.0 - m, n - y + 1.0
            x2, f2, z2, w2 = x1 * x1, f1 * f1, z * z, w * w

            def tail(g, g2):
                return (13680. - (462. - (132. - (99. - 140. / g2) / g2) / g2) / g2) / g / 166320.
            if big > (xm * math.log(f1 / x1) + (n - m + 0.5) * math.log(z / w) + (y - m) * math.log(w * r / (x1 * q)) + tail(f1, f2) + tail(z, z2) + tail(x1, x2)
                      + tail(w, w2)):
                continue
            break
        return n - y if p > 0.5 else y

    def geometric(self, p, size=None):
        def one(p):
            if p >= 0.333333333333333333333333:
                x, total, prod, q, u = 1, p, p, 1.0 - p, self._unit()
                while u > total:
                    prod *= q
                    total += prod
                    x += 1
                return x
            return int(math.ceil(math.log(1.0 - self._unit()) / math.log(1.0 - p)))
        p = _number(p)
        if _numpy.any(asarray(p) <= 0) or _numpy.any(asarray(p) > 1):
            raise ValueError("p <= 0, p > 1 or p contains NaNs")
        return self._one_by_one(one, size, p)

    def negative_binomial(self, n, p, size=None):
        def one(n, p):
            y = self._gamma1(n) * ((1 - p) / p)
            return int(asarray(self._draw("random_poisson", (), a=y)))
        return self._one_by_one(one, size, _number(n), _number(p))

    def multinomial(self, n, pvals, size=None):
        p = asarray(pvals).astype(float, casting="real").tolist()
        if sum(p[:-1]) > 1.0 + 1e-12:
            raise ValueError("sum(pvals[:-1]) > 1.0")
        shape = _shape(size)
        rows = []
        for _ in range(_count(shape)):
            left, total, row = int(n), 1.0, [0] * len(p)
            for j in range(len(p) - 1):
                row[j] = self._binomial(left, p[j] / total)
                left -= row[j]
                if left <= 0:
                    break
                total -= p[j]
            if left > 0:
                row[-1] = left
            rows.append(row)
        return _numpy.array(rows, int).reshape(shape + (len(p),))

    # ---- choosing ----
    def choice(self, a, size=None, replace=True, p=None):
        a = asarray(a) if not isinstance(a, (int, _numpy.integer)) else a
        if isinstance(a, ndarray) and a.ndim == 0:
            a = a.item()
        if not isinstance(a, ndarray):
            pop = index(a)
            if pop <= 0 and _count(_shape(size)):
                raise ValueError("a must be greater than 0 unless no samples are taken")
        elif a.ndim != 1:
            raise ValueError("a must be 1-dimensional")
        else:
            pop = a.shape[0]
            if pop == 0 and _count(_shape(size)):
                raise ValueError("'a' cannot be empty unless no samples are taken")
        if p is not None:
            p = asarray(p).astype(float, casting="real")
            if p.ndim != 1:
                raise ValueError("'p' must be 1-dimensional")
            if p.size != pop:
                raise ValueError("'a' and 'p' must have same size")
            if bool(_numpy.isnan(p).any()):
                raise ValueError("probabilities contain NaN")
            if bool((p < 0).any()):
                raise ValueError(_says("CHANCES_NEGATIVE"))
            if abs(math.fsum(p.tolist()) - 1.0) > 1.4901161193847656e-08:
                raise ValueError(_says("CHANCES_SUM"))
        single, shape = size is None, _shape(size)
        count = _count(shape)
        from .._select import searchsorted, unique
        if replace:
            if p is not None:
                cdf = p.cumsum()
                cdf = cdf / cdf[-1]
                i = asarray(searchsorted(cdf, self._units(shape), side="right"))
            else:
                i = asarray(self.randint(0, pop, size=shape)) if shape else asarray(self.randint(0, pop))
        else:
            if count > pop:
                raise ValueError("Cannot take a larger sample than population when 'replace=False'")
            if count < 0:
                raise ValueError(_says("DIMENSION_NEGATIVE"))
            if p is not None:
                if int((p > 0).sum()) < count:
                    raise ValueError(_says("CHOICE_FEW"))
                found, p, n = _numpy.zeros(count, int), p.copy(), 0
                while n < count:
                    x = self._units((count - n,))
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
            else:
                i = self.permutation(pop)[:count]
            i = i.reshape(shape)
        if single:
            i = i.item() if isinstance(i, (ndarray, generic)) else i
            return i if not isinstance(a, ndarray) else a[i]
        return i if not isinstance(a, ndarray) else a[i]

    def _order(self, n):
        return asarray(_run("random_permutation", 2, (), None, high=n, stream=self._address))

    def shuffle(self, x):
        n = len(x)
        if isinstance(x, ndarray):
            if x.ndim:
                x[...] = x[self._order(n)]
            return
        order = self._order(n).tolist()
        if isinstance(x, list):
            x[:] = [x[i] for i in order]
        else:
            items = [x[i] for i in order]
            for i, v in enumerate(items):
                x[i] = v

    def permutation(self, x):
        if isinstance(x, (int, _numpy.integer)):
            return self._order(int(x))
        if isinstance(x, str):
            raise IndexError(_says("SHUFFLE_NDIM"))
        x = asarray(x)
        if x.ndim < 1:
            raise IndexError(_says("SHUFFLE_NDIM"))
        return x[self._order(len(x))]


def _rebuilt(state):
    r = RandomState(0)
    r.set_state(state)
    return r


def _missing(name):
    def method(self, *args, **kwargs):
        raise NotImplementedError("perch's numpy.random has no %s yet" % name)
    return method


for _n in "vonmises wald zipf logseries hypergeometric noncentral_chisquare noncentral_f".split():
    setattr(RandomState, _n, _missing(_n))
RandomState.__module__ = "numpy.random.mtrand"
RandomState.ranf = RandomState.sample = RandomState.random_sample

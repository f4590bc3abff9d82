"""Polynomials: arrays of coefficients, the highest power first, and poly1d, which is such an array as a function."""
import functools

import _numpy
from _numpy import asarray, scalar, arange, zeros, ones
from ._calculus import convolve
from ._shapes import concatenate
from perch.only import only


class poly1d:
    """A polynomial of one variable: poly1d([1, 2, 3]) is x**2 + 2 x + 3; poly1d(roots, True) has these roots."""
    __hash__ = None

    def __init__(self, c_or_r, r=False, variable=None):
        if isinstance(c_or_r, poly1d):
            self._variable, self._coeffs = c_or_r._variable, c_or_r._coeffs
        else:
            c = poly(c_or_r) if r else _coefficients(c_or_r)
            if c.ndim > 1:
                raise ValueError("Polynomial must be 1d only.")
            c = _without_leading_zeros(c)
            self._coeffs = c if len(c) else zeros(1, c.dtype)
            self._variable = "x"
        if variable is not None:
            self._variable = variable

    coeffs = property(lambda self: self._coeffs)

    @coeffs.setter
    def coeffs(self, value):
        if value is not self._coeffs:
            raise AttributeError("Cannot set attribute")

    c = coef = coefficients = coeffs
    variable = property(lambda self: self._variable)
    order = o = property(lambda self: len(self._coeffs) - 1)
    roots = r = property(lambda self: roots(self._coeffs))

    def __array__(self, dtype=None):
        return asarray(self._coeffs, dtype) if dtype else asarray(self._coeffs)

    def __repr__(self):
        return "poly1d(%s)" % repr(self._coeffs)[6:-1]

    def __len__(self):
        return self.order

    def __iter__(self):
        return iter(self._coeffs)

    def __str__(self):
        terms, order = [], self.order
        for i, c in enumerate(self._coeffs):
            text = _number(float(c))
            if text == "0" and order:
                continue
            power = order - i
            terms.append((text if not power else "%s %s" % (text, self._variable), str(power) if power > 1 else ""))
        upper, lower, done = " ", "", ""
        for i, (text, power) in enumerate(terms or [("0", "")]):
            if i:
                text = " - " + text[1:] if text.startswith("-") else " + " + text
            above = " " * (len(text) - 1) + power if power else ""
            text += " " * (len(power) - 1)
            if power and (len(lower) + len(text) > 70 or len(upper) - 1 + len(above) > 70):
                done += upper + "\n" + lower + "\n"
                upper, lower = " " + above, text
                continue
            if power:
                upper += above
            lower += text
        return done + upper + "\n" + lower

    def __call__(self, val):
        return polyval(self._coeffs, val)

    def __neg__(self):
        return poly1d(-self._coeffs)

    def __pos__(self):
        return self

    def __mul__(self, other):
        if _is_number(other):
            return poly1d(self._coeffs * other)
        return poly1d(polymul(self._coeffs, poly1d(other)._coeffs))

    __rmul__ = __mul__

    def __add__(self, other):
        return poly1d(polyadd(self._coeffs, poly1d(other)._coeffs))

    __radd__ = __add__

    def __sub__(self, other):
        return poly1d(polysub(self._coeffs, poly1d(other)._coeffs))

    def __rsub__(self, other):
        return poly1d(polysub(poly1d(other)._coeffs, self._coeffs))

    def __pow__(self, val):
        if not _is_number(val) or int(val) != val or val < 0:
            raise ValueError("Power to non-negative integers only.")
        return poly1d(functools.reduce(polymul, [self._coeffs] * int(val), [1]))

    def __truediv__(self, other):
        if _is_number(other):
            return poly1d(self._coeffs / other)
        return polydiv(self, poly1d(other))

    def __rtruediv__(self, other):
        if _is_number(other):
            return poly1d(other / self._coeffs)
        return polydiv(poly1d(other), self)

    __div__, __rdiv__ = __truediv__, __rtruediv__

    def __eq__(self, other):
        if not isinstance(other, poly1d):
            return NotImplemented
        return self._coeffs.shape == other._coeffs.shape and bool((self._coeffs == other._coeffs).all())

    def __ne__(self, other):
        return NotImplemented if not isinstance(other, poly1d) else not self == other

    def __getitem__(self, val):
        if val > self.order or val < 0:
            return self._coeffs.dtype.type(0)
        return self._coeffs[self.order - val]

    def __setitem__(self, key, val):
        if key < 0:
            raise ValueError("Does not support negative powers.")
        if key > self.order:
            self._coeffs = concatenate((zeros(key - self.order, self._coeffs.dtype), self._coeffs))
        self._coeffs[self.order - key] = val

    def integ(self, m=1, k=0):
        return poly1d(polyint(self._coeffs, m=m, k=k))

    def deriv(self, m=1):
        return poly1d(polyder(self._coeffs, m=m))


def _is_number(x):
    return isinstance(x, (int, float)) or getattr(x, "ndim", None) == 0


def _number(x):
    text = "%.4g" % x
    return text[:-5] if text.endswith(".0000") else text


def _coefficients(p):
    p = p._coeffs if isinstance(p, poly1d) else asarray(p)
    return p.reshape(1) if p.ndim == 0 else p


def _without_leading_zeros(c):
    first = 0
    while first < len(c) and c[first] == 0:
        first += 1
    return c[first:]


def _like(given, result):
    """A polynomial where one was given."""
    return poly1d(result) if any(isinstance(p, poly1d) for p in given) else result


def poly(seq_of_zeros):
    z = asarray(seq_of_zeros)
    z = z.reshape(1) if z.ndim == 0 else z
    if z.ndim == 2 and z.shape[0] == z.shape[1] and z.shape[0]:
        from .linalg import eigvals
        z = eigvals(z)
    elif z.ndim != 1:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if not len(z):
        return 1.0
    if z.dtype.kind != "f":
        z = z.astype(float, casting="real")
    a = ones(1, z.dtype)
    for zero in z:
        a = convolve(a, asarray([z.dtype.type(1), -zero]))
    return a


def roots(p):
    from .linalg import eigvals
    p = _coefficients(p)
    if p.dtype.kind == "c":
        raise NotImplementedError("perch's numpy has no roots of polynomials with complex coefficients yet")
    if p.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    inner = _without_leading_zeros(p)
    if not len(inner):
        return asarray([])
    tail = len(inner) - len(_without_leading_zeros(inner[::-1]))
    inner = inner[:len(inner) - tail] + 0.0
    n = len(inner)
    found = asarray([])
    if n > 1:
        a = zeros((n - 1, n - 1))
        for i in range(n - 2):
            a[i + 1, i] = 1
        a[0] = -inner[1:] / inner[0]
        found = eigvals(a)
    return concatenate((found, zeros(tail, found.dtype)))


def polyval(p, x):
    p = _coefficients(p)
    if isinstance(x, poly1d):
        y = poly1d([0])
        for c in p:
            y = y * x + c
        return y
    x = asarray(x)
    y = zeros(x.shape, (p[:1] * x.ravel()[:1]).dtype if x.size and p.size else float)
    for c in p:
        y = y * x + c
    return scalar(asarray(y))


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    only('np.polyfit', full=(full, False), cov=(cov, False))
    from .linalg import lstsq
    from ._creation import vander
    x, y = asarray(x) + 0.0, asarray(y) + 0.0
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim < 1 or y.ndim > 2:
        raise TypeError("expected 1D or 2D array for y")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    lhs, rhs = vander(x, deg + 1), y
    if w is not None:
        w = asarray(w) + 0.0
        lhs = lhs * w[:, None]
        rhs = rhs * (w if y.ndim == 1 else w[:, None])
    scale = _numpy.sqrt((lhs * lhs).sum(axis=0))
    c = lstsq(lhs / scale, rhs, rcond)[0]
    return (c.T / scale).T


def polyadd(a1, a2):
    x, y = _coefficients(a1).ravel(), _coefficients(a2).ravel()
    d = len(y) - len(x)
    if d > 0:
        x = concatenate((zeros(d, x.dtype), x))
    elif d < 0:
        y = concatenate((zeros(-d, y.dtype), y))
    return _like((a1, a2), x + y)


def polysub(a1, a2):
    return _like((a1, a2), polyadd(_coefficients(a1), -_coefficients(a2)))


def polymul(a1, a2):
    return _like((a1, a2), convolve(_coefficients(a1).ravel(), _coefficients(a2).ravel()))


def polydiv(u, v):
    a, b = _coefficients(u).ravel() + 0.0, _coefficients(v).ravel() + 0.0
    m, n = len(a) - 1, len(b) - 1
    q, r = zeros(max(m - n + 1, 1), (a[:1] * b[:1]).dtype), a.copy()
    for k in range(m - n + 1):
        q[k] = r[k] / b[0]
        r[k:k + n + 1] -= q[k] * b
    while len(r) > 1 and abs(r[0]) <= 1e-8:
        r = r[1:]
    return _like((u, v), q), _like((u, v), r)


def polyder(p, m=1):
    if int(m) < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    c = _coefficients(p)
    for _ in range(int(m)):
        c = c[:-1] * arange(len(c) - 1, 0, -1)
    return _like((p,), c)


def polyint(p, m=1, k=None):
    m = int(m)
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    k = zeros(m, float) if k is None else _coefficients(k)
    if len(k) == 1 and m > 1:
        k = k[0] * ones(m, float)
    if len(k) < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    c = _coefficients(p)
    for i in range(m):
        c = concatenate((c / arange(len(c), 0, -1), asarray([float(k[i])])))
    return _like((p,), c)

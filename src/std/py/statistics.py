"""Means, medians, spreads.  Sums are exact: through fractions, rounded once."""
import math
from collections import Counter, namedtuple
from fractions import Fraction

__all__ = ['LinearRegression', 'NormalDist', 'StatisticsError', 'correlation', 'covariance',
           'fmean', 'geometric_mean', 'harmonic_mean', 'linear_regression', 'mean', 'median',
           'median_grouped', 'median_high', 'median_low', 'mode', 'multimode', 'pstdev',
           'pvariance', 'quantiles', 'stdev', 'variance']


class StatisticsError(ValueError):
    pass


def _exact(x):
    if isinstance(x, (int, Fraction)):
        return Fraction(x)
    if isinstance(x, float):
        return Fraction(x)
    if hasattr(x, 'as_integer_ratio'):
        return Fraction(*x.as_integer_ratio())
    raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator")


def _kind(data):
    """The type of the result: float wins over Fraction over int."""
    kinds = {type(x) for x in data}
    if kinds <= {int, bool}:
        return int
    if kinds <= {int, bool, Fraction}:
        return Fraction
    others = kinds - {int, bool, Fraction, float}
    return others.pop() if len(others) == 1 and float not in kinds else float


def _convert(value, kind):
    if type(value) is kind:
        return value
    if kind is int:
        return int(value) if value.denominator == 1 else value.numerator / value.denominator
    if kind is Fraction:
        return value
    if issubclass(kind, float):
        return kind(value.numerator / value.denominator)
    try:
        return kind(value)
    except TypeError:
        return kind(value.numerator) / kind(value.denominator)


def _special(data):
    """The float sum if there is an infinity or a nan among the data, else None."""
    if any(isinstance(x, float) and not math.isfinite(x) for x in data):
        return sum(x for x in data if isinstance(x, float) and not math.isfinite(x))
    return None


def mean(data):
    """Sum over count."""
    data = list(data)
    if not data:
        raise StatisticsError('mean requires at least one data point')
    special = _special(data)
    if special is not None:
        return special
    return _convert(sum(map(_exact, data)) / len(data), _kind(data))


def fmean(data, weights=None):
    """The mean as a float, fast."""
    data = list(data)
    n = len(data)
    if weights is None:
        if not n:
            raise StatisticsError('fmean requires at least one data point')
        return math.fsum(data) / n
    weights = list(weights)
    if len(weights) != n:
        raise StatisticsError('data and weights must be the same length')
    den = math.fsum(weights)
    if not den:
        raise StatisticsError('sum of weights must be non-zero')
    return math.fsum(a * b for a, b in zip(data, weights)) / den


def geometric_mean(data):
    """The n-th root of the product."""
    try:
        return math.exp(fmean(map(math.log, data)))
    except ValueError:
        raise StatisticsError('geometric mean requires a non-empty dataset '
                              'containing positive numbers') from None


def harmonic_mean(data, weights=None):
    """The reciprocal of the mean of reciprocals."""
    data = list(data)
    errmsg = 'harmonic mean does not support negative values'
    n = len(data)
    if n < 1:
        raise StatisticsError('harmonic_mean requires at least one data point')
    if n == 1 and weights is None:
        if not hasattr(data[0], '__float__'):
            raise TypeError('unsupported type')
        if data[0] < 0:
            raise StatisticsError(errmsg)
        return data[0]
    weights = [1] * n if weights is None else list(weights)
    if len(weights) != n:
        raise StatisticsError('Number of weights does not match data size')
    if any(x < 0 for x in data) or any(w < 0 for w in weights):
        raise StatisticsError(errmsg)
    if any(x == 0 and w for x, w in zip(data, weights)):
        return 0
    terms = [w / x if w else 0 for w, x in zip(weights, data)]
    total = sum(map(_exact, terms))
    if total <= 0:
        raise StatisticsError('Weighted sum must be positive')
    return _convert(sum(map(_exact, weights)) / total, _kind(terms))


def median(data):
    """The middle value, or the mean of the two in the middle."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    if n % 2 == 1:
        return data[n // 2]
    return (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    """The lower of the two in the middle."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    """The higher of the two in the middle."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def median_grouped(data, interval=1.0):
    """The median of data that stand for intervals."""
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    from bisect import bisect_left, bisect_right
    x = data[n // 2]
    i = bisect_left(data, x)
    j = bisect_right(data, x, lo=i)
    interval, x = float(interval), float(x)
    return x - interval / 2.0 + interval * (n / 2 - i) / (j - i)


def mode(data):
    """The most common value; the first of several."""
    pairs = Counter(iter(data)).most_common(1)
    if not pairs:
        raise StatisticsError('no mode for empty data')
    return pairs[0][0]


def multimode(data):
    """All the most common values."""
    counts = Counter(iter(data))
    if not counts:
        return []
    most = max(counts.values())
    return [value for value, count in counts.items() if count == most]


def quantiles(data, *, n=4, method='exclusive'):
    """The n - 1 values that cut the data into n equal parts."""
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(data)
    ld = len(data)
    if ld < 2:
        raise StatisticsError('must have at least two data points')
    result = []
    if method == 'inclusive':
        for i in range(1, n):
            j, delta = divmod(i * (ld - 1), n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    if method == 'exclusive':
        m = ld + 1
        for i in range(1, n):
            j = min(max(i * m // n, 1), ld - 1)
            delta = i * m - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        return result
    raise ValueError(f'Unknown method: {method!r}')


def _squares(data, center=None):
    """(sum of squared distances from the mean or center, type of the result)."""
    special = _special(data)
    if special is not None:
        return None, float
    exact = list(map(_exact, data))
    c = sum(exact) / len(exact) if center is None else _exact(center)
    return sum((x - c) ** 2 for x in exact), _kind(data)


def variance(data, xbar=None):
    """Sample variance: squares over n - 1."""
    data = list(data)
    if len(data) < 2:
        raise StatisticsError('variance requires at least two data points')
    ss, kind = _squares(data, xbar)
    return math.nan if ss is None else _convert(ss / (len(data) - 1), kind)


def pvariance(data, mu=None):
    """Population variance: squares over n."""
    data = list(data)
    if not data:
        raise StatisticsError('pvariance requires at least one data point')
    ss, kind = _squares(data, mu)
    return math.nan if ss is None else _convert(ss / len(data), kind)


def _root(fraction):
    """The correctly rounded square root of a fraction."""
    n, m = fraction.numerator, fraction.denominator
    if not n:
        return 0.0
    q = (n.bit_length() - m.bit_length() - 109) // 2
    if q >= 0:
        top, scale = _isqrt_odd(n, m << 2 * q), q
    else:
        top, scale = _isqrt_odd(n << -2 * q, m), q
    return top * 2 ** scale / 1 if scale >= 0 else top / (1 << -scale)


def _isqrt_odd(n, m):
    """floor(sqrt(n / m)), with the last bit set if it is not exact."""
    a = math.isqrt(n // m)
    return a | (a * a * m != n)


def stdev(data, xbar=None):
    """Root of the sample variance."""
    data = list(data)
    if len(data) < 2:
        raise StatisticsError('stdev requires at least two data points')
    ss, kind = _squares(data, xbar)
    return math.nan if ss is None else _root(ss / (len(data) - 1))


def pstdev(data, mu=None):
    """Root of the population variance."""
    data = list(data)
    if not data:
        raise StatisticsError('pstdev requires at least one data point')
    ss, kind = _squares(data, mu)
    return math.nan if ss is None else _root(ss / len(data))


def covariance(x, y, /):
    """Sample covariance of two inputs."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError('covariance requires that both inputs have same number of data points')
    if n < 2:
        raise StatisticsError('covariance requires at least two data points')
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    return math.fsum((a - xbar) * (b - ybar) for a, b in zip(x, y)) / (n - 1)


def correlation(x, y, /):
    """Pearson's correlation coefficient."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError('correlation requires that both inputs have same number of data points')
    if n < 2:
        raise StatisticsError('correlation requires at least two data points')
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    sxy = math.fsum((a - xbar) * (b - ybar) for a, b in zip(x, y))
    sxx = math.fsum((a - xbar) ** 2.0 for a in x)
    syy = math.fsum((b - ybar) ** 2.0 for b in y)
    try:
        return sxy / math.sqrt(sxx * syy)
    except ZeroDivisionError:
        raise StatisticsError('at least one of the inputs is constant')


LinearRegression = namedtuple('LinearRegression', ('slope', 'intercept'))


def linear_regression(x, y, /, *, proportional=False):
    """Slope and intercept of the least-squares line."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError('linear regression requires that both inputs have same number of '
                              'data points')
    if n < 2:
        raise StatisticsError('linear regression requires at least two data points')
    if proportional:
        sxy = math.fsum(a * b for a, b in zip(x, y))
        sxx = math.fsum(a * a for a in x)
    else:
        xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
        sxy = math.fsum((a - xbar) * (b - ybar) for a, b in zip(x, y))
        sxx = math.fsum((a - xbar) ** 2.0 for a in x)
    try:
        slope = sxy / sxx
    except ZeroDivisionError:
        raise StatisticsError('x is constant')
    return LinearRegression(slope=slope, intercept=0.0 if proportional else ybar - slope * xbar)


# Rational approximations of the normal distribution's inverse (Wichura's algorithm AS 241): numerator and denominator, the
# highest power first, for the middle, the tails and the far tails.
_MIDDLE = ((2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
            1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0),
           (5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
            5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0))
_TAIL = ((7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0,
          3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0),
         (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
          6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0))
_FAR = ((2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
         2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0),
        (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
         1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0))


def _polynomial(coefficients, x):
    value = coefficients[0]
    for c in coefficients[1:]:
        value = value * x + c
    return value


def _normal_inverse(p, mu, sigma):
    q = p - 0.5
    if math.fabs(q) <= 0.425:
        r = 0.180625 - q * q
        return mu + _polynomial(_MIDDLE[0], r) * q / _polynomial(_MIDDLE[1], r) * sigma
    r = math.sqrt(-math.log(p if q <= 0.0 else 1.0 - p))
    table, r = (_TAIL, r - 1.6) if r <= 5.0 else (_FAR, r - 5.0)
    x = _polynomial(table[0], r) / _polynomial(table[1], r)
    return mu + (-x if q < 0.0 else x) * sigma


class NormalDist:
    """A normal distribution."""
    __slots__ = {'_mu': 'mean', '_sigma': 'standard deviation'}

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError('sigma must be non-negative')
        self._mu, self._sigma = float(mu), float(sigma)

    @classmethod
    def from_samples(cls, data):
        """With the mean and standard deviation of samples."""
        data = list(data)
        m = fmean(data)
        return cls(m, stdev(data, m))

    mean = median = mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma ** 2.0)

    def samples(self, n, *, seed=None):
        """n random values."""
        import random
        gauss = random.gauss if seed is None else random.Random(seed).gauss
        return [gauss(self._mu, self._sigma) for _ in range(n)]

    def pdf(self, x):
        """The density at x."""
        variance = self._sigma ** 2.0
        if not variance:
            raise StatisticsError('pdf() not defined when sigma is zero')
        diff = x - self._mu
        return math.exp(diff * diff / (-2.0 * variance)) / math.sqrt(math.tau * variance)

    def cdf(self, x):
        """The probability of a value up to x."""
        if not self._sigma:
            raise StatisticsError('cdf() not defined when sigma is zero')
        return 0.5 * (1.0 + math.erf((x - self._mu) / (self._sigma * math.sqrt(2.0))))

    def inv_cdf(self, p):
        """The value that a share p of all values is below."""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError('p must be in the range 0.0 < p < 1.0')
        if self._sigma <= 0.0:
            raise StatisticsError('cdf() not defined when sigma at or below zero')
        return _normal_inverse(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        """The n - 1 cuts between n parts of equal probability."""
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        """The area that two densities share."""
        if not isinstance(other, NormalDist):
            raise TypeError('Expected another NormalDist instance')
        X, Y = self, other
        if (Y._sigma, Y._mu) < (X._sigma, X._mu):
            X, Y = Y, X
        X_var, Y_var = X.variance, Y.variance
        if not X_var or not Y_var:
            raise StatisticsError('overlap() not defined when sigma is zero')
        dv = Y_var - X_var
        dm = math.fabs(Y._mu - X._mu)
        if not dv:
            return 1.0 - math.erf(dm / (2.0 * X._sigma * math.sqrt(2.0)))
        a = X._mu * Y_var - Y._mu * X_var
        b = X._sigma * Y._sigma * math.sqrt(dm * dm + dv * math.log(Y_var / X_var))
        x1, x2 = (a + b) / dv, (a - b) / dv
        return 1.0 - (math.fabs(Y.cdf(x1) - X.cdf(x1)) + math.fabs(Y.cdf(x2) - X.cdf(x2)))

    def zscore(self, x):
        """How many standard deviations x is above the mean."""
        if not self._sigma:
            raise StatisticsError('zscore() not defined when sigma is zero')
        return (x - self._mu) / self._sigma

    def __add__(x1, x2):
        if isinstance(x2, NormalDist):
            return NormalDist(x1._mu + x2._mu, math.hypot(x1._sigma, x2._sigma))
        return NormalDist(x1._mu + x2, x1._sigma)

    def __sub__(x1, x2):
        if isinstance(x2, NormalDist):
            return NormalDist(x1._mu - x2._mu, math.hypot(x1._sigma, x2._sigma))
        return NormalDist(x1._mu - x2, x1._sigma)

    def __mul__(x1, x2):
        return NormalDist(x1._mu * x2, x1._sigma * math.fabs(x2))

    def __truediv__(x1, x2):
        return NormalDist(x1._mu / x2, x1._sigma / math.fabs(x2))

    __radd__ = __add__
    __rmul__ = __mul__

    def __pos__(x1):
        return NormalDist(x1._mu, x1._sigma)

    def __neg__(x1):
        return NormalDist(-x1._mu, x1._sigma)

    def __rsub__(x1, x2):
        return -(x1 - x2)

    def __eq__(x1, x2):
        if not isinstance(x2, NormalDist):
            return NotImplemented
        return x1._mu == x2._mu and x1._sigma == x2._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f'{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})'

# modules: fractions statistics numbers
from fractions import Fraction as F
import statistics as S, numbers, math
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
print(F(3, 6), repr(F(3, -6)), F('3/4'), F('-1.25'), F('1e-3'), F(' 7 '), F(0.1), F(F(1, 2), 3), F('1_000/3'), F(), F(True), F('.5'), F('3.'), F('+2/3'))
a, b = F(1, 2), F(3, 4)
print(a + b, a - b, a * b, a / b, a // b, a % b, divmod(b, a), a ** 2, a ** -2, a ** b, -a, +a, abs(-a), 1 + a, 2 - a, 3 * a, 1 / a, a + 0.5, 0.5 * a, a + 1j, 2 ** a, 2 ** F(3), 7 // a, 7 % b, F(2) ** 3, divmod(7, b), 0.5 ** F(2), a == 0.5, a == 1, F(4, 2) == 2, a < b, a >= 0.5, a < 1, 1 > a, hash(F(1, 2)) == hash(0.5), hash(F(5)) == hash(5), bool(F(0)))
print(int(F(7, 2)), int(F(-7, 2)), float(a), round(F(5, 2)), round(F(7, 2)), round(F(22, 7), 2), math.floor(F(-7, 2)), math.ceil(F(-7, 2)), math.trunc(F(-7, 2)), round(F(1234), -2), F(3.141592653589793).limit_denominator(1000), F('3.1415926535897932').limit_denominator(100), a.numerator, a.denominator, a.as_integer_ratio(), F.from_float(0.25), sum([a, b], F(0)), max(a, b), complex(a), F(1, 3).limit_denominator(10), a.real, a.imag, a.conjugate())
err(F, 1, 0); err(F, 'x'); err(F, '1/0'); err(F, '1/x'); err(F, 1.5, 2); err(F, None); err(F, float('nan')); err(lambda: a / 0); err(lambda: a + 'x'); err(lambda: a < 'x'); err(lambda: F(0) ** -1); err(F, '1__0'); err(a.limit_denominator, 0); err(F, float('inf')); print(a == 'x', F(1, 2) < float('inf'))
import copy, pickle; print(copy.deepcopy(a), pickle.loads(pickle.dumps(b)))
print(isinstance(3, numbers.Integral), isinstance(3.0, numbers.Real), isinstance(3j, numbers.Complex), isinstance(3.0, numbers.Rational), isinstance(a, numbers.Rational), isinstance(True, numbers.Number), issubclass(int, numbers.Real), isinstance('a', numbers.Number)); err(numbers.Integral)
D = [1, 2, 3, 4, 4, 7.5]; I = [1, 2, 3, 4]
for f in (S.mean, S.fmean, S.geometric_mean, S.harmonic_mean, S.median, S.median_low, S.median_high, S.median_grouped, S.mode, S.multimode, S.stdev, S.pstdev, S.variance, S.pvariance, S.quantiles):
    print(f.__name__, f(D), f(I), f([F(1, 2), F(3, 4)]) if f is not S.median_grouped else '', f([0.1] * 10)); err(f, []); err(f, [5])
print(S.mean([1, 3]), S.mean([1, 2]), S.mean([0.1, 0.2, 0.3]), S.variance([1e10, 1e10 + 1, 1e10 + 2]), S.stdev([1.5, 2.5, 2.5, 2.75, 3.25, 4.75]), S.quantiles(D, n=10), S.quantiles(D, n=4, method='inclusive'), S.mode('aabbb'), S.multimode('aabb'), S.correlation([1, 2, 3], [2, 4, 7]), S.covariance([1, 2, 3], [2, 4, 7]), S.linear_regression([1, 2, 3], [2, 4, 7]), S.fmean([1, 2], [3, 1]), S.mean([float('inf'), 1]), S.harmonic_mean([40, 60], weights=[5, 30]))
n = S.NormalDist(100, 15); print(n, n.mean, n.stdev, n.variance, n.pdf(110), n.cdf(110), n + 5, n * 2, n + n, n.zscore(130), S.NormalDist.from_samples([1, 2, 3]), n.samples(2, seed=1)); err(S.NormalDist, 1, -1); err(S.correlation, [1, 1], [2, 3]); err(S.stdev, ['a', 'b']); err(S.geometric_mean, [-1]); err(S.harmonic_mean, [-1, 2]); err(S.quantiles, [1, 2], n=0)

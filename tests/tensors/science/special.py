"""scipy.special: element by element, sums of exponentials, counting, incomplete functions."""
import numpy as np
from scipy import special as sc


def show(name, value, digits=9):
    value = np.asarray(value)
    print(name, value.dtype, [float(f'{each:.{digits}g}') for each in value.ravel()], value.shape)


x = np.array([-3.5, -1.2, -0.3, 0.0, 0.2, 0.9, 2.5, 8.0])
p = np.array([1e-12, 1e-4, 0.02, 0.2, 0.5, 0.77, 0.999])
for name in ('expit', 'erf', 'erfc', 'ndtr', 'log_ndtr', 'log_expit', 'gamma', 'gammaln', 'digamma', 'entr', 'cbrt', 'exp2', 'exp10', 'expm1'):
    show(name, getattr(sc, name)(x))
for name in ('logit', 'erfinv', 'erfcinv', 'ndtri', 'log1p'):
    show(name, getattr(sc, name)(p))
show('erfinv', sc.erfinv([-1, -0.999, -0.5, 0, 0.3, 0.95, 1, 2]))
show('ndtri', sc.ndtri([0, 1, 1e-300, 1e-30, 1 - 1e-10]))
show('log_ndtr', sc.log_ndtr([-100.0, -50, -20.5, -19, 6, 40]))
show('single', sc.expit(np.float32([0.5, -2])), 6)
show('single', sc.erf(np.float32([0.5, -2])), 6)
print(type(sc.expit(0.3)).__name__, type(sc.erf(1)).__name__, type(sc.gammaln(3)).__name__, type(sc.gamma(3)).__name__)
show('gamma', sc.gamma([0.5, 5, 170.5, 172, -1, -1.5]))
show('beta', sc.beta([0.5, 2, 100], [0.5, 3, 200]))
show('betaln', sc.betaln([0.5, 2, 100], [0.5, 3, 200]))
show('xlogy', sc.xlogy([0, 1, 2.5], [0, 3, 0.5]))
show('xlog1py', sc.xlog1py([0, 1, 2.5], [-1, 3, 0.5]))
show('rel_entr', sc.rel_entr([0, 0.2, 0.5, -1], [0.5, 0.1, 0, 1]))
show('kl_div', sc.kl_div([0, 0.2, 0.5, -1], [0.5, 0.1, 0, 1]))
show('multigammaln', sc.multigammaln(3.5, 3))
M = np.array([[1.0, 2, 1000], [-1000, 0, 3]])
show('logsumexp', sc.logsumexp(M))
show('logsumexp', sc.logsumexp(M, axis=1))
show('logsumexp', sc.logsumexp(M, axis=0, keepdims=True))
show('logsumexp', sc.logsumexp([1, 2, 3], b=[1, 0, 2]))
show('logsumexp', sc.logsumexp([-np.inf, -np.inf]))
value, sign = sc.logsumexp([1, 2], b=[1, -1], return_sign=True)
show('signed', [value, sign])
show('softmax', sc.softmax(M))
show('softmax', sc.softmax(M, axis=1))
show('log_softmax', sc.log_softmax(M, axis=1))
print(sc.comb(10, 3), sc.comb(10, 3, exact=True), f"{sc.comb(60, 30):.12g}", sc.comb(5, 2, repetition=True), sc.comb(3, 5), sc.comb(100, 50, exact=True), sc.comb([5, 6], [2, 3]).tolist())
print(sc.perm(10, 3), sc.perm(10, 3, exact=True), sc.perm([5, 6], 2).tolist(), sc.factorial(5), sc.factorial(20, exact=True), sc.factorial(30, exact=True), sc.factorial(-1))
print(sc.factorial([3, 4, 5]).tolist(), sc.factorial(np.array([3, 4]), exact=True).tolist(), sc.factorial(0.5).round(9), sc.binom(10, 3), sc.binom(4.5, 2).round(9))
a, t = np.array([0.3, 1, 2.5, 40, 300])[:, None], np.array([0, 1e-5, 0.4, 2, 35, 290, 500, np.inf])
show('gammainc', sc.gammainc(a, t), 8)
show('gammaincc', sc.gammaincc(a, t), 8)
show('gammaincinv', sc.gammaincinv(a, [0, 0.01, 0.5, 0.9, 1]), 8)
show('gammainccinv', sc.gammainccinv(a, [0, 1e-9, 0.5, 0.9, 1]), 8)
show('betainc', sc.betainc([[0.5], [2], [30]], [[0.5], [7], [4]], [0, 0.01, 0.3, 0.5, 0.9, 1]), 8)
show('betaincinv', sc.betaincinv([[0.5], [2], [30]], [[0.5], [7], [4]], [0, 0.01, 0.3, 0.5, 0.9, 1]), 8)
for call in (lambda: sc.multigammaln(1.0, 2.5), lambda: sc.softmax([]), lambda: sc.no_such):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)

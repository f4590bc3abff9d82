# searches whose steps are the original's: how many, how often the function was asked, what they end with; operators known by their products
import warnings
import numpy as np
from scipy.optimize import LbfgsInvHessProduct, fmin_l_bfgs_b, minimize, rosen, rosen_der, rosen_hess
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import LinearOperator, aslinearoperator

warnings.simplefilter('ignore')
K = np.random.RandomState(0).normal(size=(12, 12))


def quartic(x):
    return np.sum((K @ (x - 1)) ** 2) + np.sum(x ** 2) ** 2


def quartic_der(x):
    return 2 * K.T @ K @ (x - 1) + 4 * np.sum(x ** 2) * x


def hills(x):
    return (x[0] ** 2 + x[1] - 11) ** 2 + (x[0] + x[1] ** 2 - 7) ** 2


def hills_der(x):
    return np.array([4 * x[0] * (x[0] ** 2 + x[1] - 11) + 2 * (x[0] + x[1] ** 2 - 7), 2 * (x[0] ** 2 + x[1] - 11) + 4 * x[1] * (x[0] + x[1] ** 2 - 7)])


CASES = [('rosen', rosen, rosen_der, [1.3, .7, .8, 1.9, 1.2]), ('valley', rosen, rosen_der, [-1.2, 1]), ('quartic', quartic, quartic_der, K[0]), ('hills', hills, hills_der, [0.5, 1])]
for name, f, der, x0 in CASES:
    for method in ('L-BFGS-B', 'BFGS', 'CG'):
        r = minimize(f, x0, jac=der, method=method)
        print(method, name, r.nit, r.nfev, r.njev, r.status, r.message, '%.4g' % (r.fun if r.fun > 1e-8 else 0))
    for bounds in ([(-1.5, 1.5)] * len(x0), [(None, .9)] * len(x0), [(0.1, None)] + [(None, None)] * (len(x0) - 1), [(-.5, 2)] + [(.2, .8)] * (len(x0) - 1)):
        r = minimize(f, x0, jac=der, method='L-BFGS-B', bounds=bounds)
        print('bounds', name, bounds[0], r.nit, r.nfev, r.njev, r.status, r.message, '%.4g' % (r.fun if r.fun > 1e-8 else 0), np.round(r.x, 3)[:4])
asked = []


def cone(x):
    asked.append(x)
    return np.sqrt((x[0] - 3) ** 2 + (x[1] - 2) ** 2)


print(minimize(cone, np.array([0, 0]), method='L-BFGS-B', bounds=((-1.5, 1.5), (-1.5, 1.5))))
print(np.array(asked))
for way in ('2-point', '3-point', 'cs'):
    r = minimize(hills, [0.5, 1], jac=way, method='BFGS')
    print(way, r.nit, r.nfev, r.njev, r.message)
r = minimize(rosen, [1.3, .7], jac=rosen_der, hess=rosen_hess, method='Newton-CG')
print(r.nit, r.nfev, r.njev, r.nhev, r.message, np.round(r.jac, 5))
x, f, told = fmin_l_bfgs_b(hills, [0.5, 1], fprime=hills_der, m=3)
print(np.round(x, 4), told['task'], told['funcalls'], told['nit'], told['warnflag'])
print(minimize(rosen, [1.3, .7], method='L-BFGS-B', options={'maxiter': 3}).message, minimize(rosen, [1.3, .7], method='L-BFGS-B', options={'maxfun': 5}).message)
p = LbfgsInvHessProduct(np.array([[1., 2], [.5, -1]]), np.array([[2., 1], [1, -3]]))
print(p, p.todense().round(4), (p @ np.ones(2)).round(4), p.matvec(np.array([1., 0])).round(4), p.n_corrs)
try:
    LbfgsInvHessProduct(np.ones((2, 3)), np.ones((3, 2)))
except ValueError as e:
    print(e)


class Turn(LinearOperator):
    def __init__(self, n):
        super().__init__(float, (n, n))

    def _matvec(self, x):
        return np.roll(x, 1)

    def _adjoint(self):
        return LinearOperator(self.shape, matvec=lambda x: np.roll(x, -1), dtype=float)


class Nothing(LinearOperator):
    pass


A, t = aslinearoperator(np.arange(6.).reshape(2, 3)), Turn(3)
S = aslinearoperator(csr_matrix(np.eye(3) * 2))
made = LinearOperator((2, 3), matvec=lambda v: np.array([v[0] * 2, v[1] + v[2]]), rmatvec=lambda v: np.array([2 * v[0], v[1], v[1]]))
for code in '''A
t
made
S
A.matvec(np.ones(3))
A.rmatvec(np.ones(2))
A.H
A.T @ np.ones(2)
A @ t
(A @ t) @ np.arange(3.)
A * 2
(A * 2).matvec(np.ones(3))
2 * A
A / 4
-A
A + made
A - made
(A - made).matvec(np.ones(3))
t ** 2
(t ** 2).matvec(np.arange(3.))
(A + made).H.matvec(np.ones(2))
A.matmat(np.eye(3))
made.matmat(np.eye(3))
made.rmatmat(np.eye(2))
t.H @ np.arange(3.)
t.matmat(np.eye(3))
S @ np.ones(3)
A.matvec(np.ones(2))
A.matmat(np.ones((2, 2)))
A + t
A @ A
A @ 2
A ** 2
t ** -1
LinearOperator((2, 2), matvec=lambda v: v)
LinearOperator((2, 2), matvec=lambda v: v).rmatvec(np.ones(2))
LinearOperator((2,), matvec=lambda v: v)
aslinearoperator('a')
aslinearoperator(np.ones((2, 2, 2)))
A(np.ones(3))
A.dot(np.ones((3, 2)))
A.dot(np.ones((3, 2, 1)))
np.ones(2) @ A
A.shape, A.dtype, A.ndim, t.dtype
A.args'''.split('\n'):
    try:
        print(code, '->', eval(code))
    except Exception as e:
        print(code, '->', type(e).__name__, e)
for method in ('L-BFGS-B', 'SLSQP'):
    print(minimize(rosen, [1.3, .7], method=method, bounds=[(1, 1), (1, 1)]))
    for jac in (None, rosen_der):
        r = minimize(rosen, [1.3, .7, 2.], jac=jac, method=method, bounds=[(None, 5), (1, 1), (0, 3)])
        print(r.nit, r.nfev, r.njev, r.message, r.x.round(3), np.isnan(r.jac), r.get('hess_inv'))
    try:
        print(minimize(rosen, [1.3, .7], method=method, bounds=[(2, 1), (1, 1)]))
    except ValueError as e:
        print(e)
r = minimize(rosen, [1.3, .7], jac=rosen_der, bounds=[(2, 5)])
print(r.x, r.nfev, r.message)

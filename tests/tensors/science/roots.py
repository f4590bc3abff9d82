"""scipy.optimize: roots of one and several numbers, least squares, pairs of the least cost, what is refused."""
import warnings
import numpy as np
from scipy import optimize as so
warnings.simplefilter('ignore')
f = lambda x: x ** 3 - 2 * x - 5
print(np.round([so.newton(f, 2), so.newton(f, 2, fprime=lambda x: 3 * x * x - 2), so.newton(f, 2, fprime=lambda x: 3 * x * x - 2, fprime2=lambda x: 6 * x), so.ridder(f, 1, 3), so.brentq(f, 1, 3), so.bisect(f, 1, 3)], 8), np.round(so.newton(lambda x: x ** 2 - np.array([1., 4, 9]), np.array([2., 3, 4])), 6))
r = so.root_scalar(f, bracket=[1, 3]); print(np.round(r.root, 8), r.converged, r.flag)
print(np.round(so.root_scalar(f, x0=2, fprime=lambda x: 3 * x * x - 2).root, 8), np.round(so.root_scalar(f, x0=2, x1=3, method='secant').root, 8), np.round(so.fixed_point(lambda x: np.cos(x), .5), 7), np.round(so.fixed_point(lambda x, c: np.sqrt(c / (x + 1)), [1.2, 1.3], args=(10.,)), 6))
g = lambda x: [x[0] + .5 * (x[0] - x[1]) ** 3 - 1, .5 * (x[1] - x[0]) ** 3 + x[1]]
print(np.round(so.fsolve(g, [0, 0]), 6), np.round(so.root(g, [0, 0]).x, 6), so.root(g, [0, 0]).success, so.root(g, [0, 0]).message, np.round(so.fsolve(lambda x: x ** 2 - 2, 1), 6), so.fsolve(g, [0, 0], full_output=True)[2:])
j = lambda x: np.array([[1 + 1.5 * (x[0] - x[1]) ** 2, -1.5 * (x[0] - x[1]) ** 2], [-1.5 * (x[1] - x[0]) ** 2, 1 + 1.5 * (x[1] - x[0]) ** 2]])
print(np.round(so.fsolve(g, [0, 0], fprime=j), 6), np.round(so.root(g, [0, 0], jac=j).x, 6))
t = np.linspace(0, 3, 12); y = 2.5 * np.exp(-1.3 * t) + .1
for loss in 'linear', 'soft_l1', 'huber', 'cauchy':
    r = so.least_squares(lambda p: p[0] * np.exp(-p[1] * t) + p[2] - y, [1., 1, 0], loss=loss); print(np.round(r.x, 4), np.round(r.cost, 6), r.success)
r = so.least_squares(lambda p: p[0] * np.exp(-p[1] * t) + p[2] - y, [1., 1, 0], bounds=([0, 0, 0], [2, 2, 1])); print(np.round(r.x, 2), np.round(r.cost, 5), r.active_mask)
print(np.round(so.leastsq(lambda p: p[0] * t + p[1] - (3 * t + 1), [0, 0])[0], 6), np.round(so.nnls([[1., 0], [1, 0], [0, 1]], [2., 1, -1])[0], 6), np.round(so.nnls([[1., 0], [1, 0], [0, 1]], [2., 1, 1])[1], 6))
c = np.array([[4, 1, 3], [2, 0, 5], [3, 2, 2]]); rng = np.random.RandomState(0)
print(so.linear_sum_assignment(c), so.linear_sum_assignment(c, maximize=True), so.linear_sum_assignment(c[:2]), so.linear_sum_assignment(c[:, :2]))
for s in (5, 8), (8, 5), (20, 20), (1, 4): m = rng.rand(*s); a, b = so.linear_sum_assignment(m); print(a, b, np.round(m[a, b].sum(), 6))
print(so.rosen([1.3, .7, .8]), so.rosen_der([1.3, .7, .8]), so.rosen_hess([1.3, .7, .8]), np.round(so.approx_fprime([1.3, .7, .8], so.rosen, 1e-7), 3), so.check_grad(so.rosen, so.rosen_der, [1.3, .7]) < 1e-3, np.round(so.fmin(so.rosen, [1.3, .7], disp=0), 3), np.round(so.fmin_bfgs(so.rosen, [1.3, .7], disp=0), 3), np.round(so.fmin_l_bfgs_b(so.rosen, [1.3, .7], fprime=so.rosen_der)[0], 3))
for f in (lambda: so.ridder(f, 3, 4), lambda: so.linear_sum_assignment([[np.nan]]), lambda: so.linear_sum_assignment([[np.inf]]), lambda: so.root_scalar(f), lambda: so.newton(f, 2, tol=0), lambda: so.least_squares(g, [0, 0], bounds=([1, 1], [2, 2])), lambda: so.least_squares(g, [0, 0], method='x'), lambda: so.newton(lambda x: x * x + 1, 1., maxiter=5), lambda: so.root(g, [0, 0], method='zz'), lambda: so.nnls([1], [1])):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:150])

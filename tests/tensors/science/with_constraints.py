# scipy.optimize: constraints (SLSQP), second derivatives, linear programs, whole numbers, an own method
import warnings

import numpy as np
from scipy import optimize as so

warnings.simplefilter('ignore')


def bowl(x):
    return (x[0] - 1) ** 2 + (x[1] - 2.5) ** 2


def show(r):
    print(np.round(r.x, 4) + 0.0, round(float(r.fun), 4), r.success, r.message)


above = ({'type': 'ineq', 'fun': lambda x: x[0] - 2 * x[1] + 2}, {'type': 'ineq', 'fun': lambda x: -x[0] - 2 * x[1] + 6}, {'type': 'ineq', 'fun': lambda x: -x[0] + 2 * x[1] + 2})
r = so.minimize(bowl, [2, 0], method='SLSQP', bounds=[(0, None)] * 2, constraints=above)
print(np.round(r.x, 4), r.nit, r.nfev, r.njev, r.status, r.message)
r = so.minimize(so.rosen, [1.3, 0.7, 0.8], constraints={'type': 'eq', 'fun': lambda x, s: x.sum() - s, 'jac': lambda x, s: np.ones(3), 'args': (2.5,)}, jac=so.rosen_der)
print(np.round(r.x, 4), r.nit, r.nfev, r.njev, r.status, r.message)
prices = np.array([[0.10, 0.02, 0.04], [0.02, 0.08, 0.01], [0.04, 0.01, 0.12]])
show(so.minimize(lambda w: w @ prices @ w, [1 / 3] * 3, bounds=[(0, 1)] * 3, constraints=[{'type': 'eq', 'fun': lambda w: w.sum() - 1}, {'type': 'ineq', 'fun': lambda w: w @ [0.05, 0.1, 0.12] - 0.09}]))
show(so.minimize(bowl, [0.5, 0], method='SLSQP', constraints=so.LinearConstraint([[1, 1], [1, -1]], [-np.inf, 0], [2, np.inf])))
for method in ('SLSQP',):
    r = so.minimize(so.rosen, [0.5, 0], method=method, bounds=so.Bounds([0, -0.5], [1.0, 2.0]), constraints=[so.LinearConstraint([[1, 2], [2, 1]], [-np.inf, 1], [1, 1]), so.NonlinearConstraint(lambda x: [x[0] ** 2 + x[1], x[0] ** 2 - x[1]], -np.inf, 1)])
    print(np.round(r.x, 3) + 0.0, r.success)
so.minimize(bowl, [2, 0], method='SLSQP', constraints={'type': 'eq', 'fun': lambda x: x[0] - x[1]}, jac=lambda x: np.array([2 * (x[0] - 1), 2 * (x[1] - 2.5)]), options={'disp': True})
print(np.round(so.fmin_slsqp(bowl, [2, 0], eqcons=[lambda x: x[0] - 2 * x[1]], iprint=0), 4))
for method in ('Newton-CG', 'trust-ncg', 'trust-exact', 'trust-krylov', 'dogleg', 'CG'):
    r = so.minimize(so.rosen, [0.9, 1.1, 1.0], method=method, jac=so.rosen_der, hess=so.rosen_hess)
    print(method, np.round(r.x, 2) + 0.0, r.success, r.message)
r = so.minimize(so.rosen, [1.3, 0.7, 0.8], method='Newton-CG', jac=so.rosen_der, hessp=lambda x, p: so.rosen_hess(x) @ p, options={'xtol': 1e-8})
print(np.round(r.x, 6), np.round(so.fmin_ncg(so.rosen, [1.3, 0.7], so.rosen_der, fhess=so.rosen_hess, disp=0), 3), np.round(so.fmin_cg(so.rosen, [1.3, 0.7], so.rosen_der, disp=0), 3))
print(so.fminbound(lambda x: (x - 1) ** 2, -1, 2), np.round(so.fminbound(np.sin, 0, 6, full_output=True)[:3], 5))

r = so.linprog([-1, 4], A_ub=[[-3, 1], [1, 2]], b_ub=[6, 4], bounds=[(None, None), (-3, None)])
print(r.x, r.fun, r.status, r.message, r.slack, r.con, r.ineqlin.marginals + 0, r.lower.marginals, r.upper.residual, sorted(r))
r = so.linprog([29.0, 45.0, 0.0, 0.0], A_ub=[[1, -1, -3, 0], [-2, 3, 7, -3]], b_ub=[5, -10], A_eq=[[2, 8, 1, 0], [4, 4, 0, 1]], b_eq=[60, 60], bounds=[(0, None), (0, 5), (-np.inf, 0.5), (-3.0, None)])
print(r.status, r.x, r.message)
for given in (dict(c=[1, 1], A_ub=[[1, 1]], b_ub=[-1]), dict(c=[-1, -1]), dict(c=[1, 2, 3], A_eq=[[1, 1, 1]], b_eq=[2]), dict(c=[-3, -2], A_ub=[[1, 1], [1, 3]], b_ub=[4, 6], bounds=(0, 3)), dict(c=[-2, -3], A_ub=[[2, 2], [1, 3]], b_ub=[7, 8], integrality=1)):
    r = so.linprog(**given)
    print(r.status, r.x, r.fun, r.success, r.message)
print(so.linprog([1, 1], A_ub=[[1, 1]], b_ub=[-1]))
sizes, values = np.array([21, 11, 15, 9, 34, 25, 41, 52]), np.array([22, 12, 16, 10, 35, 26, 42, 53])
r = so.milp(c=-values, constraints=so.LinearConstraint(sizes, -np.inf, 100), integrality=np.ones(8), bounds=so.Bounds(0, 1))
print(r.success, r.fun, r.message)


def own(fun, x0, args=(), step=0.5, **rest):
    best = min((x0 + step * np.array(d) for d in ([0, 0], [1, 0], [0, 1], [1, 1])), key=lambda x: fun(x, *args))
    return so.OptimizeResult(x=best, fun=fun(best, *args), success=True, message='own')


show(so.minimize(bowl, [0.5, 2], method=own, options={'step': 0.5}))
for bad in (lambda: so.minimize(so.rosen, [1, 2.0], method='Newton-CG'), lambda: so.minimize(so.rosen, [1, 2.0], method='trust-ncg', jac=so.rosen_der), lambda: so.minimize(bowl, [1, 2.0], method='odd'),
            lambda: so.minimize(bowl, [1, 2.0], constraints={'fun': bowl}), lambda: so.minimize(bowl, [1, 2.0], constraints={'type': 'odd', 'fun': bowl}), lambda: so.linprog([1, 2], method='odd')):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, str(e)[:60])

# Least points among many, searches without slopes, roots by guessed Jacobians, points that fill a cube evenly.
import numpy as np
from scipy import optimize
from scipy.stats import qmc

np.set_printoptions(precision=5, suppress=True)


def wavy(x):
    return x[0] ** 2 + 10 * np.sin(x[0]) + x[1] ** 2


bounds = [(-5, 5), (-4, 4)]
for strategy in ('best1bin', 'rand1exp', 'best2bin', 'randtobest1bin', 'currenttobest1bin', 'rand2bin'):
    found = optimize.differential_evolution(wavy, bounds, seed=3, strategy=strategy, polish=False, maxiter=20)
    print(strategy, found.x, round(float(found.fun), 5), found.nit, found.nfev, found.message)
for init in ('latinhypercube', 'random', 'sobol'):
    found = optimize.differential_evolution(optimize.rosen, [(0, 2)] * 3, seed=1, init=init, updating='deferred', maxiter=30, polish=False)
    print(init, found.x, found.nit, found.nfev)
print(optimize.differential_evolution(optimize.rosen, [(0, 2)] * 3, seed=1).x)
print(optimize.differential_evolution(lambda x: -x[0] - x[1], [(0, 5), (0, 5)], seed=2, integrality=[True, False]).x)
held = optimize.NonlinearConstraint(lambda x: x[0] + x[1], -np.inf, 1.9)
print(optimize.differential_evolution(optimize.rosen, [(0, 2), (0, 2)], constraints=held, seed=1).x.round(3))
found = optimize.basinhopping(lambda x: np.cos(14.5 * x[0] - 0.3) + (x[0] + 0.2) * x[0], [1.0], minimizer_kwargs={'method': 'BFGS'}, niter=50, seed=1)
print(found.x, round(float(found.fun), 6), found.nit, found.message)
print(optimize.brute(lambda z: (z[0] - 1) ** 2 + (z[1] + 0.5) ** 2, ((-4, 4), (-4, 4)), Ns=10, full_output=True, finish=None)[:2])
print(optimize.brute(lambda z: (z[0] - 1) ** 2 + (z[1] + 0.5) ** 2, (slice(-4, 4, 0.25), slice(-4, 4, 0.25))))
print(abs(float(optimize.dual_annealing(wavy, bounds, seed=1).fun)).__round__(4))
print(optimize.minimize(optimize.rosen, [1.3, 0.7, 0.8, 1.9, 1.2], method='Powell'))
print(optimize.minimize(optimize.rosen, [1.3, 0.7], method='Powell', bounds=[(0, 3), (0, 3)]).x.round(3), optimize.fmin_powell(wavy, [1, 1], disp=0).round(4))
limits = {'type': 'ineq', 'fun': lambda x: x[0] - 2 * x[1] + 2}, {'type': 'ineq', 'fun': lambda x: -x[0] - 2 * x[1] + 6}
print(optimize.minimize(lambda x: (x[0] - 1) ** 2 + (x[1] - 2.5) ** 2, (2, 0), method='COBYLA', constraints=limits).x.round(3))
print(optimize.fmin_cobyla(lambda x: x[0] * x[1], [0.0, 0.1], [lambda x: 1 - x[0] ** 2 - x[1] ** 2]).round(2).tolist() in ([0.71, -0.71], [-0.71, 0.71]))
cubic = lambda x: (x - 2) * x * (x + 2) ** 2
print(optimize.minimize_scalar(cubic), optimize.minimize_scalar(cubic, bounds=(-3, -1), method='bounded'), optimize.minimize_scalar(cubic, method='golden'), sep='\n')
print(optimize.bracket(lambda x: 10 * x ** 2 + 3 * x + 5, -1, 1), optimize.brent(cubic, brack=(1, 2)), optimize.golden(cubic, brack=(1, 2)), round(optimize.brenth(lambda x: x ** 2 - 2, 0, 2), 10), round(optimize.toms748(lambda x: x ** 2 - 2, 0, 2), 10))
equations = lambda x: [x[0] + 0.5 * (x[0] - x[1]) ** 3 - 1, 0.5 * (x[1] - x[0]) ** 3 + x[1]]
for method in ('broyden1', 'anderson', 'krylov', 'lm', 'hybr'):
    found = optimize.root(equations, [0.5, 0.2], method=method)
    print(method, np.round(found.x, 4), found.success)
print(optimize.root(lambda x: [x[0] ** 2 + x[1] ** 2 - 1, x[1] - x[0], x[1] - x[0] ** 2], [1, 1], method='lm').x.round(4))
print(optimize.lsq_linear(np.array([[1.0, 2], [3, 4], [5, 6.5]]), [1, 2, 3.0], bounds=([0.1, 0], [1, 0.3])).x)
for broken in (lambda: optimize.differential_evolution(wavy, [(0, np.inf), (0, 1)]), lambda: optimize.differential_evolution(wavy, bounds, strategy='none'), lambda: optimize.basinhopping(wavy, [1, 1], target_accept_rate=2),
               lambda: optimize.dual_annealing(wavy, [(1, 0), (0, 1)]), lambda: qmc.scale([[2.0]], 0, 1), lambda: qmc.discrepancy([0.5])):
    try:
        print(broken())
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
print(qmc.Sobol(d=3, scramble=False).random_base2(3), qmc.Sobol(d=40, scramble=False).random(8)[:, -3:], qmc.Sobol(d=2, seed=1).random(4), sep='\n')
print(qmc.Halton(d=2, seed=1).random(4), qmc.Halton(d=3, scramble=False).random(5), qmc.LatinHypercube(d=2, seed=1).random(4), sep='\n')
even = qmc.Halton(d=2, scramble=False).random(5)
print([round(qmc.discrepancy(even, method=kind), 8) for kind in ('CD', 'WD', 'MD', 'L2-star')], qmc.scale(even, [0, 1], [2, 5]))

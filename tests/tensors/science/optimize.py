"""scipy.optimize: where functions are least (to the digits that every method reaches), curves through points, roots."""
import numpy as np
from scipy import optimize


def show(name, found, digits=3):
    print(name, bool(found.success), np.round(found.x, digits).tolist(), round(float(found.fun), digits))


def valley(x, a=1.0, b=100.0):
    return (a - x[0]) ** 2 + b * (x[1] - x[0] ** 2) ** 2


def slope(x, a=1.0, b=100.0):
    return np.array([-2 * (a - x[0]) - 4 * b * x[0] * (x[1] - x[0] ** 2), 2 * b * (x[1] - x[0] ** 2)])


for method in ('Nelder-Mead', 'BFGS', 'L-BFGS-B', 'bfgs'):
    show(method, optimize.minimize(valley, [-1.2, 1.0], method=method, tol=1e-9 if method in ('Nelder-Mead', 'L-BFGS-B') else None), 2)
    show(method, optimize.minimize(lambda x: ((x - [1, 2, 3]) ** 2).sum() + 5, np.zeros(3), method=method), 3)
show('default', optimize.minimize(valley, [-1.2, 1.0], jac=slope))
show('both', optimize.minimize(lambda x: (valley(x), slope(x)), [-1.2, 1.0], jac=True, method='L-BFGS-B'), 2)
show('args', optimize.minimize(valley, [0.0, 0.0], args=(2.0, 10.0), jac=slope))
show('bounds', optimize.minimize(valley, [-1.2, 1.0], bounds=[(None, 0.5), (0, None)]))
show('bounds', optimize.minimize(lambda x: (x[0] - 3) ** 2 + (x[1] + 1) ** 2, [0.5, 0.5], bounds=[(0, 2), (0, 2)], method='L-BFGS-B'))
show('bounds', optimize.minimize(lambda x: (x[0] - 3) ** 2 + (x[1] + 1) ** 2, [0.5, 0.5], bounds=[(0, 2), (0, 2)], method='Nelder-Mead'))
show('one', optimize.minimize(lambda x: (x - 2) ** 4, 0.0, method='Nelder-Mead'), 1)
found = optimize.minimize(lambda x: (x ** 2).sum(), [3.0, 4.0])
print(sorted(found.keys()), found['x'] is found.x, found.jac.shape, found.hess_inv.shape, found.message)
print(optimize.minimize(lambda x: (x ** 2).sum(), [3.0, 4.0], method='Nelder-Mead', options={'maxiter': 3}).message)
steps = []
optimize.minimize(lambda x: (x ** 2).sum(), [3.0, 4.0], callback=lambda x: steps.append(x.shape))
print(steps[0], len(steps) > 0)
for bounds, bracket, method in ((None, None, None), ((0, 1), None, 'bounded'), (None, (-3, -2), 'brent'), (None, (-3, 0, 8), None)):
    found = optimize.minimize_scalar(lambda x: (x - 1.5) ** 2 + 2, bounds=bounds, bracket=bracket, method=method)
    print(method, round(found.x, 4), round(found.fun, 4), found.success)
print(round(optimize.bisect(lambda x: x ** 3 - 2, 0, 2), 9), round(optimize.brentq(lambda x: x ** 3 - 2, 0, 2), 9), round(optimize.brentq(np.cos, 1, 2, args=()), 9))
x = np.linspace(0, 4, 50)
rng = np.random.RandomState(0)
y = 2.5 * np.exp(-1.3 * x) + 0.5 + 0.05 * rng.randn(50)


def curve(x, a, b, c):
    return a * np.exp(-b * x) + c


p, covariance = optimize.curve_fit(curve, x, y)
print(p.round(4), covariance.round(5).tolist())
p, covariance = optimize.curve_fit(curve, x, y, p0=[1, 1, 0], sigma=np.full(50, 0.1), absolute_sigma=True)
print(p.round(4), covariance.round(5).tolist())
p, _ = optimize.curve_fit(curve, x, y, bounds=([0, 0, 0], [3, 1, 1]))
print(p.round(3))
p, _ = optimize.curve_fit(lambda x, a, b: a * x + b, [1, 2, 3], [2, 4, 6.5])
print(p.round(6))
print(optimize.OptimizeResult(x=np.array([1.0, 2.5]), success=True, fun=3.0))
for call in (lambda: optimize.minimize(valley, [0.0, 0], method='no such'), lambda: optimize.minimize(lambda x: x, [1.0, 2.0]), lambda: optimize.bisect(np.cos, 0, 1),
             lambda: optimize.curve_fit(lambda x: x, [1], [1]), lambda: optimize.curve_fit(curve, [1, 2], [1, 2]), lambda: optimize.minimize_scalar(np.cos, method='x')):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)

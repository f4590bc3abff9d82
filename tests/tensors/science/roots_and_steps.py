"""scipy.optimize: brenth, toms748 and the spectral residual (df-sane): the roots, and how many rounds and calls each took."""
import math
import warnings

import numpy as np
from scipy import optimize as so

warnings.simplefilter('ignore')
exp, cos, sin, tanh = math.exp, math.cos, math.sin, math.tanh
ONE = [(lambda x: x ** 2 - 2, 0, 2), (lambda x: cos(x) - x, 0, 1), (lambda x: x ** 3 - 2 * x - 5, 1, 3), (lambda x: exp(x) - 5, 0, 4), (lambda x: x * exp(-x) - 0.1, 0, 1), (lambda x: sin(x) - x / 2, 1, 3),
       (lambda x: math.log(x) - 1, 1, 10), (lambda x: 1 / (x - 0.3) - 2, 0.4, 5), (lambda x: x ** 20 - 1, 0, 1.9), (lambda x: -1.0 if x < 0.3 else 1.0, 0, 1), (lambda x: math.atan(x - 1), -3, 20),
       (lambda x: exp(-20 * x) - 0.5, -1, 3), (lambda x: tanh(x) - 0.9, -5, 9), (lambda x: x ** 5 + x + 1, -2, 2), (lambda x: x + exp(x), -5, 5), (lambda x: x ** 4 - 1e-5, 0, 3), (lambda x: sin(50 * x) + x, -0.5, 1.3), (lambda x: (x - 1) ** 3, 0, 5),
       (lambda x: 1.0 if x > 0.3 else -5e-324, -1, 2), (lambda x: 1e300 if x > 0.3 else -1e300, -1, 2), (lambda x: 1e300 * (x - 0.3) ** 3, -1, 2), (lambda x: 1e-300 * sin(30 * x - 1), -1.05, 1.55)]
WAYS = [{}, {'xtol': 1e-4}, {'rtol': 1e-3, 'xtol': 1e-9}]
for name, ways in (('brentq', WAYS), ('brenth', WAYS), ('toms748', WAYS + [{'k': 2}])):
    for f, a, b in ONE:
        told = []
        for named in ways:
            root, how = getattr(so, name)(f, a, b, full_output=True, disp=False, **named)
            told.append((float('%.9g' % root), how.iterations, how.function_calls, how.converged))
        print(name, *told)
tenth = lambda x, c: c * x - 1
print(so.toms748(tenth, 0, 1, args=(10,)), so.brenth(tenth, 0, 1, args=(10,)), so.toms748(lambda x: x, 0, 5, full_output=True)[1].function_calls, so.root_scalar(ONE[2][0], bracket=(1, 3), method='toms748').function_calls, so.root_scalar(ONE[2][0], bracket=(1, 3), method='brenth').iterations)
print([so.toms748(f, -1, 2, full_output=True)[1].iterations for f in (lambda x: x - 0.5, lambda x: 2 * x, lambda x: x + 1)])
print(so.toms748(ONE[0][0], 0, 2, maxiter=2, disp=False, full_output=True))
steps = 0.1 * np.arange(1, 21)
MANY = [(lambda x: [x[0] + 0.5 * (x[0] - x[1]) ** 3 - 1, 0.5 * (x[1] - x[0]) ** 3 + x[1]], [0.5, 0.2]), (lambda x: np.exp(x) - 1, np.full(20, 0.5)), (lambda x: np.cos(x) - x, [0.0, 2]), (lambda x: x ** 2 - 2, [3.0, 10]),
        (lambda x: np.array([x[0] + x[1] - 3, x[0] ** 2 + x[1] ** 2 - 9]), [1.0, 5]), (lambda x: np.array([10 * (x[1] - x[0] ** 2), 1 - x[0]]), [-1.2, 1.0]), (lambda x: steps * (np.exp(x / 10) + x - 1), np.ones(20)),
        (lambda x: x - np.cos(x.sum() / 20), np.full(20, 0.1)), (lambda x: 2 * x - np.sin(np.abs(x)), np.full(20, 4.0)), (lambda x: np.array([x[0] ** 2 + x[1] - 11, x[0] + x[1] ** 2 - 7]), [1.0, 1]), (lambda x: 100 * x - 5, [1e3, 2]),
        (lambda x: x ** 2 + 1, [1.0, 2]), (lambda x: x * 0 + 1, [1.0, 2]), (lambda x: x ** 2 - 2, [[1.0, 2], [3, 4]]), (lambda x: x ** 2 - 2, 2.0)]
for f, x0 in MANY:
    told = []
    for options in ({}, {'line_search': 'cheng'}, {'M': 1}, {'sigma_0': 0.1, 'ftol': 1e-4}, {'maxfev': 7}, {'fatol': 0.1}, {'fnorm': lambda F: abs(F).max()}, {'eta_strategy': lambda k, x, F: 0.1 / (1 + k) ** 2, 'maxfev': 60}):
        found = so.root(f, x0, method='df-sane', options=options)
        told.append((found.nit, found.nfev, found.success, np.shape(found.x), np.shape(found.fun)))
        if not options and found.success:
            told.append(np.round(found.x, 6).ravel()[:3] + 0.0)
    print(*told)
seen = []
found = so.root(MANY[0][0], [0.5, 0.2], method='df-sane', tol=1e-3, options={'disp': True}, callback=lambda x, F: seen.append(x.round(6).tolist()))
print(found.nfev, found.message, seen, found.x.round(6), so.root(MANY[0][0], [0.5, 0.2], method='df-sane', options={'maxfev': 1}).message, so.root(lambda x, a: x - a, [1.0, 2], args=(3,), method='df-sane').x)
square = ONE[0][0]
warnings.simplefilter('error')
for wrong in (lambda: so.toms748(square, 0, 2, k=0), lambda: so.toms748(square, 0, 2, xtol=0), lambda: so.toms748(square, 0, 2, rtol=1e-20), lambda: so.toms748(square, 0, 2, maxiter=0), lambda: so.toms748(square, 0, 2, maxiter=2), lambda: so.toms748(square, 0, np.inf),
              lambda: so.toms748(square, np.nan, 1), lambda: so.toms748(square, 3, 1), lambda: so.toms748(square, 2, 3), lambda: so.toms748(lambda x: np.nan, 0, 1), lambda: so.toms748(lambda x: 1j, 0, 1), lambda: so.brenth(square, 0, 2, rtol=1e-20), lambda: so.brenth(square, 0, 2, maxiter=-1),
              lambda: so.brenth(square, 0, 2, maxiter=2), lambda: so.brenth(square, 2, 3), lambda: so.root(square, 1, method='df-sane', options={'line_search': 'zz'}), lambda: so.root(square, 1, method='df-sane', options={'zz': 1})):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)

"""scipy.integrate: functions, samples, differential equations, events, what is refused."""
import warnings
import numpy as np
from scipy import integrate as si
warnings.simplefilter('ignore')
for f, a, b in ((lambda x: x ** 2, 0, 1), (np.sin, 0, np.pi), (lambda x: np.exp(-x), 0, np.inf), (lambda x: np.exp(-x * x), -np.inf, np.inf), (lambda x: 1 / np.sqrt(x), 0, 1), (lambda x: 1 / (1 + x * x), -np.inf, 0),
                (lambda x: np.cos(50 * x), 0, 2), (lambda x: x, 3, 1), (lambda x: np.log(x), 0, 1), (lambda x: abs(x - .3), 0, 1), (lambda x: x, 1, 1)):
    v, e = si.quad(f, a, b)
    print(round(v, 9) + 0, e < 2e-8)
print(*['%.3e' % si.quad(f, a, b)[1] for f, a, b in ((lambda x: x ** 2, 0, 1), (np.sin, 0, np.pi), (lambda x: np.exp(x), 0, 2))])
print(np.round(si.quad(lambda x, k: k * x, 0, 1, args=(3,)), 8), np.round(si.dblquad(lambda y, x: x * y, 0, 2, lambda x: 0, lambda x: x)[0], 9), np.round(si.tplquad(lambda z, y, x: x + y + z, 0, 1, 0, 1, 0, 1)[0], 9), np.round(si.nquad(lambda x, y: x * y, [[0, 1], [0, 2]])[0], 9))
print(np.round(si.fixed_quad(lambda x: x ** 3, 0, 2, n=3)[0], 9), si.quad(lambda x: abs(x - .3), 0, 1, points=[.3])[0])
y = np.array([1., 3, 2, 5, 4, 6, 3]); x = np.array([0, .5, 1, 2, 3, 3.5, 5])
for even in 'avg', 'first', 'last': print(np.round(si.simpson(y[:6], x[:6], even=even), 9), np.round(si.simpson(y[:6], even=even), 9))
print(si.trapezoid(y), si.trapezoid(y, x), si.simpson(y, x), si.simpson(y), si.cumulative_trapezoid(y, x, initial=0), si.cumtrapz(y), si.romb(y[:5]), si.trapz(np.stack([y, y]), axis=0), si.simps(np.arange(9.).reshape(3, 3), axis=0))
def lv(t, z, a, b): return [a * z[0] - z[0] * z[1], -b * z[1] + z[0] * z[1]]
for method in 'RK45', 'RK23':
    r = si.solve_ivp(lv, (0, 5), [2, 1], method=method, args=(1.5, 1.), dense_output=True)
    print(r.t.shape, r.nfev, r.status, r.message, np.round(r.y[:, -1], 6), np.round(r.sol([1., 2.5]), 6), np.round(r.t[:4], 6))
    r = si.solve_ivp(lambda t, z: -.5 * z, (0, 10), [2, 4, 8], method=method, t_eval=[0, 1, 2, 4, 10], rtol=1e-6)
    print(np.round(r.y, 6), r.nfev)
def hit(t, y): return y[0]
hit.terminal, hit.direction = True, -1
r = si.solve_ivp(lambda t, y: [y[1], -9.8], (0, 100), [10., 0], events=hit, max_step=.5)
print(np.round(r.t_events[0], 6), np.round(r.y_events[0], 5), r.status, r.message, r.success, np.round(r.t[-1], 6))
print(np.round(si.solve_ivp(lambda t, y: y, (2, 0), [1.]).y[:, -1], 6))
t = np.linspace(0, 4, 5)
print(np.round(si.odeint(lambda y, t, k: [y[1], -k * y[0]], [1., 0], t, args=(2.,)), 5), np.round(si.odeint(lambda y, t: -y, 1.5, t), 5).ravel(), np.round(si.odeint(lambda t, y: -y, 1.5, t, tfirst=True), 5).ravel())
for f in (lambda: si.solve_ivp(lv, (0, 1), [[1, 2]]), lambda: si.solve_ivp(lv, (0, 1), [1, 2], t_eval=[2]), lambda: si.solve_ivp(lv, (0, 1), [1, 2], t_eval=[1, 0]), lambda: si.romb([1, 2, 3, 4]), lambda: si.simpson([1, 2], even='x'), lambda: si.fixed_quad(np.sin, 0, np.inf)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)

# scipy.integrate.solve_ivp for stiff equations: BDF and Radau step by step as the original, LSODA in what it gives
import numpy as np
from scipy.integrate import solve_ivp

np.set_printoptions(precision=6, suppress=True, linewidth=150)


def robertson(t, y):
    return [-0.04 * y[0] + 1e4 * y[1] * y[2], 0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] ** 2, 3e7 * y[1] ** 2]


def slopes(t, y):
    return np.array([[-0.04, 1e4 * y[2], 1e4 * y[1]], [0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1]], [0, 6e7 * y[1], 0]])


def swing(t, y, mu):
    return [y[1], mu * (1 - y[0] ** 2) * y[1] - y[0]]


for method in ('BDF', 'Radau'):
    for jac in (None, slopes):
        r = solve_ivp(robertson, (0, 40), [1, 0, 0], method=method, jac=jac)
        print(method, r.status, r.message, len(r.t), r.nfev, r.njev, r.nlu, r.y[:, -1], r.t[:5], r.t[-1])
    r = solve_ivp(swing, (0, 50), [2, 0], method=method, args=(20,), t_eval=[0, 1, 5, 15, 30, 50], rtol=1e-6, atol=1e-8)
    print(np.round(r.y, 4), r.success)
    r = solve_ivp(lambda t, y: -2 * y + t, (0, 3), [1.0, 2.0], method=method, dense_output=True, jac=-2 * np.eye(2))
    print(len(r.t), r.nfev, r.njev, np.round(r.sol([0.1, 1.5, 2.9]), 5), np.round(r.sol(2.0), 5))
    r = solve_ivp(lambda t, y: -y, (3, 0), [1.0], method=method, first_step=0.1, max_step=0.5)
    print(len(r.t), np.round(r.y[0, -1], 4), np.round(r.t[:4], 4))


def low(t, y):
    return y[0] - 0.5


low.terminal = True
r = solve_ivp(lambda t, y: -0.3 * y, (0, 10), [1.0], method='BDF', events=low)
print(r.status, r.message, np.round(r.t_events[0], 4), np.round(r.y[0, -1], 4))
r = solve_ivp(robertson, (0, 40), [1, 0, 0], method='LSODA', t_eval=[1, 10, 40], rtol=1e-6, atol=1e-10)
print(np.round(r.y, 5), r.message)
for bad in (lambda: solve_ivp(robertson, (0, 1), [1, 0, 0], method='Odd'), lambda: solve_ivp(robertson, (0, 1), [1, 0, 0], method='BDF', jac=np.eye(2))):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, str(e)[:24])

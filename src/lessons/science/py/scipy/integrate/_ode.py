"""Ordinary differential equations by Runge and Kutta's steps of adapted width: RK45 (Dormand and Prince), RK23 (Bogacki and Shampine); those for stiff equations are in _stiff.py."""
import numpy as np

from scipy.integrate._stiff import STIFF, _size, first_width
from scipy.optimize._result import OptimizeResult
from scipy.optimize._scalar import brentq

_RK45 = dict(order=4, a=[[], [1 / 5], [3 / 40, 9 / 40], [44 / 45, -56 / 15, 32 / 9], [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729], [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656]],
             b=[35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84], c=[0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1],
             e=[-71 / 57600, 0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40],
             p=[[1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432], [0, 0, 0, 0], [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
                [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072], [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
                [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844], [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423]])
_RK23 = dict(order=2, a=[[], [1 / 2], [0, 3 / 4]], b=[2 / 9, 1 / 3, 4 / 9], c=[0, 1 / 2, 3 / 4], e=[5 / 72, -1 / 12, -1 / 9, 1 / 8],
             p=[[1, -4 / 3, 5 / 9], [0, 1, -2 / 3], [0, 4 / 3, -8 / 9], [0, -1, 1]])
_METHODS = {'RK45': _RK45, 'RK23': _RK23}
_SAFETY, _LEAST, _MOST = 0.9, 0.2, 10


class _Steps:
    """The steps of one method, one after the other."""

    def __init__(self, method, f, t, y, end, rtol, atol, first, most):
        self.rule, self.f, self.t, self.y, self.end, self.rtol, self.atol, self.most = method, f, t, y, end, rtol, atol, most
        self.way = 1.0 if end >= t else -1.0
        self.calls = 0
        self.slope = self.at(t, y)
        self.width = abs(first) if first is not None else first_width(self, self.rule['order'])

    def at(self, t, y):
        self.calls += 1
        return np.asarray(self.f(t, y), dtype=self.y.dtype)

    def step(self):
        """One step; a text where none is small enough, else None. Keeps what the curve inside it needs."""
        rule, least = self.rule, 10 * abs(np.nextafter(self.t, self.way * np.inf) - self.t)
        width = min(max(self.width, least), self.most)
        refused, power = False, -1 / (rule['order'] + 1)
        while True:
            if width < least:
                return 'Required step size is less than spacing between numbers.'
            new = self.t + width * self.way
            if self.way * (new - self.end) > 0:
                new = self.end
            h = new - self.t
            width = abs(h)
            slopes = [self.slope]
            for a, c in zip(rule['a'][1:], rule['c'][1:]):
                slopes.append(self.at(self.t + c * h, self.y + h * np.dot(np.array(slopes).T, a)))
            y = self.y + h * np.dot(np.array(slopes).T, rule['b'])
            slopes.append(self.at(self.t + h, y))
            slopes = np.array(slopes)
            scale = self.atol + np.maximum(np.abs(self.y), np.abs(y)) * self.rtol
            off = _size(h * np.dot(slopes.T, rule['e']) / scale)
            if off < 1:
                grow = _MOST if off == 0 else min(_MOST, _SAFETY * off ** power)
                width *= min(1, grow) if refused else grow
                break
            width *= max(_LEAST, _SAFETY * off ** power)
            refused = True
        self.curve = _Curve(self.t, new, self.y, np.dot(slopes.T, rule['p']))
        self.t, self.y, self.slope, self.width = new, y, slopes[-1], width
        return None


class _Curve:
    """The solution inside one step."""

    def __init__(self, start, stop, y, q):
        self.t_min, self.t_max, self.t_old, self.t, self.h, self.y, self.q = min(start, stop), max(start, stop), start, stop, stop - start, y, q

    def __call__(self, t):
        t = np.asarray(t)
        x = (t - self.t_old) / self.h
        powers = np.cumprod(np.tile(x, (self.q.shape[1], *[1] * x.ndim)), axis=0)
        made = self.h * np.dot(self.q, powers)
        return made + (self.y if t.ndim == 0 else self.y[:, None])


class OdeSolution:
    """The solution at any time: each step's own curve."""

    def __init__(self, ts, interpolants):
        self.ts, self.interpolants = np.asarray(ts), interpolants
        self.n_segments, self.t_min, self.t_max = len(interpolants), min(ts[0], ts[-1]), max(ts[0], ts[-1])
        self._up = ts[-1] >= ts[0]

    def _one(self, t):
        edges = self.ts if self._up else self.ts[::-1]
        at = min(max(int(np.searchsorted(edges, t, side='left' if self._up else 'right')) - 1, 0), self.n_segments - 1)
        return self.interpolants[at if self._up else self.n_segments - 1 - at](t)

    def __call__(self, t):
        t = np.asarray(t)
        return self._one(t) if t.ndim == 0 else np.stack([self._one(each) for each in t], axis=-1)


def _crossed(before, after, direction):
    return (before <= 0 <= after and direction >= 0) or (before >= 0 >= after and direction <= 0)


class _Event:
    def __init__(self, function, args, t, y):
        self.function, self.args = function, args
        self.terminal, self.direction = getattr(function, 'terminal', False), getattr(function, 'direction', 0)
        self.value, self.times, self.places = self.at(t, y), [], []

    def at(self, t, y):
        return self.function(t, y, *self.args)

    def met(self, curve, t, y):
        """When this step met it, or None."""
        before, self.value = self.value, self.at(t, y)
        if not _crossed(before, self.value, self.direction):
            return None
        return brentq(lambda x: self.at(x, curve(x)), curve.t_old, curve.t, xtol=4 * np.finfo(float).eps, rtol=4 * np.finfo(float).eps)


def _checked(method, t_span, y0, t_eval, rtol, atol):
    if method == 'DOP853':
        raise NotImplementedError("scipy has the method DOP853, perch's scipy has not; it has " + ', '.join([*_METHODS, *STIFF]))
    if method not in _METHODS and method not in STIFF:
        raise ValueError("`method` must be one of {'RK23', 'RK45', 'DOP853', 'Radau', 'BDF', 'LSODA'} or OdeSolver class.")
    t0, end = map(float, t_span)
    y0 = np.asarray(y0)
    y0 = y0.astype(complex if np.iscomplexobj(y0) else float)
    if y0.ndim != 1:
        raise ValueError('`y0` must be 1-dimensional.')
    if t_eval is not None:
        t_eval = np.asarray(t_eval)
        if t_eval.ndim != 1:
            raise ValueError('`t_eval` must be 1-dimensional.')
        if np.any(t_eval < min(t0, end)) or np.any(t_eval > max(t0, end)):
            raise ValueError('Values in `t_eval` are not within `t_span`.')
        steps = np.diff(t_eval)
        if end > t0 and np.any(steps <= 0) or end < t0 and np.any(steps >= 0):
            raise ValueError('Values in `t_eval` are not properly sorted.')
    if rtol < 100 * np.finfo(float).eps:
        rtol = 100 * np.finfo(float).eps
    if np.any(np.asarray(atol) < 0):
        raise ValueError('`atol` must be positive.')
    return _METHODS.get(method) or STIFF[method], t0, end, y0, t_eval, rtol, atol


def solve_ivp(fun, t_span, y0, method='RK45', t_eval=None, dense_output=False, events=None, vectorized=False, args=None, *, rtol=1e-3, atol=1e-6, first_step=None, max_step=np.inf, jac=None, jac_sparsity=None, lband=None, uband=None, min_step=0):
    """y' = fun(t, y) from t_span[0] to t_span[1]."""
    rule, t0, end, y0, t_eval, rtol, atol = _checked(method, t_span, y0, t_eval, rtol, atol)
    args = () if args is None else tuple(args)
    f = (lambda t, y: np.asarray(fun(t, y[:, None], *args)).ravel()) if vectorized else (lambda t, y: fun(t, y, *args))
    if isinstance(rule, dict):
        steps = _Steps(rule, f, t0, y0, end, rtol, atol, first_step, max_step)
    else:
        steps = rule(f, t0, y0, end, rtol, atol, first_step, max_step, (lambda t, y: jac(t, y, *args)) if callable(jac) else jac)
    watched = [_Event(each, args, t0, y0) for each in ([events] if callable(events) else events or ())]
    ts, ys, curves, edges, status, message = ([t0], [y0], [], [t0], None, None) if t_eval is None else ([], [], [], [t0], None, None)
    done = 0
    while status is None:
        failed = steps.step() if steps.t != end else ''
        if failed:
            status, message = -1, failed
            break
        if failed == '':
            status = 0
            break
        t, y = steps.t, steps.y
        status = 0 if steps.way * (t - end) >= 0 else None
        found = sorted(((at, i) for i, at in enumerate(each.met(steps.curve, t, y) for each in watched) if at is not None), key=lambda pair: steps.way * pair[0])
        for at, i in found:
            watched[i].times.append(at)
            watched[i].places.append(steps.curve(at))
            if watched[i].terminal:
                status, t, y = 1, at, steps.curve(at)
                break
        if t_eval is None:
            ts.append(t)
            ys.append(y)
        else:
            stop = int(np.searchsorted(t_eval * steps.way, t * steps.way, side='right'))
            if stop > done:
                ts.append(t_eval[done:stop])
                ys.append(steps.curve(t_eval[done:stop]))
                done = stop
        curves.append(steps.curve)
        edges.append(t)
    message = message or ('The solver successfully reached the end of the integration interval.' if status == 0 else 'A termination event occurred.')
    if t_eval is None:
        ts, ys = np.array(ts), np.vstack(ys).T
    elif ts:
        ts, ys = np.hstack(ts), np.hstack(ys)
    return OdeResult(t=ts, y=ys, sol=OdeSolution(edges, curves) if dense_output else None, t_events=[np.asarray(each.times) for each in watched] if events is not None else None,
                     y_events=[np.asarray(each.places) for each in watched] if events is not None else None, nfev=steps.calls, njev=getattr(steps, 'tables', 0), nlu=getattr(steps, 'splits', 0), status=status, message=message, success=status >= 0)


class OdeResult(OptimizeResult):
    """What solve_ivp gives."""


def odeint(func, y0, t, args=(), Dfun=None, col_deriv=0, full_output=0, ml=None, mu=None, rtol=None, atol=None, tcrit=None, h0=0.0, hmax=0.0, hmin=0.0, ixpr=0, mxstep=0, mxhnil=0, mxordn=12, mxords=5,
           printmessg=0, tfirst=False):
    """y' = func(y, t), at each time of t. Steps are Dormand and Prince's, a hundred times as exact as wished."""
    args = args if isinstance(args, tuple) else (args,)
    t, y0 = np.asarray(t, float), np.atleast_1d(np.asarray(y0, float))
    if t.size > 1 and not (np.all(np.diff(t) >= 0) or np.all(np.diff(t) <= 0)):
        raise ValueError('The values in t must be monotonically increasing or monotonically decreasing; repeated values are allowed.')
    f = (lambda s, y: func(s, y, *args)) if tfirst else (lambda s, y: func(y, s, *args))
    shape = np.shape(f(t[0], y0))
    if shape not in (y0.shape, ()) or y0.ndim != 1:
        raise RuntimeError(f'The array return by func must be one-dimensional, but got ndim={len(shape)}.' if len(shape) != 1 else
                           f'The size of the array returned by func ({shape[0]}) does not match the size of y0 ({y0.size}).')
    wished = (1.49012e-8 if rtol is None else np.min(rtol)), (1.49012e-8 if atol is None else np.min(atol))
    steps = _Steps(_RK45, lambda s, y: np.atleast_1d(f(s, y)), t[0], y0, t[-1], max(wished[0] / 100, 1e-13), max(wished[1] / 100, 1e-14), h0 or None, hmax or np.inf)
    made, done = np.empty((t.size, y0.size)), 0
    while done < t.size and t[done] == t[0]:
        made[done] = y0
        done += 1
    while done < t.size:
        failed = steps.step()
        if failed:
            raise RuntimeError(f'odeint: {failed}')
        while done < t.size and steps.way * (t[done] - steps.t) <= 0:
            made[done] = steps.curve(t[done])
            done += 1
    return (made, {'nfe': steps.calls, 'message': 'Integration successful.'}) if full_output else made

"""Stiff differential equations: BDF (differences backward, order 1 to 5, after Shampine and Reichelt) and Radau (IIA of order 5, after Hairer and Wanner). Each has the interface of _ode._Steps."""
import numpy as np

_EPS = np.finfo(float).eps
_LEAST, _MOST = 0.2, 10


def _size(x):
    return np.linalg.norm(x) / x.size ** 0.5


def first_width(steps, order):
    """A width with which the first step is likely to be good."""
    scale, power = steps.atol + np.abs(steps.y) * steps.rtol, 1 / (order + 1)
    place, slope = _size(steps.y / scale), _size(steps.slope / scale)
    guess = 1e-6 if place < 1e-5 or slope < 1e-5 else 0.01 * place / slope
    bend = _size((steps.at(steps.t + guess * steps.way, steps.y + guess * steps.way * steps.slope) - steps.slope) / scale) / guess
    second = max(1e-6, guess * 1e-3) if slope <= 1e-15 and bend <= 1e-15 else (0.01 / max(slope, bend)) ** power
    return min(100 * guess, second)


class _Stiff:
    """What both have: the slope's table of derivatives, given or by small steps, the first step, the tolerance of Newton's steps."""
    order = 1

    def __init__(self, f, t, y, end, rtol, atol, first, most, jac):
        self.f, self.t, self.y, self.end, self.rtol, self.atol, self.most = f, t, y, end, rtol, atol, most
        self.way = 1.0 if end >= t else -1.0
        self.calls = self.tables = self.splits = 0
        self.slope = self.at(t, y)
        self.width = abs(first) if first is not None else first_width(self, self.order)
        self.near = max(10 * _EPS / rtol, min(0.03, rtol ** 0.5))
        self.eye = np.eye(y.size)
        self._jac, self.fixed = jac, jac is not None and not callable(jac)
        self.J = np.asarray(jac, dtype=y.dtype) if self.fixed else self.table(t, y, self.slope)
        if self.J.shape != (y.size, y.size):
            raise ValueError(f'`jac` is expected to have shape {(y.size, y.size)}, but actually has {self.J.shape}.')

    def at(self, t, y):
        self.calls += 1
        return np.asarray(self.f(t, y), dtype=self.y.dtype)

    def table(self, t, y, here):
        self.tables += 1
        if self._jac is not None:
            found = self._jac(t, y)
            return np.asarray(found.toarray() if hasattr(found, 'toarray') else found, dtype=self.y.dtype)
        found = np.empty((y.size, y.size), y.dtype)
        for i in range(y.size):
            step = _EPS ** 0.5 * max(abs(y[i]), np.broadcast_to(self.atol, y.shape)[i]) * (1 if here[i].real >= 0 else -1)
            moved = y.copy()
            moved[i] += step if y[i] + step != y[i] else _EPS ** 0.5
            found[:, i] = (np.asarray(self.f(t, moved)) - here) / (moved[i] - y[i])
        return found

    def split(self, table):
        self.splits += 1
        try:
            back = np.linalg.inv(table)
        except np.linalg.LinAlgError:
            back = np.linalg.pinv(table)
        return back.dot

    def _least_width(self):
        return 10 * abs(np.nextafter(self.t, self.way * np.inf) - self.t)


_SMALL = 'Required step size is less than spacing between numbers.'
_KAPPA = np.array([0, -0.1850, -1 / 9, -0.0823, -0.0415, 0])
_GAMMA = np.hstack([0, np.cumsum(1 / np.arange(1, 6))])
_ALPHA = (1 - _KAPPA) * _GAMMA
_ERROR = _KAPPA * _GAMMA + 1 / np.arange(1, 7)


def _rates(order, factor):
    i, j = np.arange(1, order + 1)[:, None], np.arange(1, order + 1)
    made = np.zeros((order + 1, order + 1))
    made[1:, 1:] = (i - 1 - factor * j) / i
    made[0] = 1
    return np.cumprod(made, axis=0)


def _restep(D, order, factor):
    """The differences for steps of another width."""
    D[:order + 1] = _rates(order, factor).dot(_rates(order, 1)).T.dot(D[:order + 1])


class BDF(_Stiff):
    """Differences backward."""

    def __init__(self, *given):
        super().__init__(*given)
        self.D = np.zeros((8, self.y.size), self.y.dtype)
        self.D[0], self.D[1] = self.y, self.slope * self.width * self.way
        self.order, self.equal, self.solve = 1, 0, None

    def _rewidth(self, factor):
        self.width *= factor
        _restep(self.D, self.order, factor)
        self.equal = 0

    def _newton(self, t, guess, c, psi, scale):
        """(whether it settled, in how many steps, y, how far it is from the guess)."""
        off, y, before = np.zeros_like(guess), guess.copy(), None
        for k in range(4):
            f = self.at(t, y)
            if not np.all(np.isfinite(f)):
                break
            step = self.solve(c * f - psi - off)
            size = _size(step / scale)
            rate = None if before is None else size / before
            if rate is not None and (rate >= 1 or rate ** (4 - k) / (1 - rate) * size > self.near):
                break
            y, off = y + step, off + step
            if size == 0 or rate is not None and rate / (1 - rate) * size < self.near:
                return True, k + 1, y, off
            before = size
        return False, k + 1, y, off

    def step(self):
        """One step; a text where none is small enough, else None."""
        D, least = self.D, self._least_width()
        if self.width > self.most:
            self._rewidth(self.most / self.width)
        elif self.width < least:
            self._rewidth(least / self.width)
        fresh = self.fixed
        while True:
            if self.width < least:
                return _SMALL
            order, new = self.order, self.t + self.width * self.way
            if self.way * (new - self.end) > 0:
                new = self.end
                self._rewidth(abs(new - self.t) / self.width)
                self.solve = None
            h = new - self.t
            self.width = abs(h)
            guess = D[:order + 1].sum(axis=0)
            scale, c = self.atol + self.rtol * np.abs(guess), h / _ALPHA[order]
            psi = np.dot(D[1:order + 1].T, _GAMMA[1:order + 1]) / _ALPHA[order]
            while True:
                if self.solve is None:
                    self.solve = self.split(self.eye - c * self.J)
                settled, tries, y, off = self._newton(new, guess, c, psi, scale)
                if settled or fresh:
                    break
                self.J, self.solve, fresh = self.table(new, guess, self._plain(new, guess)), None, True
            if not settled:
                self._rewidth(0.5)
                self.solve = None
                continue
            safety = 0.9 * 9 / (8 + tries)
            scale = self.atol + self.rtol * np.abs(y)
            size = _size(_ERROR[order] * off / scale)
            if size <= 1:
                break
            self._rewidth(max(_LEAST, safety * size ** (-1 / (order + 1))))
        self.equal += 1
        self.curve = None
        t_old, self.t, self.y = self.t, new, y
        D[order + 2], D[order + 1] = off - D[order + 1], off
        for i in reversed(range(order + 1)):
            D[i] += D[i + 1]
        self.curve = _BDFCurve(t_old, new, h, order, D[:order + 1].copy())
        if self.equal >= order + 1:
            self._reorder(order, size, scale, safety)
        return None

    def _plain(self, t, y):
        return np.asarray(self.f(t, y), dtype=self.y.dtype) if self._jac is None else None

    def _reorder(self, order, size, scale, safety):
        lower = _size(_ERROR[order - 1] * self.D[order] / scale) if order > 1 else np.inf
        higher = _size(_ERROR[order + 1] * self.D[order + 2] / scale) if order < 5 else np.inf
        with np.errstate(divide='ignore'):
            factors = np.array([lower, size, higher]) ** (-1 / np.arange(order, order + 3))
        self.order = order + int(np.argmax(factors)) - 1
        self._rewidth(min(_MOST, safety * np.max(factors)))
        self.solve = None


class _BDFCurve:
    """The solution inside one step."""

    def __init__(self, start, stop, h, order, D):
        self.t_min, self.t_max, self.t_old, self.t = min(start, stop), max(start, stop), start, stop
        self.shift, self.wide, self.D = stop - h * np.arange(order), h * (1 + np.arange(order)), D

    def __call__(self, t):
        t = np.asarray(t)
        if t.ndim == 0:
            return np.dot(self.D[1:].T, np.cumprod((t - self.shift) / self.wide)) + self.D[0]
        return np.dot(self.D[1:].T, np.cumprod((t - self.shift[:, None]) / self.wide[:, None], axis=0)) + self.D[0][:, None]


_S6 = 6 ** 0.5
_C = np.array([(4 - _S6) / 10, (4 + _S6) / 10, 1])
_E = np.array([-13 - 7 * _S6, -13 + 7 * _S6, -1]) / 3
_REAL = 3 + 3 ** (2 / 3) - 3 ** (1 / 3)
_COMPLEX = 3 + 0.5 * (3 ** (1 / 3) - 3 ** (2 / 3)) - 0.5j * (3 ** (5 / 6) + 3 ** (7 / 6))
_T = np.array([[0.09443876248897524, -0.14125529502095421, 0.03002919410514742], [0.25021312296533332, 0.20412935229379994, -0.38294211275726192], [1, 1, 0]])
_TI = np.array([[4.17871859155190428, 0.32768282076106237, 0.52337644549944951], [-4.17871859155190428, -0.32768282076106237, 0.47662355450055044],
                [0.50287263494578682, -2.57192694985560522, 0.59603920482822492]])
_P = np.array([[13 / 3 + 7 * _S6 / 3, -23 / 3 - 22 * _S6 / 3, 10 / 3 + 5 * _S6], [13 / 3 - 7 * _S6 / 3, -23 / 3 + 22 * _S6 / 3, 10 / 3 - 5 * _S6], [1 / 3, -8 / 3, 10 / 3]])


def _wider(width, width_before, size, size_before):
    """By how much the next step may be wider."""
    grow = 1 if size_before is None or width_before is None or size == 0 else width / width_before * (size_before / size) ** 0.25
    with np.errstate(divide='ignore'):
        return min(1, grow) * np.float64(size) ** -0.25


class Radau(_Stiff):
    """Three places a step, all solved for together."""
    order = 3

    def __init__(self, *given):
        super().__init__(*given)
        self.width_before = self.size_before = self.curve = self.solve = None
        self.fresh = True

    def _newton(self, h, guess, scale):
        """(whether it settled, in how many steps, the three places, how fast)."""
        real, other = _REAL / h, _COMPLEX / h
        W, Z, before, rate = _TI.dot(guess), guess, None, None
        for k in range(6):
            F = np.array([self.at(self.t + h * c, self.y + z) for c, z in zip(_C, Z)])
            if not np.all(np.isfinite(F)):
                break
            first = self.solve[0](F.T.dot(_TI[0]) - real * W[0])
            pair = self.solve[1](F.T.dot(_TI[1] + 1j * _TI[2]) - other * (W[1] + 1j * W[2]))
            step = np.array([first, pair.real, pair.imag])
            size = _size(step / scale)
            rate = rate if before is None else size / before
            if rate is not None and (rate >= 1 or rate ** (6 - k) / (1 - rate) * size > self.near):
                break
            W = W + step
            Z = _T.dot(W)
            if size == 0 or rate is not None and rate / (1 - rate) * size < self.near:
                return True, k + 1, Z, rate
            before = size
        return False, k + 1, Z, rate

    def step(self):
        """One step; a text where none is small enough, else None."""
        least, f = self._least_width(), self.slope
        width, before, size_before = self.width, self.width_before, self.size_before
        if not least <= width <= self.most:
            width, before, size_before = min(max(width, least), self.most), None, None
        refused = False
        while True:
            if width < least:
                return _SMALL
            new = self.t + width * self.way
            if self.way * (new - self.end) > 0:
                new = self.end
            h = new - self.t
            width = abs(h)
            guess = np.zeros((3, self.y.size)) if self.curve is None else self.curve(self.t + h * _C).T - self.y
            scale = self.atol + np.abs(self.y) * self.rtol
            while True:
                if self.solve is None:
                    self.solve = self.split(_REAL / h * self.eye - self.J), self.split(_COMPLEX / h * self.eye - self.J)
                settled, tries, Z, rate = self._newton(h, guess, scale)
                if settled or self.fresh or self.fixed:
                    break
                self.J, self.solve, self.fresh = self.table(self.t, self.y, f), None, True
            if not settled:
                width *= 0.5
                self.solve = None
                continue
            y, ZE = self.y + Z[-1], Z.T.dot(_E) / h
            error = self.solve[0](f + ZE)
            scale = self.atol + np.maximum(np.abs(self.y), np.abs(y)) * self.rtol
            size, safety = _size(error / scale), 0.9 * 13 / (12 + tries)
            if refused and size > 1:
                error = self.solve[0](self.at(self.t, self.y + error) + ZE)
                size = _size(error / scale)
            if size <= 1:
                break
            width *= max(_LEAST, safety * _wider(width, before, size, size_before))
            self.solve, refused = None, True
        anew = not self.fixed and tries > 2 and rate > 1e-3
        factor = min(_MOST, safety * _wider(width, before, size, size_before))
        if not anew and factor < 1.2:
            factor = 1
        else:
            self.solve = None
        self.slope = self.at(new, y)
        self.fresh = False
        if anew:
            self.J, self.fresh = self.table(new, y, self.slope), True
        self.width_before, self.size_before, self.width = self.width, size, width * factor
        self.curve = _RadauCurve(self.t, new, self.y, np.dot(Z.T, _P))
        self.t, self.y = new, y
        return None


class _RadauCurve:
    """The solution inside one step."""

    def __init__(self, start, stop, y, q):
        self.t_min, self.t_max, self.t_old, self.t, self.h, self.y, self.q = min(start, stop), max(start, stop), start, stop, stop - start, y, q

    def __call__(self, t):
        x = (np.asarray(t) - self.t_old) / self.h
        made = np.dot(self.q, np.cumprod(np.tile(x, (3, *[1] * x.ndim)), axis=0))
        return made + (self.y if x.ndim == 0 else self.y[:, None])


STIFF = {'BDF': BDF, 'Radau': Radau, 'LSODA': Radau}       # (LSODA's own steps are ODEPACK's; these are as exact)

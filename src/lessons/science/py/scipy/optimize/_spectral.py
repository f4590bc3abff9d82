"""Roots of many equations without slopes: the spectral residual method of La Cruz, Martinez and Raydan (Mathematics of Computation 75, 2006), known as DF-SANE."""
import warnings

import numpy as np

from scipy.optimize._curve import OptimizeWarning
from scipy.optimize._result import OptimizeResult

_GAMMA, _LEAST, _MOST = 1e-4, 0.1, 0.5          # how much less is enough; the least and the most that a try is shortened to
_CHENG = 0.85                                   # how much the past weighs in Cheng's and Li's mean


class _Enough(Exception):
    """As many evaluations as were allowed."""


class _Merit:
    """The equations, how often they were asked, and their squared norm."""

    def __init__(self, fun, args, shape, maxfev, fnorm):
        self.fun, self.args, self.shape, self.most, self.calls = fun, args, shape, maxfev, 0
        self.size = fnorm or np.linalg.norm          # (what the end is told by; the steps go by the squared norm)

    def __call__(self, x):
        if self.calls and self.calls >= self.most:
            raise _Enough
        self.calls += 1
        F = np.asarray(self.fun(x.reshape(self.shape), *self.args)).ravel()
        return np.linalg.norm(F) ** 2, F


class _LastFew:
    """The highest merit of the last M iterates bounds the next one."""

    def __init__(self, M, first):
        self.few, self.kept = M, [first]

    def bound(self):
        return max(self.kept)

    def took(self, merit, slack):
        self.kept = [*self.kept, merit][-self.few:]


class _Mean:
    """A mean of all merits, in which older ones fade, bounds the next one."""

    def __init__(self, M, first):
        self.mean, self.weight = first, 1.0

    def bound(self):
        return self.mean

    def took(self, merit, slack):
        before = _CHENG * self.weight
        self.weight = before + 1
        self.mean = (before * (self.mean + slack) + merit) / self.weight


_SEARCHES = {'cruz': _LastFew, 'cheng': _Mean}


def _shorter(part, here, there):
    """The least point of the parabola through what is known along the way, held between a tenth and a half of the part that was tried."""
    with np.errstate(all='ignore'):
        wished = np.float64(part ** 2 * here) / (there + (2 * part - 1) * here)
    return np.clip(wished, _LEAST * part, _MOST * part)


def _search(merit, x, way, here, bound):
    """(x, merit, equations) of the first try, ahead and behind by turns, that lies low enough."""
    ahead = behind = 1.0
    while True:
        at = x + ahead * way
        there, F = merit(at)
        if there <= bound - _GAMMA * ahead ** 2 * here:
            return at, there, F
        at = x - behind * way
        back, F = merit(at)
        if back <= bound - _GAMMA * behind ** 2 * here:
            return at, back, F
        ahead, behind = _shorter(ahead, here, there), _shorter(behind, here, back)


def _held(sigma, eps):
    """The spectral step, neither too short nor too long."""
    if eps < abs(sigma) < 1 / eps:
        return sigma
    return np.copysign(min(max(abs(sigma), eps), 1 / eps), np.real(sigma))


def df_sane(fun, x0, args=(), callback=None, ftol=1e-8, fatol=1e-300, maxfev=1000, fnorm=None, disp=False, M=10, eta_strategy=None, sigma_eps=1e-10, sigma_0=1.0, line_search='cruz', **unknown):
    """Steps along the residual, as long as the last one showed to be right."""
    if line_search not in _SEARCHES:
        raise ValueError("Invalid value %r for 'line_search'" % (line_search,))
    if unknown:
        warnings.warn('Unknown solver options: ' + ', '.join(unknown), OptimizeWarning, stacklevel=4)
    shape, x = np.shape(x0), np.atleast_1d(x0).ravel() * 1.0
    merit = _Merit(fun, args, shape, maxfev, fnorm)
    here, F = merit(x)
    first, least, sigma, k, past = here, fatol + ftol * merit.size(F), sigma_0, 0, _SEARCHES[line_search](M, here)
    while True:
        size = merit.size(F)
        if disp:
            print('iter %d: ||F|| = %g, sigma = %g' % (k, size, sigma))
        if callback is not None:
            callback(x.reshape(shape), F)
        found = size < least
        if found:
            break
        slack = eta_strategy(k, x, F) if eta_strategy else first / (1 + k) ** 2
        try:
            at, there, F_there = _search(merit, x, -_held(sigma, sigma_eps) * F, here, past.bound() + slack)
        except _Enough:
            break
        s, y = at - x, F_there - F
        sigma = np.vdot(s, s) / np.vdot(s, y)
        x, here, F, k = at, there, F_there, k + 1
        past.took(here, slack)
    return OptimizeResult(message='successful convergence' if found else 'too many function evaluations required', success=bool(found), fun=F, x=x.reshape(shape)[()], nit=k, nfev=merit.calls)

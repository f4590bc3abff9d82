"""quad: integrals of functions by Gauss and Kronrod's points on intervals that are halved where the error is largest, with an extrapolation for ends that grow without bound."""
import heapq
import warnings

import numpy as np

# Kronrod's points from the outermost in and their weights; every other one is Gauss's, whose weights follow.
_K21 = (np.array([0.995657163025808080735527280689003, 0.973906528517171720077964012084452, 0.930157491355708226001207180059508, 0.865063366688984510732096688423493,
                  0.780817726586416897063717578345042, 0.679409568299024406234327365114874, 0.562757134668604683339000099272694, 0.433395394129247190799265943165784,
                  0.294392862701460198131126603103866, 0.14887433898163121088482600112972, 0.0]),
        np.array([0.011694638867371874278064396062192, 0.03255816230796472747881897245939, 0.05475589657435199603138130024458, 0.07503967481091995276704314091619,
                  0.093125454583697605535065465083366, 0.109387158802297641899210590325805, 0.123491976262065851077958109585166, 0.134709217311473325928054001771707,
                  0.142775938577060080797094273138717, 0.147739104901338491374841515972068, 0.149445554002916905664936468389821]),
        np.array([0.066671344308688137593568809893332, 0.149451349150580593145863397657697, 0.219086362515982043995534934228163, 0.269266719309996355091226921569469,
                  0.295524224714752870173815619188769]))
_K15 = (np.array([0.991455371120812639206854697526329, 0.949107912342758524526189684047851, 0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
                  0.58608723546769113029414469325801, 0.405845151377397166906606412076961, 0.207784955007898467600689403773245, 0.0]),
        np.array([0.022935322010529224963732008058970, 0.063092092629978553290700663189204, 0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
                  0.16900472663926790282829543374083, 0.190350578064785409913256402421014, 0.204432940075298892414161999234649, 0.209482141084727828012999174891714]),
        np.array([0.129484966168869693270611432679082, 0.27970539148927666790146777142378, 0.381830050505118944950369775488975, 0.417959183673469387755102040816327]))
_EPS, _TINY = np.finfo(float).eps, np.finfo(float).tiny


class IntegrationWarning(UserWarning):
    """An integral that was not found as exactly as wished."""


def _rule(f, low, high, rule):
    """(the integral, how far it may be off, whether that is all that is known of it) of one interval."""
    points, kronrod, gauss = rule
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    left, right = [f(middle - half * p) for p in points[:-1]], [f(middle + half * p) for p in points[:-1]]
    centre = f(middle)
    pairs = np.array(left) + np.array(right)
    found = float(kronrod[-1] * centre + (kronrod[:-1] * pairs).sum())
    inner = float((gauss[:len(pairs) // 2] * pairs[1::2]).sum()) + (gauss[-1] * centre if len(gauss) > len(pairs) // 2 else 0.0)
    size = float(kronrod[-1] * abs(centre) + (kronrod[:-1] * (np.abs(left) + np.abs(right))).sum()) * abs(half)
    mean = 0.5 * found
    spread = float(kronrod[-1] * abs(centre - mean) + (kronrod[:-1] * (np.abs(np.array(left) - mean) + np.abs(np.array(right) - mean))).sum()) * abs(half)
    error = abs((found - inner) * half)
    if spread and error:
        error = spread * min(1.0, (200.0 * error / spread) ** 1.5)
    if size > _TINY / (50.0 * _EPS):
        error = max(50.0 * _EPS * size, error)
    return found * half, error, error == spread and error > 0


def _limit(sums):
    """(the limit of a sequence, how far it may be off) by Wynn's epsilon table."""
    above, now, best = [0.0] * (len(sums) + 1), list(sums), (sums[-1], np.inf)
    for order in range(1, len(sums)):
        steps = [b - a for a, b in zip(now, now[1:])]
        if any(abs(step) < 1e-300 for step in steps):
            break
        above, now = now, [above[i + 1] + 1.0 / step for i, step in enumerate(steps)]
        if order % 2 == 0 and len(now) > 1:
            off = abs(now[-1] - now[-2]) + abs(now[-1] - best[0]) * 1e-3
            if off < best[1]:
                best = now[-1], off
    return best


def _adaptive(f, low, high, rule, epsabs, epsrel, limit, cuts=()):
    """(integral, error, how often halved, whether it is as exact as wished)."""
    edges = [low, *cuts, high]
    parts = [(*_rule(f, a, b, rule), a, b) for a, b in zip(edges, edges[1:])]
    heap = [(-error, i, value, a, b) for i, (value, error, _, a, b) in enumerate(parts)]
    unknown = len(parts) == 1 and parts[0][2]       # (a first guess whose error is as large as can be is never taken)
    heapq.heapify(heap)
    total, off = sum(p[0] for p in parts), sum(p[1] for p in parts)
    sums, count = [total], len(parts)
    while (unknown or off > max(epsabs, epsrel * abs(total))) and count < limit:
        unknown = False
        worst, _, value, a, b = heapq.heappop(heap)
        middle = 0.5 * (a + b)
        if middle <= min(a, b) or middle >= max(a, b):
            heapq.heappush(heap, (0.0, count, value, a, b))
            break
        for x, y in ((a, middle), (middle, b)):
            part, error, _ = _rule(f, x, y, rule)
            heapq.heappush(heap, (-error, count, part, x, y))
            count += 1
        count -= 1
        total, off = sum(h[2] for h in heap), -sum(h[0] for h in heap)
        sums.append(total)
        if len(sums) >= 8 and not np.isnan(total):
            guess, apart = _limit(sums[-16:])
            if apart < 0.1 * off and apart <= max(epsabs, epsrel * abs(guess)):
                return guess, max(apart, 50 * _EPS * abs(guess)), count, True
    return total, off, count, off <= max(epsabs, epsrel * abs(total))


def _ranged(f, a, b):
    """(a function on 0 … 1, its rule) where an end is infinite; x = end ± (1 - t) / t."""
    if np.isinf(a) and np.isinf(b):
        return lambda t: (f((1 - t) / t) + f(-(1 - t) / t)) / (t * t)
    if np.isinf(b):
        return lambda t: f(a + (1 - t) / t) / (t * t)
    return lambda t: f(b - (1 - t) / t) / (t * t)


def quad(func, a, b, args=(), full_output=0, epsabs=1.49e-08, epsrel=1.49e-08, limit=50, points=None, weight=None, wvar=None, wopts=None, maxp1=50, limlst=50, complex_func=False):
    """(the integral, how far it may be off)."""
    if weight is not None:
        raise NotImplementedError("quad: weight= is not there; put the weight into the function")
    args = args if isinstance(args, tuple) else (args,)
    if complex_func:
        parts = [quad(lambda x, take=take: take(func(x, *args)), a, b, (), 0, epsabs, epsrel, limit, points) for take in (np.real, np.imag)]
        return parts[0][0] + 1j * parts[1][0], parts[0][1] + 1j * parts[1][1]
    calls = [0]

    def f(x):
        calls[0] += 1
        return float(func(float(x), *args))
    sign = -1.0 if b < a else 1.0
    low, high = min(a, b), max(a, b)
    if low == high:
        value, error, count, fine = 0.0, 0.0, 1, True
    elif np.isinf(low) or np.isinf(high):
        if points is not None:
            raise ValueError('Infinity inputs cannot be used with break points.')
        value, error, count, fine = _adaptive(_ranged(f, low, high), 0.0, 1.0, _K15, epsabs, epsrel, limit)
    else:
        cuts = () if points is None else sorted(p for p in points if low < p < high)
        value, error, count, fine = _adaptive(f, low, high, _K21, epsabs, epsrel, limit + len(cuts), cuts)
    if not fine and not full_output:
        warnings.warn(f'The maximum number of subdivisions ({limit}) has been achieved.\n  If increasing the limit yields no improvement it is advised to analyze \n  the integrand in order to determine the '
                      'difficulties.  If the position of a \n  local difficulty can be determined (singularity, discontinuity) one will \n  probably gain from splitting up the interval and '
                      'calling the integrator \n  on the subranges.  Perhaps a special-purpose integrator should be used.', IntegrationWarning, stacklevel=2)
    if full_output:
        return sign * value, error, {'neval': calls[0], 'last': count}
    return sign * value, error


def nquad(func, ranges, args=None, opts=None, full_output=False):
    """Over several variables: the first of ranges is the innermost's; a range may be a function of the variables outside it."""
    args, ranges = args or (), [each if callable(each) else (lambda *_, each=each: each) for each in ranges]
    opts = [each if callable(each) else (lambda *_, each=each: each) for each in (opts if isinstance(opts, (list, tuple)) else [opts or {}] * len(ranges))]
    errors = [0.0]

    def over(depth, outer):
        low, high = ranges[depth](*outer, *args)
        inner = (lambda x: func(x, *outer, *args)) if depth == 0 else (lambda x: over(depth - 1, (x, *outer)))
        value, error = quad(inner, low, high, **opts[depth](*outer, *args))
        errors[0] = max(errors[0], error)
        return value
    value = over(len(ranges) - 1, ())
    return value, errors[0]


def _bound(bound):
    return bound if callable(bound) else lambda *_: bound


def dblquad(func, a, b, gfun, hfun, args=(), epsabs=1.49e-08, epsrel=1.49e-08):
    """func(y, x) for x from a to b, y from gfun(x) to hfun(x)."""
    low, high = _bound(gfun), _bound(hfun)
    return nquad(func, [lambda x, *_: (low(x), high(x)), (a, b)], args=args, opts={'epsabs': epsabs, 'epsrel': epsrel})


def tplquad(func, a, b, gfun, hfun, qfun, rfun, args=(), epsabs=1.49e-08, epsrel=1.49e-08):
    """func(z, y, x) for x from a to b, y from gfun(x) to hfun(x), z from qfun(x, y) to rfun(x, y)."""
    low, high, below, above = map(_bound, (gfun, hfun, qfun, rfun))
    return nquad(func, [lambda y, x, *_: (below(x, y), above(x, y)), lambda x, *_: (low(x), high(x)), (a, b)], args=args, opts={'epsabs': epsabs, 'epsrel': epsrel})


def fixed_quad(func, a, b, args=(), n=5):
    """By Gauss's n points; (the integral, None)."""
    if np.isinf(a) or np.isinf(b):
        raise ValueError('Gaussian quadrature is only available for finite limits.')
    x, w = np.polynomial.legendre.leggauss(n)
    return (b - a) / 2.0 * np.sum(w * func((b - a) * (x + 1) / 2.0 + a, *args), axis=-1), None

"""A line search that ends where both of Wolfe's conditions hold: the loss fell enough, and its slope became flat enough."""
import math


def _over(a, b):
    """a / b as tensors divide: by 0, too."""
    return a / b if b else math.nan if a != a or a == 0 else math.copysign(math.inf, a)


def _cubic_least(x1, f1, g1, x2, f2, g2, bounds=None):
    """Where the cubic through two points with these slopes is least, inside the bounds."""
    low, high = bounds if bounds is not None else (min(x1, x2), max(x1, x2))
    d1 = g1 + g2 - _over(3 * (f1 - f2), x1 - x2)
    square = d1 * d1 - g1 * g2
    if square < 0:
        return (low + high) / 2
    d2 = math.sqrt(square)
    if x1 <= x2:
        at = x2 - (x2 - x1) * _over(g2 + d2 - d1, g2 - g1 + 2 * d2)
    else:
        at = x1 - (x1 - x2) * _over(g1 + d2 - d1, g1 - g2 + 2 * d2)
    return min(max(at, low), high)


def strong_wolfe(evaluate, t, d, f, g, slope, c1=1e-4, c2=0.9, tolerance=1e-9, most=25):
    """(loss, gradient, step, evaluations) of a good step along d; evaluate(step) gives loss and gradient."""
    slope = float(slope)
    size = d.abs().max().item()
    g = g.clone()
    f_new, g_new = evaluate(t)
    evaluations, slope_new = 1, float(g_new.dot(d))
    t_old, f_old, g_old, slope_old = 0.0, f, g, slope
    done, tries, bracket = False, 0, None
    while tries < most:                 # outwards, until the least lies between two points
        if f_new > f + c1 * t * slope or tries > 1 and f_new >= f_old:
            bracket = [(t_old, f_old, g_old, slope_old), (t, f_new, g_new.clone(), slope_new)]
            break
        if abs(slope_new) <= -c2 * slope:
            bracket, done = [(t, f_new, g_new.clone(), slope_new)] * 2, True
            break
        if slope_new >= 0:
            bracket = [(t_old, f_old, g_old, slope_old), (t, f_new, g_new.clone(), slope_new)]
            break
        low, high = t + 0.01 * (t - t_old), t * 10
        kept, t = t, _cubic_least(t_old, f_old, slope_old, t, f_new, slope_new, (low, high))
        t_old, f_old, g_old, slope_old = kept, f_new, g_new.clone(), slope_new
        f_new, g_new = evaluate(t)
        evaluations += 1
        slope_new = float(g_new.dot(d))
        tries += 1
    if bracket is None:
        bracket = [(0.0, f, g, slope), (t, f_new, g_new, slope_new)]
    stuck = False
    bracket.sort(key=lambda point: point[1])        # the lower one first
    while not done and tries < most:    # inwards
        (ta, fa, ga, sa), (tb, fb, gb, sb) = bracket
        width = abs(tb - ta)
        if width * size < tolerance:
            break
        t = _cubic_least(ta, fa, sa, tb, fb, sb)
        edge = 0.1 * width
        top, bottom = max(ta, tb), min(ta, tb)
        if min(top - t, t - bottom) < edge:
            if stuck or t >= top or t <= bottom:
                t = top - edge if abs(t - top) < abs(t - bottom) else bottom + edge
                stuck = False
            else:
                stuck = True
        else:
            stuck = False
        f_new, g_new = evaluate(t)
        evaluations += 1
        slope_new = float(g_new.dot(d))
        tries += 1
        point = (t, f_new, g_new.clone(), slope_new)
        if f_new > f + c1 * t * slope or f_new >= fa:
            bracket[1] = point
            bracket.sort(key=lambda p: p[1])
        else:
            if abs(slope_new) <= -c2 * slope:
                done = True
            elif slope_new * (tb - ta) >= 0:
                bracket[1] = bracket[0]
            bracket[0] = point
    best = bracket[0]
    return best[1], best[2], best[0], evaluations

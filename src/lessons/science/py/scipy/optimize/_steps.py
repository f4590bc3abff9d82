"""How far to go along a direction: steps by cubics and parabolas that end where Wolfe's conditions hold (Moré and Thuente, ACM TOMS 20, 1994)."""
import numpy as np


def _cubic(at, low, f_low, g_low, f_at, g_at):
    """(theta, gamma) of the cubic through two points with their slopes."""
    theta = 3.0 * (f_low - f_at) / (at - low) + g_low + g_at
    scale = max(abs(theta), abs(g_low), abs(g_at))
    return theta, scale, (theta / scale) ** 2 - (g_low / scale) * (g_at / scale)


class _Interval:
    """Where the step is looked for: the best point so far (low), the other end, and whether a least point lies between them."""

    def __init__(self, value, slope):
        self.low, self.f_low, self.g_low = 0.0, value, slope
        self.end, self.f_end, self.g_end, self.closed = 0.0, value, slope, False

    def next(self, at, f, g, least, most):
        """The next step to try, once the one that was tried is known to have value f and slope g."""
        signs = g * (self.g_low / abs(self.g_low))
        if f > self.f_low:
            new = self._risen(at, f, g)
            self.closed = True
        elif signs < 0:
            new = self._turned(at, f, g)
            self.closed = True
        elif abs(g) < abs(self.g_low):
            new = self._flatter(at, f, g, least, most)
        elif self.closed:
            theta, scale, root = _cubic(self.end, at, f, g, self.f_end, self.g_end)
            gamma = scale * np.sqrt(root)
            gamma = -gamma if at > self.end else gamma
            new = at + (gamma - g + theta) / (gamma - g + gamma + self.g_end) * (self.end - at)
        else:
            new = most if at > self.low else least
        if f > self.f_low:
            self.end, self.f_end, self.g_end = at, f, g
        else:
            if signs < 0:
                self.end, self.f_end, self.g_end = self.low, self.f_low, self.g_low
            self.low, self.f_low, self.g_low = at, f, g
        return new

    def _risen(self, at, f, g):
        theta, scale, root = _cubic(at, self.low, self.f_low, self.g_low, f, g)
        gamma = scale * np.sqrt(root)
        gamma = -gamma if at < self.low else gamma
        cubic = self.low + (gamma - self.g_low + theta) / (gamma - self.g_low + gamma + g) * (at - self.low)
        square = self.low + self.g_low / ((self.f_low - f) / (at - self.low) + self.g_low) / 2.0 * (at - self.low)
        return cubic if abs(cubic - self.low) < abs(square - self.low) else cubic + (square - cubic) / 2.0

    def _turned(self, at, f, g):
        theta, scale, root = _cubic(at, self.low, self.f_low, self.g_low, f, g)
        gamma = scale * np.sqrt(root)
        gamma = -gamma if at > self.low else gamma
        cubic = at + (gamma - g + theta) / (gamma - g + gamma + self.g_low) * (self.low - at)
        secant = at + g / (g - self.g_low) * (self.low - at)
        return cubic if abs(cubic - at) > abs(secant - at) else secant

    def _flatter(self, at, f, g, least, most):
        theta, scale, root = _cubic(at, self.low, self.f_low, self.g_low, f, g)
        gamma = scale * np.sqrt(max(0.0, root))
        gamma = -gamma if at > self.low else gamma
        share = (gamma - g + theta) / (gamma + (self.g_low - g) + gamma)
        cubic = at + share * (self.low - at) if share < 0 and gamma != 0 else most if at > self.low else least
        secant = at + g / (g - self.g_low) * (self.low - at)
        if self.closed:
            new = cubic if abs(cubic - at) < abs(secant - at) else secant
            edge = at + 0.66 * (self.end - at)
            return min(edge, new) if at > self.low else max(edge, new)
        new = cubic if abs(cubic - at) > abs(secant - at) else secant
        return max(least, min(most, new))


def wolfe(asked, value, slope, first, least, most, c1, c2, width, rounds):
    """(step, whether the conditions hold, tries): asked(step) gives value and slope there. None where the values are no numbers or the tries are used up."""
    step, inside, early = first, _Interval(value, slope), True
    span, before, low, high = most - least, 2 * (most - least), 0.0, first + 4.0 * first
    for tries in range(1, rounds + 1):
        f, g = asked(step)
        if not np.isfinite(f) or not np.isfinite(g):
            return None
        bar = value + step * c1 * slope
        if early and f <= bar and g >= 0:
            early = False
        if f <= bar and abs(g) <= c2 * -slope:
            return step, True, tries
        if (inside.closed and (step <= low or step >= high or high - low <= width * high) or step == most and f <= bar and g <= c1 * slope
                or step == least and (f > bar or g >= c1 * slope)):
            return step, False, tries
        if early and f <= inside.f_low and f > bar:        # (until a point is low enough: the function less the line that it has to stay under)
            tilt = c1 * slope
            inside.f_low, inside.f_end = inside.f_low - inside.low * tilt, inside.f_end - inside.end * tilt
            inside.g_low, inside.g_end = inside.g_low - tilt, inside.g_end - tilt
            new = inside.next(step, f - step * tilt, g - tilt, low, high)
            inside.f_low, inside.f_end = inside.f_low + inside.low * tilt, inside.f_end + inside.end * tilt
            inside.g_low, inside.g_end = inside.g_low + tilt, inside.g_end + tilt
        else:
            new = inside.next(step, f, g, low, high)
        if inside.closed:
            if abs(inside.end - inside.low) >= 0.66 * before:
                new = inside.low + 0.5 * (inside.end - inside.low)
            before, span = span, abs(inside.end - inside.low)
            low, high = min(inside.low, inside.end), max(inside.low, inside.end)
        else:
            low, high = new + 1.1 * (new - inside.low), new + 4.0 * (new - inside.low)
        step = min(max(new, least), most)
        if inside.closed and (step <= low or step >= high or high - low <= width * high):
            step = inside.low
    return None


def _parabola(a, fa, ga, b, fb):
    """Where the parabola through two points with the first one's slope is least; None where it is not."""
    width = b - a
    with np.errstate(divide='ignore', invalid='ignore', over='ignore'):
        bend = np.float64(fb - fa - ga * width) / (width * width)
        found = a - ga / (2.0 * bend)
    return found if np.isfinite(found) else None


def _third(a, fa, ga, b, fb, c, fc):
    """Where the cubic through three points with the first one's slope is least; None where it is not."""
    db, dc = b - a, c - a
    with np.errstate(divide='ignore', invalid='ignore', over='ignore'):
        scale = np.float64((db * dc) ** 2 * (db - dc))
        left, right = fb - fa - ga * db, fc - fa - ga * dc
        third, second = (dc ** 2 * left - db ** 2 * right) / scale, (-dc ** 3 * left + db ** 3 * right) / scale
        found = a + (-second + np.sqrt(second * second - 3 * third * ga)) / (3 * third)
    return found if np.isfinite(found) else None


class _Zoom:
    """The interval between a step that is low enough and one that is not, made smaller until a step holds."""

    def __init__(self, line, value, slope, c1, c2, holds):
        self.line, self.value, self.slope, self.c1, self.c2, self.holds = line, value, slope, c1, c2, holds

    def high(self, step, f):
        return f > self.value + self.c1 * step * self.slope

    def between(self, low, end, f_low, f_end, g_low):
        last, f_last = 0.0, self.value
        for tries in range(11):
            width, left, right = end - low, min(low, end), max(low, end)
            step = _third(low, f_low, g_low, end, f_end, last, f_last) if tries else None
            if step is None or step > right - 0.2 * width or step < left + 0.2 * width:
                step = _parabola(low, f_low, g_low, end, f_end)
                if step is None or step > right - 0.1 * width or step < left + 0.1 * width:
                    step = low + 0.5 * width
            f = self.line.f_at(step)
            if self.high(step, f) or f >= f_low:
                last, f_last, end, f_end = end, f_end, step, f
                continue
            g = self.line.slope()
            if abs(g) <= -self.c2 * self.slope and (self.holds is None or self.holds(step, self.line.gradient)):
                return step
            if g * (end - low) >= 0:
                last, f_last, end, f_end = end, f_end, low, f_low
            else:
                last, f_last = low, f_low
            low, f_low, g_low = step, f, g
        return None


def doubled(line, value, slope, first, c1, c2, holds=None):
    """A step by Wolfe's strong conditions in doubling, then closing in (Nocedal and Wright, Numerical Optimization, 3.5 and 3.6); None where there is none. The line gives the value at a step, and the
    slope at the last one; holds(step, gradient) is asked besides."""
    zoom, before, f_before, g_before, step = _Zoom(line, value, slope, c1, c2, holds), 0.0, value, slope, first
    f = line.f_at(step)
    for tries in range(10):
        if step == 0:
            return None
        if zoom.high(step, f) or tries and f >= f_before:
            return zoom.between(before, step, f_before, f, g_before)
        g = line.slope()
        if abs(g) <= -c2 * slope and (holds is None or holds(step, line.gradient)):
            return step
        if g >= 0:
            return zoom.between(step, before, f, f_before, g)
        before, f_before, g_before, step = step, f, g, 2 * step
        f = line.f_at(step)
    return step

"""One polynomial through all points: barycentric and by divided differences; lagrange."""
import numpy as np

from scipy.interpolate._pieces import column, placed


def _rows(xi, yi, axis):
    xi, yi = np.asarray(xi), np.asarray(yi)
    axis %= max(yi.ndim, 1)
    if len(xi) != yi.shape[axis]:
        raise ValueError("x and y arrays must be equal in length along interpolation axis.")
    yi = np.moveaxis(yi, axis, 0)
    return xi, yi.astype(complex if np.iscomplexobj(yi) else float), axis


class BarycentricInterpolator:
    """The polynomial through points, by weights of each."""

    def __init__(self, xi, yi=None, axis=0):
        self.xi = np.asarray(xi, dtype=float)
        self.n, self.axis, self.yi = len(self.xi), axis, None
        self._span = (self.xi.max() - self.xi.min()) or 1.0
        if yi is not None:
            self.set_yi(yi, axis)
        off = (self.xi[:, None] - self.xi) * (4 / self._span)      # (scaled so that products neither vanish nor overflow)
        np.fill_diagonal(off, 1.0)
        self.wi = 1 / np.prod(off, axis=1)

    def set_yi(self, yi, axis=None):
        """Other values at the same places."""
        if yi is None:
            self.yi = None
            return
        _, self.yi, self.axis = _rows(self.xi, yi, self.axis if axis is None else axis)

    def add_xi(self, xi, yi=None):
        """More points."""
        if yi is not None and self.yi is None:
            raise ValueError('No previous yi value to update!')
        if yi is None and self.yi is not None:
            raise ValueError('No update to yi provided!')
        values = None if yi is None else np.concatenate([self.yi, np.moveaxis(np.asarray(yi, float), self.axis, 0)])
        self.__init__(np.r_[self.xi, np.asarray(xi, float)], None if values is None else np.moveaxis(values, 0, self.axis), self.axis)

    def __call__(self, x):
        x = np.asarray(x, dtype=float)
        at = x.ravel()
        off = at[:, None] - self.xi
        hit, same = np.nonzero(off == 0)
        off[hit, same] = 1
        parts = self.wi / off
        flat = self.yi.reshape(self.n, -1)
        found = parts @ flat / parts.sum(axis=1)[:, None] if len(at) else np.zeros((0, flat.shape[1]))
        found[hit] = flat[same]
        return placed(found.reshape(len(at), *self.yi.shape[1:]), x, self.axis)


class KroghInterpolator:
    """The polynomial through points, by divided differences; a place that is there again gives the next derivative."""

    def __init__(self, xi, yi, axis=0):
        xi, self.yi, self.axis = _rows(xi, yi, axis)
        self.xi, self.n = xi, len(xi)
        c = np.zeros((self.n + 1, *self.yi.shape[1:]), self.yi.dtype)
        c[0] = self.yi[0]
        table = np.zeros((self.n, *self.yi.shape[1:]), self.yi.dtype)
        from math import factorial
        for k in range(1, self.n):
            again = 0
            while again <= k and xi[k - again] == xi[k]:
                again += 1
            again -= 1
            table[0] = self.yi[k] / factorial(again)
            for i in range(k - again):
                if xi[i] == xi[k]:
                    raise ValueError("Elements if `xi` can't be equal.")
                table[i + 1] = (c[i] - table[i]) / (xi[i] - xi[k]) if again == 0 else (table[i + 1] - table[i]) / (xi[i] - xi[k])
            c[k] = table[k - again]
        self.c = c[:self.n]

    def __call__(self, x):
        return self.derivatives(x, 1)[0]

    def derivatives(self, x, der=None):
        """The values and the derivatives at x."""
        x = np.asarray(x, dtype=float)
        at, der = x.ravel(), self.n if der is None else der
        made = np.zeros((der, len(at), *self.c.shape[1:]), self.c.dtype)
        for i in range(self.n - 1, -1, -1):         # (Horner's rule, for each derivative)
            off = column(at - self.xi[i], self.c.ndim)
            for m in range(der - 1, 0, -1):
                made[m] = made[m] * off + m * made[m - 1]
            made[0] = made[0] * off + self.c[i]
        return np.stack([placed(each, x, self.axis) for each in made])

    def derivative(self, x, der=1):
        """One derivative at x."""
        return self.derivatives(x, der + 1)[der]


def barycentric_interpolate(xi, yi, x, axis=0):
    """Values of the polynomial through points."""
    return BarycentricInterpolator(xi, yi, axis=axis)(x)


def krogh_interpolate(xi, yi, x, der=0, axis=0):
    """Values, or derivatives, of the polynomial through points."""
    made = KroghInterpolator(xi, yi, axis=axis)
    if der == 0:
        return made(x)
    return made.derivative(x, der=der) if np.ndim(der) == 0 else made.derivatives(x, der=np.amax(der) + 1)[der]


def lagrange(x, w):
    """The polynomial through points, as numpy.poly1d."""
    made = np.poly1d(0.0)
    for j in range(len(x)):
        part = np.poly1d(w[j])
        for k in range(len(x)):
            if k != j:
                part *= np.poly1d([1.0, -x[k]]) / (x[j] - x[k])
        made += part
    return made

"""Values between scattered points, by triangles: flat ones, and smooth ones after Clough and Tocher with slopes that bend the whole least."""
import numpy as np

from scipy.interpolate._grids import _together


class _OverTriangles:
    def __init__(self, points, values, fill_value=np.nan, rescale=False):
        from scipy.spatial import Delaunay
        if isinstance(points, Delaunay):
            self.tri, self.offset, self.scale = points, 0.0, 1.0
            points = points.points
        else:
            points = np.asarray(_together(points), dtype=float)
            if points.ndim != 2:
                raise ValueError('invalid shape for input data points')
            self.offset, self.scale = (points.mean(axis=0), np.ptp(points, axis=0)) if rescale else (0.0, 1.0)
            self.tri = Delaunay((points - self.offset) / self.scale)
        self.points, self.fill_value = self.tri.points, fill_value
        values = np.asarray(values)
        if len(values) != len(points):
            raise ValueError('different number of values and points')
        self.values = values if values.dtype.kind in 'fc' else values.astype(float)
        self._prepared()

    def _prepared(self):
        return None

    def __call__(self, *args):
        xi = np.asarray(_together(args[0] if len(args) == 1 else args), dtype=float)
        at = (xi - self.offset) / self.scale
        where, shares = self.tri.shares(at)
        flat, parts = where.ravel(), shares.reshape(-1, shares.shape[-1])
        found = self._at(flat, parts)
        found[flat < 0] = self.fill_value
        return found.reshape(*where.shape, *self.values.shape[1:])


class LinearNDInterpolator(_OverTriangles):
    """Flat over each simplex."""

    def _at(self, where, shares):
        corners = self.values[self.tri.simplices[where]]
        return np.einsum('ij,ij...->i...', shares, corners)


class CloughTocher2DInterpolator(_OverTriangles):
    """Cubic over three parts of each triangle, smooth over their edges."""

    def __init__(self, points, values, fill_value=np.nan, tol=1e-6, maxiter=400, rescale=False):
        self._tol, self._most = tol, maxiter
        super().__init__(points, values, fill_value, rescale)

    def _prepared(self):
        if self.points.shape[1] != 2:
            raise ValueError('input data must be 2-D')
        flat = self.values.reshape(len(self.values), -1)
        self.grad = np.stack([self._slopes(column) for column in flat.T], axis=1)
        self._bend()

    def _slopes(self, f):
        """The gradient at each point: the sum of the squared second derivatives along all edges is least."""
        first, near = self.tri.vertex_neighbor_vertices
        x, g = self.points, np.zeros((len(f), 2), dtype=f.dtype)
        edges = [(near[first[i]:first[i + 1]], x[near[first[i]:first[i + 1]]] - x[i]) for i in range(len(f))]
        for _ in range(self._most):
            off = 0.0
            for i, (js, e) in enumerate(edges):
                cube = np.sqrt((e ** 2).sum(axis=1)) ** 3
                q = 4 * (e / cube[:, None]).T @ e
                s = ((6 * (f[i] - f[js]) + 2 * (g[js] * e).sum(axis=1)) / cube) @ e
                r = np.linalg.solve(q, s)
                off = max(off, np.abs(g[i] + r).max() / max(1.0, np.abs(r).max()))
                g[i] = -r
            if off < self._tol:
                break
        return g

    def _bend(self):
        """Of each triangle and side, how the middle leans to the triangle beyond."""
        tri, n = self.tri, self.tri.nsimplex
        self._lean = np.full((n, 3), -0.5)
        for i in range(n):
            for k in range(3):
                beyond = tri.neighbors[i, k]
                if beyond < 0:
                    continue
                y = self.points[tri.simplices[beyond]].mean(axis=0)
                t = tri.transform[i]
                c = t[:2] @ (y - t[2])
                c = np.append(c, 1 - c.sum())
                a, b = c[(k + 2) % 3], c[(k + 1) % 3]
                self._lean[i, k] = (2 * a + b - 1) / (2 - 3 * a - 3 * b)

    def _at(self, where, shares):
        flat = self.values.reshape(len(self.values), -1)
        found = np.stack([self._one(where, shares, flat[:, k], self.grad[:, k]) for k in range(flat.shape[1])], axis=1)
        return found.reshape(len(where), *self.values.shape[1:])

    def _one(self, where, shares, f, grad):
        s = self.tri.simplices[where]
        p, v, g = self.points[s], f[s], grad[s]
        along = lambda a, b: (g[:, a] * (p[:, b] - p[:, a])).sum(axis=1)
        c = {}
        for a, b, d in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            c[a] = v[:, a]
            c[a, b], c[a, d] = along(a, b) / 3 + v[:, a], along(a, d) / 3 + v[:, a]
            c['in', a] = (c[a, b] + c[a, d] + c[a]) / 3
        lean = self._lean[where]
        for k in range(3):
            a, b = (k + 1) % 3, (k + 2) % 3
            c['mid', k] = (lean[:, k] * (-c[a] + 3 * c[a, b] - 3 * c[b, a] + c[b]) + (-c[a] + 2 * c[a, b] - c[b, a] + c['in', a] + c['in', b])) / 2
        for a in range(3):
            c['deep', a] = (c['mid', (a + 1) % 3] + c['mid', (a + 2) % 3] + c['in', a]) / 3
        center = sum(c['deep', a] for a in range(3)) / 3
        least = shares.min(axis=1)
        w, m = shares - least[:, None], 3 * least
        total = m ** 3 * center
        for a in range(3):
            b = (a + 1) % 3
            total = total + w[:, a] ** 3 * c[a] + 3 * w[:, a] ** 2 * m * c['in', a] + 3 * w[:, a] * m ** 2 * c['deep', a]
            total = total + 3 * w[:, a] ** 2 * w[:, b] * c[a, b] + 3 * w[:, a] * w[:, b] ** 2 * c[b, a] + 6 * w[:, a] * w[:, b] * m * c['mid', (a + 2) % 3]
        return total

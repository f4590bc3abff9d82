"""Hulls of points in any number of dimensions, and what is made of them: Delaunay's triangles (the lower hull of points on a paraboloid) and Voronoi's cells."""
import math

import numpy as np


class QhullError(RuntimeError):
    """Points of which no hull can be made."""


class _Facet:
    """A simplex of the hull: its points, neighbours, the plane that faces outward, the points that see it."""
    __slots__ = ('points', 'near', 'normal', 'offset', 'outside', 'dead')

    def __init__(self, points, normal, offset):
        self.points, self.near, self.normal, self.offset, self.outside, self.dead = points, [None] * len(points), normal, offset, [], False


def _plane(x, inside):
    """(normal, offset) of the plane through points, away from inside."""
    edges = x[1:] - x[0]
    normal = np.linalg.svd(edges)[2][-1] if len(x) > 2 else np.array([-edges[0][1], edges[0][0]]) / (np.hypot(*edges[0]) or 1.0)
    offset = -normal @ x[0]
    return (normal, offset) if normal @ inside + offset < 0 else (-normal, -offset)


def _start(x, tol):
    """Points of a simplex that is not flat: each the farthest from those before."""
    d = x.shape[1]
    low = int(np.argmin(x[:, 0]))
    chosen = [low]
    base = np.zeros((0, d))
    for _ in range(d):
        off = x - x[chosen[0]]
        off = off - (off @ base.T) @ base if len(base) else off
        far = np.linalg.norm(off, axis=1)
        at = int(np.argmax(far))
        if far[at] <= tol:
            raise QhullError('QH6154 Qhull precision error: Initial simplex is flat (facet 1 is coplanar with the interior point)')
        base = np.vstack([base, off[at] / far[at]])
        chosen.append(at)
    return chosen


def hull_of(x):
    """The facets of the hull: [(points, neighbours by number, normal, offset)]."""
    n, d = x.shape
    if n < d + 1:
        raise QhullError(f'QH6214 qhull input error: not enough points({n}) to construct initial simplex (need {d + 1})')
    size = np.abs(x).max(initial=0) or 1.0
    tol = 1e-12 * size * d
    first = _start(x, tol * 10)
    inside = x[first].mean(axis=0)
    facets = []
    for skip in range(d + 1):
        points = [p for k, p in enumerate(first) if k != skip]
        facets.append(_Facet(points, *_plane(x[points], inside)))
    for a, f in enumerate(facets):
        others = [facets[b] for b in range(d + 1) if b != a]
        f.near = [next(g for g in others if p not in g.points) for p in f.points]
    left = np.setdiff1d(np.arange(n), first)
    _share(x, left, facets, tol)
    live, waiting = set(facets), [f for f in facets if f.outside]
    while waiting:
        f = waiting.pop()
        if f.dead or not f.outside:
            continue
        seen = np.array(f.outside)
        eye = int(seen[np.argmax(x[seen] @ f.normal + f.offset)])
        fresh = _grown(x, f, eye, inside, tol, live)
        waiting.extend(g for g in fresh if g.outside)
    return live


def _share(x, points, facets, tol):
    """Each point goes to a facet that it sees."""
    for f in facets:
        if not len(points):
            return
        seen = x[points] @ f.normal + f.offset > tol
        f.outside.extend(points[seen].tolist())
        points = points[~seen]


def _grown(x, start, eye, inside, tol, live):
    """The hull with one more point: what it sees goes, a cone over the edge of that comes."""
    visible, stack, edge = {start}, [start], []
    while stack:
        f = stack.pop()
        for k, g in enumerate(f.near):
            if g in visible:
                continue
            if x[eye] @ g.normal + g.offset > tol:
                visible.add(g)
                stack.append(g)
            else:
                edge.append((f, k, g))
    edge = [(f, k, g) for f, k, g in edge if g not in visible]
    fresh, ridges = [], {}
    for f, k, g in edge:
        rim = [p for i, p in enumerate(f.points) if i != k]
        made = _Facet([eye, *rim], *_plane(x[[eye, *rim]], inside))
        made.near[0] = g
        g.near[g.near.index(f)] = made
        for i, p in enumerate(rim):
            key = frozenset(q for q in rim if q != p)
            if key in ridges:
                other, j = ridges.pop(key)
                made.near[i + 1], other.near[j] = other, made
            else:
                ridges[key] = made, i + 1
        fresh.append(made)
    orphans = np.array(sorted({p for f in visible for p in f.outside} - {eye}), dtype=int)
    for f in visible:
        f.dead = True
        live.discard(f)
    live.update(fresh)
    _share(x, orphans, fresh, tol)
    return fresh


def _points_of(points):
    x = np.ascontiguousarray(np.asarray(points, dtype=float))
    if x.ndim != 2:
        raise ValueError('`points` should be a 2-dimensional array')
    if np.isnan(x).any():
        raise ValueError('Points cannot contain NaN')
    if x.shape[1] < 2:
        raise ValueError('Need at least 2-D data')
    return x


class ConvexHull:
    """The smallest convex shape that holds all points."""

    def __init__(self, points, incremental=False, qhull_options=None):
        self._points = _points_of(points)
        self._made()

    points = property(lambda self: self._points)

    def _made(self):
        x = self._points
        self.npoints, self.ndim = x.shape
        facets = sorted(hull_of(x), key=lambda f: sorted(f.points))
        where = {f: i for i, f in enumerate(facets)}
        self.nsimplex = len(facets)
        self.simplices = np.array([f.points for f in facets], dtype=np.int32)
        self.neighbors = np.array([[where[g] for g in f.near] for f in facets], dtype=np.int32)
        self.equations = np.array([[*f.normal, f.offset] for f in facets])
        self.min_bound, self.max_bound, self.coplanar, self.good = x.min(axis=0), x.max(axis=0), np.zeros((0, 3), np.int32), None
        middle = x[np.unique(self.simplices)].mean(axis=0)
        sizes = np.array([_size(x[f.points]) for f in facets])
        heights = -(self.equations[:, :-1] @ middle + self.equations[:, -1])
        self.area, self.volume = float(sizes.sum()), float((sizes * heights).sum() / self.ndim)
        self.vertices = self._round() if self.ndim == 2 else np.unique(self.simplices).astype(np.int32)

    def _round(self):
        """Against the clock, in the plane."""
        corners = np.unique(self.simplices)
        off = self._points[corners] - self._points[corners].mean(axis=0)
        turned = corners[np.argsort(np.arctan2(off[:, 1], off[:, 0]), kind='stable')]
        return turned.astype(np.int32)

    def add_points(self, points, restart=False):
        self._points = np.vstack([self._points, _points_of(points)])
        self._made()

    def close(self):
        """Nothing is kept open."""
        return None


def _size(x):
    """The measure of a simplex."""
    edges = x[1:] - x[0]
    return math.sqrt(max(np.linalg.det(edges @ edges.T), 0.0)) / math.factorial(len(edges))


class Delaunay:
    """Triangles (or simplices) whose circles hold no other points."""

    def __init__(self, points, furthest_site=False, incremental=False, qhull_options=None):
        self._points, self._far = _points_of(points), furthest_site
        self._made()

    points = property(lambda self: self._points)

    def _made(self):
        x = self._points
        self.npoints, self.ndim = x.shape
        middle = x.mean(axis=0)
        size = np.abs(x - middle).max(initial=0) or 1.0
        flat = (x - middle) / size
        lifted = np.column_stack([flat, (flat ** 2).sum(axis=1)])
        sign = -1 if not self._far else 1
        facets = [f for f in hull_of(lifted) if sign * f.normal[-1] > 1e-13]
        facets.sort(key=lambda f: sorted(f.points))
        where = {f: i for i, f in enumerate(facets)}
        simplices, neighbors = [], []
        for f in facets:
            order, near = list(f.points), [where.get(g, -1) for g in f.near]
            if self.ndim == 2 and np.linalg.det(x[order[1:]] - x[order[0]]) < 0:
                order[0], order[1], near[0], near[1] = order[1], order[0], near[1], near[0]
            simplices.append(order)
            neighbors.append(near)
        self.simplices, self.neighbors = np.array(simplices, dtype=np.int32), np.array(neighbors, dtype=np.int32)
        self.nsimplex = len(simplices)
        self.vertices, self.coplanar, self.good = self.simplices, np.zeros((0, 3), np.int32), None
        self.min_bound, self.max_bound, self.furthest_site = x.min(axis=0), x.max(axis=0), self._far
        self.paraboloid_scale, self.paraboloid_shift = 1.0, 0.0
        self.equations = np.array([[*f.normal, f.offset] for f in facets])
        self._transform = None

    @property
    def transform(self):
        """Of each simplex what turns places into shares of its corners."""
        if self._transform is None:
            d = self.ndim
            self._transform = np.full((self.nsimplex, d + 1, d), np.nan)
            for i, s in enumerate(self.simplices):
                table = (self._points[s[:-1]] - self._points[s[-1]]).T
                if abs(np.linalg.det(table)) > 1e-300:
                    self._transform[i, :d] = np.linalg.inv(table)
                self._transform[i, d] = self._points[s[-1]]
        return self._transform

    @property
    def convex_hull(self):
        """The facets that nothing lies beyond."""
        return np.array([np.delete(self.simplices[i], k) for i, k in np.argwhere(self.neighbors == -1)], dtype=np.int32)

    @property
    def vertex_to_simplex(self):
        made = np.full(self.npoints, -1, dtype=np.int32)
        for i, s in enumerate(self.simplices):
            made[s] = np.where(made[s] < 0, i, made[s])
        return made

    @property
    def vertex_neighbor_vertices(self):
        """(where each point's neighbours begin, the neighbours)."""
        near = [set() for _ in range(self.npoints)]
        for s in self.simplices:
            for p in s:
                near[p].update(q for q in s.tolist() if q != p)
        return np.cumsum([0, *map(len, near)]).astype(np.int32), np.array([q for group in near for q in sorted(group)], dtype=np.int32)

    def shares(self, xi):
        """(simplex, shares of its corners) of each place; -1 outside."""
        xi = np.asarray(xi, dtype=float)
        flat, d = xi.reshape(-1, self.ndim), self.ndim
        found, parts = np.full(len(flat), -1, dtype=np.int32), np.zeros((len(flat), d + 1))
        todo, tol = np.arange(len(flat)), 100 * 2.2e-16
        for i in range(self.nsimplex):
            if not len(todo):
                break
            t = self.transform[i]
            c = (flat[todo] - t[d]) @ t[:d].T
            c = np.column_stack([c, 1 - c.sum(axis=1)])
            good = np.all(c >= -tol * 10, axis=1) & np.all(c <= 1 + tol * 10, axis=1)
            found[todo[good]], parts[todo[good]] = i, c[good]
            todo = todo[~good]
        return found.reshape(xi.shape[:-1]), parts.reshape(*xi.shape[:-1], d + 1)

    def find_simplex(self, xi, bruteforce=False, tol=None):
        """In which simplex each place lies."""
        found = self.shares(xi)[0]
        return found if found.ndim else found[()]

    def add_points(self, points, restart=False):
        self._points = np.vstack([self._points, _points_of(points)])
        self._made()

    def close(self):
        """Nothing is kept open."""
        return None


def tsearch(tri, xi):
    return tri.find_simplex(xi)


class Voronoi:
    """Cells of the places that are nearest to each point."""

    def __init__(self, points, furthest_site=False, incremental=False, qhull_options=None):
        self._points = _points_of(points)
        self.furthest_site = furthest_site
        self._made()

    points = property(lambda self: self._points)

    def _made(self):
        x = self._points
        self.npoints, self.ndim = x.shape
        tri = Delaunay(x)
        centers, number = [], {}
        for i, s in enumerate(tri.simplices):
            edges = x[s[1:]] - x[s[0]]
            center = x[s[0]] + np.linalg.solve(edges, (edges ** 2).sum(axis=1) / 2)
            same = next((k for k, c in enumerate(centers) if np.allclose(c, center, rtol=1e-9, atol=1e-9)), None)
            number[i] = len(centers) if same is None else same
            if same is None:
                centers.append(center)
        self.vertices = np.array(centers)
        ridges = {}
        for i, s in enumerate(tri.simplices):
            for a in range(len(s)):
                for b in range(a):
                    pair = tuple(sorted((int(s[a]), int(s[b]))))
                    group = ridges.setdefault(pair, [])
                    if number[i] not in group:
                        group.append(number[i])
        for i, k in np.argwhere(tri.neighbors == -1):
            rim = np.delete(tri.simplices[i], k)
            for a in range(len(rim)):
                for b in range(a):
                    group = ridges[tuple(sorted((int(rim[a]), int(rim[b]))))]
                    if -1 not in group:
                        group.insert(0, -1)
        if self.ndim == 2:                       # (an edge between points whose four corners lie on one circle has no length)
            ridges = {pair: group for pair, group in ridges.items() if len(group) > 1}
        else:
            ridges = {pair: self._ordered(pair, group) for pair, group in ridges.items() if len([g for g in group]) > 2}
        self.ridge_points = np.array(list(ridges), dtype=np.int32).reshape(-1, 2)
        self.ridge_vertices = [list(map(int, group)) for group in ridges.values()]
        self.ridge_dict = {pair: list(map(int, group)) for pair, group in ridges.items()}
        cells = [[] for _ in range(self.npoints)]
        for (a, b), group in ridges.items():
            for p in (a, b):
                cells[p].extend(g for g in group if g not in cells[p])
        self.regions, self.point_region = [[]], np.zeros(self.npoints, dtype=np.int64)
        for p, cell in enumerate(cells):
            self.point_region[p] = len(self.regions)
            self.regions.append(self._turned(p, [int(g) for g in cell]))
        self.min_bound, self.max_bound = x.min(axis=0), x.max(axis=0)

    def _turned(self, p, cell):
        """The corners of a cell, round its point, in the plane."""
        if self.ndim != 2 or len(cell) < 3:
            return cell
        inner = [g for g in cell if g >= 0]
        off = self.vertices[inner] - self._points[p]
        order = [inner[k] for k in np.argsort(np.arctan2(off[:, 1], off[:, 0]), kind='stable')]
        return ([-1] if -1 in cell else []) + order

    def _ordered(self, pair, group):
        inner = [g for g in group if g >= 0]
        if len(inner) < 3:
            return group
        normal = self._points[pair[1]] - self._points[pair[0]]
        base = np.linalg.svd(normal[None])[2][1:]
        flat = (self.vertices[inner] - self.vertices[inner].mean(axis=0)) @ base[:2].T
        return ([-1] if -1 in group else []) + [inner[k] for k in np.argsort(np.arctan2(flat[:, 1], flat[:, 0]))]

    def add_points(self, points, restart=False):
        self._points = np.vstack([self._points, _points_of(points)])
        self._made()

    def close(self):
        """Nothing is kept open."""
        return None


class HalfspaceIntersection:
    """Where all half spaces hold, seen from a place inside: the hull of their duals."""

    def __init__(self, halfspaces, interior_point, incremental=False, qhull_options=None):
        self.halfspaces, self.interior_point = np.asarray(halfspaces, dtype=float), np.asarray(interior_point, dtype=float)
        away = -(self.halfspaces[:, :-1] @ self.interior_point + self.halfspaces[:, -1])
        if np.any(away <= 0):
            raise QhullError('QH6023 qhull input error: feasible point is not clearly inside halfspace')
        self.dual_points = self.halfspaces[:, :-1] / away[:, None]
        hull = ConvexHull(self.dual_points)
        self.dual_facets, self.dual_equations, self.dual_vertices = [s.tolist() for s in hull.simplices], hull.equations, hull.vertices
        self.intersections = hull.equations[:, :-1] / -hull.equations[:, -1:] + self.interior_point
        self.ndim, self.ninequalities, self.is_bounded = hull.ndim, len(self.halfspaces), bool(np.all(hull.equations[:, -1] < 0))
        self.dual_volume, self.dual_area = hull.volume, hull.area


# ---- pictures ----
def _limits(ax, points):
    pad = 0.1 * np.ptp(points, axis=0)
    low, high = points.min(axis=0) - pad, points.max(axis=0) + pad
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])


def _axes(ax):
    import matplotlib.pyplot as plt
    return plt.figure().gca() if ax is None else ax


def delaunay_plot_2d(tri, ax=None):
    """Triangles as lines."""
    if tri.points.shape[1] != 2:
        raise ValueError('Delaunay triangulation is not 2-D')
    ax = _axes(ax)
    x, y = tri.points.T
    ax.plot(x, y, 'o')
    ax.triplot(x, y, tri.simplices.copy())
    _limits(ax, tri.points)
    return ax.figure


def convex_hull_plot_2d(hull, ax=None):
    """A hull as lines."""
    from matplotlib.collections import LineCollection
    if hull.points.shape[1] != 2:
        raise ValueError('Convex hull is not 2-D')
    ax = _axes(ax)
    ax.plot(hull.points[:, 0], hull.points[:, 1], 'o')
    ax.add_collection(LineCollection([hull.points[s] for s in hull.simplices], colors='k', linestyle='solid'))
    _limits(ax, hull.points)
    return ax.figure


def voronoi_plot_2d(vor, ax=None, **kw):
    """Cells as lines, those without end dashed."""
    from matplotlib.collections import LineCollection
    if vor.points.shape[1] != 2:
        raise ValueError('Voronoi diagram is not 2-D')
    ax = _axes(ax)
    if kw.get('show_points', True):
        ax.plot(vor.points[:, 0], vor.points[:, 1], '.', markersize=kw.get('point_size'))
    if kw.get('show_vertices', True):
        ax.plot(vor.vertices[:, 0], vor.vertices[:, 1], 'o')
    center, wide = vor.points.mean(axis=0), np.ptp(vor.points, axis=0)
    whole, endless = [], []
    for pair, corners in zip(vor.ridge_points, vor.ridge_vertices):
        if min(corners) >= 0:
            whole.append(vor.vertices[corners])
            continue
        at = [c for c in corners if c >= 0][0]
        t = vor.points[pair[1]] - vor.points[pair[0]]
        t = t / np.linalg.norm(t)
        n = np.array([-t[1], t[0]])
        way = np.sign(np.dot(vor.points[pair].mean(axis=0) - center, n)) * n
        ratio = abs(wide.max() / wide.min())
        endless.append([vor.vertices[at], vor.vertices[at] + way * wide.max() * ratio])
    look = dict(colors=kw.get('line_colors', 'k'), lw=kw.get('line_width', 1.0), alpha=kw.get('line_alpha', 1.0))
    ax.add_collection(LineCollection(whole, linestyle='solid', **look))
    ax.add_collection(LineCollection(endless, linestyle='dashed', **look))
    _limits(ax, vor.points)
    return ax.figure


def procrustes(data1, data2):
    """(first, second, how far apart) brought over one another."""
    a, b = np.array(data1, dtype=np.double), np.array(data2, dtype=np.double)
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError('Input matrices must be two-dimensional')
    if a.shape != b.shape:
        raise ValueError('Input matrices must be of same shape')
    if a.size == 0:
        raise ValueError('Input matrices must be >0 rows and >0 cols')
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    size1, size2 = np.linalg.norm(a), np.linalg.norm(b)
    if size1 == 0 or size2 == 0:
        raise ValueError('Input matrices must contain >1 unique points')
    a, b = a / size1, b / size2
    from scipy.linalg import orthogonal_procrustes
    turn, s = orthogonal_procrustes(a, b)
    b = b @ turn.T * s
    return a, b, np.sum(np.square(a - b))


def geometric_slerp(start, end, t, tol=1e-7):
    """Places on the arc from one to another."""
    start, end, t = np.asarray(start, dtype=float), np.asarray(end, dtype=float), np.asarray(t)
    if start.ndim != 1 or end.ndim != 1:
        raise ValueError('Start and end coordinates must be one-dimensional')
    if start.size != end.size:
        raise ValueError('The dimensions of start and end must match (have same size)')
    if not np.allclose(np.linalg.norm(start), 1.0, rtol=1e-9, atol=0) or not np.allclose(np.linalg.norm(end), 1.0, rtol=1e-9, atol=0):
        raise ValueError('start and end are not on a unit n-sphere')
    if np.any(t > 1) or np.any(t < 0):
        raise ValueError('interpolation parameter must be in [0, 1]')
    omega = np.arccos(np.clip(start @ end, -1, 1))
    if np.array_equal(start, end) or omega == 0:
        return np.linspace(start, start, t.size) if t.ndim else start
    made = (np.sin((1 - np.atleast_1d(t)) * omega)[:, None] * start + np.sin(np.atleast_1d(t) * omega)[:, None] * end) / np.sin(omega)
    return made if t.ndim else made[0]

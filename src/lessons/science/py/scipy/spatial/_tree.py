"""KDTree: the points nearest to others. Points are halved at the middle of their widest side until few are together; a search goes into those boxes alone that can hold something nearer."""
import numpy as np


class _Leaf:
    def __init__(self, places):
        self.places = places


class _Half:
    def __init__(self, axis, at, below, above):
        self.axis, self.at, self.below, self.above = axis, at, below, above


class KDTree:
    """Points as rows."""

    def __init__(self, data, leafsize=10, compact_nodes=True, copy_data=False, balanced_tree=True, boxsize=None):
        data = np.array(data) if copy_data else np.asarray(data)
        if np.iscomplexobj(data):
            raise TypeError('KDTree does not work with complex data')
        if data.ndim != 2:
            raise ValueError('data must be 2 dimensions')
        if leafsize < 1:
            raise ValueError('leafsize must be at least 1')
        if boxsize is not None:
            raise NotImplementedError('KDTree: boxsize is not there')
        self.data, self.leafsize, self.boxsize = np.ascontiguousarray(data, float), leafsize, None
        self.n, self.m = self.data.shape
        self.maxes = self.data.max(axis=0) if self.n else np.zeros(self.m)
        self.mins = self.data.min(axis=0) if self.n else np.zeros(self.m)
        self._leaves = max(leafsize, 24)        # (a step in NumPy costs as much as some dozens of distances)
        self._root = self._built(np.arange(self.n))

    def _built(self, places):
        points = self.data[places]
        if len(places) <= self._leaves:
            return _Leaf(places)
        axis = int(np.argmax(np.ptp(points, axis=0)))
        values = points[:, axis]
        at = np.median(values)
        below = values < at
        if not below.any():
            below = values <= at
            if below.all():
                return _Leaf(places)
        return _Half(axis, at, self._built(places[below]), self._built(places[~below]))

    def _distances(self, places, x, p):
        off = np.abs(self.data[places] - x)
        return off.max(axis=1) if p == np.inf else off.sum(axis=1) if p == 1 else np.sqrt((off * off).sum(axis=1)) if p == 2 else (off ** p).sum(axis=1) ** (1 / p)

    def _visit(self, x, p, reach, found):
        """Calls found(places) for the boxes that can hold points nearer than reach(), the nearest box first."""
        def go(node, gaps):
            if isinstance(node, _Leaf):
                found(node.places)
                return
            off = x[node.axis] - node.at
            near, far = (node.below, node.above) if off < 0 else (node.above, node.below)
            go(near, gaps)
            moved = gaps.copy()
            moved[node.axis] = max(moved[node.axis], abs(off))
            size = moved.max() if p == np.inf else moved.sum() if p == 1 else (moved ** p).sum() ** (1 / p)
            if size <= reach():
                go(far, moved)
        go(self._root, np.zeros(self.m))

    def _nearest(self, x, k, p, bound, eps):
        best, at = np.empty(0), np.empty(0, int)

        def found(places):
            nonlocal best, at
            distances = self._distances(places, x, p)
            good = distances < bound if np.isfinite(bound) else np.ones(len(places), bool)
            best, at = np.concatenate([best, distances[good]]), np.concatenate([at, places[good]])
            order = np.lexsort((at, best))[:k]
            best, at = best[order], at[order]
        self._visit(x, p, lambda: (best[-1] if len(best) == k else bound) / (1 + eps), found)
        return best, at

    def query(self, x, k=1, eps=0, p=2, distance_upper_bound=np.inf, workers=1):
        """(distances, places) of the k nearest; where there are fewer, infinity and n."""
        x = np.asarray(x)
        if np.iscomplexobj(x):
            raise TypeError('KDTree does not work with complex data')
        x = x.astype(float)
        if x.shape[-1:] != (self.m,):
            raise ValueError(f'x must consist of vectors of length {self.m} but has shape {x.shape}')
        if p < 1:
            raise ValueError('Only p-norms with 1<=p<=infinity permitted')
        if not np.isfinite(x).all():
            raise ValueError("'x' must be finite, check for nan or inf values")
        if k is None:
            raise ValueError('k must be an integer or a sequence of integers')
        wanted = np.arange(1, k + 1) if isinstance(k, (int, np.integer)) else np.asarray(k)
        most = int(wanted.max())
        if wanted.min() < 1:
            raise ValueError('k must be greater than 0')
        rows = x.reshape(-1, self.m)
        distances, places = np.full((len(rows), most), np.inf), np.full((len(rows), most), self.n)
        for i, row in enumerate(rows):
            best, at = self._nearest(row, most, p, distance_upper_bound, eps)
            distances[i, :len(best)], places[i, :len(at)] = best, at
        shape = x.shape[:-1] + ((len(wanted),) if not (isinstance(k, (int, np.integer)) and k == 1) else ())
        made = distances[:, wanted - 1].reshape(shape), places[:, wanted - 1].reshape(shape)
        return tuple(part[()] for part in made) if shape == () else made

    def query_ball_point(self, x, r, p=2.0, eps=0, workers=1, return_sorted=None, return_length=False):
        """The places of all points no farther than r."""
        x = np.asarray(x, float)
        if x.shape[-1:] != (self.m,):
            raise ValueError(f'x must consist of vectors of length {self.m} but has shape {x.shape}')
        rows = x.reshape(-1, self.m)
        reaches = np.broadcast_to(r, x.shape[:-1]).ravel()
        made = np.empty(len(rows), object)
        for i, (row, reach) in enumerate(zip(rows, reaches)):
            kept = []
            self._visit(row, p, lambda: reach, lambda places: kept.append(places[self._distances(places, row, p) <= reach]))
            found = np.concatenate(kept) if kept else np.empty(0, int)
            made[i] = len(found) if return_length else sorted(found.tolist())
        if x.ndim == 1:
            return made[0]
        return (made.astype(int) if return_length else made).reshape(x.shape[:-1])

    def query_ball_tree(self, other, r, p=2.0, eps=0):
        return list(other.query_ball_point(self.data, r, p))

    def query_pairs(self, r, p=2.0, eps=0, output_type='set'):
        """All pairs that are no farther than r from each other."""
        pairs = {(i, j) for i, near in enumerate(self.query_ball_point(self.data, r, p)) for j in near if i < j}
        return np.array(sorted(pairs), int).reshape(-1, 2) if output_type == 'ndarray' else pairs

    def count_neighbors(self, other, r, p=2.0, weights=None, cumulative=True):
        from scipy.spatial.distance import cdist
        if weights is not None or not cumulative:
            raise NotImplementedError('count_neighbors: weights and cumulative=False are not there')
        away = cdist(self.data, other.data, 'minkowski', p=p) if np.isfinite(p) else cdist(self.data, other.data, 'chebyshev')
        return np.array([(away <= each).sum() for each in np.ravel(r)]).reshape(np.shape(r))[()]


class cKDTree(KDTree):
    """The same under its other name."""

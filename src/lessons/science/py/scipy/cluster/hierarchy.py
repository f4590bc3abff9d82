"""Clusters in clusters: linkage by seven methods, the flat clusters of a tree, what is told of it, its drawing (dendrogram in _drawn.py)."""
import bisect

import numpy as np

from scipy.spatial import distance

METHODS = ('single', 'complete', 'average', 'centroid', 'median', 'ward', 'weighted')
_EUCLIDEAN = ('centroid', 'median', 'ward')


class ClusterWarning(UserWarning):
    pass


# How far a merged cluster is from a third one: d of the third from both, their own distance, how many each has.
_AWAY = {
    'complete': lambda x, y, apart, nx, ny, ni: np.maximum(x, y),
    'average': lambda x, y, apart, nx, ny, ni: (nx * x + ny * y) / (nx + ny),
    'weighted': lambda x, y, apart, nx, ny, ni: 0.5 * (x + y),
    'centroid': lambda x, y, apart, nx, ny, ni: np.sqrt((nx * x * x + ny * y * y - nx * ny * apart * apart / (nx + ny)) / (nx + ny)),
    'median': lambda x, y, apart, nx, ny, ni: np.sqrt(0.5 * (x * x + y * y) - 0.25 * apart * apart),
    'ward': lambda x, y, apart, nx, ny, ni: np.sqrt(((nx + ni) * x * x + (ny + ni) * y * y - ni * apart * apart) / (nx + ny + ni)),
}


def _tree_of_shortest(D, n):
    """Single linkage: the shortest edge out of what is reached, again and again."""
    away, rest, x, found = np.full(n, np.inf), np.ones(n, bool), 0, []
    for _ in range(n - 1):
        rest[x] = False
        away = np.minimum(away, D[x])
        y = int(np.argmin(np.where(rest, away, np.inf)))
        found.append((x, y, away[y]))
        x = y
    return found


def _chained(D, n, method):
    """Chains of nearest neighbours, merged where two are each other's nearest."""
    D, size, chain, found, away = D.copy(), np.ones(n), [], [], _AWAY[method]
    np.fill_diagonal(D, np.inf)
    for _ in range(n - 1):
        if not chain:
            chain.append(int(np.flatnonzero(size > 0)[0]))
        while True:
            x = chain[-1]
            y = int(np.argmin(D[x]))
            if len(chain) > 1 and not D[x, y] < D[x, chain[-2]]:
                y = chain[-2]
                break
            chain.append(y)
        del chain[-2:]
        x, y = min(x, y), max(x, y)
        apart, nx, ny = D[x, y], size[x], size[y]
        found.append((x, y, apart))
        size[x], size[y] = 0, nx + ny
        others = np.flatnonzero(size > 0)
        others = others[others != y]
        D[y, others] = D[others, y] = away(D[x, others], D[y, others], apart, nx, ny, size[others])
        D[x] = D[:, x] = np.inf
    return found


class _Heap:
    """Values by key, the least on top; which of equal ones is on top is told by the exchanges."""

    def __init__(self, values):
        self.values, self.keys, self.place, self.size = list(values), list(range(len(values))), list(range(len(values))), len(values)
        for at in reversed(range(self.size // 2)):
            self._down(at)

    def least(self):
        return self.keys[0], self.values[self.keys[0]]

    def drop(self):
        self.size -= 1
        self._swap(0, self.size)
        self._down(0)

    def change(self, key, value):
        before, self.values[key] = self.values[key], value
        (self._up if value < before else self._down)(self.place[key])

    def _at(self, i):
        return self.values[self.keys[i]]

    def _swap(self, i, j):
        a, b = self.keys[i], self.keys[j]
        self.keys[i], self.keys[j], self.place[a], self.place[b] = b, a, j, i

    def _up(self, at):
        while at > 0 and self._at((at - 1) >> 1) > self._at(at):
            self._swap(at, (at - 1) >> 1)
            at = (at - 1) >> 1

    def _down(self, at):
        while (child := 2 * at + 1) < self.size:
            if child + 1 < self.size and self._at(child + 1) < self._at(child):
                child += 1
            if not self._at(at) > self._at(child):
                break
            self._swap(at, child)
            at = child


def _nearest_first(D, n, method):
    """The two that are nearest of all are merged, again and again, with of each cluster the nearest behind it kept as a bound; merges are numbered as they come."""
    D, size, names, away = D.copy(), np.ones(n), np.arange(n), _AWAY[method]

    def nearest(x):
        at = x + 1 + int(np.argmin(np.where(size[x + 1:] > 0, D[x, x + 1:], np.inf)))
        return at, float(D[x, at]) if size[at] > 0 else np.inf
    near = [nearest(x) for x in range(n - 1)]
    heap, near, made = _Heap([d for _, d in near]), [y for y, _ in near], np.empty((n - 1, 4))
    for k in range(n - 1):
        while True:
            x, apart = heap.least()
            if apart == D[x, near[x]] and size[near[x]] > 0:
                break
            near[x], apart = nearest(x)
            heap.change(x, apart)
        y = near[x]
        heap.drop()
        nx, ny = size[x], size[y]
        made[k] = min(names[x], names[y]), max(names[x], names[y]), apart, nx + ny
        size[x], size[y], names[y] = 0, nx + ny, n + k
        others = np.flatnonzero(size > 0)
        others = others[others != y]
        D[y, others] = D[others, y] = away(D[x, others], D[y, others], apart, nx, ny, size[others])
        for z in range(x):
            if size[z] > 0 and near[z] == x:
                near[z] = y
        for z in range(y):
            if size[z] > 0 and D[z, y] < heap.values[z]:
                near[z] = y
                heap.change(z, float(D[z, y]))
        if y < n - 1:
            z, apart = nearest(y)
            if apart < np.inf:
                near[y] = z
                heap.change(y, apart)
    return made


def _numbered(pairs, n):
    """Merges by distance, each named after the cluster that it makes."""
    parent, size, made = list(range(2 * n - 1)), [1] * n, np.empty((n - 1, 4))

    def top(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x
    order = np.argsort([p[2] for p in pairs], kind='mergesort')
    for k, at in enumerate(order):
        x, y, apart = pairs[at]
        x, y = sorted((top(x), top(y)))
        size.append(size[x] + size[y])
        parent[x] = parent[y] = n + k
        made[k] = x, y, apart, size[-1]
    return made


def linkage(y, method='single', metric='euclidean', optimal_ordering=False):
    """The tree of clusters: of each merge both clusters, how far apart they were, how many the new one has."""
    if method not in METHODS:
        raise ValueError(f'Invalid method: {method}')
    y = np.asarray(y, order='c', dtype=np.double)
    if y.ndim == 1:
        distance.is_valid_y(y, throw=True, name='y')
    elif y.ndim == 2:
        if method in _EUCLIDEAN and metric != 'euclidean':
            raise ValueError(f"Method '{method}' requires the distance metric to be Euclidean")
        if y.shape[0] == y.shape[1] and np.allclose(np.diag(y), 0) and np.all(y >= 0) and np.allclose(y, y.T):
            import warnings
            warnings.warn('The symmetric non-negative hollow observation matrix looks suspiciously like an uncondensed distance matrix', ClusterWarning, stacklevel=2)
        y = distance.pdist(y, metric)
    else:
        raise ValueError('`y` must be 1 or 2 dimensional.')
    if not np.all(np.isfinite(y)):
        raise ValueError('The condensed distance matrix must contain only finite values.')
    n = int(distance.num_obs_y(y))
    D = distance.squareform(y)
    if method in ('centroid', 'median'):
        made = _nearest_first(D, n, method)
    else:
        made = _numbered(_tree_of_shortest(D, n) if method == 'single' else _chained(D, n, method), n)
    return optimal_leaf_ordering(made, y) if optimal_ordering else made


single, complete, average, weighted, centroid, median, ward = (
    (lambda method: lambda y: linkage(y, method, 'euclidean'))(m) for m in ('single', 'complete', 'average', 'weighted', 'centroid', 'median', 'ward'))
for _method, _function in zip(('single', 'complete', 'average', 'weighted', 'centroid', 'median', 'ward'), (single, complete, average, weighted, centroid, median, ward)):
    _function.__name__ = _function.__qualname__ = _method


def optimal_leaf_ordering(Z, y, metric='euclidean'):
    """The tree with its branches turned so that neighbouring leaves are as near as can be (by Bar-Joseph's recursion)."""
    Z = np.array(Z, dtype=float)
    is_valid_linkage(Z, throw=True, name='Z')
    y = np.asarray(y, dtype=float)
    D = distance.squareform(y if y.ndim == 1 else distance.pdist(y, metric))
    n = len(Z) + 1
    leaves, back = {i: np.array([i]) for i in range(n)}, {}
    best = {i: {(i, i): 0.0} for i in range(n)}
    for k, (a, b) in enumerate(Z[:, :2].astype(int)):
        table = {}
        halves = [(leaves[int(Z[c - n, 0])], leaves[int(Z[c - n, 1])]) if c >= n else (leaves[c], leaves[c]) for c in (a, b)]
        for near, far in ((halves[0][0], halves[0][1]), (halves[0][1], halves[0][0]))[:1 if a < n else 2]:
            for first, last in ((halves[1][0], halves[1][1]), (halves[1][1], halves[1][0]))[:1 if b < n else 2]:
                for u in near:
                    for w in last:
                        low = min(((best[a][(u, m)] + D[m, p] + best[b][(p, w)], m, p) for m in far for p in first), key=lambda c: c[0])
                        if low[0] < table.get((u, w), (np.inf,))[0]:
                            table[(u, w)] = low
        leaves[n + k] = np.concatenate([leaves[a], leaves[b]])
        best[n + k] = {key: v[0] for key, v in table.items()}
        best[n + k].update({(w, u): v[0] for (u, w), v in table.items()})
        back[n + k] = table
    if n < 2:
        return Z

    def order(c, u, w):
        if c < n:
            return [c]
        a, b = Z[c - n, :2].astype(int)
        if (u, w) in back[c]:
            _, m, p = back[c][(u, w)]
            return order(a, u, m) + order(b, p, w)
        return order(c, w, u)[::-1]
    ends = min(back[2 * n - 2], key=lambda key: back[2 * n - 2][key][0])
    place = {leaf: i for i, leaf in enumerate(order(2 * n - 2, *ends))}
    least = dict(place)
    for k, (a, b) in enumerate(Z[:, :2].astype(int)):
        if least[a] > least[b]:
            Z[k, 0], Z[k, 1] = b, a
        least[n + k] = min(least[a], least[b])
    return Z


class ClusterNode:
    """A cluster of the tree: a leaf, or two clusters at a distance."""

    def __init__(self, id, left=None, right=None, dist=0, count=1):
        if id < 0:
            raise ValueError('The id must be non-negative.')
        if dist < 0:
            raise ValueError('The distance must be non-negative.')
        if (left is None) != (right is None):
            raise ValueError('Only full or proper binary trees are permitted. This node has one child.')
        if count < 1:
            raise ValueError('A cluster must contain at least one original observation.')
        self.id, self.left, self.right, self.dist = id, left, right, dist
        self.count = count if left is None else left.count + right.count

    def __lt__(self, other):
        return self._than(other) < 0

    def __gt__(self, other):
        return self._than(other) > 0

    def __eq__(self, other):
        return self._than(other) == 0

    def _than(self, other):
        if not isinstance(other, ClusterNode):
            raise ValueError(f"Can't compare ClusterNode to type {type(other)}")
        return (self.dist > other.dist) - (self.dist < other.dist)

    def get_id(self):
        return self.id

    def get_count(self):
        return self.count

    def get_left(self):
        return self.left

    def get_right(self):
        return self.right

    def is_leaf(self):
        return self.left is None

    def pre_order(self, func=lambda x: x.id):
        """What the function gives of each leaf, from the left."""
        waiting, found = [self], []
        while waiting:
            node = waiting.pop()
            if node.left is None:
                found.append(func(node))
            else:
                waiting += [node.right, node.left]
        return found


def to_tree(Z, rd=False):
    """The root of the tree as a ClusterNode; rd: and all of them."""
    Z = np.asarray(Z, order='c')
    is_valid_linkage(Z, throw=True, name='Z')
    n = len(Z) + 1
    nodes = [ClusterNode(i) for i in range(n)]
    for k, (a, b, apart, count) in enumerate(Z):
        node = ClusterNode(n + k, nodes[int(a)], nodes[int(b)], apart)
        if count != node.count:
            raise ValueError(f'Corrupt matrix Z. The count Z[{k},3] is incorrect.')
        nodes.append(node)
    return (nodes[-1], nodes) if rd else nodes[-1]


def _children(Z):
    return Z[:, :2].astype(int).tolist()


def leaves_list(Z):
    """The leaves from the left."""
    return np.array(to_tree(Z).pre_order(), dtype=np.int32)


def _members(Z):
    """Of each cluster its leaves."""
    n = len(Z) + 1
    found = [[i] for i in range(n)]
    for a, b in _children(Z):
        found.append(found[a] + found[b])
    return found


def cophenet(Z, Y=None):
    """How far apart two leaves' branches meet, of each pair; with the distances Y how that goes together with them."""
    Z = np.asarray(Z, order='c', dtype=float)
    is_valid_linkage(Z, throw=True, name='Z')
    n = len(Z) + 1
    D, members = np.zeros((n, n)), _members(Z)
    for k, (a, b) in enumerate(_children(Z)):
        D[np.ix_(members[a], members[b])] = D[np.ix_(members[b], members[a])] = Z[k, 2]
    zz = D[np.triu_indices(n, 1)]
    if Y is None:
        return zz
    Y = np.asarray(Y, order='c')
    distance.is_valid_y(Y, throw=True, name='Y')
    Yy, Zz = Y - Y.mean(), zz - zz.mean()
    return (Yy * Zz).sum() / np.sqrt((Yy * Yy).sum() * (Zz * Zz).sum()), zz


def inconsistent(Z, d=2):
    """Of each merge the mean and the deviation of the distances down to d levels, how many, and how far off its own is."""
    Z = np.asarray(Z, order='c', dtype=float)
    is_valid_linkage(Z, throw=True, name='Z')
    if d != np.floor(d) or d < 0:
        raise ValueError('The second argument d must be a nonnegative integer value.')
    n, below, R = len(Z) + 1, _children(Z), np.zeros((len(Z), 4))
    for k in range(len(Z)):
        level, heights = [k], []
        for _ in range(int(d)):
            heights += [Z[i, 2] for i in level]
            level = [c - n for i in level for c in below[i] if c >= n]
        many = len(heights)
        R[k, 0], R[k, 2] = (sum(heights) / many, many) if many else (np.nan, 0)
        spread = (sum(h * h for h in heights) - sum(heights) ** 2 / many) / (many if many < 2 else many - 1) if many else 0
        if spread > 0:
            R[k, 1] = np.sqrt(spread)
            R[k, 3] = (Z[k, 2] - R[k, 0]) / R[k, 1]
    return R


def _greatest(Z, own):
    """Of each merge the greatest value below it and of itself."""
    n, found = len(Z) + 1, np.array(own, dtype=float)
    for k, pair in enumerate(_children(Z)):
        for c in pair:
            if c >= n:
                found[k] = max(found[k], found[c - n])
    return found


def maxdists(Z):
    Z = np.asarray(Z, order='c', dtype=np.double)
    is_valid_linkage(Z, throw=True, name='Z')
    return _greatest(Z, Z[:, 2])


def maxinconsts(Z, R):
    return maxRstat(Z, R, 3)


def maxRstat(Z, R, i):
    Z, R = np.asarray(Z, order='c'), np.asarray(R, order='c')
    is_valid_linkage(Z, throw=True, name='Z')
    is_valid_im(R, throw=True, name='R')
    if not isinstance(i, (int, np.integer)):
        raise TypeError('The third argument must be an integer.')
    if i < 0 or i > 3:
        raise ValueError('i must be an integer between 0 and 3 inclusive.')
    if Z.shape[0] != R.shape[0]:
        raise ValueError('The inconsistency matrix and linkage matrix each have a different number of rows.')
    return _greatest(Z, R[:, i])


def _cut(Z, values, t):
    """The flat clusters below which no merge has a value above t, numbered from the left, single leaves behind what is beside them."""
    n, below = len(Z) + 1, _children(Z)
    found, number, waiting = np.zeros(n, np.int32), 0, [(2 * n - 2, False)]
    while waiting:
        c, inside = waiting.pop()
        if not inside and (c < n or values[c - n] <= t):
            number, inside = number + 1, True
        if c < n:
            found[c] = number
        else:
            waiting += sorted(((x, inside) for x in reversed(below[c - n])), key=lambda each: each[0] >= n)
    return found


def fcluster(Z, t, criterion='inconsistent', depth=2, R=None, monocrit=None):
    """The flat cluster of each observation."""
    Z = np.asarray(Z, order='c')
    is_valid_linkage(Z, throw=True, name='Z')
    if criterion == 'inconsistent':
        R = inconsistent(Z, depth) if R is None else np.asarray(R, order='c')
        return _cut(Z, _greatest(Z, R[:, 3]), t)
    if criterion == 'distance':
        return _cut(Z, maxdists(Z), t)
    if criterion in ('maxclust', 'maxclust_monocrit'):
        values = maxdists(Z) if criterion == 'maxclust' else np.asarray(monocrit, dtype=float)
        return _at_most(Z, values, int(t))
    if criterion == 'monocrit':
        return _cut(Z, np.asarray(monocrit, dtype=float), t)
    raise ValueError(f'Invalid cluster formation criterion: {criterion}')


def _at_most(Z, values, most):
    """The flat clusters of the lowest threshold that leaves no more than so many."""
    n, below = len(Z) + 1, _children(Z)

    def count(t):
        many, waiting = 0, [2 * n - 2]
        while waiting:
            c = waiting.pop()
            if c < n or values[c - n] <= t:
                many += 1
            else:
                waiting += below[c - n]
        return many
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if count(values[middle]) > most else (low, middle)
    return _cut(Z, values, values[min(high, n - 2)])


def fclusterdata(X, t, criterion='inconsistent', metric='euclidean', depth=2, method='single', R=None):
    X = np.asarray(X, order='c', dtype=np.double)
    if X.ndim != 2:
        raise TypeError('The observation matrix X must be an n by m array.')
    Z = linkage(distance.pdist(X, metric=metric), method=method)
    return fcluster(Z, criterion=criterion, depth=depth, R=inconsistent(Z, d=depth) if R is None else R, t=t)


def cut_tree(Z, n_clusters=None, height=None):
    """The cluster of each observation when there are so many, or below a height; neither: for each number of them."""
    n = num_obs_linkage(Z)
    if height is not None and n_clusters is not None:
        raise ValueError('At least one of either height or n_clusters must be None')
    Z = np.asarray(Z)
    if height is None and n_clusters is None:
        merged = np.arange(n)
    elif height is not None:
        merged = np.array([bisect.bisect(Z[:, 2].tolist(), x) for x in np.atleast_1d(height)])
    else:
        merged = n - np.atleast_1d(n_clusters)
    groups, members, made = np.zeros((n, len(merged)), int), _members(Z), np.arange(n)
    rows = [made.copy()]
    for k in range(n - 1):
        mine = members[n + k]
        least = made[mine].min()
        gone = np.setdiff1d(np.unique(made[mine]), [least])
        made = made.copy()
        made[mine] = least
        made = made - (made[:, None] > gone).sum(1)
        rows.append(made)
    for i, k in enumerate(merged):
        groups[:, i] = rows[min(max(int(k), 0), n - 1)]
    return groups


def leaders(Z, T):
    """Of each flat cluster the node of the tree that has all of it, and the cluster's number."""
    Z, T = np.asarray(Z, order='c'), np.asarray(T, order='c')
    if T.dtype != np.int32:
        raise TypeError('T must be a 1-D array of type int32.')
    is_valid_linkage(Z, throw=True, name='Z')
    if len(T) != Z.shape[0] + 1:
        raise ValueError('Mismatch: len(T)!=Z.shape[0] + 1.')
    n, of = len(Z) + 1, list(T.tolist())
    found = []
    for a, b in _children(Z):
        for c, other in ((a, b), (b, a)):
            if of[c] != of[other] and of[c] != -1:
                found.append((c, of[c]))
        of.append(of[a] if of[a] == of[b] else -1)
    if of[-1] != -1:
        found.append((2 * n - 2, of[-1]))
    if len(found) != len(np.unique(T)):
        raise ValueError('T is not a valid assignment vector. Error found when examining linkage node %d (< 2n-1).' % found[-1][0])
    return np.array([f[0] for f in found], np.int32), np.array([f[1] for f in found], np.int32)


def is_isomorphic(T1, T2):
    """Whether two lists of clusters are the same but for the numbers."""
    T1, T2 = np.asarray(T1, order='c'), np.asarray(T2, order='c')
    if T1.shape != T2.shape:
        raise ValueError('T1 and T2 must have the same number of elements.')
    pairs = set(zip(T1.tolist(), T2.tolist()))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def is_monotonic(Z):
    Z = np.asarray(Z, order='c')
    is_valid_linkage(Z, throw=True, name='Z')
    return bool((Z[1:, 2] >= Z[:-1, 2]).all())


def _check_columns(M, what, doubles):
    if M.dtype != np.double:
        raise TypeError(f'{what}must contain {doubles}.')
    if M.ndim != 2:
        raise ValueError(f'{what}must have shape=2 (i.e. be two-dimensional).')
    if M.shape[1] != 4:
        raise ValueError(f'{what}must have 4 columns.')


def is_valid_linkage(Z, warning=False, throw=False, name=None):
    """Whether it is a tree of clusters."""
    Z = np.asarray(Z, order='c')
    of = f'{name!r} ' if name else ''

    def check():
        _check_columns(Z, f'Linkage matrix {of}', 'doubles')
        if Z.shape[0] == 0:
            raise ValueError('Linkage must be computed on at least two observations.')
        n = len(Z)
        if n > 1:
            if (Z[:, :2] < 0).any():
                raise ValueError(f'Linkage {of}contains negative indices.')
            if (Z[:, 2] < 0).any():
                raise ValueError(f'Linkage {of}contains negative distances.')
            if (Z[:, 3] < 0).any():
                raise ValueError(f'Linkage {of}contains negative counts.')
        if (Z[:, :2] >= np.arange(n + 1, 2 * n + 1)[:, None]).any():
            raise ValueError(f'Linkage {of}uses non-singleton cluster before it is formed.')
        if len(np.unique(Z[:, :2])) != 2 * n:
            raise ValueError(f'Linkage {of}uses the same cluster more than once.')
    return distance._checked(throw, warning, check)


def is_valid_im(R, warning=False, throw=False, name=None):
    """Whether it is what `inconsistent` gives."""
    R = np.asarray(R, order='c')
    of = f'{name!r} ' if name else ''

    def check():
        _check_columns(R, f'Inconsistency matrix {of}', 'doubles (double)')
        if R.shape[0] < 1:
            raise ValueError(f'Inconsistency matrix {of}must have at least one row.')
        for column, what in enumerate(('link height means', 'link height standard deviations', 'link counts')):
            if (R[:, column] < 0).any():
                raise ValueError(f'Inconsistency matrix {of}contains negative {what}.')
    return distance._checked(throw, warning, check)


def num_obs_linkage(Z):
    Z = np.asarray(Z, order='c')
    is_valid_linkage(Z, throw=True, name='Z')
    return Z.shape[0] + 1


def correspond(Z, Y):
    """Whether a tree and distances may be of the same observations."""
    is_valid_linkage(Z, throw=True)
    distance.is_valid_y(Y, throw=True)
    return distance.num_obs_y(np.asarray(Y, order='c')) == num_obs_linkage(Z)


def from_mlab_linkage(Z):
    """MATLAB's tree, which counts from one and has no column of counts."""
    Z = np.array(Z, dtype=np.double, order='c')
    if Z.ndim == 1 and Z.size == 0 or Z.ndim == 2 and not Z.shape[0]:
        return Z.copy()
    if Z.ndim != 2:
        raise ValueError('The linkage array must be rectangular.')
    Z[:, :2] -= 1.0
    counts = [1.0] * (len(Z) + 1)
    for a, b in _children(Z):
        counts.append(counts[a] + counts[b])
    return np.column_stack([Z[:, :3], counts[len(Z) + 1:]])


def to_mlab_linkage(Z):
    Z = np.array(Z, dtype=np.double, order='c')
    if Z.size == 0:
        return Z
    is_valid_linkage(Z, throw=True, name='Z')
    Z[:, :2] += 1.0
    return Z[:, :3]


from scipy.cluster._drawn import dendrogram, set_link_color_palette     # (draws what is above)

__all__ = ['ClusterNode', 'ClusterWarning', 'average', 'centroid', 'complete', 'cophenet', 'correspond', 'cut_tree', 'dendrogram', 'fcluster', 'fclusterdata', 'from_mlab_linkage', 'inconsistent',
           'is_isomorphic', 'is_monotonic', 'is_valid_im', 'is_valid_linkage', 'leaders', 'leaves_list', 'linkage', 'maxRstat', 'maxdists', 'maxinconsts', 'median', 'num_obs_linkage',
           'optimal_leaf_ordering', 'set_link_color_palette', 'single', 'to_mlab_linkage', 'to_tree', 'ward', 'weighted']

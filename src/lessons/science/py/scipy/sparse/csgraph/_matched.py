"""Flows and matchings: as much as edges let through (Dinitz's), as many pairs as there can be, the pairs of least weight."""
import numpy as np

from scipy.sparse.csgraph._graphs import edges_of


class MaximumFlowResult:
    """How much flows, and where."""

    def __init__(self, flow_value, flow):
        self.flow_value, self.flow = flow_value, flow

    def __repr__(self):
        return f'MaximumFlowResult with value of {self.flow_value}'

    @property
    def residual(self):
        import warnings
        warnings.warn('The attribute `residual` has been renamed to `flow` and will be removed in SciPy 1.11.', DeprecationWarning, stacklevel=2)
        return self.flow


def maximum_flow(csgraph, source, sink, *, method='dinic'):
    """As much as can flow from a node to another."""
    from scipy.sparse import csr_matrix
    if not hasattr(csgraph, 'format') or csgraph.format != 'csr':
        raise TypeError('graph must be in CSR format')
    if csgraph.dtype.kind not in 'iu':
        raise ValueError('graph capacities must be integers')
    shape, rows, columns, weights = edges_of(csgraph)
    if shape[0] != shape[1]:
        raise ValueError('graph must be specified as a square matrix.')
    n = shape[0]
    if source == sink:
        raise ValueError('source and sink vertices must differ')
    for node, what in ((source, 'source'), (sink, 'sink')):
        if not 0 <= node < n:
            raise ValueError(f'{what} value ({node}) must be between 0 and {n - 1}')
    if method not in ('dinic', 'edmonds_karp'):
        raise ValueError(f"{method} method is not supported yet.")
    left, near = {}, [set() for _ in range(n)]
    for i, j, w in zip(rows.tolist(), columns.tolist(), weights.tolist()):
        if i != j:
            left[i, j] = left.get((i, j), 0) + int(w)
            left.setdefault((j, i), 0)
            near[i].add(j)
            near[j].add(i)
    near, first, total = [sorted(x) for x in near], dict(left), 0
    while True:
        level, order = {source: 0}, [source]
        for node in order:
            for j in near[node]:
                if j not in level and left[node, j] > 0:
                    level[j] = level[node] + 1
                    order.append(j)
        if sink not in level:
            break
        pushed = _blocking(left, near, level, source, sink)
        if not pushed:
            break
        total += pushed
    flow = {edge: first[edge] - left[edge] for edge in first}
    edges = sorted(flow)
    made = csr_matrix((np.array([flow[e] for e in edges], dtype=np.int32), ([e[0] for e in edges], [e[1] for e in edges])), shape=(n, n))
    return MaximumFlowResult(total, made)


def _blocking(left, near, level, source, sink):
    """What goes through paths that lead one level further with each edge, until one edge of each is full."""
    at, total, path = {node: 0 for node in level}, 0, [source]
    while path:
        node = path[-1]
        if node == sink:
            through = min(left[e] for e in zip(path, path[1:]))
            for i, j in zip(path, path[1:]):
                left[i, j] -= through
                left[j, i] += through
            total += through
            path = [source]
            continue
        while at[node] < len(near[node]):
            j = near[node][at[node]]
            if left[node, j] > 0 and level.get(j) == level[node] + 1:
                path.append(j)
                break
            at[node] += 1
        else:
            path.pop()
            if path:
                at[path[-1]] += 1
    return total


def maximum_bipartite_matching(graph, perm_type='row'):
    """Of each row the column that it is paired with (perm_type 'column'), or of each column the row; -1: none."""
    if not hasattr(graph, 'tocoo'):
        raise TypeError('graph must be sparse')
    if perm_type not in ('row', 'column'):
        raise ValueError("perm_type must be 'row' or 'column'")
    (many, wide), rows, columns, _ = edges_of(graph)
    near = [[] for _ in range(many)]
    for i, j in sorted(zip(rows.tolist(), columns.tolist())):
        near[i].append(j)
    of_row, of_column = [-1] * many, [-1] * wide
    for start in range(many):
        walk, came, seen, free = [start], {}, set(), -1
        while walk and free < 0:
            i = walk.pop(0)
            for j in near[i]:
                if j not in seen:
                    seen.add(j)
                    came[j] = i
                    if of_column[j] < 0:
                        free = j
                        break
                    walk.append(of_column[j])
        while free >= 0:
            i = came[free]
            of_row[i], of_column[free], free = free, i, of_row[i]
    return np.array(of_column if perm_type == 'row' else of_row, np.int32)


def structural_rank(graph):
    """The greatest rank that weights in these places can have."""
    return int((maximum_bipartite_matching(graph) >= 0).sum())


def min_weight_full_bipartite_matching(biadjacency_matrix, maximize=False):
    """(rows, columns): pairs of least weight in all, each row or each column in one."""
    from scipy.optimize import linear_sum_assignment
    if not hasattr(biadjacency_matrix, 'tocoo'):
        raise TypeError('graph must be sparse')
    shape, rows, columns, weights = edges_of(biadjacency_matrix)
    cost = np.full(shape, -np.inf if maximize else np.inf)
    cost[rows, columns] = weights
    if not len(weights):
        return np.array([], dtype=np.int32), np.array([], dtype=np.int32)
    try:
        a, b = linear_sum_assignment(cost, maximize)
    except ValueError:
        raise ValueError('no full matching exists') from None
    return a, b.astype(np.int32)

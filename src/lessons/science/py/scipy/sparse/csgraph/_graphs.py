"""Graphs as matrices of weights: from dense arrays, masked ones and sparse matrices, and back; the edges of each node."""
import numpy as np

NONE = -9999      # a node that is reached from nowhere


class NegativeCycleError(Exception):
    def __init__(self, message=''):
        Exception.__init__(self, message)


class Graph:
    """Where the edges of each node go and their weights, nodes in order."""

    def __init__(self, n, rows, columns, weights):
        order = np.lexsort([columns, rows])
        self.n, self.weights, self.columns = n, np.asarray(weights, dtype=float)[order], np.asarray(columns, dtype=np.intp)[order]
        self.starts = np.searchsorted(np.asarray(rows)[order], np.arange(n + 1))

    def rows(self):
        return np.repeat(np.arange(self.n), np.diff(self.starts))

    def turned(self):
        return Graph(self.n, self.columns, self.rows(), self.weights)

    def edges(self, i):
        """(where to, how far) of a node."""
        part = slice(self.starts[i], self.starts[i + 1])
        return zip(self.columns[part].tolist(), self.weights[part].tolist())

    def lists(self):
        return [list(self.edges(i)) for i in range(self.n)]


def edges_of(csgraph):
    """(shape, rows, columns, weights): of a sparse matrix what is stored; of an array what is neither zero nor infinite nor NaN nor masked."""
    if hasattr(csgraph, 'tocoo'):
        made = csgraph.tocoo()
        return made.shape, made.row, made.col, made.data
    given = np.ma.asarray(csgraph) if np.ma.isMaskedArray(csgraph) else np.asarray(csgraph)
    if given.ndim != 2:
        raise ValueError('compressed-sparse graph must be 2-D')
    values = np.asarray(np.ma.getdata(given), dtype=float)
    there = np.isfinite(values) & ~np.ma.getmaskarray(given) if np.ma.isMaskedArray(given) else np.isfinite(values) & (values != 0)
    rows, columns = np.nonzero(there)
    return given.shape, rows, columns, values[rows, columns]


def graph_of(csgraph):
    shape, rows, columns, weights = edges_of(csgraph)
    if shape[0] != shape[1]:
        raise ValueError('compressed-sparse graph must be shape (N, N)')
    return Graph(shape[0], rows, columns, weights)


def both_ways(graph):
    """A graph whose edges may be walked either way, the shorter of two."""
    rows = graph.rows()
    a, b, w = np.concatenate([rows, graph.columns]), np.concatenate([graph.columns, rows]), np.concatenate([graph.weights, graph.weights])
    order = np.lexsort([w, b, a])
    a, b, w = a[order], b[order], w[order]
    first = np.ones(len(a), bool)
    first[1:] = (a[1:] != a[:-1]) | (b[1:] != b[:-1])
    return Graph(graph.n, a[first], b[first], w[first])


def as_matrix(graph):
    from scipy.sparse import csr_matrix
    return csr_matrix((graph.weights, (graph.rows(), graph.columns)), shape=(graph.n, graph.n))


def csgraph_from_dense(graph, null_value=0, nan_null=True, infinity_null=True):
    return csgraph_from_masked(csgraph_masked_from_dense(graph, null_value, nan_null, infinity_null))


def csgraph_masked_from_dense(graph, null_value=0, nan_null=True, infinity_null=True, copy=True):
    """An array with what is no edge masked."""
    values = np.array(graph, copy=copy)
    if values.ndim != 2 or values.shape[0] != values.shape[1]:
        raise ValueError('graph should be a square array' if values.ndim == 2 else 'graph should have two dimensions')
    mask = np.zeros(values.shape, bool)
    if null_value is not None:
        null_value = np.float64(null_value)
        if np.isnan(null_value):
            nan_null = True
        elif np.isinf(null_value):
            infinity_null = True
        else:
            mask |= values == null_value
    if values.dtype.kind == 'f':
        mask |= nan_null & np.isnan(values) | infinity_null & np.isinf(values)
    return np.ma.masked_array(values, mask)


def csgraph_from_masked(graph):
    from scipy.sparse import csr_matrix
    graph = np.ma.asarray(graph)
    if graph.ndim != 2 or graph.shape[0] != graph.shape[1]:
        raise ValueError('graph should be a square array' if graph.ndim == 2 else 'graph should have two dimensions')
    rows, columns = np.nonzero(~np.ma.getmaskarray(graph))
    return csr_matrix((np.asarray(graph.data, dtype=float)[rows, columns], (rows, columns)), shape=graph.shape)


def csgraph_to_dense(csgraph, null_value=0):
    """An array of the weights; of two edges between the same nodes the shorter."""
    if not hasattr(csgraph, 'tocoo'):
        raise ValueError('csgraph must be sparse')
    shape, rows, columns, weights = edges_of(csgraph)
    if shape[0] != shape[1]:
        raise ValueError('csgraph should have the same number of rows and columns')
    made = np.full(shape, np.inf)
    np.minimum.at(made, (rows, columns), np.asarray(weights, dtype=float))
    there = np.zeros(shape, bool)
    there[rows, columns] = True
    made[~there] = null_value
    return made


def tree_of(graph, before, directed):
    """The edges that lead to each node from the one before it, as a matrix."""
    from scipy.sparse import csr_matrix
    graph = graph if directed else both_ways(graph)
    nodes = np.flatnonzero(np.asarray(before) >= 0)
    weights = []
    for node in nodes.tolist():
        weights.append(next((w for to, w in graph.edges(int(before[node])) if to == node), 0.0))
    return csr_matrix((np.array(weights, dtype=float), (np.asarray(before)[nodes], nodes)), shape=(graph.n, graph.n))


def reconstruct_path(csgraph, predecessors, directed=True):
    return tree_of(graph_of(csgraph), predecessors, directed)


def construct_dist_matrix(graph, predecessors, directed=True, null_value=np.inf):
    """How far each node is from each, along the nodes before."""
    graph = graph_of(graph)
    table = {(i, j): w for i, row in enumerate((graph if directed else both_ways(graph)).lists()) for j, w in row}
    before, n = np.asarray(predecessors), graph.n
    if before.shape != (n, n):
        raise ValueError('graph and predecessors must have the same shape')
    made = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            at, far = j, 0.0
            while at != i:
                last = int(before[i, at])
                if last < 0:
                    far = null_value
                    break
                far += table.get((last, at), null_value)
                at = last
            made[i, j] = far
    return made

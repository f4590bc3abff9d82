"""Walks through graphs: which nodes are joined, first in breadth or in depth, the tree of least weight, Laplacians."""
import numpy as np

from scipy.sparse.csgraph._graphs import NONE, Graph, as_matrix, both_ways, edges_of, graph_of, tree_of


def connected_components(csgraph, directed=True, connection='weak', return_labels=True):
    """(how many parts, of each node which)."""
    if connection.lower() not in ('weak', 'strong'):
        raise ValueError("connection must be 'weak' or 'strong'")
    graph = graph_of(csgraph)
    labels = _strong(graph) if directed and connection.lower() == 'strong' else _weak(graph)
    many = int(labels.max()) + 1 if len(labels) else 0
    return (many, labels) if return_labels else many


def _weak(graph):
    near, labels, many = both_ways(graph).lists(), np.full(graph.n, -1, np.int32), 0
    for start in range(graph.n):
        if labels[start] >= 0:
            continue
        labels[start], waiting = many, [start]
        while waiting:
            for j, _ in near[waiting.pop()]:
                if labels[j] < 0:
                    labels[j] = many
                    waiting.append(j)
        many += 1
    return labels


def _strong(graph):
    """Tarjan's: a part is numbered when all that it leads to is; of a node's edges the last is walked first."""
    near = [[j for j, _ in row][::-1] for row in graph.lists()]
    seen, low, labels, open_, many, count = {}, {}, np.full(graph.n, -1, np.int32), [], 0, 0
    for root in range(graph.n):
        if root in seen:
            continue
        walk = [(root, iter(near[root]))]
        seen[root] = low[root] = count
        count += 1
        open_.append(root)
        while walk:
            node, rest = walk[-1]
            for j in rest:
                if j not in seen:
                    seen[j] = low[j] = count
                    count += 1
                    open_.append(j)
                    walk.append((j, iter(near[j])))
                    break
                if labels[j] < 0:
                    low[node] = min(low[node], seen[j])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[node])
                if low[node] == seen[node]:
                    while True:
                        j = open_.pop()
                        labels[j] = many
                        if j == node:
                            break
                    many += 1
    return labels


def _neighbours(graph, directed):
    """Of each node where its edges go, and, if they may be walked either way, where they come from behind these."""
    near = [[j for j, _ in row] for row in graph.lists()]
    if not directed:
        for own, more in zip(near, graph.turned().lists()):
            own += [j for j, _ in more]
    return near


def _start(graph, i):
    if not 0 <= i < graph.n:
        raise ValueError(f'index {i} is out of bounds for axis 0 with size {graph.n}')
    return int(i)


def breadth_first_order(csgraph, i_start, directed=True, return_predecessors=True):
    """(nodes as they are reached, the nearest first; of each the one before it)."""
    graph = graph_of(csgraph)
    near, before, order = _neighbours(graph, directed), np.full(graph.n, NONE, np.int32), [_start(graph, i_start)]
    seen = {order[0]}
    for node in order:
        for j in near[node]:
            if j not in seen:
                seen.add(j)
                before[j] = node
                order.append(j)
    order = np.array(order, np.int32)
    return (order, before) if return_predecessors else order


def depth_first_order(csgraph, i_start, directed=True, return_predecessors=True):
    """(nodes as they are reached, each way followed to its end first; of each the one before it)."""
    graph = graph_of(csgraph)
    near, before, order = _neighbours(graph, directed), np.full(graph.n, NONE, np.int32), [_start(graph, i_start)]
    seen, walk = {order[0]}, [(order[0], iter(near[order[0]]))]
    while walk:
        node, rest = walk[-1]
        for j in rest:
            if j not in seen:
                seen.add(j)
                before[j] = node
                order.append(j)
                walk.append((j, iter(near[j])))
                break
        else:
            walk.pop()
    order = np.array(order, np.int32)
    return (order, before) if return_predecessors else order


def breadth_first_tree(csgraph, i_start, directed=True):
    return tree_of(graph_of(csgraph), breadth_first_order(csgraph, i_start, directed)[1], directed)


def depth_first_tree(csgraph, i_start, directed=True):
    return tree_of(graph_of(csgraph), depth_first_order(csgraph, i_start, directed)[1], directed)


def minimum_spanning_tree(csgraph, overwrite=False):
    """The edges of least weight that join what can be joined (Kruskal's)."""
    graph = graph_of(csgraph)
    rows, parent, kept = graph.rows(), list(range(graph.n)), []

    def top(x):
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x
    for at in np.argsort(graph.weights, kind='stable').tolist():
        a, b = top(int(rows[at])), top(int(graph.columns[at]))
        if a != b:
            parent[a] = b
            kept.append(at)
    kept = np.array(sorted(kept), dtype=np.intp)
    return as_matrix(Graph(graph.n, rows[kept], graph.columns[kept], graph.weights[kept]))


def laplacian(csgraph, normed=False, return_diag=False, use_out_degree=False, *, copy=True, form='array', dtype=None, symmetrized=False):
    """The degrees of nodes less their edges."""
    if form != 'array':
        raise NotImplementedError("laplacian: form='array' alone is there")
    sparse = hasattr(csgraph, 'tocoo')
    if csgraph.ndim != 2 or csgraph.shape[0] != csgraph.shape[1]:
        raise ValueError('csgraph must be a square matrix or array')
    m = csgraph.toarray() if sparse else np.array(csgraph)
    if normed and (np.issubdtype(m.dtype, np.signedinteger) or np.issubdtype(m.dtype, np.uint)):
        m = m.astype(np.float64)
    if dtype is not None:
        m = m.astype(dtype)
    if symmetrized:
        m = m + m.T.conj()
    np.fill_diagonal(m, 0)
    w = m.sum(axis=1 if use_out_degree else 0)
    if normed:
        alone = w == 0
        w = np.where(alone, 1, np.sqrt(w))
        m = m / w / w[:, None] * -1
        np.fill_diagonal(m, 1 - alone)
    else:
        m = m * -1
        np.fill_diagonal(m, w)
    if sparse:
        from scipy.sparse import coo_matrix
        m = coo_matrix(m)
    return (m, w) if return_diag else m


def reverse_cuthill_mckee(graph, symmetric_mode=False):
    """Nodes so ordered that edges lie near the diagonal."""
    if not hasattr(graph, 'tocoo'):
        raise TypeError('Input graph must be sparse')
    shape, rows, columns, _ = edges_of(graph)
    if not symmetric_mode:
        rows, columns = np.concatenate([rows, columns]), np.concatenate([columns, rows])
        pairs = sorted(set(zip(rows.tolist(), columns.tolist())))
        rows, columns = (np.array([p[k] for p in pairs], np.intp) for k in (0, 1))
    made = Graph(shape[0], rows, columns, np.ones(len(rows)))
    near = [[j for j, _ in row] for row in made.lists()]
    degree = [len(row) + (i in row) for i, row in enumerate(near)]
    order, seen = [], set()
    for seed in np.argsort(degree).tolist():
        if seed in seen:
            continue
        seen.add(seed)
        order.append(seed)
        at = len(order) - 1
        while at < len(order):
            new = [j for j in dict.fromkeys(near[order[at]]) if j not in seen]
            seen.update(new)
            order += sorted(new, key=lambda j: degree[j])
            at += 1
    return np.array(order[::-1], np.int32)

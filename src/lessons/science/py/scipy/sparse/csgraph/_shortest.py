"""The shortest ways between nodes: Dijkstra's, Bellman's and Ford's, Floyd's and Warshall's, Johnson's."""
import heapq

import numpy as np

from scipy.sparse.csgraph._graphs import NONE, NegativeCycleError, both_ways, graph_of

METHODS = ('auto', 'FW', 'D', 'BF', 'J')


def _prepared(csgraph, directed, unweighted):
    graph = graph_of(csgraph)
    graph = graph if directed else both_ways(graph)
    if unweighted:
        graph.weights = np.ones(len(graph.weights))
    return graph


def _nodes(indices, n):
    """(the nodes that are asked for, whether it was one alone)."""
    if indices is None:
        return np.arange(n), False
    given = np.array(indices, dtype=np.intp)
    flat = np.atleast_1d(given).ravel().copy()
    flat[flat < 0] += n
    if len(flat) and (flat.min() < 0 or flat.max() >= n):
        raise ValueError('indices out of range 0...N')
    return flat, given.ndim == 0


def _given(far, before, alone, return_predecessors):
    if alone:
        far, before = far[0], before[0]
    return (far, before) if return_predecessors else far


def _from(near, starts, n, limit=np.inf):
    """(distances, nodes before, the start that is nearest) from whichever of the starts is nearest."""
    far, before, source, done = np.full(n, np.inf), np.full(n, NONE, np.int32), np.full(n, NONE, np.int32), [False] * n
    heap, best = [], {}
    for s in starts:
        best[s], far[s], source[s] = 0.0, 0.0, s
        heapq.heappush(heap, (0.0, s))
    while heap:
        d, node = heapq.heappop(heap)
        if done[node]:
            continue
        done[node] = True
        for j, w in near[node]:
            if not done[j] and d + w <= limit and d + w < best.get(j, np.inf):
                best[j] = far[j] = d + w
                before[j], source[j] = node, source[node]
                heapq.heappush(heap, (d + w, j))
    return far, before, source


def dijkstra(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False, limit=np.inf, min_only=False):
    """From the nodes that are asked for to all; weights may not be below zero."""
    graph = _prepared(csgraph, directed, unweighted)
    if np.any(graph.weights < 0):
        import warnings
        warnings.warn('Graph has negative weights: dijkstra will give inaccurate results if the graph contains negative cycles. Consider johnson or bellman_ford.')
    limit = float(limit)
    if limit < 0:
        raise ValueError('limit must be >= 0')
    nodes, alone = _nodes(indices, graph.n)
    near = graph.lists()
    if min_only:
        found = _from(near, nodes.tolist(), graph.n, limit)
        return found if return_predecessors else found[0]
    rows = [_from(near, [s], graph.n, limit) for s in nodes.tolist()]
    far, before = (np.array([row[k] for row in rows]).reshape(len(nodes), graph.n) for k in (0, 1))
    return _given(far, before.astype(np.int32), alone, return_predecessors)


def _relaxed(graph, start):
    """Bellman's and Ford's, from one node; None: a cycle that is below zero."""
    far, before = np.full(graph.n, np.inf), np.full(graph.n, NONE, np.int32)
    far[start] = 0.0
    near = graph.lists()
    for turn in range(graph.n + 1):
        changed = False
        for node in range(graph.n):
            if far[node] == np.inf:
                continue
            for j, w in near[node]:
                if far[j] > far[node] + w + (1e-300 if turn == graph.n else 0):
                    if turn == graph.n:
                        return None
                    far[j], before[j], changed = far[node] + w, node, True
        if not changed:
            break
    return far, before


def bellman_ford(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False):
    """From the nodes that are asked for to all; weights may be below zero."""
    graph = _prepared(csgraph, directed, unweighted)
    nodes, alone = _nodes(indices, graph.n)
    far, before = np.empty((len(nodes), graph.n)), np.empty((len(nodes), graph.n), np.int32)
    for at, start in enumerate(nodes.tolist()):
        found = _relaxed(graph, start)
        if found is None:
            raise NegativeCycleError(f'Negative cycle detected on node {start}')
        far[at], before[at] = found
    return _given(far, before, alone, return_predecessors)


def johnson(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False):
    """Dijkstra's, after weights are made no less than zero."""
    graph = _prepared(csgraph, directed, unweighted)
    nodes, alone = _nodes(indices, graph.n)
    rows, high = graph.rows(), np.zeros(graph.n)
    for turn in range(graph.n + 1):
        least = high.copy()
        np.minimum.at(least, graph.columns, high[rows] + graph.weights)
        if not (least < high).any():
            break
        if turn == graph.n:
            raise NegativeCycleError(f'Negative cycle detected on node {int(np.flatnonzero(least < high)[0])}')
        high = least
    graph.weights = graph.weights + high[rows] - high[graph.columns]
    near, far, before = graph.lists(), np.empty((len(nodes), graph.n)), np.empty((len(nodes), graph.n), np.int32)
    for at, start in enumerate(nodes.tolist()):
        far[at], before[at], _ = _from(near, [start], graph.n)
        far[at] += high - high[start]
    return _given(far, before, alone, return_predecessors)


def floyd_warshall(csgraph, directed=True, return_predecessors=False, unweighted=False, overwrite=False):
    """From all nodes to all, through each node in turn."""
    graph = _prepared(csgraph, directed, unweighted)
    n, rows = graph.n, graph.rows()
    far, before = np.full((n, n), np.inf), np.full((n, n), NONE, np.int32)
    np.minimum.at(far, (rows, graph.columns), graph.weights)
    there = far < np.inf
    np.fill_diagonal(far, np.minimum(0.0, np.diag(far)))
    before[there] = np.nonzero(there)[0]
    np.fill_diagonal(before, NONE)
    for k in range(n):
        through = far[:, k, None] + far[k]
        better = through < far
        far = np.where(better, through, far)
        before = np.where(better, np.broadcast_to(before[k], (n, n)), before)
    if (np.diag(far) < 0).any():
        raise NegativeCycleError(f'Negative cycle in nodes {np.flatnonzero(np.diag(far) < 0)}')
    return _given(far, before, False, return_predecessors)


def shortest_path(csgraph, method='auto', directed=True, return_predecessors=False, unweighted=False, overwrite=False, indices=None):
    """How far nodes are from each other: by the method that is asked for, or that suits the weights."""
    if method not in METHODS:
        raise ValueError(f'unrecognized method {method!r}')
    shape = np.shape(csgraph) if not hasattr(csgraph, 'tocoo') else csgraph.shape
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError('graph should be a square array' if not hasattr(csgraph, 'tocoo') else 'compressed-sparse graph must be shape (N, N)')
    if method == 'auto':
        graph = graph_of(csgraph)
        negative = bool((graph.weights < 0).any())
        some = len(np.atleast_1d(indices)) if indices is not None else graph.n
        method = 'FW' if indices is None and graph.n * some < 5 * len(graph.weights) else 'J' if negative else 'D'
        if negative and indices is not None and some < graph.n / 2:
            method = 'BF'
    if method == 'FW':
        if indices is not None:
            raise ValueError('Cannot specify indices with method == \'FW\'.')
        return floyd_warshall(csgraph, directed, return_predecessors, unweighted)
    return {'D': dijkstra, 'BF': bellman_ford, 'J': johnson}[method](csgraph, directed, indices=indices, return_predecessors=return_predecessors, unweighted=unweighted)

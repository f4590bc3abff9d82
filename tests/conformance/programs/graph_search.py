# Graphs: breadth first, depth first, Dijkstra, topological order, components.
import heapq
from collections import defaultdict, deque

edges = [("A", "B", 4), ("A", "C", 2), ("B", "C", 5), ("B", "D", 10), ("C", "E", 3), ("E", "D", 4), ("D", "F", 11)]
graph = defaultdict(dict)
for a, b, w in edges:
    graph[a][b] = w
    graph[b][a] = w


def bfs(start, goal):
    queue, seen = deque([[start]]), {start}
    while queue:
        path = queue.popleft()
        if path[-1] == goal:
            return path
        for n in sorted(graph[path[-1]]):
            if n not in seen:
                seen.add(n)
                queue.append(path + [n])


def dfs(node, seen=None):
    seen = seen if seen is not None else []
    seen.append(node)
    for n in sorted(graph[node]):
        if n not in seen:
            dfs(n, seen)
    return seen


def dijkstra(start):
    dist, prev, heap = {start: 0}, {}, [(0, start)]
    while heap:
        d, node = heapq.heappop(heap)
        if d > dist[node]:
            continue
        for n, w in graph[node].items():
            if d + w < dist.get(n, float("inf")):
                dist[n], prev[n] = d + w, node
                heapq.heappush(heap, (d + w, n))
    return dist, prev


def path_to(prev, goal):
    path = [goal]
    while path[-1] in prev:
        path.append(prev[path[-1]])
    return path[::-1]


def topological(deps):
    order, state = [], {}

    def visit(n):
        if state.get(n) == "open":
            raise ValueError(f"cycle through {n}")
        if n not in state:
            state[n] = "open"
            for d in deps.get(n, ()):
                visit(d)
            state[n] = "done"
            order.append(n)
    for n in deps:
        visit(n)
    return order


print(bfs("A", "F"), dfs("A"))
dist, prev = dijkstra("A")
print(dist, path_to(prev, "F"))
print(topological({"shirt": ["tie"], "tie": ["jacket"], "trousers": ["shoes", "belt"], "belt": ["jacket"]}))
try:
    topological({"a": ["b"], "b": ["c"], "c": ["a"]})
except ValueError as e:
    print(e)

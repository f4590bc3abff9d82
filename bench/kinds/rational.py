"""Fractions and vectors as classes with operators, a determinant, a cache of calls."""
import math, functools
@functools.total_ordering
class Frac:
    def __init__(self, n, d=1):
        g = math.gcd(n, d)
        if d < 0: g = -g
        self.n, self.d = n // g, d // g
    def __add__(self, o):
        if isinstance(o, int): o = Frac(o)
        return Frac(self.n * o.d + o.n * self.d, self.d * o.d)
    __radd__ = __add__
    def __mul__(self, o):
        if isinstance(o, int): return Frac(self.n * o, self.d)
        return Frac(self.n * o.n, self.d * o.d)
    def __sub__(self, o): return self + o * -1
    def __truediv__(self, o): return Frac(self.n * o.d, self.d * o.n)
    def __eq__(self, o): return (self.n, self.d) == (o.n, o.d)
    def __lt__(self, o): return self.n * o.d < o.n * self.d
    def __hash__(self): return hash((self.n, self.d))
    def __repr__(self): return f'{self.n}/{self.d}'
class Vec:
    def __init__(self, *xs): self.xs = xs
    def __add__(self, o): return Vec(*(a + b for a, b in zip(self.xs, o.xs)))
    def __matmul__(self, o): return sum(a * b for a, b in zip(self.xs, o.xs))
    def __iter__(self): return iter(self.xs)
    def __len__(self): return len(self.xs)
    def __getitem__(self, i): return self.xs[i]
def gauss(m):
    n = len(m)
    for i in range(n):
        p = next(r for r in range(i, n) if not m[r][i] == Frac(0))
        m[i], m[p] = m[p], m[i]
        for r in range(i + 1, n):
            f = m[r][i] / m[i][i]
            for c in range(i, n):
                m[r][c] = m[r][c] - f * m[i][c]
    det = Frac(1)
    for i in range(n): det = det * m[i][i]
    return det
n = 30
print(gauss([[Frac((i * 7 + j * j * 3 + i * j) % 11 + 1, (i + j) % 5 + 1) for j in range(n)] for i in range(n)]))
fs = [Frac(i * 7 % 31 - 15, i % 9 + 1) for i in range(15000)]
print(sorted(fs)[:3], max(fs), len(set(fs)))
v = Vec(1, 2, 3)
s = Vec(0, 0, 0)
for i in range(40000): s = s + Vec(i, i % 7, -i)
print(list(s), s @ v, len(s), s[1])
@functools.lru_cache(maxsize=None)
def ways(n, k):
    if n == 0: return 1
    if n < 0 or k == 0: return 0
    return ways(n, k - 1) + ways(n - k, k)
print(ways(220, 220))

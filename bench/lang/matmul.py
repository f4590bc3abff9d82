"""Matrices as lists of lists: products by index and by zip, elimination, powers."""


def by_index(a, b):
    n, m, p = len(a), len(b), len(b[0])
    c = [[0.0] * p for _ in range(n)]
    for i in range(n):
        row = a[i]
        out = c[i]
        for k in range(m):
            x = row[k]
            other = b[k]
            for j in range(p):
                out[j] += x * other[j]
    return c


def by_zip(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def solve(a, y):
    n = len(a)
    m = [row[:] + [v] for row, v in zip(a, y)]
    for c in range(n):
        p = max(range(c, n), key=lambda r: abs(m[r][c]))
        m[c], m[p] = m[p], m[c]
        for r in range(c + 1, n):
            f = m[r][c] / m[c][c]
            for k in range(c, n + 1):
                m[r][k] -= f * m[c][k]
    x = [0.0] * n
    for r in range(n - 1, -1, -1):
        x[r] = (m[r][n] - sum(m[r][k] * x[k] for k in range(r + 1, n))) / m[r][r]
    return x


def power(a, n, mod):
    size = len(a)
    out = [[int(i == j) for j in range(size)] for i in range(size)]
    while n:
        if n & 1:
            out = [[sum(out[i][k] * a[k][j] for k in range(size)) % mod for j in range(size)] for i in range(size)]
        a = [[sum(a[i][k] * a[k][j] for k in range(size)) % mod for j in range(size)] for i in range(size)]
        n >>= 1
    return out


N = 150
a = [[((i * 31 + j * 17) % 23 - 11) / 7 for j in range(N)] for i in range(N)]
b = [[((i * 13 + j * 29) % 19 - 9) / 5 for j in range(N)] for i in range(N)]
c, d = by_index(a, b), by_zip(a, b)
print(f"{c[3][4]:.9f} {sum(map(sum, c)):.6f} {max(abs(x - y) for r, s in zip(c, d) for x, y in zip(r, s)) < 1e-9}")
m = [[1.0 / (i + j + 1) + (i == j) for j in range(150)] for i in range(150)]
x = solve(m, [float(i % 5) for i in range(150)])
print(f"{x[0]:.6f} {x[75]:.6f} {x[-1]:.6f}")
print(power([[1, 1, 0], [1, 0, 1], [2, 1, 1]], 10 ** 18, 998244353))

"""Dynamic programming: the order of matrix products, common subsequences, the distance of two texts."""
def order(dims):
    n = len(dims) - 1
    cost = [[0] * n for _ in range(n)]
    split = [[0] * n for _ in range(n)]
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            best = float('inf')
            for k in range(i, j):
                c = cost[i][k] + cost[k + 1][j] + dims[i] * dims[k + 1] * dims[j + 1]
                if c < best:
                    best = c
                    split[i][j] = k
            cost[i][j] = best
    return cost[0][n - 1], split
def text(split, i, j):
    if i == j:
        return f'A{i}'
    k = split[i][j]
    return f'({text(split, i, k)}x{text(split, k + 1, j)})'
def lcs(a, b):
    prev = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            if x == y:
                row.append(prev[j] + 1)
            else:
                row.append(max(prev[j + 1], row[j]))
        prev = row
    return prev[-1]
def edit(a, b):
    d = {}
    for i in range(len(a) + 1): d[i, 0] = i
    for j in range(len(b) + 1): d[0, j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
    return d[len(a), len(b)]
dims = [(i * 37 + 11) % 50 + 5 for i in range(121)]
c, s = order(dims)
print(c, text(s, 0, len(dims) - 2)[:80])
a = ''.join(chr(97 + i * i % 13) for i in range(500))
b = ''.join(chr(97 + i * 7 % 11) for i in range(450))
print(lcs(a, b))
print(edit(a[:180], b[:170]))

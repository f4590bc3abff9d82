"""Comprehensions of every kind, with conditions, nesting and unpacking."""


def triangle(n):
    return [(a, b, c) for a in range(1, n) for b in range(a, n) for c in range(b, n) if a * a + b * b == c * c]


def life(cells):
    near = {}
    for x, y in cells:
        for p in [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
            near[p] = near.get(p, 0) + 1
    return {p for p, n in near.items() if n == 3 or n == 2 and p in cells}


print(triangle(190)[-3:])
total = 0
for k in range(300):
    squares = [x * x for x in range(2000)]
    odd = [x for x in squares if x & 1]
    index = {x: i for i, x in enumerate(odd)}
    last = {x % 100 for x in odd}
    total += len(index) + len(last) + sum(v for v in index.values() if v % k == 0) if k else 0
print(total)
grid = [[(r * c) % 17 for c in range(150)] for r in range(150)]
for _ in range(25):
    grid = [[row[i] for row in grid] for i in range(len(grid[0]))]
print(sum([sum([v for v in row if v > 8]) for row in grid]), {v: sum(row.count(v) for row in grid) for v in (0, 5, 16)})
cells = {(0, 1), (1, 1), (2, 1), (1, 0), (2, 2), (5, 5), (5, 6), (5, 7)}
for _ in range(300):
    cells = life(cells)
print(len(cells), sorted(cells)[:3])
pairs = [(f"k{i}", i) for i in range(100000)]
inverse = {v: k for k, v in pairs}
print(len([k for k, v in pairs if v % 3 == 0 and k[-1] != "0"]), inverse[777], [*map(len, [[j for j in range(i)] for i in range(400)])][-1])

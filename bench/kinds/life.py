"""The game of life on a set of cells."""
def step(cells):
    counts = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    p = (x + dx, y + dy)
                    counts[p] = counts.get(p, 0) + 1
    return {p for p, n in counts.items() if n == 3 or (n == 2 and p in cells)}
glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
cells = set()
for i in range(0, 60, 6):
    cells |= {(x + i, y + i * 2 % 17) for x, y in glider}
cells |= {(100 + i, 50) for i in range(40)}
for g in range(200):
    cells = step(cells)
print(len(cells), min(cells), max(cells))

# Conway's game of life on an unbounded board, shown in a window.
from collections import Counter


def step(cells):
    near = Counter((x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return {c for c, n in near.items() if n == 3 or n == 2 and c in cells}


def show(cells, width=10, height=6):
    return "\n".join("".join("#" if (x, y) in cells else "." for x in range(width)) for y in range(height))


def parse(text):
    return {(x, y) for y, row in enumerate(text.split("/")) for x, ch in enumerate(row) if ch == "#"}


glider = parse(".#./..#/###")
for generation in range(5):
    print(f"generation {generation}, {len(glider)} alive")
    print(show(glider))
    glider = step(glider)
blinker = parse("/###")
period = 0
seen = {frozenset(blinker): 0}
while True:
    blinker = step(blinker)
    period += 1
    if frozenset(blinker) in seen:
        break
    seen[frozenset(blinker)] = period
print("blinker period", period)

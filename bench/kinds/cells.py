"""Life on sets of tuples and on lists, Langton's ant, a maze, percolation, flood fill, a snake."""
from collections import deque


def step(alive):
    counts = {}
    for x, y in alive:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    cell = (x + dx, y + dy)
                    counts[cell] = counts.get(cell, 0) + 1
    return {cell for cell, n in counts.items() if n == 3 or (n == 2 and cell in alive)}


def neighbours(cell):
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {cell}


def step_sets(alive):
    born = set()
    for cell in alive:
        around = neighbours(cell)
        if len(around & alive) in (2, 3):
            born.add(cell)
        for other in around - alive:
            if len(neighbours(other) & alive) == 3:
                born.add(other)
    return born


def step_grid(grid):
    h, w = len(grid), len(grid[0])
    new = []
    for r in range(h):
        row = []
        for c in range(w):
            n = 0
            for dr in (-1, 0, 1):
                for dc in (-1, 0, 1):
                    if dr == 0 and dc == 0:
                        continue
                    n += grid[(r + dr) % h][(c + dc) % w]
            row.append(1 if n == 3 or (n == 2 and grid[r][c]) else 0)
        new.append(row)
    return new


def ant(steps):
    black, x, y, dx, dy = set(), 0, 0, 0, 1
    for _ in range(steps):
        if (x, y) in black:
            black.remove((x, y))
            dx, dy = -dy, dx
        else:
            black.add((x, y))
            dx, dy = dy, -dx
        x, y = x + dx, y + dy
    return black


def flood(grid, r, c, new):
    old = grid[r][c]
    if old == new:
        return 0
    stack, n = [(r, c)], 0
    while stack:
        r, c = stack.pop()
        if 0 <= r < len(grid) and 0 <= c < len(grid[r]) and grid[r][c] == old:
            grid[r][c] = new
            n += 1
            stack.extend([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
    return n


def maze(n, seed=5):
    seen, walls, stack = {(0, 0)}, set(), [(0, 0)]
    doors = set()
    while stack:
        r, c = stack[-1]
        options = [(r + dr, c + dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
                   if 0 <= r + dr < n and 0 <= c + dc < n and (r + dr, c + dc) not in seen]
        if not options:
            stack.pop()
            continue
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        there = options[seed // 65536 % len(options)]
        doors.add(frozenset([(r, c), there]))
        seen.add(there)
        stack.append(there)
    return doors


def solve(doors, n):
    queue, before = deque([(0, 0)]), {(0, 0): None}
    while queue:
        r, c = here = queue.popleft()
        if here == (n - 1, n - 1):
            break
        for there in [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]:
            if there not in before and frozenset([here, there]) in doors:
                before[there] = here
                queue.append(there)
    length = 0
    while here:
        here = before[here]
        length += 1
    return length


glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
acorn = {(0, 0), (1, 0), (1, 2), (3, 1), (4, 0), (5, 0), (6, 0)}
alive = acorn | {(x + 60, y + 3) for x, y in glider}
for _ in range(110):
    alive = step(alive)
print(len(alive), min(alive), max(alive))
alive = acorn
for _ in range(50):
    alive = step_sets(alive)
print(len(alive), sorted(alive)[:2])
grid = [[1 if (r * 3 + c * 5) % 7 == 0 else 0 for c in range(48)] for r in range(48)]
for _ in range(8):
    grid = step_grid(grid)
print(sum(map(sum, grid)))
black = ant(60000)
print(len(black), max(black))
field = [["#" if (r * r + c * 3) % 7 == 0 else "." for c in range(100)] for r in range(100)]
print(sum(flood(field, r, c, "x") > 0 for r in range(100) for c in range(100) if field[r][c] == "."))
doors = maze(60)
print(len(doors), solve(doors, 60))

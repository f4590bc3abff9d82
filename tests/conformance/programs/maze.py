# Mazes: made from a seeded generator, solved breadth first, drawn.
import random
from collections import deque


def make(width, height, seed):
    rng = random.Random(seed)
    links = {(x, y): set() for x in range(width) for y in range(height)}
    stack = [(0, 0)]
    seen = {(0, 0)}
    while stack:
        x, y = stack[-1]
        options = [(x + dx, y + dy) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))
                   if (x + dx, y + dy) in links and (x + dx, y + dy) not in seen]
        if not options:
            stack.pop()
            continue
        cell = rng.choice(options)
        links[x, y].add(cell)
        links[cell].add((x, y))
        seen.add(cell)
        stack.append(cell)
    return links


def solve(links, start, goal):
    came, queue = {start: None}, deque([start])
    while queue:
        cell = queue.popleft()
        if cell == goal:
            path = []
            while cell is not None:
                path.append(cell)
                cell = came[cell]
            return path[::-1]
        for n in sorted(links[cell]):
            if n not in came:
                came[n] = cell
                queue.append(n)


def draw(links, width, height, path):
    rows = ["+" + "--+" * width]
    for y in range(height):
        line, below = "|", "+"
        for x in range(width):
            line += ("()" if (x, y) in path else "  ") + (" " if (x + 1, y) in links[x, y] else "|")
            below += ("  " if (x, y + 1) in links[x, y] else "--") + "+"
        rows += [line, below]
    return "\n".join(rows)


W, H = 9, 5
links = make(W, H, 2024)
path = solve(links, (0, 0), (W - 1, H - 1))
print(draw(links, W, H, set(path)))
print(len(path), sum(map(len, links.values())) // 2 == W * H - 1)

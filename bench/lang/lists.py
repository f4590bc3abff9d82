"""Lists: append, index, slice, insert, pop, reverse, membership, zip, nested."""


def build(n):
    a = []
    for i in range(n):
        a.append(i * 7 % 1001)
    return a


def prefix_sums(a):
    out = [0]
    for x in a:
        out.append(out[-1] + x)
    return out


def bubble_some(a, rounds):
    for _ in range(rounds):
        for i in range(len(a) - 1):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
    return a


def josephus(n, k):
    ring, at = list(range(n)), 0
    while len(ring) > 1:
        at = (at + k - 1) % len(ring)
        ring.pop(at)
    return ring[0]


def rotate_grid(grid):
    return [list(row) for row in zip(*grid[::-1])]


a = build(400000)
s = prefix_sums(a)
print(len(s), s[-1], sum(a[10:20]), a[::-997][:5])
print(bubble_some(a[:800], 250)[:12])
print(josephus(20000, 17))
grid = [[r * 50 + c for c in range(50)] for r in range(50)]
for _ in range(600):
    grid = rotate_grid(grid)
print(grid[0][:5], sum(map(sum, grid)))
stack, total = [], 0
for i in range(1500000):
    stack.append(i)
    if i % 3 == 0:
        total += stack.pop() - stack[-1] if len(stack) > 1 else 0
print(total, len(stack), 7 in a, a.index(994), a.count(3))
b = a[:2000]
for i in range(0, 2000, 5):
    b.insert(i, -i)
    del b[i + 1]
print(sum(b), min(b), max(b), b[-3:])

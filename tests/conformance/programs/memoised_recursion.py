# Dynamic programming: edit distance, knapsack, coins, LIS, partitions.
from functools import lru_cache


def memo(f):
    seen = {}
    def wrapper(*a):
        if a not in seen:
            seen[a] = f(*a)
        return seen[a]
    wrapper.seen = seen
    return wrapper


@memo
def distance(a, b):
    if not a or not b:
        return len(a) + len(b)
    if a[0] == b[0]:
        return distance(a[1:], b[1:])
    return 1 + min(distance(a[1:], b), distance(a, b[1:]), distance(a[1:], b[1:]))


def knapsack(items, room):
    best = [(0, ())] * (room + 1)
    for name, weight, value in items:
        for r in range(room, weight - 1, -1):
            v, chosen = best[r - weight]
            best[r] = max(best[r], (v + value, chosen + (name,)), key=lambda t: t[0])
    return best[room]


@lru_cache(None)
def ways(amount, coins):
    if amount == 0:
        return 1
    return sum(ways(amount - c, coins[i:]) for i, c in enumerate(coins) if c <= amount)


def longest_rising(xs):
    best = []
    for x in xs:
        best.append(max((b for b in best if b[-1] < x), key=len, default=[]) + [x])
    return max(best, key=len)


@lru_cache(maxsize=None)
def partitions(n, most=None):
    most = n if most is None else most
    return 1 if n == 0 else sum(partitions(n - k, min(k, n - k)) for k in range(1, min(most, n) + 1))


def common(a, b):
    table = [[""] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + x if x == y else max(table[i][j + 1], table[i + 1][j], key=len)
    return table[-1][-1]


print(distance("kitten", "sitting"), len(distance.seen), distance("", "abc"))
print(knapsack([("gold", 3, 50), ("map", 1, 20), ("tent", 4, 60), ("pan", 2, 15)], 6))
print(ways(100, (50, 25, 10, 5, 1)), ways.cache_info().hits > 0)
print(longest_rising([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]))
print([partitions(n) for n in range(12)], partitions(60))
print(common("dynamic programming", "imaginary romping"))

# Six sorts, checked against sorted() on seeded data.
import random
from heapq import heapify, heappop


def bubble(a):
    a = a[:]
    for n in range(len(a), 1, -1):
        swapped = False
        for i in range(1, n):
            if a[i - 1] > a[i]:
                a[i - 1], a[i] = a[i], a[i - 1]
                swapped = True
        if not swapped:
            break
    return a


def insertion(a):
    out = []
    for x in a:
        i = len(out)
        while i and out[i - 1] > x:
            i -= 1
        out.insert(i, x)
    return out


def quick(a):
    if len(a) < 2:
        return a
    p, *rest = a
    return quick([x for x in rest if x < p]) + [p] + quick([x for x in rest if x >= p])


def merge(a):
    if len(a) < 2:
        return a
    left, right = merge(a[:len(a) // 2]), merge(a[len(a) // 2:])
    out, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if right[j] < left[i]:
            out.append(right[j]); j += 1
        else:
            out.append(left[i]); i += 1
    return out + left[i:] + right[j:]


def heap(a):
    h = list(a)
    heapify(h)
    return [heappop(h) for _ in range(len(h))]


def radix(a):
    digit = 1
    while any(x // digit for x in a):
        buckets = [[] for _ in range(10)]
        for x in a:
            buckets[x // digit % 10].append(x)
        a = [x for b in buckets for x in b]
        digit *= 10
    return a


rng = random.Random(99)
cases = [[], [1], [2, 1], [rng.randrange(1000) for _ in range(60)], list(range(30)), list(range(30, 0, -1)), [5] * 10]
for f in (bubble, insertion, quick, merge, heap, radix):
    print(f"{f.__name__:<10}", all(f(c) == sorted(c) for c in cases), f(cases[3])[:6])
words = "the quick brown fox jumps over the lazy dog".split()
print(bubble(words) == merge(words) == sorted(words), quick(words))

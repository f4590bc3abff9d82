"""Sorting: keys, reverse, stability, tuples, own comparison, bisect, heap, a merge sort by hand."""
import heapq
from bisect import insort
from functools import cmp_to_key


def noise(n, seed=42):
    x = seed
    for _ in range(n):
        x = (x * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        yield x >> 33


def merge_sort(a):
    if len(a) < 2:
        return a
    left, right = merge_sort(a[:len(a) // 2]), merge_sort(a[len(a) // 2:])
    out, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            out.append(left[i])
            i += 1
        else:
            out.append(right[j])
            j += 1
    return out + left[i:] + right[j:]


class Version:
    def __init__(self, n):
        self.parts = (n >> 20, n >> 10 & 1023, n & 1023)

    def __lt__(self, other):
        return self.parts < other.parts


data = list(noise(60000))
print(sorted(data)[:3], sorted(data, reverse=True)[:2])
print(sorted(data, key=lambda v: v % 1000)[:3], sorted(data, key=lambda v: (v & 7, -v))[:2])
words = [f"w{v % 5000:04x}{v & 7}" for v in data]
print(sorted(words)[:3], sorted(words, key=str.lower)[-1], sorted(set(words), key=lambda w: (len(w), w[::-1]))[0])
floats = [v / 1000.0 for v in data]
floats.sort()
print(floats[0], floats[-1])
print(sorted((Version(v) for v in data[:8000]))[0].parts)
print(sorted(data[:8000], key=cmp_to_key(lambda a, b: (a % 97 > b % 97) - (a % 97 < b % 97)))[:2])
print(merge_sort(data[:12000])[:2] == sorted(data[:12000])[:2])
heap = []
for v in data[:30000]:
    heapq.heappush(heap, v)
print([heapq.heappop(heap) for _ in range(20000)][-1], heapq.nsmallest(2, data))
line = []
for v in data[:8000]:
    insort(line, v)
print(line[0], line[-1])

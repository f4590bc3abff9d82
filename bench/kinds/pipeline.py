"""Generators in rows: filters, windows, recursion by yield from, send, groupby."""
import itertools
def numbers(n):
    i = 0
    while i < n:
        yield i
        i += 1
def where(f, it):
    for x in it:
        if f(x):
            yield x
def apply(f, it):
    for x in it:
        yield f(x)
def pairs(it):
    it = iter(it)
    for a in it:
        b = next(it, None)
        yield a, b
def window(it, n):
    buf = []
    for x in it:
        buf.append(x)
        if len(buf) == n:
            yield tuple(buf)
            del buf[0]
def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 1)
def averager():
    total = n = 0
    avg = None
    while True:
        x = yield avg
        total += x
        n += 1
        avg = total / n
p = apply(lambda x: x * x % 1001, where(lambda x: x % 3, numbers(3150000)))
print(sum(a ^ (b or 0) for a, b in pairs(p)))
print(sum(max(w) - min(w) for w in window(apply(lambda x: x * 7919 % 257, numbers(240000)), 5)))
print(sum(tree(16)))
av = averager()
next(av)
for i in range(240000):
    last = av.send(i)
print(last)
print(sum(1 for k, g in itertools.groupby(sorted(numbers(150000), key=lambda x: x % 1000), key=lambda x: x % 1000) if sum(1 for _ in g) > 10))

"""Generators: pipelines, yield from over trees, send, and generator expressions."""


def numbers(n):
    i = 0
    while i < n:
        yield i
        i += 1


def only_odd(source):
    for x in source:
        if x & 1:
            yield x


def pairs(source):
    it = iter(source)
    for a in it:
        yield a, next(it, 0)


def tree(depth):
    return None if depth == 0 else (tree(depth - 1), depth, tree(depth - 1))


def walk(node):
    if node is not None:
        yield from walk(node[0])
        yield node[1]
        yield from walk(node[2])


def averager():
    total = count = 0
    mean = None
    while True:
        x = yield mean
        total += x
        count += 1
        mean = total / count


def primes():
    yield 2
    found = [2]
    n = 3
    while True:
        if all(n % p for p in found if p * p <= n):
            found.append(n)
            yield n
        n += 2


print(sum(a * b for a, b in pairs(only_odd(numbers(1500000)))))
print(sum(x * x for x in numbers(1000000) if x % 3 == 0))
t = tree(15)
print(sum(walk(t)), max(walk(t)))
a = averager()
next(a)
for i in range(800000):
    m = a.send(i)
print(m)
for n, p in zip(range(1500), primes()):
    pass
print(p, any(x > 250000 for x in numbers(1000000)), list(zip(numbers(3), only_odd(numbers(9)))))

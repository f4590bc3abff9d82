"""Closures: counters, composed functions, callbacks, memo, partial application."""


def counter():
    n = 0

    def step(by=1):
        nonlocal n
        n += by
        return n
    return step


def compose(*functions):
    def composed(x):
        for f in functions:
            x = f(x)
        return x
    return composed


def adder(k):
    return lambda x: x + k


def memo(f):
    table = {}

    def wrapper(n):
        if n not in table:
            table[n] = f(n)
        return table[n]
    return wrapper


@memo
def partitions(n):
    total, k, sign = 0, 1, 1
    while True:
        a = n - k * (3 * k - 1) // 2
        if a < 0:
            break
        total += sign * (1 if a == 0 else partitions(a))
        b = a - k
        if b >= 0:
            total += sign * (1 if b == 0 else partitions(b))
        k, sign = k + 1, -sign
    return total


def account(balance):
    history = []

    def deposit(x):
        nonlocal balance
        balance += x
        history.append(x)
        return balance

    def undo():
        nonlocal balance
        balance -= history.pop()
        return balance
    return deposit, undo


c = counter()
for i in range(1500000):
    c(i & 1)
print(c())
f = compose(adder(1), lambda x: x * 2, adder(-3), abs)
print(sum(f(x) for x in range(300000)))
fs = [adder(k) for k in range(100)]
print(sum(g(i) for i in range(7500) for g in fs))
for n in range(1, 600, 7):
    p = partitions(n)
print(p)
deposit, undo = account(10)
for i in range(400000):
    deposit(i)
    if i % 3 == 0:
        undo()
print(undo(), list(map(lambda x: x ** 2, filter(lambda x: x % 2, range(10)))))

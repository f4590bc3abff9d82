"""Generators in a row, closures, decorators, itertools, context managers, iterators by class, coroutines by send."""
import itertools
import operator
from contextlib import contextmanager
from functools import partial, reduce, wraps


def numbers(n, seed=3):
    for _ in range(n):
        seed = (seed * 16807) % 2147483647
        yield seed


def only(pred, items):
    for x in items:
        if pred(x):
            yield x


def scaled(by, items):
    return (x // by for x in items)


def chunks(items, n):
    it = iter(items)
    while True:
        block = list(itertools.islice(it, n))
        if not block:
            return
        yield block


def windows(items, n):
    it = iter(items)
    window = tuple(itertools.islice(it, n))
    if len(window) == n:
        yield window
    for x in it:
        window = window[1:] + (x,)
        yield window


def averager():
    total = count = 0
    mean = None
    while True:
        x = yield mean
        total += x
        count += 1
        mean = total / count


def counted(fn):
    @wraps(fn)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return fn(*args, **kwargs)
    wrapper.calls = 0
    return wrapper


def compose(*fns):
    return reduce(lambda f, g: lambda x: g(f(x)), fns)


@counted
def score(x, base=10, *, more=0):
    total = 0
    while x:
        x, d = divmod(x, base)
        total += d
    return total + more


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


events = []


@contextmanager
def step(name):
    events.append(f"+{name}")
    try:
        yield len(events)
    finally:
        events.append(f"-{name}")


class Timer:
    depth = 0

    def __enter__(self):
        Timer.depth += 1
        return self

    def __exit__(self, kind, value, trace):
        Timer.depth -= 1
        return kind is ValueError


def accumulate_by(fn):
    total = 0

    def add(x):
        nonlocal total
        total = fn(total, x)
        return total
    return add


pipe = only(lambda x: x % 3 == 0, scaled(1000, numbers(60000)))
blocks = [sum(b) for b in chunks(pipe, 7)]
print(len(blocks), sum(blocks))
print(sum(max(w) - min(w) for w in windows(numbers(20000), 4)))
mean = averager()
next(mean)
for x in numbers(20000):
    last = mean.send(x)
print(round(last, 3))
print(sum(score(x, more=1) for x in numbers(12000)), score.calls, score.__name__)
pipeline = compose(partial(operator.mul, 3), lambda x: x + 1, str, len)
print(sum(map(pipeline, numbers(15000))))
print(sum(Countdown(20000)), list(zip(Countdown(3), "abc")))
caught = 0
for i in range(6000):
    with step(i % 7) as n:
        with Timer():
            if i % 5 == 0:
                raise ValueError(i)
            caught += n
print(len(events), caught, Timer.depth)
add = accumulate_by(lambda a, b: (a * 31 + b) % 1000003)
for x in numbers(30000):
    r = add(x)
print(r)
pairs = itertools.groupby(sorted(scaled(1000000, numbers(15000))), key=lambda v: v // 100)
print(sum(k * len(list(g)) for k, g in pairs))
print(sum(a * b for a, b in itertools.starmap(lambda a, b: (a + 1, b), zip(range(30000), itertools.cycle([1, 2, 3])))))
primes = itertools.takewhile(lambda p: p < 3000, (n for n in itertools.count(2) if all(n % d for d in range(2, int(n ** 0.5) + 1))))
print(sum(primes))
print(sum(x for x in itertools.chain.from_iterable([i, i * 2] for i in range(20000)) if x % 2))

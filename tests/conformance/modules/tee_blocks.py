"""tee over the ends of its blocks: copies in any place, an iterator that asks its own tee, items that die in the middle."""
import copy
import gc
import itertools
import weakref

for n in (0, 1, 55, 56, 57, 111, 112, 113, 400):
    a, b, c = itertools.tee(iter(range(n)), 3)
    half = list(itertools.islice(a, n // 2))
    d = copy.copy(a)
    print(n, len(half), sum(b), sum(d), sum(a), next(a, "end"), next(d, "end"), list(c) == list(range(n)))


class Asks:
    tee, count = None, 0

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        if self.count == 57:
            try:
                next(self.tee)
            except RuntimeError as error:
                return str(error)
        return self.count


asks = Asks()
one, two = itertools.tee(asks)
asks.tee = two
print([next(one) for _ in range(60)][54:58])
print([next(two) for _ in range(60)][54:58])


class Fails:
    def __init__(self, at):
        self.at, self.n = at, 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n == self.at:
            raise ValueError(self.n)
        return self.n


for at in (1, 56, 57):
    one, two = itertools.tee(Fails(at))
    seen = []
    for _ in range(at + 2):
        try:
            seen.append(next(one))
        except ValueError as error:
            seen.append(error)
    print(at, seen[-3:], list(itertools.islice(two, at + 1))[-2:])


class Item:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        died.append(self.n)


died = []
one, two = itertools.tee(Item(i) for i in range(120))
for item in one:
    pass
del item, one
print(len(died))
two = None
gc.collect()
print(sorted(died) == list(range(120)))

died = []
ring = Item("ring")
ring.one, ring.two = itertools.tee([ring])
next(ring.one)
watch = weakref.ref(ring)
ring = None
gc.collect()
print(watch(), died)

deep, _ = itertools.tee(iter(range(100000)))
for _i in deep:
    pass
del deep, _
print("freed")

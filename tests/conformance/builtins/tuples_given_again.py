"""Tuples that iterators give again when nobody kept them: kept ones stay as they were, items that die or fail in between, hashes anew."""
import itertools


class Loud:
    def __init__(self, name, log, act=None):
        self.name, self.log, self.act = name, log, act

    def __del__(self):
        self.log.append(self.name)
        if self.act:
            self.act()


class Breaks:
    def __init__(self, at, error=ValueError):
        self.n, self.at, self.error = 0, at, error

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n >= self.at:
            raise self.error(self.n)
        return self.n


d = {"a": 1, "b": 2, "c": 3}
makers = {
    "items": lambda: d.items(),
    "reversed items": lambda: reversed(d.items()),
    "enumerate": lambda: enumerate("xyz"),
    "zip one": lambda: zip("xyz"),
    "zip two": lambda: zip("xyz", "uvw"),
    "zip three": lambda: zip("xyz", "uvw", [1, 2, 3]),
    "longest": lambda: itertools.zip_longest("xyz", "u"),
    "pairwise": lambda: itertools.pairwise("wxyz"),
    "product": lambda: itertools.product("xy", [1, 2]),
    "combinations": lambda: itertools.combinations("xyz", 2),
    "permutations": lambda: itertools.permutations("xyz", 2),
    "replacement": lambda: itertools.combinations_with_replacement("xyz", 2),
    "none of": lambda: itertools.product(),
    "empty": lambda: itertools.combinations("xyz", 0),
}
for name, make in makers.items():
    kept = list(make())
    first = []
    for k, t in enumerate(make()):
        if k != 1:
            first.append(t)
    last = None
    for t in make():
        pass
    print(name, kept, first == [t for k, t in enumerate(kept) if k != 1], t == kept[-1], {t: 0 for t in make()} == dict.fromkeys(kept, 0), [hash(t) for t in make()] == [hash(t) for t in kept])

for error in (ValueError, StopIteration, IndexError):
    for at in (1, 2, 3):
        for sources in ((Breaks(at, error), "abcd"), ("abcd", Breaks(at, error)), ("abcd", Breaks(at, error), "wxyz")):
            got = []
            try:
                for t in zip(*sources):
                    got.append(t)
                print(error.__name__, at, got, "ends")
            except Exception as raised:
                print(error.__name__, at, got, type(raised).__name__, raised)
for strict in ((("ab", "abc")), (("abc", "ab")), (("", "a")), (("a", ""))):
    try:
        print(list(zip(*strict, strict=True)))
    except ValueError as error:
        print(error)

log = []
for x, y in zip([Loud("a", log), Loud("b", log)], [1, 2]):
    log.append(y)
    del x
print(log[:2], sorted(log[2:]))

log = []
again = enumerate([Loud(i, log, lambda: next(again, None)) for i in range(6)])
for pair in again:
    log.append(pair[0])
    del pair
print(sorted(map(str, log)))

log = []
table = {i: Loud(i, log) for i in range(4)}
walk = iter(table.items())
next(walk)
table[0] = None
print(log, next(walk)[0], log)
try:
    for key, value in table.items():
        del table[3]
except RuntimeError as error:
    print(error, log)

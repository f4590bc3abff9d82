"""dict() and update of what gives pairs: zips and enumerations, short, long, failing and strict ones, keys that cannot be or that act."""


def told(f):
    try:
        return f()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class Fails:
    def __init__(self, at, error):
        self.n, self.at, self.error = 0, at, error

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n >= self.at:
            raise self.error(self.n)
        return self.n


class Key:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name

    def __hash__(self):
        log.append("hash " + self.name)
        return 7

    def __eq__(self, other):
        log.append(f"{self.name} == {other.name}")
        if self.name == "raises":
            raise ZeroDivisionError
        return True


log = []
makers = [lambda: zip("abc", range(3)), lambda: zip("abc", range(2)), lambda: zip("ab", range(9), strict=True), lambda: zip("abc", [1], strict=True), lambda: zip("ab"), lambda: zip("ab", "cd", "ef"), lambda: zip(),
          lambda: zip("", ""), lambda: enumerate("ab"), lambda: enumerate("ab", 2**48 - 1), lambda: enumerate(""), lambda: zip([[]], [1]), lambda: zip(Fails(2, ValueError), "abc"), lambda: zip("abc", Fails(2, KeyError)),
          lambda: enumerate(Fails(3, ValueError)), lambda: zip(Fails(3, StopIteration), "abc"), lambda: zip([Key("a"), Key("b"), Key("raises")], "xyz"), lambda: iter([(1, 2), "ab", [3, 4]]), lambda: [(1,)], lambda: [1], lambda: 5,
          lambda: zip(range(3000), range(3000, 6000))]
for make in makers:
    made = told(lambda: dict(make()))
    print(made if not isinstance(made, dict) or len(made) < 9 else (len(made), made[2999], list(made)[:2]))
    d = {"a": 0, 1: 0}
    print(told(lambda: d.update(make())), len(d), list(d.items())[:4])
print(log)


class Sub(zip):
    def __next__(self):
        return "k", "v"

    def __iter__(self):
        return iter([super().__next__()])


print(dict(Sub("a", "b")))
grown = {}


def grows():
    for i in range(5):
        grown[-i] = i
        yield i


grown.update(zip(grows(), "abcde"))
print(grown)
s = {1, "a", (2, 3), None}
print(s.copy() == s, len(s.copy() | {5}), sorted(map(str, set(s))), {k: 1 for k in range(5)}.copy())
import sys  # noqa: E402

keys = [object() for _ in range(50)]
before = sys.getrefcount(keys[7])
copies = [dict.fromkeys(keys, keys[7]).copy(), set(set(keys)), dict(zip(keys, keys)), dict(enumerate(keys))]
for c in copies:
    del c
copies = None
print(sys.getrefcount(keys[7]) == before)

# Infinite lazy streams with memoised tails.
class Stream:
    __slots__ = ("head", "_tail")

    def __init__(self, head, tail):
        self.head, self._tail = head, tail

    @property
    def tail(self):
        if callable(self._tail):
            self._tail = self._tail()
        return self._tail

    def __iter__(self):
        s = self
        while s is not None:
            yield s.head
            s = s.tail

    def take(self, n):
        out = []
        for x in self:
            if len(out) == n:
                break
            out.append(x)
        return out

    def map(self, f):
        return Stream(f(self.head), lambda: self.tail and self.tail.map(f))

    def filter(self, p):
        s = self
        while not p(s.head):
            s = s.tail
        return Stream(s.head, lambda: s.tail.filter(p))

    def zip_with(self, f, other):
        return Stream(f(self.head, other.head), lambda: self.tail.zip_with(f, other.tail))

    def __getitem__(self, n):
        for i, x in enumerate(self):
            if i == n:
                return x


def ints(n=0):
    return Stream(n, lambda: ints(n + 1))


def sieve(s):
    return Stream(s.head, lambda: sieve(s.tail.filter(lambda x: x % s.head)))


fib = Stream(0, lambda: Stream(1, lambda: fib.zip_with(lambda a, b: a + b, fib.tail)))
print(ints(5).take(4), ints().map(lambda x: x * x).filter(lambda x: x % 2).take(5))
print(sieve(ints(2)).take(15))
print(fib.take(15), fib[90])
hamming_seen = []
def merge(a, b):
    if a.head < b.head: return Stream(a.head, lambda: merge(a.tail, b))
    if a.head > b.head: return Stream(b.head, lambda: merge(a, b.tail))
    return Stream(a.head, lambda: merge(a.tail, b.tail))
hamming = Stream(1, lambda: merge(hamming.map(lambda x: 2 * x), merge(hamming.map(lambda x: 3 * x), hamming.map(lambda x: 5 * x))))
print(hamming.take(20))
pi = Stream(4.0, lambda: ints(1).map(lambda k: 4.0 * (-1) ** k / (2 * k + 1)))
total = 0
for i, term in enumerate(pi):
    total += term
    if i == 200:
        break
print(total)

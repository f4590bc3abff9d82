# collections, itertools, functools.
# --- case: counter
from collections import Counter
c = Counter("mississippi")
print(c, c["s"], c["zz"], c.most_common(2), sorted(c.elements())[:4], c.total(), sum(c.values()))
c.update("sss"); c.subtract("i" * 10)
print(c, +c, -c, Counter(a=1) + Counter(a=2, b=1), Counter(a=3) - Counter(a=1), Counter(a=3, b=1) & Counter(a=1), Counter(a=1) | Counter(b=2), Counter() == Counter(a=0))
# --- case: counter_errors
from collections import Counter
for f in (lambda: Counter(5), lambda: Counter([[]]), lambda: Counter("a").fromkeys("b"), lambda: Counter(1, 2)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: defaultdict
from collections import defaultdict
d = defaultdict(list)
d["a"].append(1); d["b"]
print(d, d.get("zz"), d.default_factory, dict(d), defaultdict(int, x=1), "q" in d)
e = defaultdict(lambda: "x")
print(e[1], len(e), defaultdict()  == {})
defaultdict()["missing"]
# --- case: defaultdict_bad
from collections import defaultdict
defaultdict(5)
# --- case: ordered_dict
from collections import OrderedDict
d = OrderedDict(a=1, b=2, c=3)
d.move_to_end("a"); print(d)
d.move_to_end("c", last=False); print(list(d), d.popitem(last=False), d.popitem(), d, d == {"b": 2}, OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), list(reversed(OrderedDict(x=1, y=2))))
# --- case: deque
from collections import deque
d = deque([1, 2, 3], maxlen=4)
d.append(4); d.append(5); d.appendleft(0)
print(d, d.maxlen, d.pop(), d.popleft(), d)
d.rotate(1); print(d); d.extend("ab"); d.extendleft("xy"); print(d, d[0], d[-1], len(d), d.count("x"), d.index("a") if "a" in d else None, deque("abc"), list(reversed(d)))
# --- case: deque_more
from collections import deque
d = deque(range(5))
d.insert(2, "i"); d.remove(4); d.reverse()
print(d, d.copy() == d, d + deque([9]), d * 2, 3 in d, deque([1]) < deque([2]), deque(maxlen=0))
del d[0]; d[0] = "z"; d.clear(); print(d, bool(d))
d.pop()
# --- case: deque_errors_1
from collections import deque
for f in (lambda: deque().popleft(), lambda: deque([1])[5], lambda: deque([1]).remove(2), lambda: deque([1]).index(2), lambda: deque(5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: deque_errors_2
from collections import deque
for f in (lambda: deque([], -1), lambda: deque(maxlen="a"), lambda: deque([1], 1).insert(0, 2), lambda: deque([1])[0:1]):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: deque_mutated
from collections import deque
d = deque([1, 2])
for x in d: d.append(3)
# --- case: namedtuple
from collections import namedtuple
P = namedtuple("P", "x y")
p = P(1, y=2)
print(p, p.x, p[1], p._asdict(), p._replace(x=9), P._fields, P._make([3, 4]), p == (1, 2), tuple(p), isinstance(p, tuple), [a for a in p], P.__name__, P.__doc__)
x, y = p
# --- case: namedtuple_options
from collections import namedtuple
A = namedtuple("A", ["a", "b", "c"], defaults=[8, 9])
print(A(1), A._field_defaults, namedtuple("R", "a def a _x", rename=True)._fields, namedtuple("C", "x, y")(1, 2))
class B(namedtuple("B", "v")):
    def double(self): return self.v * 2
print(B(4).double(), B(4))
# --- case: namedtuple_errors_1
from collections import namedtuple
P = namedtuple("P", "x y")
for f in (lambda: P(1), lambda: P(1, 2, 3), lambda: P(1, z=2), lambda: namedtuple("X", "a a"), lambda: namedtuple("X", "def"), lambda: namedtuple("X", "_a")):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: namedtuple_errors_2
from collections import namedtuple
P = namedtuple("P", "x y")
for f in (lambda: namedtuple("1X", "a"), lambda: P._make([1]), lambda: P(1, 2)._replace(z=1), lambda: setattr(P(1, 2), "x", 5), lambda: namedtuple("X", "a", defaults=[1, 2])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: chainmap
from collections import ChainMap
c = ChainMap({"a": 1}, {"a": 2, "b": 3})
c["z"] = 5
print(c["a"], c["b"], sorted(c), len(c), c.maps, c.new_child({"a": 0})["a"], c.parents, c)
c["missing"]
# --- case: user_classes
from collections import UserDict, UserList, UserString
class D(UserDict):
    def __setitem__(self, k, v): super().__setitem__(k.upper(), v)
print(D(a=1), UserList([1, 2]) + [3], UserString("ab").upper(), D(a=1).data)
# --- case: collections_abc_1
from collections.abc import Iterable, Sequence, Mapping, Callable, Hashable, Sized, Iterator, Container, MutableSequence, Set, Generator
print(isinstance([], Sequence), isinstance({}, Mapping), isinstance("a", Iterable), isinstance(len, Callable), isinstance([], Hashable), isinstance(iter([]), Iterator))
# --- case: collections_abc_2
from collections.abc import Iterable, Sequence, Mapping, Callable, Hashable, Sized, Iterator, Container, MutableSequence, Set, Generator
print(isinstance((), MutableSequence), isinstance({1}, Set), isinstance((i for i in []), Generator), isinstance(5, Sized), isinstance(range(1), Sequence), isinstance({}.keys(), Set))
# --- case: collections_abc_mixin
from collections.abc import Sequence, MutableMapping
class S(Sequence):
    def __len__(self): return 3
    def __getitem__(self, i):
        if i >= 3: raise IndexError
        return i * 10
print(list(S()), 10 in S(), S().index(20), S().count(0), list(reversed(S())))
class M(MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
m = M(); m.update(a=1, b=2)
print(m.pop("a"), m.setdefault("c", 3), dict(m.items()), "b" in m, m.get("q"), m == {"b": 2, "c": 3}, list(m.keys()))
# --- case: collections_abc_abstract
from collections.abc import Sequence
class S(Sequence): pass
S()
# --- case: itertools_infinite
from itertools import count, cycle, repeat, islice
print(list(islice(count(5, 2), 3)), list(islice(cycle("ab"), 5)), list(repeat("x", 3)), list(islice(count(0.5), 2)), count(3), repeat(1, 2), list(map(pow, [2, 3], repeat(2))))
# --- case: itertools_finite_1
from itertools import accumulate, chain, compress, dropwhile, takewhile, filterfalse, starmap, pairwise, zip_longest, islice
import operator
print(list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], operator.mul)), list(accumulate([1], initial=5)), list(chain("ab", [1])), list(chain.from_iterable(["ab", "c"])))
# --- case: itertools_finite_2
from itertools import accumulate, chain, compress, dropwhile, takewhile, filterfalse, starmap, pairwise, zip_longest, islice
import operator
print(list(compress("abc", [1, 0, 1])), list(dropwhile(lambda x: x < 3, [1, 3, 2])), list(takewhile(lambda x: x < 3, [1, 3, 2])), list(filterfalse(None, [0, 1])), list(starmap(pow, [(2, 3)])))
# --- case: itertools_finite_3
from itertools import accumulate, chain, compress, dropwhile, takewhile, filterfalse, starmap, pairwise, zip_longest, islice
import operator
print(list(pairwise("abc")), list(zip_longest("ab", "c", fillvalue="-")), list(islice("abcdef", 1, 5, 2)), list(islice("abc", 2)), list(islice("abc", 1, None)))
# --- case: itertools_combinatoric
from itertools import product, permutations, combinations, combinations_with_replacement
print(list(product("ab", [1, 2])), list(product([0, 1], repeat=2)), list(permutations("abc", 2)), list(combinations("abc", 2)), list(combinations_with_replacement("ab", 2)), len(list(permutations(range(5)))), list(combinations([1], 2)), list(product()), list(permutations([])))
# --- case: itertools_groupby
from itertools import groupby
print([(k, list(g)) for k, g in groupby("aabbba")], [(k, [x for x in g]) for k, g in groupby([1, 3, 2, 4, 5], key=lambda x: x % 2)])
g = groupby("aab")
k, v = next(g); next(g)
print(k, list(v))
# --- case: itertools_tee
from itertools import tee
a, b = tee([1, 2, 3])
print(next(a), list(b), list(a), tee([], 0), len(tee("ab", 3)))
# --- case: itertools_errors_1
import itertools as i
for f in (lambda: list(i.islice([1], -1)), lambda: i.count("a"), lambda: i.combinations("ab", -1), lambda: i.product(5), lambda: list(i.chain(5)), lambda: i.islice([1]), lambda: i.repeat(), lambda: i.islice([1], 0, 1, 0)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: itertools_errors_2
import itertools as i
for f in (lambda: i.permutations("a", -1), lambda: list(i.starmap(pow, [1])), lambda: i.accumulate(5), lambda: i.zip_longest(5), lambda: i.islice([], "a"), lambda: i.tee([], -1), lambda: i.groupby(5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: functools_reduce_partial
from functools import reduce, partial
import operator
print(reduce(operator.add, [1, 2, 3]), reduce(lambda a, b: a * b, [], 7), partial(int, base=2)("101"), partial(pow, 2)(5), partial(print, "a", sep="-", end="!\n")("b"))
p = partial(lambda *a, **k: (a, k), 1, x=2)
print(p(3, y=4), p.args, p.keywords, partial(p, 9)(8))
# --- case: functools_reduce_empty
from functools import reduce
reduce(lambda a, b: a, [])
# --- case: functools_partial_bad
from functools import partial
partial(5)
# --- case: functools_lru_cache
from functools import lru_cache, cache
calls = []
@lru_cache(maxsize=2)
def f(x): calls.append(x); return x * 2
print(f(1), f(2), f(1), f(3), f(2), calls, f.cache_info())
f.cache_clear(); print(f.cache_info())
@cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(100), fib.cache_info().currsize, f.__name__, f.cache_parameters())
@lru_cache
def g(*a, **k): return len(a) + len(k)
print(g(1, 2, x=3), g(1, 2, x=3), g.cache_info())
# --- case: functools_lru_cache_unhashable
from functools import lru_cache
@lru_cache
def f(x): pass
f([])
# --- case: functools_singledispatch
from functools import singledispatch
@singledispatch
def show(x): return "object"
@show.register
def _(x: int): return "int"
@show.register(list)
def _(x): return "list"
print(show(1), show([]), show("a"), show(True), show.dispatch(int) is not None)
# --- case: functools_cmp_to_key
from functools import cmp_to_key
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)), sorted(["bb", "a"], key=cmp_to_key(lambda a, b: len(a) - len(b))))
# --- case: functools_wraps_update
from functools import wraps, update_wrapper
def f():
    "doc f"
f.attr = 1
@wraps(f)
def g(): pass
print(g.__name__, g.__doc__, g.attr, g.__wrapped__ is f, g.__qualname__)
# --- case: functools_partialmethod
from functools import partialmethod
class A:
    def set(self, v): self.v = v; return self
    on = partialmethod(set, True)
print(A().on().v)
# --- case: functools_cached_property_no_dict
from functools import cached_property
class A:
    __slots__ = ()
    @cached_property
    def x(self): return 1
A().x
# --- case: recipes
from itertools import islice, chain, tee, groupby, repeat, count
def grouper(it, n):
    it = iter(it)
    while c := list(islice(it, n)): yield c
def sliding(it, n):
    l = list(it)
    for i in range(len(l) - n + 1): yield tuple(l[i:i + n])
def primes():
    found = []
    for n in count(2):
        if all(n % p for p in found): found.append(n); yield n
print(list(grouper(range(7), 3)), list(sliding("abcd", 2)), list(islice(primes(), 10)), "".join(f"{k}{len(list(g))}" for k, g in groupby("aaabccd")))
# --- case: islice_bad_bounds
from itertools import islice
for a in ((-1,), (-5,), (1, -1), (1, -2), (-1, 2), ("a",), (1, "a"), (1, 2, 0), (1, 2, -1), (1, 2, "a")):
    try: print(list(islice("abc", *a)))
    except ValueError as e: print(a, e)
# --- case: heap_wrong_types
import heapq
for f in (lambda: heapq.heapify((1,)), lambda: heapq.heappop(5), lambda: heapq.heappush(5, 1), lambda: heapq.heapreplace([], 1), lambda: heapq.heappushpop((), 1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: counter_of_an_iterator_that_fails
from collections import Counter
def some(n):
    for i in range(n):
        yield i % 3
    raise KeyError('enough')
for make in (lambda: Counter(some(5)), lambda: Counter().update(some(2000)), lambda: Counter(a=1).subtract(some(3)), lambda: Counter([[1]]), lambda: Counter(5)):
    try: print(make())
    except (KeyError, TypeError) as e: print(type(e).__name__, e)
class Low(dict):
    def get(self, k, d=None): return 10
from collections import _count_elements
c = Low(); _count_elements(c, 'aab'); print(dict(c))
try: _count_elements(c, some(4))
except KeyError as e: print(e, dict(c))
# --- case: numbers_by_index_alone
from itertools import islice, count, repeat, combinations, permutations, product
import itertools
class I:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
class Wrong:
    def __index__(self): return 'x'
class Fails:
    def __index__(self): raise KeyError('no index')
print(list(islice(range(10), I(3))), list(islice(range(10), I(2), I(9), I(3))), list(islice(range(5), None)), list(islice(range(9), 1, None, I(2))))
for args in ((I(-1),), (I(1), I(-2)), (1, 2, I(0)), (1, 2, 0), ('2',), (1.0,), (Wrong(),), (Fails(),), (1, Fails()), (1, 2, Fails()), (1 << 70,), (I(1 << 70),), (True,)):
    try: print(list(islice(range(4), *args)))
    except Exception as e: print(type(e).__name__, e)
print(list(combinations('abcd', I(2)))[:2], list(repeat(7, I(2))), list(product('ab', repeat=I(2)))[-1])
for make in (lambda n: combinations('abc', n), lambda n: permutations('abc', n), lambda n: repeat(1, n), lambda n: product('ab', repeat=n), lambda n: itertools.tee([1], n)):
    for n in (I(-1), -1, 1.0, '1', Fails(), None):
        try: print(len(list(make(n))))
        except Exception as e: print(type(e).__name__, e)
# --- case: iterators_in_a_ring
# What an iterator was given, or was answered, holds the iterator: the ring goes all the same.
import gc, itertools, weakref
class Ring:
    def __call__(self, *args): return self.ring
    def __iter__(self): return self
    def __next__(self): return self.ring
def rings():
    for make in (lambda f: itertools.accumulate([1, 2, 3], f), lambda f: itertools.chain([f], f), lambda f: itertools.tee(f)[0],
                 lambda f: itertools.cycle(f), lambda f: itertools.starmap(f, [()]), lambda f: itertools.zip_longest(f, [1, 2], fillvalue=f), lambda f: itertools.islice(f, 2),
                 lambda f: itertools.takewhile(f, f), lambda f: itertools.compress(f, f), lambda f: itertools.repeat(f)):
        f = Ring()
        f.ring = it = make(f)
        try: next(it), next(it)
        except Exception: pass
        yield weakref.ref(f)
gone = []
for ref in rings():
    gc.collect()
    gone.append(ref)
gc.collect()
print([ref() is None for ref in gone])

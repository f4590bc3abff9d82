"""A program for embed/interrupts.c: many sorts of calls from C into Python and back, no handler that an interrupt could end in."""
import subprocess, json, re, collections, dataclasses, typing, enum, functools, argparse, random, statistics, datetime, csv, io, contextlib, pathlib
@dataclasses.dataclass
class A:
    x: int
    y: float = 2.0
class C(enum.Enum):
    a = 1
    b = 2
class P:
    def __getattr__(self, n):
        return 3
    def __eq__(self, o): return sorted([3,1,2]) == [1,2,3]
    def __hash__(self): return hash(str(self.q))
    def __lt__(self, o): return id(self) < id(o)
    def __len__(self): return 4
    def __iter__(self): return iter([1,2])
    def __bool__(self): return all([1,2])
    def __contains__(self, x): return x in [1,2]
    def __format__(self, s): return '%s' % 'a'
    def __str__(self): return '-'.join(['a','b'])
    def __repr__(self): return '+'.join(['a','b'])
    def __index__(self): return sum([1,1])
    def __float__(self): return float(sum([1,1]))
    def __enter__(self): return list(range(2))
    def __exit__(self, *a): list(range(3))
p, q = P(), P()
d = {p: 1, q: 2, 'a': P()}
d == {p: 1, q: 2, 'a': P()}
p in d, q in {p, q}, p in [q, p], [p, q].index(q), [p, q].count(q)
hasattr(p, 'zz'), getattr(p, 'yy', 1)
f'{p} {p!r} {p:x}', str([p, q]), repr({'a': p}), '%s' % p, 'x'.join([str(p)])
max([p, q]), sorted([p, q]), min(p, q)
list(p), tuple(p), [*p], {**d}, dict(zip(p, p)), list(map(str, p)), sum(p)
len(p), bool(p), [1,2,3][p], float(p), range(p), int(p)
with p as z: pass
json.dumps({'a': [1, 2, {'b': 3}]}, default=str), json.loads('{"a": [1, 2]}')
re.sub('a', lambda m: str(p), 'banana'), re.findall('(a)(n)', 'banana')
A(1) == A(1), repr(A(2)), dataclasses.asdict(A(1)), dataclasses.replace(A(1), x=2)
C.a, C(1), C['b'], list(C)
@functools.lru_cache
def f(n): return n if n < 2 else f(n-1) + f(n-2)
f(10)
collections.Counter('banana').most_common(2), collections.OrderedDict(a=1), collections.defaultdict(list)['a']
isinstance(p, collections.abc.Iterable), issubclass(P, collections.abc.Sized)
def g():
    yield 1
    yield from p
list(g())
a = [x for x in g()]
datetime.datetime(2020,1,1).strftime('%Y'), datetime.date.today().isoformat()
list(csv.reader(io.StringIO('a,b\n1,2\n')))
statistics.mean([1,2,3])
random.seed(1); random.shuffle([1,2,3]); random.choice([1,2])
argparse.ArgumentParser().parse_args([])
@contextlib.contextmanager
def cm():
    yield 1
with cm() as c: pass
pathlib.Path('a') / 'b'
int.__add__(1, 2), type('X', (P,), {'__init_subclass__': classmethod(lambda cls: None)})
import string, textwrap, pprint, copy, itertools, operator, heapq, bisect, decimal, fractions
copy.deepcopy({'a': [C.a]}), pprint.pformat({'a': [1]*30}), textwrap.fill('a b c ' * 20)
heapq.nlargest(2, [p, q, p]), bisect.bisect([p], q), list(itertools.groupby([1,1,2], key=lambda x: str(x)))
decimal.Decimal('1.1') + 1, fractions.Fraction(1, 3) + 1

"""Built-in functions and the methods of lists, dicts, sets, tuples and numbers."""
from operator import itemgetter

n10, n1k = list(range(10)), list(range(1000))
f1k = [i * 0.5 for i in range(1000)]
shuffled = [(i * 7919) % 1009 for i in range(1000)]
strs = [str(i) for i in shuffled]
pairs = [(i % 10, str(i)) for i in shuffled]
d = {str(i): i for i in range(1000)}
di = {i: i for i in range(1000)}
small = {"a": 1, "b": 2, "c": 3}
s1k, s2k = set(n1k), set(range(500, 1500))
fs = frozenset(n10)
t5 = (1, 2, 3, 4, 5)
big, big2 = 3**200, 7**150
x, y, fx, fy, z = 12345, 678, 3.25, 1.5, 3 + 4j
nested = [[i, i + 1] for i in range(100)]
b1 = b"abc"


class P:
    cls = 1

    def __init__(self):
        self.a = 1

    def m(self):
        return 1

    def __len__(self):
        return 3

    def __eq__(self, other):
        return self.a == other.a

    def __lt__(self, other):
        return self.a < other.a

    def __hash__(self):
        return 7

    def __getitem__(self, i):
        return i

    def __contains__(self, i):
        return True

    def __call__(self, i):
        return i

    def __iter__(self):
        return iter(n10)

    def __add__(self, other):
        return self

    def __bool__(self):
        return True

    @property
    def prop(self):
        return self.a

    @staticmethod
    def st():
        return 1

    @classmethod
    def cm(cls):
        return 1


class Q(P):
    def __init__(self):
        super().__init__()

    def m(self):
        return super().m()


class L(list):
    pass


class G:
    def __getattr__(self, name):
        return 1


class S:
    __slots__ = ("a", "b")

    def __init__(self):
        self.a = 1


p, q, ps, g, sl = P(), Q(), [P() for _ in range(100)], G(), S()
for i, one in enumerate(ps):
    one.a = (i * 37) % 101


def gen(n):
    for i in range(n):
        yield i


def f0():
    pass


def f3(a, b=2, *, c=3):
    return a


def fstar(*args, **kw):
    return args


ROWS = r"""
list append              | l = [] ;; for i in n10: l.append(i)
list pop                 | l = n10.copy() ;; while l: l.pop()
list pop 0               | l = n10.copy() ;; while l: l.pop(0)
list insert 0            | l = [] ;; for i in n10: l.insert(0, i)
list extend              | l = [] ;; l.extend(n10)
list extend range        | l = [] ;; l.extend(range(100))
list of range            | list(range(1000))
list copy                | n1k.copy()
list slice               | n1k[100:200]
list slice step          | n1k[::3]
list reverse             | n1k.reverse()
list reversed            | list(reversed(n1k))
list index               | n1k.index(900)
list count               | n1k.count(5)
list in                  | 900 in n1k
list in str              | "zzz" in strs
list remove              | l = n10.copy() ;; l.remove(7)
list eq                  | n1k == list(n1k)
list eq only             | n1k == shuffled
list lt                  | n10 < n10
list add                 | n10 + n10
list mul                 | [0] * 1000
list mul list            | n10 * 100
list comp                | [i for i in n1k]
list comp if             | [i for i in n1k if i % 2]
list comp nested         | [j for row in nested for j in row]
list display             | [1, x, y, fx]
list star                | [*n10, *n10]
list del slice           | l = n1k.copy() ;; del l[10:500]
list slice assign        | l = n10.copy() ;; l[2:4] = [7, 8, 9]
list sort ints           | sorted(shuffled)
list sort floats         | sorted(f1k, reverse=True)
list sort strs           | sorted(strs)
list sort tuples         | sorted(pairs)
list sort key len        | sorted(strs, key=len)
list sort key lambda     | sorted(pairs, key=lambda t: t[1])
list sort key itemgetter | sorted(pairs, key=itemgetter(0))
list sort own lt         | sorted(ps)
list sort sorted         | sorted(n1k)
list repr                | repr(n10)
list unpack              | a, b, *c = n10
list clear               | l = [1, 2] ;; l.clear()
tuple display            | (x, y, fx)
tuple index              | t5[2]
tuple slice              | t5[1:3]
tuple unpack             | a, b, c, dd, e = t5
tuple of list            | tuple(n1k)
tuple hash               | hash(t5)
tuple eq                 | t5 == (1, 2, 3, 4, 6)
tuple in                 | 4 in t5
tuple add                | t5 + t5
dict get item            | d["500"]
dict get                 | d.get("500")
dict get absent          | d.get("zzz", 0)
dict in                  | "500" in d
dict set item            | d["500"] = 1
dict int get             | di[500]
dict build ints          | {i: i for i in n1k}
dict build strs          | {k: 1 for k in strs}
dict display             | {"a": 1, "b": x}
dict of pairs            | dict(pairs)
dict of zip              | dict(zip(strs, n1k))
dict kw                  | dict(a=1, b=2)
dict copy                | d.copy()
dict update              | e = {} ;; e.update(d)
dict union               | small | small
dict star                | {**small, "z": 1}
dict items loop          | for k, v in d.items(): pass
dict keys loop           | for k in d: pass
dict values sum          | sum(d.values())
dict items list          | list(d.items())
dict setdefault          | small.setdefault("a", [])
dict pop                 | small["q"] = 1 ;; small.pop("q")
dict popitem             | e = {1: 2} ;; e.popitem()
dict del                 | small["q"] = 1 ;; del small["q"]
dict fromkeys            | dict.fromkeys(n1k)
dict eq                  | d == d.copy()
dict keys and            | small.keys() & {"a", "z"}
dict comp swap           | {v: k for k, v in small.items()}
dict repr                | repr(small)
dict sorted items        | sorted(small.items())
dict tuple keys          | {(i, i): i for i in n10}
set build                | set(n1k)
set build strs           | set(strs)
set in                   | 500 in s1k
set add                  | s = set() ;; for i in n10: s.add(i)
set and                  | s1k & s2k
set or                   | s1k | s2k
set sub                  | s1k - s2k
set xor                  | s1k ^ s2k
set comp                 | {i % 10 for i in n1k}
set le                   | fs <= s1k
set update               | s = set() ;; s.update(n1k)
set discard              | s1k.discard(5000)
set loop                 | for i in s1k: pass
set copy                 | s1k.copy()
set eq                   | s1k == set(s1k)
set isdisjoint           | fs.isdisjoint(s2k)
frozenset hash fresh     | hash(frozenset(n10))
int add                  | x + y
int mul                  | x * y
int floordiv             | x // y
int mod                  | x % y
int divmod               | divmod(x, y)
int truediv              | x / y
int pow                  | x ** 3
int pow mod              | pow(x, 65537, 1000007)
int shift                | x << 5 >> 3
int and or xor           | x & y | 7 ^ x
int neg abs              | abs(-x)
int compare              | x < y
int chain compare        | 1 < x < 100000
int of str               | int("12345")
int of str 16            | int("ff", 16)
int of float             | int(fx)
str of int               | str(x)
hex                      | hex(x)
bin                      | bin(x)
int bit_length           | x.bit_length()
int bit_count            | x.bit_count()
big add                  | big + big2
big mul                  | big * big2
big divmod               | divmod(big, big2)
big str                  | str(big)
big compare              | big < big2
big shift                | big >> 17
big and                  | big & big2
big hash                 | hash(big)
big of str               | int("123456789012345678901234567890")
int 64 bit mul           | (x << 30) * (y << 20)
int mask 32              | (x * 1103515245 + 12345) & 0xFFFFFFFF
int mask 64              | (x * 6364136223846793005 + 1) & 0xFFFFFFFFFFFFFFFF
float add                | fx + fy
float mul                | fx * fy
float div                | fx / fy
float pow                | fx ** 0.5
float mod                | fx % fy
float floordiv           | fx // fy
float compare            | fx < fy
float of str             | float("3.14159")
str of float             | str(3.14159)
repr float               | repr(0.1)
round                    | round(fx)
round 2                  | round(3.14159, 2)
float is_integer         | fx.is_integer()
float hex                | fx.hex()
float int mix            | fx + x
complex mul              | z * z
complex abs              | abs(z)
bool and                 | x and y
not                      | not x
sum ints                 | sum(n1k)
sum floats               | sum(f1k)
sum range                | sum(range(1000))
sum generator            | sum(i for i in n1k)
sum gen func             | sum(gen(1000))
sum lists                | sum(nested, [])
min list                 | min(shuffled)
max list                 | max(shuffled)
max floats               | max(f1k)
min two                  | min(x, y)
max three                | max(x, y, 3)
max key                  | max(strs, key=len)
max generator            | max(i for i in n1k)
any generator            | any(i < 0 for i in n1k)
all generator            | all(i >= 0 for i in n1k)
all list                 | all(n1k[1:])
any list                 | any([0] * 100)
len                      | len(n1k)
range loop               | for i in range(1000): pass
range in                 | 500 in range(1000)
range index              | range(1000)[50]
enumerate loop           | for i, v in enumerate(n1k): pass
zip loop                 | for a, b in zip(n1k, f1k): pass
zip three list           | list(zip(n1k, f1k, strs))
zip star                 | list(zip(*nested))
map list                 | list(map(str, n1k))
map lambda               | list(map(lambda v: v + 1, n1k))
map int strs             | list(map(int, strs))
map two                  | list(map(max, n1k, shuffled))
filter lambda            | list(filter(lambda v: v % 2, n1k))
filter none              | list(filter(None, n1k))
reversed loop            | for i in reversed(n1k): pass
iter next                | it = iter(n10) ;; next(it)
next default             | next(iter(()), 1)
isinstance               | isinstance(x, int)
isinstance false         | isinstance(x, str)
isinstance tuple         | isinstance(x, (str, float, int))
isinstance own           | isinstance(q, P)
issubclass               | issubclass(Q, P)
type                     | type(x) is int
getattr                  | getattr(p, "a")
getattr default          | getattr(p, "zz", 1)
hasattr                  | hasattr(p, "a")
hasattr absent           | hasattr(p, "zz")
setattr                  | setattr(p, "a", 1)
callable                 | callable(p)
id                       | id(p)
hash int                 | hash(x)
hash str                 | hash("abc")
hash own                 | hash(p)
ord chr                  | chr(ord("a") + 1)
repr str                 | repr("hello")
str of obj               | str(t5)
format int               | format(x, "d")
format float             | format(fx, ".2f")
vars                     | vars(p)
dir                      | dir(p)
attr get                 | p.a
attr set                 | p.a = 1
attr class               | p.cls
attr slot                | sl.a
attr property            | p.prop
attr getattr hook        | g.zz
call                     | f0()
call kw                  | f3(1, c=2)
call star                | f3(*n10[:2])
call star kw             | fstar(1, 2, a=3)
call dict star           | f3(1, **{"c": 2})
call method              | p.m()
call static              | p.st()
call class method        | p.cm()
call super               | q.m()
call object              | p(1)
call bound               | h = p.m ;; h()
call lambda              | (lambda v: v)(1)
call builtin             | len(t5)
call closure             | k = 1 ;; def inner(): return k ;; inner()
construct                | P()
construct super          | Q()
construct slots          | S()
construct list sub       | L()
construct object         | object()
class statement          | class T: pass
own eq                   | p == q
own lt                   | p < q
own add                  | p + q
own len                  | len(p)
own getitem              | p[3]
own contains             | 3 in p
own iter                 | for i in p: pass
own bool                 | not p
generator loop           | for i in gen(1000): pass
generator next           | next(gen(1))
generator list           | list(gen(1000))
generator expr list      | list(i for i in n1k)
try no raise             | try: x ;; except ValueError: pass
try raise                | try: raise ValueError ;; except ValueError: pass
try raise msg            | try: raise ValueError("a message") ;; except ValueError as e: pass
try key error            | try: small["zz"] ;; except KeyError: pass
try index error          | try: n10[99] ;; except IndexError: pass
try attr error           | try: p.zz ;; except AttributeError: pass
try int error            | try: int("x") ;; except ValueError: pass
try zero division        | try: x / 0 ;; except ZeroDivisionError: pass
try finally              | try: x ;; finally: y
fstring                  | f"{x} and {y}"
fstring float            | f"{fx:.2f}"
fstring width            | f"{x:>10}"
fstring comma            | f"{big:,}"
fstring repr             | f"{x!r}"
percent d                | "%d %d" % (x, y)
percent f                | "%.2f" % fx
percent s                | "%s" % x
percent dict             | "%(a)s" % small
format method            | "{} {}".format(x, y)
format named             | "{a} {b}".format(a=x, b=y)
format spec              | "{:>10.3f}".format(fx)
format index             | "{0[a]} {1.a}".format(small, p)
exec                     | exec("a = 1")
eval                     | eval("x + y")
compile                  | compile("a = 1 + 2 * x\nfor i in y: print(i)", "f", "exec")
global write             | global gw; gw = 1
if chain                 | a = 1 if x == 1 else 2 if x == 2 else 3
match int                | match x: ;;     case 1: pass ;;     case 12345: pass
match class              | match p: ;;     case P(a=1): pass
match seq                | match t5: ;;     case [1, *rest]: pass
match map                | match small: ;;     case {"a": 1}: pass
walrus                   | (w := x)
while loop               | i = 0 ;; while i < 100: i += 1
swap                     | a, b = x, y
slice object             | slice(1, 2)
bytes eq                 | b1 == b"abc"
lambda make              | lambda: 1
def make                 | def h(a, b=1): return a
nonlocal counter         | c = 0 ;; def inc(): ;;     nonlocal c ;;     c += 1 ;; inc()
"""

# NaN's sign and hash, conversions that warn, iterators set to odd states, sorts that are disturbed.
# --- case: nan_sign_and_hash
import math
print(math.copysign(1, float("-nan")), math.copysign(1, float("nan")), math.copysign(1, complex("-nan").real))
x = float("nan")
print(hash(x) == object.__hash__(x), hash(x) == hash(x), x in {x}, len({float("nan") for i in range(9)}))
# --- case: conversions_that_warn
import warnings
class C(complex): pass
class A:
    def __complex__(self): return C(1j)
    def __trunc__(self): return 42
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    print(complex(A()), int(A()))
    for x in w: print(x.message)
class S(str):
    def __float__(self): return 9.0
print(float(S("8")))
# --- case: iterator_states
import sys
class U:
    def __getitem__(self, i): return i
it = iter(U())
it.__setstate__(sys.maxsize - 1)
print(next(it))
try: next(it)
except OverflowError as e: print(e)
it = iter(range(2**65, 2**66))
it.__setstate__(2**64)
print(next(it) - 2**65 == 2**64)
# --- case: sort_disturbed_by_a_destructor
d = [3, 1, 2]
class K:
    def __init__(self, x): pass
    def __del__(self): d[:] = range(20)
    def __lt__(self, o): return id(self) < id(o)
try: d.sort(key=K)
except ValueError as e: print(e)
# --- case: fromkeys_knows_hashes
class H(int):
    n = 0
    def __hash__(self):
        H.n += 1
        return int.__hash__(self)
s = set(map(H, range(5)))
H.n = 0
dict.fromkeys(s)
dict.fromkeys(frozenset(s))
print(H.n)
# --- case: powers_with_exponent_zero_and_a_modulus
for a in (0, 1, 2, 6, -4, 10 ** 30, -10 ** 30):
    for m in (1, -1, 2, 4, -4, 6, 10 ** 20, -10 ** 20):
        print(pow(a, 0, m), end=' ')
    print()
for a, e, m in ((2, -1, 4), (0, -1, 5), (3, -1, 7), (3, -2, -7), (10 ** 30 + 1, -1, 10 ** 20), (5, -1, 1), (2, 0, 0), (2, -1, 0)):
    try: print(pow(a, e, m))
    except ValueError as x: print(x)
# --- case: what_is_folded_has_bounds
def f(): return 'ab' * 3000, 'ab' * 2048, 'ab' * 2049, b'ab' * 2048, b'ab' * 2049, 3000 * 'ab'
def g(): return b'ab' * (1 << 50), 'x' * (1 << 40), (1, 2) * 300, (1, 2) * 100, (1, 2) * (1 << 50)
def h(): return 2 ** 100, 2 ** 129, 2 ** 300, 1 << 100, 1 << 200, (2 ** 64) * (2 ** 64), '%s' % 'a', 5 % 3, 'a' * -1, b'' * (1 << 60), '' * 5000
print([len(c) for c in f.__code__.co_consts if isinstance(c, (str, bytes))])
print([c if isinstance(c, int) else len(c) for c in g.__code__.co_consts if c is not None])
print([len(x) for x in f()], h()[-4:])
for code in ("'ab' * 3000", "b'x' * 5000", "(1,) * 300", "2 ** 1000", "'a' * 10"):
    c = compile('x = ' + code, 'n', 'exec'); names = {}; exec(c, names)
    print(code, max([len(k) for k in c.co_consts if isinstance(k, (str, bytes, tuple))] or [0]), names['x'] == eval(code))

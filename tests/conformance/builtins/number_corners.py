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

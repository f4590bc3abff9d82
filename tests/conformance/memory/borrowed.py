# What a C function holds while a program's own method changes it under it.
# --- case: lru_cache_bookkeeping
import functools
calls = []
@functools.lru_cache(maxsize=2)
def f(k): calls.append(k); return k
print([f(i) for i in (1, 2, 1, 3, 2, 1, 1, 2)], f.cache_info(), calls)
@functools.lru_cache(maxsize=1)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(15), fib.cache_info())
# --- case: lru_cache_asks_for_a_hash_once
import functools
class H:
    n = 0
    def __init__(s, x): s.x = x
    def __hash__(s): H.n += 1; return 7
    def __eq__(s, o): return s.x == o.x
g = functools.lru_cache(maxsize=2)(lambda k: k.x)
print(g(H(1)), H.n, g(H(1)), H.n, g(H(2)), H.n, g(H(3)), H.n, g.cache_info())
u = functools.lru_cache(maxsize=None)(lambda k: k.x)
H.n = 0
print(u(H(1)), H.n, u(H(1)), H.n, u(H(2)), H.n, u.cache_info())
# --- case: lru_cache_recursion_with_the_same_key
import functools
class D:
    depth, x = 3, 5
    def __eq__(s, o): return s is o
    def __hash__(s): return 1
@functools.lru_cache(maxsize=3)
def same(k):
    if k.depth: k.depth -= 1; return same(k)
    return k.x
d = D()
print(same(d), same(d), same.cache_info())
# --- case: lru_cache_keys_that_call_back
import functools
busy = []
class Evil:
    def __init__(s, x): s.x = x
    def __hash__(s): return 1
    def __eq__(s, o):
        if busy: busy.pop()()
        return s.x == o.x
@functools.lru_cache(maxsize=2)
def e(k): return k.x
for trick in (lambda: e.cache_clear(), lambda: [e(Evil(i)) for i in range(9)], lambda: e(Evil(2)), lambda: 1 / 0):
    for i in (1, 2, 3, 1):
        busy.append(trick)
        try: assert e(Evil(i)) == i, i
        except ZeroDivisionError: print('div')
        busy.clear()
    print([e(Evil(i)) for i in (1, 2, 3, 2, 1)], e.cache_info().currsize)
# --- case: collect_inside_a_callback
import gc
phases = []
gc.callbacks.append(lambda phase, info: (phases.append(phase), gc.collect()))
gc.collect()
gc.callbacks.clear()
print(phases)
# --- case: array_shortened_by_eq
import array
class E:
    def __eq__(self, other):
        a.pop()
        del a[:]
        return True
    def __index__(self):
        a.append(7)
        return 2
a = array.array('i', [1, 2, 3])
a.remove(E())
print(a)
a = array.array('i', [1, 2, 3])
a *= E()
print(a)
# --- case: chain_that_its_own_input_exhausts
import itertools
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        for _ in c: pass
        return i
c = itertools.chain(Seq(), [9])
try: print(list(c))
except (RecursionError, RuntimeError) as e: print(type(e).__name__)
# --- case: bytearray_changed_by_its_arguments
def changing(a):
    for i in range(3):
        a[:] = b'-' * (4000 * (i % 2)) + b'.'
        yield b'%d' % i
a = bytearray(b', ')
a.join(changing(a)) # (what comes out is not said: CPython reads what is freed)
print(a)
class N:
    def __init__(self, a, n): self.a, self.n = a, n
    def __index__(self): self.a.extend(b'more' * 3000); del self.a[4:]; self.a.append(33); return self.n
import binascii
for f in lambda a: a.find(b'b', N(a, 0)), lambda a: a.startswith(b'b', N(a, 1)), lambda a: N(a, 98) in a, lambda a: a.count(b'b', N(a, 0)), lambda a: a.rfind(b'b', N(a, 0)):
    a = bytearray(b'abcb')
    f(a)
    print(a)
for f in (lambda a: a.hex('-', N(a, 2)), lambda a: binascii.hexlify(a, b':', N(a, 1)), lambda a: a.split(b'b', N(a, 1)), lambda a: a.replace(b'b', b'xx', N(a, 1)), lambda a: a.expandtabs(N(a, 3)), lambda a: a.zfill(N(a, 9)),
          lambda a: a.center(N(a, 9)), lambda a: a.splitlines(N(a, 1)), lambda a: a * N(a, 2), lambda a: a[N(a, 1):], lambda a: a[N(a, 2)],
          lambda a: a.insert(N(a, 1), 7), lambda a: a.pop(N(a, 0)), lambda a: a.remove(N(a, 98)), lambda a: a.append(N(a, 65)), lambda a: memoryview(a).hex('-', 2), lambda a: a.decode('latin-1', 'strict')):
    a = bytearray(b'abcb')
    try:
        print(f(a), a)
    except Exception as e:
        print(type(e).__name__, a)

# memoryview released while it works; structseqs; weak proxies.
# --- case: released_by_index
class X:
    def __init__(self, r): self.r = r
    def __index__(self):
        m.release()
        return self.r
    def __bool__(self):
        m.release()
        return True
    def __float__(self):
        m.release()
        return 1.0
def get(): m[X(0)]
def put(): m[0] = X(5)
for f, code in (get, "B"), (put, "B"), (put, "?"), (put, "d"):
    m = memoryview(bytearray(b"abcdefgh")).cast(code)
    try: f()
    except ValueError as e: print(e)
m = memoryview(bytearray(b"abc"))
print(bytes(m[:X(1)]))
# --- case: keys_of_slices
m = memoryview(bytearray(b"abcdef"))
try: m[slice(1), slice(2)]
except NotImplementedError as e: print(e)
try: m[slice(1), slice(2)] = b"a"
except NotImplementedError as e: print(e)
# --- case: view_in_a_ring
import gc, weakref
class B(bytearray): pass
class O: pass
b, o = B(b"abc"), O()
b.m, b.o, w = memoryview(b), o, weakref.ref(o)
del b, o
gc.collect()
print(w() is None)
# --- case: structseq_made
import time, os, copy
print(time.struct_time(sequence=range(9)), time.struct_time(range(9), {"tm_zone": "x"}).tm_zone, time.struct_time(range(11)).tm_zone)
for f in (lambda: time.struct_time((1, 2)), lambda: time.struct_time(range(12)), lambda: time.struct_time(range(9), []), lambda: time.struct_time(5)):
    try: f()
    except TypeError as e: print(e)
t = time.gmtime(0)
try: t.tm_year = 1
except AttributeError as e: print(e)
print(copy.deepcopy(t).tm_zone, t.__reduce__(), os.stat_result(range(10)).st_atime, os.stat_result.__match_args__)
# --- case: proxies
import weakref
class C:
    def __reversed__(self): return iter("cba")
    def __bytes__(self): return b"by"
class D:
    def __call__(self): return 1
c, d = C(), D()
p, q = weakref.proxy(c), weakref.proxy(d)
print("".join(reversed(p)), bytes(p), callable(p), callable(q), type(p).__name__, type(q).__name__, q())
try: next(p)
except TypeError as e: print(e)
# --- case: cast_from_shape_to_shape
m = memoryview(bytes(range(12)))
g = m.cast('B', [3, 4])
for view in (m, g, g.cast("B"), m.cast("h"), m.cast("i", (3,)), memoryview(b"")):
    for code in 'Bbhi':
        for shape in (None, [2, 6], (2, 6), [12], (12,), [6], (3, 2), [3], (), [], [4, 4], [-1, 12], ['a'], 5, [0], [1] * 65):
            try: r = view.cast(code, shape) if shape is not None else view.cast(code); print(r.format, r.shape, r.strides, r.nbytes, end='; ')
            except (TypeError, ValueError) as e: print(type(e).__name__, e, end='; ')
    print()
# --- case: memoryviews_with_nan
import array
nan = float('nan')
a = array.array('d', [nan, 1.0]); m = memoryview(a)
print(m == m, m != m, m == a, m == memoryview(a), m[1:] == m[1:], m[:1] == m[:1], m.cast('B') == m.cast('B'))
f = memoryview(array.array('f', [1.5, 2.0])); g = memoryview(array.array('d', [1.5, 2.0])); i = memoryview(array.array('q', [1, 2]))
print(f == g, f == i, i == memoryview(array.array('b', [1, 2])), f == f, f[::2] == g[::2], f[::-1] == g)
print(memoryview(bytes(8)).cast('d') == memoryview(bytes(7) + b'\x80').cast('d'))
t = m.cast('B').cast('d', (1, 2)); u = memoryview(bytes(16)).cast('d', (1, 2))
print(t == t, u == u, u == u.tolist(), t == u)
x = memoryview(a); y = memoryview(x); x.release()
print(x == x, x != x, x == y, y == x, y == y, m == m)

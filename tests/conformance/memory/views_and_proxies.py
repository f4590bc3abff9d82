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

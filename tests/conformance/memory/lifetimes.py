# When objects go: reference counts, __del__, weak references, the collector.
# --- case: del_runs_at_once
class A:
    def __del__(self): print("del")
a = A()
del a
print("after")
# --- case: rebinding_runs_del
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
a = A(1)
a = A(2)
print("bound")
a = None
print("end")
# --- case: leaving_function
class A:
    def __del__(self): print("del")
def f():
    a = A()
    print("in f")
f()
print("after f")
# --- case: temporary
class A:
    def __del__(self): print("del")
A()
print("after")
# --- case: in_container
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
l = [A(0), A(1), A(2)]
l.pop(1)
print("popped")
l[0] = None
print("replaced")
l.clear()
d = {"k": A(5)}
d.clear()
# --- case: order_in_list
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
l = [A(0), A(1), A(2)]
del l
# --- case: return_value_dropped
class A:
    def __del__(self): print("del")
def f(): return A()
f()
print("x")
x = f()
print("kept")
# --- case: del_in_exception
class A:
    def __del__(self): print("del")
def f():
    a = A()
    raise ValueError
try: f()
except ValueError: print("caught")
print("after")
# --- case: resurrection
keep = []
class A:
    def __del__(self):
        print("del"); keep.append(self)
a = A()
del a
print(len(keep))
keep.clear()
print("end")
# --- case: attribute_owner_dies
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
a = A("outer"); a.child = A("inner")
del a
# --- case: cycle_collected
import gc
class A:
    def __del__(self): print("del")
a = A(); a.me = a
del a
print("before")
gc.collect()
print("after")
# --- case: two_cycle_collected
import gc
class N:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
a, b = N(1), N(2)
a.o, b.o = b, a
del a, b
gc.collect()
print("done")
# --- case: list_cycle
import gc
l = []
l.append(l)
print(l)
del l
print(gc.collect() >= 1)
# --- case: closure_cycle
import gc, weakref
class T: pass
def f():
    t = T()
    def g(): return g, t
    return weakref.ref(t)
gc.disable()
r = f()
print(r() is not None)
gc.collect()
print(r())
# --- case: exception_in_del
import sys
class A:
    def __del__(self): raise ValueError("in del")
sys.stderr = sys.stdout
def hook(u): print(type(u.exc_value).__name__, u.exc_value, u.err_msg)
sys.unraisablehook = hook
a = A()
del a
print("goes on")
# --- case: del_at_exit
class A:
    def __del__(self): print("del at exit")
a = A()
print("end of script")
# --- case: weakref_basic
import weakref
class A: pass
a = A()
r = weakref.ref(a)
print(r() is a)
del a
print(r())
# --- case: weakref_callback
import weakref
class A: pass
a = A()
r = weakref.ref(a, lambda ref: print("gone", ref is r, ref()))
del a
print("after")
# --- case: weakref_callbacks_order
import weakref
class A: pass
a = A()
rs = [weakref.ref(a, lambda _, i=i: print("cb", i)) for i in range(3)]
del a
# --- case: weakref_before_del
import weakref
class A:
    def __del__(self): print("del", r() is self)
a = A()
r = weakref.ref(a, lambda _: print("callback"))
del a
# --- case: weakref_same_object
import weakref
class A: pass
a = A()
print(weakref.ref(a) is weakref.ref(a), weakref.ref(a) == weakref.ref(a), hash(weakref.ref(a)) == hash(a), weakref.getweakrefcount(a))
# --- case: weakref_unsupported
import weakref
for v in (5, "a", (), [], {}, None, 1.5):
    try: weakref.ref(v)
    except TypeError as e: print(e)
print(weakref.ref({1}.__class__)() is set, weakref.ref(len)() is len)
# --- case: weakref_proxy
import weakref
class A:
    x = 1
    def f(self): return "f"
a = A()
p = weakref.proxy(a)
print(p.x, p.f())
p.y = 2
print(a.y)
del a
p.x
# --- case: weak_value_dictionary
import weakref
class A: pass
d = weakref.WeakValueDictionary()
a = A()
d["k"] = a
print(len(d), d["k"] is a, list(d))
del a
print(len(d), "k" in d)
# --- case: weak_key_dictionary
import weakref
class A: pass
d = weakref.WeakKeyDictionary()
a = A()
d[a] = 1
print(len(d), d[a])
del a
print(len(d))
# --- case: weak_set
import weakref
class A: pass
s = weakref.WeakSet()
a, b = A(), A()
s.add(a); s.add(b)
print(len(s), a in s)
del a
print(len(s))
# --- case: finalize
import weakref
class A: pass
a = A()
f = weakref.finalize(a, print, "finalized", 1)
print(f.alive)
del a
print(f.alive)
# --- case: weak_method
import weakref
class A:
    def m(self): return 5
a = A()
w = weakref.WeakMethod(a.m)
print(w()())
del a
print(w())
# --- case: getrefcount
import sys
class A: pass
a = A()
n = sys.getrefcount(a)
b = a
print(sys.getrefcount(a) - n)
del b
print(sys.getrefcount(a) - n)
# --- case: gc_functions
import gc
print(gc.isenabled(), gc.disable(), gc.isenabled(), gc.enable(), gc.isenabled(), type(gc.get_threshold()).__name__, gc.is_tracked([]), gc.is_tracked(1))
# --- case: generator_releases
class A:
    def __del__(self): print("del")
def g():
    a = A()
    yield 1
    print("never")
i = g(); next(i)
print("dropping")
del i
print("end")
# --- case: frame_local_del_then_loop
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
for i in range(3):
    a = A(i)
print("loop done")
# --- case: argument_dies_after_call
class A:
    def __del__(self): print("del")
def f(x):
    print("in f")
f(A())
print("out")
# --- case: del_statement_in_function
class A:
    def __del__(self): print("del")
def f():
    a = A()
    del a
    print("still in f")
f()
# --- case: exception_holds_frame
class A:
    def __del__(self): print("del")
def f():
    a = A()
    1 / 0
try: f()
except ZeroDivisionError as e:
    print("handling")
print("handled")
# --- case: comprehension_temporaries
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
n = [A(i).n for i in range(3)]
print(n)
# --- case: dict_value_replaced
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
d = {1: A("a")}
d[1] = A("b")
print("replaced")
del d[1]
print("deleted")
# --- case: tuple_unpack_swap
class A:
    def __init__(self, n): self.n = n
    def __del__(self): print("del", self.n)
a, b = A(1), A(2)
a, b = b, a
print("swapped")
a = None
print("end")
# --- case: long_chain_freed
class N: pass
head = None
for i in range(100000):
    n = N(); n.next = head; head = n
del head, n
print("freed")
# --- case: nested_list_freed
l = []
for _ in range(100000): l = [l]
del l
print("freed")
# --- case: slots_object_dies
class A:
    __slots__ = ("x",)
    def __del__(self): print("del")
a = A(); a.x = A()
del a
# --- case: class_itself_collected
import gc, weakref
class A: pass
r = weakref.ref(A)
del A
gc.collect()
print(r())
# --- case: bound_method_keeps_alive
class A:
    def m(self): pass
    def __del__(self): print("del")
m = A().m
print("kept")
del m
# --- case: lambda_default_keeps_alive
class A:
    def __del__(self): print("del")
f = lambda x=A(): x
print("kept")
del f
# --- case: swap_in_with
class C:
    def __enter__(self): return self
    def __exit__(self, *a): print("exit")
    def __del__(self): print("del")
with C(): print("body")
print("after")
# --- case: circles_go_without_being_asked
import weakref, gc
gone = 0
def count(r):
    global gone
    gone += 1
class A: pass
def circles(make, n=20000):
    global gone
    gone, refs = 0, []
    for i in range(n):
        refs.append(weakref.ref(make(), count))
    return gone
def by_attribute():
    a = A(); a.me = a
    return a
def by_list():
    a = A(); a.items = [a]
    return a
def by_closure():
    a = A()
    def f(): return a
    a.f = f
    return a
for make in (by_attribute, by_list, by_closure): print(make.__name__, circles(make) > 10000)
gc.disable()
print(circles(by_attribute, 5000), gc.isenabled(), gc.collect() > 0)
gc.enable()
# --- case: a_profiler_that_outlives_its_module
import _lsprof, datetime
class Holder: pass
class Zone(datetime.tzinfo):
    def utcoffset(self, when): return None
held = Holder()
held.profiler = _lsprof.Profiler()
held.time = datetime.time(1, tzinfo=Zone())
print(held.time)

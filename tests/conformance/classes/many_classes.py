# One method for many classes: attributes read, written and made at places that see them all, while the classes change.
# --- case: read_written_made
class A:
    def __init__(self, n): self.a, self.b, self.n = 1, 2, n
    def sum(self): return self.a + self.b + self.n
    def put(self, v): self.a = v; self.c = v; self.d = v
classes = [type("K%d" % i, (A,), {}) for i in range(30)]
for _ in range(8):
    objs = [k(i) for i, k in enumerate(classes)]
    for o in objs: o.put(o.sum())
print([o.sum() for o in objs], objs[3].__dict__, [list(vars(o)) for o in objs[:2]])
# --- case: a_property_comes
class A:
    def __init__(self): self.x = 1
    def read(self): return self.x
    def write(self, v): self.x = v
classes = [type("K%d" % i, (A,), {}) for i in range(20)]
objs = [k() for k in classes]
for _ in range(8):
    for o in objs: o.write(o.read() + 1)
classes[4].x = property(lambda self: "property", lambda self, v: print("set to", v))
objs[4].write(5)
print([o.read() for o in objs])
del classes[4].x
objs[4].write(50)
print([o.read() for o in objs], objs[4].__dict__)
A.x = property(lambda self: "all")
print([o.read() for o in objs])
try: objs[0].write(1)
except AttributeError as e: print(e)
# --- case: setattr_and_getattribute_come
class A:
    def __init__(self): self.x = 1
    def read(self): return self.x
    def write(self, v): self.x = v
classes = [type("K%d" % i, (A,), {}) for i in range(20)]
objs = [k() for k in classes]
for _ in range(8):
    for o in objs: o.write(o.read() + 1)
classes[2].__setattr__ = lambda self, name, v: print("asked to set", name, v)
classes[3].__getattribute__ = lambda self, name: "asked for " + name if name == "x" else object.__getattribute__(self, name)
for o in objs[:5]: o.write(7); print(o.read())
# --- case: shapes_part
class A:
    def __init__(self, names):
        for name in names: setattr(self, name, name * 2)
    def read(self): return self.b
    def write(self): self.b = "written"; self.z = 0
classes = [type("K%d" % i, (A,), {}) for i in range(12)]
for _ in range(10):
    for k in classes:
        for names in ("abc", "ba", "cab", "b"):
            o = k(names)
            assert o.read() == "bb"
            o.write()
print(o.__dict__, o.read())
del o.b
try: o.read()
except AttributeError as e: print(e)
o.write()
print(list(o.__dict__))
# --- case: another_class
class A:
    def __init__(self): self.x = 1
    def read(self): return self.x
class P(A):
    x = property(lambda self: "P's")
classes = [type("K%d" % i, (A,), {}) for i in range(12)]
objs = [k() for k in classes]
for _ in range(12):
    for o in objs: o.read()
objs[5].__class__ = P
print([o.read() for o in objs])
# --- case: classes_go
import gc
class A:
    def __init__(self): self.first, self.second = 1, 2
    def sum(self): return self.first + self.second
total = 0
for i in range(400):
    k = type("K", (A,), {"first": 5} if i % 3 == 0 else {})
    total += k().sum() + k().sum()
    del k
    if i % 50 == 0: gc.collect()
print(total)
# --- case: what_goes_when_written
class Told:
    def __init__(self, of): self.of = of
    def __del__(self): self.of.x = "told"; self.of.y = 1
class A:
    def write(self, v): self.x = v
classes = [type("K%d" % i, (A,), {}) for i in range(12)]
objs = [k() for k in classes]
for _ in range(10):
    for i, o in enumerate(objs): o.write(i)
for o in objs: o.write(Told(o))
for o in objs: o.write("new")
print([(o.x, list(o.__dict__)) for o in objs])
# --- case: methods_of_many
class A:
    def __init__(self, n): self.n = n
    def name(self): return type(self).__name__ + str(self.n)
    def twice(self, k=2): return self.n * k
def words(objs): return [o.name() for o in objs]
classes = [type("K%d" % i, (A,), {"twice": (lambda i: lambda self, k=2: i * k)(i)} if i % 3 == 0 else {}) for i in range(12)]
objs = [k(i) for i, k in enumerate(classes)]
for _ in range(40): first = words(objs), [o.twice() for o in objs], [o.twice(5) for o in objs]
print(first)
objs[2].name = lambda: "its own"
print(words(objs))
del objs[2].name
print(words(objs)[2])
A.name = lambda self: "another"
print(set(words(objs)))
classes[5].name = staticmethod(lambda: "static")
classes[6].name = classmethod(lambda cls: "class " + cls.__name__)
classes[7].name = property(lambda self: lambda: "property")
class Callable:
    def __call__(self): return "an object"
classes[8].name = Callable()
for _ in range(3): last = words(objs)
print(last)
objs[9].__dict__["name"] = lambda: "by __dict__"
print(words(objs)[9], objs[9].__dict__.keys())
classes[10].__getattribute__ = lambda self, name: (lambda: "asked " + name) if name == "name" else object.__getattribute__(self, name)
print(words(objs)[10])
del classes[10].__getattribute__
objs[4].__class__ = classes[0]
print(words(objs)[4], objs[4].twice(), words(objs)[10])
del A.name
try: words(objs)
except AttributeError as e: print(e)
# --- case: methods_of_slots_and_built_ins
class S:
    __slots__ = ("x",)
    def append(self, v): self.x = v
class L(list):
    def pop(self): return "popped"
from collections import deque, OrderedDict
def push(things, v):
    for t in things: t.append(v)
    return [t.pop() for t in things if not isinstance(t, S)]
things = [S(), L(), [], deque(), bytearray()]
for _ in range(40): got = push(things, 65)
print(got, things[0].x, len(things[1]), things[2:])
things[1].append = lambda v: print("own", v)
push(things, 66)

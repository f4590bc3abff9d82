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

# Instances whose __dict__ was looked at: attributes read, written and called at one place while the dicts behind change.
# --- case: read_written_called
class A:
    kind = "class's"
    def __init__(self, x): self.x, self.y = x, -x
    def f(self): return "f", self.x
def read(o): return o.x
def write(o, v): o.x = v
def kind(o): return o.kind
def call(o): return o.f()
plain, opened, other = A(1), A(2), A(3)
opened.__dict__, vars(other)
for _ in range(3):
    for o in (opened, other, plain, opened):
        write(o, read(o) + 10)
        print(read(o), kind(o), call(o), o.__dict__ if o is not plain else "")
# --- case: deleted_and_put_back
class A: pass
def read(o): return o.x
a = A()
a.w, a.x, a.y = 1, 2, 3
d = a.__dict__
for _ in range(4): read(a)
del a.x
try: read(a)
except AttributeError as e: print(e)
a.x = 5
print(read(a), list(d))
del d["w"]
print(read(a), list(d))
d.clear()
try: read(a)
except AttributeError as e: print(e)
d.update(y=1, x=2)
print(read(a), d)
# --- case: another_dict
class A: pass
def read(o): return o.x
def write(o, v): o.x = v
a = A()
a.x = 1
a.__dict__
for _ in range(4): write(a, read(a) + 1)
first = a.__dict__
a.__dict__ = {"y": 0, "x": 50}
print(read(a), first)
write(a, 51)
print(a.__dict__, first)
class D(dict):
    def __getitem__(self, k): return "not asked"
    def __setitem__(self, k, v): raise ValueError
a.__dict__ = D(z=1, x=7)
for _ in range(3): print(read(a))
write(a, 8)
print(dict.items(a.__dict__))
# --- case: names_that_are_not_interned
class A: pass
def read(o): return o.long_name_1
a = A()
a.__dict__["".join(["long_name_", str(1)])] = "put"
for _ in range(4): print(read(a))
a.long_name_1 = "set"
print(read(a), a.__dict__)
class S(str): pass
b = A()
b.__dict__[S("long_name_1")] = 3
print(read(b))
# --- case: hidden_by_the_dict
class A:
    n = "class"
    def f(self): return "method"
def n(o): return o.n
def f(o): return o.f()
a, b = A(), A()
a.__dict__, b.__dict__
for _ in range(4): n(a), f(a)
a.__dict__["n"] = "own"
a.__dict__["f"] = lambda: "own f"
print(n(a), f(a), n(b), f(b))
del a.n, a.f
print(n(a), f(a))
# --- case: the_class_changes
class A: pass
def read(o): return o.x
def write(o, v): o.x = v
a = A()
a.x = 1
a.__dict__
for _ in range(4): write(a, read(a))
A.x = property(lambda self: "property", lambda self, v: print("set", v))
print(read(a), write(a, 2), a.__dict__)
del A.x
print(read(a), write(a, 3), a.__dict__)
class Shows:
    def __get__(self, o, t): return "no data"
A.x = Shows()
print(read(a))
del a.x
print(read(a))
# --- case: what_goes_when_written
class Told:
    def __init__(self, of): self.of = of
    def __del__(self):
        self.of.__dict__.clear()
        self.of.y = "told"
class A: pass
def write(o, v): o.x = v
a = A()
a.__dict__
for i in range(4): write(a, i)
write(a, Told(a))
write(a, "new")
print(a.__dict__)
write(a, "newer")
print(a.__dict__)
# --- case: as_globals
class A: pass
def read(o): return o.count
def write(o, v): o.count = v
a = A()
a.count = 1
exec("def up():\n    global count\n    count += 1\n    return count", a.__dict__)
for _ in range(3): print(a.up(), read(a))
write(a, 10)
print(a.up(), read(a))

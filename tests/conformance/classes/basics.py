# Classes: attributes, methods, inheritance, MRO, super.
# --- case: simple
class A:
    "A doc."
    x = 1
    def __init__(self, y): self.y = y
    def both(self): return self.x, self.y
a = A(2)
print(a.both(), A.x, a.__dict__, A.__doc__, A.__name__, A.__module__, type(a) is A, a.__class__ is A)
# --- case: class_attribute_shadowed
class A: x = []
a, b = A(), A()
a.x.append(1)
b.x = 5
print(a.x, b.x, A.x)
del b.x
print(b.x)
# --- case: inheritance
class A:
    def f(self): return "A.f"
    def g(self): return "A.g " + self.f()
class B(A):
    def f(self): return "B.f"
print(B().g(), issubclass(B, A), isinstance(B(), A), B.__bases__, B.__mro__)
# --- case: super_zero_args
class A:
    def __init__(self): print("A init")
    def f(self, x): return x + 1
class B(A):
    def __init__(self):
        super().__init__()
        print("B init")
    def f(self, x): return super().f(x) * 10
print(B().f(1))
# --- case: super_two_args
class A:
    def f(self): return "A"
class B(A):
    def f(self): return "B"
class C(B):
    def f(self): return super(B, self).f() + super(C, self).f()
print(C().f())
# --- case: super_classmethod
class A:
    @classmethod
    def make(cls): return cls.__name__
class B(A):
    @classmethod
    def make(cls): return "sub " + super().make()
print(B.make())
# --- case: super_attribute_missing
class A:
    def f(self): return super().nope
A().f()
# --- case: super_no_args_outside
def f(): super()
f()
# --- case: super_no_class
def f(self): super().x
f(1)
# --- case: super_wrong_type
super(int, "a")
# --- case: super_in_nested_function
class A:
    def f(self): return 1
class B(A):
    def f(self):
        return [super(B, self).f() for _ in range(2)], (lambda: super(B, self).f())()
print(B().f())
# --- case: super_setattr_and_repr
class A: pass
class B(A):
    def f(self): return super()
print(repr(B().f()).replace(" object>>", ">>"))
# --- case: diamond
class A:
    def f(self): return ["A"]
class B(A):
    def f(self): return ["B"] + super().f()
class C(A):
    def f(self): return ["C"] + super().f()
class D(B, C):
    def f(self): return ["D"] + super().f()
print(D().f(), [c.__name__ for c in D.__mro__], D.mro() == list(D.__mro__))
# --- case: mro_conflict
class A: pass
class B(A): pass
class C(A, B): pass
# --- case: duplicate_base
class A: pass
class B(A, A): pass
# --- case: base_not_class
class A(5): pass
# --- case: base_is_function
def f(): pass
class A(f): pass
# --- case: base_final
class A(bool): pass
# --- case: base_final_nonetype
class A(type(None)): pass
# --- case: base_layout_conflict
class A(int, str): pass
# --- case: complex_mro
class O: pass
class A(O): pass
class B(O): pass
class C(O): pass
class K1(A, B): pass
class K2(C, A): pass
class K3(B, C): pass
try:
    class Z(K1, K2, K3): pass
except TypeError as e:
    print(e)
class K4(B, A): pass
class Y(K2, K4): pass
print([c.__name__ for c in Y.__mro__])
# --- case: class_body_executes
class A:
    print("body", __name__, __qualname__, __module__)
    for i in range(3): pass
    if i == 2:
        def f(self): return "conditional"
print(A().f(), A.i)
# --- case: nested_classes
class A:
    class B:
        class C:
            def f(self): return type(self).__qualname__
print(A.B.C().f(), A.B.C, A.B.C.f.__qualname__)
# --- case: local_class_qualname
def f():
    class L:
        def m(self): pass
    return L
print(f(), f().m.__qualname__)
# --- case: staticmethod_classmethod
class A:
    @staticmethod
    def s(x): return x
    @classmethod
    def c(cls, x): return cls, x
class B(A): pass
print(A.s(1), A().s(2), B.c(3), B().c(4)[0] is B)
# --- case: method_from_class
class A:
    def f(self, x): return (self, x)
print(A.f("anything", 1), type(A.f).__name__, type(A().f).__name__)
# --- case: assign_method
class A: pass
A.f = lambda self: "later"
a = A()
print(a.f())
a.f = lambda: "own"
print(a.f(), A().f())
# --- case: attribute_error
class A: pass
A().missing
# --- case: attribute_error_class
class A: pass
A.missing
# --- case: attribute_error_none
x = None
x.foo
# --- case: attribute_error_module_function
def f(): pass
f.missing
# --- case: attribute_set_on_builtin_type
int.foo = 1
# --- case: attribute_set_on_object
object().x = 1
# --- case: getattr_setattr_delattr
class A: pass
a = A()
setattr(a, "x", 1)
print(getattr(a, "x"), getattr(a, "y", "default"), hasattr(a, "x"), hasattr(a, "y"))
delattr(a, "x")
getattr(a, "x")
# --- case: getattr_bad_name
getattr(1, 5)
# --- case: setattr_bad_name
class A: pass
setattr(A(), 5, 1)
# --- case: odd_attribute_names
class A: pass
a = A()
setattr(a, "not an identifier", 1)
print(getattr(a, "not an identifier"), a.__dict__)
# --- case: private_mangling
class A:
    __x = 1
    def __init__(self): self.__y = 2
    def get(self): return self.__x, self.__y
    def __m(self): return "private"
    def call(self): return self.__m()
a = A()
print(a.get(), a.call(), sorted(a.__dict__), a._A__x)
a.__x
# --- case: mangling_rules
class _A_:
    __a = 1
    __b__ = 2
    _c = 3
class __:
    __d = 4
print(sorted(k for k in vars(_A_) if "a" in k and "mod" not in k and "dict" not in k and "wea" not in k), _A_.__b__, __._c if hasattr(__, "_c") else "", "__d" in vars(__))
# --- case: type_three_args
def init(self, v): self.v = v
A = type("A", (), {"x": 1, "__init__": init, "double": lambda self: self.v * 2})
print(A, A(5).double(), A.x, A.__module__)
B = type("B", (A,), {})
print(B(3).double(), B.__bases__)
# --- case: type_errors
for a in [(1, (), {}), ("A", 5, {}), ("A", (), 5), ("A", (5,), {}), ("A",), ("A", ())]:
    try:
        print(type(*a))
    except TypeError as e:
        print(e)
# --- case: isinstance_forms
print(isinstance(1, int), isinstance(True, int), isinstance(1, (str, int)), isinstance("a", (int, (float, str))), isinstance(1, int | str), isinstance(None, type(None)), isinstance(int, type))
# --- case: isinstance_errors
for e in ["isinstance(1, 5)", "isinstance(1, [int])", "issubclass(1, int)", "issubclass(int, 5)", "isinstance(1, (int, 5))", "isinstance('a', (int, 5))"]:
    try:
        print(eval(e))
    except TypeError as x:
        print(x)
# --- case: class_assignment
class A:
    def f(self): return "A"
class B:
    def f(self): return "B"
a = A()
a.__class__ = B
print(a.f(), type(a))
# --- case: class_assignment_bad
class A: pass
a = A()
a.__class__ = int
# --- case: class_assignment_not_class
class A: pass
A().__class__ = 5
# --- case: bases_assignment
class A:
    def f(self): return "A"
class B:
    def f(self): return "B"
class C(A): pass
c = C()
C.__bases__ = (B,)
print(c.f(), C.__mro__)
# --- case: dict_attributes
class A:
    def __init__(self): self.x = 1
a = A()
a.__dict__["y"] = 2
print(a.y, vars(a), a.__dict__ is vars(a))
a.__dict__ = {"z": 3}
print(a.z, hasattr(a, "x"))
# --- case: dict_assignment_bad
class A: pass
A().__dict__ = 5
# --- case: class_dict_is_proxy
class A: x = 1
print(type(A.__dict__).__name__, A.__dict__["x"])
A.__dict__["x"] = 2
# --- case: subclasses
class A: pass
class B(A): pass
class C(A): pass
print(A.__subclasses__())
del B
import gc; gc.collect()
print(A.__subclasses__())
# --- case: dir
class A:
    x = 1
    def f(self): pass
a = A(); a.y = 2
print([n for n in dir(a) if not n.startswith("__")], [n for n in dir(A) if not n.startswith("__")])
# --- case: dir_custom
class A:
    def __dir__(self): return ["z", "a"]
print(dir(A()))
# --- case: repr_default
class A: pass
print(repr(A()).startswith("<__main__.A object at 0x"), repr(A), str(A))
# --- case: init_returns_value
class A:
    def __init__(self): return 5
A()
# --- case: new_returns_other
class A:
    def __new__(cls): return 5
    def __init__(self): print("never")
print(A())
# --- case: new_singleton
class S:
    _i = None
    def __new__(cls, *a):
        if cls._i is None: cls._i = super().__new__(cls)
        return cls._i
    def __init__(self, v): self.v = v
print(S(1) is S(2), S(3).v)
# --- case: new_not_subtype
object.__new__(5)
# --- case: new_wrong_class
int.__new__(str)
# --- case: inherit_builtin_list
class L(list):
    def total(self): return sum(self)
l = L([1, 2, 3])
l.append(4)
print(l.total(), l, type(l[1:]).__name__, isinstance(l, list), l == [1, 2, 3, 4], len(l))
# --- case: inherit_builtin_dict
class D(dict):
    def __missing__(self, k): return k * 2
    def __setitem__(self, k, v): super().__setitem__(k, v + 1)
d = D(a=1)
d["b"] = 1
print(d, d["zz"], d.get("zz"), D.fromkeys("xy", 0), type(d.copy()).__name__)
# --- case: inherit_builtin_int
class I(int):
    def __add__(self, o): return I(int(self) + int(o) + 100)
    def __repr__(self): return f"I({int(self)})"
print(I(1) + 2, 1 + I(2), I(5) * 2, [I(3)], I(3) == 3, {3: "x"}[I(3)], str(I(7)))
# --- case: inherit_builtin_str
class S(str):
    def shout(self): return self.upper() + "!"
s = S("hi")
print(s.shout(), type(s + "x").__name__, type(s.upper()).__name__, s == "hi", hash(s) == hash("hi"), s[0], f"{s:>4}")
# --- case: inherit_builtin_tuple
class P(tuple):
    def __new__(cls, x, y): return super().__new__(cls, (x, y))
    x = property(lambda s: s[0])
print(P(1, 2), P(1, 2).x, P(1, 2) == (1, 2), type(P(1, 2) + ()).__name__)
# --- case: inherit_builtin_float
class F(float):
    unit = "m"
print(F(1.5) + 1, F("2.5"), F(3).unit, type(-F(1)).__name__)
# --- case: inherit_builtin_set
class S(set):
    def add(self, v): super().add(v * 2)
s = S(); s.add(1); s |= {5}
print(sorted(s), type(s).__name__, type(s | {1}).__name__)
# --- case: inherit_bytes_complex_frozenset
class B(bytes): pass
class C(complex): pass
class F(frozenset): pass
print(B(b"ab"), C(1, 2), F([1]), type(B(b"a") + b"b").__name__)
# --- case: inherit_exception
class E(Exception):
    def __init__(self, a, b): super().__init__(a); self.b = b
try:
    raise E(1, 2)
except E as e:
    print(e, e.args, e.b, repr(e))
# --- case: mixins
class Eq:
    def __eq__(self, o): return self.key() == o.key()
class Show:
    def __repr__(self): return f"{type(self).__name__}{self.key()}"
class P(Eq, Show):
    def __init__(self, *a): self.a = a
    def key(self): return self.a
print(P(1, 2) == P(1, 2), P(3))
# --- case: class_docstring_and_annotations
class A:
    """Doc."""
    x: int = 1
print(A.__doc__, A.__annotations__)
class B(A): pass
print(B.__doc__)
# --- case: class_is_callable_attribute
class A:
    t = int
    l = len
    f = lambda self: "bound"
print(A().t("5"), A().l([1]), A().f())
# --- case: slots_of_type
class A: pass
print(A.__base__, A.__basicsize__ > 0, A.__dictoffset__ != 0, type(A), type(type), A.__weakref__ is not None)
# --- case: data_in_class_comprehension
class A:
    xs = [1, 2]
    ys = [x + 1 for x in xs]
    zs = {x: y for x, y in zip(xs, ys)}
print(A.ys, A.zs)

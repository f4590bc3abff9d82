# Descriptors, properties, __slots__, metaclasses and class hooks.
# --- case: property_basic
class C:
    def __init__(s): s._x = 1
    @property
    def x(s):
        "the x"
        return s._x
    @x.setter
    def x(s, v): s._x = v * 2
    @x.deleter
    def x(s): print("deleted"); s._x = None
c = C()
print(c.x); c.x = 5; print(c.x); del c.x; print(c.x, C.x.__doc__, type(C.x))
# --- case: property_read_only
class C:
    @property
    def x(s): return 1
C().x = 2
# --- case: property_no_deleter
class C:
    @property
    def x(s): return 1
del C().x
# --- case: property_no_getter
class C:
    x = property(None, lambda s, v: None)
C().x
# --- case: property_function_form
class C:
    def g(s): return s.__dict__.get("v", 0)
    def s(s, v): s.__dict__["v"] = v
    x = property(g, s, doc="doc")
c = C(); c.x = 3
print(c.x, C.x.__doc__, C.x.fget is C.g, C.x.fdel)
# --- case: property_in_subclass
class A:
    @property
    def x(s): return "A"
class B(A):
    @A.x.setter
    def x(s, v): print("set", v)
b = B(); b.x = 1; print(b.x)
class D(A):
    @property
    def x(s): return "D" + super().x
print(D().x)
# --- case: property_raises_attribute_error
class C:
    @property
    def x(s): return s.missing
    def __getattr__(s, n): return "getattr " + n
print(C().x)
# --- case: property_on_class
class C:
    x = property(lambda s: 1)
print(isinstance(C.x, property), C.x.fset)
# --- case: data_descriptor
class D:
    def __get__(s, o, t=None): print("get", o is None, t.__name__); return 5
    def __set__(s, o, v): print("set", v)
    def __delete__(s, o): print("delete")
class C: d = D()
c = C()
c.__dict__["d"] = "own"
print(c.d); c.d = 1; del c.d; print(C.d)
# --- case: non_data_descriptor
class D:
    def __get__(s, o, t): return "descriptor"
class C: d = D()
c = C()
print(c.d)
c.d = "own"
print(c.d)
del c.d
print(c.d)
# --- case: set_only_descriptor
class D:
    def __set__(s, o, v): o.__dict__["d"] = v * 2
class C: d = D()
c = C()
print(type(c.d).__name__)
c.d = 4
print(c.d)
# --- case: set_name
class D:
    def __set_name__(s, owner, name): print("name", owner.__name__, name); s.n = name
    def __get__(s, o, t): return o.__dict__.get("_" + s.n, "unset")
    def __set__(s, o, v): o.__dict__["_" + s.n] = v
class C:
    a = D()
    b = D()
c = C(); c.a = 1
print(c.a, c.b)
# --- case: set_name_raises
class D:
    def __set_name__(s, o, n): raise ValueError("bad")
class C:
    d = D()
# --- case: validated_field
class Positive:
    def __set_name__(s, o, n): s.n = n
    def __get__(s, o, t=None): return s if o is None else o.__dict__[s.n]
    def __set__(s, o, v):
        if v <= 0: raise ValueError(f"{s.n} must be positive, not {v}")
        o.__dict__[s.n] = v
class Order:
    price = Positive(); n = Positive()
    def __init__(s, p, n): s.price, s.n = p, n
print(Order(2, 3).price)
Order(1, -1)
# --- case: slots
class C:
    __slots__ = ("x", "y")
    def __init__(s): s.x = 1
c = C()
print(c.x, hasattr(c, "y"), hasattr(c, "__dict__"), C.__slots__, type(C.x).__name__)
c.z = 1
# --- case: slots_unset
class C: __slots__ = ["a"]
C().a
# --- case: slots_delete
class C: __slots__ = "a"
c = C(); c.a = 1; del c.a
del c.a
# --- case: slots_inherited
class A: __slots__ = ("a",)
class B(A): __slots__ = ("b",)
class D(A): pass
b = B(); b.a = 1; b.b = 2
d = D(); d.z = 3; d.a = 4
print(b.a, b.b, d.__dict__, d.a)
b.c = 1
# --- case: slots_with_dict
class A: __slots__ = ("a", "__dict__")
a = A(); a.a = 1; a.b = 2
print(a.__dict__)
# --- case: slots_conflict_class_variable
class A:
    __slots__ = ("x",)
    x = 1
# --- case: slots_bad_name
class A: __slots__ = ("1x",)
# --- case: slots_not_string
class A: __slots__ = (1,)
# --- case: slots_multiple_inheritance_conflict
class A: __slots__ = ("a",)
class B: __slots__ = ("b",)
class C(A, B): pass
# --- case: slots_class_attribute_read_only
class A:
    __slots__ = ("x",)
    y = 5
a = A()
print(a.y)
a.y = 6
# --- case: slots_no_weakref
import weakref
class A: __slots__ = ()
weakref.ref(A())
# --- case: slots_nonempty_int
class A(int): __slots__ = ("x",)
# --- case: slots_private_mangled
class A:
    __slots__ = ("__p",)
    def __init__(s): s.__p = 1
print(A()._A__p)
# --- case: metaclass_basic
class M(type):
    def __new__(m, n, b, d, **k):
        print("new", n, [x.__name__ for x in b], sorted(x for x in d if not x.startswith("__")), k)
        return super().__new__(m, n, b, d)
    def __init__(c, n, b, d, **k):
        print("init", n)
        super().__init__(n, b, d)
    def __call__(c, *a):
        print("call", a)
        return super().__call__(*a)
    def hello(c): return "hello from " + c.__name__
class A(metaclass=M, option=1):
    x = 1
class B(A): y = 2
B()
print(type(B).__name__, A.hello(), hasattr(B(), "hello"))
# --- case: metaclass_prepare
class M(type):
    @classmethod
    def __prepare__(m, n, b, **k): print("prepare", n, k); return {"injected": 5}
    def __new__(m, n, b, d, **k): return super().__new__(m, n, b, dict(d))
class A(metaclass=M, z=1):
    print(injected)
print(A.injected)
# --- case: metaclass_conflict
class M1(type): pass
class M2(type): pass
class A(metaclass=M1): pass
class B(metaclass=M2): pass
class C(A, B): pass
# --- case: metaclass_derived_wins
class M1(type): pass
class M2(M1): pass
class A(metaclass=M1): pass
class B(metaclass=M2): pass
class C(A, B): pass
print(type(C).__name__)
# --- case: metaclass_function
def meta(n, b, d): return (n, b, sorted(k for k in d if k[0] != "_"))
class A(metaclass=meta):
    x = 1
print(A)
# --- case: metaclass_not_callable
class A(metaclass=5): pass
# --- case: metaclass_attributes
class M(type):
    m = "meta"
    @property
    def p(c): return c.__name__ + "!"
    def __len__(c): return 42
    def __iter__(c): return iter("xyz")
    def __getitem__(c, k): return k
    def __contains__(c, k): return True
    def __repr__(c): return "<" + c.__name__ + ">"
    def __add__(c, o): return "sum"
class A(metaclass=M): pass
print(A.m, A.p, len(A), list(A), A[3], 9 in A, A, A + 1)
A().m
# --- case: metaclass_getattr
class M(type):
    def __getattr__(c, n): return f"{c.__name__}.{n}"
    def __setattr__(c, n, v): print("set", n); super().__setattr__(n, v)
class A(metaclass=M): pass
A.x = 1
print(A.x, A.foo)
# --- case: init_subclass
class Base:
    subs = []
    def __init_subclass__(cls, /, tag=None, **k):
        super().__init_subclass__(**k)
        cls.tag = tag
        Base.subs.append(cls.__name__)
class A(Base, tag="a"): pass
class B(A): pass
print(Base.subs, A.tag, B.tag)
# --- case: init_subclass_unexpected_keyword
class A: pass
class B(A, x=1): pass
# --- case: init_subclass_missing
class Base:
    def __init_subclass__(cls, needed): pass
class A(Base): pass
# --- case: class_keyword_to_type
class A(x=1): pass
# --- case: class_star_bases
class A: pass
class B: pass
bases = (A, B)
class C(*bases, **{"metaclass": type}): pass
print(C.__bases__)
# --- case: mro_entries
class F:
    def __mro_entries__(s, b): return (dict,)
class A(F()): pass
print(A.__bases__, type(A.__orig_bases__[0]).__name__)
# --- case: custom_mro
class M(type):
    def mro(c): return [c, object]
class A: x = 1
class B(A, metaclass=M): pass
print(B.__mro__, hasattr(B, "x"))
# --- case: classcell_and_class
class A:
    def f(self): return __class__
class B(A): pass
print(B().f())
# --- case: abstract
import abc
class A(abc.ABC):
    @abc.abstractmethod
    def f(s): pass
    @property
    @abc.abstractmethod
    def g(s): pass
class B(A):
    def f(s): return 1
class C(B):
    g = 2
print(C().f(), C().g)
for c in (A, B):
    try:
        c()
    except TypeError as e:
        print(e)
# --- case: abstract_register
import abc
class A(abc.ABC): pass
A.register(int)
print(isinstance(5, A), issubclass(bool, A), issubclass(str, A))
# --- case: abstract_subclasshook
import abc
class Sized(abc.ABC):
    @classmethod
    def __subclasshook__(cls, C): return any("__len__" in B.__dict__ for B in C.__mro__)
class L:
    def __len__(s): return 0
print(isinstance(L(), Sized), isinstance(5, Sized))
# --- case: staticmethod_objects
class A:
    @staticmethod
    def f(): return 1
    @classmethod
    def g(cls): return 2
print(type(A.__dict__["f"]).__name__, type(A.__dict__["g"]).__name__, A.__dict__["f"].__func__(), A.__dict__["f"](), A.g.__self__ is A)
# --- case: classmethod_of_property_like
class C:
    def __get__(s, o, t): return lambda: t.__name__
class A: f = C()
class B(A): pass
print(A.f(), B().f())
# --- case: function_is_descriptor
def f(self, x): return (self, x)
class A: pass
a = A()
m = f.__get__("self!")
print(m(1), f.__get__(a, A)(2)[0] is a)
# --- case: cached_property
import functools
class A:
    @functools.cached_property
    def x(s): print("computing"); return 5
a = A()
print(a.x, a.x, a.__dict__)
del a.x
print(a.x)
# --- case: descriptor_inherited_lookup_order
class D:
    def __init__(s, n): s.n = n
    def __get__(s, o, t): return s.n
class A: x = D("A")
class B(A): x = D("B")
class C(B): pass
print(C().x, super(B, C()).x)
# --- case: instance_of_type_call
class M(type):
    registry = {}
    def __new__(m, n, b, d):
        c = super().__new__(m, n, b, d)
        m.registry[n.lower()] = c
        return c
class Plugin(metaclass=M): pass
class Foo(Plugin): pass
print(sorted(M.registry))
# --- case: delattr_class
class A:
    x = 1
    def f(s): pass
del A.x
print(hasattr(A, "x"))
del A.x
# --- case: descriptor_on_instance_ignored
class D:
    def __get__(s, o, t): return "got"
class A: pass
a = A()
a.d = D()
print(type(a.d).__name__)
# --- case: type_name_assignment
class A: pass
A.__name__ = "Z"; A.__qualname__ = "Y.Z"
print(A, A.__name__)
A.__name__ = 5

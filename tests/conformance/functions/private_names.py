# Names with two underscores inside of a class: which are mangled, which are not.
# --- case: calls
def g(*a, **k): return sorted(k)
class A:
    x = g(__v=3)
    def f(self, __p=1, *, __q=2):
        y = g(__x=1), g(1, *[2], __x=1), g(**{"a": 1}, __y=2), self.g(__z=3)
        return y, sorted(locals())
    def g(self, **k): return sorted(k)
    def __h(self): return 1
    def i(self): return self.__h(), [self.__h() for _ in "a"]
print(A.x, A().f(), A().i(), A.f.__kwdefaults__)
for call in (lambda: A().f(__p=1), lambda: A().f(_A__p=1, _A__q=3)):
    try: print(call())
    except TypeError as e: print(e)
# --- case: classes_and_patterns
class M(type):
    def __new__(m, n, b, ns, **k): print(n, k); return type.__new__(m, n, b, ns)
    def __init__(c, n, b, ns, **k): pass
class A:
    class B(metaclass=M, __kw=1): __match_args__ = ("__own",)
    def m(self, o):
        match o:
            case A.B(__z=1): return "z"
            case A.B(__w): return __w
b = A.B(); b.__z = 1; print(A().m(b))
c = A.B(); setattr(c, "__own", 7); print(A().m(c))
class D:
    import os.path as __p
    from os import sep as __s
    def d(self):
        global __t
        __t = 1
        try: raise ValueError("v")
        except ValueError as __e: return sorted(n for n in locals()), str(__e)
    __a: int = 1
print(D().d(), sorted(n for n in vars(D) if n.startswith("_D")), D.__annotations__, "_D__t" in globals())

import abc
class A(abc.ABC):
    @abc.abstractmethod
    def f(self): return 1
    @property
    @abc.abstractmethod
    def g(self): ...
    @staticmethod
    @abc.abstractmethod
    def s(): ...
    @classmethod
    @abc.abstractmethod
    def c(cls): ...
print(sorted(A.__abstractmethods__))
try: A()
except TypeError as e: print(e)
class B(A):
    def f(self): return super().f() + 1
    g = 3
    def s(): pass
try: B()
except TypeError as e: print(e)
class C(B):
    def c(self): pass
print(C().f(), C().g, isinstance(C(), A), issubclass(B, A))
class D: pass
print(issubclass(D, A), isinstance(D(), A))
print(A.register(D), issubclass(D, A), isinstance(D(), A))
class E(D): pass
print(issubclass(E, A), isinstance(3, A))
try: A.register(3)
except TypeError as e: print(e)
try: D2 = C; C.register(A)
except RuntimeError as e: print(e)
try: issubclass(3, A)
except TypeError as e: print(e)
class H(metaclass=abc.ABCMeta):
    @classmethod
    def __subclasshook__(cls, C):
        if cls is H: return hasattr(C, 'quack')
        return NotImplemented
class Q:
    def quack(self): pass
print(isinstance(Q(), H), isinstance(D(), H))
class K(abc.ABC):
    @abc.abstractmethod
    def m(self): ...
def m(self): return 'm'
K.m = m
abc.update_abstractmethods(K)
print(K().m(), K.__abstractmethods__, type(K), K.__mro__[1:])
class Init(abc.ABC):
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw); cls.tag = tag
class S(Init, tag='t'): pass
print(S.tag)

# Which operators a class has, by where it looks for their methods.
# --- case: one_base_and_its_own
class A:
    def __len__(self): return 3
    def __add__(self, other): return 'A+'
    __hash__ = None
class B(A):
    def __bool__(self): return False
    def __radd__(self, other): return '+B'
class C(B):
    __len__ = None
print(len(B()), bool(B()), bool(A()), B() + 1, 1 + B(), A() + A())
for f in (lambda: len(C()), lambda: hash(B()), lambda: C() - 1, lambda: hash(A())):
    try:
        print(f())
    except TypeError as e:
        print(e)
# --- case: metaclasses_and_orders
import abc
class M(type):
    def mro(cls):
        order = type.mro(cls)
        return order[:1] + [Mixed] + order[1:] if cls.__name__ == 'Odd' else order
class Mixed:
    def __call__(self): return 'called'
    def __getitem__(self, i): return i * 2
class Plain(metaclass=M):
    def __getitem__(self, i): return i
class Odd(Plain):
    pass
class Even(Plain):
    pass
print(Odd()(), Odd()[3], Even()[3], callable(Even()), callable(Odd()))
class S(abc.ABC):
    @abc.abstractmethod
    def __iter__(self): ...
    def __contains__(self, x): return x == 1
class T(S):
    def __iter__(self): return iter('ab')
print(list(T()), 1 in T(), 'a' in T())
# --- case: several_bases
class N:
    def __neg__(self): return 'N'
    def __eq__(self, other): return True
class P:
    def __pos__(self): return 'P'
    def __hash__(self): return 5
class NP(N, P): pass
class PN(P, N): pass
class I(int, P): pass
print(-NP(), +NP(), NP() == 1, hash(PN()), +I(4), I(4) + 1, hash(I(4)))
try:
    print(hash(NP()))
except TypeError as e:
    print(e)
# --- case: set_and_deleted_later
class Base: pass
class Sub(Base): pass
class SubSub(Sub):
    def __len__(self): return 1
Base.__len__ = lambda self: 9
Base.__getattr__ = lambda self, name: name.upper()
print(len(Sub()), len(SubSub()), Sub().hello)
Base.__call__ = lambda self: 'yes'
print(Sub()(), callable(SubSub()))
del Base.__len__, Base.__call__
for f in (lambda: len(Sub()), lambda: len(SubSub()), lambda: Sub()()):
    try:
        print(f())
    except TypeError as e:
        print(e)
Sub.__bases__ = (type('Other', (), {'__len__': lambda self: 4}),)
print(len(Sub()), len(SubSub()))

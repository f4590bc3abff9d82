# modules: inspect
import inspect, functools, typing, types
from inspect import *
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
def f(a, b: int, /, c, d: 'str' = 3, *args: float, e, g: typing.List[int] = [], **kw) -> bool: ...
class C:
    "C doc"
    def __init__(self, x, y=1): pass
    def m(self, z):
        """m doc

            indented
        more
        """
        return z
    @classmethod
    def cm(cls, q): pass
    @staticmethod
    def sm(r): pass
    @property
    def p(self): "pdoc"; return 1
    def __call__(self, k): pass
class D(C):
    def m(self, z): return 2
    def m2(self): pass
# a comment
# two lines
def commented(x,
              y=(1,
                 2)):
    s = """
not indented
"""
    # inner

    return x  # done

@functools.lru_cache
@functools.wraps(commented)
def deco(*a): return 1
l = lambda x, *, y=2: x
class Meta(type): pass
class WithNew:
    def __new__(cls, a): return object.__new__(cls)
class Empty: pass
for o in (f, C, C.m, C().m, C.cm, C.sm, C(1), l, functools.partial(f, 1, 2, d=5), functools.partial(commented, 1), deco, WithNew, Empty, commented, lambda: 0, lambda *a, **k: 0, lambda a, /: 0, lambda *, k: 0) if 0 else (f, C, C.m, C(1).m, C.cm, C.sm, C(1), l, functools.partial(f, 1, 2, d=5), functools.partial(commented, 1), functools.partial(commented, y=1), deco, WithNew, Empty, commented, lambda: 0, lambda *a, **k: 0, lambda a, /: 0, lambda *, k: 0):
    print(signature(o))
err(signature, 3)
s = signature(f); print(repr(s), list(s.parameters), s.return_annotation, s.parameters['d'].default, s.parameters['d'].kind, repr(s.parameters['e']), s.parameters['args'].kind.description, repr(s.parameters['c'].kind), s.parameters['c'].annotation is Parameter.empty, s == signature(f), s.replace(return_annotation=int))
b = s.bind(1, 2, 3, 4, 5, e=6, z=7); print(b, b.args, b.kwargs, b.arguments); b = s.bind(1, 2, 3, e=1); b.apply_defaults(); print(b.arguments)
err(s.bind, 1); err(s.bind, 1, 2, 3); err(signature(l).bind, 1, 2); err(signature(l).bind, 1, q=3); err(signature(commented).bind, 1, x=2); err(signature(lambda a, /: 0).bind, a=1); print(s.bind_partial(1))
print(Parameter('x', Parameter.POSITIONAL_ONLY, default=1, annotation=int), Signature([Parameter('a', Parameter.KEYWORD_ONLY)])); err(Parameter, '1', Parameter.KEYWORD_ONLY); err(Parameter, 'x', Parameter.VAR_POSITIONAL, default=1); err(Signature, [Parameter('a', Parameter.KEYWORD_ONLY), Parameter('b', Parameter.POSITIONAL_ONLY)]); err(Signature, [Parameter('a', Parameter.KEYWORD_ONLY)] * 2)
print(getfullargspec(f)); print(getfullargspec(C(1).m)); print(getcallargs(commented, 1)); err(getcallargs, commented)
for o in (f, C, C.m, C(1).m, len, [].append, str.join, inspect, l, C.p, (i for i in ()), f.__code__, 3, type(f).__code__ if 0 else None):
    print([n for n in ('isfunction', 'isclass', 'ismethod', 'isbuiltin', 'isroutine', 'ismodule', 'isgenerator', 'iscode', 'isdatadescriptor', 'ismethoddescriptor', 'isgeneratorfunction') if getattr(inspect, n)(o)])
print(getdoc(C), repr(getdoc(C.m)), getdoc(D.m) == getdoc(C.m), getdoc(C.p), repr(cleandoc('  a\n    b\n      c\n\n')), getdoc(D(1)), getdoc(Empty))
for o in (C, D, commented, deco, l, C.m, WithNew): print(repr(getsource(o)), getsourcelines(o)[1])
print(repr(getcomments(commented)), getcomments(C), getfile(C) == __file__, getsourcefile(f) == __file__, getmodule(C).__name__, getmodulename('/a/b.py')); err(getsource, len); err(getsource, 3); err(getfile, int)
print([n for n, v in getmembers(C) if not n.startswith('__')], [n for n, v in getmembers(C, isfunction)], getmro(D), [n for n, v in getmembers(C(1), ismethod)])
def gen(): yield 1
g = gen(); print(isgeneratorfunction(gen), isgeneratorfunction(f), isgenerator(g), getgeneratorstate(g)); next(g); print(getgeneratorstate(g)); g.close(); print(getgeneratorstate(g))
def cur(): return currentframe().f_code.co_name, stack()[0].function, stack()[1].function, getframeinfo(currentframe()).lineno, stack()[0].code_context
print(cur(), unwrap(deco) is commented, type(getattr_static(C(1), 'p')), getattr_static(C, 'cm').__class__, getattr_static(C, 'zz', 5)); err(getattr_static, C, 'zz')
import abc
class A(abc.ABC):
    @abc.abstractmethod
    def q(self): ...
print(isabstract(A), isabstract(C), get_annotations(f), get_annotations(f, eval_str=True), [a[:2] for a in classify_class_attrs(C) if a.defining_class is C and not a.name.startswith('__')])
def outer():
    n = 1
    def inner(): return n + len([]) + nope_q
    return inner
print(getclosurevars(outer()).nonlocals, getclosurevars(outer()).unbound, sorted(getclosurevars(outer()).builtins))
class DD:
    class Nested:
        def a(self): pass
    x = 1
print(getsource(DD.Nested), signature(DD.Nested.a), formatannotation(typing.Optional[int]), formatannotation(int), formatannotation(C))

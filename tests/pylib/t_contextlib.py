import sys, io, contextlib
from contextlib import *
@contextmanager
def cm(x, fail=False):
    "cm doc"
    print('enter', x)
    try:
        yield x * 2
    except ValueError as e:
        print('caught', e)
        if fail: raise
    finally:
        print('exit', x)
with cm(3) as v: print(v)
with cm(4): raise ValueError('boo')
try:
    with cm(5, True): raise ValueError('again')
except ValueError as e: print('out', e)
try:
    with cm(6): raise KeyError('k')
except KeyError as e: print('out', e)
@contextmanager
def none():
    if 0: yield
try:
    with none(): pass
except RuntimeError as e: print(e)
@contextmanager
def two():
    yield 1
    yield 2
try:
    with two(): pass
except RuntimeError as e: print(e)
@contextmanager
def two2():
    try: yield 1
    except KeyError: yield 2
try:
    with two2(): raise KeyError
except RuntimeError as e: print(e)
@contextmanager
def stop():
    yield
try:
    with stop(): raise StopIteration('si')
except StopIteration as e: print('si ok', e)
try:
    with stop(): raise RuntimeError('rt')
except RuntimeError as e: print(e, e.__cause__)
@contextmanager
def conv():
    try: yield
    except KeyError as e: raise ValueError('conv') from e
try:
    with conv(): raise KeyError('a')
except ValueError as e: print(repr(e), repr(e.__cause__))
@cm(1)
def deco(a): print('in', a); return a
print(deco(7), deco(8), cm.__doc__, cm.__name__)
class C:
    def close(self): print('closed')
with closing(C()) as c: print(type(c).__name__)
with suppress(KeyError, IndexError): raise KeyError
with suppress(): pass
s = io.StringIO()
with redirect_stdout(s): print('hidden')
print(repr(s.getvalue()))
with redirect_stderr(s) as t: print('err', file=sys.stderr)
print(repr(t.getvalue()))
with nullcontext(5) as n: print(n)
with ExitStack() as st:
    print(st.enter_context(cm('a'))); print(st.enter_context(cm('b')))
    st.callback(print, 'callback', 1, sep='-')
    @st.push
    def ex(*d): print('push', d[0]); return False
    st.push(cm('z') if 0 else nullcontext())
with ExitStack() as st:
    st.push(lambda *d: print('saw', d[0].__name__) or True)
    raise KeyError(1)
print('suppressed')
def raiser(): raise IndexError('from cb')
try:
    with ExitStack() as st:
        st.callback(raiser)
        raise KeyError('body')
except IndexError as e: print(repr(e), repr(e.__context__))
st = ExitStack(); st.callback(print, 'later'); new = st.pop_all(); st.close(); print('now'); new.close()
try: ExitStack().enter_context(3)
except TypeError as e: print(e)
class CD(ContextDecorator):
    def __enter__(self): print('E'); return self
    def __exit__(self, *a): print('X')
@CD()
def f(): print('f')
f()
class A2(AbstractContextManager):
    def __exit__(self, *a): print('a2')
with A2() as a: print(isinstance(a, AbstractContextManager), isinstance(C(), AbstractContextManager), isinstance(CD(), AbstractContextManager))
try: AbstractContextManager()
except TypeError as e: print(e)
def g():
    try:
        with cm('ret'): return 'R'
    finally: print('fin')
print(g())

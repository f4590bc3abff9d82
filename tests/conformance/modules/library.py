# --- case: ordered_dict_whole
from collections import OrderedDict as O
def t(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
d=O(a=1,b=2)
t(lambda: d.pop('x')); t(lambda: d.pop()); t(lambda: d.pop('a','b','c')); t(lambda: O().popitem()); t(lambda: O().popitem(last=False)); t(lambda: d.move_to_end('x')); t(lambda: O(1,2)); t(lambda: O.update()); t(lambda: d.update(1,2)); t(lambda: O(5)); t(lambda: O([1])); t(lambda: O([(1,)])); t(lambda: O([(1,2,3)])); t(lambda: O(['ab']))
t(lambda: [d.update(c=3) for k in d]); t(lambda:[d.move_to_end('a') for k in d]); t(lambda: [d.pop('a') for k in d])
t(lambda: [d.__setitem__(k,9) for k in d])
t(lambda: d | {1:2}); t(lambda: {1:2}|d); t(lambda: d | [(1,2)]); t(lambda: d == {1:2}); 
class S(O):pass
t(lambda: d.setdefault(key='n',default=5)); t(lambda: d.pop(key='n',default=5)); t(lambda: d.popitem(0)); t(lambda: d.move_to_end('zz', last=False))
t(lambda: O.fromkeys('abc', value=3)); t(lambda: O.fromkeys(iterable='abc')); 
x=O(); x['a']=x; print(x); print(O([(1,2)]) != O([(1,2)]), O([(1,2),(3,4)]) == O([(3,4),(1,2)]), O([(1,2),(3,4)]) == dict([(3,4),(1,2)]))
t(lambda: d<d); t(lambda: hash(d)); d|={8:9}; print(d); t(lambda: d.__ior__([(1,2)])); print(d.__sizeof__()>0)
t(lambda: d.update({'a':1},**{'self':1,'other':5})); print(d)
import copy
print(copy.deepcopy(S(a=[1])), copy.copy(s).x)
print(s, s|{2:3}, {1:2}|s, s.copy(), vars(s), d.keys(), d.items(), d.values(), type(d.keys()).__mro__)
# --- case: ordered_dict_both_ends
from collections import OrderedDict
import gc, time
gc.disable()  # the clock is for the dicts alone
d = OrderedDict((i, i) for i in range(30000))
start = time.process_time()
total = 0
while len(d) > 10: total += d.popitem(last=False)[0]
print(total, d)
for i in range(30000, 30010): d[i] = i
for k in (29995, 30005, 29990): d.move_to_end(k, last=False)
print(list(d), next(reversed(d)))
for i in range(20000): d.move_to_end(30000 + i % 10, last=False); d.move_to_end(29990 + i % 10)
print(list(d))
for i in range(50000): d["x", i] = 1; d.popitem(last=False)
print(len(d), next(iter(d)), time.process_time() - start < 5)
plain = {i: i for i in range(30000)}
while plain: del plain[next(iter(plain))]
plain[1] = 2
print(plain, time.process_time() - start < 5)
# --- case: throw_keeps_context
def g():
    yield
x=Exception('x'); x.__context__=KeyError('k'); it=g(); next(it)
try: raise Exception('q')
except Exception:
    try: it.throw(type(x),x,None)
    except Exception as e: print(repr(e.__context__))
y=Exception('y'); it=g(); next(it)
try: raise Exception('q')
except Exception:
    try: it.throw(y)
    except Exception as e: print(repr(e.__context__))
def c():
    try: yield
    except Exception as e: print('in', repr(e.__context__)); raise
y=Exception('y'); it=c(); next(it)
try: raise Exception('q')
except Exception:
    try: it.throw(y)
    except Exception as e: print(repr(e.__context__))
def d():
    try: 1/0
    except ZeroDivisionError: yield
y=Exception('y'); it=d(); next(it)
try: raise Exception('q')
except Exception:
    try: it.throw(y)
    except Exception as e: print(repr(e.__context__))
y=Exception('y'); y.__context__=KeyError('own'); it=d(); next(it)
try: it.throw(y)
except Exception as e: print(repr(e.__context__))
# --- case: exit_stack_contexts
from contextlib import *
@contextmanager
def g(exc):
    try: yield
    finally: raise exc
e1,e2,e3,e4=[Exception(i) for i in range(1,5)]
try:
    with ExitStack() as s:
        s.enter_context(g(e4)); s.enter_context(g(e3)); s.enter_context(g(e2)); raise e1
except Exception as e:
    while e: print(repr(e)); e=e.__context__
def g2(exc):
    try: yield
    finally: raise exc
e1,e2,e3=[Exception(i) for i in range(1,4)]
a=g2(e2); next(a); b=g2(e3); next(b)
def ex(gen, value):
    try: gen.throw(type(value),value,value.__traceback__)
    except BaseException as x:
        if x is not value: raise
def run():
    try: ex(a,e1)
    except BaseException as x: print(repr(x), repr(x.__context__))
    try: ex(b,e2)
    except BaseException as x: print(repr(x), repr(x.__context__),repr(x.__context__.__context__))
try: raise e1
except Exception: run()
# --- case: pickled_enums
import enum, pickle, copy
class C(enum.Enum):
    R=1; G='x'
class I(enum.IntEnum): A=1
class F(enum.Flag): A=1; B=2; D=4; AB=3
class G(enum.IntFlag): A=1; B=2
for p in range(6): print(pickle.loads(pickle.dumps([C.R,C.G,I.A,F.A|F.B,F.A,F(7),F(0),G(9),G.A|G.B],p)))
class N:
    class E(enum.Enum): X=1
print(pickle.loads(pickle.dumps(N.E.X)), C.R.__reduce_ex__(2), (F.A|F.B).__reduce_ex__(2), F(7).__reduce_ex__(2), G(9).__reduce_ex__(2), F(0).__reduce_ex__(2))
print(copy.deepcopy([C.R])[0] is C.R, copy.copy(F(7)))
import io, operator
b=io.BytesIO(b'abc'); b.read(1); print(pickle.loads(pickle.dumps(b)).read(), pickle.loads(pickle.dumps(operator.add))(1,2))

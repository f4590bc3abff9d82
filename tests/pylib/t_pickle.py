# modules: pickle copyreg
import pickle, io, datetime
from collections import OrderedDict, Counter, defaultdict, deque, namedtuple
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
class P:
    def __init__(self, x): self.x = x
    def __eq__(self, o): return type(o) is P and self.__dict__ == o.__dict__
    def __repr__(self): return f'P({self.x})'
class S:
    __slots__ = ('a', 'b')
    def __init__(self): self.a = 1
class L(list): pass
class G:
    def __getstate__(self): return {'z': 1}
    def __setstate__(self, s): self.s = s
class Rd:
    def __reduce__(self): return (P, (5,), {'extra': 1})
N = namedtuple('N', 'a b')
vals = [None, True, False, 0, 1, -1, 255, 256, 65535, 65536, -2**31, 2**31, 2**100, -2**100, -128, -32769, 2**2100, 1.5, -0.0, float('inf'), 'abc', 'é€😀', '', 'x' * 300, b'', b'ab', b'q' * 300, bytearray(b'zz'), (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], [1, [2, [3]]], {}, {'a': 1, 'b': [2]}, set(), {1, 2}, frozenset([1]), 3 + 4j, range(5), P(3), [P(1), P(2)], N(1, 2), OrderedDict(a=1), Counter('aab'), deque([1, 2], 3), datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, tzinfo=datetime.timezone.utc), datetime.timedelta(1), ValueError('x', 1), int, P, len, slice(1, 2), list(range(2500)), {i: str(i) for i in range(1500)}, ..., NotImplemented, type(None)]
for v in vals:
    for proto in (2, 3, 4, 5):
        d = pickle.dumps(v, proto); w = pickle.loads(d)
        same = repr(w) == repr(v)
        if not same: print('DIFF', proto, repr(v)[:80], repr(w)[:80])
    if not isinstance(v, (datetime.date, datetime.timedelta)) and len(repr(v)) < 500 and not isinstance(v, (P, Counter, deque, OrderedDict)): print(repr(v)[:60], pickle.dumps(v)[:200] if not isinstance(v, (set, frozenset, complex)) else '')
l = [1]; l.append(l); m = pickle.loads(pickle.dumps(l)); print(m[1] is m)
t = ([],); t[0].append(t); u = pickle.loads(pickle.dumps(t)); print(u[0][0] is u)
s = [1]; x = pickle.loads(pickle.dumps([s, s])); print(x[0] is x[1])
p = P(1); p.me = p; q = pickle.loads(pickle.dumps(p)); print(q.me is q)
q = pickle.loads(pickle.dumps(S())); print(q.a, hasattr(q, 'b')); y = L([1]); y.n = 5; q = pickle.loads(pickle.dumps(y)); print(q, q.n, type(q).__name__); print(pickle.loads(pickle.dumps(G())).s, pickle.loads(pickle.dumps(Rd())).extra)
q = pickle.loads(pickle.dumps(defaultdict(list, a=[1]))); print(q, q['zz'])
f = io.BytesIO(); pickle.dump([1], f); pickle.dump('two', f); f.seek(0); print(pickle.load(f), pickle.load(f)); err(pickle.load, f)
err(pickle.loads, b''); err(pickle.loads, b'abc'); err(pickle.dumps, (i for i in ())); err(pickle.loads, pickle.dumps([1, 2, 3])[:-3]); err(pickle.loads, 'str'); err(pickle.dumps, 1, 9); err(pickle.loads, b'\x80\x09N.')
def loc():
    class Q: pass
    return Q()
err(pickle.dumps, loc()); err(pickle.dump, 1, 3)
for d in (b"(lp0\nI1\naI01\naS'abc'\np1\na.", b'(dp0\nVkey\np1\nF1.5\ns.', b'ccollections\nOrderedDict\n(t(lp0\n(lp1\nVa\naI1\naatR.' if 0 else b'L123L\n.', b"(I1\nI2\nt."): print(pickle.loads(d))
class U(pickle.Unpickler):
    def find_class(self, m, n): print('find', m, n); return super().find_class(m, n)
print(U(io.BytesIO(pickle.dumps(P(9)))).load())
class PP(pickle.Pickler):
    def persistent_id(self, o): return 'pid' if isinstance(o, P) else None
class UU(pickle.Unpickler):
    def persistent_load(self, pid): return 'loaded ' + pid
b = io.BytesIO(); PP(b).dump([P(1), 2]); b.seek(0); print(UU(b).load(), pickle.HIGHEST_PROTOCOL, pickle.DEFAULT_PROTOCOL)

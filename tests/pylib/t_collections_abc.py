# modules: collections
import collections.abc as a
from collections.abc import *
objs = {'list': [], 'tuple': (), 'str': '', 'bytes': b'', 'bytearray': bytearray(), 'dict': {}, 'set': set(), 'fs': frozenset(), 'range': range(3), 'gen': (i for i in ()), 'iter': iter([]), 'keys': {}.keys(), 'items': {}.items(), 'values': {}.values(), 'int': 3, 'none': None, 'func': len, 'class': int, 'mv': memoryview(b''), 'rev': reversed([]), 'enum': enumerate([]), 'map': map(len, [])}
for name in sorted(a.__all__):
    print(name, [k for k, v in objs.items() if isinstance(v, getattr(a, name))])
class S(Sequence):
    def __init__(self, d): self.d = d
    def __getitem__(self, i): return self.d[i]
    def __len__(self): return len(self.d)
s = S([1, 2, 3, 2])
print(list(s), list(reversed(s)), 2 in s, s.index(2), s.index(2, 2), s.count(2))
try: s.index(7)
except ValueError as e: print('VE', e)
class MS(MutableSequence, S):
    def __setitem__(self, i, v): self.d[i] = v
    def __delitem__(self, i): del self.d[i]
    def insert(self, i, v): self.d.insert(i, v)
m = MS([1, 2]); m.append(3); m.extend([4, 5]); m += [6]; m.reverse(); print(m.d, m.pop(), m.pop(0)); m.remove(3); print(m.d); m.clear(); print(m.d)
class M(MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
    def __repr__(self): return 'M' + repr(self.d)
x = M(); x.update(a=1, b=2); x.update([('c', 3)]); print(x.keys(), x.values(), x.items(), list(x.items()), x.get('z', 0), 'a' in x, x == {'a': 1, 'b': 2, 'c': 3}, x.pop('a'), x.popitem(), x.setdefault('n', 7), x)
print(x.keys() & {'n'}, x.keys() | {'q'} == {'n', 'c', 'q'}, ('n', 7) in x.items(), 7 in x.values())
try: x.pop('zz')
except KeyError as e: print('KE', e)
x.clear(); print(len(x))
class St(Set):
    def __init__(self, it): self.d = list(dict.fromkeys(it))
    def __contains__(self, v): return v in self.d
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
p, q = St([1, 2, 3]), St([2, 3, 4])
print(list(p & q), list(p | q), list(p - q), list(p ^ q), p <= q, p == St([3, 2, 1]), p.isdisjoint([7]), p < St([1, 2, 3, 4]), p == {1, 2, 3}, {1, 2, 3} >= p)
class MSet(MutableSet, St):
    def add(self, v):
        if v not in self.d: self.d.append(v)
    def discard(self, v):
        if v in self.d: self.d.remove(v)
z = MSet([1, 2]); z |= [3]; z -= [1]; z ^= [2, 9]; print(list(z), z.pop(), list(z)); z.remove(9)
try: z.remove(9)
except KeyError as e: print('KE', e)
try: Sequence()
except TypeError as e: print(e)
class It:
    def __iter__(self): return self
    def __next__(self): raise StopIteration
class NoHash: __hash__ = None
print(isinstance(It(), Iterator), isinstance(NoHash(), Hashable), issubclass(It, Iterable), issubclass(dict, Mapping), issubclass(str, MutableSequence))
print(Iterable[int], Callable[[int, str], bool], Callable[..., int], Mapping[str, int], Callable[[], None])
class G(Generator):
    def __init__(self): self.n = 0
    def send(self, v): self.n += 1; return self.n
    def throw(self, t, v=None, tb=None): raise StopIteration
g = G(); print(next(g), next(iter(g)), g.close())
match s:
    case [a1, *rest]: print(a1, rest)
class Reg:
    def __len__(self): return 2
    def __getitem__(self, i): return [5, 6][i]
class Sub(Reg): pass
def kind(o):
    match o:
        case [a, b]: return 'seq', a, b
        case {'k': v}: return 'map', v
        case _: return 'none'
print(kind(Reg())); Sequence.register(Reg); print(kind(Reg()), kind(Sub()), kind(x), kind('ab'), kind(M()))
y = M(); y['k'] = 3; print(kind(y), kind(UserDictLike := y), '__abc_tpflags__' in vars(Sequence))

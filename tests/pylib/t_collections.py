from collections import *
import collections.abc
P = namedtuple('P', 'x y', defaults=[5])
p = P(1)
print(p, p.x, p.y, p[0], p._asdict(), p._replace(x=9), P._fields, P._field_defaults, P.__doc__, P.__match_args__)
print(P._make([1, 2]), P(y=1, x=2), p == (1, 5), hash(p) == hash((1, 5)))
x, y = p
print(x, y, P.__name__, P.__module__, P.__new__.__doc__, P.x.__doc__)
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
err(P)
err(P, 1, 2, 3)
err(P, 1, z=3)
err(P._make, [1])
err(p._replace, q=1)
err(namedtuple, 'A', 'a a'); err(namedtuple, 'A', '_a'); err(namedtuple, 'A', 'class'); err(namedtuple, '1', 'a')
err(namedtuple, 'A', 'a b', defaults=(1, 2, 3))
print(namedtuple('A', 'a a _b class ok', rename=True)._fields)
def sa(): p.x = 3
err(sa)
class Q(namedtuple('Q', ['a', 'b'])):
    def s(self): return self.a + self.b
print(Q(1, 2), Q(1, 2).s(), namedtuple('E', [])())
match p:
    case P(x, y): print('match', x, y)
c = Counter('abracadabra')
print(c, c.most_common(2), c.most_common(), c['z'], sorted(c.elements()), c.total(), len(c))
c.update('aab'); print(c); c.subtract({'a': 10}); print(c, +c, -c)
print(Counter(a=3, b=1) + Counter(a=1, b=2, c=0), Counter(a=3, b=1) - Counter(a=1, b=2), Counter(a=3, b=1) & Counter(a=1, b=2), Counter(a=3, b=1) | Counter(a=1, b=2))
print(Counter(a=1) == Counter(a=1, b=0), Counter(a=1) <= Counter(a=2), Counter(a=1) < Counter(a=1), Counter(), Counter({'x': 1}).copy())
d = Counter(a=1); d += Counter(b=2); d -= Counter(a=1); print(d); del d['nothing']
d |= Counter(b=5); d &= Counter(b=3); print(d)
print(Counter(w for w in 'the cat the dog'.split()), Counter([1, 2.0, 1]))
err(Counter.fromkeys, 'ab'); err(Counter, 3)
o = OrderedDict([('a', 1), ('b', 2)]); o['c'] = 3
print(o); o.move_to_end('a'); print(o); o.move_to_end('a', last=False); print(o, list(reversed(o)))
print(o == OrderedDict(b=2, a=1, c=3), o == dict(b=2, a=1, c=3), o != OrderedDict(o), OrderedDict())
print(o.popitem(), o.popitem(last=False), o, o | {'z': 1}, {'z': 1} | o, OrderedDict.fromkeys('ab', 0), o.copy())
err(OrderedDict().popitem); err(o.move_to_end, 'q'); o['me'] = o; print(o)
class O2(OrderedDict): pass
print(O2(a=1), type(O2(a=1).copy()), isinstance(o, dict), o.pop('b'), o.setdefault('k', 4))
m = ChainMap({'a': 1}, {'b': 2, 'a': 3})
print(m, m['a'], m['b'], len(m), sorted(m), m.maps, m.parents, m.new_child({'c': 4}), dict(m), 'b' in m, m.get('zz'))
m['n'] = 1; print(m); err(m.__getitem__, 'zz'); err(m.__delitem__, 'b'); err(m.pop, 'b'); print(list(m.items()), m == {'a': 1, 'b': 2, 'n': 1})
class UD(UserDict):
    def __setitem__(self, k, v): super().__setitem__(k, v * 2)
u = UD({'a': 1}, b=2); u.update(c=3); print(u, u.data, len(u), u | {'z': 1}, u.copy(), u.pop('a'), u.setdefault('q', 1), u)
err(u.__getitem__, 'nope')
l = UserList([3, 1, 2]); l.sort(); l.append(9); print(l, l + [1], l * 2, l[1:], l[0], type(l[1:]), l == [1, 2, 3, 9], l.index(3), [0] + l, 3 in l, list(reversed(l)))
s = UserString('hello'); print(s, s.upper(), s + '!', s[1:3], type(s.upper()), s == 'hello', s.find('l'), s * 2, 'ell' in s, len(s), repr(s), s.split('l'), hash(s) == hash('hello'), s % () if 0 else s.center(9, '*'))
dd = defaultdict(list); dd['a'].append(1); print(dd)
q = deque([1, 2, 3], maxlen=3); q.append(4); q.rotate(1); print(q)
print(collections.abc.Iterable, sorted(collections.__all__))
try: collections.nothing
except AttributeError as e: print(e)

import weakref, gc
from weakref import *
class O:
    def __init__(self, n=0): self.n = n
    def m(self): return self.n
    def __repr__(self): return f'O({self.n})'
a = O(1); r = ref(a, lambda x: print('dead', x() is None)); print(r(), r() is a, r == ref(a), hash(r) == hash(a), getweakrefcount(a)); del a; print(r())
p = O(2); x = proxy(p); print(x.n, x.m()); x.n = 5; print(p.n); del p
try: x.n
except ReferenceError as e: print(e)
d = WeakValueDictionary(); k = O(1); d['a'] = k; d['b'] = O(9); print(list(d.items()), len(d), 'a' in d, 'b' in d, d.get('b', 7), d.pop('zz', 3)); del k; print(list(d.keys()), len(d))
try: d['a']
except KeyError as e: print('KE', e)
w = WeakKeyDictionary(); k = O(1); k2 = O(2); w[k] = 'x'; w[k2] = 'y'; print(len(w), w[k], k in w, sorted(w.values()), 3 in w); del k; print(len(w), list(w.items()))
s = WeakSet(); a, b = O(1), O(2); s.add(a); s.add(b); s.add(a); print(len(s), a in s, sorted(o.n for o in s)); del b; print(len(s), list(s)); s.discard(a); print(len(s)); s |= {a}; print(s == WeakSet([a]), len(s | WeakSet()), s.pop() is a)
try: s.pop()
except KeyError as e: print(e)
o = O(3); wm = WeakMethod(o.m, lambda r: print('wm dead')); print(wm()(), wm == WeakMethod(o.m)); del o; print(wm())
try: WeakMethod(len)
except TypeError as e: print(e)
o = O(4); f = finalize(o, print, 'fin', 1, sep='-'); print(f.alive, f.atexit, f.peek()[0] is o); del o; print(f.alive, f())
o = O(5); f = finalize(o, print, 'never'); print(f.detach()[1] is print, f.alive); f2 = finalize(o, lambda: 42); print(f2(), f2(), f2.alive)
z = O(6); f3 = finalize(z, print, 'at exit')
try: ref(3)
except TypeError as e: print(e)
class S(ref): pass
q = S(z); print(q() is z, isinstance(q, ref))

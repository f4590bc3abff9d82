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
import time
d = OrderedDict((i, i) for i in range(30000))
start = time.time()
total = 0
while len(d) > 10: total += d.popitem(last=False)[0]
print(total, d)
for i in range(30000, 30010): d[i] = i
for k in (29995, 30005, 29990): d.move_to_end(k, last=False)
print(list(d), next(reversed(d)))
for i in range(20000): d.move_to_end(30000 + i % 10, last=False); d.move_to_end(29990 + i % 10)
print(list(d))
for i in range(50000): d["x", i] = 1; d.popitem(last=False)
print(len(d), next(iter(d)), time.time() - start < 5)
plain = {i: i for i in range(30000)}
while plain: del plain[next(iter(plain))]
plain[1] = 2
print(plain, time.time() - start < 5)

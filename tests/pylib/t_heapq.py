# modules: heapq bisect
# hide: _heapq _bisect
from heapq import *
from bisect import *
import random
r = random.Random(5)
h = []
for i in range(20): heappush(h, r.randrange(100))
print(h); print([heappop(h) for _ in range(20)])
l = [r.randrange(50) for _ in range(17)]; heapify(l); print(l, heapreplace(l, 7), heappushpop(l, 3), heappushpop(l, 99), l)
print(nlargest(3, [5, 1, 9, 7]), nsmallest(2, 'hello', key=ord), nlargest(1, []), nsmallest(1, [3, 2]), nlargest(0, [1]), nlargest(9, [2, 3]))
print(list(merge([1, 4, 7], [2, 5], [], [3])), list(merge('ca', 'db', reverse=True)), list(merge(['a', 'bbb'], ['cc'], key=len)))
try: heappop([])
except IndexError as e: print(e)
a = [1, 2, 2, 2, 5]
print(bisect(a, 2), bisect_left(a, 2), bisect_right(a, 9), bisect_left(a, 0), bisect(a, 2, 0, 2), bisect_left([(1, 'a'), (3, 'b')], 2, key=lambda t: t[0]))
insort(a, 3); insort_left(a, 2); insort(a, -1); print(a)
try: bisect(a, 1, -1)
except ValueError as e: print(e)

import operator
from operator import *
print(add(1, 2), sub(5, 3), mul(2, 3), truediv(7, 2), floordiv(7, 2), mod(7, 3), pow(2, 5), neg(3), pos(-3), abs(-4), invert(5), and_(6, 3), or_(6, 3), xor(6, 3), lshift(1, 4), rshift(16, 2), not_(0), truth([]), is_(None, None), is_not(1, None), lt(1, 2), le(2, 2), eq(1, 1), ne(1, 2), ge(2, 3), gt(3, 2), index(True), concat([1], [2]), contains([1, 2], 2), countOf([1, 1, 2], 1), indexOf('abc', 'c'), getitem([5, 6], 1))
d = {}; setitem(d, 'a', 1); print(d); delitem(d, 'a'); print(d)
print(itemgetter(1)([4, 5]), itemgetter(0, 2)('abc'), itemgetter('a')({'a': 3}), attrgetter('real')(3), attrgetter('real', 'imag')(3j), attrgetter('__class__.__name__')(3), methodcaller('upper')('abc'), methodcaller('split', ',', maxsplit=1)('a,b,c'))
print(itemgetter(1, 2), attrgetter('a.b'), methodcaller('f', 1, k=2), length_hint(iter([1, 2])), length_hint(3, 7), call(int, '3'))
l = [1]; m = iadd(l, [2]); print(l is m, l, imul(3, 4), isub(5, 1), iconcat([1], [2]), ior(1, 2), ipow(2, 3))
for f, a in ((add, (1, 'a')), (index, (1.5,)), (indexOf, ([1], 2)), (concat, (1, 2)), (itemgetter, ()), (attrgetter, (3,)), (methodcaller, (3,)), (itemgetter(5), ([],)), (attrgetter('zz'), (1,)), (lt, (1, 'a'))):
    try: print(f(*a))
    except Exception as e: print(type(e).__name__, e)
print(sorted(range(5), key=neg), operator.__add__(1, 2), [n for n in operator.__all__])

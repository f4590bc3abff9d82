# math, random, statistics of them, operator, bisect, heapq, numbers.
# --- case: math_constants
import math
print(math.pi, math.e, math.tau, math.inf, math.nan)
# --- case: math_rounding_1
import math
print(math.floor(-2.5), math.ceil(-2.5), math.trunc(-2.5), math.floor(5), math.ceil(2.000001), math.fabs(-3))
# --- case: math_rounding_2
import math
print(math.modf(3.25), math.modf(-1.5), math.frexp(8), math.ldexp(0.5, 4), math.floor(1e20))
# --- case: math_roots_logs_1
import math
print(math.sqrt(2), math.cbrt(27), math.exp(1), math.log(10), math.log(8, 2))
# --- case: math_roots_logs_2
import math
print(math.log2(8), math.log10(1000), math.log1p(1e-10), math.expm1(1e-10), math.exp2(5))
# --- case: math_roots_logs_3
import math
print(math.log(10 ** 400), math.log2(2 ** 2000), math.log10(10 ** 500))
# --- case: math_trig_1
import math
print(math.sin(1), math.cos(1), math.tan(1), math.asin(1), math.acos(0))
# --- case: math_trig_2
import math
print(math.atan(1), math.atan2(-1, -1), math.sinh(1), math.cosh(1), math.tanh(1))
# --- case: math_trig_3
import math
print(math.asinh(1), math.acosh(2), math.atanh(0.5), math.degrees(math.pi), math.radians(180))
# --- case: math_trig_4
import math
print(math.hypot(3, 4), math.hypot(1, 2, 3), math.dist([1, 2], [4, 6]))
# --- case: math_special_1
import math
print(math.gamma(5), math.lgamma(10), math.erf(0.5), math.erfc(0.5), math.copysign(1, -0.0), math.fmod(-7, 3))
# --- case: math_special_2
import math
print(math.remainder(7, 4), math.nextafter(1, 2), math.ulp(1.0), math.fsum([0.1] * 10), math.prod([1, 2, 3, 4]), math.prod([], start=5))
# --- case: math_special_3
import math
print(math.isclose(0.1 + 0.2, 0.3), math.isclose(1, 1.1, rel_tol=0.2), math.isfinite(1), math.isinf(math.inf), math.isnan(math.nan))
# --- case: math_integer
import math
print(math.factorial(0), math.factorial(25), math.comb(50, 25), math.comb(3, 5), math.perm(10), math.perm(5, 0), math.isqrt(99), math.gcd(48, -18), math.lcm(3, 4, 5))
# --- case: math_errors_1
import math
for f in (lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.log(-1), lambda: math.exp(1000), lambda: math.factorial(-1), lambda: math.factorial(1.5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: math_errors_2
import math
for f in (lambda: math.acos(2), lambda: math.pow(-8, 1 / 3), lambda: math.isqrt(-1), lambda: math.sqrt("a"), lambda: math.floor("a"), lambda: math.comb(-1, 2)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: math_errors_3
import math
for f in (lambda: math.gcd(1.5), lambda: math.fmod(1, 0), lambda: math.log(1, 1), lambda: math.gamma(0), lambda: math.ldexp(1, 10 ** 10), lambda: math.floor(math.inf)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: math_errors_4
import math
for f in (lambda: math.floor(math.nan), lambda: math.sin(math.inf), lambda: math.sqrt(), lambda: math.sqrt(1, 2), lambda: math.pow(0, -1), lambda: math.dist([1], [1, 2])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: math_errors_5
import math
for f in (lambda: math.prod(["a"]), lambda: math.cosh(1000), lambda: math.sqrt(x=1), lambda: math.atanh(1), lambda: math.perm(-1), lambda: math.fsum(["a"])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: random_seeded
import random
random.seed(42)
print(random.random(), random.random(), random.randint(1, 100), random.randrange(10), random.randrange(0, 100, 5), random.uniform(1, 2), random.choice("abc"), random.getrandbits(40))
# --- case: random_shuffle_sample
import random
random.seed(7)
l = list(range(10))
random.shuffle(l)
print(l, random.sample(range(100), 5), random.choices("abc", k=5), random.choices([1, 2, 3], weights=[5, 1, 1], k=6), random.sample("abcdef", 3), random.choices("ab", cum_weights=[1, 4], k=4))
# --- case: random_distributions
import random
random.seed(1)
print(random.gauss(0, 1), random.normalvariate(0, 1), random.expovariate(2), random.betavariate(2, 3), random.triangular(0, 10, 5), random.gammavariate(2, 1), random.lognormvariate(0, 1), random.paretovariate(3), random.weibullvariate(1, 2), random.vonmisesvariate(0, 1), random.gauss(5, 2))
# --- case: random_seed_kinds_1
import random
for s in (0, 1, -1, 12345678901234567890, "text"):
    random.seed(s)
    print(random.random(), random.getrandbits(32))
# --- case: random_seed_kinds_2
import random
for s in (b"bytes", 1.5, True, 10 ** 40):
    random.seed(s)
    print(random.random(), random.getrandbits(32))
# --- case: random_instance_and_state
import random
r = random.Random(3)
a = [r.random() for _ in range(3)]
s = r.getstate()
b = [r.random() for _ in range(3)]
r.setstate(s)
print(a, b == [r.random() for _ in range(3)], random.Random(3).random() == a[0])
# --- case: random_errors_1
import random
for f in (lambda: random.choice([]), lambda: random.randint(5, 1), lambda: random.randrange(0), lambda: random.sample([1], 2), lambda: random.randrange(1.5), lambda: random.getrandbits(-1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: random_errors_2
import random
for f in (lambda: random.choices([], k=1), lambda: random.shuffle((1, 2)), lambda: random.sample({1, 2}, 1), lambda: random.randrange(1, 5, 0), lambda: random.sample([1, 2], -1), lambda: random.seed([1])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: random_big_ranges
import random
random.seed(9)
print(random.randint(0, 10 ** 30), random.randrange(2 ** 70, 2 ** 71), random.randbytes(8).hex(), [random.randint(-5, 5) for _ in range(10)])
# --- case: operator_functions_1
import operator as o
print(o.add(1, 2), o.sub(3, 1), o.mul(2, 3), o.truediv(1, 2), o.floordiv(7, 2), o.mod(7, 3))
# --- case: operator_functions_2
import operator as o
print(o.pow(2, 3), o.neg(1), o.not_(1), o.and_(6, 3), o.or_(6, 3), o.xor(6, 3))
# --- case: operator_functions_3
import operator as o
print(o.inv(5), o.lshift(1, 3), o.rshift(8, 1), o.eq(1, 1), o.lt(1, 2), o.is_(None, None))
# --- case: operator_functions_4
import operator as o
print(o.contains([1], 1), o.getitem([5], 0), o.concat([1], [2]), o.countOf([1, 1], 1), o.indexOf([4, 5], 5), o.truth([]))
# --- case: operator_functions_5
import operator as o
print(o.abs(-3), o.index(7))
# --- case: operator_getters
import operator as o
class A: x = type("B", (), {"y": 5})
print(o.itemgetter(1)([1, 2]), o.itemgetter(0, 2)("abc"), o.attrgetter("x.y")(A), o.methodcaller("upper")("a"), o.methodcaller("split", ",", maxsplit=1)("a,b,c"), sorted([{"n": 2}, {"n": 1}], key=o.itemgetter("n")), o.iadd([1], [2]), o.attrgetter("real", "imag")(3))
# --- case: operator_setitem
import operator as o
l = [1, 2, 3]
o.setitem(l, 0, 9); o.delitem(l, 1)
print(l)
o.itemgetter()
# --- case: bisect
import bisect
l = [1, 3, 3, 5]
print(bisect.bisect(l, 3), bisect.bisect_left(l, 3), bisect.bisect_right(l, 0), bisect.bisect_left(l, 9), bisect.bisect(l, 3, 0, 1))
bisect.insort(l, 4); bisect.insort_left(l, 3); print(l)
print(bisect.bisect_left([(1, "a"), (2, "b")], 2, key=lambda t: t[0]), "FDCBA"[bisect.bisect([60, 70, 80, 90], 85)])
# --- case: heapq
import heapq
h = [5, 3, 8, 1]
heapq.heapify(h); print(h)
heapq.heappush(h, 2); print(heapq.heappop(h), heapq.heappushpop(h, 0), heapq.heapreplace(h, 9), h)
print(heapq.nlargest(2, [4, 1, 7]), heapq.nsmallest(2, ["bb", "a", "ccc"], key=len), list(heapq.merge([1, 4], [2, 3])), [heapq.heappop(h) for _ in range(len(h))])
# --- case: heapq_tuples
import heapq
h = []
for p, n in [(3, "c"), (1, "a"), (2, "b")]: heapq.heappush(h, (p, n))
print([heapq.heappop(h)[1] for _ in range(3)])
heapq.heappop(h)
# --- case: heapq_merge_key
import heapq
print(list(heapq.merge(["a", "ccc"], ["bb"], key=len)), list(heapq.merge([5, 1], [4], reverse=True)))
# --- case: numbers_abc
import numbers
print([isinstance(x, numbers.Real) for x in (1, 1.5, 1j, True)], numbers.Integral.__mro__[1].__name__)
# --- case: array_module
import array
a = array.array("i", [1, 2, 3])
a.append(4); a.extend([5])
print(a, a[0], a[1:3], len(a), a.typecode, a.itemsize, a.tolist(), a.index(3), a.pop(), a.count(1), array.array("d", [1.5]), array.array("B", b"ab"), a == array.array("i", [1, 2, 3, 4]), a.tobytes()[:4])
# --- case: array_errors
import array
for f in (lambda: array.array("z"), lambda: array.array("b", [200]), lambda: array.array("i", ["a"]), lambda: array.array("i", [1.5]), lambda: array.array("i", [1])[5], lambda: array.array("i").pop(), lambda: array.array("i", [1]).remove(5), lambda: array.array()):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# --- case: fractions_decimal_by_hand
from math import gcd
def frac(n, d):
    g = gcd(n, d)
    return n // g, d // g
print(frac(6, 8), frac(100, 75))
# --- case: time_basics
import time
a = time.time(); b = time.perf_counter(); c = time.monotonic()
time.sleep(0.01)
print(time.time() > a, time.perf_counter() - b >= 0.01, time.monotonic() > c, type(time.time_ns()).__name__, time.process_time() >= 0)
# --- case: time_struct_1
import time
t = time.gmtime(86400 * 365)
print(t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_wday, t.tm_yday)
# --- case: time_struct_2
import time
t = time.gmtime(86400 * 365)
print(t[0:3], time.strftime("%Y-%m-%d %H:%M:%S %a %b %j", t), time.mktime(time.gmtime(1000)), time.strftime("%A %B %d", time.gmtime(0)), time.asctime(time.gmtime(0)))
# --- case: time_strptime
import time
t = time.strptime("2021-03-04 05:06:07", "%Y-%m-%d %H:%M:%S")
print(tuple(t), t.tm_yday)
try: time.strptime("x", "%Y")
except ValueError as e: print(e)
# --- case: sleep_negative
import time
time.sleep(-1)

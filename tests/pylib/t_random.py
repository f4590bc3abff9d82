from random import *
import random
def err(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, e)
for s in (0, 1, 42, -5, 2**100, 'hello', 3.14, -2.5, b'xy', bytearray(b'q'), '', True, 0.0):
    random.seed(s); print(repr(s), random.random(), random.randint(1, 100), random.getrandbits(70))
random.seed(7)
print(randrange(10), randrange(5, 50, 5), randrange(10, 0, -3), randint(-5, 5), choice('abcdef'), choices([1, 2, 3], k=5), choices('ab', weights=[1, 9], k=6), choices('ab', cum_weights=[1, 9], k=6), sample(range(100), 5), sample(list('abcdefgh'), 8), sample(range(10**6), 7), sample(['a', 'b'], counts=[3, 4], k=4))
l = list(range(20)); shuffle(l); print(l)
print(uniform(1, 5), gauss(0, 1), gauss(0, 1), normalvariate(5, 2), triangular(0, 10, 3), triangular(), betavariate(2, 3), expovariate(0.5), gammavariate(2, 3), gammavariate(0.5, 1), gammavariate(1, 2), lognormvariate(0, 1), vonmisesvariate(1, 2), vonmisesvariate(1, 0), paretovariate(3), weibullvariate(1, 2), randbytes(5))
st = getstate(); a = [random.random() for _ in range(3)]; setstate(st); print(a == [random.random() for _ in range(3)], st[0], len(st[1]), st[2])
r = Random(5); print(r.random(), r.randint(0, 9)); r2 = Random(); r2.setstate(r.getstate()); print(r.random() == r2.random())
err(randrange, 0); err(randrange, 5, 3); err(randrange, 1, 5, 0); err(randrange, 5, 1, 2); err(randint, 5, 1); err(choice, []); err(sample, [1], 2); err(sample, {1}, 1); err(choices, [1], weights=[1, 2]); err(choices, [1], weights=[0]); err(choices, [1], [1], cum_weights=[1]); err(random.seed, []); err(randrange, 1.5); err(choices, [1, 2], 3); err(gammavariate, 0, 1)
class M(Random):
    def random(self): return 0.25
print(M().randrange(100), M().choice('abcd'))
s = SystemRandom(); print(0 <= s.random() < 1, s.randint(3, 3), len(s.randbytes(4))); err(s.getstate)
import pickle, copy
r = Random(3); c = copy.deepcopy(r); print(c.random() == r.random())
print(sorted(random.__all__))

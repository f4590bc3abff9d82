"""Cycles through numpy's objects: as cycles.py."""
import gc, weakref
class O:
    def __init__(self): self.load = bytes(1 << 20)
made = []
def case(f):
    made.append(f)
    return f
import numpy as np
@case
def vec():
    o = O()
    f = np.vectorize(lambda x: (o, f) and x)
    f(np.ones(3))
    return o
@case
def dtype():
    d = np.dtype('f4')
    o = O()
    l = [d, o]
    l.append(l)
    return o
@case
def gen():
    g = np.random.default_rng(1)
    o = O()
    l = [g.normal, o]
    l.append(l)
    return o
@case
def from_buffer():
    class B(bytearray): pass
    b = B(8)
    n = np.frombuffer(b, dtype='u1')    # (b.n = n would be a ring that NumPy's own arrays leak too: no collector looks through them)
    b.o = O()
    b.b = b
    return b.o
@case
def errstate():
    e = np.errstate(all='ignore')
    e.o = O()
    e.e = e
    with e: pass
    return e.o

left = []
for f in made:
    gone = weakref.ref(f())
    gc.collect()
    if gone() is not None: left.append(f.__name__)
for f in made:
    f()
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(20): f()
    gc.collect()
    if len(gc.get_objects()) > before + 10: left.append('objects of ' + f.__name__)
print(left or 'end')

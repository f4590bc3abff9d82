"""Cycles through mxnet's objects: as cycles.py."""
import gc, weakref
class O:
    def __init__(self): self.load = bytes(1 << 20)
made = []
def case(f):
    made.append(f)
    return f
import mxnet as mx
from mxnet import nd, gluon, autograd
@case
def function():
    class F(autograd.Function):
        def forward(self, x): y = x*2; self.save_for_backward(y); self.y = y; self.o = o; return y
        def backward(self, g): return g
    o = O()
    f = F()
    x = nd.ones(2)
    x.attach_grad()
    with autograd.record(): y = f(x)
    return o
@case
def block():
    b = gluon.nn.Dense(2)
    b.o = O()
    b.o.b = b
    b.initialize()
    b(nd.ones((1,2)))
    return b.o
@case
def hybrid():
    b = gluon.nn.HybridSequential()
    b.add(gluon.nn.Dense(2))
    b.initialize()
    b.hybridize()
    b(nd.ones((1,2)))
    b.o = O()
    b.o.b = b
    return b.o
@case
def trainer():
    b = gluon.nn.Dense(2)
    b.initialize()
    t = gluon.Trainer(b.collect_params(), 'sgd')
    b.o = O()
    t.b = b
    b.t = t
    return b.o
@case
def loader():
    d = gluon.data.ArrayDataset(nd.ones((4,2)), nd.ones(4))
    l = gluon.data.DataLoader(d, 2)
    d.l = l
    d.i = iter(l)
    next(d.i)
    d.o = O()
    return d.o
@case
def method():
    x = nd.ones(2)
    o = O()
    m = [x.sum, o]
    m.append(m)
    return o

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

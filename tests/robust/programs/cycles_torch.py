"""Cycles through torch's objects: as cycles.py."""
import gc, weakref
class O:
    def __init__(self): self.load = bytes(1 << 20)
made = []
def case(f):
    made.append(f)
    return f
import torch
from torch import nn
@case
def attr():
    x = torch.ones(2)
    x.x = x
    x.o = O()
    return x.o
@case
def hook():
    x = torch.ones(2, requires_grad=True)
    o = O()
    x.register_hook(lambda g: (x, o) and None)
    return o
@case
def hook_nonleaf():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    o = O()
    y.register_hook(lambda g: (y, o) and None)
    return o
@case
def sub():
    class T(torch.Tensor): pass
    t = torch.ones(2).as_subclass(T) if hasattr(torch.Tensor,'as_subclass') else T(2)
    t.t = t
    t.o = O()
    return t.o
@case
def function():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x): ctx.save_for_backward(x); ctx.x = x; return x * 2
        @staticmethod
        def backward(ctx, g): return g
    x = torch.ones(2, requires_grad=True)
    y = F.apply(x)
    y.o = o = O()
    y.y = y
    x.y = y
    return o
@case
def function_out():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            y = x * 2
            ctx.save_for_backward(y)
            ctx.o = o
            return y
        @staticmethod
        def backward(ctx, g): return g
    o = O()
    x = torch.ones(2, requires_grad=True)
    y = F.apply(x)
    return o
@case
def grad_cycle():
    x = torch.ones(2, requires_grad=True)
    (x*x).sum().backward()
    x.grad.x = x
    x.o = O()
    return x.o
@case
def grad_fn():
    x = torch.ones(2, requires_grad=True)
    y = x*2
    f = y.grad_fn
    y.f = f
    y.o = O()
    return y.o
@case
def view_base():
    x = torch.ones(4)
    v = x[1:]
    x.v = v
    v.x = x
    x.o = O()
    return x.o
@case
def data_cycle():
    x = torch.ones(4, requires_grad=True)
    d = x.data
    d.x = x
    x.d = d
    x.o = O()
    return x.o
@case
def optimizer():
    m = nn.Linear(2, 2)
    op = torch.optim.Adam(m.parameters())
    m.op = op
    m(torch.ones(1,2)).sum().backward()
    op.step()
    m.o = O()
    op.m = m
    return m.o
@case
def sched():
    m = nn.Linear(2, 2)
    op = torch.optim.SGD(m.parameters(), 0.1)
    s = torch.optim.lr_scheduler.StepLR(op, 1)
    op.s = s
    s.o = O()
    return s.o
@case
def numpy_bridge():
    x = torch.ones(2)
    n = x.numpy()
    x.n = n
    y = torch.from_numpy(n)
    y.x = x
    x.y = y
    x.o = O()
    return x.o
@case
def stream():
    s = torch.cuda.Stream()
    e = torch.cuda.Event()
    o = O()
    s.o = o
    s.s = s
    return o
@case
def dataset():
    from torch.utils.data import DataLoader, Dataset
    class D(Dataset):
        def __len__(s): return 4
        def __getitem__(s, i): return torch.ones(2)
    d = D()
    l = DataLoader(d, 2)
    d.l = l
    d.i = iter(l)
    next(d.i)
    d.o = O()
    return d.o
@case
def inplace_graph():
    x = torch.ones(2, requires_grad=True)
    y = x*2
    y += y.sum()
    y.y = y
    y.o = O()
    return y.o
@case
def double_back():
    x = torch.ones(2, requires_grad=True)
    o = O()
    g, = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    g.g = g
    x.g = g
    g.o = o
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

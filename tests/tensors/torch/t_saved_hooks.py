# What operations save for backward, by a program's own hooks; save_on_cpu.
import torch
from torch.autograd.graph import save_on_cpu, saved_tensors_hooks

log = []


def pack(x):
    log.append(('pack',tuple(x.shape)))
    return x
def unpack(x):
    log.append(('unpack',tuple(x.shape)))
    return x
def p(f):
    log.clear()
    try:
        print(f(), log)
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0], log)
def a():
    a=torch.ones(5,requires_grad=True)
    b=torch.ones(5,requires_grad=True)*2
    with saved_tensors_hooks(pack,unpack):
        y=a*b
    y.sum().backward()
    return a.grad
p(a)
def numpy_():
    x=torch.randn(3,requires_grad=True)
    with saved_tensors_hooks(lambda t: t.detach().numpy().copy(), lambda n: torch.from_numpy(n)):
        y=x.exp()
    y.sum().backward()
    return (x.grad==y).all()
p(numpy_)
def times10():
    x=torch.ones(2,requires_grad=True)
    with saved_tensors_hooks(lambda t: t*4, lambda t: t):
        y=x*x
    y.sum().backward()
    return x.grad
p(times10)
def nested():
    x=torch.ones(2,requires_grad=True)
    c=[]
    with saved_tensors_hooks(lambda t: (c.append('o'),t)[1], lambda t: t):
        with saved_tensors_hooks(lambda t: (c.append('i'),t)[1], lambda t: t):
            y=x*x
        z=y*y
    return c
p(nested)
def inplace_pack():
    x=torch.ones(2,requires_grad=True)
    with saved_tensors_hooks(lambda t: t.mul_(2), lambda t: t):
        y=x.exp()
    return y
p(inplace_pack)
def bad_unpack():
    x=torch.ones(2,requires_grad=True)
    with saved_tensors_hooks(lambda t: t, lambda t: 3):
        y=x*x
    y.sum().backward()
p(bad_unpack)
def raise_pack():
    x=torch.ones(2,requires_grad=True)
    with saved_tensors_hooks(lambda t: 1/0, lambda t: t):
        y=x*x
p(raise_pack)
def oncpu():
    x=torch.ones(2,requires_grad=True)
    with save_on_cpu():
        y=x*x.exp()
    y.sum().backward()
    return x.grad
p(oncpu)
def attr2():
    x=torch.ones(2,requires_grad=True)
    with saved_tensors_hooks(pack,unpack):
        y=x*x
    return y.grad_fn._saved_self
p(attr2)
def func():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx,x):
            ctx.save_for_backward(x)
            return x*2
        @staticmethod
        def backward(ctx,g):
            t,=ctx.saved_tensors
            return g*t
    x=torch.ones(2,requires_grad=True)
    with saved_tensors_hooks(pack,unpack):
        y=F.apply(x)
    y.sum().backward()
    return x.grad
p(func)
def twice():
    x=torch.ones(2,requires_grad=True)
    with saved_tensors_hooks(pack,unpack):
        y=x.exp()
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    return x.grad
p(twice)
def linear():
    m=torch.nn.Linear(3,2)
    x=torch.randn(4,3)
    with saved_tensors_hooks(pack,unpack):
        y=m(x).relu()
    y.sum().backward()
    return m.weight.grad.shape
p(linear)
def nograd():
    x=torch.ones(2,requires_grad=True)
    with saved_tensors_hooks(pack,unpack), torch.no_grad():
        y=x.exp()
    return y
p(nograd)
def disabled():
    with torch.autograd.graph.disable_saved_tensors_hooks('no hooks here'):
        with saved_tensors_hooks(pack,unpack):
            pass
p(disabled)
def grads():
    x=torch.ones(2,requires_grad=True)
    with saved_tensors_hooks(pack,unpack):
        y=x.sin()
    g,=torch.autograd.grad(y.sum(),x,create_graph=True)
    g.sum().backward()
    return x.grad
p(grads)

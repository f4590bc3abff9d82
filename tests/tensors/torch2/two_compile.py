"""torch.compile, torch.compiler, torch._dynamo: what they take and what they answer."""
import torch
from torch import nn
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__module__, type(e).__name__,'|',str(e)[:300])
m=nn.Linear(2,3)
c=torch.compile(m)
print(type(c).__name__, type(c).__module__, type(c).__mro__[1:3], c); print(list(c.state_dict()), [n for n,_ in c.named_parameters()], c._orig_mod is m, isinstance(c, nn.Module), isinstance(c,nn.Linear))
print(c.in_features, c.weight is m.weight, c.training); c.eval(); print(m.training, c.training); c.train()
c.foo=3; print(hasattr(m,'foo'), hasattr(c,'foo'))
@torch.compile
def f(x): 
    "doc"
    return x*2
print(f.__name__, f.__doc__, type(f))
@torch.compile(fullgraph=True, dynamic=False, mode='reduce-overhead')
def g(x): return x
print(g.__name__)
t(lambda: torch.compile(m, mode='foo'))
t(lambda: torch.compile(m, backend='foo'))
t(lambda: torch.compile(m, mode='default', options={'a':1}))
t(lambda: torch.compile(3))
t(lambda: torch.compile(m, disable=True) is m)
print(torch._dynamo.list_backends(), torch.compiler.list_backends())
t(lambda: torch.compile(m, backend='eager')(torch.ones(1,2)).shape)
t(lambda: torch.compile(m, backend='aot_eager'))
print(torch.compiler.is_compiling(), torch.compiler.is_dynamo_compiling(), torch._dynamo.reset(), torch.compiler.reset())
t(lambda: m.compile()); print(m)
t(lambda: torch.compile(m,'x'))
t(lambda: torch.compile(m, backend=lambda gm, ex: gm.forward)(torch.ones(1,2)).shape)
t(lambda: len(torch.compile(nn.Sequential(m))))
t(lambda: torch.compile(nn.Sequential(m))[0])
import copy; t(lambda: type(copy.deepcopy(c)))
t(lambda: c.nope)
print(list(c.children()), c.half().weight.dtype, m.weight.dtype)

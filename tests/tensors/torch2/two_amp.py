"""torch.amp: autocast and GradScaler for any kind of device, what torch.cuda.amp warns of."""
import torch, warnings
warnings.simplefilter('always')
def t(f):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try: print(f())
        except Exception as e: print(type(e).__module__, type(e).__name__,'|',str(e)[:300])
        for x in w: print('  W', x.category.__name__, str(x.message)[:300])
t(lambda: torch.amp.GradScaler().is_enabled())
t(lambda: torch.amp.GradScaler('cpu').is_enabled())
t(lambda: torch.amp.GradScaler('cuda').is_enabled())
t(lambda: torch.cuda.amp.GradScaler().is_enabled())
t(lambda: type(torch.cuda.amp.autocast()).__name__)
t(lambda: type(torch.cpu.amp.autocast()).__name__)
t(lambda: type(torch.autocast('cuda')).__name__)
t(lambda: type(torch.autocast('cpu',dtype=torch.float16)).__name__)
t(lambda: type(torch.autocast('cpu',dtype=torch.float32)).__name__)
t(lambda: type(torch.autocast('foo')).__name__)
t(lambda: type(torch.autocast()).__name__)
t(lambda: type(torch.autocast('mps')).__name__)
t(lambda: torch.amp.is_autocast_available('cuda'))
t(lambda: torch.amp.is_autocast_available('cpu'))
t(lambda: torch.amp.is_autocast_available('mps'))
t(lambda: torch.get_autocast_dtype('cpu'))
t(lambda: torch.is_autocast_enabled())
t(lambda: torch.is_autocast_enabled('cpu'))
class F(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type='cpu', cast_inputs=torch.float32)
    def forward(ctx,x): return x*2
    @staticmethod
    @torch.amp.custom_bwd(device_type='cpu')
    def backward(ctx,g): return g*2
x=torch.ones(2,requires_grad=True)
def f():
    with torch.autocast('cpu'): y=F.apply((x@x).view(1)); y2=torch.mm(torch.ones(2,2),torch.ones(2,2))
    y.sum().backward(); return y.dtype,y2.dtype,x.grad
t(f)
def f():
    class G(torch.autograd.Function):
        @staticmethod
        @torch.cuda.amp.custom_fwd
        def forward(ctx,x): return x*2
        @staticmethod
        @torch.cuda.amp.custom_bwd
        def backward(ctx,g): return g*2
t(f)
def f():
    s=torch.amp.GradScaler('cpu', init_scale=8., growth_interval=2)
    net=torch.nn.Linear(2,1); torch.nn.init.ones_(net.weight); o=torch.optim.SGD(net.parameters(),lr=.1)
    out=[]
    for i in range(4):
        o.zero_grad(); l=net(torch.ones(1,2)).sum()*(float('inf') if i==2 else 1); s.scale(l).backward(); s.unscale_(o); s.step(o); s.update(); out.append((s.get_scale(), s._growth_tracker if i==9 else 0, net.weight.tolist()))
    return out, s.state_dict()
t(f)
def f():
    s=torch.amp.GradScaler('cpu'); s.step(torch.optim.SGD([x],lr=.1))
t(f)
def f():
    s=torch.amp.GradScaler('cpu'); s.update()
t(f)
def f():
    s=torch.amp.GradScaler('cpu'); o=torch.optim.SGD([x],lr=.1); s.scale(x.sum()).backward(); s.unscale_(o); s.unscale_(o)
t(f)
print(torch.get_autocast_dtype('cuda'))
@torch.autocast('cpu')
def h(): return (torch.ones(2,2)@torch.ones(2,2)).dtype
t(h)
print(torch.set_float32_matmul_precision('high'), torch.get_float32_matmul_precision())
torch.set_float32_matmul_precision('highest')

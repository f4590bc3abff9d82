"""nn.Module's methods that PyTorch 2 has."""
import torch, warnings
from torch import nn
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__module__, type(e).__name__,'|',str(e)[:400])
class E(nn.Module):
    def __init__(s): super().__init__(); s.l=nn.Linear(1,1); s.n=3
    def get_extra_state(s): return {'n':s.n}
    def set_extra_state(s, st): s.n=st['n']
    def forward(s,x,k=1): return s.l(x)*k
e=E(); sd=e.state_dict(); print(list(sd)); e2=E(); e2.n=7; print(e2.load_state_dict(sd), e2.n)
t(lambda: nn.Linear(1,1).get_extra_state()); t(lambda: nn.Linear(1,1).set_extra_state(1))
t(lambda: E().load_state_dict({k:v for k,v in sd.items() if 'extra' not in k}))
t(lambda: nn.Sequential(nn.Linear(1,1)).load_state_dict({'0.weight':torch.ones(1,1),'0.bias':torch.ones(1),'_extra_state':3}))
h=e.register_state_dict_pre_hook(lambda m,prefix,keep: print('pre',prefix,keep)); h2=e.register_state_dict_post_hook(lambda m,sd,prefix,meta: sd.update(z=1)); print(list(e.state_dict())); h.remove(); h2.remove(); print(list(e.state_dict()))
h=e.register_load_state_dict_pre_hook(lambda m,sd,prefix,*a: print('loadpre', prefix, len(sd), len(a))); e.load_state_dict(sd); h.remove()
h=e.register_load_state_dict_post_hook(lambda m,inc: print('loadpost', inc)); e.load_state_dict(sd); h.remove()
h=e.register_forward_hook(lambda m,a,kw,o: print('fh',len(a),kw) or o*2, with_kwargs=True); print(e(torch.zeros(1,1),k=2).shape); h.remove()
h=e.register_forward_pre_hook(lambda m,a,kw: (a,{'k':5}), with_kwargs=True); e(torch.zeros(1,1)); h.remove()
e.register_forward_hook(lambda m,a,o: print('second')); h=e.register_forward_hook(lambda m,a,o: print('first'), prepend=True); e(torch.zeros(1,1))
def bad(x): raise ValueError('x')
b=E(); b.register_forward_hook(lambda m,a,o: print('always'), always_call=True); b.forward=bad
t(lambda: b(1))
h=e.register_full_backward_pre_hook(lambda m,g: print('bpre', len(g))); e.register_full_backward_hook(lambda m,gi,go: print('bh',len(gi),len(go)),prepend=True); e(torch.zeros(1,1,requires_grad=True)).sum().backward()
t(lambda: e.get_submodule('l')); t(lambda: e.get_submodule('q')); t(lambda: e.set_submodule('l', nn.Linear(2,2)) or e.l); t(lambda: e.set_submodule('a.b', nn.ReLU()))
t(lambda: [n for n,_ in e.named_modules(remove_duplicate=False)]); t(lambda: [n for n,_ in e.named_parameters(remove_duplicate=False)]); t(lambda: [n for n,_ in e.named_buffers(remove_duplicate=True)])
class A:
    def __init__(s, z=None): s.z=z
class M(nn.Module, A):
    call_super_init=True
    def __init__(s): super().__init__(z=4)
t(lambda: M().z)
t(lambda: nn.Module(3)); t(lambda: nn.Module(a=3))
t(lambda: nn.Module.call_super_init)
e3=E(); t(lambda: e3.load_state_dict(sd, assign=True)); print(e3.l.weight is sd['l.weight'], e3.l.weight.data_ptr()==sd['l.weight'].data_ptr())
with torch.device('cpu'): t(lambda: nn.Linear(1,1).weight.device)
t(lambda: nn.Linear(1,1).to_empty(device='cpu', recurse=False).weight.shape)
t(lambda: nn.Buffer(torch.ones(1))); t(lambda: nn.Buffer(torch.ones(1),persistent=False).persistent)
class B(nn.Module):
    def __init__(s): super().__init__(); s.b=nn.Buffer(torch.ones(1)); s.c=nn.Buffer(torch.ones(1),persistent=False)
t(lambda: list(B().state_dict())); t(lambda: [n for n,_ in B().named_buffers()])
t(lambda: nn.Module().register_module('a.b',nn.ReLU())); t(lambda: nn.Module().add_module('',nn.ReLU())); t(lambda: nn.Module().register_parameter('a',3))
from torch.nn.utils import clip_grad_norm_, get_total_norm, clip_grads_with_norm_
p=nn.Parameter(torch.ones(2)); p.grad=torch.ones(2)*3; t(lambda: (get_total_norm([p.grad]), clip_grads_with_norm_([p],1.,torch.tensor(4.)), p.grad)); t(lambda: clip_grad_norm_([p],1.0,foreach=False))
t(lambda: torch.nn.utils.parameters_to_vector([p]).shape)
from torch.nn.utils import skip_init
t(lambda: skip_init(nn.Linear,2,3).weight.shape)
t(lambda: nn.utils.parametrizations.weight_norm(nn.Linear(2,3)))

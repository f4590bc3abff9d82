"""Ensembles and gradients of single examples (torch.func), attention, a small GPT with torch.compile and autocast, sequences, a GAN, the profiler: lessons as of PyTorch 2."""
import torch, math, functools, copy
import torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
class SimpleMLP(nn.Module):
    def __init__(self): super().__init__(); self.fc1=nn.Linear(8,16); self.fc3=nn.Linear(16,3)
    def forward(self,x): return self.fc3(F.relu(self.fc1(x.flatten(1))))
models=[SimpleMLP() for _ in range(3)]; data=torch.randn(4,8); mb=torch.randn(3,4,8)
from torch.func import stack_module_state, functional_call, vmap, grad, grad_and_value, jacrev, jacfwd, hessian, vjp, jvp
params,buffers=stack_module_state(models); base=copy.deepcopy(models[0])
def fmodel(params,buffers,x): return functional_call(base,(params,buffers),(x,))
print([p.size(0) for p in params.values()]); pv=vmap(fmodel)(params,buffers,mb); print(torch.allclose(pv,torch.stack([m(x) for m,x in zip(models,mb)]),atol=1e-3,rtol=1e-5)); print(vmap(fmodel,in_dims=(0,0,None))(params,buffers,data).shape, vmap(fmodel,in_dims=(0,0,None),chunk_size=2)(params,buffers,data).shape)
def compute_loss(params,buffers,sample,target): return F.cross_entropy(functional_call(base,(params,buffers),(sample.unsqueeze(0),)),target.unsqueeze(0))
p={k:v.detach() for k,v in base.named_parameters()}; ft=vmap(grad(compute_loss),in_dims=(None,None,0,0)); r=ft(p,{},data,torch.tensor([0,1,2,0])); print({k:v.shape for k,v in r.items()})
f=lambda x: (x**3).sum(); x=torch.tensor([1.,2.]); print(grad(f)(x),hessian(f)(x),jacrev(lambda x:x**2)(x),jacfwd(lambda x:x**2)(x), vjp(lambda x:x*2,x)[0], jvp(lambda x:x*2,(x,),(x,)))
q,k,v=torch.randn(2,4,5,8),torch.randn(2,4,5,8),torch.randn(2,4,5,8); print(F.scaled_dot_product_attention(q,k,v).sum(), F.scaled_dot_product_attention(q,k,v,is_causal=True).sum())
from torch.nn.attention import sdpa_kernel, SDPBackend
with sdpa_kernel(SDPBackend.MATH): print(F.scaled_dot_product_attention(q,k,v).mean())
with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]): print(F.scaled_dot_product_attention(q,k[:,:2],v[:,:2],enable_gqa=True).shape)
print(torch.backends.cuda.flash_sdp_enabled(), torch.backends.cuda.math_sdp_enabled(), torch.backends.cuda.mem_efficient_sdp_enabled())
class LayerNorm(nn.Module):
    def __init__(self,ndim,bias): super().__init__(); self.weight=nn.Parameter(torch.ones(ndim)); self.bias=nn.Parameter(torch.zeros(ndim)) if bias else None
    def forward(self,input): return F.layer_norm(input,self.weight.shape,self.weight,self.bias,1e-5)
class CausalSelfAttention(nn.Module):
    def __init__(self,c):
        super().__init__(); self.c_attn=nn.Linear(c.n_embd,3*c.n_embd,bias=c.bias); self.c_proj=nn.Linear(c.n_embd,c.n_embd,bias=c.bias); self.resid_dropout=nn.Dropout(c.dropout); self.n_head=c.n_head; self.n_embd=c.n_embd; self.dropout=c.dropout
        self.flash=hasattr(torch.nn.functional,'scaled_dot_product_attention')
        self.register_buffer("bias",torch.tril(torch.ones(c.block_size,c.block_size)).view(1,1,c.block_size,c.block_size))
    def forward(self,x):
        B,T,C=x.size(); q,k,v=self.c_attn(x).split(self.n_embd,dim=2); k=k.view(B,T,self.n_head,C//self.n_head).transpose(1,2); q=q.view(B,T,self.n_head,C//self.n_head).transpose(1,2); v=v.view(B,T,self.n_head,C//self.n_head).transpose(1,2)
        y=F.scaled_dot_product_attention(q,k,v,attn_mask=None,dropout_p=self.dropout if self.training else 0,is_causal=True); y=y.transpose(1,2).contiguous().view(B,T,C); return self.resid_dropout(self.c_proj(y))
class MLP(nn.Module):
    def __init__(self,c): super().__init__(); self.c_fc=nn.Linear(c.n_embd,4*c.n_embd,bias=c.bias); self.gelu=nn.GELU(); self.c_proj=nn.Linear(4*c.n_embd,c.n_embd,bias=c.bias); self.dropout=nn.Dropout(c.dropout)
    def forward(self,x): return self.dropout(self.c_proj(self.gelu(self.c_fc(x))))
class Block(nn.Module):
    def __init__(self,c): super().__init__(); self.ln_1=LayerNorm(c.n_embd,c.bias); self.attn=CausalSelfAttention(c); self.ln_2=LayerNorm(c.n_embd,c.bias); self.mlp=MLP(c)
    def forward(self,x): x=x+self.attn(self.ln_1(x)); return x+self.mlp(self.ln_2(x))
from dataclasses import dataclass
@dataclass
class C: block_size:int=16; vocab_size:int=32; n_layer:int=2; n_head:int=2; n_embd:int=16; dropout:float=0.1; bias:bool=False
class GPT(nn.Module):
    def __init__(self,c):
        super().__init__(); self.config=c; self.transformer=nn.ModuleDict(dict(wte=nn.Embedding(c.vocab_size,c.n_embd),wpe=nn.Embedding(c.block_size,c.n_embd),drop=nn.Dropout(c.dropout),h=nn.ModuleList([Block(c) for _ in range(c.n_layer)]),ln_f=LayerNorm(c.n_embd,c.bias)))
        self.lm_head=nn.Linear(c.n_embd,c.vocab_size,bias=False); self.transformer.wte.weight=self.lm_head.weight; self.apply(self._init)
        for pn,p in self.named_parameters():
            if pn.endswith('c_proj.weight'): torch.nn.init.normal_(p,mean=0.0,std=0.02/math.sqrt(2*c.n_layer))
    def _init(self,m):
        if isinstance(m,nn.Linear): torch.nn.init.normal_(m.weight,mean=0.0,std=0.02)
        elif isinstance(m,nn.Embedding): torch.nn.init.normal_(m.weight,mean=0.0,std=0.02)
    def forward(self,idx,targets=None):
        b,t=idx.size(); pos=torch.arange(0,t,dtype=torch.long,device=idx.device); x=self.transformer.drop(self.transformer.wte(idx)+self.transformer.wpe(pos))
        for block in self.transformer.h: x=block(x)
        x=self.transformer.ln_f(x)
        if targets is not None: logits=self.lm_head(x); return logits,F.cross_entropy(logits.view(-1,logits.size(-1)),targets.view(-1),ignore_index=-1)
        return self.lm_head(x[:,[-1],:]),None
    @torch.no_grad()
    def generate(self,idx,n,temperature=1.0,top_k=None):
        for _ in range(n):
            c=idx if idx.size(1)<=self.config.block_size else idx[:,-self.config.block_size:]; logits,_=self(c); logits=logits[:,-1,:]/temperature
            if top_k is not None: v,_=torch.topk(logits,min(top_k,logits.size(-1))); logits[logits<v[:,[-1]]]=-float('Inf')
            idx=torch.cat((idx,torch.multinomial(F.softmax(logits,dim=-1),num_samples=1)),dim=1)
        return idx
model=GPT(C()); print(model); print(sum(p.numel() for p in model.parameters()))
decay=[p for n,p in model.named_parameters() if p.dim()>=2]; nodecay=[p for n,p in model.named_parameters() if p.dim()<2]
import inspect; print('fused' in inspect.signature(torch.optim.AdamW).parameters)
opt=torch.optim.AdamW([{'params':decay,'weight_decay':0.1},{'params':nodecay,'weight_decay':0.0}],lr=1e-2,betas=(0.9,0.95),fused=False); print(opt)
cm=torch.compile(model); X=torch.randint(0,32,(4,16)); scaler=torch.amp.GradScaler('cpu',enabled=False)
for it in range(5):
    with torch.amp.autocast(device_type='cpu',dtype=torch.bfloat16): logits,loss=cm(X,torch.roll(X,-1,1))
    scaler.scale(loss).backward(); scaler.unscale_(opt); nrm=torch.nn.utils.clip_grad_norm_(model.parameters(),1.0); scaler.step(opt); scaler.update(); opt.zero_grad(set_to_none=True); print(it, f"{loss.item():.2f}")
model.eval(); print(model.generate(torch.zeros((1,1),dtype=torch.long),8,temperature=0.8,top_k=5).shape)
class EncoderRNN(nn.Module):
    def __init__(self,i,h,p=0.1): super().__init__(); self.hidden_size=h; self.embedding=nn.Embedding(i,h); self.gru=nn.GRU(h,h,batch_first=True); self.dropout=nn.Dropout(p)
    def forward(self,x): return self.gru(self.dropout(self.embedding(x)))
class Bahdanau(nn.Module):
    def __init__(s,h): super().__init__(); s.Wa=nn.Linear(h,h); s.Ua=nn.Linear(h,h); s.Va=nn.Linear(h,1)
    def forward(s,q,k): sc=s.Va(torch.tanh(s.Wa(q)+s.Ua(k))).squeeze(2).unsqueeze(1); w=F.softmax(sc,dim=-1); return torch.bmm(w,k),w
torch.manual_seed(1); e=EncoderRNN(20,8); o,h=e(torch.randint(0,20,(3,5))); c,w=Bahdanau(8)(h.permute(1,0,2),o); print(e,o.shape,h.shape,c.shape,w.sum(-1).flatten(), o.sum())
def wi(m):
    n=m.__class__.__name__
    if n.find('Conv')!=-1: nn.init.normal_(m.weight.data,0.0,0.02)
    elif n.find('BatchNorm')!=-1: nn.init.normal_(m.weight.data,1.0,0.02); nn.init.constant_(m.bias.data,0)
torch.manual_seed(999); torch.use_deterministic_algorithms(True)
G=nn.Sequential(nn.ConvTranspose2d(10,16,4,1,0,bias=False),nn.BatchNorm2d(16),nn.ReLU(True),nn.ConvTranspose2d(16,3,4,2,1,bias=False),nn.Tanh()); G.apply(wi); print(G)
Dn=nn.Sequential(nn.Conv2d(3,8,4,2,1,bias=False),nn.LeakyReLU(0.2,inplace=True),nn.Conv2d(8,1,4,1,0,bias=False),nn.Sigmoid()); Dn.apply(wi)
crit=nn.BCELoss(); oD=torch.optim.Adam(Dn.parameters(),lr=2e-4,betas=(0.5,0.999)); oG=torch.optim.Adam(G.parameters(),lr=2e-4,betas=(0.5,0.999))
for i in range(2):
    Dn.zero_grad(); real=torch.randn(4,3,8,8); lab=torch.full((4,),1.,dtype=torch.float); out=Dn(real).view(-1); eD=crit(out,lab); eD.backward(); Dx=out.mean().item(); fake=G(torch.randn(4,10,1,1)); lab.fill_(0.); out=Dn(fake.detach()).view(-1); eF=crit(out,lab); eF.backward(); oD.step(); G.zero_grad(); lab.fill_(1.); out=Dn(fake).view(-1); eG=crit(out,lab); eG.backward(); oG.step(); print('[%d]\tLoss_D: %.4f\tLoss_G: %.4f\tD(x): %.4f'%(i,(eD+eF).item(),eG.item(),Dx))
torch.use_deterministic_algorithms(False)
from torch.profiler import profile, record_function, ProfilerActivity
with profile(activities=[ProfilerActivity.CPU],record_shapes=True) as prof:
    with record_function("model_inference"): nn.Linear(4,4)(torch.randn(2,4))
print('model_inference' in prof.key_averages().table(sort_by="cpu_time_total",row_limit=10))
with torch.inference_mode(): z=torch.ones(2)*2; print(z.is_inference())
torch.set_float32_matmul_precision('high')
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn, SWALR
em=AveragedModel(nn.Linear(1,1),multi_avg_fn=get_ema_multi_avg_fn(0.9)); em.update_parameters(nn.Linear(1,1)); em.update_parameters(nn.Linear(1,1)); print(em.n_averaged, em.module.weight)
@torch.compile
def foo(x,y): return torch.sin(x)+torch.cos(y)
print(foo(torch.ones(2),torch.ones(2)), torch.compile(foo,mode='max-autotune')(torch.ones(1),torch.ones(1)))
from torch.utils.checkpoint import checkpoint
lin=nn.Linear(2,2); yy=checkpoint(lin,torch.ones(1,2,requires_grad=True),use_reentrant=False); yy.sum().backward(); print(lin.weight.grad)
x=torch.ones(2,2,requires_grad=True); print(torch.autograd.functional.jacobian(lambda x:x.sum(0),x).shape, torch.autograd.grad((x**2).sum(),x,materialize_grads=True))
print(torch.nested if False else '', torch.asarray([1,2]), torch.unflatten(torch.arange(4),0,(2,2)), torch.linalg.vecdot(torch.ones(3),torch.ones(3)), torch.vmap(torch.sum)(torch.ones(2,3)))
print(F.rms_norm(torch.ones(2,3),(3,)), nn.RMSNorm(3)(torch.ones(1,3)), torch.randn(2).mT if False else '', torch.ones(2,3).mT.shape, torch.ones(2,3).mH.shape, torch.ones(2,3).H.shape)

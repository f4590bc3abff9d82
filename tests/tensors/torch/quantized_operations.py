# What may be done with a quantized tensor, function by function, and what refuses it.
import torch, warnings
import torch.nn.functional as F
warnings.simplefilter('ignore')
torch.manual_seed(0)
x=torch.randn(2,3,6,6)*3
q=torch.quantize_per_tensor(x,.05,60,torch.quint8)
def show(n,f):
    try:
        r=f()
        if isinstance(r,torch.Tensor) and r.is_quantized: print(n,r.shape,r.q_scale(),r.q_zero_point(),r.dtype,r.int_repr().flatten()[:12].tolist(), int(r.int_repr().long().sum()))
        else: print(n,type(r).__name__, r if not isinstance(r,torch.Tensor) or r.numel()<9 else r.sum())
    except Exception as e: print(n,type(e).__name__,str(e).split('\n')[0][:150].rstrip())
for n in 'relu relu6 leaky_relu elu hardswish sigmoid tanh hardsigmoid gelu softmax log_softmax silu mish selu celu hardtanh'.split():
    show('F.'+n,lambda: getattr(F,n)(q) if 'softmax' not in n else getattr(F,n)(q,1))
for n in 'relu sigmoid tanh exp sqrt neg abs sum mean std max min argmax argmin sort t flatten clone isnan numel floor log square round sin'.split():
    show(n,lambda: getattr(torch,n)(q))
for n,f in dict(maxp=lambda:F.max_pool2d(q,2),maxp2=lambda:F.max_pool2d(q,3,2,1),avg=lambda:F.avg_pool2d(q,2),avg2=lambda:F.avg_pool2d(q,3,2,1),ad=lambda:F.adaptive_avg_pool2d(q,1),ad2=lambda:F.adaptive_avg_pool2d(q,(2,3)),
  mean=lambda:q.mean([2,3]),mean1=lambda:q.mean(1),cat=lambda:torch.cat([q,q],1),cat2=lambda:torch.cat([q,torch.quantize_per_tensor(x,.1,50,torch.quint8)]),cat3=lambda:torch.cat([q,x]),stack=lambda:torch.stack([q,q]),
  view=lambda:q.view(2,-1),perm=lambda:q.permute(0,2,3,1),tr=lambda:q.transpose(1,2),flat=lambda:torch.flatten(q,1),near=lambda:F.interpolate(q,scale_factor=2),bil=lambda:F.interpolate(q,scale_factor=2,mode='bilinear'),
  bic=lambda:F.interpolate(q,scale_factor=2,mode='bicubic'),add=lambda:q+q,add1=lambda:q+1,radd=lambda:1+q,mul=lambda:q*q,mul2=lambda:q*2,sub=lambda:q-q,div=lambda:q/2,mm=lambda:q[0,0]@q[0,0],conv=lambda:F.conv2d(q,torch.randn(3,3,2,2)),
  lin=lambda:F.linear(q,torch.randn(3,6)),bn=lambda:F.batch_norm(q,torch.zeros(3),torch.ones(3)),drop=lambda:F.dropout(q,.5,False),drop2=lambda:F.dropout(q,.5,True),eq=lambda:q==q,gt=lambda:q>q,ge=lambda:q>=0.,equal=lambda:torch.equal(q,q.clone()),
  np=lambda:q.numpy(),item=lambda:q[0,0,0,0].item(),to=lambda:q.to(torch.float32),flo=lambda:q.float(),cpu=lambda:q.cpu(),sz=lambda:q.size(),st=lambda:q.stride(),cont=lambda:q.contiguous(),ch=lambda:q.chunk(2,0)[1],topk=lambda:q.topk(2)[0],
  sortv=lambda:torch.sort(q)[0],clamp=lambda:torch.clamp(q,-1,1.3),copy=lambda:q.clone().copy_(x),copy2=lambda:torch.zeros_like(x).copy_(q),fill=lambda:q.clone().fill_(1.),idx=lambda:q[1],maxd=lambda:q.max(1)[0],pad=lambda:F.pad(q,(1,1)),
  ln=lambda:F.layer_norm(q,(6,)),grad=lambda:q.requires_grad_(),el=lambda:q.element_size(),dim=lambda:q.dim(),zl=lambda:torch.zeros_like(q),el2=lambda:torch.empty_like(q).shape,lk=lambda:len(q),it=lambda:[r.shape for r in q],isf=lambda:q.is_floating_point(),
  unsq=lambda:q.unsqueeze(0),sq=lambda:q[:1].squeeze(),rs=lambda:q.reshape(-1),ty=lambda:q.type(),ct=lambda:torch.channel_shuffle(q,3),qi=lambda:torch.iinfo(torch.quint8).max,qi2=lambda:torch.iinfo(torch.qint8).min, setit=lambda:q.clone().__setitem__((0,0),1.),
  q16=lambda:torch.quantize_per_tensor(x.half(),.1,0,torch.quint8), dyn=lambda:torch.quantize_per_tensor_dynamic(x,torch.quint8,True), ea=lambda:torch._empty_affine_quantized([2,2],scale=1.,zero_point=0,dtype=torch.qint8).shape,
  lst=lambda:torch.quantize_per_tensor([x,x],torch.tensor([.1,.2]),torch.tensor([0,1]),torch.quint8)[1]).items(): show(n,f)

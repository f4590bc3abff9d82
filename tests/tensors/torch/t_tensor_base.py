# A class as libraries build on tensors: metadata that goes along, loaders, a network trained on its tensors, losses, reductions, hashing.
import torch, re, copy, pickle, functools
from torch import Tensor, nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset, Dataset
class TensorBase(Tensor):
    debug=False
    def __new__(cls, x, **kwargs):
        res = torch.as_tensor(x).as_subclass(cls) if not isinstance(x, Tensor) else x.as_subclass(cls)
        res.__dict__.update(kwargs); return res
    def __repr__(self): return re.sub('tensor', self.__class__.__name__, super().__repr__())
    def __reduce_ex__(self, proto):
        torch.utils.hooks.warn_if_has_hooks(self)
        args = (self.storage(), self.storage_offset(), tuple(self.size()), self.stride())
        return (torch._utils._rebuild_tensor_v2, args + (self.requires_grad, {}))
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        res = super().__torch_function__(func, types, args, kwargs or {})
        objs=[a for a in args if isinstance(a, TensorBase)]
        if issubclass(type(res), TensorBase) and objs and hasattr(objs[0],'img_size'): res.img_size=objs[0].img_size
        return res
    def clone(self, *, memory_format=None):
        cls = type(self); return self.as_subclass(Tensor).clone().as_subclass(cls)
    def new_empty(self, *size, **kw):
        cls = type(self); return self.as_subclass(Tensor).new_empty(*size, **kw).as_subclass(cls)
class TensorImage(TensorBase): pass

class TensorMask(TensorImage): pass
class TensorCategory(TensorBase): pass
TC=TensorCategory
im=TensorImage(torch.arange(12.).view(3,2,2), img_size=(2,2)); print(im.img_size, (im/255.).img_size, type(im.mean()), im[0], im[0].img_size)
a=TensorImage([1.,2.]); m=TensorMask([1.,2.])
try: print(type(a+m))
except TypeError as e: print(e)
c=TensorCategory([0,1])
try: print(type(a+c))
except TypeError as e: print(e)
print(copy.deepcopy(a), type(copy.deepcopy(a)))
class DS(Dataset):
    def __len__(self): return 6
    def __getitem__(self,i): return TensorBase(torch.full((3,4,4), float(i))), TensorBase(torch.tensor(i%2))
dl=DataLoader(DS(), batch_size=3)
for x,y in dl: print(type(x), type(y), x.shape, y)
model=nn.Sequential(nn.Conv2d(3,4,3), nn.BatchNorm2d(4), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1), nn.Linear(4,2))
torch.manual_seed(0)
for p in model.parameters(): nn.init.constant_(p, 0.1)
opt=torch.optim.Adam(model.parameters(), 0.01)
for x,y in dl:
    out=model(x); loss=F.cross_entropy(out, y.long()); opt.zero_grad(); loss.backward(); opt.step(); print(type(out), type(loss), f"{loss.item():.4f}", type(model[0].weight.grad))
print(type(out.argmax(1)==y), (out.argmax(1)==y).float().mean().item())
acc=(out.argmax(1)==y).sum(); print(type(acc), int(acc))
x=TensorImage(torch.rand(1,3,8,8)); print(type(F.interpolate(x,scale_factor=2)), type(F.pad(x,(1,1,1,1))), type(x.permute(0,2,3,1)), type(x.numpy()), type(x.cpu()), type(x.float()), type(x.half()), x.is_leaf)
print(type(torch.stack([x[0],x[0]])), type(torch.cat([x,x.as_subclass(Tensor)])), type(x.max(dim=1)[0]), type(x.max(dim=1)))
lst=[type(t) for t in x]; print(lst)
rnn=nn.LSTM(4,3); o,(h,c)=rnn(TensorBase(torch.ones(2,1,4))); print(type(o),type(h))
emb=nn.Embedding(5,2); print(type(emb(TensorBase(torch.tensor([1,2])))))
mha=nn.MultiheadAttention(4,2); q=TensorBase(torch.ones(3,1,4)); print([type(t) for t in mha(q,q,q)])
print(type(nn.CrossEntropyLoss()(TensorBase(torch.ones(2,3)), TensorCategory(torch.tensor([0,1])))) if 0 else '')
print(type(torch.no_grad()(lambda t: t*2)(x)), type(x.data), type(x.detach()), x.requires_grad)
with torch.autocast('cpu'): print(type(x@x.transpose(-1,-2)))
print(nn.utils.clip_grad_norm_(model.parameters(), 1.0).shape)
t=TensorBase([3.,1.,2.]); print(sorted(t), max(t), min(t), sum(t), t.sort()[0], t.tolist(), len(t), list(t), t.topk(1).values)
print(t.softmax(0), torch.softmax(t,0), t.softmax(dim=0), t.sum(dim=0,keepdim=True), t.view(-1,1).expand(3,2).shape, t.to('cpu').device)
t[t>1.5]=0; print(t); t[0]=5; print(t); t.requires_grad_(); (t**2).sum().backward(); print(t.grad)
print(TensorBase([1.]) == TensorBase([1.]), t.shape==torch.Size([3]), t.eq(t).all(), bool((t==t).all()))
d={t:1}; print(t in d)
print(isinstance(t, TensorBase), isinstance(t, Tensor), isinstance(t,(float,Tensor)), torch.is_tensor(t), torch.is_floating_point(t), t.is_floating_point())
s=pickle.dumps(im.as_subclass(torch.Tensor)); print(type(pickle.loads(s)))

"""Named tensors: names of dimensions given, changed, carried on by functions, and refused."""
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F


def show(word, value):
    if isinstance(value, torch.Tensor):
        print(word, '->', tuple(value.shape), value.names)
    elif isinstance(value, (tuple, list)) and any(isinstance(each, torch.Tensor) for each in value):
        print(word, '->', type(value).__name__, [(tuple(each.shape), each.names) if isinstance(each, torch.Tensor) else each for each in value])
    else:
        print(word, '->', repr(value))


def each(lines):
    for line in lines.strip().splitlines():
        try:
            show(line, eval(line))
        except Exception as e:
            print(line, '!', type(e).__name__, e)


with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    a, b, N = torch.zeros(2, 3, names=('N', 'C')), torch.ones(2, 3, names=('N', 'C')), torch.arange(6.).reshape(2, 3)
    print([(one.category.__name__, str(one.message)) for one in told], told[0].filename == __file__)
print(a, torch.tensor([1, 2], names=('x',)), a.rename(None, 'C'))
print((a.double().requires_grad_() * 2))
each("""
a
a.names
a.rename(None)
a.rename('A','B')
a.rename(N='batch')
a.rename(X='batch')
a.rename('A')
a.rename('A', B='C')
a.rename('A', 'A')
a.rename('1a', 'b')
a.rename('a.b', 'b')
a.rename(..., 'b')
a.rename('q', ...)
a.rename()
N.refine_names('N','C')
N.refine_names('N',None)
N.refine_names('N',None).refine_names(...,'C')
a.refine_names('N','D')
a.refine_names('N',None)
a.refine_names('N')
N.refine_names(..., 'C', ...)
N.refine_names('C','C')
a.align_to('C','N')
a.align_to('C','H','N')
a.align_to(...,'N')
a.align_to('C')
a.align_to('C','N','N')
a.align_to('C','X',...)
a.align_to(None,'N')
N.align_to('C','N')
a.align_as(torch.zeros(1,2,3,names=('H','C','N')))
a.align_as(torch.zeros(1,2,names=('H','C')))
a.align_as(N)
a + b
a + N
a + torch.zeros(3, names=('C',))
a + torch.zeros(3, names=('N',))
a + torch.zeros(2, 3, names=('C','N'))
a + torch.zeros(2, 3, names=('N','D'))
a * 2
2 - a
-a
a.abs()
a.sum('N')
a.sum(0)
a.sum()
a.sum('X')
a.sum(('N','C'))
a.sum('N', keepdim=True)
a.mean('C')
N.sum('C')
a.max('C')
a.argmax('C')
a.argmax(1)
a.std('C')
a.var('C')
a.prod('C')
a.logsumexp('C')
a.cumsum('C')
a.softmax('C')
torch.softmax(a, 'C')
torch.log_softmax(a, 'C')
a.softmax(1)
a.sort('C')
a.median('C')
a.mode('C')
a.norm(2,'C')
a.norm()
a.all('C')
a.unbind('N')
a.select('N',0)
a.select(0,1)
a.size('N')
a.size()
a.shape
a.stride('N')
a.transpose('N','C')
a.transpose(0,1)
a.t()
a.T
a.permute(1,0)
a.unsqueeze(0)
a.squeeze()
a.flatten()
a.flatten(['N','C'],'F')
a.flatten('N','C','F')
a.flatten(0,1,'F')
a.flatten(['C','N'],'F')
torch.zeros(6,names=('F',)).unflatten('F',(('N',2),('C',3)))
torch.zeros(6,names=('F',)).unflatten('F',[('N',2),('C',3)])
torch.zeros(6,names=('F',)).unflatten('F',(2,3))
torch.zeros(6,names=('F',)).unflatten(0,(2,3))
torch.zeros(6,names=('F',)).unflatten('F',(('N',2),('C',4)))
torch.zeros(6,names=('F',)).unflatten('X',(('N',2),('C',3)))
a.view(6)
a.reshape(6)
a.reshape(3,2)
a.expand(4,2,3)
a[0]
a[:,0]
a[None]
a[...,0]
a[0,0]
a[0:1]
a[a>0]
a[[0,1]]
a[:,[0]]
a.mm(b)
a.mm(b.t())
a @ b.t()
a @ b.rename('C','D')
torch.matmul(a, torch.ones(3,2,names=('C','D')))
torch.matmul(torch.ones(3,names=('C',)), torch.ones(3,names=('C',)))
a.matmul(torch.ones(3,names=('C',)))
a.mv(torch.ones(3,names=('D',)))
torch.ones(3,names=('C',)).dot(torch.ones(3,names=('C',)))
torch.bmm(torch.ones(2,2,3,names=('B','N','C')), torch.ones(2,3,4,names=('B','C','D')))
torch.matmul(torch.ones(2,2,3,names=('B','N','C')), torch.ones(3,4,names=('C','D')))
torch.addmm(torch.zeros(2,2,names=('N','M')), a, b.t())
torch.cat([a,b])
torch.cat([a,b],'N')
torch.cat([a,b],1)
torch.stack([a,b])
torch.cat([a,N])
torch.cat([a,b.rename('N','D')])
a == b
a > 0
torch.where(a>0,a,b)
a.masked_fill(a==0, 5)
a.clone()
a.detach()
a.double()
a.to(torch.int32)
a.numpy()
a.tolist()
torch.zeros_like(a)
torch.ones_like(a)
torch.rand_like(a).names
torch.empty_like(a).names
torch.zeros(2,names=('N','C'))
torch.zeros(2,2,names=('N','N'))
torch.zeros(2,2,names=('N',None))
torch.zeros(2,2,names=['N','1'])
torch.zeros(2,2,names=('N',1))
torch.rand(2,2,names=('N','C')).names
torch.randn(2,2,names=('N','C')).names
torch.empty(2,2,names=('N','C')).names
torch.full((2,2),3.,names=('N','C'))
torch.tensor([[1,2]],names=('N','C'))
torch.ones(2,2,names=None)
a.has_names()
N.has_names()
torch.nn.functional.relu(a)
torch.nn.functional.linear(a, torch.ones(4,3))
torch.nn.functional.dropout(a, 0.5, False)
torch.nn.functional.softmax(a, dim='C')
torch.nn.Linear(3,4)(a).names
a.unique()
a.topk(1,'C')
a.index_select('C', torch.tensor([0]))
a.gather(1, torch.zeros(2,1,dtype=torch.long))
a.chunk(2,'N')
a.split(1)
a.diagonal()
torch.einsum('ij->i', a)
a.repeat(2,1)
a.roll(1)
a.flip(0)
a.clamp(0,1)
a.requires_grad_().sum().backward()
a.pow(2)
a.exp()
torch.exp(a)
torch.add(a,b)
a.add_(1)
torch.ones(3).add_(torch.ones(3,names=('C',)))
a.detach().add_(torch.ones(3,names=('D',)))
a.detach().copy_(N)
N.clone().copy_(a.detach())
torch.zeros(3,2,names=('A','B')).copy_(torch.zeros(3,2,names=('A','C')))
a.item()
torch.ones(1,names=('N',)).item()
a.nonzero()
a.dim()
a.numel()
len(a)
[x for x in a]
a.is_contiguous()
torch.align_tensors(a, torch.ones(3,names=('C',)))
a.rename_('A','B')
a.names
repr(a)
""")
a, b = torch.zeros(2, 3, names=('N', 'C')), torch.ones(1, 3, names=('N', 'C'))
im = torch.rand(2, 3, 4, 4, names=('N', 'C', 'H', 'W'))
each("""
b.squeeze('N')
b.squeeze(0)
b.squeeze()
a.squeeze(0)
im.flatten(['H','W'],'F')
im.flatten(['C','H','W'],'F')
im.flatten(['C','W'],'F')
im.flatten(['H','W'])
im.flatten('C','W','F')
im.mean(['H','W'])
im.mean(('H','W'),keepdim=True)
im.sum(-1)
im.sum((1,2))
im.max('C')
im.max('C').indices
torch.max(im,'C')
torch.sum(im,'C')
torch.sum(im,dim='C')
im.sum(dim=('C','H'))
im.sum(dim='C',keepdim=True)
nn.Conv2d(3,5,3)(im)
F.conv2d(im, torch.ones(5,3,3,3))
F.max_pool2d(im,2)
F.avg_pool2d(im,2)
nn.MaxPool2d(2)(im)
F.adaptive_avg_pool2d(im,1)
nn.BatchNorm2d(3)(im)
nn.LayerNorm(4)(im)
nn.ReLU()(im)
F.gelu(a)
F.leaky_relu(a)
F.elu(a)
F.silu(a)
F.sigmoid(a)
F.tanh(a)
torch.tanh(a)
F.log_softmax(a,'C')
F.cross_entropy(a, torch.tensor([0,1]))
F.nll_loss(a, torch.tensor([0,1]))
F.mse_loss(a,a)
F.embedding(torch.zeros(2,3,dtype=torch.long).rename('A','B'), torch.rand(4,5))
F.threshold(a,0,1)
F.hardtanh(a)
F.softplus(a)
F.dropout(a)
F.pad(a,(1,1))
F.interpolate(im,scale_factor=2)
F.one_hot(torch.zeros(2,dtype=torch.long).rename('N'))
F.normalize(a)
im.align_to('N','H','W','C')
im.align_to('N',...,'C')
im.align_to(...,'C')
im.align_to('W',...)
im.align_to(...,'N','Q')
im.rename(N='A',C='B')
im.rename(None)
im.refine_names(...,'H','W')
im.refine_names('N',...)
im.refine_names('N','C','H')
torch.rand(2,2,3).refine_names('A',...,'B')
im.unflatten('C',(('a',1),('b',3)))
im.unflatten('C',[('a',1)])
im.unflatten(1,(('a',1),('b',3)))
im.size('Q')
im.select('C',0)
im.narrow(1,0,1)
im.unbind('C')
im.transpose('C','Q')
im.expand(2,3,4,4)
im.expand(5,2,3,4,4)
b.expand(7,3)
b.expand_as(a)
im[0]
im[0:1,1]
im[...,0,0]
im[0,:,None]
im[torch.tensor(0)]
im.int()
im.float()
im.to('cpu')
im.type(torch.float64)
im.contiguous()
torch.matmul(torch.ones(3,names=('X',)), torch.ones(3,2,names=('C','D')))
torch.matmul(torch.ones(5,1,2,3,names=('A','B','N','C')), torch.ones(4,3,2,names=('B','C','D')))
torch.matmul(torch.ones(2,3,names=('A','B')), torch.ones(4,3,2,names=('E','C','D')))
torch.matmul(torch.ones(4,2,3,names=('E','A','B')), torch.ones(4,3,2,names=('F','C','D')))
torch.matmul(torch.ones(4,2,3,names=('E','A','B')), torch.ones(4,3,2,names=('E','C','A')))
torch.matmul(torch.ones(2,3), torch.ones(3,2,names=('C','D')))
torch.mm(torch.ones(2,3), torch.ones(3,2,names=('C','D')))
torch.mv(torch.ones(2,3,names=('A','B')), torch.ones(3))
torch.dot(torch.ones(3,names=('A',)), torch.ones(3,names=('B',)))
torch.addmv(torch.ones(2,names=('Q',)),torch.ones(2,3,names=('A','B')), torch.ones(3))
torch.addmm(torch.ones(2,names=('Q',)),torch.ones(2,3,names=('A','B')), torch.ones(3,2))
torch.baddbmm(torch.ones(1,2,2),torch.ones(1,2,3,names=('A','B','C')), torch.ones(1,3,2))
torch.outer(torch.ones(2,names=('A',)), torch.ones(3,names=('B',)))
torch.ger(torch.ones(2,names=('A',)), torch.ones(3,names=('B',)))
torch.tensordot(a,a,dims=([1],[1]))
a.add(a.rename(None,'C'))
a+a.rename(None,'N')
a.rename(None,'N')+a
a+torch.ones(3,2,names=('N','C'))
a.rename('N',None)+a.rename(None,'C')
torch.ones(3,names=('N',))+torch.ones(2,3)
torch.ones(1,names=('N',))+a
torch.tensor(1.)+a
torch.min(a,a)
torch.maximum(a,a)
torch.lerp(a,a,0.5)
torch.addcmul(a,a,a)
torch.cat([a,a],dim='C')
torch.cat([a,a.rename('C','N')])
torch.stack([a,a],dim='N')
torch.var_mean(a,'C')
torch.std_mean(a,1)
torch.median(a,'C')
torch.cumsum(a,'N')
torch.cummax(a,'N')
torch.equal(a,a)
torch.allclose(a,a)
torch.is_tensor(a)
a.logsumexp(('N','C'))
a.fill_(3)
a.zero_()
a.mul_(a)
a.unsqueeze('N')
a.view_as(a)
a.detach()
torch.zeros(3,4).rename_('x','y')
torch.zeros(3,4,names=('x','y')).rename_(None)
torch.zeros(3,4,names=('x','y')).rename_(x='z')
torch.zeros(3,4,names=('x','y')).rename_('a','a')
torch.add(a,a,out=torch.zeros(2,3))
torch.randint(5,(2,3),names=('N','C'))
torch.arange(3).refine_names('I')
torch.linspace(0,1,3,names=('N',))
torch.eye(3,names=('N','C'))
torch.full((2,),1,names=('N',))
torch.zeros((2,3),names=('N','C'),requires_grad=True)
torch.zeros(2,3,names=['N','C'],dtype=torch.int64)
torch.zeros(2,names=(None,))
torch.zeros(names=())
torch.ones((2,3),names=('a','b'))[0]
torch.normal(0.,1.,(2,3),names=('N','C'))
a.new_zeros(2)
torch.rand(2,3,names=('N','C')).multinomial(1)
a.index_fill(0,torch.tensor([0]),1)
a.index_fill('N',torch.tensor([0]),1)
a.sort(1)
a.sort(descending=True)
a.argsort('C')
a.argmax()
a.argmax(dim='C')
a.amax('C')
a.nanmean('C')
a.any('C')
a.cumprod('C')
a.logcumsumexp('C')
a.cummin('C')
a.nansum('C')
a.scatter('N',torch.tensor([[0]]),1.)
a.gather('N',torch.tensor([[0]]))
a.log_softmax('Q')
F.softmax(a)
str(a.names)
a.names[0]
a.grad
a.is_leaf
a.requires_grad
a.type()
a.storage().size()
a.abs().sum('C').names
a.align_to('N','C','N')
a.align_to(...,...)
a.align_to('N',None)
a.align_to('1','N','C')
a.align_to()
a.refine_names()
a.refine_names('1','2')
a.refine_names(1,2)
a.rename(1,2)
a.rename(N=1)
a.rename(N=None)
a.rename(['A','B'])
a.rename(('A','B'))
a.rename({'N':'x'})
a.rename('A','B','C')
a.rename(...,'C',...)
a.rename(N='C')
a.refine_names(['N','C'])
a.align_to(['C','N'])
a.flatten(['N','Q'],'F')
a.flatten([],'F')
a.flatten(['N'],'F')
a.flatten(['N','C'],'N')
im.flatten(['H','W'],'C')
im.flatten(['H','W'],'H')
""")
a = torch.zeros(2, 3, names=('N', 'C'))
each("""
a.rename('N',None)+a.rename(None,'N')
torch.zeros(2,2).rename('N',None)+torch.zeros(2,2).rename(None,'N')
torch.zeros(2,2).gather('N',torch.tensor([[0]]))
torch.zeros(2,2).index_select('N',torch.tensor([0]))
torch.zeros(2,2).scatter('N',torch.tensor([[0]]),1.)
torch.zeros(2,2).argsort('N')
torch.zeros(2,2).index_add('N',torch.tensor([0]),torch.zeros(1,2))
torch.zeros(2,2).index_copy('N',torch.tensor([0]),torch.zeros(1,2))
torch.bmm(torch.ones(4,2,3,names=('E','A','B')), torch.ones(4,3,2,names=('F','C','D')))
a & a
a.bool() & a.bool()
a % 2
a // 2
a ** 2
2 ** a
2 / a
1 // (a+1)
a.T
a.mT
a.data.names
a.grad
a.reshape(-1)
a.view(-1)
torch.flatten(a, ['N','C'], 'F')
torch.flatten(a, 'N', 'C', 'F')
torch.zeros(6).unflatten(0,(('N',2),('C',3)))
torch.zeros(6).unflatten('F',(('N',2),('C',3)))
torch.nn.Unflatten('F',(('N',2),('C',3)))(torch.zeros(6,names=('F',)))
torch.nn.Unflatten('F',(('N',2),('C',3)))
torch.nn.Softmax('C')(a)
torch.nn.Linear(3,2)(a).sum().backward()
torch.align_tensors(a)
[x.names for x in torch.split(a,1)]
[x.names for x in a]
a.max()
a.min('N')
a.sum(['N','Q'])
a.mean()
a.norm()
a.dot(a)
torch.exp(a, out=torch.zeros(2,3))
torch.zeros(2,3).rename('a','b').rename_('c',...)
a.align_to('C',...)
a.clone().names
torch.ones_like(a).names
bool(torch.ones(1,names=('a',)))
float(torch.ones(1,names=('a',)))
torch.ones(1,names=('a',)).item()
a.shape
a.size(0)
a.stride()
a.names.index('N')
a.dim()
a.to(torch.float16).names
a.__deepcopy__({})
a.repeat(1,2)
a.masked_fill(torch.ones(2,3).bool(), 1.).names
a.masked_select(torch.ones(2,3).bool()).names
a.where(a>0, a)
a.index_select(0,torch.tensor([0]))
a[torch.tensor([0,1])]
a[[0]]
a[a>0]
a[None]
a[True]
a['N']
a.all()
a.all(0)
a.relu_().names
a.sort(0)
a.topk(1)
a.square().names
a.argmax(0)
a.unsqueeze(0)
a.permute(1,0)
a.double().sum('C').names
a.fmod(2)
a.lerp(a,0.5)
a.new_zeros(3)
a.contiguous().names
a.type_as(a).names
a.softmax(-1).names
a.cumsum(-1).names
a.select(-1,0).names
a.unbind(-1)[0].names
a.transpose(-1,0).names
a.sum(-2).names
a.swapaxes('N','C').names
a.mm(torch.zeros(3,4)).names
a @ torch.zeros(3)
torch.zeros(4,2) @ a
a.matmul(torch.zeros(3,4,names=('C','D'))).names
a.logical_and(a).names
~(a>0)
a.var('C',unbiased=False).names
a.std('C',False).names
a.std(False).names
a.std(1,True,True).names
torch.std(a,dim='C',keepdim=True).names
a.diff(dim=1).names
a.is_shared()
a.cpu().names
a.tanh_().names
a.add_(1).names
a.sub_(torch.zeros(2,3,names=('N','D')))
torch.nn.functional.relu(a, inplace=True).names
torch.nn.Dropout(0.1)(a).names
torch.nn.BatchNorm1d(3)(a)
torch.nn.Sigmoid()(a).names
torch.nn.GELU()(a)
torch.nn.Embedding(3,2)(a.long())
torch.nn.MSELoss()(a,a)
torch.nn.L1Loss()(a,a)
torch.nn.functional.binary_cross_entropy_with_logits(a,a)
torch.broadcast_tensors(a,a)
torch.meshgrid(torch.ones(2,names=('a',)))
torch.atleast_3d(a)
torch.tril(a)
torch.isclose(a,a)
torch.manual_seed(0) and 1
torch.cat((a,a),0).names
torch.hstack((a,a))
torch.vstack((a,a))
torch.stack((a,a))
torch.clamp(a,min=0).names
torch.unbind(a,'N')[0].names
torch.linalg.norm(a)
torch.fft.fft(a)
torch.special.expit(a).names
""")
a = torch.zeros(2, 3, names=('N', 'C'))
for line in ["a.names=['x','y']", 'a.names=None', "a.names=['x']", "a.names=('N','C')", 'a[0]=1', "a[:,0]=torch.ones(2,names=('N',))", "a[:,0]=torch.ones(2,names=('D',))", 'print(f"{a}")', "a += torch.ones(3,names=('C',))", "a += torch.ones(3,names=('D',))", "a.names='a'", 'a.names=3', 'torch.nn.Parameter(a)', 'print(torch.nn.Parameter(a))']:
    try:
        exec(line)
        print(line, '->', a.names)
    except Exception as e:
        print(line, '!', type(e).__name__, e)
w = torch.nn.Parameter(torch.ones(2, 3, names=('out', 'in')))
loss = (a.rename('x', 'in').matmul(w.rename(None).t().refine_names('in', 'out')) ** 2).sum()
loss.backward()
print(loss, w.grad, w)

# attention, by names
def attention(x, heads, wq, wk, wv):
    x = x.refine_names(..., 'T', 'D')

    def split(t):
        return t.unflatten('D', [('H', heads), ('D_head', t.size('D') // heads)]).align_to(..., 'H', 'T', 'D_head')
    q, k, v = (split(x.matmul(m.refine_names('D', 'D_out')).rename(D_out='D')) for m in (wq, wk, wv))
    dots = q.div(2).matmul(k.align_to(..., 'D_head', 'T').rename(T='T_key'))
    weights = dots.softmax('T_key')
    return weights.matmul(v.rename(T='T_key')).align_to(..., 'T', 'H', 'D_head').flatten(['H', 'D_head'], 'D')


torch.manual_seed(0)
made = attention(torch.arange(24.).reshape(2, 3, 4).div(10).rename('B', 'T', 'D'), 2, *(torch.eye(4) * n for n in (1, 2, 3)))
print(made.names, made.shape)
print(made)

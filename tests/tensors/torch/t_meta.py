# The meta device: shapes without data for every kind of op, networks without memory, what is refused.
import copy
import io
import pickle

import torch
import torch.nn as nn
import torch.nn.functional as F


def tried(s):
    try:
        r = eval(s, globals())
        print(s, '->', repr(r).replace('\n', ' '))
    except Exception as e:
        print(s, '->', type(e).__name__, str(e).split('\n')[0].split(' This could be because')[0])


m, c = torch.empty(2, 3, device='meta'), torch.ones(2, 3)
for s in '''m|torch.device('meta')|m.device|m.is_meta|c.is_meta|m.shape|m.dtype|m+1|m+m|m+c|c+m|m*2.5|m@m.T|m.sum()|m.mean(0)|m.max(1)|m[0]|m[:,1]|m.view(6)|m.reshape(3,2)|m.T|m.stride()|m.to('cpu')
m.cpu()|m.item()|m.sum().item()|bool(m.sum())|m.tolist()|m.numpy()|float(m.sum())|c.to('meta')|torch.zeros(2,device='meta')|torch.ones(2,device='meta',dtype=torch.int64)
torch.rand(2,device='meta')|torch.randn(2,2,device='meta')|torch.arange(5,device='meta')|torch.eye(3,device='meta')|torch.full((2,),3.,device='meta')|torch.tensor([1.,2.],device='meta')
torch.linspace(0,1,5,device='meta')|torch.randint(0,5,(3,),device='meta')|torch.zeros_like(m)|torch.empty_like(c,device='meta')|torch.cat([m,m])|torch.stack([m,m])|torch.where(m>0,m,m)
F.relu(m)|F.softmax(m,1)|F.linear(m,torch.empty(4,3,device='meta'))|F.conv2d(torch.empty(1,3,8,8,device='meta'),torch.empty(4,3,3,3,device='meta'))
F.max_pool2d(torch.empty(1,3,8,8,device='meta'),2)|F.batch_norm(torch.empty(1,3,8,8,device='meta'),None,None,training=True)|F.layer_norm(m,[3])
F.embedding(torch.zeros(2,device='meta',dtype=torch.long),torch.empty(4,3,device='meta'))|F.cross_entropy(m,torch.zeros(2,dtype=torch.long,device='meta'))|F.mse_loss(m,m)
nn.Linear(3,4,device='meta')|nn.Linear(3,4,device='meta').weight|nn.Linear(3,4,device='meta')(m)|nn.Linear(3,4).to('meta').weight.device|nn.Linear(3,4,device='meta').to('cpu')
nn.Linear(3,4,device='meta').to_empty(device='cpu').weight.shape|nn.utils.skip_init(nn.Linear,3,4).weight.shape|nn.utils.skip_init(nn.Linear,3,4).weight.device
nn.utils.skip_init(nn.ReLU)|m.clone()|m.detach()|m.requires_grad_()|(m.detach().requires_grad_()*2).sum()|m.detach().add_(1)|m.detach().fill_(3)|m.detach().zero_()|m.detach().uniform_()
m.data_ptr()|m.element_size()|m.numel()|m.copy_(c)|c.clone().copy_(m)|m.is_contiguous()|m==m|(m==m).all()|torch.allclose(m,m)|m.argmax(1)|m.topk(2)|m.sort()|m.expand(4,2,3)
m.permute(1,0)|m.unsqueeze(0).squeeze(0)|m.transpose(0,1).contiguous().stride()|torch.einsum('ij,kj->ik',m,m)|m.half()|m.long()|str(m)|m.get_device()|m.device.type|m.device.index
torch.device('meta',0)|torch.device('meta:1')|torch.empty(2,device='meta:0').device|len(m)|[x.shape for x in m]|m.t()|nn.LSTM(3,4,device='meta')(m)[0].shape
nn.Conv2d(3,4,3,device='meta').bias|nn.BatchNorm2d(3,device='meta').running_mean
nn.Transformer(8,2,1,1,16,device='meta')(torch.empty(3,1,8,device='meta'),torch.empty(2,1,8,device='meta')).shape
sum(p.numel() for p in nn.Linear(10**6,10**5,device='meta').parameters())|torch.empty(10**6,10**6,device='meta').shape|nn.Linear(3,4,device='meta').state_dict()
nn.Linear(3,4).load_state_dict(nn.Linear(3,4,device='meta').state_dict())|nn.Linear(3,4,device='meta').load_state_dict(nn.Linear(3,4).state_dict())
nn.MultiheadAttention(8,2,device='meta').in_proj_weight.shape|m.to(torch.float64)|m.to('meta') is m|torch.broadcast_to(m,(2,2,3))|hash(torch.device('meta'))==hash(torch.device('meta'))
torch.ones(2,3)+m|m.matmul(torch.empty(4,5,device='meta'))|m+torch.empty(4,device='meta')|m.new_ones(2)|m.sum().backward()|f"{m.sum()}"|m.pin_memory()|copy.deepcopy(m)
m.var()|m.std(0)|m.norm()|m.abs()|m.exp()|m.clamp(0,1)|m.cumsum(0)|m.prod()|m.gather(1,torch.zeros(2,1,dtype=torch.long,device='meta'))|m.masked_fill(m>0,1)|torch.tril(m)
torch.linalg.norm(m)|torch.fft.fft(m)|torch.dropout(m,0.5,True)|F.gelu(m)|torch.outer(m[0],m[0])|F.pad(m,(1,1))|F.interpolate(torch.empty(1,1,2,2,device='meta'),scale_factor=2)
F.one_hot(torch.zeros(2,dtype=torch.long,device='meta'),3)|m[0,0]|m[torch.tensor([0,1])]|m.index_select(0,torch.tensor([0],device='meta'))|m.split(1)|m.chunk(3,1)|m.unbind()'''.replace('\n', '|').split('|'):
    tried(s)
m = torch.empty(2, 3, device='meta')
m[0] = 1
m += 1
print(m, [x.shape for x in m])
layer = nn.Linear(3, 4, device='meta')
step = torch.optim.SGD(layer.parameters(), 0.1, momentum=0.9)
layer(m).sum().backward()
step.step()
print(layer.weight, layer.weight.grad)
again = pickle.loads(pickle.dumps(m))
print(again, again.is_meta)
file = io.BytesIO()
torch.save(layer.state_dict(), file)
file.seek(0)
print(torch.load(file))

# A network too large for any memory, and one that gets its own
huge = nn.Sequential(*[nn.Linear(10 ** 5, 10 ** 5, device='meta') for _ in range(100)])
print(sum(p.numel() for p in huge.parameters()), huge(torch.empty(8, 10 ** 5, device='meta')).shape)
net = nn.Sequential(nn.Linear(3, 4, device='meta'), nn.ReLU(), nn.Linear(4, 2, device='meta'))
net = net.to_empty(device='cpu')
torch.manual_seed(0)
for layer in net:
    if hasattr(layer, 'reset_parameters'):
        layer.reset_parameters()
print(net(torch.ones(1, 3)))
torch.manual_seed(0)
lazy = nn.utils.skip_init(nn.Linear, 3, 4)
print(torch.rand(2), lazy.weight.shape, lazy.weight.is_meta)

# What has no bytes lends none and takes none
m = torch.empty(3, device='meta')
for f in (lambda: m.share_memory_(), lambda: m.__dlpack__(), lambda: torch.from_dlpack(m), lambda: m.set_(torch.ones(3)), lambda: setattr(m, 'data', torch.ones(3)), lambda: setattr(torch.ones(3), 'data', m)):
    try:
        print(f())
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, str(e).split('\n')[0].strip())

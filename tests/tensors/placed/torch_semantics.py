# What placement does without an error, in PyTorch's accent.
import copy

import torch
from torch import nn

print(torch.cuda.is_available(), torch.cuda.device_count(), torch.cuda.current_device())
x = torch.arange(6.).reshape(2, 3)
y = x.to('cuda:1')
print(y, y.device, y.is_cuda, y.get_device())
print(y.to('cuda:1') is y, x.to('cpu') is x, x.cpu() is x, y.cuda(1) is y, y.cuda() is y)
print(y.cuda().device, x.cuda(1).device, x.to(torch.device('cuda', 0)).device)
print(repr(torch.device('cuda')), repr(torch.device('cuda:1')), torch.device('cuda') == torch.device('cuda:0'), torch.device('cuda').index)
print((y * 2 + 1).device, y.sum(), y[0], y.T.shape, y.cpu())
print(torch.tensor(3., device='cuda:0') + 1)
w = torch.ones(2, requires_grad=True)
v = w.to('cuda')
print(v, v.is_leaf, w.is_leaf)
(v * 3).sum().backward()
print(w.grad, w.grad.device)
p = torch.ones(2, device='cuda:1', requires_grad=True)
print(p)
(p * p).sum().backward()
print(p.grad)

net = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2))
weight, mean = net[0].weight, net[1].running_mean
out = net.to('cuda:1')
print(out is net, net[0].weight is weight, net[1].running_mean is mean, weight.device, net[1].running_mean.device, mean.device)
print({str(t.device) for t in net.state_dict().values()})
net.cpu()
print(weight.device, net[0].weight is weight)


class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.ones(1)
        self.parts = [torch.ones(1)]
        self.layer = nn.Linear(1, 1)


h = Holder().cuda()
print(h.scale.device, h.parts[0].device, h.layer.weight.device)
torch.cuda.set_device(1)
print(torch.cuda.current_device(), x.cuda().device, torch.ones(1, device='cuda').device)
torch.cuda.set_device(0)
with torch.cuda.device(1):
    print(torch.zeros(1).cuda().device)
print(torch.zeros(1).cuda().device)
print(torch.zeros_like(y).device, torch.ones_like(y, device='cpu').device, y.new_ones(2).device)
a = torch.empty(2, 3, device='cuda')
a.copy_(x)
print(a, copy.deepcopy(a).device)
print(torch.full((2,), 7, device='cuda:1'), torch.arange(3, device='cuda'), torch.eye(2, device='cuda:1'))
torch.cuda.synchronize()
with torch.no_grad():
    print((p + 1).requires_grad)
s = torch.cuda.Stream()
with torch.cuda.stream(s):
    b = y * 2
e = torch.cuda.Event()
e.record()
e.synchronize()
print(e.query(), b.sum().item())
print(y.type(), x.type(), y.long().type(), isinstance(y, torch.cuda.FloatTensor), isinstance(x, torch.FloatTensor))
print(y.tolist(), float(y[0, 1]), int(y[1, 1]), y.max().item())

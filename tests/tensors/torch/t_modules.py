import copy
from collections import OrderedDict

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(OrderedDict([('a', nn.Linear(2, 3)), ('act', nn.ReLU()), ('b', nn.Linear(3, 1))]))
print(net, net.a, net[0] is net.a, len(net), net[:2], net[-1], [type(m).__name__ for m in net])
net.append(nn.Sigmoid())
del net[1]
print(net)
ml = nn.ModuleList([nn.Linear(1, 1) for _ in range(3)])
ml.append(nn.ReLU())
ml.insert(0, nn.Identity())
ml.extend([nn.Tanh()])
print(ml, len(ml), ml[1:3], ml[-1])
md = nn.ModuleDict({'x': nn.Linear(1, 2)})
md['y'] = nn.ReLU()
print(md, list(md.keys()), 'x' in md, md.pop('y'), len(md))
pl = nn.ParameterList([nn.Parameter(torch.ones(2)), nn.Parameter(torch.zeros(1, 2))])
print(pl, len(list(pl.parameters())), pl[0])
pd = nn.ParameterDict({'w': nn.Parameter(torch.ones(2))})
print(pd, pd['w'], list(pd.keys()))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.register_buffer('count', torch.zeros(1))
        self.register_buffer('temp', torch.ones(1), persistent=False)
        self.register_parameter('none', None)
        self.plain = torch.ones(3)

    def forward(self, x):
        self.count += 1
        return self.fc(x)

    def extra_repr(self):
        return 'hello=1'


n = Net()
print(n, [k for k, _ in n.named_parameters()], [k for k, _ in n.named_buffers()], list(n.state_dict()), n.none)
n(torch.ones(1, 2))
print(n.count, n.plain, n.training, n.eval().training, n.fc.training)
handles = [n.register_forward_hook(lambda m, i, o: print('hook', type(m).__name__, i[0].shape, o.shape)), n.fc.register_forward_pre_hook(lambda m, i: print('pre', len(i)))]
n(torch.ones(1, 2))
for h in handles:
    h.remove()
n(torch.ones(1, 2))
n.fc.register_full_backward_hook(lambda m, gi, go: print('back', [None if g is None else g.shape for g in gi], [g.shape for g in go]))
n(torch.ones(1, 2, requires_grad=True)).sum().backward()
c = copy.deepcopy(n)
print(c.fc.weight is n.fc.weight, torch.equal(c.fc.weight, n.fc.weight), c.count)
n.zero_grad()
print(n.fc.weight.grad)
n.zero_grad(set_to_none=True)
print(n.fc.weight.grad)
n.requires_grad_(False)
print([p.requires_grad for p in n.parameters()])
print(n.double().fc.weight.dtype, n.half().fc.bias.dtype, n.float().count.dtype, n.to(torch.float64).fc.weight.dtype)
print(n.get_submodule('fc'), n.get_parameter('fc.bias').shape, n.get_buffer('count'))
sd = nn.Linear(2, 2).state_dict()
print(type(sd), sd._metadata, nn.Linear(2, 2).load_state_dict(sd))
m = nn.Linear(2, 2)
print(m.load_state_dict({'weight': torch.ones(2, 2)}, strict=False), m.weight)
m.weight = nn.Parameter(torch.zeros(2, 2))
m.bias = None
print(m, m.weight, list(m.parameters()))
m.weight.data = torch.ones(3, 2)
print(m(torch.ones(1, 2)), type(m.weight), isinstance(m.weight, torch.Tensor), m.weight.is_leaf)
print(list(dict(n.named_modules())), [k for k, _ in n.named_children()], hash(n) == hash(n), n == n)

# What moves with a module and what stays; an optimizer made before the move.
import torch
from torch import nn


def t(name, f):
    try:
        print(name, '->', f())
    except Exception as e:
        print(name, '->', type(e).__name__, '|', str(e).split('\n')[0])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.register_buffer('seen', torch.zeros(1))
        self.plain = torch.ones(2)
        self.kept = [nn.Linear(2, 2)]
        self.listed = nn.ModuleList([nn.Linear(2, 1)])
        self.own = nn.ParameterList([nn.Parameter(torch.zeros(2))])

    def forward(self, x):
        return self.layer(x) + self.plain


net = Net()
seen, weight = net.seen, net.layer.weight
print(net.to('cuda:1') is net, net.layer.weight is weight, net.seen is seen, seen.device)
print(net.plain.device, net.kept[0].weight.device, net.listed[0].weight.device, net.own[0].device)
print({str(p.device) for p in net.parameters()}, [n for n, _ in net.named_parameters()])
t('left behind', lambda: net(torch.ones(1, 2, device='cuda:1')))
net.plain = net.plain.to('cuda:1')
t('moved by hand', lambda: net(torch.ones(1, 2, device='cuda:1')).device)
net.layer.weight.grad = torch.ones_like(net.layer.weight)
net.cpu()
print(net.layer.weight.grad.device, net.layer.weight.is_leaf, weight.device)
half = nn.Linear(2, 2).to('cuda', torch.float64)
print(half.weight.device, half.weight.dtype, half.cuda(1).bias.device, next(half.parameters()).device)


def step(make):
    model = nn.Linear(1, 1, bias=False)
    before = model.weight
    optimizer = make(model.parameters())
    model.cuda()
    model(torch.ones(1, 1, device='cuda')).sum().backward()
    optimizer.step()
    return model.weight.device, model.weight is before, optimizer.param_groups[0]['params'][0] is before


t('sgd made before', lambda: step(lambda p: torch.optim.SGD(p, lr=0.1)))
t('adam made before', lambda: step(lambda p: torch.optim.Adam(p, lr=0.1)))
t('adagrad made before', lambda: step(lambda p: torch.optim.Adagrad(p, lr=0.1)))
a = nn.Parameter(torch.ones(2))
b = a.cuda()
b.sum().backward()
print(b.is_leaf, a.grad, type(b).__name__, isinstance(a, nn.Parameter))
x = torch.ones(2)
x.cuda()
print(x.device, x.to('cuda').device, x.device)
source, target = nn.Linear(2, 1), nn.Linear(2, 1).cuda()
print(target.load_state_dict(source.state_dict()), target.weight.device, torch.equal(target.weight.cpu(), source.weight))
first, second = nn.Linear(2, 3).to('cuda:0'), nn.Linear(3, 1).to('cuda:1')
out = second(torch.relu(first(torch.ones(4, 2, device='cuda:0'))).to('cuda:1'))
out.sum().backward()
print(out.device, first.weight.grad.device, second.weight.grad.device)
t('half way', lambda: second(first(torch.ones(4, 2, device='cuda:0'))))
single = nn.DataParallel(nn.Linear(2, 1), device_ids=[1])
print(single.module.weight.device, single(torch.ones(3, 2)).device, single.device_ids)

# Optimizers' steps over all parameters at once: numbers, counters, versions, states; what is left to single steps: gaps, double precision beside single, parameters without a gradient.
import torch
from torch import nn

MAKERS = {
    'sgd': lambda p: torch.optim.SGD(p, lr=.1), 'decay': lambda p: torch.optim.SGD(p, lr=.1, weight_decay=.1), 'momentum': lambda p: torch.optim.SGD(p, lr=.1, momentum=.9, dampening=.1, weight_decay=.01),
    'nesterov': lambda p: torch.optim.SGD(p, lr=.1, momentum=.9, nesterov=True), 'ahead': lambda p: torch.optim.SGD(p, lr=.1, momentum=.9, nesterov=True, weight_decay=.1),
    'uphill': lambda p: torch.optim.SGD(p, lr=.1, momentum=.9, maximize=True), 'adam': lambda p: torch.optim.Adam(p, lr=.1), 'adam with decay': lambda p: torch.optim.Adam(p, lr=.1, weight_decay=.1),
    'adamw': lambda p: torch.optim.AdamW(p, lr=.1), 'amsgrad': lambda p: torch.optim.Adam(p, lr=.1, amsgrad=True), 'adamw uphill': lambda p: torch.optim.AdamW(p, lr=.1, maximize=True),
}


def played(make, dtype, change=None):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(7, 33), nn.Tanh(), nn.Linear(33, 20), nn.Tanh(), nn.Linear(20, 3))
    if dtype == torch.float64:
        net = net.double()
    if change:
        change(net)
    optimizer = make(net.parameters())
    x, y = torch.randn(9, 7, dtype=dtype), torch.randn(9, 3, dtype=dtype)
    for _ in range(6):
        optimizer.zero_grad()
        ((net(x).to(dtype) - y) ** 2).mean().backward()
        optimizer.step()
    states = optimizer.state_dict()['state']
    return net, [sorted(s) for s in states.values()][:1], [float(s['step']) for s in states.values() if 'step' in s], sum(v.double().abs().sum().item() for s in states.values() for v in s.values() if isinstance(v, torch.Tensor) and v.dim())


def with_gaps(net):
    net[0].weight.data = net[0].weight.data.t().contiguous().t()


def without_gradient(net):
    net[2].bias.requires_grad_(False)


for name, make in MAKERS.items():
    for dtype in torch.float32, torch.float64:
        for change in None, with_gaps, without_gradient:
            net, *states, total = played(make, dtype, change)
            print(name, dtype, change and change.__name__, ['%.5g' % p.double().abs().sum().item() for p in net.parameters()], *states, '%.4g' % total)
p = nn.Parameter(torch.ones(3))
for make in MAKERS['adam'], MAKERS['momentum'], MAKERS['adamw']:
    optimizer = make([p])
    versions = []
    for _ in range(3):
        p.grad = torch.full((3,), .5)
        before = p._version
        optimizer.step()
        versions.append(p._version - before)
    print(versions, p)
y = (p * p).sum()
optimizer.step()
try:
    y.backward()
except RuntimeError as e:
    print(str(e)[:90])

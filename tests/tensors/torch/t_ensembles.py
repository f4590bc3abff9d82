# Several networks at once: ensembles, averaging weights, exponential averages, sharing, copying, comparing.
import copy

import torch
from torch import nn

torch.manual_seed(0)
X = torch.randn(20, 3)
nets = nn.ModuleList([nn.Linear(3, 1) for _ in range(3)])
stacked = torch.stack([n(X) for n in nets])
print(stacked.shape, stacked.mean(0).shape, stacked.std(0).min() > 0, len(list(nets.parameters())))
average = copy.deepcopy(nets[0])
with torch.no_grad():
    for name, p in average.named_parameters():
        p.copy_(torch.stack([dict(n.named_parameters())[name] for n in nets]).mean(0))
print(torch.allclose(average(X), stacked.mean(0), atol=1e-6))
ema = {k: v.clone() for k, v in nets[0].state_dict().items()}
opt = torch.optim.SGD(nets[0].parameters(), lr=0.1)
for _ in range(5):
    opt.zero_grad()
    nets[0](X).pow(2).mean().backward()
    opt.step()
    for k, v in nets[0].state_dict().items():
        ema[k].mul_(0.9).add_(v, alpha=0.1)
print({k: v.shape for k, v in ema.items()}, not torch.equal(ema['weight'], nets[0].weight))
a, b = nn.Linear(2, 2), nn.Linear(2, 2)
b.weight = a.weight
print(a.weight is b.weight, len({id(p) for m in (a, b) for p in m.parameters()}), copy.deepcopy(nn.ModuleList([a, b]))[0].weight is a.weight)
pair = copy.deepcopy(nn.ModuleList([a, b]))
print(pair[0].weight is pair[1].weight)
tied = nn.Sequential(nn.Embedding(5, 4), nn.Linear(4, 5, bias=False))
tied[1].weight = tied[0].weight
out = tied(torch.tensor([1, 2]))
out.sum().backward()
print(out.shape, sum(p.numel() for p in tied.parameters()), tied[0].weight.grad.shape, list(tied.state_dict()), all((p == q).all() for p, q in zip(a.parameters(), copy.copy(a).parameters())))

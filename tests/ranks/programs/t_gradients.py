# What DistributedDataParallel does with gradients themselves: who keeps one keeps what it was, hooks of a program come first, in their order, and twice through a parameter counts twice.
import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.checkpoint import checkpoint
from told import say, tried

dist.init_process_group('gloo')
rank, size = dist.get_rank(), dist.get_world_size()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(300, 600, bias=False), nn.Linear(600, 2)
        for k, p in enumerate(self.parameters()):
            p.data = (torch.arange(p.numel(), dtype=torch.float32) * 0.37 + k).sin().reshape(p.shape) * 0.1

    def forward(self, x, times=1):
        for _ in range(times):
            x = self.first(x)[:, :300] * 0.5
        return self.last(torch.cat([x, x], 1))


def batch(step):
    return (torch.arange(600.).reshape(2, 300) * 0.01 + rank + step).sin()


def sums(model):
    return ['%.3g' % p.grad.double().abs().sum().item() for p in model.parameters()]


for options in ({}, {'gradient_as_bucket_view': True}, {'bucket_cap_mb': 0.001}):
    model = DDP(Net(), **options)
    model(batch(0)).sum().backward()
    say(options, sums(model))
    first = [p.grad for p in model.parameters()]
    before = [g.clone() for g in first]
    for p in model.parameters():
        p.grad = None
    model(batch(1)).pow(2).sum().backward()
    say('kept', [torch.equal(g, b) for g, b in zip(first, before)], sums(model))
    model(batch(2)).sum().backward()
    say('added', sums(model))
    model.module.last.weight.grad = torch.full((2, 600), float(rank))
    for p in model.module.first.parameters():
        p.grad.zero_()
    model(batch(3)).sum().backward()
    say('one of mine', sums(model))
    with model.no_sync():
        model(batch(4)).sum().backward()
    model(batch(5)).sum().backward()
    say('without exchange, and with', sums(model))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer.step()
    optimizer.zero_grad()
    say('zeros', sums(model), '%.3g' % model.module.first.weight.double().abs().sum().item())

model = DDP(Net())
order = []
model.module.last.bias.register_hook(lambda g: order.append('bias') or g * (rank + 1))
model.module.first.weight.register_hook(lambda g: order.append('first') or g * 2)
model.module.last.weight.register_hook(lambda g: order.append('last') or None)
hidden = []
model.module.first.register_forward_hook(lambda m, i, o: o.register_hook(lambda g: order.append('between') or None) and None)
model(batch(0)).sum().backward()
say(sorted(order[:2]), order[2:], sums(model))
model = DDP(Net())
model(batch(0), 3).sum().backward()
say('three times through one', sums(model))

model = DDP(Net())
gradients = torch.autograd.grad(model(batch(0)).sum(), list(model.parameters()))
say('asked for alone', ['%.3g' % g.double().abs().sum().item() for g in gradients], [p.grad is None for p in model.parameters()])


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.before, self.inner, self.outer = nn.Linear(3, 3), nn.Linear(3, 3), nn.Linear(3, 1)
        for k, p in enumerate(self.parameters()):
            p.data = (torch.arange(p.numel(), dtype=torch.float32) * 0.7 + k).sin().reshape(p.shape)

    def forward(self, x):
        return self.outer(checkpoint(self.inner, checkpoint(self.inner, self.before(x))))


def reentrant(**options):
    model = DDP(Twice(), **options)
    for step in range(2):
        model.zero_grad()
        model(torch.ones(2, 3) * (rank + 1 + step)).sum().backward()
    return sums(model)


say(tried(lambda: reentrant(static_graph=True)))
if size > 1:
    say(tried(reentrant).split('.')[0])

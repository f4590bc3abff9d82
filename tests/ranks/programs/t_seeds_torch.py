"""The seeds' trainings in ranks and devices (tests/ranks/seed_trainings.py): what rank 0 has after two steps, beside one device that takes the whole batch; where each part of a batch has statistics of its
own (batch normalization in training), beside one device that takes it in the same parts.

t_seeds_torch.py DEVICES: one rank with two: DataParallel; several ranks: DistributedDataParallel, whose network's halves are on two devices where there are two. PyTorch runs it on the CPU.
"""
import sys
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
import torchvision
from torch.nn.parallel import DataParallel, DistributedDataParallel
from told import say

STEPS, BATCH = 2, 8
cuda = torch.cuda.is_available()
devices = [torch.device('cuda', i) if cuda else torch.device('cpu') for i in range(int(sys.argv[1]) if len(sys.argv) > 1 else 1)]
dist.init_process_group('gloo')
rank, ranks = dist.get_rank(), dist.get_world_size()


def lenet():
    return nn.Sequential(nn.Conv2d(1, 6, 5), nn.ReLU(), nn.MaxPool2d(2, 2), nn.Conv2d(6, 16, 3), nn.ReLU(), nn.MaxPool2d(2, 2), nn.Flatten(),
                         nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))


def cifar():
    return nn.Sequential(nn.Conv2d(3, 6, 5), nn.ReLU(), nn.MaxPool2d(2, 2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2, 2), nn.Flatten(),
                         nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))


def resnet18():
    *layers, last = torchvision.models.resnet18(num_classes=10).children()
    return nn.Sequential(*layers, nn.Flatten(), last)


def by_running_statistics():
    net = resnet18()
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.eval()
    return net


# the network, a sample's shape, the rate, what it is compared with
TRAININGS = {'LeNet': (lenet, (1, 28, 28), .1, 'the whole batch'), 'CIFAR-10': (cifar, (3, 32, 32), .01, 'the whole batch'),
             'ResNet-18 by running statistics': (by_running_statistics, (3, 32, 32), .001, 'the whole batch'), 'ResNet-18': (resnet18, (3, 32, 32), .001, 'its parts')}
SYNCED = 'ResNet-18 with SyncBatchNorm'
if ranks > 1 and cuda:
    TRAININGS[SYNCED] = (resnet18, (3, 32, 32), .001, 'the whole batch')


class OnTwo(nn.Module):
    """The first layers on one device, the others on another."""

    def __init__(self, layers):
        super().__init__()
        half = len(layers) // 2
        self.first, self.second = layers[:half].to(devices[0]), layers[half:].to(devices[1])

    def forward(self, x):
        return self.second(self.first(x.to(devices[0])).to(devices[1]))


def alone(net):
    return net.to(devices[0])


def laid_out(net):
    if ranks == 1:
        return DataParallel(net.to(devices[0])) if len(devices) > 1 else alone(net)
    return DistributedDataParallel(OnTwo(net) if len(devices) > 1 else alone(net))


def parameters(name, lay_out, share, parts=1):
    """All of them in one row, after the steps; share: this rank's part of a batch, which is gone through in so many parts."""
    make, shape, rate, _ = TRAININGS[name]
    torch.manual_seed(5)
    net = make()
    if name == SYNCED and lay_out is laid_out:
        net = nn.SyncBatchNorm.convert_sync_batchnorm(net)
    net = lay_out(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=rate, momentum=.9)
    torch.manual_seed(7)
    for _ in range(STEPS):
        x, y = torch.rand(BATCH, *shape), torch.randint(10, (BATCH,))
        optimizer.zero_grad()
        for a, b in zip(share(x).chunk(parts), share(y).chunk(parts)):
            out = net(a.to(devices[0]))
            (F.cross_entropy(out, b.to(out.device)) / parts).backward()
        optimizer.step()
    kept = [p for p in [*net.parameters(), *(net.buffers() if name == SYNCED else ())] if p.is_floating_point()]
    return torch.cat([p.detach().cpu().reshape(-1) for p in kept])


def far(a, b):
    return ((a - b).abs().max() / b.abs().max()).item()


got = {name: parameters(name, laid_out, lambda t: t.chunk(ranks)[rank]) for name in TRAININGS}
for name, had in got.items() if rank == 0 else ():
    beside = TRAININGS[name][3]
    wanted = parameters(name, alone, lambda t: t, 1 if beside == 'the whole batch' else len(devices) if ranks == 1 else ranks)
    say(f'{name}: {had.numel()} parameters, norm {had.double().norm().item():.8f}, from one device that takes {beside} {far(had, wanted):.1e}')

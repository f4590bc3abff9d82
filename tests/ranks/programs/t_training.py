# DistributedDataParallel over the ranks: buckets, accumulation without exchange, buffers, unused parameters, names; sums of what was learned.
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler
from told import say, tried

dist.init_process_group('gloo')
rank, size = dist.get_rank(), dist.get_world_size()


def shown(model):
    return ['%s %.4f' % (name, value.double().abs().sum().item()) for name, value in model.state_dict().items()]


def filled(model):
    """The same start under every library, another one on each rank until DDP has shared rank 0's."""
    with torch.no_grad():
        for k, p in enumerate(model.parameters()):
            p.copy_((torch.arange(p.numel(), dtype=torch.float32).reshape(p.shape) * 0.37 + k + rank).sin() * 0.3)
    return model


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.norm, self.b, self.spare = nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Linear(8, 3), nn.Linear(4, 3)

    def forward(self, x, spare=False):
        y = self.b(torch.tanh(self.norm(self.a(x))))
        return y + self.spare(x) if spare else y


data = TensorDataset((torch.arange(96.).reshape(24, 4) * 1.3).sin(), torch.arange(24) % 3)
for options in ({}, {'bucket_cap_mb': 0.0001}, {'gradient_as_bucket_view': True, 'bucket_cap_mb': 0.0002}, {'broadcast_buffers': False}, {'static_graph': True}):
    model = DDP(filled(Net()), **options)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    sampler = DistributedSampler(data, num_replicas=size, rank=rank, shuffle=False)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, batch_size=3, sampler=sampler):
            optimizer.zero_grad()
            F.cross_entropy(model(x, True), y).backward()
            optimizer.step()
    say(options, shown(model))

model = DDP(filled(Net()))
x, y = data[rank * 3:rank * 3 + 3]
with model.no_sync():
    F.cross_entropy(model(x, True), y).backward()
say('without exchange', '%.4f' % model.module.a.weight.grad.abs().sum().item())
F.cross_entropy(model(x, True), y).backward()
say('with', '%.4f' % model.module.a.weight.grad.abs().sum().item(), '%.4f' % model.module.spare.bias.grad.abs().sum().item())

model = DDP(filled(Net()))
F.cross_entropy(model(x), y).backward()
try:
    model(x)
    say('nothing is said')
except RuntimeError as error:
    say(str(error))

model = DDP(filled(Net()), find_unused_parameters=True)
for step in range(3):
    F.cross_entropy(model(x, step == 1 and rank == 0), y).backward()
    grads = [p.grad for p in model.module.spare.parameters()]
    say(step, [g if g is None else '%.4f' % g.abs().sum().item() for g in grads])
say(tried(lambda: DDP(nn.ReLU())), tried(lambda: DDP(Net(), device_ids=[0, 1])))
say(list(model.state_dict())[:3], [type(m).__name__ for m in model.children()], isinstance(model, nn.Module))
model.eval()
say('%.4f' % model(x).sum().item())
dist.barrier()

# ZeroRedundancyOptimizer beside one that keeps all: the same weights, a share of the state, the whole of it when it is asked for.
import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn.parallel import DistributedDataParallel as DDP
from told import say, tried

dist.init_process_group('gloo')
rank, size = dist.get_rank(), dist.get_world_size()


def filled():
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3), nn.Linear(3, 3))
    with torch.no_grad():
        for k, p in enumerate(model.parameters()):
            p.copy_((torch.arange(p.numel(), dtype=torch.float32).reshape(p.shape) * 0.37 + k).sin() * 0.3)
    return DDP(model)


x, y = (torch.arange(24.).reshape(6, 4) * 1.3 + rank).sin(), torch.arange(6) % 3
for kind, settings in ((torch.optim.Adam, {'lr': 0.05}), (torch.optim.SGD, {'lr': 0.1, 'momentum': 0.9}), (torch.optim.AdamW, {'lr': 0.01, 'weight_decay': 0.1})):
    model = filled()
    optimizer = ZeroRedundancyOptimizer(model.parameters(), optimizer_class=kind, **settings)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5)
    for step in range(4):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        schedule.step()
        say(kind.__name__, step, '%.4f' % loss.item(), ['%.4f' % p.abs().sum().item() for p in model.parameters()], optimizer.param_groups[0]['lr'])
    say([p.numel() for group in optimizer.optim.param_groups for p in group['params']], len(optimizer.optim.state))
    say(tried(optimizer.state_dict))
    optimizer.consolidate_state_dict(to=0)
    if rank == 0:
        whole = optimizer.state_dict()
        say(sorted(whole['state']), whole['param_groups'][0]['params'], sorted(whole['state'][0]), whole['param_groups'][0]['lr'])
        say(['%.5f' % sum(v.abs().sum().item() for v in state.values() if isinstance(v, torch.Tensor) and v.dim()) for _, state in sorted(whole['state'].items())])
    objects = [whole if rank == 0 else None]
    dist.broadcast_object_list(objects, 0)
    again = ZeroRedundancyOptimizer(model.parameters(), optimizer_class=kind, **settings)
    again.load_state_dict(objects[0])
    optimizer.zero_grad()
    F.cross_entropy(model(x), y).backward()
    again.step()
    say('again', ['%.4f' % p.abs().sum().item() for p in model.parameters()])

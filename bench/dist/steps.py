"""Seconds a step of ResNet-18 (3x28x28, 32 images a process, SGD) in DistributedDataParallel: run under mpirun by perch, or by PyTorch with RANK and the like set."""
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel
from torchvision.models import resnet18

torch.set_num_threads(1)
dist.init_process_group('gloo')
torch.manual_seed(0)
model = DistributedDataParallel(resnet18(num_classes=10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
x, y = torch.randn(32, 3, 28, 28), torch.randint(10, (32,))
best = 1e9
for step in range(12):
    dist.barrier()
    start = time.perf_counter()
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x + step * 0.01), y)
    loss.backward()
    optimizer.step()
    loss.item()
    best = min(best, time.perf_counter() - start)
if dist.get_rank() == 0:
    print('step %.6f' % best)

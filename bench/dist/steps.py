"""Seconds a step of ResNet-18 (3x28x28, SGD) in DistributedDataParallel, at 32 and at 128 images a process, and what the sum of as many numbers as it has gradients takes alone:
run under mpirun by perch, or by PyTorch with RANK and the like set."""
import sys
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
takes = int(sys.argv[1]) if len(sys.argv) > 1 else 12
for images in (32, 128):
    x, y = torch.randn(images, 3, 28, 28), torch.randint(10, (images,))
    best = 1e9
    for step in range(takes):
        dist.barrier()
        start = time.perf_counter()
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x + step * 0.01), y)
        loss.backward()
        optimizer.step()
        loss.item()
        best = min(best, time.perf_counter() - start)
    if dist.get_rank() == 0:
        print('step%d %.6f' % (images, best))
gradients = torch.ones(sum(p.numel() for p in model.parameters()))
best = 1e9
for _ in range(takes if dist.get_world_size() > 1 else 0):
    dist.barrier()
    start = time.perf_counter()
    dist.all_reduce(gradients)
    best = min(best, time.perf_counter() - start)
if dist.get_rank() == 0 and best < 1e9:
    print('sum %.6f' % best)

"""Seconds of all_reduce by size, for scaling.py --measured: run under mpirun by perch. Lines `ranks bytes seconds`, the least of some takes; a barrier stands before each take."""
import sys
import time

import torch
import torch.distributed as dist

dist.init_process_group('mpi')
takes = int(sys.argv[1]) if len(sys.argv) > 1 else 12
for size in (8, 64, 1 << 10, 16 << 10, 128 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20):
    x = torch.ones(size // 4)
    many = max(1, min(200, (1 << 20) // size))
    best = 1e9
    for _ in range(takes):
        dist.barrier()
        start = time.perf_counter()
        for _ in range(many):
            dist.all_reduce(x)
        best = min(best, (time.perf_counter() - start) / many)
    if dist.get_rank() == 0:
        print(dist.get_world_size(), size, '%.9f' % best)

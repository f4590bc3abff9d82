"""The same as plain.c, by torch.distributed: run under mpirun."""
import sys
import time

import torch
import torch.distributed as dist

dist.init_process_group('mpi')


def least(takes, count, x, op):
    best = 1e9
    for _ in range(takes):
        if count == 1:
            dist.barrier()
        start = time.perf_counter()
        for _ in range(count):
            dist.all_reduce(x, op=op)
        best = min(best, (time.perf_counter() - start) / count)
    return best


takes = int(sys.argv[1]) if len(sys.argv) > 1 else 12
small = least(250 * takes, 20, torch.ones(1, dtype=torch.float64), dist.ReduceOp.MAX)
large = least(takes, 1, torch.ones(16 << 20), dist.ReduceOp.SUM)
if dist.get_rank() == 0:
    print('small %.9f\nlarge %.6f' % (small, large))

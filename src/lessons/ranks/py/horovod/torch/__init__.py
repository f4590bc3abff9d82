"""horovod.torch: tensors between ranks, by torch.distributed's own way over MPI, and optimizers whose gradients are everybody's mean."""
import torch

from horovod._run import (Adasum, Average, Max, Min, Product, Sum, absent, ccl_built, cross_rank, cross_size, cuda_built, ddl_built, gloo_built, gloo_enabled, init, is_homogeneous,  # noqa: F401
                          is_initialized, local_rank, local_size, mpi_built, mpi_enabled, mpi_threads_supported, nccl_built, rank, rocm_built, shutdown, size, word_of)
from .compression import Compression        # noqa: F401
from .functions import allgather_object, broadcast_object, broadcast_optimizer_state, broadcast_parameters      # noqa: F401
from .mpi_ops import (allgather, allgather_async, allreduce, allreduce_, allreduce_async, allreduce_async_, alltoall, barrier, broadcast, broadcast_, broadcast_async, broadcast_async_,   # noqa: F401
                      grouped_allreduce, grouped_allreduce_, poll, reducescatter, synchronize)
from .optimizer import DistributedOptimizer     # noqa: F401

join = absent('horovod.torch', 'join()', 'as many steps on each rank (DistributedSampler)')
start_timeline = stop_timeline = absent('horovod.torch', 'start_timeline()', '%timeline --ranks')
SyncBatchNorm = absent('horovod.torch', 'SyncBatchNorm', 'nn.BatchNorm2d, whose statistics are each rank\'s own')

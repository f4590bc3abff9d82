"""torch.nn.parallel: one network on several GPUs: inputs scattered, the module replicated, outputs gathered."""
from torch._shelves import put
from .data_parallel import DataParallel, data_parallel, gather, parallel_apply, replicate, scatter, scatter_kwargs


def __dir__():
    return sorted({*globals(), 'comm', 'distributed', 'DistributedDataParallel'})


def __getattr__(name):
    if name in ('comm', 'distributed'):
        from importlib import import_module
        return import_module('torch.nn.parallel.' + name)
    if name == 'DistributedDataParallel':
        from .distributed import DistributedDataParallel
        return DistributedDataParallel
    raise AttributeError("module 'torch.nn.parallel' has no attribute %r" % name)


put(globals())

"""torch.multiprocessing: Python's multiprocessing, whose children have GPUs of their own and get copies of tensors that are sent; what shares memory is Tensor.share_memory_()."""
import multiprocessing as _python
from multiprocessing import *           # noqa: F401,F403
from multiprocessing import Process, get_all_start_methods, get_context, get_start_method, set_start_method     # noqa: F401

from .spawn import (ProcessContext, ProcessException, ProcessExitedException, ProcessRaisedException, SpawnContext, spawn, start_processes)     # noqa: F401

__all__ = ['set_sharing_strategy', 'get_sharing_strategy', 'get_all_sharing_strategies', *_python.__all__]


def get_all_sharing_strategies():
    return {'file_descriptor', 'file_system'}


def get_sharing_strategy():
    return 'file_descriptor'


def set_sharing_strategy(new_strategy):
    """Batches come by file descriptors: the other way, by names in the file system, is not there."""
    assert new_strategy in get_all_sharing_strategies()
    if new_strategy != 'file_descriptor':
        raise NotImplementedError("torch.multiprocessing.set_sharing_strategy(%r) is not in perch; the nearest is 'file_descriptor', which it uses" % new_strategy)


def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError("module 'torch.multiprocessing' has no attribute %r" % name, name=name)
    return getattr(_python, name)

"""Contexts: the devices that arrays live on."""
import _tensor
from _tensor import Context
from _mxnet import cpu, gpu

from .base import MXNetError

Context.default_ctx = cpu(0)
Context.devtype2str = {1: 'cpu', 2: 'gpu', 3: 'cpu_pinned', 5: 'cpu_shared'}
Context.devstr2type = {'cpu': 1, 'gpu': 2, 'cpu_pinned': 3, 'cpu_shared': 5}


def _rebuild(device_type, device_id):
    return Context(device_type, device_id)


Context.__reduce__ = lambda self: (_rebuild, (self.device_type, self.device_id))


def cpu_pinned(device_id=0):
    """Host memory that is locked for a GPU's copies: the CPU's, by a name of its own."""
    return Context('cpu_pinned', device_id)


def current_context():
    """Where arrays are made when nothing is said: cpu(0), or what a `with` names."""
    return _tensor.context()


Context.current_ctx = staticmethod(current_context)
Context._default_ctx = Context.default_ctx


def num_gpus():
    """How many GPUs there are."""
    return _tensor.gpu_count()


def gpu_memory_info(device_id=0):
    """(free, total) bytes of a GPU."""
    if not 0 <= device_id < _tensor.gpu_count():
        raise MXNetError('CUDA: invalid device ordinal')
    return _tensor.memory(device_id)['free'], _tensor.gpu_info(device_id)['memory']

"""torch.cuda: the GPUs, real or simulated: how many, which is current, their memory, streams and events."""
from _torch import _says, _two
import _tensor
from .._utils import OutOfMemoryError
from .memory import (empty_cache, max_memory_allocated, max_memory_cached, max_memory_reserved, mem_get_info, memory_allocated, memory_cached, memory_reserved,
                     memory_snapshot, memory_stats, memory_summary, reset_accumulated_memory_stats, reset_max_memory_allocated,
                     reset_max_memory_cached, reset_peak_memory_stats, set_per_process_memory_fraction)
from .graphs import CUDAGraph, graph, graph_pool_handle, is_current_stream_capturing, make_graphed_callables
from .random import (get_rng_state, get_rng_state_all, initial_seed, manual_seed, manual_seed_all, seed, seed_all, set_rng_state, set_rng_state_all)
from .streams import Event, Stream, StreamContext, current_stream, default_stream, set_stream, stream

has_half = True
has_magma = False


class CudaError(RuntimeError):
    pass


class DeferredCudaCallError(Exception):
    pass


def is_available():
    return _tensor.gpu_count() > 0


def is_bf16_supported():
    if not _two('DRIVER_MISSED'):
        _need()
    return is_available()


def device_count():
    return _tensor.gpu_count()


def is_initialized():
    """Has the program used a GPU? From then on no worker that it forks can."""
    return _tensor.gpus_begun()


def init():
    _need()
    _tensor.gpus_begun(True)


_lazy_init = init


def _need():
    if not is_available():
        raise (RuntimeError if _two('DRIVER_MISSED') else AssertionError)(_says("NO_CUDA"))


def _need_bound(name):
    """A build of PyTorch 1.13 without CUDA misses what its module of C would have."""
    if not (is_available() or _two('DRIVER_MISSED')):
        raise AttributeError("module 'torch._C' has no attribute '%s'" % name)


def _index(device, optional=True):
    """The number of a GPU that is said as a number, text, torch.device or None (the current one)."""
    _need()
    if device is None:
        if optional:
            return _tensor.current()
        raise ValueError('Expected a torch.device with a specified index or an integer, but got:None')
    if isinstance(device, int):
        index = device
    else:
        if not isinstance(device, (str, _tensor.device)):
            raise ValueError('Expected a torch.device with a specified index or an integer, but got:%s' % (device,))
        device = _tensor.device(device)
        if device.type != 'cuda':
            raise ValueError('Expected a cuda device, but got: %s' % device)
        index = _tensor.current() if device.index is None else device.index
    return index


def _checked(device):
    index = _index(device)
    if not 0 <= index < _tensor.gpu_count():
        from perch.explain import attach
        raise attach(AssertionError('Invalid device id'), 'P0104', accent=1, numbers=(index, _tensor.gpu_count(), 0, 0, 0, 0))
    return index


def current_device():
    init()
    return _tensor.current()


def set_device(device):
    if type(device) is int and device < 0:
        return
    _need_bound('_cuda_setDevice')
    index = _index(device)
    if index >= 0:
        _tensor.current(index)


class device:
    """with torch.cuda.device(1): — what a bare 'cuda' means inside."""

    def __init__(self, device):
        self.idx = -1 if device is None else _index(device)
        self.prev_idx = -1

    def __enter__(self):
        if self.idx >= 0:
            self.prev_idx = _tensor.current(self.idx)

    def __exit__(self, type, value, traceback):
        if self.idx >= 0:
            _tensor.current(self.prev_idx)
        return False


class device_of(device):
    """with torch.cuda.device_of(x): — x's device, where it is a GPU."""

    def __init__(self, obj):
        super().__init__(obj.get_device() if obj.is_cuda else None)


class _CudaDeviceProperties:
    """What get_device_properties gives."""

    def __init__(self, info):
        self.name = info['name']
        self.major, self.minor = info['capability']
        self.total_memory = info['memory']
        self.multi_processor_count = info['processors']
        self.is_integrated = self.is_multi_gpu_board = 0

    def __repr__(self):
        return "_CudaDeviceProperties(name='%s', major=%d, minor=%d, total_memory=%dMB, multi_processor_count=%d)" % (
            self.name, self.major, self.minor, self.total_memory // (1024 * 1024), self.multi_processor_count)


def get_device_properties(device):
    init()
    return _CudaDeviceProperties(_tensor.gpu_info(_checked(device)))


def get_device_name(device=None):
    return get_device_properties(device).name


def get_device_capability(device=None):
    properties = get_device_properties(device)
    return properties.major, properties.minor


def can_device_access_peer(device, peer_device):
    return _checked(device) != _checked(peer_device)


def get_arch_list():
    return ['sm_%d%d' % tuple(_tensor.gpu_info(i)['capability']) for i in range(_tensor.gpu_count())]


def synchronize(device=None):
    init()
    _tensor.wait(_checked(device))


def utilization(device=None):
    return 0 if _tensor.idle(_checked(device)) else 100


def ipc_collect():
    """Frees what other processes were lent of the GPUs' memory: perch lends none (a worker's tensors on a GPU come as bytes)."""
    _need()


# ---- random numbers: one seed for all devices ----
def __dir__():
    return sorted({*globals(), 'amp', 'comm', 'memory', 'nccl', 'nvtx', 'random', 'streams'})


def __getattr__(name):
    if name.endswith('Tensor'):
        from .. import _types
        if name[:-6] in _types._DTYPES and not name.startswith('Complex'):
            found = globals()[name] = _types.typed(name[:-6], True)
            return found
    if name in ('amp', 'nccl', 'comm', 'nvtx', 'graphs', 'memory', 'streams', 'random'):
        from importlib import import_module
        try:
            return import_module('torch.cuda.' + name)
        except ModuleNotFoundError:
            raise AttributeError("module 'torch.cuda' has no attribute %r in perch; the nearest is torch.cuda itself" % name) from None
    raise AttributeError("module 'torch.cuda' has no attribute %r" % name)

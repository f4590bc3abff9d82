"""torch.accelerator: the kind of device beside the CPU, whatever it is; here CUDA's or none."""
from collections import OrderedDict

import torch
from torch import cuda


def is_available():
    return cuda.is_available()


def device_count():
    return cuda.device_count()


def current_accelerator(check_available=False):
    """A device without a number, the kind that this build is for; None where it has to be there and is not."""
    return torch.device('cuda') if not check_available or cuda.is_available() else None


def current_device_index():
    return cuda.current_device()


current_device_idx = current_device_index


def set_device_index(device):
    cuda.set_device(cuda._index(device))


set_device_idx = set_device_index


def current_stream(device=None):
    return cuda.current_stream(device)


def set_stream(stream):
    cuda.set_stream(stream)


def synchronize(device=None):
    cuda.synchronize(device)


def _where_any(function, missed):
    """A function of torch.cuda; where no GPU is, what stands for its answer."""
    def asked(device_index=None, /):
        return function(device_index) if cuda.is_available() else missed()
    asked.__name__ = asked.__qualname__ = function.__name__
    asked.__doc__ = function.__doc__
    return asked


memory_allocated, max_memory_allocated, memory_reserved, max_memory_reserved = (_where_any(each, int) for each in (
    cuda.memory_allocated, cuda.max_memory_allocated, cuda.memory_reserved, cuda.max_memory_reserved))
memory_stats = _where_any(cuda.memory_stats, OrderedDict)
reset_peak_memory_stats, reset_accumulated_memory_stats = (_where_any(each, lambda: None) for each in (cuda.reset_peak_memory_stats, cuda.reset_accumulated_memory_stats))
empty_cache = cuda.empty_cache


def empty_host_cache():
    """The host's pinned memory is given back as tensors go."""


def get_memory_info(device_index=None, /):
    return cuda.mem_get_info(device_index)


def get_device_capability(device=None, /):
    """What an accelerator computes with."""
    cuda.get_device_capability(device)
    return {'supported_dtypes': {torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128}}


class device_index:
    """A with statement in which another device is the current one; None: the same."""

    def __init__(self, device):
        self.device, self._before = device, None

    def __enter__(self):
        if self.device is not None:
            self._before = current_device_index()
            set_device_index(self.device)

    def __exit__(self, *error):
        if self._before is not None:
            set_device_index(self._before)

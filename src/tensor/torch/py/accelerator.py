"""torch.accelerator: the kind of device beside the CPU, whatever it is; here CUDA's or none."""
import torch
from torch import cuda


def is_available():
    return cuda.is_available()


def device_count():
    return cuda.device_count()


def current_accelerator(check_available=False):
    """A device without a number, or None."""
    return torch.device('cuda') if cuda.is_available() else None


def _needed():
    if not cuda.is_available():
        raise RuntimeError('Cannot access accelerator device when none is available.')


def current_device_index():
    _needed()
    return cuda.current_device()


current_device_idx = current_device_index


def set_device_index(device):
    _needed()
    cuda.set_device(device)


set_device_idx = set_device_index


def current_stream(device=None):
    _needed()
    return cuda.current_stream(device)


def set_stream(stream):
    _needed()
    cuda.set_stream(stream)


def synchronize(device=None):
    _needed()
    cuda.synchronize(device)


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

"""Where tensors are made that say no device: torch.set_default_device, and torch.device in a with statement."""
import _tensor
import torch

_before = []


def enter(device):
    _before.append(_tensor.home(device))
    return device


def leave():
    _tensor.home(_before.pop())


def set_default_device(device):
    """None: the CPU again."""
    _tensor.home(None if device is None else torch.device(device))


def get_default_device():
    device = _tensor.home()
    if device is None and not _tensor.is_made_on_gpu():
        return torch.device('cpu')
    if device is not None and (device.type == 'cpu' or device.index is not None):
        return device
    return torch.tensor([]).device          # (which says so where the device is not here)


def get_device_module(device=None):
    """The module of a kind of devices: torch.cpu, torch.cuda."""
    import torch
    name = torch.accelerator.current_accelerator() if device is None else torch.device(device)
    kind = 'cpu' if name is None else name.type
    found = getattr(torch, kind, None)
    if found is None:
        raise RuntimeError("Device '%s' does not have a corresponding module registered as 'torch.%s'." % (kind, kind))
    return found

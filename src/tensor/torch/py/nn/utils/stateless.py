"""functional_call: a module as a function of its parameters and buffers, which are others for one call."""
import warnings

import torch


def _holder(module, path):
    """The module that has that name, and the last part of it."""
    *way, name = path.split('.')
    for part in way:
        module = getattr(module, part)
    return module, name


def _table(module, name):
    for table in (module._parameters, module._buffers):
        if name in table:
            return table
    return None


class _Others:
    """A with statement in which the module has the other tensors."""

    def __init__(self, module, tensors):
        self.kept, self.places = [], []
        for path, tensor in tensors.items():
            try:
                holder, name = _holder(module, path)
            except AttributeError:
                continue
            table = _table(holder, name)
            if table is not None:
                self.places.append((table, name, tensor, path))

    def __enter__(self):
        for table, name, tensor, path in self.places:
            self.kept.append((table, name, table[name]))
            table[name] = tensor

    def __exit__(self, *error):
        for table, name, tensor in reversed(self.kept):
            table[name] = tensor


def functional_call(module, parameters_and_buffers, args, kwargs=None):
    if torch.jit.is_tracing():
        raise RuntimeError("The stateless API can't be used with Jitted modules")
    if isinstance(module, torch.nn.DataParallel):
        warnings.warn("The stateless API can't be used with nn.DataParallel modules")
    kwargs = {} if kwargs is None else kwargs
    with _Others(module, parameters_and_buffers):
        return module(*args, **kwargs) if isinstance(args, tuple) else module(args, **kwargs)

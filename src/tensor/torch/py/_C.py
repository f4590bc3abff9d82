"""torch._C: what programs ask of PyTorch's compiled half by that name."""
import os
import sys

import _tensor
import _torch

from _torch import _disabled_torch_function_impl        # noqa: F401

from torch._dispatch import disabled as _disabled_torch_dispatch_impl        # noqa: F401

_logged = set()


class DisableTorchFunction:
    """While it is entered no class answers for torch's functions."""

    def __enter__(self):
        _torch._answers_off(1)

    def __exit__(self, *exception):
        _torch._answers_off(-1)


DisableTorchFunctionSubclass = DisableTorchFunction             # PyTorch 2's name


def _has_torch_function(args):
    from torch import overrides
    return overrides.has_torch_function(args)


def _get_tracing_state():
    """Something true while torch.jit.trace runs a function, else None."""
    from torch import jit
    return jit if jit.is_tracing() else None


def _log_api_usage_once(name):
    """A line to stderr at the first use of a name, where PYTORCH_API_USAGE_STDERR asks for it."""
    if name not in _logged:
        _logged.add(name)
        if os.environ.get('PYTORCH_API_USAGE_STDERR'):
            print('PYTORCH_API_USAGE', name, file=sys.stderr)


def _compiled_functions():
    """torch._C._nn: where code of graphs finds functions of torch.nn.functional that PyTorch has in C."""
    import types
    import torch.nn.functional as functional
    from torch.fx.node import _IN_NN
    made = types.ModuleType('torch._C._nn')
    vars(made).update((name, getattr(functional, name)) for name in _IN_NN if hasattr(functional, name))
    return made


def __getattr__(name):
    import torch
    if name == '_nn':
        made = globals()[name] = _compiled_functions()
        return made
    if name in ('_TensorBase', 'TensorBase'):
        return _tensor.Tensor
    if name in ('Generator', 'device', 'dtype', 'Size', 'memory_format', 'layout'):
        return getattr(torch, name)
    raise AttributeError("module 'torch._C' has no attribute %r in perch, whose compiled half has names of its own" % name, name=name)

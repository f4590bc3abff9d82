"""What torch.compile gives: a module around the module, a function around the function, which call what they hold."""
import functools

import torch
from torch.nn.modules.module import Module

from .recording import Compiled


class OptimizedModule(Module):
    """The module that was given, as its part _orig_mod; attributes and settings are that one's."""

    _own = ('_orig_mod', 'dynamo_ctx', '_compiled')

    def __init__(self, mod, dynamo_ctx=None, fullgraph=False, graphs=True, backend=None):
        super().__init__()
        self._modules['_orig_mod'] = mod
        object.__setattr__(self, '_compiled', Compiled(mod, mod, fullgraph, graphs) if backend is None else _backed(mod, backend, fullgraph))

    def __call__(self, *args, **kwargs):
        return self._compiled(args, kwargs)

    forward = __call__

    def __len__(self):
        return len(self._modules['_orig_mod'])

    def __getattr__(self, name):
        held = self.__dict__.get('_modules', {})
        if name == '_orig_mod' and name in held:
            return held[name]
        return getattr(held['_orig_mod'], name)

    def __setattr__(self, name, value):
        if name in self._own:
            super().__setattr__(name, value)
        else:
            setattr(self._orig_mod, name, value)

    def __delattr__(self, name):
        delattr(self._orig_mod, name)

    def __dir__(self):
        return sorted({*super().__dir__(), *dir(self._orig_mod), '_orig_mod'})

    @property
    def training(self):
        return self._orig_mod.training

    @training.setter
    def training(self, on):
        if '_orig_mod' in self.__dict__.get('_modules', ()):        # (Module.__init__ comes before it)
            self._orig_mod.training = on


def _checked(mode, options, backend):
    from . import lookup_backend
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    lookup_backend(backend)
    modes = ('default', 'lite', 'reduce-overhead', 'max-autotune-no-cudagraphs', 'max-autotune')
    if backend == 'inductor' and mode is not None and mode not in modes:
        raise RuntimeError('Unrecognized mode=%s, should be one of: %s' % (mode, ', '.join(modes)))
    if backend == 'inductor' and options:
        from torch._inductor import check_options
        check_options(options)


def _backed(function, backend, fullgraph):
    from .graphs import Backed
    return Backed(function, backend, fullgraph)


def wrapped(model, fullgraph=False, graphs=True, backend=None):
    """backend: one of the program's own, which is given graphs."""
    if isinstance(model, Module):
        return OptimizedModule(model, fullgraph=fullgraph, graphs=graphs, backend=backend)
    if not callable(model):
        raise AssertionError('A callable function is expected, but %s is provided.' % type(model))
    if isinstance(model, type):
        return model

    learned = Compiled(model, fullgraph=fullgraph, graphs=graphs) if backend is None else _backed(model, backend, fullgraph)

    @functools.wraps(model)
    def compiled(*args, **kwargs):
        return learned(args, kwargs)
    compiled._torchdynamo_orig_callable = model
    return compiled


def compile(model=None, *, fullgraph=False, dynamic=None, backend='inductor', mode=None, options=None, name=None, recompile_limit=None, isolate_recompiles=False, disable=False):
    """torch.compile: every argument is looked at as PyTorch does; then the model's calls are written down and made again (recording.py), with the same results."""
    if model is None:
        def decorate(model):
            if model is None:
                raise RuntimeError("Model can't be None")
            return compile(model, fullgraph=fullgraph, dynamic=dynamic, backend=backend, mode=mode, options=options, disable=disable)
        return decorate
    _checked(mode, options, backend)
    graphs = mode != 'max-autotune-no-cudagraphs' and not (isinstance(options, dict) and options.get('triton.cudagraphs') is False)
    return model if disable else wrapped(model, fullgraph, graphs, backend if callable(backend) else None)


def disable(fn=None, recursive=True, *, reason=None, wrapping=True):
    """Code that is not to be compiled: all code here."""
    if fn is None:
        return disable
    if isinstance(fn, (Module, type)):
        return fn

    @functools.wraps(fn)
    def plain(*args, **kwargs):
        return fn(*args, **kwargs)
    return plain


def optimize(backend='inductor', *, nopython=False, dynamic=None, **more):
    """The older form of torch.compile: optimize('inductor')(model)."""
    return compile(backend=backend, fullgraph=nopython, dynamic=dynamic)

"""torch.compiler: what programs say around torch.compile (torch/_dynamo)."""
import functools

import torch
from torch._dynamo import allow_in_graph, assume_constant_result, is_compiling, list_backends, reset
from torch._dynamo import recording
from torch._dynamo.eval_frame import disable

_default_backend = ['inductor']


def compile(*args, **kwargs):
    return torch.compile(*args, **kwargs)


is_dynamo_compiling = is_exporting = is_compiling


def cudagraph_mark_step_begin():
    """A new iteration begins: CUDA graphs would be told."""


class _Stance:
    """What set_stance answers: in `with` it ends there, as a decorator it is a function's own."""

    def __init__(self, stance):
        self.stance, self.prev = stance, recording.state.stance
        recording.state.stance = stance

    def __call__(self, fn):
        """The function in that stance; where it is a decorator, nothing is changed outside of it."""
        recording.state.stance = self.prev

        @functools.wraps(fn)
        def inner(*args, **kwargs):
            if recording.state.compiling:
                recording.forbidden(inner)
            with _Stance(self.stance):
                return fn(*args, **kwargs)
        return inner

    def __enter__(self):
        recording.state.stance = self.stance

    def __exit__(self, kind, value, trace):
        recording.state.stance = self.prev


def set_stance(stance='default', *, skip_guard_eval_unsafe=False, force_backend=None):
    """How torch.compile goes about it from now on; usable in with and as a decorator, too. (What is no stance is told at the next call.)"""
    if recording.state.compiling:
        recording.forbidden(set_stance)
    return _Stance(stance)


def get_default_backend():
    return _default_backend[0]


def set_default_backend(backend):
    from torch._dynamo import lookup_backend
    _default_backend[0] = lookup_backend(backend)


def substitute_in_graph(original_fn, **how):
    return lambda function: function

"""torch.compiler: what programs say around torch.compile (torch/_dynamo)."""
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
    """What set_stance answers: in `with` it ends there."""

    def __init__(self, before):
        self.before = before

    def __enter__(self):
        pass

    def __exit__(self, kind, value, trace):
        recording.state.stance = self.before


def set_stance(stance='default', *, skip_guard_eval_unsafe=False, force_backend=None):
    """How torch.compile goes about it; usable in with, too."""
    if stance not in ('default', 'force_eager', 'eager_on_recompile', 'fail_on_recompile', 'eager_then_compile', 'aot_eager_then_compile'):
        raise RuntimeError('invalid torch.compile stance ' + repr(stance))
    before, recording.state.stance = recording.state.stance, stance
    return _Stance(before)


def get_default_backend():
    return _default_backend[0]


def set_default_backend(backend):
    from torch._dynamo import lookup_backend
    _default_backend[0] = lookup_backend(backend)


def substitute_in_graph(original_fn, **how):
    return lambda function: function

"""torch._dynamo, where torch.compile looks: nothing is compiled; what a model calls is written down and called again without it, where that gives the same numbers (recording.py)."""
from . import config, exc, recording, utils
from .eval_frame import OptimizedModule, disable, optimize
from .exc import InvalidBackend

_BACKENDS = ('cudagraphs', 'inductor', 'openxla', 'tvm')        # what list_backends() names; more can be asked for by name
_MORE = ('aot_eager', 'aot_eager_decomp_partition', 'aot_eager_default_partitioner', 'aot_ts', 'eager', 'eager_debug', 'eager_noexcept', 'pre_dispatch_eager', 'ts')


def list_backends(exclude_tags=('debug', 'experimental')):
    return sorted(_BACKENDS if exclude_tags else _BACKENDS + _MORE)


def lookup_backend(name):
    """A backend by its name, which must be one."""
    if isinstance(name, str) and name not in _BACKENDS + _MORE:
        raise InvalidBackend(name)
    return name


def reset():
    """Forgets what was learned of all compiled functions."""
    for each in recording.known:
        each.forget()


def is_compiling():
    """Does what runs just now run compiled?"""
    return recording.state.compiling


def is_dynamo_supported():
    return True


def graph_break(msg=''):
    """Between graphs; here everything is."""


def _as_it_is(fn=None):
    return fn if fn is not None else _as_it_is


allow_in_graph = disallow_in_graph = forbid_in_graph = assume_constant_result = nonstrict_trace = run = _as_it_is


def mark_dynamic(t, index, **bounds):
    """A size that may change: here every size may."""


maybe_mark_dynamic = mark_static = mark_static_address = mark_dynamic


def explain(f, *extra_args, **extra_kwargs):
    """What graphs a call of f is taken apart into: explain(f)(*args) gives an ExplainOutput."""
    def inner(*args, **kwargs):
        from .backends.debugging import explained
        return explained(f, args, kwargs)
    if extra_args or extra_kwargs:
        import warnings
        warnings.warn('explain(f, *args, **kwargs) is deprecated, use explain(f)(*args, **kwargs) instead.  If you don\'t migrate, we may break your explain call in the future if your '
                      'user defined kwargs conflict with future kwargs added to explain(f).', FutureWarning, stacklevel=2)
        return inner(*extra_args, **extra_kwargs)
    return inner


def export(f, *args, **kwargs):
    raise NotImplementedError('torch._dynamo.export is not in perch; the nearest is torch.export.export')

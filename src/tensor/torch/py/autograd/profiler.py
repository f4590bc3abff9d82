"""torch.autograd.profiler: what ran and how long, from the ledger."""
import functools

import _tensor
from _torch import _two
from torch import _ops
from ._events import EventList, FunctionEvent, FunctionEventAvg, gather

_open = []      # the profiles under way: lists of (name, start, end)


class record_function:
    """with record_function('name'): what runs inside is a range of that name in a profile; also a decorator."""

    def __init__(self, name, args=None):
        self.name, self.args, self._starts, self._seen = name, args, [], []

    def __enter__(self):
        self._starts.append(_tensor.ledger_now() if _open else None)
        if _ops.seen is not None:
            from torch._dispatch.ranges import named
            self._seen.append(named(self.name))
            self._seen[-1].__enter__()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        if self._seen:
            self._seen.pop().__exit__(exc_type, exc_value, traceback)
        start = self._starts.pop()
        if start is not None:
            for ranges in _open:
                ranges.append((self.name, start, _tensor.ledger_now()))

    def __call__(self, function):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with record_function(self.name):
                return function(*args, **kwargs)
        return wrapped


def absent(**asked):
    """A warning for each option that is asked for and that the ledger cannot serve."""
    import warnings
    for name, on in asked.items():
        if on:
            warnings.warn('%s is not in perch: the ledger keeps operations, times, bytes and lines' % name, stacklevel=4)


class profile:
    """with profile() as prof: … ; print(prof.key_averages().table())"""

    def __init__(self, enabled=True, *, use_cuda=None, use_device=None, record_shapes=False, with_flops=False, profile_memory=False, with_stack=False, with_modules=False, use_kineto=False,
                 use_cpu=True, use_mtia=False, experimental_config=None):
        if use_cuda is not None and _two('PROFILES_DEVICES'):
            raise TypeError("profile.__init__() got an unexpected keyword argument 'use_cuda'")
        use_cuda = bool(use_cuda) or use_device == 'cuda'
        absent(record_shapes=record_shapes, with_flops=with_flops, with_modules=with_modules, use_mtia=use_mtia, experimental_config=experimental_config)
        self.enabled, self.use_cuda, self.use_cpu, self.profile_memory, self.with_stack = enabled, use_cuda and _tensor.gpu_count() > 0, use_cpu, profile_memory, with_stack
        self.record_shapes, self.use_kineto = record_shapes, use_kineto
        self.entered = False
        self.function_events = None

    def __enter__(self):
        if not self.enabled:
            return self
        if self.entered:
            raise RuntimeError('Profiler context manager is not reentrant')
        self.entered = True
        self._begin()
        return self

    def _begin(self):
        self._wait()
        self._was_on = _tensor.ledger(True)
        self._since = _tensor.ledger_ends()[0]
        self._ranges = []
        _open.append(self._ranges)
        self._start = _tensor.ledger_now()

    def _wait(self):
        if _tensor.gpus_begun():
            _tensor.wait_all()

    def __exit__(self, exc_type, exc_val, exc_tb):
        if self.enabled:
            self._end()
        return False

    def _end(self):
        self._wait()
        _open[:] = [r for r in _open if r is not self._ranges]
        self.function_events = gather(self._since, self._ranges, self.use_cpu, self.use_cuda, self.profile_memory, self.with_stack)
        if not self._was_on:
            _tensor.ledger(False)

    def _check_finish(self):
        if self.function_events is None:
            raise RuntimeError("Profiler didn't finish running")

    def __repr__(self):
        return '<unfinished torch.autograd.profile>' if self.function_events is None else repr(self.function_events)

    def __str__(self):
        return '<unfinished torch.autograd.profile>' if self.function_events is None else str(self.function_events)

    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, max_shapes_column_width=80, header=None, top_level_events_only=False):
        self._check_finish()
        return self.function_events.table(sort_by, row_limit, max_src_column_width, max_name_column_width, max_shapes_column_width, header, top_level_events_only)

    def export_chrome_trace(self, path):
        self._check_finish()
        self.function_events.export_chrome_trace(path)

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0):
        self._check_finish()
        return self.function_events.key_averages(group_by_input_shape, group_by_stack_n)

    def total_average(self):
        self._check_finish()
        return self.function_events.total_average()

    @property
    def self_cpu_time_total(self):
        self._check_finish()
        return self.function_events.self_cpu_time_total


def __getattr__(name):
    if name in ('emit_nvtx', 'emit_itt', 'load_nvprof', 'kineto_available'):
        raise AttributeError('torch.autograd.profiler.%s is not in perch; the nearest is torch.profiler.profile().export_chrome_trace' % name)
    raise AttributeError("module 'torch.autograd.profiler' has no attribute %r" % name)

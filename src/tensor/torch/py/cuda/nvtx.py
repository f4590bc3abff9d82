"""Ranges that a profiler shows: here they are those of torch.profiler.record_function."""
from contextlib import contextmanager

__all__ = ['range_push', 'range_pop', 'range_start', 'range_end', 'mark', 'range']
_open = []


def _begin(msg):
    from torch.autograd.profiler import record_function
    span = record_function(str(msg))
    span.__enter__()
    return span


def _need():
    import torch
    if not torch.cuda.is_available():
        raise RuntimeError('NVTX functions not installed. Are you sure you have a CUDA build?')


def range_push(msg):
    """Begins a range inside the one that is open; how many were."""
    _need()
    _open.append(_begin(msg))
    return len(_open) - 1


def range_pop():
    """Ends the youngest range; how many are open then, -1 below: none was."""
    _need()
    if not _open:
        return -2
    _open.pop().__exit__(None, None, None)
    return len(_open)


_started = {}


def range_start(msg):
    """Begins a range that range_end(its number) ends."""
    _need()
    number = max(_started, default=0) + 1
    _started[number] = _begin(msg)
    return number


def range_end(range_id):
    _started.pop(range_id).__exit__(None, None, None)


def mark(msg):
    _need()
    _begin(msg).__exit__(None, None, None)


@contextmanager
def range(msg, *args, **kwargs):
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()

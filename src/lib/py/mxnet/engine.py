"""mx.engine: how many operations go to the device at once; perch's engine needs no telling."""
from contextlib import contextmanager


def set_bulk_size(size):
    before, _state[0] = _state[0], size
    return before


_state = [15]


@contextmanager
def bulk(size):
    before = set_bulk_size(size)
    try:
        yield
    finally:
        set_bulk_size(before)

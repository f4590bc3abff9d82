"""mx.engine: MXNET_ENGINE_TYPE=NaiveEngine does each operation when it is called, every other engine behind the program's back, in the order of the calls.

A bulk is how many operations MXNet's engine takes up as one. That changes how often work is handed over and never what is computed, when it may be waited for
or which error is told; perch hands over what is long, and small calls behind it, one by one, so the number is kept and asked for alone.
"""
import operator
import os
from contextlib import contextmanager

_state = [0]


def set_bulk_size(size):
    """The number before."""
    before, size = _state[0], operator.index(size)
    if os.environ.get('MXNET_ENGINE_TYPE') != 'NaiveEngine':
        _state[0] = size
    return before


@contextmanager
def bulk(size):
    before = set_bulk_size(size)
    try:
        yield
    finally:
        set_bulk_size(before)

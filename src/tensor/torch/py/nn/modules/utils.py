"""Numbers as tuples: kernel sizes, strides and the like."""
from itertools import repeat


def _ntuple(n, name):
    def parse(x):
        if hasattr(x, '__iter__'):
            return tuple(x)
        return tuple(repeat(x, n))
    parse.__name__ = name
    return parse


_single = _ntuple(1, '_single')
_pair = _ntuple(2, '_pair')
_triple = _ntuple(3, '_triple')
_quadruple = _ntuple(4, '_quadruple')


def _reverse_repeat_tuple(t, n):
    """(1, 2), 2 -> (2, 2, 1, 1): F.pad counts from the last axis."""
    return tuple(x for x in reversed(t) for _ in range(n))


def _padding_at(padding_idx, count, name='Padding_idx'):
    """The row that stays as it is, from 0; name: as the one who asks calls it."""
    if padding_idx is None:
        return None
    if padding_idx > 0:
        assert padding_idx < count, name + ' must be within num_embeddings'
    elif padding_idx < 0:
        assert padding_idx >= -count, name + ' must be within num_embeddings'
        padding_idx += count
    return padding_idx

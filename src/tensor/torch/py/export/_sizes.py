"""Sizes of what goes into an exported graph: which may change, between which numbers, and what is said where one does not fit."""
import torch


class _DimHint:
    def __init__(self, word):
        self.word = word

    def __repr__(self):
        return 'DimHint(%s)' % self.word


class Dim:
    """A size that may change, between two numbers."""

    AUTO, DYNAMIC, STATIC = map(_DimHint, ('AUTO', 'DYNAMIC', 'STATIC'))

    def __init__(self, name, *, min=None, max=None):
        if not name.isidentifier():
            raise AssertionError('Dim name must be a valid identifier, got ' + name)
        self.__name__, self._said = name, (min, max)
        self.min, self.max = 0 if min is None else min, (1 << 63) - 1 if max is None else max
        if self.max <= self.min:
            raise AssertionError('Cannot create Dim with inconsistent min=%s, max=%s' % (min, max))

    def __repr__(self):
        low, high = self._said
        parts = [repr(self.__name__)] + (['min=%d' % self.min] if low is None and high is None or (low is not None and low > 2) else []) + ([] if high is None else ['max=%d' % high])
        return 'Dim(%s)' % ', '.join(parts)


class Range:
    """Between which numbers a size is."""

    def __init__(self, lower, upper):
        self.lower, self.upper = lower, upper

    def __repr__(self):
        return 'VR[%d, %s]' % (self.lower, 'int_oo' if self.upper is None else self.upper)


def check_of(name, leaf, free):
    """What a module that was exported asks of an input."""
    if not isinstance(leaf, torch.Tensor):
        def same(value):
            if value != leaf:
                raise AssertionError('Guard failed: %s == %r' % (name, leaf))
        return same
    sizes = list(leaf.shape)

    def fits(value):
        for axis, size in enumerate(sizes):
            if axis >= value.dim():
                raise AssertionError('Guard failed: len(%s.size()) == %d' % (name, len(sizes)))
            dim, now = free.get(axis), value.shape[axis]
            if dim is None and now != size:
                raise AssertionError('Guard failed: %s.size()[%d] == %d' % (name, axis, size))
            if isinstance(dim, Dim) and now > dim.max:
                raise AssertionError('Guard failed: %s.size()[%d] <= %d' % (name, axis, dim.max))
            if isinstance(dim, Dim) and now < dim.min:
                raise AssertionError('Guard failed: %s.size()[%d] >= %d' % (name, axis, dim.min))
    return fits

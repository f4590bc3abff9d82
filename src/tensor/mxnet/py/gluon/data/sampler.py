"""Samplers: in which order items come."""
from _mxnet import _says
import itertools


class Sampler:
    """The base class: __iter__ and __len__."""

    def __len__(self):
        raise NotImplementedError

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler):
    """start, start + 1, …"""

    def __init__(self, length, start=0):
        self._length, self._start = length, start

    def __iter__(self):
        return iter(range(self._start, self._start + self._length))

    def __len__(self):
        return self._length


class RandomSampler(Sampler):
    """All in a random order, which numpy.random.seed sets."""

    def __init__(self, length):
        self._length = length

    def __iter__(self):
        import numpy
        order = numpy.arange(self._length)
        numpy.random.shuffle(order)
        return iter(order)

    def __len__(self):
        return self._length


class FilterSampler(Sampler):
    """Those that fn holds for."""

    def __init__(self, fn, dataset):
        self._indices = [i for i in range(len(dataset)) if fn(dataset[i])]

    def __iter__(self):
        return iter(self._indices)

    def __len__(self):
        return len(self._indices)


class BatchSampler(Sampler):
    """Lists of batch_size; what is left over is kept, discarded, or put before the next epoch."""

    def __init__(self, sampler, batch_size, last_batch='keep'):
        self._sampler, self._batch_size, self._last_batch, self._prev = sampler, batch_size, last_batch, []

    def __iter__(self):
        left, self._prev = self._prev, []
        items, size = itertools.chain(left, self._sampler), max(self._batch_size, 0) or None        # of no size: all in one
        while len(batch := list(itertools.islice(items, size))) == size:
            yield batch
        if batch and self._last_batch not in ('keep', 'rollover', 'discard'):
            raise ValueError(_says("LAST_BATCH", self._last_batch))
        if batch and self._last_batch == 'keep':
            yield batch
        self._prev = batch if self._last_batch == 'rollover' else []

    def __len__(self):
        n, b = len(self._sampler), self._batch_size
        if self._last_batch == 'keep':
            return (n + b - 1) // b
        if self._last_batch == 'discard':
            return n // b
        if self._last_batch == 'rollover':
            return (len(self._prev) + n) // b
        raise ValueError(_says("LAST_BATCH", self._last_batch))

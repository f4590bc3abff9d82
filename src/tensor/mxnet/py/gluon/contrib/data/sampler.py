"""A sampler that goes through the items in strides."""
from ...data import sampler


class IntervalSampler(sampler.Sampler):
    """Every interval-th item; with rollover then those behind the first, and so on."""

    def __init__(self, length, interval, rollover=True):
        if interval > length:
            raise AssertionError(f'Interval {interval} must be smaller than length {length}')
        self._length, self._interval, self._rollover = length, interval, rollover

    def __iter__(self):
        starts = range(self._interval if self._rollover else 1)
        return (i for start in starts for i in range(start, self._length, self._interval))

    def __len__(self):
        return self._length

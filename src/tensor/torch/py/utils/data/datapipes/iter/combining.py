"""Several pipes as one (concat, zip, mux), and one as several (fork, demux)."""
from collections import deque

from _torch import _says

from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe


def _need_pipes(datapipes, name):
    if not all(isinstance(each, IterDataPipe) for each in datapipes):
        raise TypeError('All inputs are required to be `IterDataPipe` for `{}`.'.format(name))


@functional_datapipe('concat')
class ConcaterIterDataPipe(IterDataPipe):
    def __init__(self, *datapipes):
        if not datapipes:
            raise ValueError('Expected at least one DataPipe, but got nothing')
        if not all(isinstance(each, IterDataPipe) for each in datapipes):
            raise TypeError('Expected all inputs to be `IterDataPipe`')
        self.datapipes = datapipes

    def __iter__(self):
        for each in self.datapipes:
            yield from each

    def __len__(self):
        return sum(len(each) for each in self.datapipes)


@functional_datapipe('zip')
class ZipperIterDataPipe(IterDataPipe):
    def __init__(self, *datapipes):
        _need_pipes(datapipes, 'ZipIterDataPipe')
        self.datapipes = datapipes

    def __iter__(self):
        yield from zip(*self.datapipes)

    def __len__(self):
        return min(len(each) for each in self.datapipes)


@functional_datapipe('mux')
class MultiplexerIterDataPipe(IterDataPipe):
    """One item of each in turn, until one has ended."""

    def __init__(self, *datapipes):
        self.datapipes = datapipes

    def __iter__(self):
        for row in zip(*self.datapipes):
            yield from row

    def __len__(self):
        return len(self.datapipes) * min(len(each) for each in self.datapipes)


class _Child(IterDataPipe, told=False):
    """One of several that share a source."""

    def __init__(self, main_datapipe, instance_id):
        self.main_datapipe, self.instance_id = main_datapipe, instance_id

    def __iter__(self):
        return self.main_datapipe.items_of(self.instance_id)

    def __len__(self):
        return len(self.main_datapipe.datapipe)


_Child.__name__ = _Child.__qualname__ = '_ChildDataPipe'


class _Shared(IterDataPipe):
    """The source of several children, gone through once for all of them; a child that begins again begins a new round for all."""
    name = None

    def __init__(self, datapipe, num_instances, buffer_size):
        self.datapipe, self.num_instances, self.buffer_size = datapipe, num_instances, buffer_size
        self._round = 0
        self._anew()

    def _anew(self):
        self._round += 1
        self._source, self._begun, self._waiting, self._count = None, set(), [deque() for _ in range(self.num_instances)], 0

    def items_of(self, child):
        if child in self._begun:
            self._anew()
        self._begun.add(child)
        return self._given(child, self._round)

    def _given(self, child, number):
        while True:
            if number != self._round:
                raise RuntimeError('This iterator has been invalidated because another iterator has been created from the same IterDataPipe')
            if not self._waiting[child] and not self._more(child):
                return
            yield self._taken(child)

    def _more(self, child):
        """Goes on until something waits for that child; False: the source has ended."""
        if self._source is None:
            self._source = iter(self.datapipe)
        while not self._waiting[child]:
            try:
                item = next(self._source)
            except StopIteration:
                return False
            self._keep(item, child)
        return True


class _Forked(_Shared):
    name = 'ForkerIterDataPipe'

    def _keep(self, item, child):
        for number, waiting in enumerate(self._waiting):
            waiting.append(item)
            if number != child and self.buffer_size >= 0 and len(waiting) > self.buffer_size:
                raise BufferError('ForkerIterDataPipe buffer overflow,' + 'buffer size {} is insufficient.'.format(self.buffer_size))

    def _taken(self, child):
        return self._waiting[child].popleft()


class _Sorted(_Shared):
    name = 'DemultiplexerIterDataPipe'

    def __init__(self, datapipe, num_instances, classifier_fn, drop_none, buffer_size):
        self.classifier_fn, self.drop_none = classifier_fn, drop_none
        super().__init__(datapipe, num_instances, buffer_size)

    def _keep(self, item, child):
        kind = self.classifier_fn(item)
        if kind is None and self.drop_none:
            return
        if kind is None or kind >= self.num_instances or kind < 0:
            raise ValueError('Output of the classification fn should be between 0 and {}. '.format(self.num_instances - 1) + '{} is returned.'.format(kind))
        self._waiting[kind].append(item)
        self._count += kind != child
        if self.buffer_size >= 0 and self._count > self.buffer_size:
            raise BufferError('DemultiplexerIterDataPipe buffer overflow, buffer size {} is insufficient.'.format(self.buffer_size))

    def _taken(self, child):
        self._count = max(self._count - 1, 0)
        return self._waiting[child].popleft()


@functional_datapipe('fork')
class ForkerIterDataPipe(IterDataPipe):
    """Copies: every child gives every item."""

    def __new__(cls, datapipe, num_instances, buffer_size=1000):
        if num_instances < 1:
            raise ValueError(_says("FORK_COUNT", num_instances))
        if num_instances == 1:
            return datapipe
        main = _Forked(datapipe, num_instances, buffer_size)
        return [_Child(main, i) for i in range(num_instances)]


@functional_datapipe('demux')
class DemultiplexerIterDataPipe(IterDataPipe):
    """Each child gives the items of its kind."""

    def __new__(cls, datapipe, num_instances, classifier_fn, drop_none=False, buffer_size=1000):
        if num_instances < 1:
            raise ValueError(_says("FORK_COUNT", num_instances))
        main = _Sorted(datapipe, num_instances, classifier_fn, drop_none, buffer_size)
        return [_Child(main, i) for i in range(num_instances)]

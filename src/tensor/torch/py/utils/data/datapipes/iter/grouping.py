"""batch, unbatch, groupby, sharding_filter."""
import itertools

from .._decorator import functional_datapipe
from ..datapipe import DataChunk, IterDataPipe


@functional_datapipe('sharding_filter')
class ShardingFilterIterDataPipe(IterDataPipe):
    """Of several workers each its own part."""

    def __init__(self, source_datapipe):
        self.source_datapipe, self.num_of_instances, self.instance_id = source_datapipe, 1, 0

    def is_shardable(self):
        return True

    def apply_sharding(self, num_of_instances, instance_id):
        self.num_of_instances, self.instance_id = num_of_instances, instance_id

    def __iter__(self):
        for i, item in enumerate(self.source_datapipe):
            if i % self.num_of_instances == self.instance_id:
                yield item

    def __len__(self):
        whole = len(self.source_datapipe)
        return whole // self.num_of_instances + (self.instance_id < whole % self.num_of_instances)


@functional_datapipe('batch')
class BatcherIterDataPipe(IterDataPipe):
    def __init__(self, datapipe, batch_size, drop_last=False, wrapper_class=DataChunk):
        assert batch_size > 0, 'Batch size is required to be larger than 0!'
        self.datapipe, self.batch_size, self.drop_last, self.wrapper_class = datapipe, batch_size, drop_last, wrapper_class

    def __iter__(self):
        items, least = iter(self.datapipe), self.batch_size if self.drop_last else 1
        while len(batch := list(itertools.islice(items, self.batch_size))) >= least:
            yield self.wrapper_class(batch)

    def __len__(self):
        whole = len(self.datapipe)
        return whole // self.batch_size if self.drop_last else -(-whole // self.batch_size)


@functional_datapipe('unbatch')
class UnBatcherIterDataPipe(IterDataPipe):
    def __init__(self, datapipe, unbatch_level=1):
        self.datapipe, self.unbatch_level = datapipe, unbatch_level

    def __iter__(self):
        for element in self.datapipe:
            yield from self._taken_apart(element, self.unbatch_level)

    def _taken_apart(self, element, level):
        if level < -1:
            raise ValueError('unbatch_level must be -1 or >= 0')
        if level == 0 or level == -1 and not isinstance(element, (list, DataChunk)):
            yield element
        elif isinstance(element, (list, DataChunk)):
            for each in element:
                yield from self._taken_apart(each, level if level == -1 else level - 1)
        else:
            raise IndexError(f'unbatch_level {self.unbatch_level} exceeds the depth of the DataPipe')


@functional_datapipe('groupby')
class GrouperIterDataPipe(IterDataPipe):
    """Items of one key together; when the buffer is full the largest group goes on."""

    def __init__(self, datapipe, group_key_fn, *, buffer_size=10000, group_size=None, guaranteed_group_size=None, drop_remaining=False):
        self.datapipe, self.group_key_fn, self.max_buffer_size = datapipe, group_key_fn, buffer_size
        self.group_size, self.guaranteed_group_size = group_size, None
        if group_size is not None and buffer_size is not None:
            assert 0 < group_size <= buffer_size
            self.guaranteed_group_size = group_size
        if guaranteed_group_size is not None:
            assert group_size is not None and 0 < guaranteed_group_size <= group_size
            self.guaranteed_group_size = guaranteed_group_size
        self.drop_remaining, self.wrapper_class = drop_remaining, DataChunk

    def _room(self, groups):
        """Takes the largest group out; gives it where it is large enough."""
        key = max(groups, key=lambda k: len(groups[k]))
        least = self.guaranteed_group_size
        if least is not None and len(groups[key]) < least and not self.drop_remaining:
            raise RuntimeError('Failed to group items', str(groups[key]))
        taken = groups.pop(key)
        return taken, least is None or len(taken) >= least

    def __iter__(self):
        groups, count = {}, 0
        for item in self.datapipe:
            key = self.group_key_fn(item)
            groups.setdefault(key, []).append(item)
            count += 1
            if self.group_size is not None and self.group_size == len(groups[key]):
                count -= self.group_size
                yield self.wrapper_class(groups.pop(key))
            if count == self.max_buffer_size:
                taken, whole = self._room(groups)
                count -= len(taken)
                if whole:
                    yield self.wrapper_class(taken)
        for key in tuple(groups):
            yield self.wrapper_class(groups.pop(key))

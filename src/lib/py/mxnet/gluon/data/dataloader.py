"""DataLoader: batches of a data set."""
from ... import ndarray as nd
from ...util import in_mode
from .sampler import BatchSampler, RandomSampler, SequentialSampler


def default_batchify_fn(data):
    """Items side by side: arrays are stacked, tuples part by part, numbers become an array."""
    first = data[0]
    if isinstance(first, nd.NDArray):
        return nd.stack(*data)
    if isinstance(first, tuple):
        return [default_batchify_fn(part) for part in zip(*data)]
    import numpy
    data = numpy.asarray(data)
    return in_mode(nd.array(data, dtype=data.dtype))


default_mp_batchify_fn = default_batchify_fn


class DataLoader:
    """for batch in DataLoader(dataset, batch_size, shuffle=True): …

    num_workers is taken and means nothing: perch makes the batches in the program's own thread.
    """

    def __init__(self, dataset, batch_size=None, shuffle=False, sampler=None, last_batch=None, batch_sampler=None, batchify_fn=None, num_workers=0, pin_memory=False,
                 pin_device_id=0, prefetch=None, thread_pool=False, timeout=120, auto_reload=False):
        self._dataset = dataset
        if batch_sampler is None:
            if batch_size is None:
                raise ValueError('batch_size must be specified unless batch_sampler is specified')
            if sampler is None:
                sampler = RandomSampler(len(dataset)) if shuffle else SequentialSampler(len(dataset))
            elif shuffle:
                raise ValueError('shuffle must not be specified if sampler is specified')
            batch_sampler = BatchSampler(sampler, batch_size, last_batch if last_batch else 'keep')
        elif batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError('batch_size, shuffle, sampler and last_batch must not be specified if batch_sampler is specified.')
        self._batch_sampler = batch_sampler
        self._batchify_fn = default_batchify_fn if batchify_fn is None else batchify_fn
        self._num_workers = max(num_workers, 0)

    def __iter__(self):
        for batch in self._batch_sampler:
            yield self._batchify_fn([self._dataset[i] for i in batch])

    def __len__(self):
        return len(self._batch_sampler)

"""DataLoader: batches of a data set. Workers are taken as a wish: items are loaded in the caller's thread, in the same order."""
import torch
import _tensor
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler


def default_collate(batch):
    """A list of items as tensors with an axis more."""
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(batch, 0)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, _tensor.ndarray):
        return torch.stack([torch.as_tensor(b) for b in batch], 0)
    if isinstance(first, dict):
        return type(first)({key: default_collate([d[key] for d in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, '_fields'):
        return type(first)(*(default_collate(list(samples)) for samples in zip(*batch)))
    if isinstance(first, (tuple, list)):
        if not all(len(each) == len(first) for each in batch):
            raise RuntimeError('each element in list of batch should be of equal size')
        return [default_collate(list(samples)) for samples in zip(*batch)]
    if type(first).__module__ == 'numpy' and hasattr(first, 'item'):
        return torch.as_tensor([b.item() for b in batch])
    raise TypeError('default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}'.format(type(first)))


def default_convert(item):
    if isinstance(item, _tensor.ndarray):
        return torch.as_tensor(item)
    if isinstance(item, dict):
        return {key: default_convert(value) for key, value in item.items()}
    if isinstance(item, tuple) and hasattr(item, '_fields'):
        return type(item)(*(default_convert(each) for each in item))
    if isinstance(item, (tuple, list)):
        return [default_convert(each) for each in item]
    return item





def get_worker_info():
    return None


def _tensors(value):
    """The tensors of a batch."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [t for item in value for t in _tensors(item)] if isinstance(value, (list, tuple)) else []


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None, pin_memory=False,
                 drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None, *, prefetch_factor=2,
                 persistent_workers=False, pin_memory_device=''):
        if num_workers < 0:
            raise ValueError('num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.')
        if timeout < 0:
            raise ValueError('timeout option should be non-negative')
        iterable = isinstance(dataset, IterableDataset)
        if iterable and shuffle:
            raise ValueError('DataLoader with IterableDataset: expected unspecified shuffle option, but got shuffle={}'.format(shuffle))
        if sampler is not None and shuffle:
            raise ValueError('sampler option is mutually exclusive with shuffle')
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError('batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last')
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError('batch_size=None option disables auto-batching and is mutually exclusive with drop_last')
        self.dataset = dataset
        self.num_workers = num_workers
        self._forks = getattr(multiprocessing_context, '_name', multiprocessing_context) in (None, 'fork')
        self.pin_memory = pin_memory
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.generator = generator
        self._iterable = iterable
        if sampler is None and not iterable:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None and not iterable:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.collate_fn = collate_fn or (default_collate if batch_size is not None or batch_sampler is not None else default_convert)

    def __iter__(self):
        torch.empty((), dtype=torch.int64).random_(generator=self.generator)     # PyTorch draws the workers' seed here
        return self._batches()

    def _batches(self):
        for batch in self._collated():
            yield self._handed_over(batch)

    def _handed_over(self, batch):
        """A batch as the program gets it: pinned where that was asked for. What workers (forked) and pinning cannot do with a GPU's tensors is refused."""
        if not self.num_workers and not self.pin_memory or not torch.cuda.is_available():
            return batch
        for t in _tensors(batch):
            if t.is_cuda and self.num_workers and self._forks:
                from perch.explain import attach
                raise attach(RuntimeError('Caught RuntimeError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\nRuntimeError: '
                                          "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the 'spawn' start method"), 'P0119', [t])
            if self.pin_memory:
                t.pin_memory()
        return batch

    def _collated(self):
        if self._iterable:
            if self.batch_size is None:
                for item in self.dataset:
                    yield self.collate_fn(item)
                return
            batch = []
            for item in self.dataset:
                batch.append(item)
                if len(batch) == self.batch_size:
                    yield self.collate_fn(batch)
                    batch = []
            if batch and not self.drop_last:
                yield self.collate_fn(batch)
        elif self.batch_sampler is None:
            for i in self.sampler:
                yield self.collate_fn(self.dataset[i])
        else:
            for indices in self.batch_sampler:
                yield self.collate_fn([self.dataset[i] for i in indices])

    def __len__(self):
        if self._iterable:
            n = len(self.dataset)
            if self.batch_size is None:
                return n
            return n // self.batch_size if self.drop_last else (n + self.batch_size - 1) // self.batch_size
        return len(self.batch_sampler if self.batch_sampler is not None else self.sampler)

"""What a DataLoader's worker does: items fetched, batches made, errors carried home."""
import random

import torch
from torch._utils import ExceptionWrapper

_info = None


class WorkerInfo:
    """What get_worker_info() gives in a worker."""

    def __init__(self, **values):
        self.__dict__.update(values)
        self.__dict__['_names'] = tuple(values)

    def __setattr__(self, name, value):
        raise RuntimeError('Cannot assign attributes to WorkerInfo objects')

    def __repr__(self):
        return 'WorkerInfo(%s)' % ', '.join('%s=%s' % (name, getattr(self, name)) for name in self._names)


def get_worker_info():
    """In a worker its id, num_workers, seed and dataset; None in the program itself."""
    return _info


class IterableEnd:
    """A worker's part of an IterableDataset has no more items."""


class Resume:
    """A new round begins for a worker that stays."""


class MapFetcher:
    def __init__(self, dataset, batches, collate_fn, drop_last):
        self.dataset, self.batches, self.collate_fn = dataset, batches, collate_fn

    def fetch(self, index):
        dataset = self.dataset
        if not self.batches:
            return self.collate_fn(dataset[index])
        many = getattr(dataset, '__getitems__', None)
        return self.collate_fn(many(index) if many else [dataset[i] for i in index])


class IterableFetcher:
    def __init__(self, dataset, batches, collate_fn, drop_last):
        self.items, self.batches, self.collate_fn, self.drop_last, self.ended = iter(dataset), batches, collate_fn, drop_last, False

    def fetch(self, index):
        if self.ended:
            raise StopIteration
        if not self.batches:
            return self.collate_fn(next(self.items))
        data = []
        for _ in index:
            try:
                data.append(next(self.items))
            except StopIteration:
                self.ended = True
                break
        if not data or self.drop_last and len(data) < len(index):
            raise StopIteration
        return self.collate_fn(data)




_ALL = 0xFFFFFFFF


def numpy_seed(base_seed, number):
    """Four words for numpy.random.seed, as PyTorch mixes them from the loader's seed and the worker's number (NumPy's own way to spread entropy)."""
    key = 0x43b0d7e5

    def scrambled(value):
        nonlocal key
        value ^= key
        key = key * 0x931e8875 & _ALL
        value = value * key & _ALL
        return value ^ value >> 16

    pool = [scrambled(word) for word in (number, base_seed & _ALL, base_seed >> 32, 0)]
    for source in range(4):
        for goal in range(4):
            if goal != source:
                both = (0xca01f9dd * pool[goal] - 0x4973f715 * scrambled(pool[source])) & _ALL
                pool[goal] = both ^ both >> 16
    key, words = 0x8b51f9dd, []
    for word in pool:
        word ^= key
        key = key * 0x58f38ded & _ALL
        word = word * key & _ALL
        words.append(word ^ word >> 16)
    return words


class Handler:
    """In the worker: answers (number, index) with (number, batch)."""

    def __init__(self, loader, number, base_seed, here):
        global _info
        self.where = 'in DataLoader worker process %d' % number
        self.make = lambda: (IterableFetcher if loader._iterable else MapFetcher)(loader.dataset, loader._auto_collation, loader.collate_fn, loader.drop_last)
        self.iterable, self.failed, self.fetcher, self.ended = loader._iterable, None, None, False
        seed = base_seed + number
        info = WorkerInfo(id=number, num_workers=loader.num_workers, seed=seed, dataset=loader.dataset)
        self.info = info if here else None      # a dry run's workers take turns in one process
        if not here:
            _info = info
            torch.set_num_threads(1)
            random.seed(seed)
            torch.manual_seed(seed)
            import numpy
            numpy.random.seed(numpy_seed(base_seed, number))
        with self:
            try:
                self.part(loader, number)
                if loader.worker_init_fn is not None:
                    loader.worker_init_fn(number)
                self.fetcher = self.make()
            except Exception as error:
                self.failed = ExceptionWrapper(error, self.where)

    @staticmethod
    def part(loader, number):
        """Of a row of pipes with a sharding_filter, this worker's part."""
        from .datapipes.datapipe import IterDataPipe, MapDataPipe
        if isinstance(loader.dataset, (IterDataPipe, MapDataPipe)):
            from .graph_settings import apply_sharding
            apply_sharding(loader.dataset, loader.num_workers, number)

    def __enter__(self):
        global _info
        if self.info is not None:
            _info = self.info

    def __exit__(self, *error):
        global _info
        if self.info is not None:
            _info = None

    def __call__(self, message):
        with self:
            return self.answer(message)

    def answer(self, message):
        if isinstance(message, Resume):
            try:
                self.fetcher, self.ended = self.make(), False
            except Exception as error:
                self.failed = ExceptionWrapper(error, self.where)
            return message, None
        number, index = message
        if self.ended:
            return number, IterableEnd()
        if self.failed is not None:
            failed, self.failed = self.failed, None
            return number, failed
        try:
            return number, self.fetcher.fetch(index)
        except Exception as error:
            if isinstance(error, StopIteration) and self.iterable:
                self.ended = True
                return number, IterableEnd()
            return number, ExceptionWrapper(error, self.where)

    def refused(self, message, error):
        return message[0], ExceptionWrapper(error, self.where)

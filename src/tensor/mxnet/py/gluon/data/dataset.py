"""Data sets: items by index, and data sets made of others."""
from ... import ndarray as nd


class Dataset:
    """The base class: __getitem__ and __len__."""

    def __getitem__(self, idx):
        raise NotImplementedError

    def __len__(self):
        raise NotImplementedError

    def transform(self, fn, lazy=True):
        """fn of each item; when it is asked for, or all now."""
        made = _Transformed(self, fn)
        return made if lazy else SimpleDataset([made[i] for i in range(len(made))])

    def transform_first(self, fn, lazy=True):
        """fn of each item's first part."""
        return self.transform(_First(fn), lazy)

    def filter(self, fn):
        """The items that fn holds for."""
        from .sampler import FilterSampler
        return _Sampled(self, list(FilterSampler(fn, self)))

    def shard(self, num_shards, index):
        """One of num_shards parts."""
        if index >= num_shards:
            raise AssertionError(f'Shard index of out bound: {index} out of {num_shards}')
        size, rest = divmod(len(self), num_shards)
        start = size * index + min(index, rest)
        return SimpleDataset([self[i] for i in range(start, start + size + (index < rest))])

    def take(self, count):
        """The first so many."""
        return _Sampled(self, list(range(len(self) if count is None else min(count, len(self)))))

    def sample(self, sampler):
        """The items that a sampler names."""
        from .sampler import Sampler
        if not isinstance(sampler, Sampler):
            raise TypeError(f'Invalid sampler type: {type(sampler)}. Expected gluon.data.Sampler instead.')
        return _Sampled(self, list(sampler))


class SimpleDataset(Dataset):
    """A list or array as a data set."""

    def __init__(self, data):
        self._data = data

    def __len__(self):
        return len(self._data)

    def __getitem__(self, idx):
        return self._data[idx]


class _Transformed(Dataset):
    def __init__(self, data, fn):
        self._data, self._fn = data, fn

    def __len__(self):
        return len(self._data)

    def __getitem__(self, idx):
        item = self._data[idx]
        return self._fn(*item) if isinstance(item, tuple) else self._fn(item)


class _First:
    def __init__(self, fn):
        self._fn = fn

    def __call__(self, x, *args):
        return (self._fn(x),) + args if args else self._fn(x)


class _Sampled(Dataset):
    def __init__(self, data, indices):
        self._data, self._indices = data, indices

    def __len__(self):
        return len(self._indices)

    def __getitem__(self, idx):
        return self._data[self._indices[idx]]


class ArrayDataset(Dataset):
    """Arrays of the same length, side by side."""

    def __init__(self, *args):
        if not args:
            raise AssertionError('Needs at least 1 arrays')
        self._length = len(args[0])
        self._data = []
        for i, data in enumerate(args):
            if len(data) != self._length:
                raise AssertionError(f'All arrays must have the same length; array[0] has length {self._length} while array[{i + 1}] has {len(data)}.')
            if isinstance(data, nd.NDArray) and len(data.shape) == 1:
                data = data.asnumpy()
            self._data.append(data)

    def __getitem__(self, idx):
        if len(self._data) == 1:
            return self._data[0][idx]
        return tuple(data[idx] for data in self._data)

    def __len__(self):
        return self._length


class RecordFileDataset(Dataset):
    """The records of a RecordIO file (file.rec, with file.idx beside it)."""

    def __init__(self, filename):
        import os
        from ...recordio import MXIndexedRecordIO
        self.filename, self.idx_file = filename, os.path.splitext(filename)[0] + '.idx'
        self._record = MXIndexedRecordIO(self.idx_file, filename, 'r')

    def __getitem__(self, idx):
        return self._record.read_idx(self._record.keys[idx])

    def __len__(self):
        return len(self._record.keys)

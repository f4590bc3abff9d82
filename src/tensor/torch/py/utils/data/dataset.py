"""Data sets: things with a length and items, or with an iterator."""
import bisect
import math
from itertools import accumulate

import torch
from _torch import _says


class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError(*filter(None, [_says("DATASET")]))

    def __add__(self, other):
        return ConcatDataset([self, other])

    def __class_getitem__(cls, item):
        return cls


class IterableDataset(Dataset):
    def __iter__(self):
        raise NotImplementedError

    def __add__(self, other):
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    """Rows of tensors of the same length."""

    def __init__(self, *tensors):
        assert all(tensors[0].size(0) == t.size(0) for t in tensors), 'Size mismatch between tensors'
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(t[index] for t in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)
        assert len(self.datasets) > 0, 'datasets should not be an empty iterable'
        self.cumulative_sizes = list(accumulate(len(d) for d in self.datasets))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, index):
        if index < 0:
            if -index > len(self):
                raise ValueError('absolute value of index should not exceed dataset length')
            index += len(self)
        which = bisect.bisect_right(self.cumulative_sizes, index)
        return self.datasets[which][index - (self.cumulative_sizes[which - 1] if which else 0)]


class ChainDataset(IterableDataset):
    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for d in self.datasets:
            yield from d

    def __len__(self):
        return sum(len(d) for d in self.datasets)


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index):
        if isinstance(index, list):
            return self.dataset[[self.indices[i] for i in index]]
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=torch.default_generator):
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        total = len(dataset)
        for i, part in enumerate(lengths):
            if part < 0 or part > 1:
                raise ValueError(f'Fraction at index {i} is not between 0 and 1')
        sizes = [int(math.floor(total * part)) for part in lengths]
        for i in range(total - sum(sizes)):
            sizes[i % len(sizes)] += 1
        lengths = sizes
    if sum(lengths) != len(dataset):
        raise ValueError('Sum of input lengths does not equal the length of the input dataset!')
    order = torch.randperm(sum(lengths), generator=generator).tolist()
    return [Subset(dataset, order[end - n:end]) for end, n in zip(accumulate(lengths), lengths)]


class StackDataset(Dataset):
    """PyTorch 2's: several data sets of one length beside each other: rows are tuples, or dicts where they were named."""

    def __init__(self, *args, **kwargs):
        if args and kwargs:
            raise ValueError('Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like input/output, but both types are given.')
        if not args and not kwargs:
            raise ValueError('At least one dataset should be passed')
        self.datasets = args or kwargs
        lengths = [len(each) for each in (args or kwargs.values())]
        if any(length != lengths[0] for length in lengths):
            raise ValueError('Size mismatch between datasets')
        self._length = lengths[0]

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {name: each[index] for name, each in self.datasets.items()}
        return tuple(each[index] for each in self.datasets)

    def __len__(self):
        return self._length

"""Samplers: the order in which items of a data set are visited."""
from itertools import chain, repeat

import torch
from _torch import _two


class Sampler:
    def __init__(self, data_source=None):
        pass

    def __iter__(self):
        raise NotImplementedError

    def __class_getitem__(cls, item):
        return cls


class SequentialSampler(Sampler):
    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    """All in a random order, from a generator that the stream seeds anew for each round."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise ValueError('num_samples should be a positive integer value, but got num_samples={}'.format(self.num_samples))

    @property
    def num_samples(self):
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        source = self.generator or torch.Generator().manual_seed(torch.empty((), dtype=torch.int64).random_().item())
        n, wanted = len(self.data_source), self.num_samples
        hand = 32 if self.replacement else n            # how many are drawn at once
        for size in chain(repeat(hand, wanted // hand), [wanted % hand]):
            drawn = torch.randint(n, (size,), dtype=torch.int64, generator=source) if self.replacement else torch.randperm(n, generator=source)[:size]
            yield from drawn.tolist()

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    def __init__(self, indices, generator=None):
        self.indices = indices
        self.generator = generator

    def __iter__(self):
        for i in torch.randperm(len(self.indices), generator=self.generator):
            yield self.indices[i]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    def __init__(self, weights, num_samples, replacement=True, generator=None):
        if not isinstance(num_samples, int) or isinstance(num_samples, bool) or num_samples <= 0:
            raise ValueError('num_samples should be a positive integer value, but got num_samples={}'.format(num_samples))
        if not isinstance(replacement, bool):
            raise ValueError('replacement should be a boolean value, but got replacement={}'.format(replacement))
        self.weights = torch.as_tensor(weights, dtype=torch.double)
        if self.weights.dim() != 1 and _two('WEIGHTS_ONE_ROW'):
            raise ValueError('weights should be a 1d sequence but given weights have shape {}'.format(tuple(self.weights.shape)))
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self):
        yield from iter(torch.multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator).tolist())

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    def __init__(self, sampler, batch_size, drop_last):
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size <= 0:
            raise ValueError('batch_size should be a positive integer value, but got batch_size={}'.format(batch_size))
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self):
        batch = []
        for i in self.sampler:
            batch.append(i)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self):
        if self.drop_last:
            return len(self.sampler) // self.batch_size
        return (len(self.sampler) + self.batch_size - 1) // self.batch_size

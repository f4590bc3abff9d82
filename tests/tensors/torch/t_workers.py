# DataLoader's workers: order, seeds, shuffles, errors in PyTorch's words, iterable data sets in shards, workers that stay.
import os
import random
import warnings
from collections import namedtuple

import numpy as np
import torch
from torch.utils.data import BatchSampler, DataLoader, Dataset, IterableDataset, SequentialSampler, Subset, TensorDataset, WeightedRandomSampler, get_worker_info

warnings.simplefilter('ignore')         # of more workers than processors: t_workers_refused asks
Point = namedtuple('Point', 'x y')


class Squares(Dataset):
    def __init__(self, n, bad=None, error=ZeroDivisionError):
        self.n, self.bad, self.error = n, bad, error

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i == self.bad:
            raise self.error('item %d' % i)
        return torch.full((2,), float(i)), i * i, np.arange(2) + i, {'half': i / 2, 'who': get_worker_info().id if get_worker_info() else None}, Point(i, str(i))


class Draws(Dataset):
    def __len__(self):
        return 5

    def __getitem__(self, i):
        info = get_worker_info()
        return i, torch.rand(2).tolist(), random.random(), np.random.rand(), info.id, info.num_workers, info.seed, info.dataset is self, torch.initial_seed() == info.seed, torch.get_num_threads()


def same(batch):
    return batch


print(get_worker_info())
print('--- order and shuffles')
for workers in 1, 2, 3:
    torch.manual_seed(workers)
    for batch in DataLoader(Squares(7), batch_size=3, shuffle=True, num_workers=workers):
        print(batch)
    print(torch.rand(1))                # as much was drawn from the stream as PyTorch draws
for prefetch in 1, 2, 5:
    print([b[1].tolist() for b in DataLoader(Squares(9), batch_size=2, num_workers=2, prefetch_factor=prefetch, drop_last=True)])
g = torch.Generator()
g.manual_seed(5)
loader = DataLoader(Squares(6), batch_size=2, shuffle=True, num_workers=2, generator=g)
print([[b[1].tolist() for b in loader] for _ in range(2)], torch.rand(1, generator=g))
torch.manual_seed(1)
print([b[1].tolist() for b in DataLoader(Squares(6), batch_sampler=BatchSampler(WeightedRandomSampler([.1, .2, .3, .2, .1, .1], 6), 4, False), num_workers=2)])
print([b.x for b in DataLoader([Point(1, 2), Point(3, 4)], num_workers=2)], list(DataLoader(Subset(list('abcdef'), [1, 3, 5]), batch_size=2, num_workers=2)))
print(list(DataLoader(Squares(2), batch_size=None, num_workers=1)), len(DataLoader(Squares(7), 2, num_workers=2)), len(iter(DataLoader(Squares(7), 2, num_workers=2))))

print('--- seeds')
for workers in 1, 2:
    torch.manual_seed(11)
    for batch in DataLoader(Draws(), num_workers=workers, batch_size=2, collate_fn=same):
        for row in batch:
            print(row)
torch.manual_seed(2 ** 40)
print([b[0][1:4] for b in DataLoader(Draws(), num_workers=3, collate_fn=same)])


def begin(number):
    np.random.seed(number)
    get_worker_info().dataset.begun = number


class Begun(Draws):
    def __getitem__(self, i):
        return i, self.begun, np.random.rand()


print([b for b in DataLoader(Begun(), num_workers=2, collate_fn=same, worker_init_fn=begin)])
print(repr(getattr(Begun(), 'begun', None)))


class Info(Dataset):
    def __len__(self):
        return 1

    def __getitem__(self, i):
        info = get_worker_info()
        try:
            info.id = 3
        except RuntimeError as e:
            return str(e), repr(info).split(', seed')[0]


print(list(DataLoader(Info(), num_workers=1, collate_fn=same)))

print('--- errors')


class Own(Exception):
    pass


class Two(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)


class Named(Exception):
    message = 'has one'

    def __init__(self, message):
        super().__init__(message)


def two(text):
    return Two(text, 1)


for error in ZeroDivisionError, KeyError, Own, two, Named, StopIteration, FileNotFoundError, AssertionError:
    got = []
    try:
        for batch in DataLoader(Squares(8, 5, error), batch_size=2, num_workers=2):
            got.append(batch[1].tolist())
    except Exception as e:
        lines = str(e).split('\n')
        print(got, type(e).__name__, lines[:2], lines[-2:], '__getitem__' in str(e), e.__cause__, e.__suppress_context__)


def broken(batch):
    raise ValueError('cannot collate %d' % len(batch))


def refuse(number):
    if number == 1:
        raise OSError('no worker %d' % number)


for options in dict(collate_fn=broken), dict(worker_init_fn=refuse):
    it, got = iter(DataLoader(Squares(6), batch_size=2, num_workers=2, **options)), []
    while True:
        try:
            got.append(next(it)[1].tolist())
        except StopIteration:
            break
        except Exception as e:
            got.append((type(e).__name__, str(e).split('\n')[0], str(e).split('\n')[-2]))
    print(got)

print('--- iterable data sets')


class Stream(IterableDataset):
    def __init__(self, n, shard=True):
        self.n, self.shard = n, shard

    def __iter__(self):
        info = get_worker_info()
        if info is None or not self.shard:
            return iter(range(self.n))
        return iter(range(info.id, self.n, info.num_workers))


for workers in 0, 1, 2, 3:
    print([b.tolist() for b in DataLoader(Stream(8), batch_size=3, num_workers=workers)], [b.tolist() for b in DataLoader(Stream(8), batch_size=3, num_workers=workers, drop_last=True)])
    print(list(DataLoader(Stream(5), batch_size=None, num_workers=workers)))
print([b.tolist() for b in DataLoader(Stream(3, False), num_workers=2)])


class Uneven(IterableDataset):
    def __iter__(self):
        return iter([[1], [10, 20, 30, 40, 50], [100, 200, 300]][get_worker_info().id])


print([b.tolist() for b in DataLoader(Uneven(), num_workers=3)], [b.tolist() for b in DataLoader(Uneven(), num_workers=3, batch_size=2, prefetch_factor=1)])


class Fails(IterableDataset):
    def __iter__(self):
        yield 1
        raise LookupError('end of tape')


it, got = iter(DataLoader(Fails(), num_workers=1)), []
for _ in range(3):
    try:
        got.append(next(it))
    except Exception as e:
        got.append((type(e).__name__, str(e).split('\n')[0]))
print(got)

print('--- workers that stay')


class Counts(Dataset):
    calls = 0

    def __len__(self):
        return 4

    def __getitem__(self, i):
        self.calls += 1
        return i, self.calls, os.getpid()


for stay in False, True:
    loader = DataLoader(Counts(), num_workers=2, persistent_workers=stay)
    rounds = [[tuple(int(v) for v in b) for b in loader] for _ in range(3)]
    print([[b[:2] for b in r] for r in rounds], len({b[2] for r in rounds for b in r}))
loader = DataLoader(Counts(), num_workers=2, persistent_workers=True)
for b in loader:
    break
print([int(b[0]) for b in loader], [int(b[0]) for b in loader], iter(loader) is iter(loader))
loader = DataLoader(Stream(5), num_workers=2, persistent_workers=True)
print([[b.tolist() for b in loader] for _ in range(2)])

print('--- what travels')
big = TensorDataset(torch.arange(90000.).reshape(3, 30000), torch.arange(3))
for x, y in DataLoader(big, num_workers=2):
    x += 1                              # it is the program's own
    print(x.shape, x.sum(), y, x.is_shared(), x.dtype, x.requires_grad)
kinds = [torch.tensor(3), torch.zeros(0, 2), torch.ones(2, 3).t(), torch.ones(2, dtype=torch.bfloat16), torch.tensor([True]), np.float32(1.5), np.zeros((1, 2), np.int8), 'text', b'bytes', None, 1 + 2j,
         {1: [2.5]}, {3}, torch.nn.Parameter(torch.ones(1)), torch.ones(1, requires_grad=True), torch.float64, torch.Size([1]), range(3)]
print([b[0] for b in DataLoader(kinds, num_workers=2, collate_fn=same)])
print(list(DataLoader(list(range(5)), batch_size=2, num_workers=1, collate_fn=torch.tensor)))
print(next(iter(DataLoader(list(range(200000)), batch_size=200000, num_workers=1))).sum(), list(DataLoader([], num_workers=2, batch_size=2)))

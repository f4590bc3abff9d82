# Gluon's DataLoader with workers: order, shuffles, last batches, errors, threads, batches ahead, what travels.
import os

import mxnet as mx
import numpy as np
from mxnet import gluon, nd
from mxnet.gluon.data import ArrayDataset, BatchSampler, DataLoader, SequentialSampler, SimpleDataset

np.random.seed(1)
data = ArrayDataset(nd.arange(14).reshape((7, 2)), np.arange(7))


def show(loader):
    return [[part.asnumpy().tolist() for part in batch] if isinstance(batch, (list, tuple)) else batch.asnumpy().tolist() for batch in loader]


for workers in 0, 1, 2, 3:
    for last in 'keep', 'discard', 'rollover':
        loader = DataLoader(data, 3, num_workers=workers, last_batch=last)
        print(workers, last, len(loader), show(loader), [b[1].dtype for b in loader][:1], show(loader)[-1:])
for workers in 0, 2:
    np.random.seed(3)
    loader = DataLoader(data, 2, shuffle=True, num_workers=workers)
    print(show(loader)[:2], show(loader)[-1])
print(show(DataLoader(data, batch_sampler=BatchSampler(SequentialSampler(7), 4, 'keep'), num_workers=2)))
print(show(DataLoader(data.transform_first(lambda x: x * 10), 4, num_workers=2)))
for prefetch in 0, 1, 9:
    print(show(DataLoader(SimpleDataset(list(range(5))), 2, num_workers=2, prefetch=prefetch)))
print(show(DataLoader(SimpleDataset(list(range(5))), 2, num_workers=2, thread_pool=True)), show(DataLoader(SimpleDataset(list(range(3))), 2, num_workers=1, auto_reload=True)))


class Fails(gluon.data.Dataset):
    def __init__(self, bad, error):
        self.bad, self.error = bad, error

    def __len__(self):
        return 8

    def __getitem__(self, i):
        if i == self.bad:
            raise self.error('item %d' % i)
        return i


class Own(Exception):
    pass


for error in ZeroDivisionError, KeyError, Own, mx.MXNetError:
    for threads in False, True:
        loader, got = DataLoader(Fails(5, error), 2, num_workers=2, thread_pool=threads), []
        it = iter(loader)
        for _ in range(5):
            try:
                got.append(next(it).asnumpy().tolist())
            except StopIteration:
                got.append('end')
            except Exception as e:
                got.append((type(e).__name__, str(e), type(e.__cause__).__name__, '__getitem__' in str(e.__cause__), str(e.__cause__)[:38], str(e.__cause__)[-30:]))
        print(got)
        try:
            print(show(loader))
        except Exception as e:
            print(type(e).__name__, e)


class Where(gluon.data.Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return os.getpid() != main, i


def same(items):
    return items


def sums(items):
    return [i.asnumpy().sum() if isinstance(i, nd.NDArray) else i for i in items]


def first(items):
    return items[0]


main = os.getpid()
loader = DataLoader(Where(), 2, num_workers=2, batchify_fn=same)
print(list(loader), list(loader))
kinds = [nd.ones((2, 3), dtype='float16'), nd.ones(100000), np.float32(2.5), np.zeros((0, 2)), 'text', {'a': [2]}, None]
print(next(iter(DataLoader(kinds, 7, num_workers=1, batchify_fn=sums))))
for x in DataLoader(kinds[:2], 1, num_workers=2, batchify_fn=first):
    print(x.shape, x.dtype, x.sum().asscalar())
try:
    DataLoader(data, 2, num_workers=1, timeout=0)
except AssertionError as e:
    print(e)


def sleep(i):
    __import__('time').sleep(1000)


slow = DataLoader(SimpleDataset([0]).transform(sleep), 1, num_workers=1, timeout=1)
try:
    list(slow)
except Exception as e:
    print(type(e).__name__, e)

"""Data sets, transforms, samplers and batches."""
import numpy as np
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import data as gdata
mx.random.seed(2)
np.random.seed(2)
X, y = nd.arange(20).reshape((10, 2)), np.arange(10, dtype='float32') % 3
ds = gdata.ArrayDataset(X, y)
print(len(ds), ds[3], type(ds[3]))
for last in ('keep', 'discard', 'rollover'):
    loader = gdata.DataLoader(ds, batch_size=4, last_batch=last)
    print(last, len(loader), [b[0].shape for b in loader], [b[0].shape for b in loader])
print([b[1].asnumpy().tolist() for b in gdata.DataLoader(ds, 5)])
seen = sorted(v for b in gdata.DataLoader(ds, 3, shuffle=True) for v in b[0][:, 0].asnumpy().tolist())
print(seen)
print(ds.transform(lambda a, b: (a * 2, b + 1))[2], ds.transform_first(lambda a: a.sum())[4])
print(gdata.SimpleDataset([1, 2, 3]).transform(lambda v: v * v, lazy=False)[2])
print(list(gdata.SequentialSampler(4)), list(gdata.BatchSampler(gdata.SequentialSampler(5), 2, 'keep')), sorted(gdata.RandomSampler(5)))


class Squares(gdata.Dataset):
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return np.float32(i), np.array([i, i * i], dtype='float32')

    def __len__(self):
        return self.n


for a, b in gdata.DataLoader(Squares(5), 2, num_workers=0):
    print(a, b)
print([b for b in gdata.DataLoader(list(range(5)), 2)])
own = gdata.DataLoader(Squares(4), 2, batchify_fn=lambda items: sum(i[1].sum() for i in items))
print(list(own))
print(len(Squares(10).filter(lambda item: item[0] > 5)), len(Squares(10).take(3)), [len(Squares(10).shard(3, i)) for i in range(3)])
for bad in (lambda: gdata.DataLoader(ds), lambda: gdata.DataLoader(ds, 2, shuffle=True, sampler=gdata.SequentialSampler(3)), lambda: gdata.ArrayDataset(X, y[:3]),
            lambda: gdata.DataLoader(ds, 2, last_batch='never').__len__()):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)

from mxnet import gluon, nd
d = gluon.data
x, y = nd.arange(10).reshape((5, 2)), nd.arange(5)
ds = d.ArrayDataset(x, y)
print(len(ds), ds[1], type(ds[1][1]).__name__)
for X, Y in d.DataLoader(ds, batch_size=2):
    print(X.shape, Y, Y.dtype)
print([len(list(d.DataLoader(ds, 2, last_batch=k))) for k in ('keep', 'discard', 'rollover')], len(d.DataLoader(ds, 2)))
print(list(d.BatchSampler(d.SequentialSampler(5), 2)), list(d.BatchSampler(d.SequentialSampler(5), 2, 'discard')), sorted(d.RandomSampler(4)))
for X, Y in d.DataLoader(d.SimpleDataset([(1, 2.5), (3, 4.5)]), 2):
    print(X, Y, X.dtype, Y.dtype)
t = ds.transform(lambda a, b: (a * 2, b + 1))
print(t[1], ds.transform_first(lambda a: a + 100)[0], list(d.SimpleDataset([1, 2, 3, 4]).filter(lambda v: v % 2 == 0)), len(ds.take(2)))
for bad in (lambda: d.DataLoader(ds), lambda: d.DataLoader(ds, 2, shuffle=True, sampler=d.SequentialSampler(5)), lambda: d.ArrayDataset(x, nd.ones(3))):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)

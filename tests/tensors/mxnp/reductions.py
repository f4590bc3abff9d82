from mxnet import np, npx
npx.set_np()
a = np.array([[3.0, 1, 2], [6, 5, 4]])
print(a.sum(), np.sum(a), a.sum(axis=0), a.sum(axis=1), a.sum(0, keepdims=True), a.sum(axis=1, keepdims=True), a.sum(axis=(0, 1)), a.sum(axis=-1))
print(a.mean(), np.mean(a, axis=0), a.mean(axis=1, keepdims=True), a.max(), a.max(axis=0), a.min(axis=1), np.max(a), np.min(a, axis=0), np.amax(a), np.amin(a))
print(a.argmax(), a.argmax(axis=0), a.argmin(axis=1), np.argmax(a, axis=1), np.argmin(a), a.prod(), a.prod(axis=0), np.prod(a))
print(a.var(), np.var(a, axis=0), np.std(np.array([1.0, 3, 1, 3])), np.array([[1.0, 3], [5, 9]]).std(axis=1), np.var(np.array([1.0, 3]), ddof=1))
print(a.cumsum(), np.cumsum(a, axis=0), a.cumsum(axis=1), np.cumsum(np.arange(4, dtype='int32')))
for name in ('sum', 'mean', 'max', 'prod', 'argmax', 'cumsum'):
    got = [getattr(np, name)(np.array([1, 2, 3], dtype=t)) for t in ('float32', 'float64', 'int32', 'int64')]
    print(name, [str(g.dtype) for g in got], [g.shape for g in got], type(got[0]).__name__)
print(repr(np.array([2, 4], dtype='int32').sum()), repr(np.array([1, 2], dtype='int32').mean()), repr(np.array([1, 0, 1], dtype='bool').sum()))
print(repr((a > 2).sum()), repr((a > 2).sum(axis=0)), repr((a > 2).mean()))
print(repr(a.sum()), repr(a.argmax(axis=1)), repr(a.max()), repr(a.mean(axis=0)))
print(a.sum(dtype='float64').dtype, np.sum(np.array([200, 100], dtype='uint8'), dtype='int32'), np.mean(a, dtype='float64').dtype)
print(np.any(a > 5), np.all(a > 0), (a > 5).any(axis=1), (a > 2).all(axis=0), repr(np.all(a > 3)), bool(np.any(a > 100)))
print(np.average(np.array([1.0, 2, 3]), weights=np.array([3, 1, 0])))
print(np.zeros((0,)).sum(), np.zeros((2, 0)).sum(axis=1), np.array(5).sum(), np.array(7.0).max(), float(a.sum()), int(a.argmax()))
b = np.arange(24).reshape(2, 3, 4)
print(b.sum(axis=(0, 2)), b.mean(axis=(1, 2)), b.max(axis=2), b.sum(axis=1).shape, b.mean(axis=(0, 1), keepdims=True).shape, b.argmax(axis=-1))
print(a.sum() == 21, a.sum() > 20, max(a[0]), min(a[1]), sum(a), max(a.shape))
print(np.ptp(a), np.diff(np.array([1, 4, 9])), np.ediff1d(np.array([1, 4, 9])), np.count_nonzero(np.array([0, 1, 2])), np.bincount(np.array([0, 2, 2], dtype='int32')))
def attempt(f):
    try:
        print(f())
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if type(e).__name__ == 'MXNetError' or first.startswith('Traceback') else first[:100])
attempt(lambda: a.sum(axis=2))
attempt(lambda: a.argmax(axis=3))
attempt(lambda: np.zeros((0,)).max())

from mxnet import np, npx
npx.set_np()
a = np.array([3.0, -1, 4, -1, 5])
print(np.where(a > 0, a, np.zeros_like(a)), np.where(a > 0, 1, 0), np.where(a > 0, a, 0), np.where(a > 2, 1.5, a))
print(repr(np.where(a > 0, 1.0, 0.0)), np.where(np.array([[True, False]], dtype='bool'), np.ones((2, 2)), np.zeros((2, 2))))
print(a.clip(0, 4), np.clip(a, -1, 1), np.maximum(a, 0))
print(np.unique(a), np.unique(a, return_counts=True), np.unique(a, return_index=True)[1], np.unique(np.array([2, 1, 2], dtype='int32'), return_inverse=True))
print(np.sort(a), np.argsort(a).dtype, np.argsort(np.array([3.0, 1, 2])), np.sort(np.array([[3, 1], [2, 4]]), axis=0), np.sort(np.array([[3, 1], [2, 4]])))
b = a.copy()
print(b.argsort()[-1:], np.argsort(-a)[:1], np.sort(-a))
print(np.nonzero(np.array([[1, 0], [0, 2]])), np.nonzero(a > 3), npx.nonzero(np.array([[1, 0], [0, 2]])), np.flatnonzero(a > 0), np.argwhere(a > 3))
print(np.nonzero(a > 0)[0].dtype, (a > 0).nonzero())
print(npx.topk(a, k=2), npx.topk(a, k=2, ret_typ='value'), npx.topk(a, k=1, is_ascend=True, ret_typ='value'), npx.topk(np.array([[1, 3, 2], [9, 7, 8]]), k=2, axis=1))
print(repr(npx.topk(a, k=2, dtype='int32')), npx.topk(a, k=2, ret_typ='both'))
print(np.searchsorted(np.array([1.0, 3, 5]), np.array([2.0, 5])), np.interp(np.array([1.5]), np.array([1.0, 2]), np.array([10.0, 20])))
print(np.allclose(a, a + 1e-9), np.array_equal(a, a), np.array_equal(a, b + 1), np.isclose(np.array([1.0]), np.array([1.0 + 1e-9])))
print(np.maximum(a, a[::-1]), np.minimum(2, a), np.histogram(np.array([1.0, 2, 2, 3]), bins=3, range=(1, 4)))
print(np.unravel_index(np.array([5], dtype='int64'), (2, 3)), np.indices((2, 2)).shape, np.diagonal(np.arange(4).reshape(2, 2)))
print(np.nan_to_num(np.array([float('nan'), 1])), np.polyval(np.array([1.0, 2, 3]), np.array(2.0)), np.may_share_memory(a, a) if hasattr(np, 'may_share_memory') else None)
def attempt(f):
    try:
        print(f())
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if type(e).__name__ == 'MXNetError' or first.startswith('Traceback') else first[:100])
attempt(lambda: np.where(a > 0, np.ones(2), np.ones(3)))
attempt(lambda: npx.topk(a, k=9))
attempt(lambda: np.sort(a, axis=2))

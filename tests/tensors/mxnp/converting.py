import numpy as onp
from mxnet import nd, np, npx
npx.set_np()
a = np.array([[1.5, 2], [3, 4]])
print(repr(a.astype('int32')), repr(a.astype(np.float64)), repr(a.astype(np.uint8)), repr(a.astype('bool')), a.astype(int).dtype, a.astype(float).dtype)
print(a.astype('float32') is a, a.astype('float32', copy=False) is a, np.array([True, False], dtype='bool').astype('float32'), np.array([-1.7, 1.7]).astype('int32'))
n = onp.arange(4)
print(n.dtype, np.array(n).dtype, np.array(n, dtype='int64').dtype, np.array(n, dtype=n.dtype).dtype, np.array(onp.ones(2)).dtype, np.array(onp.float64(2)).dtype)
print(np.array(onp.ones(2, dtype='int32')).dtype, np.array(onp.array([True])).dtype, np.array(onp.ones(2, dtype='float32')).dtype)
x = a.asnumpy()
x[0, 0] = 100
print(a[0, 0], x[0, 0], type(x), x.dtype)
print(a.tolist(), np.array(a).dtype, np.array([a, a]).shape, np.array([a[0, 0], 2]), np.array((1, 2)), np.array(range(3)), np.array([[1], [2]]).shape)
d = np.array(a)
d[:] = 0
print(a[1], d[1])
i = np.array([1, 2], dtype='int32')
print(np.array(i).dtype, np.array(i, dtype='float32').dtype, np.array([i, i]).dtype)
old = a.as_nd_ndarray()
print(type(old), type(old.as_np_ndarray()), old.shape, old.dtype)
old[0, 0] = 42
print(a[0])
b = nd.array([1, 2, 3]).as_np_ndarray()
print(repr(b), type(b), repr(b + 1), b.as_nd_ndarray().asnumpy())
print(old)
print(repr(nd.ones((2,)).as_np_ndarray().as_np_ndarray()), a.as_np_ndarray() is a)
print(onp.allclose(a.asnumpy(), a.asnumpy()))
print([type(v) for v in (a.sum(), a.sum().item(), a.asnumpy().sum(), float(a.sum()))])
print(str(np.array(2.0).asnumpy()), np.array(2.0).asnumpy().shape, np.array([[7]]).item())
print(np.float32, np.int32, np.float64 is onp.float64, np.int8, np.bool_)
def attempt(f):
    try:
        print(f())
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if type(e).__name__ == 'MXNetError' or first.startswith('Traceback') else first[:100])
attempt(lambda: np.array([[1, 2], [3]]))
attempt(lambda: np.array('abc'))
attempt(lambda: np.array())
attempt(lambda: np.ones((2,), dtype='float33'))

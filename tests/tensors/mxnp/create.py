from mxnet import np, npx
npx.set_np()
print(np.zeros((2, 3)), np.ones(3), np.full((2, 2), 7.5), np.full((2,), 3))
print(np.array([[1, 2], [3, 4]]), np.array([1.5, 2]), np.array([True, False]), np.array(5))
print(np.arange(4), np.arange(1, 7), np.arange(1, 8, 3), np.arange(0, 1, 0.25), np.arange(5, 0, -2))
print(np.eye(2), np.eye(2, 3), np.eye(3, k=1), np.identity(2))
print(np.linspace(0, 1, 5), np.linspace(0, 10, 4, endpoint=False), np.linspace(2, 3, num=3, retstep=True))
print(np.logspace(0, 2, 3))
for a in (np.zeros(2), np.ones(2), np.full(2, 1), np.full(2, 1.5), np.full(2, True), np.arange(3), np.arange(3.0), np.eye(2), np.linspace(0, 1, 3)):
    print(a.dtype.__name__ if hasattr(a.dtype, '__name__') else a.dtype, a.shape)
for a in (np.array([1, 2]), np.array(1), np.array(1.0), np.array(True), np.array([True]), np.array([[1.0]]), np.array([])):
    print(a.dtype, a.shape, a.ndim, a.size)
for t in ('float16', 'float32', 'float64', 'int8', 'uint8', 'int32', 'int64', 'bool', np.float32, np.int32, np.uint8, np.bool, float, int):
    print(t, np.ones((2,), dtype=t).dtype, repr(np.array([0, 1], dtype=t)))
a = np.array([[1, 2], [3, 4]], dtype='int32')
print(repr(np.zeros_like(a)), repr(np.ones_like(a)), repr(np.full_like(a, 9)), np.empty_like(a).shape, np.empty_like(a).dtype)
print(repr(np.zeros_like(a, dtype='float32')), repr(np.ones_like(a * 1.5)))
print(np.empty((2, 3)).shape, np.empty((0, 3)).shape, np.zeros(()).shape, np.zeros(0).size)
print(np.meshgrid(np.arange(3), np.arange(2)))
print(np.diag(np.array([1, 2, 3])), np.diag(np.arange(9).reshape(3, 3)), np.diag(np.ones(2), k=1))
print(np.tril(np.ones((3, 3))), np.tril(np.ones((3, 3)), k=-1))
print(np.pi, np.e, np.inf, np.nan, np.newaxis)

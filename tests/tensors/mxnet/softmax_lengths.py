"""softmax over the first elements of each row: lengths of several types, along several axes, with gradients; and what is refused."""
import mxnet as mx
from mxnet import nd, np, npx

x = nd.array([[[1, 2, 3], [4, 6, 5]], [[0.5, 0, -1], [2, 2, 2]]])
for dtype in ('int32', 'int64'):
    for axis, shape in ((-1, (2, 2)), (1, (2, 3)), (0, (2, 3))):
        length = nd.array([i % 3 for i in range(shape[0] * shape[1])], dtype=dtype).reshape(shape)
        print(dtype, axis, nd.softmax(x, length, axis=axis, use_length=True).asnumpy().astype('float64').round(4).tolist())
x.attach_grad()
weights = nd.arange(12).reshape((2, 2, 3))
with mx.autograd.record():
    y = (nd.softmax(x, nd.array([[0, 1], [2, 3]], dtype='int32'), use_length=True, temperature=2.0) * weights).sum()
y.backward()
print(x.grad.asnumpy().astype('float64').round(4).tolist())


def refused(what, f):
    try:
        print(what, f().shape)
    except mx.MXNetError as e:
        print(what, str(e).strip().splitlines()[-1].split('Error: ')[-1])


row = nd.array([[1, 2, 3], [4, 5, 6]])
refused('no lengths', lambda: nd.softmax(row, use_length=True))
refused('lengths unasked', lambda: nd.softmax(row, nd.array([1, 2], dtype='int32')))
refused('a length too many', lambda: nd.softmax(row, nd.array([1, 2, 3], dtype='int32'), use_length=True))
npx.set_np()
for y in (npx.softmax(np.array([[1, 2, 3.0], [4, 5, 6]]), length=np.array([1, 2], dtype='int32'), use_length=True), npx.log_softmax(np.array([[1, 2, 3.0], [4, 5, 6]]), axis=0)):
    print(['%.4f' % v for v in y.reshape(-1).tolist()])

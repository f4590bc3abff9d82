# name= and out= of functions whose results have none or several.
import mxnet as mx
from mxnet import nd

x = nd.arange(12).reshape((3, 4))
for part in nd.split(x, num_outputs=2, name='halves') + nd.SliceChannel(x, num_outputs=2, axis=1, name='again'):
    print(part.asnumpy())
a, b = nd.zeros((3, 2)), nd.zeros((3, 2))
nd.split(x, num_outputs=2, axis=1, out=[a, b])
print(a.asnumpy(), b.asnumpy())
print(nd.slice_like(x, nd.zeros((2, 2)), name='part').asnumpy())
print(nd.reshape_like(x, nd.zeros((4, 3)), name='turned').asnumpy())
print(nd.broadcast_like(nd.ones((1, 4)), x, name='wide').asnumpy())
c = nd.zeros((4, 3))
nd.reshape_like(x, nd.zeros((4, 3)), out=c)
print(c.asnumpy())
d = nd.zeros((3, 4))
nd.broadcast_like(nd.ones((1, 4)), x, out=d)
print(d.asnumpy())
for name in ('random_uniform', 'random_normal', 'random_exponential', 'random_gamma', 'random_poisson'):
    print(getattr(nd, name)(shape=(2,), name='drawn').shape)
print(nd._internal._plus(x, x, name='sum')[0].asnumpy(), nd._internal._mul(x, x)[1].asnumpy(), nd._internal._plus_scalar(x, scalar=3)[0].asnumpy(), nd._internal._maximum(x, 5 - x)[0].asnumpy())
print(nd._internal._mul_scalar(x, scalar=2.0, out=d) is d, d[0].asnumpy())
print(mx.contrib.ndarray.MultiBoxPrior(nd.zeros((1, 3, 1, 1)), sizes=(0.5,)).asnumpy())
print(mx.nd.op.sigmoid(nd.zeros((1,))).asnumpy(), mx.nd.op.linalg_gemm2(nd.ones((2, 2)), nd.ones((2, 2))).asnumpy())
from mxnet.contrib.ndarray import MultiBoxTarget, box_nms  # noqa: E402
from mxnet.contrib.symbol import box_iou  # noqa: E402
print(MultiBoxTarget.__name__, box_nms.__name__, box_iou(mx.sym.var('p'), mx.sym.var('q'), name='iou').list_arguments())

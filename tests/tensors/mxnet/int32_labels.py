"""Gradients that are laid at places: labels and indices of int32, of int64 and of floats give the same."""
import mxnet as mx
from mxnet import autograd, gluon, nd

for dtype in ('int32', 'int64', 'float32'):
    label = nd.array([2, 0], dtype=dtype)
    x = nd.array([[1., 2, 3], [3, 1, 2]])
    x.attach_grad()
    with autograd.record():
        y = nd.pick(x, label, axis=1)
    y.backward()
    print(dtype, x.grad.asnumpy().tolist())
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(x, label)
    loss.backward()
    print(loss.asnumpy().round(4).tolist(), x.grad.asnumpy().round(4).tolist())
    with autograd.record():
        y = nd.take(x, label, axis=1) * nd.array([[1., 2], [3, 4]])
    y.backward()
    print(x.grad.asnumpy().tolist())
    w = nd.array([[1., 2], [3, 4], [5, 6]])
    w.attach_grad()
    with autograd.record():
        y = nd.Embedding(label, w, input_dim=3, output_dim=2).sum()
    y.backward()
    print(w.grad.asnumpy().tolist())
    with autograd.record():
        y = nd.gather_nd(x, nd.stack(nd.array([0, 1], dtype=dtype), label))
    y.backward()
    print(x.grad.asnumpy().tolist())

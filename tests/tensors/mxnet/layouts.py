# Channels last: pooling over them on the CPU, convolutions refused there; arange's terms in their own dtype; BlockGrad's zeros; arrays from bytes.
import tempfile

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn


def said(text):
    lines = text.replace('MXNetError: ', '').split('\n')
    return next((line for line in lines if 'Check failed' in line), lines[0])


def tell(name, f):
    try:
        print(name, f())
    except (mx.MXNetError, AssertionError) as e:
        print(name, type(e).__name__, said(str(e)))


x = nd.arange(24).reshape((1, 2, 3, 4))
y = nd.arange(12).reshape((1, 4, 3))
z = nd.arange(24).reshape((1, 2, 2, 3, 2))
for layer in (nn.MaxPool2D(layout='NHWC'), nn.AvgPool2D(layout='NHWC'), nn.GlobalMaxPool2D(layout='NHWC'), nn.GlobalAvgPool2D(layout='NHWC'),
              nn.AvgPool2D(2, 1, 1, layout='NHWC', count_include_pad=False), nn.MaxPool2D((2, 2), (1, 2), ceil_mode=True, layout='NHWC')):
    print(layer)
    x.attach_grad()
    with autograd.record():
        out = layer(x)
        loss = (out ** 2).sum()
    loss.backward()
    print(out, x.grad)
for layer in nn.MaxPool1D(layout='NWC'), nn.AvgPool1D(layout='NWC'), nn.GlobalAvgPool1D(layout='NWC'):
    print(layer, layer(y))
print(nn.MaxPool3D((2, 2, 1), layout='NDHWC')(z), nn.GlobalAvgPool3D(layout='NDHWC')(z))
for layout in 'X', 'NHWC', 'NCHW', 'NWC', 'NDHWC', 'NHW', 'CHWN', 'None':
    tell(layout, lambda: nd.Pooling(x, kernel=(2, 2), pool_type='avg', layout=layout).shape)
for layout in 'NHWC', 'NWC', 'NDHWC', 'NCW':
    tell(layout, lambda: nd.Pooling(y, kernel=(2,), pool_type='sum', layout=layout).shape)
for layout in 'NHWC', 'NDHWC', 'NCDHW':
    tell(layout, lambda: nd.Pooling(z, kernel=(2, 2, 2), pool_type='max', layout=layout).shape)
tell('lp', lambda: nd.Pooling(x, kernel=(2, 2), pool_type='lp'))
tell('lp of all', lambda: nd.Pooling(x, kernel=(2, 2), pool_type='lp', global_pool=True))
tell('lp of all', lambda: nd.Pooling(x, kernel=(2, 2), pool_type='lp', global_pool=True, p_value=2))
tell('sum of all', lambda: nd.Pooling(x, kernel=(2, 2), pool_type='sum', global_pool=True, layout='NHWC'))
tell('lp', lambda: nd.Pooling(y, kernel=(2,), pool_type='lp', p_value=2, layout='NWC'))
for make in (lambda: nn.MaxPool1D(layout='X'), lambda: nn.AvgPool2D(layout='X'), lambda: nn.GlobalMaxPool3D(layout='X'), lambda: nn.Conv2D(2, 1, layout='X'),
             lambda: nn.Conv1D(2, 1, layout='NWC'), lambda: nn.Conv3D(2, 1, layout='X'), lambda: nn.Conv2D(2, 1, layout='NHWC'), lambda: nn.Conv2DTranspose(2, 1, layout='NHWC')):
    tell('made', make)
conv = nn.Conv2D(2, 1, layout='NHWC', in_channels=4)
conv.initialize()
print(conv.weight.shape)

for dtype in 'float16', 'float32', 'float64', 'int32', 'int64', 'uint8', 'int8':
    for terms in (0, 5, 0.5), (0.9, 6, 1.5), (1, 20, 2.7), (5, 0, -0.7), (0, 3, 0.1):
        print(dtype, terms, nd.arange(*terms, dtype=dtype).asnumpy().tolist(), mx.np.arange(*terms, dtype=dtype).asnumpy().tolist() if dtype != 'float16' else '')
print(nd.arange(0, 1, 0.1), nd.arange(0, 2, 0.3, repeat=2), nd.arange(0, 100, 0.1)[-5:], nd.arange(2 ** 24, 2 ** 24 + 6))
print(nd.contrib.arange_like(nd.zeros((3, 4)), start=0.1, step=0.1), nd.contrib.arange_like(nd.zeros((3, 4)), start=0.1, step=0.1, axis=1))

a = nd.array([1, 2.])
a.attach_grad()
for f in (lambda: nd.BlockGrad(a), lambda: nd.stop_gradient(a) * 2, lambda: nd.BlockGrad(a) * a):
    a.grad[:] = 7
    with autograd.record():
        out = f()
    out.backward()
    print(a.grad)
with tempfile.TemporaryDirectory() as folder:
    nd.save(folder + '/arrays.params', {'a': a, 'b': x})
    with open(folder + '/arrays.params', 'rb') as f:
        print(nd.load_frombuffer(f.read()))

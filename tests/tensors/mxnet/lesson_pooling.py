"""The largest and the mean of windows: by slices, by layers in one to three dimensions, their edges, their gradients."""
from mxnet import autograd, nd
from mxnet.gluon import nn


def pooled(field, tall, wide, join):
    """What join makes of the slices that hold each window's numbers."""
    rows, columns = field.shape[0] - tall + 1, field.shape[1] - wide + 1
    return join(nd.stack(*[field[d:d + rows, r:r + columns] for d in range(tall) for r in range(wide)]))


field = nd.array([[4, 1, 0, 2], [3, 9, 5, 1], [0, 2, 8, 7]])
for tall, wide in ((2, 2), (1, 3), (3, 4)):
    for join, kind in ((lambda s: s.max(axis=0), 'max'), (lambda s: s.mean(axis=0), 'avg'), (lambda s: s.sum(axis=0), 'sum')):
        out = nd.Pooling(field.reshape((1, 1, 3, 4)), kernel=(tall, wide), pool_type=kind)
        print(kind, pooled(field, tall, wide, join), (out[0, 0] - pooled(field, tall, wide, join)).abs().max().asscalar() < 1e-5)
print(nd.Pooling(field.reshape((1, 1, 3, 4)), kernel=(2, 2), pool_type='lp', p_value=2).asnumpy().round(3), nd.Pooling(field.reshape((1, 1, 3, 4)), global_pool=True, pool_type='max'))

waves = nd.stack(nd.arange(30).reshape((5, 6)), -nd.arange(30).reshape((5, 6))).expand_dims(0)
for layer in (nn.MaxPool2D(), nn.MaxPool2D(3, 1), nn.MaxPool2D((1, 4), (2, 2), (0, 2)), nn.MaxPool2D(2, 3, ceil_mode=True), nn.AvgPool2D((3, 2)), nn.AvgPool2D(3, 2, 1),
              nn.AvgPool2D(3, 2, 1, count_include_pad=False), nn.AvgPool2D(4, 3, ceil_mode=True), nn.GlobalMaxPool2D(), nn.GlobalAvgPool2D()):
    print(layer, layer(waves).asnumpy().round(3))
line = nd.array([[[2, 7, 1, 8, 2, 8], [3, 1, 4, 1, 5, 9]]])
for layer in (nn.MaxPool1D(3), nn.MaxPool1D(2, 1, 1), nn.AvgPool1D(4, 2), nn.GlobalMaxPool1D(), nn.GlobalAvgPool1D()):
    print(layer(line), layer)
cube = nd.arange(48).reshape((1, 1, 4, 3, 4))
for layer in (nn.MaxPool3D((2, 3, 2)), nn.AvgPool3D(2, 1), nn.GlobalAvgPool3D(), nn.GlobalMaxPool3D(), nn.MaxPool3D(3, 2, 1)):
    print(layer(cube).shape, layer(cube).reshape(-1)[:4])

hills = nd.array([[[[1, 5, 5], [2, 0, 3], [7, 4, 6]]]])
hills.attach_grad()
for layer in (nn.MaxPool2D(2, 2, ceil_mode=True), nn.AvgPool2D(3, 2, 1), nn.AvgPool2D(3, 2, 1, count_include_pad=False), nn.GlobalAvgPool2D(), nn.AvgPool2D((1, 2), 1)):
    with autograd.record():
        out = layer(hills)
    out.backward(nd.arange(1, out.size + 1).reshape(out.shape))
    print(hills.grad[0, 0].asnumpy().round(3))
print(nd.contrib.AdaptiveAvgPooling2D(waves, output_size=(2, 3)), nd.contrib.AdaptiveAvgPooling2D(waves, output_size=1).shape, nn.ReflectionPad2D((0, 0, 0, 0, 1, 0, 0, 2))(hills))

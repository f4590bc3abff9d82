"""Edges, steps, gaps, channels and groups of convolutions: the sizes that come out, and the sums that stand in them."""
from mxnet import nd
from mxnet.gluon import nn


def size_of(layer, *shape):
    layer.initialize()
    return layer(nd.ones((1, 2) + shape)).shape[2:]


picture = (11, 9)
for settings in (dict(kernel_size=3), dict(kernel_size=3, padding=1), dict(kernel_size=(7, 1), padding=(3, 0)), dict(kernel_size=4, strides=3), dict(kernel_size=3, strides=(2, 4), padding=(0, 2)),
                 dict(kernel_size=2, dilation=4), dict(kernel_size=(3, 2), dilation=(2, 3), padding=(2, 1), strides=2), dict(kernel_size=1)):
    layer = nn.Conv2D(3, **settings)
    formula = []
    for axis, length in enumerate(picture):
        window, step, edge, gap = (value[axis] if isinstance(value, tuple) else value for value in (settings.get(k, d) for k, d in (('kernel_size', 1), ('strides', 1), ('padding', 0), ('dilation', 1))))
        formula.append((length + 2 * edge - gap * (window - 1) - 1) // step + 1)
    print(size_of(layer, *picture), size_of(layer, *picture) == tuple(formula), layer)


def summed(channels, kernels):
    """Every kernel over every channel, with plain slices."""
    (many, _, high, broad), (_, tall, wide) = kernels.shape, channels.shape
    out = nd.zeros((many, tall - high + 1, wide - broad + 1))
    for at in range(many):
        for depth, channel in enumerate(channels):
            for down in range(high):
                for right in range(broad):
                    out[at] += kernels[at, depth, down, right] * channel[down:down + out.shape[1], right:right + out.shape[2]]
    return out


channels = nd.stack(nd.arange(12).reshape((3, 4)), nd.arange(12).reshape((3, 4)) ** 2)
kernels = nd.stack(nd.ones((2, 2, 3)), nd.arange(12).reshape((2, 2, 3)), nd.zeros((2, 2, 3)))
print(summed(channels, kernels))
print((nd.Convolution(channels.expand_dims(0), kernels, nd.zeros(3), kernel=(2, 3), num_filter=3)[0] == summed(channels, kernels)).min())

mix = nd.random.normal(shape=(4, 3))
field = nd.random.normal(shape=(2, 3, 5, 2))
as_dense = nd.dot(field.transpose((0, 2, 3, 1)), mix.T).transpose((0, 3, 1, 2))
as_window = nd.Convolution(field, mix.reshape((4, 3, 1, 1)), no_bias=True, kernel=(1, 1), num_filter=4)
print(as_dense.shape, (as_dense - as_window).abs().max().asscalar() < 1e-5)

for layer, shape in ((nn.Conv1D(5, 4, strides=3, padding=2), (2, 3, 13)), (nn.Conv3D(3, (3, 1, 2), padding=(1, 0, 0)), (1, 2, 3, 5, 4)), (nn.Conv2DTranspose(3, kernel_size=3, strides=2, output_padding=1), (2, 2, 4, 3)),
                     (nn.Conv2D(8, 3, groups=4, in_channels=4, use_bias=False), (1, 4, 6, 6)), (nn.Conv1DTranspose(2, 5), (1, 3, 4))):
    layer.initialize()
    print(layer(nd.ones(shape)).shape, layer.weight.shape, layer.bias is None, layer)

wide = nn.Conv2D(2, 7, padding=1)
wide.initialize()
try:
    wide(nd.ones((1, 1, 4, 4))).asnumpy()
except ValueError as e:
    print('ValueError', str(e).split('. ')[0])

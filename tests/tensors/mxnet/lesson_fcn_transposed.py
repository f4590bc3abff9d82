"""Transposed convolutions: what they add up, as the gradient of a convolution and as a matrix turned over; kernels that enlarge smoothly."""
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn
mx.random.seed(6)


def spread(picture, kernel, step=1):
    """Every number of the picture leaves a copy of the kernel, that many times as strong."""
    (tall, wide), (high, broad) = picture.shape, kernel.shape
    out = nd.zeros(((tall - 1) * step + high, (wide - 1) * step + broad))
    for down in range(high):
        for right in range(broad):
            out[down:down + (tall - 1) * step + 1:step, right:right + (wide - 1) * step + 1:step] += picture * kernel[down, right]
    return out


picture, kernel = nd.array([[1, 0, -2], [3, 4, 0]]), nd.array([[1, 2], [0, -1]])
for step in (1, 2, 3):
    theirs = nd.Deconvolution(picture.reshape((1, 1, 2, 3)), kernel.reshape((1, 1, 2, 2)), kernel=(2, 2), stride=(step, step), num_filter=1, no_bias=True)
    print(spread(picture, kernel, step), (theirs[0, 0] == spread(picture, kernel, step)).min().asscalar())

weight = nd.random.normal(shape=(4, 2, 3, 3))
small, large = nd.random.normal(shape=(1, 4, 3, 4)), nd.zeros((1, 2, 7, 9))
settings = dict(kernel=(3, 3), stride=(2, 2), no_bias=True)
large.attach_grad()
with autograd.record():
    down = nd.Convolution(large, weight, num_filter=4, **settings)
down.backward(small)
up = nd.Deconvolution(small, weight, num_filter=2, **settings)
print(down.shape, up.shape, (up - large.grad).abs().max().asscalar() < 1e-5)

ones = nd.eye(20).reshape((20, 1, 4, 5))
as_matrix = nd.Convolution(ones, nd.arange(1, 7).reshape((1, 1, 2, 3)), kernel=(2, 3), num_filter=1, no_bias=True).reshape((20, -1))
print(as_matrix.shape, as_matrix.T[4])
field = nd.arange(20).reshape((1, 1, 4, 5))
conv = nn.Conv2D(1, (2, 3), use_bias=False, weight_initializer=mx.init.Constant(nd.arange(1, 7).reshape((1, 1, 2, 3))))
back = nn.Conv2DTranspose(1, (2, 3), use_bias=False, weight_initializer=mx.init.Constant(nd.arange(1, 7).reshape((1, 1, 2, 3))))
for layer in (conv, back):
    layer.initialize()
out = conv(field)
print(out, (nd.dot(as_matrix.T, field.reshape(-1)) == out.reshape(-1)).min().asscalar(), (nd.dot(as_matrix, out.reshape(-1)) == back(out).reshape(-1)).min().asscalar())

for settings in (dict(kernel_size=3), dict(kernel_size=3, padding=1), dict(kernel_size=(4, 2), strides=(3, 1)), dict(kernel_size=3, strides=2, output_padding=1, padding=1), dict(kernel_size=3, dilation=2)):
    layer = nn.Conv2DTranspose(2, in_channels=3, **settings)
    layer.initialize(mx.init.One())
    print(layer(nd.ones((1, 3, 4, 5))).shape, layer(nd.ones((1, 3, 4, 5))).sum(), layer)
for window, edge, step in ((7, 3, 4), (4, 1, 2), (6, 0, 5)):
    there, again = nn.Conv2D(5, window, step, edge), nn.Conv2DTranspose(3, window, step, edge)
    for layer in (there, again):
        layer.initialize()
    print(again(there(nd.ones((2, 3, 31, 31)))).shape)


def tent(window):
    """1 in the middle, falling evenly to both sides."""
    half = (window + 1) // 2
    slope = 1 - ((nd.arange(window) - (window - 1) / 2) / half).abs()
    return nd.dot(slope.reshape((-1, 1)), slope.reshape((1, -1)))


larger = nn.Conv2DTranspose(2, 6, strides=3, padding=2, output_padding=1, use_bias=False)
larger.initialize(mx.init.Constant(nd.stack(nd.stack(tent(6), nd.zeros((6, 6))), nd.stack(nd.zeros((6, 6)), tent(6)))))
out = larger(nd.array([[[[0, 3], [6, 9]], [[1, 1], [1, 1]]]]))
print(out.shape, out[0, 0].asnumpy().round(2), tent(3))
made = nn.Conv2DTranspose(1, 6, strides=3, weight_initializer=mx.init.Bilinear(), in_channels=1)
made.initialize()
print((made.weight.data()[0, 0] - tent(6)).abs().max().asscalar() < 1e-6)

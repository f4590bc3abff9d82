from mxnet import autograd, init, np, npx
from mxnet.gluon import nn
npx.set_np()


def slid(field, kernel):
    """(channels, h, w) under (channels, h, w): shifted slices, weighed and added."""
    tall, wide = field.shape[1] - kernel.shape[1] + 1, field.shape[2] - kernel.shape[2] + 1
    out = np.zeros((tall, wide))
    for c in range(kernel.shape[0]):
        for d in range(kernel.shape[1]):
            for r in range(kernel.shape[2]):
                out += kernel[c, d, r] * field[c, d:d + tall, r:r + wide]
    return out


field = np.stack([np.arange(20).reshape(4, 5), np.arange(20).reshape(4, 5)[::-1] ** 2])
kernels = np.array([[[[1.0, -1]], [[0, 0.5]]], [[[2, 0]], [[0, 0]]]])
for kernel in kernels:
    print(slid(field, kernel))
layer = nn.Conv2D(2, (1, 2), in_channels=2, use_bias=False)
layer.initialize()
layer.weight.set_data(kernels)
print(np.abs(layer(np.expand_dims(field, 0))[0] - np.stack([slid(field, kernel) for kernel in kernels])).max() < 1e-4, layer, layer.weight.shape)
print(npx.convolution(np.expand_dims(field, 0), kernels, kernel=(1, 2), num_filter=2, no_bias=True, stride=(2, 2))[0, 1])

bars = np.tile(np.array([0.0, 0, 1, 1, 1, 0]), (5, 1))
edges = slid(np.expand_dims(bars, 0), np.array([[[-1.0, 1]]]))
print(bars[0], edges[0], slid(np.expand_dims(bars.T, 0), np.array([[[-1.0, 1]]])).sum())
finder = nn.Conv2D(1, (1, 2), use_bias=False, weight_initializer=init.Constant(0.1))
finder.initialize()
path = []
for _ in range(25):
    with autograd.record():
        missed = np.square(finder(bars.reshape(1, 1, 5, 6)) - edges.reshape(1, 1, 5, 5)).sum()
    missed.backward()
    finder.weight.set_data(finder.weight.data() - 0.02 * finder.weight.grad())
    path.append(missed.item())
print(path[0] > 100 * path[-1], finder.weight.data().reshape(-1).asnumpy().round(2))

for settings in (dict(kernel_size=2), dict(kernel_size=(5, 1), padding=(2, 0)), dict(kernel_size=3, strides=(3, 2), padding=1), dict(kernel_size=2, dilation=3), dict(kernel_size=4, strides=4, padding=2)):
    layer = nn.Conv2D(3, **settings)
    layer.initialize(init.One())
    out = layer(np.ones((1, 2, 10, 7)))
    print(settings, out.shape, out.max(), layer(np.zeros((2, 2, 10, 7))).sum())
waves = np.stack([np.arange(24).reshape(4, 6), 24 - np.arange(24).reshape(4, 6)]).reshape(1, 2, 4, 6)
for pool in (nn.MaxPool2D((2, 3)), nn.MaxPool2D(3, 1), nn.MaxPool2D(2, 3, 1), nn.AvgPool2D((4, 2)), nn.AvgPool2D(3, 2, 1), nn.AvgPool2D(2, 3, ceil_mode=True), nn.GlobalMaxPool2D(), nn.GlobalAvgPool2D()):
    print(pool(waves))
for up, x in ((nn.Conv2DTranspose(1, (1, 3)), np.array([[[[1.0, 2]]]])), (nn.Conv2DTranspose(2, 2, strides=2, padding=1), np.ones((1, 1, 2, 3))), (nn.Conv1DTranspose(1, 2, strides=3), np.array([[[1.0, 5]]]))):
    up.initialize(init.Constant(2))
    print(up(x), up.weight.shape)
stout = nn.Conv2D(2, 2, in_channels=2, groups=2, weight_initializer='ones', bias_initializer=init.Constant(-30), activation='relu')
stout.initialize()
print(stout(waves), stout.weight.shape, stout.bias.data(), stout)
line = nn.Conv1D(2, 3, padding=1)
line.initialize(init.Constant(0.5))
print(line(np.arange(6).reshape(1, 1, 6)), nn.AvgPool1D(2)(np.arange(6).reshape(1, 1, 6)), nn.MaxPool1D(4, 1)(np.arange(6).reshape(1, 1, 6)), nn.GlobalAvgPool1D()(np.arange(6).reshape(1, 2, 3)))

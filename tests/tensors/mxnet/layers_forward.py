from mxnet import autograd, init, nd
from mxnet.gluon import nn
x = nd.arange(32).reshape((2, 1, 4, 4)) / 8
def show(net, x=x):
    net.initialize(init.Constant(0.1))
    y = net(x)
    print(type(net).__name__, y.shape, y.asnumpy().round(3).ravel().tolist()[:12])
for net in [nn.Conv2D(2, 3), nn.Conv2D(2, 3, padding=1, strides=2), nn.Conv2DTranspose(1, 2, strides=2), nn.MaxPool2D(), nn.AvgPool2D(), nn.AvgPool2D(3, 2, 1), nn.AvgPool2D(3, 2, 1, count_include_pad=False),
            nn.MaxPool2D(3, 2, ceil_mode=True), nn.GlobalAvgPool2D(), nn.GlobalMaxPool2D(), nn.BatchNorm(), nn.InstanceNorm(), nn.LayerNorm(), nn.GroupNorm(), nn.Flatten(), nn.Dropout(0.5), nn.Dense(3),
            nn.Dense(3, flatten=False), nn.Lambda(lambda x: x * 2), nn.LeakyReLU(0.1), nn.PReLU(), nn.ELU(), nn.SELU(), nn.Swish()]:
    show(net)
show(nn.Conv1D(2, 2), x.reshape((2, 4, 4)))
show(nn.MaxPool1D(), x.reshape((2, 4, 4)))
show(nn.Conv3D(1, 2), x.reshape((1, 2, 4, 2, 2)))
show(nn.Embedding(4, 3), nd.array([0, 3]))
for act in ('relu', 'sigmoid', 'tanh', 'softrelu', 'softsign'):
    show(nn.Activation(act), x - 2)

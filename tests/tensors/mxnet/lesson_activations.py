"""relu, sigmoid and tanh, and their slopes."""
from mxnet import autograd, nd
from mxnet.gluon import nn
x = nd.arange(-4.0, 4.0, 1.0)
x.attach_grad()
for f in (nd.relu, nd.sigmoid, nd.tanh, nd.softsign, nd.softmax):
    with autograd.record():
        y = f(x)
    y.backward()
    print(f.__name__, y.asnumpy().round(5).tolist(), x.grad.asnumpy().round(5).tolist())
for name in ('relu', 'sigmoid', 'tanh', 'softrelu', 'softsign'):
    layer = nn.Activation(name)
    print(layer, layer(x).asnumpy().round(5).tolist())
for layer in (nn.LeakyReLU(0.1), nn.ELU(), nn.GELU(), nn.Swish(), nn.PReLU()):
    layer.initialize()
    with autograd.record():
        y = layer(x)
    y.backward()
    print(layer, y.asnumpy().round(4).tolist(), x.grad.asnumpy().round(4).tolist())
print(x.relu(), x.sigmoid().round(), nd.maximum(x, 0), nd.minimum(x, 0), nd.where(x > 0, x, nd.zeros_like(x)))
try:
    nn.Activation('swoosh')(x)
except Exception as error:
    print(type(error).__name__, 'swoosh' in str(error))

"""The model zoo: networks by name, their parts and parameters' names, and what they answer; what gluon.contrib.nn has."""
import os
import tempfile
import zlib

import mxnet as mx
import numpy as np
from mxnet import gluon
from mxnet.gluon.contrib import nn
from mxnet.gluon.model_zoo import model_store, vision


def crc(lines):
    return zlib.crc32('\n'.join(lines).encode())


for name in 'squeezenet1.0', 'squeezenet1.1', 'densenet121', 'mobilenet0.25', 'mobilenetv2_0.25', 'inceptionv3':
    net = vision.get_model(name, classes=7, prefix='net_')
    print(name, type(net).__name__, len(net.collect_params().keys()), crc(net.collect_params().keys()), crc(net._collect_params_with_prefix()), zlib.crc32(repr(net).encode()))
for name, side in ('mobilenet0.25', 64), ('mobilenetv2_0.25', 64), ('squeezenet1.1', 224):
    net = vision.get_model(name, classes=7)
    mx.random.seed(5)
    net.initialize(mx.init.Xavier())
    x = mx.nd.array((np.arange(3 * side * side) * 7 % 255).reshape(1, 3, side, side) / 255)
    print(name, net(x).asnumpy().round(3).tolist())
    if name == 'squeezenet1.1':
        continue
    with mx.autograd.record(train_mode=False):
        loss = (net(x) * mx.nd.arange(7)).sum()
    loss.backward(train_mode=False)
    print('%.4g' % sum(float(parameter.grad().abs().sum().asscalar()) for parameter in net.collect_params().values() if parameter.grad_req != 'null'))
print(vision.mobilenet1_0(classes=2).output, vision.mobilenet_v2_1_0(classes=2).output, vision.squeezenet1_0(classes=2).output)
try:
    vision.get_model('resnet19_v1')
except ValueError as error:
    print(error)
try:
    vision.SqueezeNet('2.0')
except AssertionError as error:
    print(error)
print(model_store.short_hash('resnet18_v2'), model_store.short_hash('mobilenetv2_1.0'))
try:
    model_store.get_model_file('nothing')
except ValueError as error:
    print(error)
with tempfile.TemporaryDirectory() as folder:
    for name in 'a.params', 'b.txt':
        open(os.path.join(folder, name), 'w').close()
    model_store.purge(folder)
    print(os.listdir(folder))

x = mx.nd.arange(2 * 12 * 2 * 3).reshape((2, 12, 2, 3))
for made, given in (nn.PixelShuffle2D(2), x), (nn.PixelShuffle2D((2, 3)), x), (nn.PixelShuffle1D(3), x.reshape((2, 12, 6))), (nn.PixelShuffle3D((1, 2, 3)), x.reshape((2, 12, 2, 3, 1))):
    print(made, made(given).shape, made(given).asnumpy().ravel()[:14].tolist())
for kind in nn.Concurrent, nn.HybridConcurrent:
    net = kind(axis=1)
    net.add(nn.Identity(), gluon.nn.Flatten())
    print(net(mx.nd.ones((2, 3))).shape, net)
print(list(gluon.contrib.data.IntervalSampler(10, 3)), list(gluon.contrib.data.IntervalSampler(10, 3, rollover=False)), len(gluon.contrib.data.IntervalSampler(10, 3, False)))
a = mx.test_utils.rand_ndarray((3, 4))
print(a.shape, a.dtype.__name__, mx.test_utils.same(a, a.copy()), mx.test_utils.almost_equal(a.asnumpy(), a.asnumpy() + 1e-7), mx.test_utils.almost_equal(a.asnumpy(), a.asnumpy() + 1))
mx.test_utils.assert_almost_equal(a, a.asnumpy())

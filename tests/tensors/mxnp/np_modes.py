import mxnet as mx
from mxnet import np, npx
print(npx.is_np_array(), npx.is_np_shape(), mx.nd.ones(2).sum().shape)
npx.set_np()
print(npx.is_np_array(), npx.is_np_shape(), mx.util.is_np_array(), np.ones(2).sum().shape)
@mx.util.use_np
def inside():
    return npx.is_np_array(), np.zeros(()).shape
npx.reset_np()
print(npx.is_np_array(), npx.is_np_shape(), inside(), npx.is_np_array())
@mx.util.use_np
class Half(mx.gluon.nn.Block):
    def forward(self, x):
        return npx.is_np_array(), x / 2
print(Half()(np.ones(2)))
with mx.util.np_shape(True), mx.util.np_array(True):
    print(npx.is_np_array(), npx.is_np_shape(), np.array(3.0).shape)
print(npx.is_np_array())
net = mx.gluon.nn.Dense(2, in_units=2)
net.initialize(mx.init.One())
print(type(net.weight.data()))
npx.set_np()
net = mx.gluon.nn.Dense(2, in_units=2)
net.initialize(mx.init.One())
print(type(net.weight.data()), net(np.ones((1, 2))))
print(type(np.ones(1)), type(mx.nd.ones(1)), type(mx.np.ones(1)), mx.np is np, mx.npx is npx)
print(isinstance(np.ones(1), mx.nd.NDArray), isinstance(mx.nd.ones(1), np.ndarray), np.ndarray.__name__, np.ndarray.__module__)
print(type(np.ones(1).as_nd_ndarray() + 1).__name__, type(mx.nd.ones(1).as_np_ndarray() + 1).__name__)

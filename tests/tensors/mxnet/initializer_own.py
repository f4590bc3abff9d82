# Initializers of one's own: by kind of parameter, by its name, put together, registered under a name.
import mxnet as mx
from mxnet import init, nd
from mxnet.gluon import nn


@init.register
class Ladder(init.Initializer):
    """Row i holds i * rise; says whom it fills."""

    def __init__(self, rise=1.0):
        super().__init__(rise=rise)
        self.rise = rise

    def _init_weight(self, name, array):
        print('ladder', name, array.shape)
        array[:] = nd.arange(array.shape[0]).reshape((-1, 1)) * self.rise * nd.ones(array.shape)


class Half(init.Initializer):
    def _init_weight(self, _, array):
        array[:] = 0.5

    _init_bias = _init_gamma = _init_weight


net = nn.HybridSequential(prefix='n_')
with net.name_scope():
    net.add(nn.Dense(3, activation='relu', bias_initializer=Half()), nn.LayerNorm(gamma_initializer=Half()), nn.Dense(2, weight_initializer='ladder'))
net.initialize(Ladder(0.5))
print(net(nd.ones((2, 4))))
print(net[0].weight.data(), net[0].bias.data(), net[1].gamma.data(), net[2].weight.data(), net[2].bias.data())
net.initialize(Half(), force_reinit=True)
mixed, some = init.Mixed(['.*bias', '.*'], [init.One(), Half()]), [nd.zeros(2), nd.zeros(2)]
for name, array in zip(('a_bias', 'a_weight'), some):
    mixed(name, array)
print(some)
print(net[0].weight.data()[0], net[2].weight.data())
net[2].weight.initialize(Ladder(-2), force_reinit=True)
net[2].weight.set_data(net[2].weight.data() * 3 - 1)
print(net[2].weight.data(), Ladder(2).dumps(), init.Initializer.__call__ is not None)
layer = nn.Dense(2, in_units=2, weight_initializer=init.Constant(nd.array([[1, 2], [3, 4]])))
layer.initialize()
print(layer.weight.data(), Ladder(1) == Ladder(1), Ladder(1) == Ladder(3))

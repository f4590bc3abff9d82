"""Hooks of layers within a block whose shapes wait for the first input: the pass that finds them is one over symbols."""
import mxnet as mx
from mxnet.gluon import nn


class Own(nn.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.act = nn.Activation('tanh')
            self.w = self.params.get('w', shape=(0, 4), allow_deferred_init=True)
            self.d = nn.Dense(3, activation='relu')

    def hybrid_forward(self, F, x, w):
        return self.d(self.act(F.FullyConnected(x, w, no_bias=True, num_hidden=3)))


def watch(block):
    block.register_forward_hook(lambda b, i, out: print('behind', b.name.split('_')[-1], type(out).__name__, getattr(out, 'name', None)))
    block.register_forward_pre_hook(lambda b, i: print('before', b.name.split('_')[-1], [type(x).__name__ for x in i]))


for make, shape in [(lambda: nn.Dense(2, activation='relu'), (2, 4)), (lambda: nn.Conv2D(2, 3, activation='tanh'), (2, 4, 5, 5)), (Own, (2, 4))]:
    net = nn.HybridSequential()
    net.add(make())
    net.initialize()
    net[0].apply(watch)
    for _ in range(2):
        net(mx.nd.ones(shape))
        print('-')
net = nn.Sequential()
net.add(nn.Dense(4, activation='relu'), nn.BatchNorm(), nn.Dense(2))
net.initialize()
net.summary(mx.nd.ones((1, 3)))
net.summary(mx.nd.ones((1, 3)))
mx.npx.set_np()
net = nn.HybridSequential()
net.add(nn.Dense(4, activation='relu'), nn.Dense(2))
net.initialize()
net.summary(mx.np.ones((1, 3)))

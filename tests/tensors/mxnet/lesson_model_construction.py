"""Blocks of one's own: children by attribute and by registration, shared ones, constants, loops in forward, what they print."""
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn
mx.random.seed(7)
rows = nd.random.normal(shape=(3, 12))


class Gate(nn.Block):
    """A signal, and a valve that lets part of it through."""

    def __init__(self, width, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        with self.name_scope():
            self.signal = nn.Dense(width, activation='tanh')
            self.valve = nn.Dense(width, activation='sigmoid', use_bias=False)

    def forward(self, x):
        return self.signal(x) * self.valve(x)


gate = Gate(5)
gate.initialize(mx.init.Xavier())
print(gate(rows).asnumpy().round(3))
print(gate, sorted(gate.collect_params().keys()), gate.prefix, gate.name)


class Relay(nn.Block):
    """Hands its input on from stage to stage and remembers the shapes on the way."""

    def take(self, *stages):
        for stage in stages:
            self.register_child(stage, 'stage_' + stage.name)
        return self

    def forward(self, x):
        seen = [x.shape]
        for stage in self._children.values():
            x = stage(x)
            seen.append(x.shape)
        return x, seen


relay = Relay(prefix='relay_').take(nn.Dense(7), nn.Dense(3, activation='relu'), Gate(2))
relay.initialize()
out, seen = relay(rows)
print(out.shape, seen, list(relay._children), list(relay.collect_params('.*weight').keys()))


class Spin(nn.Block):
    """One dense layer used again and again between fixed rotations, until the numbers are small."""

    def __init__(self, width, **kwargs):
        super().__init__(**kwargs)
        turn = nd.eye(width)[nd.array([(i + 1) % width for i in range(width)])]
        self.turn = self.params.get_constant('turn', turn)
        self.squeeze = nn.Dense(width, in_units=width, weight_initializer=mx.init.Orthogonal(scale=0.7))

    def forward(self, x):
        rounds = 0
        while rounds < 50 and x.abs().max().asscalar() > 0.05:
            x = nd.dot(self.squeeze(x), self.turn.data())
            rounds += 1
        return x, rounds


spin = Spin(6, prefix='spin_')
spin.initialize()
out, rounds = spin(nd.ones((2, 6)))
print(out.shape, 0 < rounds < 50, spin.turn, spin.params, float(spin.turn.data().sum().asscalar()))
print((spin.turn.grad_req, spin.squeeze.weight.grad_req, spin))

tower = nn.Sequential(prefix='tower_')
with tower.name_scope():
    for width in (8, 4):
        floor = nn.Sequential()
        with floor.name_scope():
            floor.add(nn.Dense(width, activation='relu'), Gate(width))
        tower.add(floor)
    tower.add(nn.Dense(2))
tower.initialize()
print(tower(rows).shape, tower)
print(len(tower), tower[0][1].valve.weight.shape, tower[-1].bias.name, tower[1:], [block.name for block in tower])

twins = nn.Sequential()
first = nn.Dense(12, in_units=12)
twins.add(first, nn.Dense(12, in_units=12, params=first.params))
twins.initialize(mx.init.Normal(0.1))
print((twins[0].weight.data() == twins[1].weight.data()).min().asscalar(), len(twins.collect_params().keys()))

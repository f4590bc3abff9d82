"""Recurrent layers and cells of gluon: shapes, states handed on and cut off, layouts, directions, stacks, unrolling; a rhythm learned by each kind."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn
mx.random.seed(61)
shapes = lambda states: [state.shape for state in (states if isinstance(states, (list, tuple)) else [states])]

steps = nd.random.normal(shape=(6, 3, 4))
for layer in (rnn.RNN(5), rnn.RNN(5, activation='tanh', num_layers=2), rnn.GRU(5, bidirectional=True), rnn.LSTM(5, 2, dropout=0.4), rnn.LSTM(4, layout='NTC', bidirectional=True, num_layers=3), rnn.GRU(7, input_size=4, layout='NTC')):
    layer.initialize(mx.init.Uniform(0.3))
    given = steps if 'TNC' in repr(layer) else steps.swapaxes(0, 1)
    out, states = layer(given, layer.begin_state(batch_size=3))
    print(layer, out.shape, shapes(states), (layer(given) - out).abs().max().asscalar() < 1e-6, len(layer.collect_params().keys()))

layer = rnn.GRU(5, prefix='g_')
layer.initialize(mx.init.Normal(0.5))
whole, end = layer(steps, layer.begin_state(batch_size=3))
front, state = layer(steps[:4], layer.begin_state(batch_size=3))
rest, state = layer(steps[4:], state)
print((nd.concat(front, rest, dim=0) - whole).abs().max().asscalar() < 1e-5, (whole[-1] - end[0][0]).abs().max().asscalar() == 0)
print({name: p.shape for name, p in layer.collect_params().items()}, layer.begin_state(2, func=nd.ones)[0].sum().asscalar())
cell = rnn.GRUCell(5, prefix='g_l0_', params=None)
cell.initialize()
cell(steps[0], cell.begin_state(3))
for name, parameter in cell.collect_params().items():
    parameter.set_data(layer.collect_params()[name].data())
by_cell, last = cell.unroll(6, steps, layout='TNC', merge_outputs=True)
print((by_cell - whole).abs().max().asscalar() < 1e-5, shapes(last), cell)
for merge in (True, False):
    out, last = rnn_out = cell.unroll(3, [steps[0], steps[1], steps[2]], merge_outputs=merge)
    print(merge, out.shape if merge else shapes(out), len(last))
masked, last = cell.unroll(6, steps, layout='TNC', valid_length=nd.array([2, 6, 4]), merge_outputs=True)
print(masked[:, 0].abs().sum(axis=1) > 0, (last[0][0] - whole[1, 0]).abs().max().asscalar() < 1e-5)

tower = rnn.SequentialRNNCell(prefix='tower_')
with tower.name_scope():
    for part in (rnn.LSTMCell(4), rnn.DropoutCell(0.2), rnn.GRUCell(5), rnn.RNNCell(3)):
        tower.add(part)
tower.initialize()
out, states = tower(steps[0], tower.begin_state(batch_size=3))
print(out.shape, shapes(states), len(tower), tower)
both = rnn.BidirectionalCell(rnn.RNNCell(2), rnn.LSTMCell(3))
both.initialize()
out, states = both.unroll(6, steps, layout='TNC', merge_outputs=True)
print(out.shape, shapes(states))


class Next(nn.Block):
    """What comes next, out of what came so far."""

    def __init__(self, layer, kinds, **kwargs):
        super().__init__(**kwargs)
        self.table, self.layer, self.says = nn.Embedding(kinds, 6), layer, nn.Dense(kinds, flatten=False)

    def forward(self, marks, states):
        seen, states = self.layer(self.table(marks), states)
        return self.says(seen), states


beat = nd.array([0, 1, 2, 1, 0, 3, 3, 2] * 10)
here, after = beat[:72].reshape((9, 8)).T.expand_dims(2)[:, :, 0], beat[1:73].reshape((9, 8)).T.expand_dims(2)[:, :, 0]
error = gluon.loss.SoftmaxCrossEntropyLoss(axis=2)
for kind in (rnn.RNN, rnn.GRU, rnn.LSTM):
    mx.random.seed(5)
    model = Next(kind(12), 4)
    model.initialize(mx.init.Xavier())
    trainer, path = gluon.Trainer(model.collect_params(), 'adam', {'learning_rate': 0.05}), []
    states = model.layer.begin_state(batch_size=9)
    for _ in range(25):
        states = [state.detach() for state in states]
        with autograd.record():
            said, states = model(here, states)
            missed = error(said, after)
        missed.backward()
        length = gluon.utils.clip_global_norm([p.grad() for p in model.collect_params().values()], 5)
        trainer.step(9)
        path.append(missed.mean().asscalar())
    right = (said.argmax(axis=2) == after).mean().asscalar()
    print(kind.__name__, path[-1] < path[0] / 2, right > 0.7, length > 0, shapes(states))

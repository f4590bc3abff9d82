"""Attention in MXNet's ops: masks by length, scores by product and by a small network, positions as waves; recurrent encoders, norms, sequence ops."""
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn, rnn
mx.random.seed(9)


def shares(scores, lengths=None):
    """A softmax along the last axis; of each batch, or of each row, only so many columns count."""
    batch, rows, columns = scores.shape
    if lengths is None:
        return scores.softmax(axis=-1)
    per_row = lengths.repeat(rows, axis=0) if lengths.ndim == 1 else lengths.reshape((batch * rows,))
    flat = nd.SequenceMask(scores.reshape((batch * rows, columns)), per_row, use_sequence_length=True, axis=1, value=-1e9)
    return nd.softmax(flat, axis=1).reshape((batch, rows, columns))


scores = nd.random.normal(shape=(3, 2, 5))
print(shares(scores, nd.array([1, 3, 5])).asnumpy().round(3))
print(shares(scores, nd.array([[1, 2], [3, 4], [5, 5]])).sum(axis=-1).asnumpy().round(5), shares(scores).argmax(axis=-1))


class Look(nn.Block):
    """What the memory holds, weighed by how well its keys answer the questions."""

    def __init__(self, answer, drop=0.0, **kwargs):
        super().__init__(**kwargs)
        self.answer, self.drop = answer, nn.Dropout(drop)

    def forward(self, questions, keys, memory, lengths=None):
        return nd.batch_dot(self.drop(shares(self.answer(questions, keys), lengths)), memory)


class Product(nn.Block):
    def forward(self, questions, keys):
        return nd.batch_dot(questions, keys.swapaxes(1, 2)) * questions.shape[2] ** -0.5


class Small(nn.Block):
    def __init__(self, width, **kwargs):
        super().__init__(**kwargs)
        self.left, self.right, self.last = (nn.Dense(n, use_bias=False, flatten=False) for n in (width, width, 1))

    def forward(self, questions, keys):
        pairs = nd.broadcast_add(self.left(questions).expand_dims(2), self.right(keys).expand_dims(1))
        return self.last(pairs.tanh()).reshape((0, 0, -1))


keys, memory = nd.zeros((2, 6, 3)), nd.arange(48).reshape((2, 6, 4))
for answer in (Product(), Small(5)):
    look = Look(answer, 0.3)
    look.initialize(mx.init.Xavier())
    print(look(nd.ones((2, 1, 3)), keys, memory, nd.array([2, 4])).asnumpy().round(3), type(answer).__name__, len(look.collect_params().keys()))
with autograd.record():
    print(Look(Product(), 0.5)(nd.ones((2, 1, 3)), keys, memory).shape)


def waves(steps, width):
    """Sines in the even columns and cosines in the odd ones, slower from pair to pair."""
    speed = nd.exp(nd.arange(0, width, 2) * (-nd.log(nd.array([10000.0])) / width))
    angle = nd.dot(nd.arange(steps).reshape((-1, 1)), speed.reshape((1, -1)))
    return nd.stack(angle.sin(), angle.cos(), axis=2).reshape((steps, -1))


print(waves(4, 6).asnumpy().round(3), (waves(50, 8) ** 2).sum(axis=1)[:3])

words = nd.array([[3, 1, 0, 0], [2, 2, 4, 1]])
table, steps = nn.Embedding(6, 5), rnn.GRU(7, num_layers=2, layout='NTC', bidirectional=True)
for part in (table, steps):
    part.initialize()
seen, states = steps(table(words), steps.begin_state(batch_size=2))
print(seen.shape, [state.shape for state in states], steps)
deep = rnn.LSTM(3, num_layers=3)
deep.initialize()
seen, states = deep(table(words).transpose((1, 0, 2)), deep.begin_state(batch_size=2))
print(seen.shape, [state.shape for state in states])

lengths = nd.array([2, 4])
print(nd.SequenceMask(words, lengths, True, axis=1, value=-1), nd.SequenceMask(words.T, lengths, use_sequence_length=True))
print(nd.SequenceLast(table(words), lengths, True, axis=1).shape, nd.SequenceLast(words.T, lengths, use_sequence_length=True))
print(nd.SequenceReverse(words.T, lengths, use_sequence_length=True), nd.SequenceReverse(words.T))
rows = nd.array([[1, 5, 0], [2, 2, 8]])
by_row, by_column = nn.LayerNorm(), nn.BatchNorm(center=False)
for norm in (by_row, by_column):
    norm.initialize()
with autograd.train_mode():
    print(by_row(rows).asnumpy().round(2), by_column(rows).asnumpy().round(2))

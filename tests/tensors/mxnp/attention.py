from mxnet import autograd, init, np, npx
from mxnet.gluon import nn
npx.set_np()


def shares(scores, lengths=None):
    """Softmax over the last axis; lengths, one for each batch or each row, say how many columns count."""
    if lengths is None:
        return npx.softmax(scores, axis=-1)
    batch, rows, columns = scores.shape
    each = np.broadcast_to(lengths.reshape(batch, -1), (batch, rows)).reshape(-1)
    flat = npx.sequence_mask(scores.reshape(batch * rows, columns), each, use_sequence_length=True, value=-1e5, axis=1)
    return npx.softmax(flat).reshape(batch, rows, columns)


scores = np.cos(np.arange(24)).reshape(2, 3, 4) * 2
for lengths in (None, np.array([1, 3]), np.array([[1, 2, 4], [4, 3, 2]])):
    out = shares(scores, lengths)
    print(out.asnumpy().round(3), out.sum(axis=-1).asnumpy().round(4))


class Look(nn.Block):
    """Means of the memory, weighed by `answer`, a function of questions and keys."""

    def __init__(self, answer, **kwargs):
        super().__init__(**kwargs)
        self.answer, self.weights = answer, None

    def forward(self, questions, keys, memory, lengths=None):
        self.weights = shares(self.answer(questions, keys), lengths)
        return npx.batch_dot(self.weights, memory)


class Small(nn.Block):
    def __init__(self, width, **kwargs):
        super().__init__(**kwargs)
        for name, size in (('ask', width), ('tell', width), ('judge', 1)):
            setattr(self, name, nn.Dense(size, use_bias=False, flatten=False))

    def forward(self, questions, keys):
        both = np.expand_dims(self.ask(questions), 2) + np.expand_dims(self.tell(keys), 1)
        return self.judge(np.tanh(both)).squeeze(-1)


questions, keys = np.linspace(-1, 1, 12).reshape(2, 2, 3), np.linspace(0, 2, 24).reshape(2, 4, 3)
memory, lengths = np.arange(16).reshape(2, 4, 2), np.array([3, 2])
near = Look(lambda q, k: npx.batch_dot(q, k, transpose_b=True) * q.shape[-1] ** -0.5)
small = Look(Small(5))
small.initialize(init.Constant(0.4))
for look in (near, small):
    print(look(questions, keys, memory, lengths).asnumpy().round(2), look.weights.asnumpy().round(2)[1], look(questions, keys, memory).shape)
far = Look(lambda q, k: -np.square(np.expand_dims(q, 2) - np.expand_dims(k, 1)).sum(axis=-1))
print(far(keys, keys, memory).asnumpy().round(2), far.weights.argmax(axis=-1).asnumpy().tolist())


def heads(x, many):
    batch, steps, width = x.shape
    return np.swapaxes(x.reshape(batch, steps, many, width // many), 1, 2).reshape(batch * many, steps, -1)


def joined(x, many):
    return np.concatenate([x[i::many] for i in range(many)], axis=-1)


x = np.arange(36).reshape(2, 3, 6)
print(heads(x, 3).shape, heads(x, 3)[4], (joined(heads(x, 3), 3) == x).all(), np.repeat(lengths, 3, axis=0), np.tile(lengths, 2))
turn = np.arange(5).reshape(-1, 1) * np.exp(np.arange(0, 6, 2) * (-np.log(np.array(1000.0)) / 6))
wave = np.stack([np.sin(turn), np.cos(turn)], axis=2).reshape(5, 6)
print(wave.asnumpy().round(3), (np.zeros((2, 3, 6)) + wave[:3])[1, 2, :2].asnumpy().round(3), np.square(wave).sum(axis=1).asnumpy().round(3))
by_row, by_column = nn.LayerNorm(), nn.BatchNorm()
for norm in (by_row, by_column):
    norm.initialize()
rows = np.array([[1.0, 5, 0], [2, 2, 8]])
with autograd.train_mode():
    print(by_row(rows).asnumpy().round(2), by_column(rows).asnumpy().round(2))
seen, told = np.array([0.0, 0.5, 2, 3]), np.array([1.0, 2, 0, 4])
weights = npx.softmax(-np.abs(np.array([[0.25], [2.5]]) - seen) * 3)
print(np.dot(weights, told).asnumpy().round(3), weights.shape, weights.sum(axis=1))

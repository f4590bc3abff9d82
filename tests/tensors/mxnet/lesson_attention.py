"""Masked softmax, dot product and additive attention, seq2seq pieces."""
import math
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn, rnn
mx.random.seed(1)


def masked_softmax(X, valid_length):
    if valid_length is None:
        return X.softmax()
    shape = X.shape
    if valid_length.ndim == 1:
        valid_length = valid_length.repeat(shape[1], axis=0)
    else:
        valid_length = valid_length.reshape((-1,))
    X = nd.SequenceMask(X.reshape((-1, shape[-1])), valid_length, True, axis=1, value=-1e6)
    return X.softmax().reshape(shape)


print(masked_softmax(nd.random.uniform(shape=(2, 2, 4)), nd.array([2, 3])).asnumpy().round(4))


class DotProductAttention(nn.Block):
    def __init__(self, dropout, **kwargs):
        super(DotProductAttention, self).__init__(**kwargs)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, valid_length=None):
        d = query.shape[-1]
        scores = nd.batch_dot(query, key, transpose_b=True) / math.sqrt(d)
        attention_weights = self.dropout(masked_softmax(scores, valid_length))
        return nd.batch_dot(attention_weights, value)


atten = DotProductAttention(dropout=0.5)
atten.initialize()
keys = nd.ones((2, 10, 2))
values = nd.arange(40).reshape((1, 10, 4)).repeat(2, axis=0)
print(atten(nd.ones((2, 1, 2)), keys, values, nd.array([2, 6])).asnumpy().round(4))


class MLPAttention(nn.Block):
    def __init__(self, units, dropout, **kwargs):
        super(MLPAttention, self).__init__(**kwargs)
        self.W_k = nn.Dense(units, activation='tanh', use_bias=False, flatten=False)
        self.W_q = nn.Dense(units, activation='tanh', use_bias=False, flatten=False)
        self.v = nn.Dense(1, use_bias=False, flatten=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, valid_length):
        query, key = self.W_k(query), self.W_q(key)
        features = query.expand_dims(axis=2) + key.expand_dims(axis=1)
        scores = self.v(features).squeeze(axis=-1)
        attention_weights = self.dropout(masked_softmax(scores, valid_length))
        return nd.batch_dot(attention_weights, value)


atten = MLPAttention(units=8, dropout=0.1)
atten.initialize()
print(atten(nd.ones((2, 1, 2)), keys, values, nd.array([2, 6])).asnumpy().round(4))


class PositionalEncoding(nn.Block):
    def __init__(self, units, dropout, max_len=1000):
        super(PositionalEncoding, self).__init__()
        self.dropout = nn.Dropout(dropout)
        self.P = nd.zeros((1, max_len, units))
        X = nd.arange(0, max_len).reshape((-1, 1)) / nd.power(10000, nd.arange(0, units, 2) / units)
        self.P[:, :, 0::2] = nd.sin(X)
        self.P[:, :, 1::2] = nd.cos(X)

    def forward(self, X):
        X = X + self.P[:, :X.shape[1], :].as_in_context(X.context)
        return self.dropout(X)


pe = PositionalEncoding(6, 0)
pe.initialize()
print(pe(nd.zeros((1, 5, 6))).asnumpy().round(3))


class Seq2SeqEncoder(nn.Block):
    def __init__(self, vocab_size, embed_size, num_hiddens, num_layers, dropout=0, **kwargs):
        super(Seq2SeqEncoder, self).__init__(**kwargs)
        self.embedding = nn.Embedding(vocab_size, embed_size)
        self.rnn = rnn.LSTM(num_hiddens, num_layers, dropout=dropout)

    def forward(self, X, *args):
        X = self.embedding(X)
        X = X.swapaxes(0, 1)
        state = self.rnn.begin_state(batch_size=X.shape[1], ctx=X.context)
        out, state = self.rnn(X, state)
        return out, state


encoder = Seq2SeqEncoder(vocab_size=10, embed_size=8, num_hiddens=16, num_layers=2)
encoder.initialize()
output, state = encoder(nd.zeros((4, 7)))
print(output.shape, len(state), state[0].shape, state[1].shape)
X = nd.array([[1, 2, 3], [4, 5, 6]])
print(nd.SequenceMask(X, nd.array([1, 2]), True, axis=1), nd.SequenceMask(nd.ones((2, 3, 2)), nd.array([1, 2]), True, value=-1, axis=1))
norm = nn.LayerNorm()
norm.initialize()
batch = nn.BatchNorm()
batch.initialize()
X = nd.array([[1, 2], [2, 3]])
with autograd.record():
    print('layer norm:', norm(X).asnumpy().round(3), '\nbatch norm:', batch(X).asnumpy().round(3))
print(nd.SequenceLast(nd.arange(12).reshape((3, 2, 2)), nd.array([1, 3]), use_sequence_length=True), nd.SequenceReverse(nd.arange(6).reshape((3, 2))))

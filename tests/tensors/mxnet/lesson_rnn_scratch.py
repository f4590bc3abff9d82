"""A recurrent network by hand on a few characters."""
import math
import random
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import loss as gloss
mx.random.seed(1)
random.seed(1)
corpus_chars = 'the time machine by h g wells. the time traveller was expounding a matter to us. ' * 6
idx_to_char = sorted(set(corpus_chars))
char_to_idx = {char: i for i, char in enumerate(idx_to_char)}
vocab_size = len(idx_to_char)
corpus_indices = [char_to_idx[char] for char in corpus_chars]
print(vocab_size, corpus_indices[:12], ''.join(idx_to_char))


def data_iter_random(corpus_indices, batch_size, num_steps, ctx=None):
    num_examples = (len(corpus_indices) - 1) // num_steps
    epoch_size = num_examples // batch_size
    example_indices = list(range(num_examples))
    random.shuffle(example_indices)
    for i in range(epoch_size):
        i = i * batch_size
        batch = example_indices[i: i + batch_size]
        X = [corpus_indices[j * num_steps: j * num_steps + num_steps] for j in batch]
        Y = [corpus_indices[j * num_steps + 1: j * num_steps + 1 + num_steps] for j in batch]
        yield nd.array(X, ctx), nd.array(Y, ctx)


def data_iter_consecutive(corpus_indices, batch_size, num_steps, ctx=None):
    corpus_indices = nd.array(corpus_indices, ctx=ctx)
    batch_len = len(corpus_indices) // batch_size
    indices = corpus_indices[0: batch_size * batch_len].reshape((batch_size, batch_len))
    for i in range((batch_len - 1) // num_steps):
        i = i * num_steps
        yield indices[:, i: i + num_steps], indices[:, i + 1: i + num_steps + 1]


my_seq = list(range(30))
for X, Y in data_iter_random(my_seq, batch_size=2, num_steps=6):
    print('X: ', X, '\nY:', Y, '\n')
for X, Y in data_iter_consecutive(my_seq, batch_size=2, num_steps=6):
    print('X: ', X, '\nY:', Y, '\n')
print(nd.one_hot(nd.array([0, 2]), 4))


def to_onehot(X, size):
    return [nd.one_hot(x, size) for x in X.T]


inputs = to_onehot(nd.arange(10).reshape((2, 5)), vocab_size)
print(len(inputs), inputs[0].shape)
num_hiddens = 24


def get_params():
    def _one(shape):
        return nd.random.normal(scale=0.01, shape=shape)
    params = [_one((vocab_size, num_hiddens)), _one((num_hiddens, num_hiddens)), nd.zeros(num_hiddens), _one((num_hiddens, vocab_size)), nd.zeros(vocab_size)]
    for param in params:
        param.attach_grad()
    return params


def rnn(inputs, state, params):
    W_xh, W_hh, b_h, W_hq, b_q = params
    H, = state
    outputs = []
    for X in inputs:
        H = nd.tanh(nd.dot(X, W_xh) + nd.dot(H, W_hh) + b_h)
        outputs.append(nd.dot(H, W_hq) + b_q)
    return outputs, (H,)


def grad_clipping(params, theta, ctx=None):
    norm = nd.array([0], ctx)
    for param in params:
        norm += (param.grad ** 2).sum()
    norm = norm.sqrt().asscalar()
    if norm > theta:
        for param in params:
            param.grad[:] *= theta / norm
    return norm > theta


params = get_params()
loss = gloss.SoftmaxCrossEntropyLoss()
clipped = 0
for epoch in range(12):
    l_sum, n = 0.0, 0
    state = (nd.zeros((4, num_hiddens)),)
    for X, Y in data_iter_consecutive(corpus_indices, 4, 10):
        state = tuple(s.detach() for s in state)
        with autograd.record():
            outputs, state = rnn(to_onehot(X, vocab_size), state, params)
            outputs = nd.concat(*outputs, dim=0)
            y = Y.T.reshape((-1,))
            l = loss(outputs, y).mean()
        l.backward()
        clipped += grad_clipping(params, 0.01)
        for p in params:
            p[:] = p - 20.0 * p.grad
        l_sum += l.asscalar() * y.size
        n += y.size
    if (epoch + 1) % 4 == 0:
        print('epoch %d, perplexity %.1f' % (epoch + 1, math.exp(l_sum / n)))
print(clipped > 0)

"""Chances out of scores: a softmax that cannot overflow, what the right one's logarithm says, and stripes told apart."""
import mxnet as mx
from mxnet import autograd, nd
mx.random.seed(33)
table = nd.array([[2, 0, -1, 5], [1, 1, 3, -4], [0, 0, 0, 7]])
for axis in (0, 1, (0, 1)):
    print(axis, table.sum(axis=axis, keepdims=True), table.max(axis=axis), table.mean(axis=axis).shape)


def chances(scores):
    raised = (scores - scores.max(axis=1, keepdims=True)).exp()
    return raised / raised.sum(axis=1, keepdims=True)


print(chances(table).asnumpy().round(4), chances(table * 1000).asnumpy().round(4), (chances(table) - table.softmax()).abs().max().asscalar() < 1e-6, (chances(table + 50) - chances(table)).abs().max().asscalar() < 1e-6)
said = nd.array([[0.2, 0.5, 0.3], [0.6, 0.1, 0.3], [0.1, 0.1, 0.8], [0.4, 0.4, 0.2]])
for right in (nd.array([1, 0, 2, 1]), nd.array([1, 0, 2, 1], dtype='int32')):
    print(nd.pick(said, right), nd.pick(said, right, axis=1, keepdims=True).shape, said.pick(right).dtype, (said * nd.one_hot(right, 3)).sum(axis=1))


def surprise(said, right):
    return -nd.log(nd.pick(said, right))


def hits(said, right):
    return (nd.argmax(said, axis=1) == right.astype(said.dtype)).sum().asscalar() / len(right)


print(surprise(said, right).asnumpy().round(4), hits(said, right), hits(said, nd.array([0, 0, 0, 0])), said.argmax(axis=1), nd.topk(said, k=2))

side, kinds = 5, 3
place = nd.arange(side * side).reshape((side, side))
patterns = nd.stack(place % side % 2, (place / side).floor() % 2, (place % side + (place / side).floor()) % 2)
kind = nd.random.randint(0, kinds, shape=(240,)).astype('float32')
shown = patterns.take(kind) + nd.random.normal(0, 0.4, shape=(240, side, side))
weight, bias = nd.zeros((side * side, kinds)), nd.zeros((1, kinds))
for numbers in (weight, bias):
    numbers.attach_grad('write')
path = []
for turn in range(8):
    order = nd.random.shuffle(nd.arange(240)).reshape((-1, 40))
    for rows in order:
        with autograd.record():
            said = chances(nd.broadcast_add(nd.dot(shown.take(rows).flatten(), weight), bias))
            missed = surprise(said, kind.take(rows)).mean()
        missed.backward()
        for numbers in (weight, bias):
            numbers[:] -= 0.5 * numbers.grad
    everything = chances(nd.dot(shown.flatten(), weight) + bias)
    path.append(surprise(everything, kind).mean().asscalar())
print(path[0] > path[-1], path[-1] < 0.3, hits(everything, kind) > 0.95, everything.shape)
with autograd.record():
    missed = surprise(chances(table), nd.array([3, 0, 1])).sum()
leaf = table.copy()
leaf.attach_grad()
with autograd.record():
    missed = surprise(chances(leaf), nd.array([3, 0, 1])).sum()
missed.backward()
print((leaf.grad - (table.softmax() - nd.one_hot(nd.array([3, 0, 1]), 4))).abs().max().asscalar() < 1e-5)

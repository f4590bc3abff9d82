"""A plane fitted by hand: rows drawn without a loader, a gradient step on arrays that have gradients attached."""
import random
import mxnet as mx
from mxnet import autograd, nd
mx.random.seed(11)
random.seed(11)
slope, offset, count = nd.array([1.5, -0.75, 3.0]), -2.25, 400
points = nd.random.uniform(-1, 1, shape=(count, 3))
heights = nd.dot(points, slope) + offset + nd.random.normal(0, 0.02, shape=count)
print(points[:2], heights[:2], points.shape, heights.shape)


class Deck:
    """Row numbers, shuffled for each round and dealt in hands."""

    def __init__(self, cards, hand):
        self.cards, self.hand = list(range(cards)), hand

    def deal(self):
        random.shuffle(self.cards)
        for start in range(0, len(self.cards), self.hand):
            yield nd.array(self.cards[start:start + self.hand])


deck = Deck(count, 32)
hands = list(deck.deal())
print(len(hands), hands[0].shape, hands[-1].shape, int(nd.concat(*hands, dim=0).sum().asscalar()))
print(points.take(hands[0]).shape, heights.take(hands[0])[:3])

weight, bias = nd.random.normal(0, 0.1, shape=(3, 1)), nd.zeros(1)
for parameter in (weight, bias):
    parameter.attach_grad()
print(weight.grad, bias.grad)


def miss(rows):
    """Half the mean square of what the plane misses these points by."""
    guess = nd.dot(points.take(rows), weight) + bias
    return ((guess.reshape(-1) - heights.take(rows)) ** 2).mean() / 2


everything = nd.arange(count)
for turn, rate in enumerate((0.5, 0.3, 0.2, 0.1)):
    for rows in deck.deal():
        with autograd.record():
            error = miss(rows)
        error.backward()
        for parameter in (weight, bias):
            parameter[:] = parameter - rate * parameter.grad
    print('turn %d: %.3f' % (turn, miss(everything).asscalar()))
print([round(v, 1) for v in weight.reshape(-1).asnumpy().tolist()], round(bias.asscalar(), 1))

with autograd.record():
    error = miss(everything)
error.backward()
by_hand = nd.dot(points.T, nd.dot(points, weight) + bias - heights.reshape((-1, 1))) / count
print((weight.grad - by_hand).abs().max().asscalar() < 1e-6, error.shape)

"""A recurrent network in arrays: pieces of text as batches, steps through time, gradients that are not let grow, letters told in advance."""
import math
import random
import mxnet as mx
from mxnet import autograd, nd
mx.random.seed(43)
random.seed(43)
rhyme = 'one two buckle my shoe three four knock at the door five six pick up sticks ' * 4
letters = sorted(set(rhyme))
code = {letter: i for i, letter in enumerate(letters)}
text = nd.array([code[letter] for letter in rhyme])
print(len(letters), ''.join(letters), text[:8], text.shape)


def in_rows(text, rows, steps):
    """The text in rows, one under the other, cut into batches: each goes on where the one before it ended."""
    long = (len(text) - 1) // rows
    here, after = (text[i:i + rows * long].reshape((rows, long)) for i in (0, 1))
    for start in range(0, long - steps + 1, steps):
        yield here[:, start:start + steps], after[:, start:start + steps]


def anywhere(text, rows, steps):
    starts = random.sample(range(0, len(text) - steps, steps), k=(len(text) - 1) // steps // rows * rows)
    for first in range(0, len(starts), rows):
        at = nd.array(starts[first:first + rows]).reshape((-1, 1)) + nd.arange(steps).reshape((1, -1))
        yield text.take(at), text.take(at + 1)


numbers = nd.arange(21)
for here, after in in_rows(numbers, 2, 3):
    print(here.asnumpy().tolist(), after.asnumpy().tolist())
pieces = list(anywhere(numbers, 2, 4))
print(len(pieces), all((here + 1 == after).min().asscalar() for here, after in pieces), sorted(int(v) for here, _ in pieces for v in here[:, 0].asnumpy()))
hot = nd.one_hot(nd.array([[1, 0], [2, 2]]), 3)
print(hot, nd.one_hot(nd.array([1]), 2, on_value=5, off_value=-5), hot.swapaxes(0, 1).shape)


class Memory:
    """h = tanh(x A + h B + c), scores = h D + e"""

    def __init__(self, kinds, width):
        shapes = dict(A=(kinds, width), B=(width, width), c=(width,), D=(width, kinds), e=(kinds,))
        self.parts = {name: nd.random.normal(0, 0.2, shape=shape) if len(shape) == 2 else nd.zeros(shape) for name, shape in shapes.items()}
        for part in self.parts.values():
            part.attach_grad()
        self.kinds, self.width = kinds, width

    def start(self, rows):
        return nd.zeros((rows, self.width))

    def run(self, batch, h):
        """(scores of each step below each other, the state behind the last)"""
        A, B, c, D, e = self.parts.values()
        said = []
        for column in batch.T:
            h = nd.tanh(A.take(column) + nd.dot(h, B) + c)
            said.append(nd.dot(h, D) + e)
        return nd.concat(*said, dim=0), h

    def length(self):
        return math.sqrt(sum((part.grad ** 2).sum().asscalar() for part in self.parts.values()))

    def step(self, rate, longest):
        shrink = min(1.0, longest / (self.length() + 1e-12))
        for part in self.parts.values():
            part -= rate * shrink * part.grad
        return shrink < 1


memory = Memory(len(letters), 20)
said, h = memory.run(nd.array([[0, 1, 2], [3, 4, 5]]), memory.start(2))
print(said.shape, h.shape, sorted(memory.parts))
path, shrunk = [], 0
for turn in range(10):
    h, total = memory.start(3), []
    for here, after in in_rows(text, 3, 12):
        h = h.detach()
        with autograd.record():
            said, h = memory.run(here, h)
            missed = -said.log_softmax().pick(after.T.reshape(-1)).mean()
        missed.backward()
        shrunk += memory.step(1.0, 0.5)
        total.append(missed.asscalar())
    path.append(math.exp(sum(total) / len(total)))
print(path[-1] < 0.7 * path[0], path[0] < len(letters) * 1.2, shrunk > 0)
memory.step(0, 1)
whole = memory.length()
theirs = [part.grad.copy() for part in memory.parts.values()]
print(abs(mx.gluon.utils.clip_global_norm(theirs, whole / 2) - whole) < 1e-3, abs(math.sqrt(sum((t ** 2).sum().asscalar() for t in theirs)) - whole / 2) < 1e-3)

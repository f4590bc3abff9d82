"""Words as vectors: neighbours within a window against words drawn at random, batches of unequal lengths with masks, and who is near whom."""
import collections
import itertools
import random
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(31)
random.seed(31)
story = 'red fox runs . red hen runs . grey fox sleeps . grey hen sleeps . red cow sleeps . grey cow runs .'.split()
counts = collections.Counter(story)
names = sorted(counts, key=lambda word: (-counts[word], word))
number = {word: i for i, word in enumerate(names)}
walk = [number[word] for word in story]
print(len(names), names[:4], walk[:9])

table = nn.Embedding(len(names), 3, weight_initializer=mx.init.Uniform(1))
table.initialize()
some = nd.array([[1, 0, 4], [4, 4, 2]])
print(table, table.weight, table(some).shape, (table(some)[1, 0] == table(some)[0, 2]).min().asscalar())
with autograd.record():
    total = (table(some) * nd.array([[[1], [2], [3]], [[4], [5], [6]]])).sum()
total.backward()
print(table.weight.grad()[:6])
a, b = nd.arange(12).reshape((2, 2, 3)), nd.arange(6).reshape((2, 3, 1))
print(nd.batch_dot(a, b), nd.batch_dot(a, a, transpose_b=True).shape)


def around(walk, reach):
    """(word, its neighbours) with a window as wide as chance says."""
    for place, word in enumerate(walk):
        far = random.choice(range(1, reach + 1))
        yield word, walk[max(place - far, 0):place] + walk[place + 1:place + 1 + far]


for word, near in itertools.islice(around(list('abcdef'), 3), 6):
    print(word, ''.join(near))
rows = [(word, near, random.choices(range(len(names)), k=2 * len(near))) for word, near in around(walk, 2)]


def side_by_side(rows):
    """Columns: the word, its true and drawn companions, which of them count, which are true."""
    width = max(len(near) + len(drawn) for _, near, drawn in rows)
    out = [], [], [], []
    for word, near, drawn in rows:
        spare = width - len(near) - len(drawn)
        for column, value in zip(out, ([word], near + drawn + [0] * spare, [1] * (width - spare) + [0] * spare, [1] * len(near) + [0] * (width - len(near)))):
            column.append(value)
    return [nd.array(column) for column in out]


loader = gluon.data.DataLoader(gluon.data.SimpleDataset(rows), batch_size=9, batchify_fn=side_by_side, last_batch='discard')
print(len(loader), [part.shape for part in next(iter(loader))])
likely = gluon.loss.SigmoidBCELoss()
guess, truth, counts_too = nd.array([[2., -1, 0.5], [-0.3, 0.2, 4]]), nd.array([[1, 0, 0], [0, 1, 1]]), nd.array([[1, 1, 0], [1, 1, 1]])
print(likely(guess, truth).asnumpy().round(4), (likely(guess, truth, counts_too) * 3 / counts_too.sum(axis=1)).asnumpy().round(4))
print(gluon.loss.SigmoidBCELoss(from_sigmoid=True)(guess.sigmoid(), truth).asnumpy().round(4))

spoken, heard = nn.Embedding(len(names), 4, prefix='spoken_'), nn.Embedding(len(names), 4, prefix='heard_')
for each in (spoken, heard):
    each.initialize(mx.init.Normal(0.2))
trainer = gluon.Trainer({**spoken.collect_params(), **heard.collect_params()}, 'adam', {'learning_rate': 0.1})
path = []
for _ in range(12):
    missed = 0
    for word, companions, mask, true in loader:
        with autograd.record():
            scores = (spoken(word) * heard(companions)).sum(axis=2)
            error = likely(scores, true, mask)
        error.backward()
        trainer.step(len(word))
        missed += error.mean().asscalar()
    path.append(missed)
print(path[-1] < path[0], round(float(path[0]) / len(loader), 1))
unit = nd.L2Normalization(spoken.weight.data())
near = nd.dot(unit, unit.T)
print(near.shape, (nd.topk(near, k=1).reshape(-1) == nd.arange(len(names))).min().asscalar(), nd.topk(near, k=2, ret_typ='value').shape)

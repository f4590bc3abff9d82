"""One batch on several contexts: parts of it, sums over all of them, by hand, by KVStore and by Trainer. (cpu(0) to cpu(2) stand for devices.)"""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from mxnet.gluon.utils import split_and_load, split_data
mx.random.seed(47)
places = [mx.cpu(i) for i in range(3)]


def sum_everywhere(parts):
    """Each part becomes the sum of all."""
    total = nd.add_n(*(part.as_in_context(places[0]) for part in parts))
    for part in parts:
        total.copyto(part)


parts = [nd.full((2, 2), 10 ** i, ctx=place) for i, place in enumerate(places)]
sum_everywhere(parts)
print(parts, [part.context for part in parts])
store = mx.kv.create('local')
store.init('w', nd.zeros((2, 2)))
store.push('w', [nd.full((2, 2), i + 1, ctx=place) for i, place in enumerate(places)])
pulled = [nd.empty((2, 2), ctx=place) for place in places]
store.pull('w', out=pulled)
print(store.type, pulled[0], all((part.as_in_context(places[0]) == pulled[0]).min().asscalar() for part in pulled))

rows = nd.arange(42).reshape((7, 6))
print([part.shape for part in split_data(rows, 3, even_split=False)], [part[:, 0].asnumpy().tolist() for part in split_data(rows, 3, batch_axis=1)])
print(split_and_load(rows[:6], places)[2], [part.context for part in split_and_load(rows, places, even_split=False)])
print(split_and_load([[1, 2], [3, 4]], places[:2], batch_axis=1), len(split_and_load(rows, places[:1])))
for wrong in (lambda: split_data(rows, 3), lambda: split_data(rows[:2], 3), lambda: split_and_load(rows, places * 4)):
    try:
        wrong()
    except ValueError as error:
        print(type(error).__name__, str(error)[:40])


def says(x, weights):
    deep = nd.Convolution(x, weights[0], weights[1], kernel=(2, 2), num_filter=3)
    deep = nd.Pooling(nd.LeakyReLU(deep, slope=0.1), kernel=(2, 2), stride=(2, 2), pool_type='max')
    return nd.FullyConnected(deep, weights[2], weights[3], num_hidden=2)


start = [nd.random.normal(0, 0.3, shape=shape) for shape in ((3, 1, 2, 2), (3,), (2, 27), (2,))]
kind = nd.array([0, 1] * 9)
pictures = nd.random.normal(0, 0.5, shape=(18, 1, 7, 7)) + kind.reshape((18, 1, 1, 1)) - 0.5
error = gluon.loss.SoftmaxCELoss()


def learn(places, rounds=5, rate=0.4):
    copies, path = [[numbers.copyto(place) for numbers in start] for place in places], []
    for weights in copies:
        for numbers in weights:
            numbers.attach_grad()
    for _ in range(rounds):
        with autograd.record():
            missed = [error(says(x, weights), y) for x, y, weights in zip(split_and_load(pictures, places), split_and_load(kind, places), copies)]
        autograd.backward(missed)
        for same in zip(*copies):
            sum_everywhere([numbers.grad for numbers in same])
        for weights in copies:
            for numbers in weights:
                numbers -= rate / len(kind) * numbers.grad
        path.append(sum(m.sum().asscalar() for m in missed) / len(kind))
    return copies, path


one, alone = learn(places[:1])
many, together = learn(places)
print(alone[0] > alone[-1], max(abs(a - b) for a, b in zip(alone, together)) < 1e-4, many[2][0].context, (many[2][2].as_in_context(places[0]) - one[0][2]).abs().max().asscalar() < 1e-4)

net = nn.HybridSequential(prefix='net_')
with net.name_scope():
    net.add(nn.Conv2D(3, 2, activation='relu', in_channels=1), nn.GlobalMaxPool2D(), nn.Dense(2, in_units=3))
net.initialize(mx.init.Xavier(), ctx=places)
kernel = net[0].weight
print(kernel.list_ctx(), [copy.context for copy in kernel.list_data()], kernel.grad(places[1]).shape, [net(part).context for part in split_and_load(pictures, places)])
trainer, path = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.3}, kvstore='local', update_on_kvstore=False), []
for _ in range(6):
    with autograd.record():
        missed = [error(net(x), y) for x, y in zip(split_and_load(pictures, places), split_and_load(kind, places))]
    autograd.backward(missed)
    trainer.allreduce_grads()
    same = [g.as_in_context(places[0]) for g in kernel.list_grad()]
    trainer.update(len(kind))
    path.append(sum(m.mean().asscalar() for m in missed) / 3)
print(path[0] > path[-1], [(g == same[0]).min().asscalar() for g in same], len({copy.asnumpy().tobytes() for copy in kernel.list_data()}))
net.collect_params().reset_ctx(places[2])
print(kernel.list_ctx())

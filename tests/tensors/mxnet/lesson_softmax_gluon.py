"""Classes by gluon: loaders, SoftmaxCrossEntropyLoss with each of its settings, metrics, scores too large for exp."""
import mxnet as mx
from mxnet import autograd, gluon, metric, nd
from mxnet.gluon import nn
from mxnet.gluon.loss import SoftmaxCELoss, SoftmaxCrossEntropyLoss
mx.random.seed(51)


def shown(numbers):
    return (numbers.asnumpy().astype('float64').round(3) + 0.0).tolist()


scores, right = nd.array([[3, 1, -2, 0], [0.5, 0.5, 0.5, 0.5], [900, -900, 0, 899]]), nd.array([0, 3, 2])
soft = nd.array([[0.7, 0.1, 0.1, 0.1], [0, 0.5, 0.5, 0], [0, 0, 0, 1]])
print(SoftmaxCELoss is SoftmaxCrossEntropyLoss, SoftmaxCELoss(), shown(SoftmaxCELoss()(scores, right)))
for settings, label in (({'sparse_label': False}, soft), ({'weight': 0.5}, right), ({'axis': 0}, nd.array([0, 1, 2, 0])), ({'batch_axis': 0, 'axis': 1}, right), ({'sparse_label': False, 'axis': 0}, soft)):
    print(settings, shown(SoftmaxCELoss(**settings)(scores, label)))
print(shown(SoftmaxCELoss(from_logits=True)(scores.log_softmax(), right)), shown(SoftmaxCELoss()(scores, right, nd.array([[1], [0], [0.1]]))))
cube = nd.arange(24).reshape((2, 3, 4)).cos()
for axis, labels in ((1, nd.array([[0, 1, 2, 0], [2, 2, 1, 1]])), (-1, nd.array([[0, 1, 3], [2, 2, 1]])), (0, nd.ones((3, 4)))):
    print(axis, shown(SoftmaxCELoss(axis=axis)(cube, labels)), shown(SoftmaxCELoss(axis=axis, batch_axis=axis % 2)(cube, labels)))
leaf = scores[:2].copy()
leaf.attach_grad()
with autograd.record():
    missed = SoftmaxCELoss()(leaf, right[:2])
missed.backward()
print(shown(leaf.grad), (leaf.grad - (leaf.softmax() - nd.one_hot(right[:2], 4))).abs().max().asscalar() < 1e-4)

kinds, count = 5, 200
middles = nd.random.normal(0, 1.5, shape=(kinds, 2, 4))
kind = nd.array([i % kinds for i in range(count)])
shown_to_it = gluon.data.ArrayDataset(nd.take(middles, kind) + nd.random.normal(0, 0.3, shape=(count, 2, 4)), kind)
train, test = (gluon.data.DataLoader(shown_to_it, batch_size=size, shuffle=False, last_batch=last) for size, last in ((32, 'keep'), (60, 'discard')))
print(len(train), len(test), [part.shape for part in next(iter(test))])
net = nn.Sequential()
net.add(nn.Flatten(), nn.Dense(kinds, weight_initializer=mx.init.Normal(0.05)))
net.initialize()
trainer, error = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.2}), SoftmaxCELoss()


def right_of(net, loader):
    score, by_hand, seen = metric.Accuracy(), 0, 0
    for x, y in loader:
        said = net(x)
        score.update([y], [said])
        by_hand += (said.argmax(axis=-1) == y).sum().asscalar()
        seen += len(y)
    return score.get()[1], by_hand / seen


path = []
for _ in range(5):
    for x, y in train:
        with autograd.record():
            missed = error(net(x), y)
        missed.backward()
        trainer.step(len(x))
    accuracy, by_hand = right_of(net, train)
    path.append(accuracy)
    print(abs(accuracy - by_hand) < 1e-6, end=' ')
print(path[-1] >= path[0], path[-1] > 0.9, right_of(net, test)[1] > 0.9)
five = metric.TopKAccuracy(top_k=2)
five.update([nd.array([1, 0, 3])], [nd.array([[0.3, 0.4, 0.1, 0.2], [0.1, 0.2, 0.3, 0.4], [0.5, 0.05, 0.15, 0.3]])])
both = metric.CompositeEvalMetric([metric.CrossEntropy(), metric.Accuracy()])
both.update([right[:2]], [nd.softmax(scores[:2])])
print(five.get(), [(name, round(value, 3)) for name, value in both.get_name_value()])

"""Softmax regression with gluon, and the stable loss."""
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import loss as gloss, nn
mx.random.seed(8)
n, classes = 240, 4
labels = nd.arange(n) % classes
images = nd.random.normal(shape=(classes, 1, 6, 6)).take(labels) * 0.7 + nd.random.normal(shape=(n, 1, 6, 6))
train = gluon.data.DataLoader(gluon.data.ArrayDataset(images, labels), batch_size=24)
net = nn.Sequential()
net.add(nn.Dense(classes))
net.initialize(init.Normal(sigma=0.01))
loss = gloss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})


def evaluate_accuracy(data_iter, net):
    acc_sum, n = 0.0, 0
    for X, y in data_iter:
        y = y.astype('float32')
        acc_sum += (net(X).argmax(axis=1) == y).sum().asscalar()
        n += y.size
    return acc_sum / n


for epoch in range(3):
    total = 0.0
    for X, y in train:
        with autograd.record():
            l = loss(net(X), y).sum()
        l.backward()
        trainer.step(24)
        total += l.asscalar()
    print('epoch %d, loss %.3f, acc %.3f' % (epoch + 1, total / n, evaluate_accuracy(train, net)))
scores = nd.array([[1000., 0, -1000], [0, 0, 0]])
rounded = lambda a: (a.asnumpy().round(3) + 0.0).tolist()
print(rounded(loss(scores, nd.array([0, 1]))), rounded(loss(scores, nd.array([2, 2]))))
print(rounded(gloss.SoftmaxCrossEntropyLoss(sparse_label=False)(scores, nd.one_hot(nd.array([0, 1]), 3))))
print(gloss.SoftmaxCELoss is gloss.SoftmaxCrossEntropyLoss, loss)
print(rounded(gloss.SoftmaxCELoss(axis=0)(scores.T, nd.array([0, 1]))))
print(rounded(gloss.SoftmaxCELoss(weight=2)(scores, nd.array([1, 1]), nd.array([[1], [0.5]]))))

"""Weight decay by hand and with the trainer's wd."""
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import data as gdata, loss as gloss, nn
mx.random.seed(9)
n_train, n_test, num_inputs = 20, 100, 50
true_w, true_b = nd.ones((num_inputs, 1)) * 0.01, 0.05
features = nd.random.normal(shape=(n_train + n_test, num_inputs))
labels = nd.dot(features, true_w) + true_b
labels += nd.random.normal(scale=0.01, shape=labels.shape)
train_features, test_features = features[:n_train, :], features[n_train:, :]
train_labels, test_labels = labels[:n_train], labels[n_train:]


def l2_penalty(w):
    return (w ** 2).sum() / 2


def scratch(lambd):
    mx.random.seed(1)
    w, b = nd.random.normal(scale=1, shape=(num_inputs, 1)), nd.zeros(shape=(1,))
    w.attach_grad()
    b.attach_grad()
    for _ in range(30):
        for i in range(n_train):
            X, y = train_features[i:i + 1], train_labels[i:i + 1]
            with autograd.record():
                l = ((nd.dot(X, w) + b - y) ** 2 / 2) + lambd * l2_penalty(w)
            l.backward()
            for p in (w, b):
                p[:] = p - 0.003 * p.grad
    print('lambda', lambd, 'L2 norm of w: %.3f' % w.norm().asscalar())


def gluon_way(wd):
    mx.random.seed(1)
    net = nn.Sequential()
    net.add(nn.Dense(1))
    net.initialize(init.Normal(sigma=1))
    trainer_w = gluon.Trainer(net.collect_params('.*weight'), 'sgd', {'learning_rate': 0.003, 'wd': wd})
    trainer_b = gluon.Trainer(net.collect_params('.*bias'), 'sgd', {'learning_rate': 0.003})
    loss = gloss.L2Loss()
    for _ in range(30):
        for X, y in gdata.DataLoader(gdata.ArrayDataset(train_features, train_labels), 1):
            with autograd.record():
                l = loss(net(X), y)
            l.backward()
            trainer_w.step(1)
            trainer_b.step(1)
    print('wd', wd, 'L2 norm of w: %.3f' % net[0].weight.data().norm().asscalar(), 'test %.3f' % loss(net(test_features), test_labels).mean().asscalar())


for value in (0, 3):
    scratch(value)
    gluon_way(value)

"""Underfitting and overfitting with a polynomial."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import data as gdata, loss as gloss, nn
mx.random.seed(11)
n_train, n_test, true_w, true_b = 100, 100, [1.2, -3.4, 5.6], 5
features = nd.random.normal(shape=(n_train + n_test, 1))
poly_features = nd.concat(features, nd.power(features, 2), nd.power(features, 3))
labels = (true_w[0] * poly_features[:, 0] + true_w[1] * poly_features[:, 1] + true_w[2] * poly_features[:, 2] + true_b)
labels += nd.random.normal(scale=0.1, shape=labels.shape)
print(features[:2], poly_features[:2], labels[:2])


def fit_and_plot(train_features, test_features, train_labels, test_labels, epochs=30):
    loss = gloss.L2Loss()
    net = nn.Sequential()
    net.add(nn.Dense(1))
    net.initialize()
    batch_size = min(10, train_labels.shape[0])
    train_iter = gdata.DataLoader(gdata.ArrayDataset(train_features, train_labels), batch_size)
    trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.01})
    train_ls, test_ls = [], []
    for _ in range(epochs):
        for X, y in train_iter:
            with autograd.record():
                l = loss(net(X), y)
            l.backward()
            trainer.step(batch_size)
        train_ls.append(loss(net(train_features), train_labels).mean().asscalar())
        test_ls.append(loss(net(test_features), test_labels).mean().asscalar())
    print('final epoch: train loss %.3f test loss %.2f' % (train_ls[-1], test_ls[-1]))
    print('weight:', net[0].weight.data().asnumpy().round(1), '\nbias:', net[0].bias.data().asnumpy().round(1))


fit_and_plot(poly_features[:n_train, :], poly_features[n_train:, :], labels[:n_train], labels[n_train:])
fit_and_plot(features[:n_train, :], features[n_train:, :], labels[:n_train], labels[n_train:])
fit_and_plot(features[10:14, :], features[n_train:, :], labels[10:14], labels[n_train:])

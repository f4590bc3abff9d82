"""A multilayer perceptron by hand."""
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import loss as gloss
mx.random.seed(6)
num_inputs, num_outputs, num_hiddens, n = 20, 5, 32, 200
labels = nd.arange(n) % num_outputs
features = nd.random.normal(shape=(num_outputs, num_inputs)).take(labels) + nd.random.normal(scale=0.7, shape=(n, num_inputs))
W1 = nd.random.normal(scale=0.01, shape=(num_inputs, num_hiddens))
b1 = nd.zeros(num_hiddens)
W2 = nd.random.normal(scale=0.01, shape=(num_hiddens, num_outputs))
b2 = nd.zeros(num_outputs)
params = [W1, b1, W2, b2]
for param in params:
    param.attach_grad()


def relu(X):
    return nd.maximum(X, 0)


def net(X):
    X = X.reshape((-1, num_inputs))
    H = relu(nd.dot(X, W1) + b1)
    return nd.dot(H, W2) + b2


loss = gloss.SoftmaxCrossEntropyLoss()
for epoch in range(5):
    total, hits = 0.0, 0.0
    for i in range(0, n, 20):
        X, y = features[i:i + 20], labels[i:i + 20]
        with autograd.record():
            y_hat = net(X)
            l = loss(y_hat, y).sum()
        l.backward()
        for p in params:
            p -= 0.5 * p.grad / 20
        total += l.asscalar()
        hits += (y_hat.argmax(axis=1) == y).sum().asscalar()
    print('epoch %d, loss %.3f, train acc %.2f' % (epoch + 1, total / n, hits / n))
print([tuple(p.shape) for p in params], [round(p.norm().asscalar(), 1) for p in params])
print(net(features[:3]).argmax(axis=1))

"""Softmax regression by hand on made-up pictures."""
import mxnet as mx
from mxnet import autograd, nd
mx.random.seed(4)
X = nd.array([[1, 2, 3], [4, 5, 6]])
print(X.sum(axis=0, keepdims=True), X.sum(axis=1, keepdims=True), X.sum(axis=1))


def softmax(X):
    X_exp = X.exp()
    partition = X_exp.sum(axis=1, keepdims=True)
    return X_exp / partition


X = nd.random.normal(shape=(2, 5))
X_prob = softmax(X)
print(X_prob, X_prob.sum(axis=1).round())
y_hat = nd.array([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]])
y = nd.array([0, 2], dtype='int32')
print(nd.pick(y_hat, y))


def cross_entropy(y_hat, y):
    return -nd.pick(y_hat, y).log()


def accuracy(y_hat, y):
    return (y_hat.argmax(axis=1) == y.astype('float32')).mean().asscalar()


print(accuracy(y_hat, y), cross_entropy(y_hat, y))
num_inputs, num_outputs, n = 16, 3, 300
centres = nd.random.normal(shape=(num_outputs, num_inputs))
labels = nd.arange(n) % num_outputs
images = centres.take(labels) + 0.5 * nd.random.normal(shape=(n, num_inputs))
W = nd.random.normal(scale=0.01, shape=(num_inputs, num_outputs))
b = nd.zeros(num_outputs)
W.attach_grad()
b.attach_grad()


def net(X):
    return softmax(nd.dot(X.reshape((-1, num_inputs)), W) + b)


def sgd(params, lr, batch_size):
    for p in params:
        p[:] = p - lr * p.grad / batch_size


for epoch in range(4):
    total, right, count = 0.0, 0.0, 0
    for i in range(0, n, 30):
        X, y = images[i:i + 30], labels[i:i + 30]
        with autograd.record():
            y_hat = net(X)
            l = cross_entropy(y_hat, y).sum()
        l.backward()
        sgd([W, b], 0.1, 30)
        total += l.asscalar()
        right += (y_hat.argmax(axis=1) == y).sum().asscalar()
        count += y.size
    print('epoch %d, loss %.3f, train acc %.3f' % (epoch + 1, total / count, right / count))
print(accuracy(net(images), labels))

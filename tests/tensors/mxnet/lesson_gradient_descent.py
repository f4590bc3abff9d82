"""Walking down a hill in one and two dimensions."""
import math
import mxnet as mx
from mxnet import nd
mx.random.seed(0)


def gd(eta, steps=10):
    x = 10
    results = [x]
    for i in range(steps):
        x -= eta * 2 * x
        results.append(x)
    print('epoch %d, x:' % steps, x)
    return results


print(len(gd(0.2)), gd(0.05)[-1] > 1, abs(gd(1.1)[-1]) > 10)


def train_2d(trainer):
    x1, x2, s1, s2 = -5, -2, 0, 0
    results = [(x1, x2)]
    for i in range(20):
        x1, x2, s1, s2 = trainer(x1, x2, s1, s2)
        results.append((x1, x2))
    print('epoch %d, x1 %f, x2 %f' % (i + 1, x1, x2))
    return results


eta = 0.1
train_2d(lambda x1, x2, s1, s2: (x1 - eta * 2 * x1, x2 - eta * 4 * x2, 0, 0))
train_2d(lambda x1, x2, s1, s2: (x1 - 0.4 * 0.2 * x1, x2 - 0.4 * 4 * x2, 0, 0))


def momentum_2d(x1, x2, v1, v2):
    v1 = 0.5 * v1 + 0.4 * 0.2 * x1
    v2 = 0.5 * v2 + 0.4 * 4 * x2
    return x1 - v1, x2 - v2, v1, v2


train_2d(momentum_2d)


def noisy(x1, x2, s1, s2):
    g = nd.random.normal(0.1, shape=2)
    return x1 - eta * (2 * x1 + float(g[0].asscalar())), x2 - eta * (4 * x2 + float(g[1].asscalar())), 0, 0


results = train_2d(noisy)
print(len(results))
xs = nd.arange(-1.0, 1.0, 0.25)
print(xs, xs * nd.cos(math.pi * xs), nd.array([1, 2, 3]).mean(), nd.floor(xs), nd.ceil(xs))

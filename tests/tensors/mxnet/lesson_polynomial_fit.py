"""Too little, enough and too much freedom: powers of a number fitted by least squares, by gradient and with few examples."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import data as gdata, nn
mx.random.seed(21)


def powers(x, most):
    return nd.concat(*[x ** k / (1 + k) for k in range(1, most + 1)], dim=1)


x = nd.random.uniform(-2, 2, shape=(160, 1))
truth = 0.5 - 1.5 * x + 0.8 * nd.power(x, 3)
y = truth + nd.random.normal(scale=0.05, shape=truth.shape)
print(powers(x[:2], 3).asnumpy().round(4), y[:2].asnumpy().round(4), powers(x, 4).shape)


class Fit:
    def __init__(self, most, rate):
        self.most, self.net = most, nn.Dense(1, in_units=most)
        self.net.initialize(mx.init.Zero())
        self.trainer = gluon.Trainer(self.net.collect_params(), 'sgd', {'learning_rate': rate, 'momentum': 0.8})
        self.error = gluon.loss.L2Loss()

    def missed(self, x, y):
        return self.error(self.net(powers(x, self.most)), y).mean().asscalar()

    def learn(self, x, y, rounds, hand=20):
        loader = gdata.DataLoader(gdata.ArrayDataset(powers(x, self.most), y), batch_size=hand, last_batch='keep')
        for _ in range(rounds):
            for some, wanted in loader:
                with autograd.record():
                    error = self.error(self.net(some), wanted)
                error.backward()
                self.trainer.step(len(some))
        return self


shown, kept = (x[:120], y[:120]), (x[120:], y[120:])
for most, examples in ((1, 120), (3, 120), (3, 4)):
    fit = Fit(most, 0.05).learn(shown[0][:examples], shown[1][:examples], 60)
    print('powers %d, examples %d: %.1f here, %.0f there' % (most, examples, fit.missed(shown[0][:examples], shown[1][:examples]), fit.missed(*kept)))
    if examples > 4:
        print(fit.net.weight.data().asnumpy().round(1), fit.net.bias.data().asnumpy().round(1))

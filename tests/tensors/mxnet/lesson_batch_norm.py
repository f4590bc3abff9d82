"""Batch normalization by hand and as a layer."""
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn
mx.random.seed(5)


def batch_norm(X, gamma, beta, moving_mean, moving_var, eps, momentum):
    if not autograd.is_training():
        X_hat = (X - moving_mean) / nd.sqrt(moving_var + eps)
    else:
        assert len(X.shape) in (2, 4)
        if len(X.shape) == 2:
            mean = X.mean(axis=0)
            var = ((X - mean) ** 2).mean(axis=0)
        else:
            mean = X.mean(axis=(0, 2, 3), keepdims=True)
            var = ((X - mean) ** 2).mean(axis=(0, 2, 3), keepdims=True)
        X_hat = (X - mean) / nd.sqrt(var + eps)
        moving_mean = momentum * moving_mean + (1.0 - momentum) * mean
        moving_var = momentum * moving_var + (1.0 - momentum) * var
    Y = gamma * X_hat + beta
    return Y, moving_mean, moving_var


class BatchNorm(nn.Block):
    def __init__(self, num_features, num_dims, **kwargs):
        super(BatchNorm, self).__init__(**kwargs)
        shape = (1, num_features) if num_dims == 2 else (1, num_features, 1, 1)
        self.gamma = self.params.get('gamma', shape=shape, init=init.One())
        self.beta = self.params.get('beta', shape=shape, init=init.Zero())
        self.moving_mean = nd.zeros(shape)
        self.moving_var = nd.zeros(shape)

    def forward(self, X):
        if self.moving_mean.context != X.context:
            self.moving_mean = self.moving_mean.copyto(X.context)
            self.moving_var = self.moving_var.copyto(X.context)
        Y, self.moving_mean, self.moving_var = batch_norm(X, self.gamma.data(), self.beta.data(), self.moving_mean, self.moving_var, eps=1e-5, momentum=0.9)
        return Y


net = nn.Sequential()
net.add(nn.Conv2D(6, kernel_size=5), BatchNorm(6, num_dims=4), nn.Activation('sigmoid'), nn.MaxPool2D(pool_size=2, strides=2),
        nn.Dense(12), BatchNorm(12, num_dims=2), nn.Activation('sigmoid'), nn.Dense(10))
net.initialize(init.Xavier())
X, y = nd.random.normal(shape=(16, 1, 12, 12)), nd.arange(16) % 10
loss = gluon.loss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5})
for step in range(4):
    with autograd.record():
        l = loss(net(X), y)
    l.backward()
    trainer.step(16)
    print(step, round(l.mean().asscalar(), 2))
print(net[1].gamma.data().reshape((-1,)).asnumpy().round(1), net[1].moving_mean.shape)
own, lib = BatchNorm(3, num_dims=4), nn.BatchNorm()
own.initialize()
lib.initialize()
X = nd.random.normal(2, 3, shape=(4, 3, 5, 5))
for _ in range(2):
    with autograd.record():
        a, b = own(X), lib(X)
    b.backward()
    print((a - b).abs().max().asscalar() < 1e-4)
print((own.moving_mean.reshape((-1,)) - lib.running_mean.data()).abs().max().asscalar() < 1e-5, lib.running_var.data().shape, lib)
print(lib(X).shape, lib.collect_params())

from mxnet import autograd, init, np, npx
from mxnet.gluon import nn
npx.set_np()
def batch_norm(X, gamma, beta, moving_mean, moving_var, eps, momentum):
    if not autograd.is_training():
        X_hat = (X - moving_mean) / np.sqrt(moving_var + eps)
    else:
        if X.ndim == 2:
            mean = X.mean(axis=0)
            var = ((X - mean) ** 2).mean(axis=0)
        else:
            mean = X.mean(axis=(0, 2, 3), keepdims=True)
            var = ((X - mean) ** 2).mean(axis=(0, 2, 3), keepdims=True)
        X_hat = (X - mean) / np.sqrt(var + eps)
        moving_mean = momentum * moving_mean + (1.0 - momentum) * mean
        moving_var = momentum * moving_var + (1.0 - momentum) * var
    return gamma * X_hat + beta, moving_mean, moving_var
class BatchNorm(nn.Block):
    def __init__(self, num_features, num_dims, **kwargs):
        super().__init__(**kwargs)
        shape = (1, num_features) if num_dims == 2 else (1, num_features, 1, 1)
        self.gamma = self.params.get('gamma', shape=shape, init=init.One())
        self.beta = self.params.get('beta', shape=shape, init=init.Zero())
        self.moving_mean, self.moving_var = np.zeros(shape), np.ones(shape)
    def forward(self, X):
        if self.moving_mean.ctx != X.ctx:
            self.moving_mean, self.moving_var = self.moving_mean.copyto(X.ctx), self.moving_var.copyto(X.ctx)
        Y, self.moving_mean, self.moving_var = batch_norm(X, self.gamma.data(), self.beta.data(), self.moving_mean, self.moving_var, eps=1e-5, momentum=0.9)
        return Y
X2, X4 = np.array([[1.0, 10], [3, 30], [8, 50]]), np.arange(16).reshape(2, 2, 2, 2) / 4
for X, dims in ((X2, 2), (X4, 4)):
    own, theirs = BatchNorm(2, dims), nn.BatchNorm()
    own.initialize()
    theirs.initialize()
    print(own(X).asnumpy().round(3), np.abs(own(X) - theirs(X)).max() < 1e-4)
    for _ in range(2):
        with autograd.record():
            a, b = own(X), theirs(X)
        b.backward()
        print(a.asnumpy().round(3), np.abs(a - b).max() < 1e-4)
    print(own.moving_mean.reshape(-1).asnumpy().round(3), theirs.running_mean.data().asnumpy().round(3), own.moving_var.reshape(-1).asnumpy().round(3), theirs.running_var.data().asnumpy().round(3))
    print(own.gamma.data().reshape((-1,)), own.beta.data().reshape((-1,)), theirs.gamma.data(), theirs.beta.data())
net = nn.Sequential()
net.add(nn.Dense(3), nn.BatchNorm(), nn.Activation('relu'), nn.Dense(1))
net.initialize(init.Constant(0.5))
with autograd.record():
    y = net(X2).sum()
y.backward()
print(sorted(k.split('_', 1)[1] for k in net.collect_params()), [p.grad_req for p in net.collect_params().values()], net)
print(net[1].running_mean.data().asnumpy().round(3), net[3].bias.grad())

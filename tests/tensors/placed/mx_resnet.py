# A network with shortcuts on two GPUs: every part of it is on both, each batch's halves meet their own copy, a step leaves the copies alike.
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

mx.random.seed(4)


class Detour(nn.HybridBlock):
    def __init__(self, channels, halve=False, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(channels, 3, 2 if halve else 1, 1), nn.BatchNorm(), nn.Activation('relu'), nn.Conv2D(channels, 3, 1, 1))
            self.way = nn.Conv2D(channels, 1, 2) if halve else nn.HybridLambda('identity')

    def hybrid_forward(self, F, x):
        return F.relu(F.elemwise_add(self.body(x), self.way(x)))


homes = [mx.gpu(i) for i in range(2)]
net = nn.HybridSequential(prefix='net_')
with net.name_scope():
    net.add(nn.Conv2D(8, 3, in_channels=2), Detour(8), Detour(12, halve=True), nn.GlobalAvgPool2D(), nn.Dense(3))
net.initialize(mx.init.Xavier(), ctx=homes)
halves = gluon.utils.split_and_load(nd.random.uniform(shape=(6, 2, 14, 12)), homes)
print([half.context for half in halves], [net(half).context for half in halves], net(halves[1]).shape)
kernel = net[0].weight
try:
    kernel.data(mx.cpu())
except RuntimeError:
    print('not on', mx.cpu())
print(kernel.list_ctx(), [copy.context for copy in kernel.list_data()], kernel.data(homes[1]).shape)


def alike(parameter):
    first, second = (copy.as_in_context(mx.cpu()) for copy in parameter.list_data())
    return bool((first == second).min().asscalar())


before = kernel.data(homes[0]).as_in_context(mx.cpu())
print(alike(kernel))
trainer, error = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.2}), gluon.loss.SoftmaxCELoss()
kinds = gluon.utils.split_and_load(nd.array([0, 1, 2, 2, 1, 0]), homes)
with autograd.record():
    missed = [error(net(half), kind) for half, kind in zip(halves, kinds)]
autograd.backward(missed)
print([m.context for m in missed], [grad.context for grad in kernel.list_grad()])
trainer.step(6)
mx.nd.waitall()
print(alike(kernel), all(alike(p) for p in net.collect_params('.*(weight|bias|gamma|beta)').values()), bool((kernel.data(homes[0]).as_in_context(mx.cpu()) != before).max().asscalar()))

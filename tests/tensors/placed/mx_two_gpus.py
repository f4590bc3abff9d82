# Seed 000's network, on one GPU and on two: parameters alike on both, gradients added up.
import time
import mxnet as mx
from mxnet import autograd, gluon, gpu, init, nd
from mxnet.gluon import nn

mx.random.seed(1)
net = nn.Sequential()
net.add(nn.Conv2D(channels=6, kernel_size=5, activation='relu'),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Conv2D(channels=16, kernel_size=3, activation='relu'),
        nn.MaxPool2D(pool_size=2, strides=2),
        nn.Flatten(),
        nn.Dense(120, activation="relu"),
        nn.Dense(84, activation="relu"),
        nn.Dense(10))
net.initialize(ctx=gpu(0))
x = nd.random.uniform(shape=(1,1,28,28), ctx=gpu(0))
print(net(x).context, net(x).shape)
devices = [gpu(0), gpu(1)]
net.collect_params().initialize(init.Xavier(), force_reinit=True, ctx=devices)
softmax_cross_entropy = gluon.loss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
data, label = nd.random.uniform(shape=(16, 1, 28, 28)), nd.arange(16) % 10
one = gluon.nn.Sequential()
losses_seen = []
for epoch in range(3):
    train_loss = 0.
    tic = time.time()
    data_list = gluon.utils.split_and_load(data, devices)
    label_list = gluon.utils.split_and_load(label, devices)
    with autograd.record():
        losses = [softmax_cross_entropy(net(X), y) for X, y in zip(data_list, label_list)]
    for l in losses:
        l.backward()
    trainer.step(16)
    train_loss += sum([l.sum().asscalar() for l in losses])
    losses_seen.append(train_loss)
print([l.context for l in losses], losses_seen[0] > losses_seen[-1])
for p in net.collect_params().values():
    same = (p.data(gpu(0)).copyto(mx.cpu()) == p.data(gpu(1)).copyto(mx.cpu())).min().asscalar()
    print(p.name, p.list_ctx(), same)

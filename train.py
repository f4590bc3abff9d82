from mxnet import autograd, gluon, init, nd, gpu
from mxnet.gluon import nn

devices = [gpu(0), gpu(1)]
net = nn.Sequential()
net.add(nn.Dense(16, activation='relu'), nn.Dense(2))
net.initialize(init.Xavier(), ctx=devices)
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5})
loss = gluon.loss.SoftmaxCrossEntropyLoss()
x = nd.array([[(i * j) % 7 / 7 for j in range(8)] for i in range(64)])
y = x.sum(axis=1) > 3
for epoch in range(5):
    parts = gluon.utils.split_and_load(x, devices)
    with autograd.record():
        losses = [loss(net(part), label) for part, label in zip(parts, gluon.utils.split_and_load(y, devices))]
    for l in losses:
        l.backward()
    trainer.step(64)
    total = losses[0].sum() + losses[1].sum().as_in_context(gpu(0))
    print(epoch, total.context)

from mxnet import autograd, gluon, init, np, npx
from mxnet.gluon import nn
npx.set_np()
net = nn.Sequential()
net.add(nn.Dense(1))
net.initialize(init.Constant(1), ctx=npx.gpu(0))
print(net(np.ones((2, 3), ctx=npx.gpu(0))))
print(net[0].weight.data().ctx, net[0].weight.list_ctx())
try:
    net(np.ones((2, 3)))
except RuntimeError as e:
    print(e)
devices = [npx.gpu(i) for i in range(2)]
net = nn.Dense(2, in_units=3)
net.initialize(init.Constant(1), ctx=devices)
for d in devices:
    print(net(np.ones((1, 3), ctx=d)), net.weight.data(d).ctx, net.weight.grad(d).ctx)
print(net.weight.list_ctx(), [w.ctx for w in net.weight.list_data()])
devices = [npx.gpu(i) for i in range(2)]
data = np.arange(20).reshape(4, 5)
split = gluon.utils.split_and_load(data, devices)
print('input:', data)
print('load into', devices)
print('output:', split)
net = nn.Dense(1, use_bias=False)
net.initialize(init.Constant(0.1), ctx=devices)
loss, trainer = gluon.loss.L2Loss(), gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.001})
labels = gluon.utils.split_and_load(np.ones((4, 1)), devices)
for _ in range(3):
    with autograd.record():
        ls = [loss(net(X), y) for X, y in zip(split, labels)]
    for l in ls:
        l.backward()
    trainer.step(4)
    print([round(float(l.sum()), 3) for l in ls], [w.asnumpy().round(3) for w in net.weight.list_data()])

"""Linear regression, concise."""
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import data as gdata, loss as gloss, nn
mx.random.seed(3)
true_w, true_b = nd.array([2, -3.4]), 4.2
features = nd.random.normal(scale=1, shape=(1000, 2))
labels = nd.dot(features, true_w) + true_b
labels += nd.random.normal(scale=0.01, shape=labels.shape)
dataset = gdata.ArrayDataset(features, labels)
data_iter = gdata.DataLoader(dataset, 10, shuffle=False)
for X, y in data_iter:
    print(X, y.asnumpy().round(4))
    break
print(len(data_iter), len(dataset), dataset[0][0], round(float(dataset[0][1]), 4))
net = nn.Sequential()
net.add(nn.Dense(1))
print(net, net[0].weight, net[0].bias)
net.initialize(init.Normal(sigma=0.01))
print(net.collect_params().keys())
loss = gloss.L2Loss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.03})
print(trainer.learning_rate)
for epoch in range(1, 4):
    for X, y in data_iter:
        with autograd.record():
            l = loss(net(X), y)
        l.backward()
        trainer.step(10)
    l = loss(net(features), labels)
    print('epoch %d, loss: %f' % (epoch, round(float(l.mean().asnumpy()), 5)))
dense = net[0]
print(true_w, dense.weight.data().round() , dense.weight.data().shape)
print(true_b, dense.bias.data())
print('error in w', abs(true_w.reshape(dense.weight.data().shape) - dense.weight.data()).max().asscalar() < 0.01)
print(dense.weight.grad().shape, dense.bias.grad().shape)

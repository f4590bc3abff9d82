from mxnet import autograd, gluon, init, nd
from mxnet.gluon import data as gdata, loss as gloss, nn
import mxnet as mx
mx.random.seed(2)
true_w, true_b = nd.array([2, -3.4]), 4.2
features = nd.random.normal(scale=1, shape=(200, 2))
labels = nd.dot(features, true_w) + true_b
labels += nd.random.normal(scale=0.01, shape=labels.shape)
data_iter = gdata.DataLoader(gdata.ArrayDataset(features, labels), 10, shuffle=True)
net = nn.Sequential()
net.add(nn.Dense(1))
net.initialize(init.Normal(sigma=0.01))
loss = gloss.L2Loss()
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.03})
for epoch in range(3):
    for X, y in data_iter:
        with autograd.record():
            l = loss(net(X), y)
        l.backward()
        trainer.step(10)
    print(epoch + 1, loss(net(features), labels).mean().asscalar() < [5, 1, 0.1][epoch])
print(net[0].weight.data().asnumpy().round(0).tolist(), net[0].bias.data().asnumpy().round(0).tolist())

"""AlexNet: shapes layer by layer, at a third of its width."""
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import nn
mx.random.seed(1)
net = nn.Sequential()
net.add(nn.Conv2D(32, kernel_size=11, strides=4, activation='relu'), nn.MaxPool2D(pool_size=3, strides=2),
        nn.Conv2D(64, kernel_size=5, padding=2, activation='relu'), nn.MaxPool2D(pool_size=3, strides=2),
        nn.Conv2D(96, kernel_size=3, padding=1, activation='relu'), nn.Conv2D(96, kernel_size=3, padding=1, activation='relu'),
        nn.Conv2D(64, kernel_size=3, padding=1, activation='relu'), nn.MaxPool2D(pool_size=3, strides=2),
        nn.Dense(256, activation='relu'), nn.Dropout(0.5), nn.Dense(256, activation='relu'), nn.Dropout(0.5), nn.Dense(10))
X = nd.random.uniform(shape=(1, 1, 224, 224))
net.initialize()
for layer in net:
    X = layer(X)
    print(layer.name, 'output shape:\t', X.shape)
print(net)
net.initialize(force_reinit=True, init=init.Xavier())
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.01})
X, y = nd.random.uniform(shape=(2, 1, 96, 96)), nd.array([3, 7])
fresh = nn.Sequential()
for layer in net[:8]:
    fresh.add(layer)
fresh.add(nn.Dense(10))
fresh.initialize(init.Xavier())
loss = gluon.loss.SoftmaxCrossEntropyLoss()
with autograd.record():
    l = loss(fresh(X), y)
l.backward()
print(l.shape, fresh[0].weight.grad().shape, sum(p.data().size for p in fresh.collect_params().values()))
net.summary(nd.zeros((1, 1, 224, 224)))

import mxnet as mx
from mxnet import init, nd
from mxnet.gluon import nn
mx.random.seed(11)
net = nn.Sequential()
net.add(nn.Conv2D(3, kernel_size=3, activation='relu'), nn.MaxPool2D(), nn.Flatten(), nn.Dense(5), nn.Dense(2, weight_initializer=init.Xavier()))
net.initialize(init.Normal(sigma=0.1))
x = nd.random.uniform(shape=(2, 1, 8, 8))
print(net(x).asnumpy().round(3).tolist())
for name, p in net.collect_params().items():
    print(name, p.shape, p.data().asnumpy().ravel()[:3].round(4).tolist())

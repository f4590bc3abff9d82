from mxnet import nd, cpu, gpu, gluon
from perch import where

x = nd.ones((2, 3))
y = x.copyto(gpu(1))
net = gluon.nn.Sequential()
net.add(gluon.nn.Dense(4, in_units=3), gluon.nn.Dense(2))
net.initialize(ctx=[gpu(0), gpu(1)])
print(where(x))
print(where(net))
print(where(net[0].weight))
print(where({'pair': [x, y], 'text': 'no value'}))
print(where(3), '|', where(gpu(0)))
print(where(y) == gpu(1), where(y)[0].line, where([x, y]).places)

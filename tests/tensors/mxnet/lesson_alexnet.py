"""A deep stack of convolutions from a table of its layers: what each makes of a picture, how many numbers it has, the summary, one step of training."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(81)
# channels, window, step, edge; 0 channels: a pool
table = ((12, 7, 3, 0), (0, 3, 2, 0), (20, 5, 1, 2), (0, 3, 2, 0), (28, 3, 1, 1), (28, 3, 1, 1), (16, 3, 1, 1), (0, 3, 2, 0))
net = nn.HybridSequential(prefix='deep_')
with net.name_scope():
    for channels, *window in table:
        net.add(nn.Conv2D(channels, *window, activation='relu') if channels else nn.MaxPool2D(*window))
    for width in (48, 24):
        net.add(nn.Dense(width, activation='relu'), nn.Dropout(0.4))
    net.add(nn.Dense(5))
net.initialize(mx.init.Xavier(rnd_type='gaussian', magnitude=2))
flow, expected = nd.random.uniform(shape=(2, 3, 90, 110)), (90, 110)
for layer, (channels, window, step, edge) in zip(net, table):
    flow = layer(flow)
    expected = tuple((length + 2 * edge - window) // step + 1 for length in expected)
    print(layer.name, flow.shape, flow.shape[2:] == expected)
for layer in net[len(table):]:
    flow = layer(flow)
    print(layer.name, flow.shape)
print(net)
sizes = {name: parameter.data().size for name, parameter in net.collect_params().items()}
print(sum(sizes.values()), max(sizes, key=sizes.get), len(sizes))
net.summary(nd.zeros((1, 3, 90, 110)))

error, trainer = gluon.loss.SoftmaxCELoss(), gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.01, 'momentum': 0.9})
pictures, kinds = nd.random.normal(shape=(5, 3, 90, 110)), nd.arange(5)
before = net[0].weight.data().copy()
with autograd.record():
    missed = error(net(pictures), kinds)
missed.backward()
trainer.step(5)
print(missed.shape, abs(missed.mean().asscalar() - 1.6) < 1, (net[0].weight.data() != before).max().asscalar(), net[2].weight.grad().shape)
head = nn.HybridSequential(prefix='head_')
with head.name_scope():
    head.add(*[nn.Dense(3)])
head.initialize()
print(head(net[:len(table)](pictures)).shape, head[0].weight.shape)

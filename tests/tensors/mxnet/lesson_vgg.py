"""A network out of a string: digits are convolutions of so many times eight channels, a bar halves the picture."""
import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn
mx.random.seed(2)


def read(plan, prefix=None):
    net = nn.Sequential(prefix=prefix)
    with net.name_scope():
        for part in plan.split('|'):
            block = nn.Sequential()
            with block.name_scope():
                for digit in part:
                    block.add(nn.Conv2D(8 * int(digit), (3, 3), padding=(1, 1), activation='relu'))
                block.add(nn.MaxPool2D((2, 2)))
            net.add(block)
    return net


body = read('1|2|33|44', prefix='body_')
head = nn.Sequential(prefix='head_')
with head.name_scope():
    for width in (40, 20):
        head.add(nn.Dense(width, activation='relu'), nn.Dropout(0.3))
    head.add(nn.Dense(3))
for part in (body, head):
    part.initialize(mx.init.MSRAPrelu())
flow = nd.random.uniform(shape=(2, 3, 80, 64))
for layer in [*body, *head]:
    flow = layer(flow)
    print(layer.name, flow.shape)
print(body)
print(head)
print(body.collect_params())
print(head.collect_params('.*bias'), sum(p.data().size for p in body.collect_params().values()))

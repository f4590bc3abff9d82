# The same numbers for a batch on one GPU as for its parts on two: gradients add up over the contexts, parameters move together.
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def build(homes):
    net = nn.Sequential(prefix='n_')
    with net.name_scope():
        net.add(nn.Conv2D(3, 3, activation='tanh'), nn.AvgPool2D(2), nn.Flatten(), nn.Dense(6, activation='tanh'), nn.Dense(4))
    net.initialize(mx.init.Constant(0.05), ctx=homes)
    net(nd.zeros((1, 1, 8, 8), ctx=homes[0]))
    for k, parameter in enumerate(net.collect_params().values()):
        size = parameter.data(homes[0]).size
        parameter.set_data((nd.arange(size) * (k + 2)).sin().reshape(parameter.shape) * 0.3)
    return net


pictures, kinds = (nd.arange(8 * 64).reshape((8, 1, 8, 8)) / 50).cos(), nd.array([0, 1, 2, 3] * 2)
error, results = gluon.loss.SoftmaxCrossEntropyLoss(), []
for homes in ([mx.gpu(0)], [mx.gpu(0), mx.gpu(1)]):
    net = build(homes)
    trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.5, 'momentum': 0.5}, kvstore='device')
    path = []
    for _ in range(4):
        parts = zip(*(gluon.utils.split_and_load(each, homes) for each in (pictures, kinds)))
        with autograd.record():
            missed = [error(net(part), kind) for part, kind in parts]
        for m in missed:
            m.backward()
        trainer.step(len(kinds))
        path.append(sum(m.sum().asscalar() for m in missed) / len(kinds))
    print([m.context for m in missed], path[0] > path[-1])
    results.append((path, [p.data(homes[-1]).as_in_context(mx.cpu()) for p in net.collect_params().values()]))
(one_path, one), (two_path, two) = results
print(max(abs(a - b) for a, b in zip(one_path, two_path)) < 1e-5, [bool((a - b).abs().max().asscalar() < 1e-5) for a, b in zip(one, two)])
for parameter in net.collect_params().values():
    copies = [copy.as_in_context(mx.cpu()) for copy in parameter.list_data()]
    print(parameter.name, parameter.list_ctx(), (copies[0] == copies[1]).min().asscalar())

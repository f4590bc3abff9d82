import os
import tempfile
import warnings
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn
from mxnet.gluon.model_zoo import vision


def show(make):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__)


# The last layer of each model of the zoo, and how many layers stand before it.
for name in ('alexnet', 'resnet18_v1', 'resnet18_v2', 'resnet50_v1', 'vgg11', 'vgg11_bn'):
    net = getattr(vision, name)()
    print(name, str(net.output).replace('\n', ' ')[:60], len(net.features))
    print(str(getattr(vision, name)(classes=7).output).replace('\n', ' ')[:60])
# Names of what layers make for themselves.
for layer in (nn.Conv2D(3, 3, activation='relu', prefix='c_'), nn.Dense(2, activation='tanh', prefix='d_'), nn.Conv1DTranspose(2, 3, activation='sigmoid', prefix='t_'), nn.Conv3D(1, 1, activation='softrelu', prefix='e_')):
    print(layer.name, layer.act.name, layer.act, sorted(layer.collect_params().keys()))
# What may not learn keeps its grad_req, whatever is asked for.
layer = nn.BatchNorm(in_channels=2, prefix='b_')
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    for req in ('add', 'null', 'write'):
        layer.collect_params().setattr('grad_req', req)
        print(req, sorted((p.name, p.grad_req) for p in layer.collect_params().values()))
for scale, center in ((False, True), (True, False), (False, False)):
    layer = nn.BatchNorm(scale=scale, center=center, in_channels=2, prefix='b_')
    print(sorted((p.name, p.grad_req) for p in layer.collect_params().values()), layer)
# Gradients that backward has written since the last step.
p = gluon.Parameter('w', shape=(2,))
p.initialize(mx.init.One())
trainer = gluon.Trainer([p], 'sgd', {'learning_rate': 0.5})


def learn():
    with autograd.record():
        loss = (p.data() * p.data()).sum()
    loss.backward()


def step(**more):
    try:
        trainer.step(1, **more)
        return 'stepped'
    except UserWarning as e:
        return 'UserWarning ' + str(e)[:60]


learn()
print(step(), p.data().asnumpy().tolist())
print(step(), step(ignore_stale_grad=True), p.data().asnumpy().tolist())
p.zero_grad()
print(step(), p.grad().asnumpy().tolist())
learn()
p.zero_grad()
print(step(), p.data().asnumpy().tolist())
learn()
p.zero_grad()
p.zero_grad()
print(step(), step())
# Parameters from a file, on places that are asked for.
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'p')
    net = nn.Dense(2, in_units=3)
    net.initialize(mx.init.One())
    net.save_parameters(path)
    for units in (3, 0):
        for made in (None, [mx.cpu(0)], [mx.cpu(1)], [mx.cpu(0), mx.cpu(1)]):
            for asked in (None, mx.cpu(0), mx.cpu(1), [mx.cpu(1), mx.cpu(0)]):
                other = nn.Dense(2, in_units=units)
                if made:
                    other.initialize(ctx=made)

                def load():
                    other.load_parameters(path, ctx=asked)
                    return units, made, asked, other.weight.list_ctx(), other.weight.shape, other.weight.data(other.weight.list_ctx()[-1]).asnumpy().sum()
                show(load)
# A table of a cell, whose states are a list.
cell = rnn.LSTMCell(3, input_size=2)
cell.initialize()
show(lambda: cell.summary(nd.ones((4, 2)), cell.begin_state(4)))
for cell in (rnn.DropoutCell(0.0), rnn.DropoutCell(0.5), rnn.GRUCell(2, input_size=2)):
    cell.initialize(mx.init.One())
    out, states = cell(nd.ones((1, 2)), cell.begin_state(batch_size=1))
    print(cell, out.asnumpy().round(4).tolist(), len(states))
# Numbers by luck, within their bounds.
mx.random.seed(1)
for draw, low, high in ((lambda: nd.uniform(shape=(2000,)), 0, 1), (lambda: nd.random.uniform(2, 5, shape=(2000,)), 2, 5), (lambda: nd.random.uniform(nd.array([0, 10]), nd.array([1, 12]), shape=1000), 0, 12), (lambda: nd.normal(shape=(2000,)), -6, 6),
                        (lambda: nd.random.uniform(shape=(2000,)), 0, 1), (lambda: nd.normal(5, 0.1, shape=(2000,)), 4, 6), (lambda: nd.random.exponential(shape=(2000,)), 0, 30), (lambda: nd.random.randint(3, 6, shape=(2000,)), 3, 5)):
    x = draw()
    print(x.shape, bool(x.min() >= low), bool(x.max() <= high), bool((x.max() - x.min()) > 0.3 * (high - low) * (0.1 if high in (6, 30) else 1)), abs(x.astype('float32').mean().asscalar() - (1 if high == 30 else 5.75 if high == 12 else (low + high) / 2)) < 0.2)
for draw, loc, scale in ((lambda: nd.normal(shape=(4000,)), 0, 1), (lambda: nd.random.normal(shape=(4000,)), 0, 1), (lambda: nd.normal(3, 2, shape=(4000,)), 3, 2), (lambda: nd.random.normal(nd.array([3]), nd.array([2]), shape=4000), 3, 2),
                         (lambda: nd.random.randn(4000), 0, 1), (lambda: nd.random.gamma(4, 0.5, shape=(4000,)), 2, 1), (lambda: nd.random.poisson(4, shape=(4000,)), 4, 2), (lambda: nd.random.exponential(2, shape=(4000,)), 2, 2)):
    x = draw().astype('float32').reshape(-1).asnumpy()
    print(abs(x.mean() - loc) < 0.2, abs(x.std() - scale) < 0.2)

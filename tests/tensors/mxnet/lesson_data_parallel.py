"""Training on several contexts: allreduce by hand, split_and_load, Trainer. (cpu(0) and cpu(1) do for two devices.)"""
import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.gluon import loss as gloss, nn, utils as gutils
mx.random.seed(3)
ctx = [mx.cpu(0), mx.cpu(1)]


def allreduce(data):
    for i in range(1, len(data)):
        data[0][:] += data[i].copyto(data[0].context)
    for i in range(1, len(data)):
        data[0].copyto(data[i])


data = [nd.ones((1, 2), ctx=c) * (i + 1) for i, c in enumerate(ctx)]
print('before allreduce:', data)
allreduce(data)
print('after allreduce:', data)


def split_and_load(data, ctx):
    n, k = data.shape[0], len(ctx)
    m = n // k
    assert m * k == n, '# examples is not divided by # devices.'
    return [data[i * m: (i + 1) * m].as_in_context(ctx[i]) for i in range(k)]


batch = nd.arange(24).reshape((6, 4))
print(split_and_load(batch, ctx), gutils.split_and_load(batch, ctx)[1])
print([p.shape for p in gutils.split_data(batch, 4, even_split=False)], [p.shape for p in gutils.split_data(batch, 2, batch_axis=1)])
for bad in (lambda: gutils.split_and_load(batch, ctx * 2), lambda: split_and_load(batch[:5], ctx)):
    try:
        bad()
    except (ValueError, AssertionError) as e:
        print(type(e).__name__, e)


def lenet(X, params):
    h1 = nd.relu(nd.Convolution(X, params[0], params[1], kernel=(3, 3), num_filter=4))
    h1 = nd.Pooling(h1, pool_type='avg', kernel=(2, 2), stride=(2, 2))
    return nd.dot(nd.flatten(h1), params[2]) + params[3]


W1 = nd.random.normal(scale=0.1, shape=(4, 1, 3, 3))
W2 = nd.random.normal(scale=0.1, shape=(4 * 5 * 5, 3))
params = [W1, nd.zeros(4), W2, nd.zeros(3)]


def get_params(params, ctx):
    new_params = [p.copyto(ctx) for p in params]
    for p in new_params:
        p.attach_grad()
    return new_params


gpu_params = [get_params(params, c) for c in ctx]
print('b1 weight:', gpu_params[1][1], 'b1 grad:', gpu_params[1][1].grad)
loss = gloss.SoftmaxCrossEntropyLoss()
labels = nd.arange(12) % 3
images = nd.random.normal(shape=(3, 1, 12, 12)).take(labels)
for step in range(4):
    Xs, ys = split_and_load(images, ctx), split_and_load(labels, ctx)
    with autograd.record():
        ls = [loss(lenet(X, W), y) for X, y, W in zip(Xs, ys, gpu_params)]
    for l in ls:
        l.backward()
    for i in range(len(gpu_params[0])):
        allreduce([gpu_params[c][i].grad for c in range(len(ctx))])
    for W in gpu_params:
        for p in W:
            p[:] = p - 0.2 * p.grad / 12
    print(step, round(sum(float(l.sum().asscalar()) for l in ls) / 12, 3))
print((gpu_params[0][0] - gpu_params[1][0].as_in_context(ctx[0])).abs().max().asscalar() < 1e-6)
net = nn.Sequential()
net.add(nn.Conv2D(4, kernel_size=3, activation='relu'), nn.MaxPool2D(2, 2), nn.Dense(3))
net.initialize(init=init.Normal(sigma=0.1), ctx=ctx)
gpu_x = gutils.split_and_load(images, ctx)
print(net(gpu_x[0]).context, net(gpu_x[1]).context)
weight = net[0].params.get('weight')
print(weight.list_ctx(), [d.context for d in weight.list_data()], weight.data(ctx[1]).shape, len(weight.list_grad()))
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.2})
for step in range(4):
    Xs, ys = gutils.split_and_load(images, ctx), gutils.split_and_load(labels, ctx)
    with autograd.record():
        ls = [loss(net(X), y) for X, y in zip(Xs, ys)]
    for l in ls:
        l.backward()
    trainer.step(12)
    print(step, round(sum(float(l.sum().asscalar()) for l in ls) / 12, 2))
a, b = [d.asnumpy() for d in weight.list_data()]
print(abs(a - b).max() < 1e-6)

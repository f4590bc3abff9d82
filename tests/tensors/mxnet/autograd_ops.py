from mxnet import autograd, nd
def gradient(f, *shape):
    x = nd.arange(1, 1 + nd.ones(shape).size).reshape(shape) / 4
    x.attach_grad()
    with autograd.record():
        y = f(x)
    y.backward()
    return x.grad.asnumpy().round(3).tolist()
for name, f in [('relu', lambda x: nd.relu(x - 0.6)), ('max', lambda x: x.max(axis=1)), ('mean', lambda x: x.mean()), ('concat', lambda x: nd.concat(x, x * 2, dim=0)), ('slice', lambda x: x[0] * 3),
                ('transpose', lambda x: x.T * nd.arange(6).reshape((3, 2))), ('pick', lambda x: nd.pick(x, nd.array([0, 2]))), ('clip', lambda x: nd.clip(x, 0.4, 1)), ('where', lambda x: nd.where(x > 0.7, x * x, x)),
                ('reshape', lambda x: x.reshape((3, 2)) * nd.arange(6).reshape((3, 2))), ('stack', lambda x: nd.stack(x, x)), ('split', lambda x: nd.split(x, 3)[1]), ('norm', lambda x: x.norm()),
                ('abs', lambda x: nd.abs(x - 0.9)), ('dot', lambda x: nd.dot(x, nd.ones((3, 2)))), ('square', lambda x: nd.square(x)), ('softmax', lambda x: nd.softmax(x) * nd.arange(3)),
                ('log_softmax', lambda x: nd.log_softmax(x) * nd.arange(3)), ('broadcast', lambda x: x + nd.ones((4, 2, 3))), ('tile', lambda x: nd.tile(x, (2, 2))), ('expand', lambda x: x.expand_dims(0) * 2)]:
    print(name, gradient(f, 2, 3))

# Kinds of stores, gradients of two bits, the optimizer that shows what a store does.
import mxnet as mx
from mxnet import nd


def tried(function, *args):
    try:
        print(function(*args))
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[-1])


for kind in ('local', 'device', 'local_update_cpu', 'local_allreduce_cpu', 'local_allreduce_device', 'Device', 'anything'):
    print(mx.kv.create(kind).type)
for params in ({'type': '2bit'}, {'type': '2bit', 'threshold': .5}, {'type': '3bit'}, {'type': 'none'}, {'threshold': 1}, {'type': '2bit', 'threshold': -1}, {'type': '2bit', 'threshold': 0}, 5):
    tried(mx.kv.create('device').set_gradient_compression, params)
tried(mx.kv.create('local').set_gradient_compression, {'type': '2bit'})
kv = mx.kv.create('device')
kv.set_gradient_compression({'type': '2bit', 'threshold': .5})
kv.init('a', nd.zeros((4,)))
out = nd.zeros((4,))
for _ in range(4):
    kv.push('a', [nd.array([.4, .6, -.7, 1.3], mx.cpu(i)) for i in (0, 1)])
    kv.pull('a', out)
    print(out.asnumpy())
kv.init('b', nd.zeros((4,)))
kv.push('b', nd.array([.4, .6, -.7, 1.3]))
kv.pull('b', out)
print(out.asnumpy())
test = mx.optimizer.create('test', rescale_grad=.5)
weight = nd.ones((2,))
state = test.create_state(0, weight)
test.update(0, weight, nd.array([1, 2]), state)
print(test.lr, weight.asnumpy(), state.asnumpy(), type(mx.optimizer.Test()).__name__)
for kind in ('device', 'local'):
    kv = mx.kv.create(kind)
    kv.set_optimizer(mx.optimizer.create('test', rescale_grad=.5))
    kv.init([3, 5], [nd.zeros((2,)), nd.ones((2,))])
    kv.push([3, 5], [[nd.ones((2,), mx.cpu(i)) for i in (0, 1)]] * 2)
    outs = [nd.zeros((2,)), nd.zeros((2,))]
    kv.pull([3, 5], outs)
    print([each.asnumpy() for each in outs])
for kind in ('device', 'local'):
    net = mx.gluon.nn.Dense(1, in_units=2)
    net.initialize(mx.init.One(), ctx=[mx.cpu(0), mx.cpu(1)])
    trainer = mx.gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 1.}, kvstore=kind, compression_params={'type': '2bit', 'threshold': .5})
    for step in range(3):
        with mx.autograd.record():
            losses = [net(nd.array([[.3, .8]], ctx)) for ctx in (mx.cpu(0), mx.cpu(1))]
        for loss in losses:
            loss.backward()
        tried(trainer.step, 1)
        print(net.weight.data(mx.cpu(1)).asnumpy())

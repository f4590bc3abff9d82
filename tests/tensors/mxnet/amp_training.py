# Mixed precision: its lists, the doors of functions, scaled losses.
import logging
import sys

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.contrib import amp

logging.basicConfig(level=logging.INFO, stream=sys.stdout)


def tried(function, *args, **words):
    try:
        return function(*args, **words)
    except Exception as error:
        print(type(error).__name__, error)


def scaled(loss, trainer):
    with amp.scale_loss(loss, trainer) as made:
        return made


net = gluon.nn.Dense(2, in_units=2)
net.initialize(mx.init.One())
x = nd.array([[1., 2.]])
trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': .1}, update_on_kvstore=False)
tried(scaled, nd.array([1.]), trainer)
tried(amp.init_trainer, trainer)
for dtype in ('int8', 'float64'):
    tried(amp.init, dtype)
tried(amp.list_lp16_ops, 'float32')
amp.init()
amp.init()
print([len(getattr(amp, each)('float16')) for each in ('list_lp16_ops', 'list_fp32_ops', 'list_lp16_fp32_ops', 'list_widest_type_cast', 'list_conditional_fp32_ops', 'list_loss_output_functions')])
tried(amp.init_trainer, 5)
tried(amp.init_trainer, mx.optimizer.SGD())
amp.init_trainer(trainer)
print(scaled(nd.array([1.]), trainer).asnumpy(), [each.asnumpy() for each in scaled([nd.array([1.]), nd.array([2.])], trainer)], trainer._scale)


def loss_of(times):
    return (net.weight.data() * x).sum() * times + net.bias.data().sum()


with autograd.record():
    with amp.scale_loss(loss_of(1), trainer) as loss:
        loss.backward()
print(net.weight.grad().asnumpy())
amp.unscale(trainer)
print(net.weight.grad().asnumpy(), trainer._scale)
trainer.step(1)
print(net.weight.data().asnumpy(), trainer._amp_loss_scaler.loss_scale)
for times in (1e38, 1, 1):
    with autograd.record():
        with amp.scale_loss(loss_of(times), trainer) as loss:
            loss.backward()
    trainer.step(1)
    print(net.weight.data().asnumpy(), trainer._amp_loss_scaler.loss_scale)
other = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': .1}, update_on_kvstore=False)
amp.init_trainer(other)
print(other._amp_loss_scaler is trainer._amp_loss_scaler, other._amp_loss_scaler.loss_scale)
a, half = nd.array([1., 2.]), nd.array([1., 2.]).astype('float16')
for made in (nd.exp(half), nd.sin(half), nd.sigmoid(half), nd.relu(half), nd.broadcast_add(a, half), nd.concat(a, half, dim=0), nd.stack(a, half),
             nd.Activation(half, act_type='softrelu'), nd.Activation(half, act_type='relu')):
    print(made.dtype.__name__, end=' ')
print(half.dtype.__name__)

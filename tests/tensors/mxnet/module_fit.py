"""Module: by hand and by fit; checkpoints, monitors, metrics, several contexts."""
import logging
import os
import re
import sys
import tempfile
import mxnet as mx
import numpy as np


class Quiet(logging.Filter):
    def filter(self, record):
        record.msg = re.sub(r'Speed: \S+|cost=\S+|"/\S+/', lambda m: m.group()[0] + '…', record.getMessage())
        record.args = ()
        return True


handler = logging.StreamHandler(sys.stdout)
handler.addFilter(Quiet())
logging.getLogger().addHandler(handler)
logging.getLogger().setLevel(logging.INFO)
np.random.seed(0)
mx.random.seed(0)
data = np.random.rand(200, 10).astype('f')
label = (data.sum(1) > 5).astype('f')
train = mx.io.NDArrayIter(data[:160], label[:160], 32)
valid = mx.io.NDArrayIter(data[160:], label[160:], 32)
net = mx.sym.Variable('data')
net = mx.sym.FullyConnected(net, name='fc1', num_hidden=8)
net = mx.sym.Activation(net, name='relu1', act_type='relu')
net = mx.sym.FullyConnected(net, name='fc2', num_hidden=2)
net = mx.sym.SoftmaxOutput(net, name='softmax')
mod = mx.mod.Module(symbol=net, context=mx.cpu(), data_names=['data'], label_names=['softmax_label'])
mod.bind(data_shapes=train.provide_data, label_shapes=train.provide_label)
mod.init_params(initializer=mx.init.Uniform(scale=.1))
mod.init_optimizer(optimizer='sgd', optimizer_params=(('learning_rate', 0.1),))
metric = mx.metric.create('acc')
for epoch in range(3):
    train.reset()
    metric.reset()
    for batch in train:
        mod.forward(batch, is_train=True)
        mod.update_metric(metric, batch.label)
        mod.backward()
        mod.update()
    print('epoch', epoch, metric.get())
print({key: each.asnumpy().round(4).tolist() for key, each in sorted(mod.get_params()[0].items())}, mod.get_params()[1])
folder = tempfile.mkdtemp()
prefix = os.path.join(folder, 'model')
train.reset()
mod = mx.mod.Module(symbol=net, context=mx.cpu())
mod.fit(train, eval_data=valid, optimizer='sgd', optimizer_params={'learning_rate': 0.5, 'momentum': .9, 'wd': .01}, eval_metric='acc', num_epoch=4, initializer=mx.init.Xavier(),
        epoch_end_callback=mx.callback.do_checkpoint(prefix, 2), batch_end_callback=[mx.callback.Speedometer(32, 2), mx.callback.log_train_metric(2)])
print(sorted(os.listdir(folder)))
print(mod.predict(valid).shape, mod.predict(valid, num_batch=1).shape, [round(float(v), 4) for _, v in mod.score(valid, ['mse', 'acc', 'ce'])], [each[0] for each in mod.score(valid, ['mse', 'acc'])])
symbol, args, states = mx.model.load_checkpoint(prefix, 4)
print(symbol.tojson() == net.tojson(), sorted(args), states)
mod.set_params(args, states)
mod = mx.mod.Module(symbol=symbol)
mod.fit(train, num_epoch=6, arg_params=args, aux_params=states, begin_epoch=4)
print(mod.data_names, mod.label_names, mod.output_names, mod.data_shapes, mod.label_shapes, mod.output_shapes, mod.binded, mod.params_initialized, mod.optimizer_initialized, mod.symbol)
for outputs, i, batch in mod.iter_predict(valid):
    print(len(outputs), i, outputs[0].shape, batch.pad)
monitor = mx.mon.Monitor(4, stat_func=lambda each: mx.nd.round(mx.nd.norm(each) * 100), pattern='(?!.*backward).*(output|weight|data)$', sort=True)
watched = mx.mod.Module(symbol=symbol)
watched.fit(train, num_epoch=1, monitor=monitor, arg_params=args, aux_params=states)
loaded = mx.mod.Module.load(prefix, 4)
loaded.bind(valid.provide_data, valid.provide_label, for_training=False)
print([round(float(v), 4) for _, v in loaded.score(valid, 'acc')])
several = mx.mod.Module(net, context=[mx.cpu(0), mx.cpu(1)])
several.fit(train, num_epoch=3, kvstore='local', optimizer='adam', optimizer_params={'learning_rate': .05}, arg_params=args, aux_params=states)
print([len(each) for each in several.get_outputs(merge_multi_context=False)], {key: each.asnumpy().sum().round(2) + 0.0 for key, each in sorted(several.get_params()[0].items())})
mod.save_checkpoint(prefix, 9, save_optimizer_states=True)
again = mx.mod.Module.load(prefix, 9, load_optimizer_states=True)
again.bind(train.provide_data, train.provide_label)
again.init_optimizer(optimizer_params={'learning_rate': .1})
mod.save_params(os.path.join(folder, 'p'))
again.load_params(os.path.join(folder, 'p'))
inputs = mx.mod.Module(net)
inputs.bind(train.provide_data, train.provide_label, inputs_need_grad=True)
inputs.init_params(arg_params=args, aux_params=states)
train.reset()
inputs.forward_backward(train.next())
print(inputs.get_input_grads()[0].shape, inputs.get_input_grads()[0].norm().asscalar().round(3))
small = mx.io.DataBatch([mx.nd.ones((5, 10))], [mx.nd.ones((5,))])
inputs.forward(small, is_train=False)
print(inputs.get_outputs()[0].shape)
fixed = mx.mod.Module(net, fixed_param_names=['fc1_weight', 'fc1_bias'])
fixed.fit(train, num_epoch=1, arg_params=args, aux_params=states, optimizer_params={'learning_rate': .5})
print((fixed.get_params()[0]['fc1_weight'].asnumpy() == args['fc1_weight'].asnumpy()).all(), (fixed.get_params()[0]['fc2_weight'].asnumpy() == args['fc2_weight'].asnumpy()).all())
for call in (lambda: mx.mod.Module(net, data_names=['x']), lambda: mx.mod.Module(net).forward(None), lambda: mx.mod.Module(net).init_params(), lambda: mod.bind(valid.provide_data), lambda: mx.mod.Module(net).predict(valid),
             lambda: mod.set_params({}, {}), lambda: mod.set_params({'q': mx.nd.ones(3)}, {}, allow_missing=True), lambda: mod.fit(train)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
mx.viz.print_summary(net, shape={'data': (32, 10)})
conv = mx.sym.Convolution(mx.sym.Variable('data'), kernel=(3, 3), num_filter=8, name='conv')
conv = mx.sym.Pooling(mx.sym.Activation(mx.sym.BatchNorm(conv, name='bn'), act_type='relu', name='act'), kernel=(2, 2), stride=(2, 2), pool_type='max', name='pool')
conv = mx.sym.FullyConnected(mx.sym.Flatten(conv, name='flat'), num_hidden=10, name='dense')
mx.viz.print_summary(conv, shape={'data': (2, 3, 10, 10)})
mx.viz.print_summary(conv)
model = mx.model.FeedForward(net, num_epoch=2, learning_rate=.1, numpy_batch_size=32, arg_params=args, aux_params=states)
np.random.seed(1)
model.fit(data[:160], label[:160])
print(model.predict(data[160:]).shape, round(float(model.score(valid)), 3))


class Saving:
    def save_checkpoint(self, *told):
        print('saved', told)


saving = mx.callback.module_checkpoint(Saving(), 'lesson', 2, True)
print([saving(epoch) for epoch in range(4)], saving(iter_no=5, sym=net))
try:
    mx.callback.do_checkpoint(prefix, 9)(0)
except TypeError as error:
    print(str(error).split('() ')[1])
print(mx.rnn.do_rnn_checkpoint([], prefix, 2)(iter_no=0, sym=net, arg={}, aux={}), mx.rnn.do_rnn_checkpoint([], prefix, 2.9)(iter_no=7, sym=net, arg=args, aux=states), os.path.exists(prefix + '-0008.params'))
mod.set_params({'q': mx.nd.ones(3)}, {}, allow_missing=True, force_init=False)
mod.set_params({'q': mx.nd.ones(3)}, {}, allow_missing=True, allow_extra=True)
mod.init_optimizer(force_init=True)

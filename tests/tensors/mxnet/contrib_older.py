"""mx.contrib's older doors: gradients before mx.autograd, loaders as iterators, symbols; checkpoints of cells."""
import os
import tempfile

import mxnet as mx
from mxnet import gluon, nd, sym
from mxnet.contrib import autograd
from mxnet.contrib.io import DataLoaderIter

print(autograd.grad_and_loss(lambda x, y: x * x + y)(nd.array([2., 3.]), nd.ones(2)))
print(autograd.grad_and_loss(lambda x, y: x * y, argnum=1)(nd.array([2., 3.]), nd.ones(2)))
print(autograd.grad(nd.exp)(nd.zeros(2)))
x, g = nd.array([1., 2.]), nd.zeros(2)
autograd.mark_variables([x], [g])
with autograd.train_section():
    y = x * x
    with autograd.test_section():
        z = y * 3
autograd.backward([y])
print(g, autograd.set_is_training(True), autograd.set_is_training(False), mx.autograd.is_recording())
for f in (lambda: autograd.grad(lambda x: x)(3), lambda: autograd.backward(y)):
    try:
        f()
    except AssertionError as error:
        print('AssertionError')

rows = DataLoaderIter(gluon.data.DataLoader(gluon.data.ArrayDataset(nd.arange(20).reshape((10, 2)), nd.arange(10)), 4))
print(rows.provide_data, rows.provide_label, rows.batch_size)
for _ in range(2):
    for batch in rows:
        kept = 4 - batch.pad
        print(batch.data[0][:kept].asnumpy().tolist(), batch.label[0][:kept].asnumpy().tolist(), batch.data[0].shape, batch.pad)
    rows.reset()
print(mx.contrib.sym.MultiBoxPrior(sym.var('a'), sizes=(.5,)).list_outputs(), mx.contrib.symbol.box_iou(sym.var('a'), sym.var('b')).list_outputs())

cell = mx.rnn.LSTMCell(4, prefix='l_')
out, _ = cell.unroll(2, sym.var('d'), merge_outputs=True)
bound = out.simple_bind(mx.cpu(), d=(1, 2, 3))
args = {name: array for name, array in bound.arg_dict.items() if name != 'd'}
for i, name in enumerate(sorted(args)):
    args[name][:] = nd.arange(args[name].size).reshape(args[name].shape) + i
with tempfile.TemporaryDirectory() as folder:
    prefix = os.path.join(folder, 'cells')
    for cells in cell, [cell]:
        mx.rnn.save_rnn_checkpoint(cells, prefix, 3, out, dict(args), {})
        print(sorted(nd.load(prefix + '-0003.params')))
        symbol, found, states = mx.rnn.load_rnn_checkpoint(cells, prefix, 3)
        print({name: (found[name] == args[name]).min().asscalar() for name in sorted(found)}, states, symbol.list_arguments() == out.list_arguments())
    save = mx.rnn.do_rnn_checkpoint(cell, prefix, 2)
    for epoch in range(4):
        save(epoch, out, dict(args), {})
    print(sorted(os.listdir(folder)), mx.callback.save_checkpoint is mx.model.save_checkpoint)

import random
random.seed(1)
__import__('numpy').random.seed(1)
sentences = [[1, 2, 3]] * 9 + [[1] * 8] * 9 + [[1] * 2] * 3
for buckets in [5, 10, 20], [10, 20, 30], None, [2], [4, 30]:
    rows = mx.rnn.BucketSentenceIter(sentences, 4, buckets=buckets)
    print(rows.buckets, rows.default_bucket_key, rows.provide_data, [(batch.bucket_key, batch.label[0][0].asnumpy().tolist()) for batch in rows])
layer = gluon.nn.Dense(2, in_units=2)
layer.initialize()
trainer = gluon.Trainer(layer.collect_params(), 'sgd')
print(trainer._kv_initialized)
trainer._init_kvstore()
print(trainer._kv_initialized)

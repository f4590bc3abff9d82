"""A Module that is given what it cannot take: other inputs, checkpoints of another network, keys that are none."""
import logging
import os
import re
import tempfile

import mxnet as mx
import numpy as np
from mxnet import nd, sym


class Told(logging.Handler):
    def emit(self, record):
        print(repr(record.getMessage()))


logging.basicConfig(level=logging.INFO, handlers=[Told()])


def attempt(f):
    try:
        print(f())
    except Exception as error:
        said = str(error).split('\nStack trace')[0]
        print(type(error).__name__, re.sub(r'\[\d\d:\d\d:\d\d\] \S+: |Traceback \(most recent call last\):\n *File .*\n|MXNetError: ', '', said).strip())


def net(n=2, hidden=5):
    made = sym.Activation(sym.FullyConnected(sym.Variable('data'), num_hidden=hidden, name='fc1'), act_type='relu', name='relu1')
    return sym.SoftmaxOutput(sym.FullyConnected(made, num_hidden=n, name='fc2'), name='softmax')


rows = mx.io.NDArrayIter(np.ones((20, 6), 'float32'), np.zeros(20), 5)
module = mx.mod.Module(net())
module.bind(rows.provide_data, rows.provide_label)
module.init_params(mx.init.One())
attempt(lambda: module.predict(3))
attempt(lambda: module.set_params({'nope': nd.ones(1), **module.get_params()[0]}, {}))
attempt(lambda: module.forward(mx.io.DataBatch([nd.ones((3, 7))], [nd.ones(3)])))
attempt(lambda: module.forward(mx.io.DataBatch([nd.ones((3, 6))], [nd.ones(3)])) or module.get_outputs()[0].shape)
buckets = mx.mod.BucketingModule(lambda key: (net(), ('data',), ('softmax_label',)), default_bucket_key=6)
buckets.bind(rows.provide_data, rows.provide_label)
buckets.init_params()
attempt(lambda: buckets.switch_bucket(3, [('data', (5, 3))], rows.provide_label))
attempt(lambda: buckets.switch_bucket(6, [('data', (5, 6))], rows.provide_label))
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    net().save('u-symbol.json')
    nd.save('u-0001.params', {'fc1_weight': nd.ones(2)})
    attempt(lambda: mx.model.load_checkpoint('u', 1)[1])
    module.save_checkpoint('m', 1)
    other = mx.mod.Module(net(3, 7))
    other.bind(rows.provide_data, rows.provide_label)
    attempt(lambda: other.init_params(arg_params=mx.model.load_checkpoint('m', 1)[1]))
    os.chdir('/')
bar = mx.callback.ProgressBar(4, 10)
for batch in 1, 2, 4:
    bar(mx.model.BatchEndParam(epoch=1, nbatch=batch, eval_metric=None, locals=None))

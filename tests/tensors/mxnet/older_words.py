"""Older words that lessons of 2015 to 2018 have: target_shape, norms' operands in any shape, FeedForward's order of starts, modules that share, an exhausted iterator, labels in a column, exported graphs."""
import json
import logging
import os
import sys
import tempfile
import warnings

import mxnet as mx
import numpy as np
from mxnet import autograd, nd

warnings.simplefilter('ignore')
logging.disable(logging.CRITICAL)
x = nd.arange(12).reshape((3, 4))
for named in ({'target_shape': (6, 2)}, {'target_shape': (0, 2)}, {'target_shape': (0,)}, {'target_shape': (5, 0), 'keep_highest': True}, {'shape': (2, 6), 'target_shape': (0,)}):
    print(named, nd.Reshape(x, **named).shape)
s = mx.sym.Reshape(mx.sym.var('a'), target_shape=(0,))
print(s.infer_shape(a=(3, 4)), s.eval(a=x)[0].asnumpy())
g = nd.ones((1, 4, 1, 1)) * 2
b, mean, var = nd.ones((4, 1)), nd.zeros((1, 4)), nd.ones((2, 2))
g.attach_grad()
with autograd.record(train_mode=False):
    out = nd.BatchNorm(nd.arange(16).reshape((2, 4, 2)), g, b, mean, var, fix_gamma=False)
out.backward()
print(out.shape, out[1, 3].asnumpy().round(2), g.grad.shape, g.grad.asnumpy().ravel().round(1))
with autograd.record():
    out = nd.BatchNorm(nd.arange(16).reshape((2, 4, 2)), g, b, mean, var, fix_gamma=False)
out.backward()
print(mean.shape, mean.asnumpy().ravel().round(2))


class Told(mx.init.Xavier):
    def __call__(self, name, array):
        print(type(name).__name__, name, array.shape)
        super().__call__(name, array)


z = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=3, name='zz')
z = mx.sym.FullyConnected(mx.sym.BatchNorm(z, name='bn'), num_hidden=2, name='aa')
model = mx.model.FeedForward(mx.sym.SoftmaxOutput(z, name='softmax'), num_epoch=1, initializer=Told())
model.fit(np.random.RandomState(0).rand(8, 4), np.zeros(8))

for name in 'a_weight a_bias a_moving_mean a_moving_var a_moving_inv_var a_moving_avg a_running_mean a_max upsampling0_weight stn_loc_weight stn_loc_bias other'.split():
    for desc in (name, mx.init.InitDesc(name)):
        array = nd.full((6,) if name == 'stn_loc_bias' else (6, 1, 4, 4) if name == 'upsampling0_weight' else (2, 3), 7)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter('always')
            try:
                mx.init.Constant(3)(desc, array)
                print(type(desc).__name__, name, array.asnumpy().ravel()[:6], [str(each.message) for each in said])
            except Exception as error:
                print(type(desc).__name__, name, type(error).__name__, str(error)[:60])

fc = mx.sym.FullyConnected(mx.sym.flatten(mx.sym.var('data')), num_hidden=3, name='fc1')
one = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(fc, num_hidden=3, name='f3_1'), name='softmax')
group = mx.sym.Group([one, mx.sym.FullyConnected(fc, num_hidden=3, name='f3_2')])
shapes = [('data', (4, 5))], [('softmax_label', (4,))]
master = mx.mod.Module(group)
master.bind(*shapes)
master.init_params()
shared = mx.mod.Module(one)
shared.bind(*shapes, shared_module=master)
print(sorted(shared.get_params()[0]))
batches = mx.io.NDArrayIter(nd.ones((8, 5)), nd.zeros(8), 4)
for _ in range(2):
    try:
        shared.fit(batches, num_epoch=1)
    except Exception as error:
        print(type(error).__name__, error)

folder = tempfile.mkdtemp()
os.chdir(folder)
np.savetxt('x.csv', np.arange(18).reshape(6, 3), delimiter=',')
np.savetxt('y.csv', np.arange(6), delimiter=',')
np.savetxt('z.csv', np.arange(12).reshape(6, 2), delimiter=',')
for label, shape in (('y.csv', (1,)), ('z.csv', (2,)), ('z.csv', (2, 1)), ('y.csv', (1, 1))):
    csv = mx.io.CSVIter(data_csv='x.csv', data_shape=(3,), label_csv=label, label_shape=shape, batch_size=4)
    print(csv.provide_label, [each.label[0].shape for each in csv])

net = mx.gluon.nn.HybridSequential(prefix='net_')
net.add(mx.gluon.nn.Conv2D(2, 3, prefix='c_'), mx.gluon.nn.MaxPool2D(2, prefix='p_'), mx.gluon.nn.Conv2DTranspose(2, 3, prefix='t_'))
net.initialize()
net.hybridize()
net(nd.ones((1, 1, 8, 8)))
net.export('net')
graph = json.load(open('net-symbol.json'))
print([each['attrs'].get('layout') for each in graph['nodes'] if each['op'] != 'null'], graph['node_row_ptr'])


def rows(symbol):
    return json.loads(symbol.tojson())['node_row_ptr']


v = mx.sym.var
for named in ({}, {'pool_type': 'avg'}, {'layout': 'NCHW'}, {'pooling_convention': 'full'}):
    print(named, rows(mx.sym.Pooling(v('a'), kernel=(2, 2), **named)))
print(rows(mx.sym.Pooling(v('a'), global_pool=True)), rows(mx.sym.InstanceNorm(v('a'))), rows(mx.sym.ROIPooling(v('a'), v('r'), pooled_size=(2, 2), spatial_scale=1)), rows(mx.sym.CTCLoss(v('a'))),
      rows(mx.sym.sort(v('a'))), rows(mx.sym.topk(v('a'), ret_typ='value')), rows(mx.sym.LeakyReLU(v('a'), act_type='rrelu')), rows(mx.sym.BilinearSampler(v('a'))), rows(mx.sym.Correlation(v('a'))))
executor = (v('a') * 2).bind(mx.cpu(), {'a': nd.ones(2)}, grad_req='null')
executor.forward(is_train=True)
print(executor.backward(nd.ones(2)))
sys.stdout.flush()
os.chdir('/')
for name in os.listdir(folder):
    os.remove(os.path.join(folder, name))
os.rmdir(folder)

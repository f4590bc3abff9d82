"""Batches of a program's own, of data alone, in several shapes; randn without sizes; a token embedding that nobody registered."""
import warnings
from collections import namedtuple

import mxnet as mx
import numpy as np

warnings.simplefilter('ignore')
Batch = namedtuple('Batch', ['data'])
out = mx.sym.softmax(mx.sym.FullyConnected(mx.sym.Flatten(mx.sym.var('data')), num_hidden=3, name='f'))
mod = mx.mod.Module(out, label_names=None)
mod.bind([('data', (2, 4))], for_training=False)
mod.init_params(mx.init.Constant(0.1))
for rows in (2, 5, 1, 2):
    mod.forward(Batch([mx.nd.arange(rows * 4).reshape((rows, 4))]))
    print(mod.get_outputs()[0].asnumpy().round(3), mod.data_shapes)
both = mx.mod.Module(mx.sym.var('a') + 2 * mx.sym.var('b'), data_names=['a', 'b'], label_names=None)
both.bind([('a', (2, 2)), ('b', (2, 2))])
both.init_params()
for shape in ((2, 2), (3, 1)):
    both.forward(Batch([mx.nd.ones(shape), mx.nd.ones(shape)]))
    print(both.get_outputs()[0].asnumpy())
mx.random.seed(3)
try:
    print(mx.nd.random.randn())
except mx.base.MXNetError as error:
    print([line for line in str(error).splitlines() if 'inferring shapes failed' in line][0].split('MXNetError: ')[-1])
print(mx.nd.random.randn(2, 2).shape, np.round(mx.nd.random.randn(1, loc=5).asnumpy(), 3))
try:
    mx.contrib.text.embedding.create('MyTokenEmbed')
except AssertionError as error:
    print(error)

"""The naive engine does everything when it is called."""
import os

os.environ['MXNET_ENGINE_TYPE'] = 'NaiveEngine'
import mxnet as mx
from mxnet import nd

try:
    nd.random.normal(0, -1, (2, 2))
    print('not told')
except mx.base.MXNetError as e:
    print(str(e).strip().splitlines()[-1].split('Error: ')[-1])
y = nd.dot(nd.ones((300, 300)), nd.ones((300, 300)))
print(y.sum().asscalar(), mx.engine.set_bulk_size(5), mx.engine.set_bulk_size(7))
nd.waitall()

"""Errors of a graph: which node it was, and the lines that made it and what goes into it."""
import mxnet as mx
from mxnet import gluon, nd

data = mx.sym.Variable('data')
hidden = mx.sym.FullyConnected(data, num_hidden=4, name='hidden')
other = mx.sym.Variable('other')
both = hidden + other
out = mx.sym.FullyConnected(both, num_hidden=2, name='out')


class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = F.exp(x)
        return z * y


net = Net(prefix='net_')
net.hybridize()
for f in (lambda: out.infer_shape(data=(2, 3), other=(5, 4)), lambda: out.simple_bind(mx.cpu(), data=(2, 3), other=(5, 4)),
          lambda: mx.mod.Module(out, data_names=['data', 'other'], label_names=None).bind([('data', (2, 3)), ('other', (2, 9))]),
          lambda: (data + other).infer_type(data='int32', other='float32'), lambda: net(nd.ones(2), nd.ones(3)), lambda: mx.sym.load_json(both.tojson()).infer_shape(data=(2, 3), other=(2, 9))):
    try:
        f()
    except (mx.MXNetError, RuntimeError) as error:
        print(type(error).__name__, str(error).rsplit('MXNetError: ', 1)[-1])
        print('\n'.join(error.__notes__))

# Mixed precision of graphs: casts as nodes, and files without them.
import warnings

import mxnet as mx
from mxnet import nd
from mxnet.contrib import amp
from mxnet.gluon import nn

warnings.simplefilter('ignore')


def tried(function, *args, **words):
    try:
        print(function(*args, **words).get_internals().list_outputs())
    except Exception as error:
        print(type(error).__name__, error)


data = mx.sym.var('data')
fc = mx.sym.FullyConnected(data, num_hidden=3, name='fc')
act = mx.sym.Activation(fc, act_type='relu', name='a')
both = mx.sym.broadcast_add(mx.sym.exp(act, name='e'), fc, name='b')
net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(both, num_hidden=2, name='fc2'), name='softmax')
tried(amp.convert_symbol, net)
made = amp.convert_symbol(net)
print(made.tojson(remove_amp_cast=False))
print(made.tojson() == net.tojson(), made.list_arguments() == net.list_arguments())
params = {'fc_weight': nd.ones((3, 4)), 'fc_bias': nd.ones((3,)), 'fc2_weight': nd.ones((2, 3)), 'fc2_bias': nd.ones((2,))}
for cast in (False, True):
    symbol, arguments, states = amp.convert_model(net, params, {}, cast_optional_params=cast)
    print({key: value.dtype.__name__ for key, value in sorted(arguments.items())}, states)
tried(amp.convert_symbol, net, target_dtype='int8')
tried(amp.convert_symbol, net, fp32_ops=['unknown'])
tried(amp.convert_symbol, net, target_dtype_ops=['FullyConnected'], fp32_ops=['FullyConnected'])
tried(amp.convert_symbol, net, excluded_sym_names=['fc2'])
tried(amp.convert_model, 5, params, {})
tried(amp.convert_model, net, [], {})
block = nn.HybridSequential()
block.add(nn.Dense(3, activation='relu'), nn.Dense(2))
block.initialize()
block.hybridize()
tried(amp.convert_hybrid_block, block, ctx=mx.cpu())
tried(amp.convert_hybrid_block, 5)
block(nd.ones((1, 4)))
converted = amp.convert_hybrid_block(block, ctx=mx.cpu())
print(type(converted).__name__, [(key.split('_', 1)[1], p.dtype.__name__) for key, p in converted.collect_params().items()])
amp.init()
made = mx.sym.broadcast_add(mx.sym.exp(mx.sym.FullyConnected(mx.sym.var('x'), num_hidden=3, name='f')), mx.sym.var('y'))
print(made.get_internals().list_outputs())
print((mx.sym.var('p') + mx.sym.var('q')).get_internals().list_outputs())

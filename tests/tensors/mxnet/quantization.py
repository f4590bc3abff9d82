"""mx.contrib.quantization and the operators of 8 bits. The original adds pairs of products in 16 bits where the processor has no VNNI, and cuts them off there; so weights have a 0 in each pair here."""
import logging
import os
import sys
import tempfile
import warnings

import mxnet as mx
import numpy as np
from mxnet.contrib import quantization
from mxnet.gluon import nn

warnings.simplefilter('ignore')
nd, C = mx.nd, mx.nd.contrib


def show(label, made):
    for each in made if isinstance(made, (list, tuple)) else [made]:
        print(label, np.dtype(each.dtype).name, each.shape, np.round(each.asnumpy().astype('float64'), 4).ravel()[:12].tolist())


def refused(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).strip().split('\n')[-1].removeprefix('MXNetError: '))


draws = np.random.RandomState(0)
x, above = nd.array(draws.uniform(-1, 1, (2, 1, 4, 4))), nd.array(draws.uniform(0.1, 1, (2, 1, 4, 4)))
weight, bias = nd.array(draws.uniform(-1, 1, (3, 1, 1, 1))), nd.array(draws.uniform(-1, 1, (3,)))
dense = nd.array(draws.uniform(-1, 1, (3, 16)) * (np.arange(16) % 2))


def ranged(data, kind):
    return C.quantize(data, data.min(), data.max(), out_type=kind)


for kind in ('int8', 'uint8'):
    show('quantize ' + kind, ranged(x, kind))
    for label, data in (('x', x), ('above', above)):
        show(f'quantize_v2 {label} {kind}', C.quantize_v2(data, out_type=kind))
        show(f'calibrated {label} {kind}', C.quantize_v2(data, out_type=kind, min_calib_range=-0.5, max_calib_range=0.7))
show('auto', C.quantize_v2(above, out_type='auto', min_calib_range=0.0, max_calib_range=0.7))
show('auto', C.quantize_v2(above, out_type='auto'))
small, byte = C.quantize_v2(x), C.quantize_v2(above, out_type='uint8')
w, b, d = ranged(weight, 'int8'), ranged(bias, 'int8'), ranged(dense, 'int8')
show('dequantize', C.dequantize(*small))
show('dequantize', C.dequantize(*byte))
show('conv', C.quantized_conv(byte[0], w[0], b[0], *byte[1:], *w[1:], *b[1:], kernel=(1, 1), num_filter=3))
refused(lambda: C.quantized_conv(small[0], w[0], b[0], *small[1:], *w[1:], *b[1:], kernel=(1, 1), num_filter=3))
for label, (data, low, high) in (('int8', small), ('uint8', byte)):
    wide = C.quantized_fully_connected(data=data, weight=d[0], min_data=low, max_data=high, min_weight=d[1], max_weight=d[2], num_hidden=3, no_bias=True)
    show('dense ' + label, wide)
    for kind in ('int8', 'uint8', 'auto'):
        show('requantize', C.requantize(*wide, out_type=kind))
        show('requantize', C.requantize(*wide, out_type=kind, min_calib_range=-2.0, max_calib_range=3.0))
        show('requantize', C.requantize(*wide, out_type=kind, min_calib_range=0.0, max_calib_range=3.0))
    refused(lambda: C.dequantize(*wide))
    show('flatten', C.quantized_flatten(data, low, high))
    for how in ('max', 'avg'):
        show(how, C.quantized_pooling(data, low, high, kernel=(2, 2), stride=(2, 2), pool_type=how))
    other = C.quantize_v2(x * 3) if label == 'int8' else C.quantize_v2(above * 3, out_type='uint8')
    show('concat', C.quantized_concat(data, other[0], low, high, *other[1:], num_args=2, dim=1))
    show('add', C.quantized_elemwise_add(data, other[0], low, high, *other[1:], min_calib_range=-3.0, max_calib_range=4.0))
    norm = [nd.array([each]) for each in (2.0, 0.1, 0.2, 0.5)]
    show('norm', C.quantized_batch_norm(data, *norm, low, high, fix_gamma=False, eps=1e-5, min_calib_range=-2.0, max_calib_range=3.3))
    refused(lambda: C.quantized_batch_norm(data, *norm, low, high))
show('relu', C.quantized_act(*small, act_type='relu'))
refused(lambda: C.quantized_act(*small, act_type='tanh'))
counts, edges = np.histogram(draws.randn(2000), bins=8001, range=(-4, 4))
show('entropy', [each.round() for each in C.calibrate_entropy(nd.array(counts), nd.array(edges), num_quantized_bins=255)])
print(quantization.combine_histogram((np.array([1, 2, 3]), np.array([-1, -0.5, 0.5, 1]), -0.9, 1.0, 1.0), np.array([-2.5, 0.1, 2.0]), -2.5, 2.0, 2.5))


def graph(symbol):
    import json
    nodes = json.loads(symbol.tojson())['nodes']
    for node in nodes:
        if node['op'] != 'null':
            print(' ', node['op'], node['name'], {key: value.replace('-0.000000', '0.000000') for key, value in node.get('attrs', {}).items()}, [f"{nodes[at]['name']}:{i}" for at, i, _ in node['inputs']],
                  [(each['op'], each['name'], [entry[:2] for entry in each['inputs']]) for each in node['subgraphs'][0]['nodes'] if each['op'] != 'null'] if node.get('subgraphs') else '')
    print(' ', symbol.list_arguments(), symbol.list_auxiliary_states(), symbol.list_outputs())


# ---- graphs ----
data = mx.sym.Variable('data')


def conv(below, name, **more):
    return mx.sym.Convolution(below, kernel=(3, 3), pad=(1, 1), num_filter=2, name=name, **more)


def relu(below, name, kind='relu'):
    return mx.sym.Activation(below, act_type=kind, name=name)


first = relu(conv(data, 'c1'), 'r1')
for symbol in (first, relu(mx.sym.BatchNorm(conv(first, 'c2', no_bias=True), name='b2'), 'r2') + first, relu(mx.sym.BatchNorm(conv(first, 'c2'), name='b2') + first, 'r2'), conv(data, 'c3') + conv(data, 'c4'),
               mx.sym.LeakyReLU(conv(data, 'c5'), act_type='elu', name='e'), mx.sym.LeakyReLU(mx.sym.FullyConnected(data, num_hidden=2, name='f1'), act_type='elu', name='e'),
               mx.sym.clip(conv(data, 'c6'), 0, 6, name='six'), relu(mx.sym.FullyConnected(data, num_hidden=2, no_bias=True, name='f2'), 'r3'), relu(conv(data, 'c7'), 's', 'sigmoid'),
               mx.sym.FullyConnected(mx.sym.Dropout(first, name='drop'), num_hidden=2, name='f3')):
    graph(symbol.get_backend_symbol('MKLDNN_QUANTIZE'))
refused(lambda: data.get_backend_symbol('NEITHER'))

# ---- models ----
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format='%(message)s')
logger = logging.getLogger('told')
below = mx.sym.Flatten(mx.sym.Pooling(relu(mx.sym.Convolution(data, kernel=(1, 1), num_filter=2, name='conv'), 'relu'), kernel=(2, 2), stride=(2, 2), pool_type='max', name='pool'), name='flat')
symbol = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(below, num_hidden=3, name='fc'), name='softmax')
batches = mx.io.NDArrayIter(draws.uniform(0, 1, (16, 1, 4, 4)).astype('float32'), (np.arange(16) % 3).astype('float32'), 4)
args = {'conv_weight': nd.array(draws.uniform(-1, 1, (2, 1, 1, 1))), 'conv_bias': nd.array([0.1, -0.2]), 'fc_weight': nd.array(draws.uniform(-1, 1, (3, 8)) * (np.arange(8) % 2)), 'fc_bias': nd.array([0.3, 0.0, -0.1])}
for mode, kind, how, more in (('none', 'auto', 'full', {}), ('naive', 'auto', 'smart', {}), ('naive', 'int8', 'full', {'excluded_sym_names': ['conv']}), ('naive', 'int8', 'smart', {'excluded_op_names': ['FullyConnected', 'Convolution']})):
    batches.reset()
    made, arguments, states = quantization.quantize_model(symbol, args, {}, calib_mode=mode, calib_data=batches, num_calib_examples=8, quantized_dtype=kind, quantize_mode=how, logger=logger, **more)
    print(mode, kind, how)
    graph(made)
    print({name: (each.shape, np.dtype(each.dtype).name) for name, each in sorted(arguments.items())}, states)
batches.reset()
made, arguments, states = quantization.quantize_model(symbol, args, {}, calib_mode='naive', calib_data=batches, quantized_dtype='auto')
module = mx.mod.Module(made)
module.bind(batches.provide_data, batches.provide_label, for_training=False)
module.set_params(arguments, states)
batches.reset()
show('predicted', nd.argmax(module.predict(batches), axis=1))
refused(lambda: quantization.quantize_model(symbol, args, {}, excluded_sym_names='conv'))
refused(lambda: quantization.quantize_model(symbol, args, {}, quantized_dtype='int4'))
refused(lambda: quantization.quantize_model(symbol, args, {}, calib_mode='naive'))
refused(lambda: quantization.quantize_model(symbol, args, {}, calib_mode='naive', calib_data=[1]))
refused(lambda: quantization.quantize_model(symbol, args, {}, calib_mode='best', calib_data=batches))
refused(lambda: quantization.quantize_graph(symbol, args, {}, calib_mode='best'))
refused(lambda: quantization.calib_graph(symbol, args, {}, None, calib_mode='none'))

# ---- blocks ----
net = nn.HybridSequential(prefix='net_')
with net.name_scope():
    net.add(nn.Conv2D(2, 1, activation='relu'), nn.MaxPool2D(), nn.Flatten(), nn.Dropout(0.5), nn.Dense(4, activation='relu'), nn.Dense(3))
net.initialize(mx.init.Uniform(0.5))
images = nd.array(draws.uniform(0, 1, (8, 1, 4, 4)))
net(images)
for at, (name, param) in enumerate(sorted(net.collect_params().items())):
    if name.endswith('weight'):
        values = draws.uniform(-1, 1, param.shape)
        param.set_data(nd.array(values * (np.arange(param.shape[1]) % 2) if values.ndim == 2 else values))
show('floats', net(images)[:2])
loader = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(images, nd.arange(8)), batch_size=4)
for mode, kind, more in (('none', 'auto', {'data_shapes': [mx.io.DataDesc('data', (4, 1, 4, 4))]}), ('naive', 'auto', {'calib_data': loader}), ('naive', 'int8', {'calib_data': loader, 'exclude_layers_match': ['dense0']})):
    made = quantization.quantize_net(net, quantized_dtype=kind, calib_mode=mode, ctx=mx.cpu(), logger=logger, **more)
    print(made)
    out = made(images)
    print(out.shape, bool((nd.abs(out - net(images)).max() < 0.1).asscalar()))
    path = os.path.join(tempfile.mkdtemp(), 'quantized')
    made.export(path)
    again = mx.gluon.SymbolBlock.imports(path + '-symbol.json', ['data'], path + '-0000.params')
    print(bool((again(images) == out).min().asscalar()))
    graph(mx.sym.load(path + '-symbol.json'))
refused(lambda: quantization.quantize_net(net, calib_mode='none'))

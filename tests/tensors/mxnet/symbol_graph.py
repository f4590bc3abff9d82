"""Symbols: names, inputs, attributes, JSON, what is refused."""
import copy
import json
import pickle
import re
import mxnet as mx

s = mx.sym


def attempt(call):
    try:
        print(call())
    except Exception as error:
        lines = [re.sub(r'(\[\d\d:\d\d:\d\d\] )?\.\./\S+:\d+: ', '', line) for line in str(error).splitlines() if line.strip() and not line.startswith(('Traceback', '  File'))]
        print(type(error).__name__, lines[0] if lines else '')


data = s.Variable('data', shape=(0, 0, 0, 0), lr_mult=2, init=mx.init.One(), dtype='float32', attr={'mood': 'good'})
print(data.attr('__shape__'), sorted(data.list_attr().items()))
net = s.Convolution(data, kernel=(3, 3), num_filter=4, name='c', pad=(1, 1), attr={'__mood__': 'x'}, lr_mult=3)
net = s.BatchNorm(net, name='bn', fix_gamma=False)
net = s.Activation(net, act_type='relu')
a, b = s.split(net, num_outputs=2, axis=1)
net = s.Concat(a, b, dim=1)
net = s.SoftmaxOutput(s.flatten(net), name='softmax')
print(net.tojson())
print(net.list_arguments(), net.list_outputs(), net.list_auxiliary_states(), net.list_inputs())
internals = net.get_internals()
print(internals, internals.list_outputs())
print(internals['bn_output'], internals[3], net.get_children(), net.get_children().list_outputs(), data.get_children())
print({key: sorted(value.items()) for key, value in net.attr_dict().items()})
print(net.list_attr(), net.attr('mood'), net.name)
group = s.Group([a, b, net])
print(group, group.name, len(group), group.list_outputs(), [each for each in group])
print(net.debug_str())

x, y = s.Variable('x'), s.Variable('y')
made = [x + y, x - 1, 1 - x, x * y, x / y, 2 / x, x ** 2, 2 ** x, x ** y, -x, x % 3, 3 % x, x == y, x == 1, x != y, x != 2, x > y, x > 1, x >= y, x >= 2, x < y, x < 3, x <= y, x <= 2, x + 1.5, 2 * x, abs(x),
        x.sum(axis=1), x.reshape((2, 3)), x.reshape(shape=(0, -1)), x.transpose(), x.exp(), x.astype('float16'), x.split(2), x.slice_axis(axis=1, begin=0, end=2), x.split_v2(3),
        s.sum(x, axis=(0, 1), keepdims=True), s.broadcast_add(x, y), s.maximum(x, y), s.maximum(x, 2), s.maximum(2, x), s.hypot(x, y), s.pow(x, 2), s.zeros((2, 3)), s.ones(3), s.arange(5), s.full((2, 2), 3),
        s.eye(3), s.linspace(0, 1, 3), s.dot(x, y), s.stack(x, y), s.add_n(x, y), s.where(x, x, y), s.Reshape(x, shape=(0, -1)), s.random.uniform(shape=(2,)), s.random.normal(x, y),
        s.linalg.gemm2(x, y), s.contrib.box_nms(x), s.image.to_tensor(x), s.slice_axis(x, axis=0, begin=0, end=None), s.clip(x, 0, 1), s.LeakyReLU(x, act_type='prelu'),
        s.RNN(x, state_size=3, num_layers=1, mode='lstm'), s.Embedding(x, input_dim=3, output_dim=2), s.split_v2(x, 2), s.split_v2(x, (1, 3)), s.Dropout(x, p=.3), s.topk(x, ret_typ='both'),
        s.moments(x, axes=(0,)), s.MakeLoss(x), s.BatchNorm(x, output_mean_var=True), s.FullyConnected(x, num_hidden=3, no_bias=True), s.Deconvolution(x, kernel=(2, 2), num_filter=3), s.SequenceMask(x)]
for each in made:
    graph = json.loads(each.tojson())
    node = graph['nodes'][graph['heads'][0][0]]
    print(repr(each), node['op'], node.get('attrs'), len(node['inputs']), each.list_arguments(), each.list_outputs())

with mx.AttrScope(ctx_group='dev', __force_mirroring__='True'):
    z, v = x * y, s.Variable('vv')
print(sorted(z.list_attr().items()), sorted(v.list_attr().items()))
with mx.name.Prefix('block_'):
    print(s.FullyConnected(x, num_hidden=2), s.FullyConnected(x, num_hidden=2, name='fc').list_arguments())
fc = s.FullyConnected(x, num_hidden=3, name='fc')
print(fc(x=y).list_arguments(), fc.list_arguments(), fc(x=s.relu(y), name='again').list_arguments())
print(pickle.loads(pickle.dumps(net)).tojson() == net.tojson(), copy.deepcopy(net).tojson() == net.tojson(), s.load_json(net.tojson()).tojson() == net.tojson())
print(s.concat(*[x] * 12).tojson())
for call in (lambda: net['nothing'], lambda: net[9], lambda: bool(net), lambda: net + 'a', lambda: s.FullyConnected(data), lambda: s.FullyConnected(data, num_hidden='x'), lambda: s.FullyConnected(3, num_hidden=3),
             lambda: s.Activation(data, act_type='nope'), lambda: s.Variable(3), lambda: net.asnumpy(), lambda: net.wait_to_read(), lambda: net.backward(), lambda: net.asscalar(), lambda: s.Group([]),
             lambda: s.FullyConnected(data, num_hidden=3, foo=4), lambda: s.load_json('x'), lambda: s.load('/nowhere/at/all'), lambda: fc(y), lambda: fc(zz=y), lambda: fc.gradient(['x']),
             lambda: s.Variable('q', foo=3), lambda: s.Variable('q', __foo__=3).list_attr(), lambda: s.dot(x, 3), lambda: s.dot(x).list_arguments(), lambda: s.concat(x, y, dim=1, data=x),
             lambda: s.FullyConnected(x, 3), lambda: x.shape, lambda: len(x), lambda: float(x), lambda: hash(x), lambda: s.nothing(x), lambda: s.Group([x, s.Group([x, y])]), lambda: fc._set_attr(a=1),
             lambda: fc.list_attr(recursive=True), lambda: [each for each in s.Group([x, y])]):
    attempt(call)
print(type(x), s.Symbol)

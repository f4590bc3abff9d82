"""Executors: bind, simple_bind, forward, backward, states, monitors, reshape."""
import re
import mxnet as mx
import numpy as np

s, nd = mx.sym, mx.nd
x, y = s.Variable('x'), s.Variable('y')


def attempt(call):
    try:
        print(call())
    except Exception as error:
        lines = [re.sub(r'(\[\d\d:\d\d:\d\d\] )?\.\./\S+:\d+: ', '', line) for line in str(error).splitlines() if line.strip() and not line.startswith(('Traceback', '  File'))]
        print(type(error).__name__, lines[0] if lines else '')


ex = (x + y).bind(mx.cpu(), {'x': nd.ones((2, 2)), 'y': nd.ones((2, 2))}, args_grad={'x': nd.zeros((2, 2))})
attempt(lambda: ex.forward())
attempt(lambda: ex.forward(is_train=True))
attempt(lambda: ex.backward())
ex.backward(nd.ones((2, 2)) * 3)
print(ex.grad_dict, ex.arg_dict, ex.output_dict, ex.aux_dict, ex.grad_arrays, ex.outputs)
attempt(lambda: ex.forward(x=nd.ones((2, 2)) * 5))
for call in (lambda: ex.forward(x=nd.ones((3, 2))), lambda: ex.forward(x=3)):
    attempt(call)
net = s.SoftmaxOutput(s.FullyConnected(s.BatchNorm(s.FullyConnected(x, num_hidden=5, name='fc0'), name='bn', fix_gamma=False), num_hidden=3, name='fc'), name='softmax')
e = net.simple_bind(mx.cpu(), x=(4, 6))
print(list(e.arg_dict), list(e.aux_dict), [each.shape for each in e.arg_arrays], [each.shape for each in e.grad_arrays], e.aux_arrays)
mx.random.seed(7)
for name, array in e.arg_dict.items():
    array[:] = nd.array([0, 2, 1, 1]) if name == 'softmax_label' else nd.random.normal(0, 1, array.shape)
for _ in range(3):
    out = e.forward(is_train=True)
    e.backward()
print(out[0].asnumpy().round(4), {key: float(each.norm().asscalar().round(3)) for key, each in e.grad_dict.items() if key not in ('softmax_label', 'fc0_bias')})
print({key: each.asnumpy().round(4).tolist() for key, each in e.aux_dict.items()})
print(e.forward(is_train=False)[0].asnumpy().round(4))
print(net.simple_bind(mx.cpu(), x=(2, 4), grad_req='null').grad_arrays)
print([None if each is None else each.shape for each in net.simple_bind(mx.cpu(), x=(2, 4), grad_req={'fc_weight': 'write'}).grad_arrays])
added = (x * y).simple_bind(mx.cpu(), grad_req='add', x=(2,), y=(2,))
for _ in range(3):
    added.forward(is_train=True, x=nd.array([1, 2]), y=nd.array([3, 4]))
    added.backward(nd.ones(2))
print(added.grad_dict)
attempt(lambda: e.copy_params_from({'zz': nd.ones(3)}))
attempt(lambda: e.copy_params_from({'fc_bias': nd.ones(3)}))
attempt(lambda: e.copy_params_from({'zz': nd.ones(3)}, allow_extra_params=True))
print(e.arg_dict['fc_bias'])
attempt(lambda: e.reshape(x=(2, 6)))
small = e.reshape(x=(2, 6), softmax_label=(2,))
print(small.arg_dict['x'].shape, small.arg_dict['softmax_label'].shape, (small.arg_dict['fc_weight'].asnumpy() == e.arg_dict['fc_weight'].asnumpy()).all())
attempt(lambda: e.reshape(x=(8, 6), softmax_label=(8,)))
print(e.reshape(allow_up_sizing=True, partial_shaping=True, x=(8, 6)).arg_dict['x'].shape)
added.set_monitor_callback(lambda name, array: print('monitor', name.decode() if isinstance(name, bytes) else name))
added.forward()
print(s.Group([x * 2, x + y]).eval(x=nd.ones((2, 3)), y=nd.ones((2, 3))))
for call in (lambda: x.bind(mx.cpu(), {}), lambda: (x + y).bind(mx.cpu(), [nd.ones(3)]), lambda: (x + y).eval(x=nd.ones((2, 3)), y=nd.ones((3, 2))), lambda: (x + y).bind(mx.cpu(), {'x': 3, 'y': 4}), lambda: (x + y).eval()):
    attempt(call)
a = nd.array([[1, 2], [3, 4]])
for symbol in (s.dot(x, x), s.Reshape(x, shape=(-1,)), x.sum(axis=1), s.softmax(x), s.stack(x, x, axis=1), s.slice_axis(x, axis=1, begin=0, end=1), s.topk(x, k=1, ret_typ='both'), s.split(x, num_outputs=2, squeeze_axis=True),
               s.where(x > 2, x, -x), 2 ** x, 3 % x, 1 / x, s.maximum(x, 2.5), s.minimum(2.5, x), s.transpose(x), s.clip(x, 1.5, 3), x == 2, s.expand_dims(x, axis=0), s.concat(x, x, dim=0), s.norm(x), s.Cast(x, dtype='int32'),
               s.ones((2,)) + 1, s.arange(4), s.full((2,), 3), s.eye(2), s.pick(x, s.sum(x * 0, axis=1)), s.SwapAxis(x, dim1=0, dim2=1), s.LeakyReLU(x - 3, act_type='leaky', slope=.1), s.sqrt(x), s.BlockGrad(x),
               s.add_n(x, x, x), s.tile(x, reps=(1, 2)), s.one_hot(x, 5), s.take(x, s.arange(2)), s.square(x), s.linalg.gemm2(x, x), x.astype('float64'), s.broadcast_to(s.expand_dims(s.arange(2), axis=0), shape=(2, 2))):
    args = {'x': a} if 'x' in symbol.list_arguments() else {}
    print(symbol.name, [(each.asnumpy().astype('f8').round(5).tolist(), np.dtype(each.dtype).name) for each in symbol.eval(**args)])

"""gluon.contrib.rnn: cells of convolutions in one, two and three dimensions, the projected LSTM, dropout that stays; their gradients, texts and refusals."""
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import rnn
from mxnet.gluon.contrib import rnn as contrib


def numbers(*shape):
    n = 1
    for size in shape:
        n *= size
    return nd.sin(nd.arange(n) * 0.37).reshape(shape)


def filled(cell, *inputs):
    for i, p in enumerate(cell.collect_params().values()):
        p.initialize(ctx=mx.cpu())
        if p.shape and all(p.shape):
            p.set_data(numbers(*p.shape) * 0.3 + 0.01 * i)


def shown(x):
    return ' '.join('%.4g' % v for v in (x.sum().asscalar(), x.abs().max().asscalar(), x.reshape(-1)[1].asscalar()))


def told(make):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__, e)


for sides, sizes, layout in ((1, (9,), 'NCW'), (2, (7, 6), 'NCHW'), (3, (5, 6, 5), 'NCDHW')):
    for kind in ('RNN', 'LSTM', 'GRU'):
        for pad, kernel, dilate in ((0, 3, 1), (1, 3, 2), (2, 1, 1)):
            cell = getattr(contrib, f'Conv{sides}D{kind}Cell')((2, *sizes), 3, kernel, 3, i2h_pad=pad, i2h_dilate=dilate, h2h_dilate=dilate, activation='relu' if pad else 'tanh', prefix='c_')
            filled(cell)
            x = numbers(2, 4, 2, *sizes)
            x.attach_grad()
            with autograd.record():
                outs, states = cell.unroll(4, x, layout='NTC', merge_outputs=True)
                outs.square().sum().backward()
            print(cell, cell.state_info(2), [(p.name, p.shape) for p in cell.collect_params().values()])
            print(outs.shape, shown(outs), shown(x.grad), shown(cell.h2h_weight.grad()), *(s.shape for s in states))
cell = contrib.Conv2DLSTMCell((7, 6, 2), 3, (3, 1), (1, 3), conv_layout='NHWC')
print(cell, cell.state_info(4), [p.shape for p in cell.collect_params().values()])
for make in (lambda: contrib.Conv2DRNNCell((3, 8, 8), 4, 3, 2), lambda: contrib.Conv2DRNNCell((3, 8, 8), 4, (3, 3, 3), 3), lambda: contrib.Conv1DRNNCell((3, 8), 4, (3, 3), 3)):
    told(make)

cell = contrib.LSTMPCell(5, 3, prefix='p_')
print(cell, cell.state_info(2))
cell.initialize(mx.init.Constant(0.1))
x = numbers(2, 3, 4)
out, states = cell.unroll(3, x, merge_outputs=True)
print(cell, out.shape, shown(out), [s.shape for s in states], shown(states[1]), [(p.name, p.shape) for p in cell.collect_params().values()])
filled(cell)
with autograd.record():
    out, states = cell.unroll(3, x, merge_outputs=True)
    out.sum().backward()
print(shown(out), shown(states[1]), *(shown(p.grad()) for p in cell.collect_params().values()))

cell = contrib.VariationalDropoutCell(rnn.LSTMCell(4, input_size=3, prefix='l_'), 0.5, 0.5, 0.5)
print(cell, cell.prefix, [p.name for p in cell.collect_params().values()])
cell.initialize(mx.init.Constant(0.2))
x = nd.ones((6, 5, 3))
plain = cell.unroll(5, x, merge_outputs=True)[0]
with autograd.record():
    outs = cell.unroll(5, x, merge_outputs=True)[0]
gone = outs == 0
print(shown(plain), [bool((gone[:, t] == gone[:, 0]).asnumpy().all()) for t in range(5)], 0 < gone.mean().asscalar() < 1, bool((plain == 0).asnumpy().any()))
told(lambda: contrib.VariationalDropoutCell(rnn.BidirectionalCell(rnn.LSTMCell(4), rnn.LSTMCell(4)), 0.5, 0.5))
stack = rnn.SequentialRNNCell()
stack.add(contrib.VariationalDropoutCell(contrib.LSTMPCell(5, 3), drop_inputs=0.3))
stack.add(rnn.GRUCell(2))
stack.initialize(mx.init.One())
print(stack.unroll(2, nd.ones((1, 2, 4)))[0][-1])

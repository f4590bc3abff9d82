"""What symbols infer: shapes and dtypes, forwards and backwards."""
import re
import warnings
import mxnet as mx

s = mx.sym
x, y = s.Variable('x'), s.Variable('y')
warnings.simplefilter('always')


def show(symbol, **shapes):
    with warnings.catch_warnings(record=True) as heard:
        try:
            print(symbol.name, symbol.infer_shape(**shapes))
        except mx.MXNetError as error:
            print('refused:', re.sub(r'(\[\d\d:\d\d:\d\d\] )?\.\./\S+:\d+: ', '', [line for line in str(error).splitlines() if 'rror' in line][-1]))
    for each in heard:
        print('  ', each.category.__name__, str(each.message))


show(s.FullyConnected(x, num_hidden=3), x=(5, 2, 4))
show(s.FullyConnected(x, num_hidden=3, flatten=False), x=(5, 2, 4))
show(s.FullyConnected(x, num_hidden=3, no_bias=True), x=(5, 4))
show(s.Convolution(x, num_filter=6, kernel=(3, 3), num_group=2), x=(1, 4, 8, 8))
show(s.Convolution(x, num_filter=6, kernel=(3,)), x=(1, 4, 8))
show(s.Deconvolution(x, num_filter=6, kernel=(3, 3), stride=(2, 2)), x=(1, 4, 8, 8))
show(s.Deconvolution(x, num_filter=6, kernel=(3, 3), no_bias=False), x=(1, 4, 8, 8))
show(s.BatchNorm(x), x=(2, 4, 8, 8))
show(s.BatchNorm(x, axis=3), x=(2, 4, 8, 5))
show(s.InstanceNorm(x), x=(5, 3, 4))
show(s.LayerNorm(x), x=(5, 3, 4))
show(s.LeakyReLU(x, act_type='prelu'), x=(5, 3, 4))
show(s.Embedding(x, input_dim=7, output_dim=2), x=(5, 3))
for mode in ('rnn_tanh', 'lstm', 'gru'):
    show(s.RNN(x, state_size=3, num_layers=2, mode=mode, name=mode), x=(5, 2, 4))
    show(s.RNN(x, state_size=3, num_layers=2, mode=mode, bidirectional=True, state_outputs=True, name=mode), x=(5, 2, 4))
show(s.LinearRegressionOutput(x), x=(5, 1))
show(s.LinearRegressionOutput(x), x=(5, 2))
show(s.LogisticRegressionOutput(x), x=(5, 2))
show(s.SoftmaxOutput(x), x=(5, 3))
show(s.SoftmaxOutput(x, multi_output=True), x=(5, 3, 4, 4))
show(s.SoftmaxOutput(x, preserve_shape=True), x=(5, 3, 4))
show(s.SVMOutput(x), x=(5, 3))
show(s.Pooling(s.Convolution(x, num_filter=2, kernel=(3, 3), pad=(1, 1)), kernel=(2, 2), stride=(2, 2), pool_type='max'), x=(1, 3, 9, 9))
show(s.Concat(x, y, dim=1), x=(2, 3), y=(2, 5))
show(s.broadcast_add(x, y), x=(2, 1), y=(1, 3))
show(x + y, x=(2, 3))
show(x + s.zeros((0, 4)), x=(2, 4))
show(s.FullyConnected(x, num_hidden=4) + s.FullyConnected(s.zeros((0, 3)), num_hidden=4), x=(2, 5))
show(s.Reshape(x, shape=(-1, 6)), x=(2, 3, 4))
show(s.dot(x, y), x=(2, 4))
show(s.split(x, num_outputs=2), x=(2, 4))
show(s.batch_dot(x, y, transpose_b=True), x=(2, 3, 4), y=(2, 5, 4))
fc = s.SoftmaxOutput(s.FullyConnected(x, num_hidden=3, name='fc'), name='softmax')
show(fc, x=(2, 4), softmax_label=(3,))
show(fc, x=(2, 4), fc_weight=(3, 3))
show(fc, nothing=(3,))
show(s.Convolution(x, num_filter=6, kernel=(3, 3), name='c'), x=(1, 4))
show(x + y, x=(2, 3), y=(3, 2))
print(s.dot(x, y).infer_shape_partial(x=(2, 4)))
print(s.Variable('q', shape=(2, 3)).infer_shape(), (s.Variable('q', shape=(2, 0)) + x).infer_shape(x=(2, 3)))
print(fc.infer_type(x='float32'), fc.infer_type(x='float64'), s.Cast(x, dtype='int32').infer_type(x='float32'), s.Embedding(x, input_dim=2, output_dim=2, dtype='float16').infer_type(x='int32'))
print(s.BatchNorm(x).infer_type(x='float16'), s.zeros((2,)).infer_type(), fc.get_internals().infer_shape(x=(2, 4)))

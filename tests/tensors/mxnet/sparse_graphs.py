"""An embedding whose gradient has few rows, in a graph: SparseEmbedding."""
import mxnet as mx
import numpy as np

numbers = mx.sym.Variable('data')
table = mx.sym.contrib.SparseEmbedding(data=numbers, weight=mx.sym.Variable('table', stype='row_sparse'), input_dim=6, output_dim=2)
graph = mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(table, num_hidden=1, name='out'), mx.sym.Variable('label'))
print(graph.infer_shape(data=(3, 2), label=(3, 1)))
exe = graph.simple_bind(mx.cpu(), grad_req={name: 'null' if name in ('data', 'label') else 'write' for name in graph.list_arguments()}, data=(3, 2), label=(3, 1))
for name in ('table', 'out_weight'):
    exe.arg_dict[name][:] = mx.nd.arange(12 if name == 'table' else 4).reshape(exe.arg_dict[name].shape) / 10
exe.arg_dict['data'][:] = mx.nd.array([[0, 1], [1, 5], [0, 0]])
print(np.round(exe.forward(is_train=True)[0].asnumpy(), 4))
exe.backward()
print(exe.grad_dict['table'].stype, np.round(exe.grad_dict['table'].asnumpy(), 4))

# Operators in Python in the older ways.
import warnings

import numpy as np
import mxnet as mx
from mxnet import nd


class Doubled(mx.operator.NumpyOp):
    def __init__(self):
        super().__init__(False)

    def forward(self, in_data, out_data):
        print('forward of', type(in_data[0]).__name__)
        out_data[0][:] = in_data[0] * 2

    def backward(self, out_grad, in_data, out_data, in_grad):
        in_grad[0][:] = 3


class There(mx.operator.NDArrayOp):
    def forward(self, in_data, out_data):
        print('forward of', type(in_data[0]).__name__)
        out_data[0][:] = in_data[0] * 2

    def backward(self, out_grad, in_data, out_data, in_grad):
        in_grad[0][:] = out_grad[0] * 2


class Softmax(mx.operator.NumpyOp):
    def need_top_grad(self):
        return False

    def list_arguments(self):
        return ['data', 'label']

    def list_outputs(self):
        return ['prob']

    def infer_shape(self, in_shape):
        return [in_shape[0], (in_shape[0][0],)], [in_shape[0]]

    def forward(self, in_data, out_data):
        x, y = in_data[0], out_data[0]
        y[:] = np.exp(x - x.max(axis=1).reshape((x.shape[0], 1)))
        y /= y.sum(axis=1).reshape((x.shape[0], 1))

    def backward(self, out_grad, in_data, out_data, in_grad):
        label = in_data[1].reshape((-1,)).astype(int)
        in_grad[0][:] = out_data[0]
        in_grad[0][np.arange(label.shape[0]), label] -= 1.0


with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter('always')
    doubled, there = Doubled(), There()
print(*[str(each.message) for each in told], sep='\n')
print(doubled.list_arguments(), doubled.list_outputs(), doubled.need_top_grad(), doubled.infer_shape([(2,)]), there.declare_backward_dependency([1], [2], [3]))
for operator, heads in ((doubled, None), (there, nd.ones((2,)))):
    made = operator(mx.sym.var('x'), name='q')
    print(made.list_arguments(), made.list_outputs())
    bound = made.bind(mx.cpu(), {'x': nd.array([1, 2])}, {'x': nd.zeros((2,))})
    print(bound.forward(is_train=True)[0].asnumpy())
    bound.backward(heads) if heads is not None else bound.backward()
    print(bound.grad_dict['x'].asnumpy())
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    net = Softmax()(data=mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=3, name='fc'), name='softmax')
    print(net.list_arguments(), net.list_outputs())
    try:
        mx.operator.PythonOp().get_symbol()
    except NotImplementedError as error:
        print(error)
    try:
        there(nd.ones((2,)))
    except AssertionError as error:
        print(error)

import warnings
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn
def attempt(f):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, '|', str(e).replace('MXNetError: ', ''))
        for x in w:
            print(' ', x.category.__name__, x.message)
net = nn.Dense(3, prefix='d_')
w = net.weight
for f in (lambda: w.data(), lambda: w.list_ctx(), lambda: w.grad(), lambda: net(nd.ones((2, 4))), lambda: w.reset_ctx(mx.cpu()), lambda: w.list_data(), lambda: w):
    attempt(f)
net.initialize()
for f in (lambda: w.data(), lambda: w.list_ctx(), lambda: w.list_grad(), lambda: net.initialize(), lambda: net.bias.data()):
    attempt(f)
net(nd.ones((2, 4)))
for f in (lambda: w.data().shape, lambda: w.data(mx.gpu(0)), lambda: w.grad(mx.gpu(1)), lambda: net.initialize(), lambda: net.initialize(force_reinit=True), lambda: w.shape, lambda: w):
    attempt(f)
net(nd.ones((2, 4)))
for f in (lambda: w.set_data(nd.ones((2, 2))), lambda: setattr(w, 'shape', (2, 2)), lambda: setattr(w, 'grad_req', 'foo'), lambda: net(nd.ones((2, 5)))):
    attempt(lambda: f() and None) if False else attempt(f)
w.set_data(nd.ones((3, 4)))
print(w.data(), w.grad())
w.grad_req = 'null'
attempt(lambda: w.grad())
attempt(lambda: gluon.Parameter('w').initialize())
attempt(lambda: gluon.Parameter('w', shape=(2, 0)).initialize())
attempt(lambda: gluon.Parameter('w', shape=(2, 3)))
attempt(lambda: gluon.Constant('k', nd.ones((2,))))

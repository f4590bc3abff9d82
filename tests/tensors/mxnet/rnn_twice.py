"""A recurrent layer has a gradient and no second one, on a CPU too: MXNet has one operator for all steps."""
from mxnet import autograd, gluon, nd


def twice(run, x):
    x.attach_grad()
    with autograd.record():
        first, = autograd.grad(run(x).sum(), [x], create_graph=True, retain_graph=True)
        total = (first * first).sum()
    total.backward()
    return x.grad


for kind in ('LSTM', 'GRU', 'RNN'):
    layer = getattr(gluon.rnn, kind)(3, input_size=2)
    layer.initialize()
    x = (nd.arange(16) * .37).sin().reshape((4, 2, 2))
    x.attach_grad()
    with autograd.record():
        total = layer(x).sum()
    total.backward()
    print(kind, (x.grad != 0).sum().asscalar() > 0)
    try:
        twice(layer, x)
    except Exception as e:
        print(str(e).splitlines()[-1])

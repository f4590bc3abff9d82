import warnings
from mxnet import gluon, nd
from mxnet.gluon import nn
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)
d = gluon.ParameterDict('a_')
print(d.get('x', shape=(2, 3)))
attempt(lambda: d.get('x', shape=(2, 4)))
print(d.get('x', shape=(2, 0)), d, gluon.ParameterDict())
attempt(lambda: d['x'])
attempt(lambda: d['a_x'])
attempt(lambda: d.get_constant('c'))
print(d.get_constant('c', [[1, 2]]), d, list(d.keys()), 'a_x' in d)
other = gluon.ParameterDict('a_')
other.get('x', shape=(2, 3))
attempt(lambda: d.update(other))
d.initialize()
print(d.list_ctx(), d.get_constant('c').data())
attempt(lambda: d.get_constant('c').grad())
net = nn.Dense(2, in_units=2, prefix='n_')
net.initialize()
net.collect_params().setattr('grad_req', 'null')
print([p.grad_req for p in net.collect_params().values()], [(k, v.shape) for k, v in net.collect_params().items()])
net.collect_params('.*weight').setattr('lr_mult', 0.5)
print(net.weight.lr_mult, net.bias.lr_mult)
net.collect_params().zero_grad()
shared = nn.Dense(2, in_units=2, params=net.params)
print(shared.weight is net.weight, shared.collect_params())

import mxnet as mx
from mxnet import init, nd
mx.random.seed(3)
for i in [init.Xavier(), init.Xavier('gaussian', 'in', 2), init.Normal(0.1), init.Uniform(0.2), init.Constant(3), init.One(), init.Zero(), init.MSRAPrelu(), init.LSTMBias(1.0), init.Bilinear()]:
    x = nd.zeros((2, 3, 2, 2) if isinstance(i, init.Bilinear) else (4, 3))
    i(init.InitDesc('a_weight'), x)
    print(i.dumps(), x.asnumpy().round(4).tolist())
for name in ['a_bias', 'a_gamma', 'a_beta', 'a_min', 'a_max', 'a_running_mean', 'a_foo']:
    x = nd.full((2,), 9)
    try:
        init.Uniform()(init.InitDesc(name), x)
        print(name, x)
    except ValueError as e:
        print(e)
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)
attempt(lambda: init.create('xavier').dumps())
attempt(lambda: init.create('foo'))
attempt(lambda: init.create(3))
attempt(lambda: init.Xavier()(init.InitDesc('a_weight'), nd.zeros(3)))
attempt(lambda: init.Xavier('foo')(init.InitDesc('a_weight'), nd.zeros((3, 3))))
attempt(lambda: init.Xavier('uniform', 'foo')(init.InitDesc('a_weight'), nd.zeros((3, 3))))
print(init.Xavier() == init.Xavier(), init.Normal(1) == init.Normal(2))

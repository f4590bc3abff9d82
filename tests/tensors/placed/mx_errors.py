import warnings
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


def attempt(f):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, '|', e)
        for x in w:
            print(' ', x.category.__name__, x.message)


a, b, c = nd.ones((2, 3)), nd.ones((2, 3), ctx=mx.gpu(0)), nd.ones((2, 3), ctx=mx.gpu(1))
attempt(lambda: b - a)
attempt(lambda: a * b)
attempt(lambda: nd.dot(b, c.T))
attempt(lambda: nd.concat(a, b))
attempt(lambda: b.copyto(c).context)
attempt(lambda: nd.zeros((3,), ctx=mx.gpu(0)).copyto(c))
attempt(lambda: b.copyto('gpu'))
attempt(lambda: (b == c.as_in_context(mx.gpu(0))).sum().asscalar())
attempt(lambda: nd.array(b).context)
with mx.gpu(1):
    print(nd.ones(1).context, mx.current_context(), nd.array([1]).context, b.context, nd.array(b).context)
print(mx.current_context())
net = nn.Dense(2, in_units=3, prefix='d_')
net.initialize(ctx=mx.gpu(0))
attempt(lambda: net(a))
attempt(lambda: net.weight.data(mx.cpu()))
attempt(lambda: net.weight.data().context)
attempt(lambda: net.weight.grad(mx.gpu(1)))
attempt(lambda: net.initialize(ctx=mx.gpu(1)))
attempt(lambda: net.weight.list_ctx())
attempt(lambda: net.initialize(ctx=mx.gpu(1), force_reinit=True))
attempt(lambda: net.weight.list_ctx())
net.hybridize()
attempt(lambda: net(a))
two = nn.Dense(2, in_units=3, prefix='t_')
two.initialize(ctx=[mx.gpu(0), mx.gpu(1)])
attempt(lambda: two.weight.data())
attempt(lambda: two.weight.data(mx.gpu(1)).context)
attempt(lambda: [g.context for g in two.weight.list_grad()])
both = two.collect_params()
both.update(net.collect_params())
attempt(lambda: gluon.Trainer(both, 'sgd'))
attempt(lambda: two.collect_params().reset_ctx(mx.cpu()))
attempt(lambda: two.weight.data().context)
attempt(lambda: gluon.utils.split_and_load(nd.ones((5, 3)), [mx.gpu(0), mx.gpu(1)]))
attempt(lambda: [(p.shape, p.context) for p in gluon.utils.split_and_load(nd.ones((5, 3)), [mx.gpu(0), mx.gpu(1)], even_split=False)])


def try_all_gpus():
    found = []
    try:
        for i in range(16):
            nd.array([0], ctx=mx.gpu(i))
            found.append(mx.gpu(i))
    except mx.base.MXNetError:
        pass
    return found or [mx.cpu()]


print(try_all_gpus(), mx.context.num_gpus())

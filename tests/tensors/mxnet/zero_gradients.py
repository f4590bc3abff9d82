# What hands no gradient on (comparisons, indices, places of the largest) gives zeros: nothing of an earlier backward pass is left.
import mxnet as mx
from mxnet import nd, autograd
def t(name, f):
    try: print(name, f())
    except Exception as e: print(name, type(e).__name__, str(e)[-200:].replace('\n', ' '))
def grad(f, **k):
    x = nd.array([1., 5., 3.]); x.attach_grad()
    with autograd.record(): y = f(x)
    return [g.asnumpy() for g in autograd.grad(y, [x], **k)]
t('grad gt', lambda: grad(lambda x: (x > 2) * 1.0))
t('grad gt+', lambda: grad(lambda x: (x > 2) * x))
t('grad retain', lambda: grad(lambda x: (x > 2) * x, retain_graph=True))
def two(req):
    x = nd.array([1., 5., 3.]); x.attach_grad(req)
    w = nd.array([2., 2., 2.]); w.attach_grad()
    for i in range(2):
        with autograd.record():
            y = x * x * w if i == 0 else ((x * w) > 3) + w
        y.backward()
    return x.grad.asnumpy(), w.grad.asnumpy()
t('write', lambda: two('write')); t('add', lambda: two('add'))
def inner():
    x = nd.array([1., 5., 3.]); x.attach_grad()
    with autograd.record():
        h = x * 2
        m = h > 3
        y = (h * m).sum() + nd.argmax(h, axis=0)
    y.backward(); return x.grad.asnumpy()
t('inner', inner)
def mixed(dtype):
    x = nd.array([1., 5., 3.]); x.attach_grad(); i = nd.array([0, 1], dtype=dtype); i.attach_grad(); i.grad[:] = 7
    with autograd.record(): y = nd.pick(nd.stack(x, x), i * 1, axis=1)
    y.backward(); return x.grad.asnumpy(), i.grad.asnumpy()
t('pick', lambda: mixed('float32'))
def param():
    from mxnet.gluon import nn
    net = nn.Dense(2, in_units=3); net.initialize(mx.init.One())
    tr = mx.gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 1.0})
    x = nd.ones((1, 3))
    for f in (lambda o: o.sum(), lambda o: (o > 1).sum(), lambda o: nd.sign(o).sum(), lambda o: nd.one_hot(nd.argmax(o, axis=1), 2).sum()):
        with autograd.record(): l = f(net(x))
        l.backward(); tr.step(1)
    return net.weight.data().asnumpy().tolist(), net.bias.data().asnumpy().tolist()
t('param', param)

fs = {
 'argmax': nd.argmax, 'argmax ax': lambda t: nd.argmax(t, axis=1), 'argmin': lambda t: nd.argmin(t, axis=0), 'sign': nd.sign, 'round': nd.round, 'floor': nd.floor, 'ceil': nd.ceil, 'rint': nd.rint, 'fix': nd.fix, 'trunc': nd.trunc,
 'eq': lambda t: t == 3, 'gt': lambda t: t > 3, 'lt2': lambda t: t < t * 2, 'ne': lambda t: nd.broadcast_not_equal(t, t), 'argsort': lambda t: nd.argsort(t), 'topk': lambda t: nd.topk(t, k=2), 'onehot': lambda t: nd.one_hot(t, 9), 'zeros_like': nd.zeros_like, 'ones_like': nd.ones_like, 'stop': nd.BlockGrad,
 'not': nd.logical_not, 'land': lambda t: nd.broadcast_logical_and(t, t),
 'int': lambda t: t.astype('int32'), 'intf': lambda t: t.astype('int32').astype('float32'), 'mod': lambda t: t % 2, 'isnan': lambda t: mx.nd.contrib.isnan(t), 'mask': lambda t: mx.nd.contrib.boolean_mask(t, nd.array([1, 0, 1])), 'nms': lambda t: mx.nd.contrib.box_nms(nd.concat(t, t, dim=1)),
 'where': lambda t: nd.where(t, nd.ones((3, 4)), nd.zeros((3, 4))), 'pick idx': lambda t: nd.pick(nd.ones((3, 4, 2)), t * 0), 'gather idx': lambda t: nd.gather_nd(nd.ones((20, 20, 20)), t), 'ravel': lambda t: nd.ravel_multi_index(t, (20, 20, 20)), 'randomlam': lambda t: nd.random.uniform(t, t + 1) * 0, 'topkv': lambda t: nd.topk(t, k=1, ret_typ='mask'),
}

for key, f in fs.items():
    a = nd.arange(12).reshape((3, 4)) + 0.5
    a.attach_grad()
    a.grad[:] = 7
    with autograd.record():
        y = f(a)
        loss = (y * y).sum()
    try:
        loss.backward()
        print(key, a.grad.asnumpy().ravel()[:5].round(2))
    except mx.MXNetError:
        print(key, 'MXNetError')

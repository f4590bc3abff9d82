# perch: --gpus=none
"""A key-value store, a trainer over two contexts step by step, constants, splits."""
import tempfile
import mxnet as mx
from mxnet import nd, autograd, gluon
from mxnet.gluon import nn
n = mx.context.num_gpus()
ctxs = [mx.gpu(i) for i in range(min(n, 2))] if n else [mx.cpu(0), mx.cpu(1)]
kv = mx.kv.create('local'); print(kv.type, kv.rank, kv.num_workers)
kv.init(3, nd.ones((2, 3)) * 2); a = nd.zeros((2, 3)); kv.pull(3, out=a); print(a.asnumpy())
kv.push(3, nd.ones((2, 3)) * 8); kv.pull(3, out=a); print(a.asnumpy())
b = [nd.ones((2, 3), ctx=c) for c in ctxs]; kv.push(3, b); kv.pull(3, out=a); print(a.asnumpy() / len(ctxs))
kv.pull(3, out=b); print(b[0].asnumpy(), b[-1].context == ctxs[-1])
def update(key, input, stored): stored += input * 2
kv._set_updater(update); kv.pull(3, out=a); kv.push(3, nd.ones((2, 3))); kv.pull(3, out=a); print(a.asnumpy())
kv.init([5, 7], [nd.ones((2,))] * 2); kv.push([5, 7], [nd.ones((2,))] * 2)
outs = [nd.zeros((2,)), nd.zeros((2,))]; kv.pull([5, 7], out=outs); print([o.asnumpy().tolist() for o in outs])
mx.random.seed(1)
net = nn.Sequential(); net.add(nn.Dense(4, in_units=3), nn.Dense(1, in_units=4)); net.initialize(mx.init.One(), ctx=ctxs)
print(net[0].weight.list_ctx() == ctxs, len(net[0].weight.list_data()), len(net[0].weight.list_grad()))
tr = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.01, 'momentum': 0.9}, kvstore='device', update_on_kvstore=False)
X = nd.arange(12).reshape((4, 3)) / 10; Y = nd.arange(4)
for step in range(3):
    xs, ys = gluon.utils.split_and_load(X, ctxs), gluon.utils.split_and_load(Y, ctxs)
    with autograd.record(): ls = [gluon.loss.L2Loss()(net(x), y) for x, y in zip(xs, ys)]
    autograd.backward(ls)
    tr.allreduce_grads()
    gs = [p.list_grad() for p in net.collect_params().values()]
    same = all((g[0].asnumpy() == h.asnumpy()).all() for g in gs for h in g)
    norm = gluon.utils.clip_global_norm([g[0] for g in gs], 5.0)
    for g in gs:
        for other in g[1:]: g[0].copyto(other)
    tr.update(4)
    print('%.4f' % sum(l.sum().asscalar() for l in ls), same, '%.4f' % norm)
print(net[0].weight.data(ctxs[-1]).asnumpy().round(4).tolist())
tr.set_learning_rate(0.5); print(tr.learning_rate, type(tr.optimizer).__name__)
tr.save_states(tempfile.gettempdir() + '/perch_lesson_kvstore_st'); tr.load_states(tempfile.gettempdir() + '/perch_lesson_kvstore_st')
p = net[0].weight; p.zero_grad(); print([g.asnumpy().sum() for g in p.list_grad()][0])
p.grad_req = 'add'; print(p.grad_req); p.lr_mult = 0.1; print(p.lr_mult, p.wd_mult, p.name.endswith('weight'))
try: gluon.utils.split_data(nd.ones((5, 2)), 2)
except ValueError as e: print(e)
print([s.shape for s in gluon.utils.split_data(nd.ones((5, 2)), 2, even_split=False)], [s.shape for s in gluon.utils.split_data(nd.ones((4, 6)), 3, batch_axis=1)])
cst = gluon.Constant('c', [[1, 2], [3, 4]]); cst.initialize(ctx=ctxs); print(cst.list_ctx() == ctxs, cst.data(ctxs[0]).asnumpy())

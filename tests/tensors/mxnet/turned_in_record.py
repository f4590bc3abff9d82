# What was turned while it is recorded lies otherwise in memory; functions that give another shape take it as any other.
from mxnet import autograd, nd

a = nd.arange(24).reshape((2, 3, 4)) + 1
a.attach_grad()
functions = {
    'reshape': lambda t: nd.reshape(t, (-1, 0), reverse=True),
    'reshape, codes': lambda t: nd.reshape(t, (-3, 0)),
    'reshape_like': lambda t: nd.reshape_like(t, nd.zeros((6, 4))),
    'flatten': nd.flatten,
    'repeat': lambda t: nd.repeat(t, 2),
    'repeat along': lambda t: nd.repeat(t, 2, axis=1),
    'expand_dims': lambda t: nd.expand_dims(t, 1),
    'topk of all': lambda t: nd.topk(t, axis=None, k=3, ret_typ='value'),
    'sort of all': lambda t: nd.sort(t, axis=None),
    'dense': lambda t: nd.FullyConnected(t, nd.ones((3, 6)), no_bias=True, num_hidden=3),
    'heads': lambda t: nd.reshape(nd.transpose(nd.reshape(t, (0, 0, 2, -1)), (0, 2, 1, 3)), (-1, 0, 0), reverse=True),
}
for name, function in functions.items():
    for how, turned in (('turned', lambda a: a.transpose((2, 1, 0))), ('swapped', lambda a: nd.swapaxes(a, 0, 2)), ('split', lambda a: nd.split(a.T, 2, axis=0)[1])):
        if name in ('reshape_like', 'dense') and how == 'split':
            continue
        with autograd.record():
            y = function(turned(a))
            loss = (y * y).sum()
        loss.backward()
        print(name, how, y.shape, y.reshape((-1,))[:6].asnumpy(), a.grad.reshape((-1,))[:8].asnumpy())

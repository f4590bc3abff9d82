# What an option says is done: softmax over channels, results put into out, arrays of the class asked for, words that no function has.
import mxnet as mx
import numpy as np
from mxnet import autograd, nd


def t(what, f):
    try:
        print(what, f())
    except Exception as e:
        print(what, type(e).__name__, [line for line in str(e).split('\n') if ': ' in line][0].split(', Possible')[0].split('Check failed')[0])


a = nd.array([[[1., 2], [3, 5]]])
for mode in ('instance', 'channel'):
    print(mode, nd.SoftmaxActivation(a, mode=mode).asnumpy().round(4).tolist())
    x = a.copy() if mode == 'channel' else a[0].copy()
    x.attach_grad()
    with autograd.record():
        y = (nd.SoftmaxActivation(x, mode=mode) * nd.array([[1., 2], [3, 4]])).sum()
    y.backward()
    print(x.grad.asnumpy().round(4).tolist())
print(nd.SoftmaxActivation(nd.ones((2, 3, 4, 5)), mode='channel').asnumpy().round(4)[0, :, 0, 0].tolist())
t('no such mode', lambda: nd.SoftmaxActivation(nd.ones((2, 2)), mode='x'))
t('channels of rows', lambda: nd.SoftmaxActivation(nd.ones((2, 2)), mode='channel').asnumpy())
for name in ('LinearRegressionOutput', 'LogisticRegressionOutput'):
    out = nd.zeros((2,))
    made = getattr(nd, name)(nd.array([1., 2]), nd.ones(2), out=out)
    print(name, out.asnumpy().round(4).tolist(), made.asnumpy().round(4).tolist())
print(type(nd.from_numpy(np.ones(2, 'float32'), array_cls=nd.NDArray)) is nd.NDArray, isinstance(nd.from_numpy(np.ones(2, 'float32'), array_cls=mx.np.ndarray), mx.np.ndarray))
print(nd.all_finite(nd.ones(2), init_output=False, out=nd.zeros(1)).asscalar(), nd.all_finite(nd.ones(2), init_output=True, out=nd.zeros(1)).asscalar())
for name, arguments in (('uniform', ()), ('normal', ()), ('randn', (2,)), ('randint', (0, 5)), ('exponential', ()), ('gamma', ()), ('poisson', ()), ('uniform', (nd.zeros(2), nd.ones(2)))):
    t(name, lambda: getattr(nd.random, name)(*arguments, shpe=(2,)))
    print(name, getattr(nd.random, name)(*arguments, name='x').shape)
t('npx.leaky_relu', lambda: mx.npx.leaky_relu(mx.np.ones(2), shpe=1))
t('npx.reshape_like', lambda: mx.npx.reshape_like(mx.np.ones(2), mx.np.ones(2), shpe=1))

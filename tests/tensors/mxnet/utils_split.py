import mxnet as mx
from mxnet import gluon, nd
u = gluon.utils
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, '|', e)
attempt(lambda: u.split_data(nd.ones((5, 3)), 2))
print([s.shape for s in u.split_data(nd.ones((5, 3)), 2, even_split=False)], [s.shape for s in u.split_data(nd.ones((7, 1)), 3, even_split=False)], [s.shape for s in u.split_data(nd.ones((2, 6)), 3, batch_axis=1)])
print(u.split_and_load(nd.arange(4), [mx.cpu()]))
attempt(lambda: u.split_and_load(nd.ones((1, 3)), [mx.cpu(0), mx.cpu(1)]))
a = [nd.ones((2, 2)) * 3, nd.ones(3)]
print(round(u.clip_global_norm(a, 1), 4), [x.asnumpy().round(4).ravel().tolist() for x in a])
print(u.clip_global_norm([nd.ones(4)], 5, check_isfinite=False))

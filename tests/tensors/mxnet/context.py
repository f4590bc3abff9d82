import mxnet as mx
from mxnet import nd
print(mx.cpu(), mx.gpu(1), mx.cpu(0) == mx.cpu(), mx.cpu() == mx.gpu(), repr(mx.gpu(7)), mx.gpu(1).device_type, mx.gpu(1).device_id, mx.gpu(1).device_typeid)
print(mx.Context('gpu', 2), mx.Context(mx.gpu(1)), {mx.gpu(1): 'a'}[mx.gpu(1)], mx.current_context(), mx.cpu() == 0)
with mx.Context('cpu', 0) as c:
    print(c, mx.current_context(), nd.ones(1).context)
try:
    mx.Context('foo')
except KeyError as e:
    print('KeyError', e)

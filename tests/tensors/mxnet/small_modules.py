"""mx.log, mx.util's switches at the top of mx, stores of a program's own, types of C in mx.base."""
import array
import io
import logging
import re
import warnings

import mxnet as mx
import mxnet.log as log

warnings.simplefilter('ignore')
print(mx.set_np_shape(True), mx.is_np_shape(), mx.set_np_shape(False), mx.is_np_shape(), mx.is_np_array())
with mx.np_shape(True):
    print(mx.nd.ones(()).shape, mx.is_np_shape())
print([getattr(mx, name) is getattr(mx.util, name) for name in ('is_np_array', 'is_np_shape', 'np_array', 'np_shape', 'set_np_shape', 'use_np', 'use_np_array', 'use_np_shape')])


@mx.use_np_shape
def scalar():
    return mx.nd.zeros(()).shape


print(scalar())
logger = log.get_logger('one')
print(logger, logger.level, [type(each).__name__ for each in logger.handlers])
again = log.get_logger('one', level=log.DEBUG)
print(again is logger, again.level, len(again.handlers))
text = io.StringIO()
logger.handlers[0].stream, logger.propagate = text, False
logger.setLevel(log.DEBUG)
for level in (log.WARNING, log.DEBUG, log.INFO, log.ERROR, log.CRITICAL):
    logger.log(level, 'said %d', level)
print(repr(re.sub(r'\d{4} \d\d:\d\d:\d\d \d+ .*?:(\S+?):\d+', r'TIME PLACE:\1', text.getvalue())))
print(log.getLogger('two'), log.get_logger().handlers == logging.getLogger().handlers)


@mx.kvstore.KVStoreBase.register
class Mine(mx.kvstore.KVStoreBase):
    pass


kv = mx.kv.create('MINE')
print(type(kv).__name__, isinstance(kv, mx.kvstore.KVStoreBase), 'mine' in mx.kvstore.KVStoreBase.kv_registry, mx.kvstore.KVStoreBase.OPTIMIZER, isinstance(mx.kv.create('local'), mx.kvstore.KVStoreBase))
for call in (lambda: kv.broadcast(1, 2, 3), lambda: kv.pushpull(1, 2), lambda: kv.set_optimizer(1), lambda: kv.save_optimizer_states('x'), lambda: kv.load_optimizer_states('x'), lambda: kv.is_capable('optimizer'), lambda: kv.type,
             lambda: kv.rank, lambda: kv.num_workers):
    try:
        call()
    except NotImplementedError as error:
        print(type(error).__name__, error)
base = mx.base
print(base.c_str('Hello').value, base.c_array(base.mx_float, [1, 2, 3])[1], base.c_array(base.mx_uint, [4])[0], len(base.c_array(base.mx_int, [])), base.c_array_buf(base.mx_float, array.array('f', [1, 2]))[1],
      base.c_str_array(['a', 'b'])[1], base.py_str(b'x'))

"""Symbols put together, counted and asked in ways that are refused, and in rare ones that are not."""
import re
import warnings

import mxnet as mx

warnings.simplefilter('ignore')
sym = mx.sym
a, b = sym.var('a'), sym.var('b')


def attempt(f):
    try:
        print(f())
    except Exception as error:
        said = str(error).split('\nStack trace')[0].split('\n----')[0]
        print(type(error).__name__, re.sub(r'\[\d\d:\d\d:\d\d\] \S+: |Traceback \(most recent call last\):\n *File .*\n|MXNetError: ', '', said).strip())


group = sym.Group([a + b, a * b, a - b])
for part in slice(0, 1), slice(1, None), slice(None), slice(0, 2), slice(None, None, 2), slice(5, 9), slice(-1, None), -1, 3, 1.0:
    attempt(lambda: (lambda found: found.list_outputs())(group[part]))
for name in 'maximum', 'minimum', 'hypot', 'pow':
    function = getattr(sym, name)
    for pair in (a, 'x'), ('x', a), (3, 4), (3, a), (a, 3):
        attempt(lambda: function(*pair))
for f in (lambda: 2 ** a, lambda: sym.pow(2, a), lambda: a + 'x', lambda: a < 'x', lambda: sym.var('v', attr={'a': 3}), lambda: sym.var('v', attr={'a': '3'}).list_attr(),
          lambda: sym.var('v', profiler_scope='s'), lambda: (a + b).infer_shape('x'), lambda: (a + b).infer_shape(a='x'), lambda: (a + b).infer_type(), lambda: (a + b).infer_type_partial(),
          lambda: sym.Group([a + b, sym.var('c')]).infer_type_partial(c='float16'), lambda: sym.Group([a + b, sym.var('c')]).infer_type(c='float16'), lambda: (a + b).infer_type(b='int32'),
          lambda: (a + b).infer_type(a='int32', b='float32'), lambda: (a + b).infer_type(zz='int32'), lambda: (a + b).bind('cpu', {'a': mx.nd.ones(1), 'b': mx.nd.ones(1)}),
          lambda: (a + b).eval('cpu', a=mx.nd.ones(1), b=mx.nd.ones(1)), lambda: sym.concat(sym.split(a, num_outputs=2)), lambda: sym.concat(*sym.split(a, num_outputs=2)).list_arguments(),
          lambda: sym.split(a, num_outputs=2) + a, lambda: sym.elemwise_add(a, sym.split(b, num_outputs=2)),
          lambda: (a + b).bind(mx.cpu(), {'a': mx.nd.ones(1), 'b': mx.nd.ones(1)}, grad_req='maybe')):
    attempt(f)

"""Hybridized blocks that fail: the operator is named; inputs of another structure; outputs that are none."""
import re

import mxnet as mx
from mxnet import gluon, nd


def attempt(f):
    try:
        print(f())
    except Exception as error:
        said = str(error).split('\nStack trace')[0]
        print(type(error).__name__, re.sub(r'\[\d\d:\d\d:\d\d\] \S+: |Traceback \(most recent call last\):\n *File .*\n|MXNetError: ', '', said).strip())


def block(forward, prefix):
    made = type('Net', (gluon.HybridBlock,), {'hybrid_forward': forward})(prefix=prefix)
    made.hybridize()
    return made


attempt(lambda: block(lambda self, F, x, y: F.exp(x) * y, 'p_')(nd.ones((2, 3)), nd.ones((1,))))
attempt(lambda: block(lambda self, F, x, y: F.dot(F.relu(x), y), 'd_')(nd.ones((2, 3)), nd.ones((2, 3))))
attempt(lambda: block(lambda self, F, x: F.reshape(x + 1, shape=(7, -1)), 'r_')(nd.ones((2, 3))))
attempt(lambda: block(lambda self, F, x: 3, 'n_')(nd.ones(2)))
net = block(lambda self, F, x, m=None: x if m is None else x * m, 'm_')
for args in (nd.ones(1),), (nd.ones(1), None), (nd.ones(1), nd.zeros(1)):
    attempt(lambda: net(*args))
net = block(lambda self, F, x, ys: [x + ys[0], [ys[1], x]], 'l_')
for args in (nd.ones(1), [nd.ones(1), nd.zeros(1)]), (nd.ones(1), [nd.ones(1), None]), (nd.ones(1), [nd.ones(1), [nd.zeros(1)]]):
    attempt(lambda: net(*args))

"""What lessons came by: schedules that tell of themselves, delimiters that are patterns, keys of two kinds, sums of squares of sparse rows, blocks over symbols that have not run."""
import logging
import sys
import warnings

import mxnet as mx
from mxnet import autograd, nd
from mxnet.contrib import text

logging.basicConfig(level=logging.INFO, stream=sys.stdout, format='%(message)s')


def refused(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).strip().split('\n')[-1].removeprefix('MXNetError: '))


# ---- schedules ----
factor = mx.lr_scheduler.FactorScheduler(step=10, factor=0.5, stop_factor_lr=0.02, base_lr=0.3, warmup_steps=4, warmup_begin_lr=0.1)
print([round(factor(i), 5) for i in range(0, 60, 5)])
several = mx.lr_scheduler.MultiFactorScheduler(step=[5, 9], factor=0.1, base_lr=1)
print([round(several(i), 5) for i in range(12)])

# ---- tokens ----
print(sorted(text.utils.count_tokens_from_str(' hello  World \n hello nice world \n', to_lower=True).items()))
print(sorted(text.utils.count_tokens_from_str('a1b22a;b', token_delim=r'\d+', seq_delim=';').items()))
refused(lambda: text.utils.count_tokens_from_str('a', '*', r'\|'))

# ---- metrics and stores ----
for metric in (mx.metric.F1(), mx.metric.MCC()):
    refused(lambda: metric.update([nd.array([2, 0, 1])], [nd.array([[0.1, 0.9], [0.2, 0.8], [0.3, 0.7]])]))
store = mx.kv.create('local')
store.init(3, nd.ones((2,)))
refused(lambda: store.push('three', nd.ones((2,))))
refused(lambda: store.init('four', nd.ones((2,))))
store = mx.kv.create('local')
store.init('w', nd.ones((2,)))
refused(lambda: store.pull(0, nd.zeros((2,))))

# ---- sums of squares ----
rows = nd.sparse.row_sparse_array(([[1.0, 2.0], [3.0, 4.0]], [1, 4]), shape=(6, 2))
for made in (nd._internal._square_sum(rows, axis=1, keepdims=True), nd._internal._square_sum(rows, axis=0)):
    print(made.stype, made.asnumpy().tolist())
v = mx.sym.var('v', stype='row_sparse')
print(mx.sym._internal._square_sum(v, axis=1, keepdims=True).infer_shape(v=(6, 2))[1])

# ---- symbols ----
with warnings.catch_warnings(record=True) as heard:
    warnings.simplefilter('always')
    a, b = mx.sym.var('a'), mx.sym.var('b')
    print((a + b).infer_type(), (a + b).infer_type(a='float32')[1])
    block = mx.gluon.SymbolBlock(a * 2, [a])
    print([str(each.message) for each in heard])

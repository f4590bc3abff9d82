"""Writes tests/core/goldens_ew.inc: what PyTorch and NumPy answer for elementwise ops, reductions and sorting.

    /usr/bin/python3 tests/core/make_goldens.py > tests/core/goldens_ew.inc      (Debian's python3-torch and python3-numpy)

A golden is a line of words: op NAME ACCENT, then in/num operands, attributes (a<type> INDEX …), out results and `ulp N`, how far a float may be off.
"""
import math
import random
import sys
import warnings

import numpy as np
import torch

warnings.simplefilter('ignore')
random.seed(4)
DTYPES = ['bool', 'uint8', 'int8', 'int16', 'int32', 'int64', 'float16', 'bfloat16', 'float32', 'float64']
ATTRS = {'reduce': ['axes', 'keepdims', 'dtype', 'ddof', 'order'], 'axis': ['axis', 'keepdims', 'descending', 'count', 'flat', 'dtype'],
         'value': ['value', 'other', 'third'], 'cast': ['dtype'], 'range': ['start', 'step', 'stop', 'count', 'dtype', 'endpoint', 'repeat'],
         'bins': ['count', 'low', 'high'], 'create': ['shape', 'dtype', 'value']}
lines = []


def text(v):
    if isinstance(v, bool):
        return str(int(v))
    if isinstance(v, int):
        return str(v)
    if not math.isnan(v) and abs(v) < 1e4 and v * 64 == int(v * 64):
        return repr(v)
    return 'nan' if math.isnan(v) else 'inf' if v == math.inf else '-inf' if v == -math.inf else v.hex()


def name(x):
    return str(x.dtype).replace('torch.', '')


def values(x):
    if isinstance(x, torch.Tensor):
        flat = x.reshape(-1)
        return (flat.double() if x.dtype.is_floating_point else flat).tolist()
    return [float(v) if x.dtype.kind == 'f' else int(v) for v in np.asarray(x).reshape(-1)]


def tensor_words(word, x, extra=''):
    shape = list(x.shape)
    return ' '.join([word, name(x)] + ([str(extra)] if extra != '' else []) + [str(len(shape))] + [str(s) for s in shape] + [text(v) for v in values(x)])


def emit(op, accent, ins, outs, family=None, ulp=0, **attrs):
    words = ['op', op, accent]
    for x in ins:
        if isinstance(x, (torch.Tensor, np.ndarray, np.generic)):
            words.append(tensor_words('in', x, 1 if len(x.shape) == 2 and random.random() < 0.4 else 0))
        else:
            words.append('num %s %s' % ('b' if isinstance(x, bool) else 'i' if isinstance(x, int) else 'f', text(x)))
    for key, v in attrs.items():
        i = ATTRS[family].index(key)
        if key == 'dtype':
            words.append('ai %d %d' % (i, DTYPES.index(v)))
        elif key in ('axes', 'shape'):
            words.append('al %d %d %s' % (i, len(v), ' '.join(map(str, v))))
        elif family in ('value', 'range') and key not in ('count', 'endpoint', 'repeat'):
            words.append(('ani %d %d' if isinstance(v, int) else 'anf %d %s') % (i, v if isinstance(v, int) else text(float(v))))
        elif key in ('ddof', 'order', 'low', 'high'):
            words.append('af %d %s' % (i, text(float(v))))
        else:
            words.append('ai %d %d' % (i, int(v)))
    for x in outs:
        x = x if isinstance(x, torch.Tensor) else np.asarray(x)
        if name(x) == 'uint64':
            x = x.astype('int64')
        words.append(tensor_words('out', x))
    words.append('ulp %d' % ulp)
    lines.append(' '.join(words))


def sample(dtype, shape, low=-4.0, high=4.0, special=False):
    n = int(np.prod(shape))
    if dtype == 'bool':
        v = [random.random() < 0.5 for _ in range(n)]
    elif dtype.startswith(('int', 'uint')):
        v = [random.randint(max(0, int(low)) if dtype[0] == 'u' else int(low) - 1, min(int(high) + 2, 100)) for _ in range(n)]
    else:
        v = [random.uniform(low, high) if n < 30 else math.floor(random.uniform(low, high) * 8) / 8 for _ in range(n)]
        if special:
            for i, s in enumerate([math.nan, math.inf, -math.inf, 0.0, -0.0]):
                if i < n:
                    v[i] = s
            random.shuffle(v)
    return torch.tensor(v, dtype=getattr(torch, dtype)).reshape(shape)


def attempt(f, *a, **k):
    try:
        r = f(*a, **k)
    except (RuntimeError, IndexError, TypeError, ValueError, ZeroDivisionError):
        return None
    return list(r) if isinstance(r, tuple) else [r]


F = torch.nn.functional
UNARY = {  # op: (function, ulp, low, high)
    'negative': (torch.neg, 0, -4, 4), 'abs': (torch.abs, 0, -4, 4), 'sign': (torch.sign, 0, -4, 4), 'square': (torch.square, 0, -4, 4), 'sqrt': (torch.sqrt, 0, 0, 9),
    'rsqrt': (torch.rsqrt, 2, .1, 9), 'reciprocal': (torch.reciprocal, 1, -4, 4), 'exp': (torch.exp, 2, -90, 90), 'exp2': (torch.exp2, 3, -20, 20),
    'expm1': (torch.expm1, 3, -3, 3), 'log': (torch.log, 2, 0, 1e4), 'log2': (torch.log2, 3, 0, 1e4), 'log10': (torch.log10, 3, 0, 1e4), 'log1p': (torch.log1p, 3, -.9, 9),
    'sin': (torch.sin, 3, -40, 40), 'cos': (torch.cos, 3, -40, 40), 'tan': (torch.tan, 4, -1.4, 1.4), 'arcsin': (torch.asin, 4, -1, 1), 'arccos': (torch.acos, 4, -1, 1),
    'arctan': (torch.atan, 3, -9, 9), 'sinh': (torch.sinh, 4, -9, 9), 'cosh': (torch.cosh, 4, -9, 9), 'tanh': (torch.tanh, 3, -3, 3), 'arcsinh': (torch.asinh, 8, -9, 9),
    'arccosh': (torch.acosh, 8, 1.1, 9), 'arctanh': (torch.atanh, 8, -.9, .9), 'erf': (torch.erf, 3, -3, 3), 'erfc': (torch.erfc, 8, -3, 3), 'erfinv': (torch.erfinv, 8, -.99, .99),
    'lgamma': (torch.lgamma, 99, .2, 30), 'digamma': (torch.digamma, 99, .2, 1.3), 'floor': (torch.floor, 0, -4, 4), 'ceil': (torch.ceil, 0, -4, 4), 'round': (torch.round, 0, -4, 4),
    'trunc': (torch.trunc, 0, -4, 4), 'frac': (torch.frac, 0, -4, 4), 'degrees': (torch.rad2deg, 2, -4, 4), 'radians': (torch.deg2rad, 2, -90, 90),
    'logical_not': (torch.logical_not, 0, -2, 2), 'bit_not': (torch.bitwise_not, 0, -4, 4), 'isnan': (torch.isnan, 0, -4, 4), 'isinf': (torch.isinf, 0, -4, 4),
    'isfinite': (torch.isfinite, 0, -4, 4), 'relu': (torch.relu, 0, -4, 4), 'relu6': (F.relu6, 0, -4, 9), 'sigmoid': (torch.sigmoid, 4, -9, 9),
    'log_sigmoid': (F.logsigmoid, 16, -9, 9), 'hard_swish': (F.hardswish, 3, -4, 4), 'softsign': (F.softsign, 2, -4, 4), 'silu': (F.silu, 4, -9, 9), 'mish': (F.mish, 16, -2, 9),
    'gelu': (F.gelu, 40, -2, 4), 'selu': (F.selu, 16, -4, 4),
}
FLOATS = ['float16', 'bfloat16', 'float32', 'float64']
for op, (f, ulp, low, high) in UNARY.items():
    for dtype in DTYPES:
        for shape in [(2, 3), (11,), ()] if dtype in ('float32', 'int32') else [(7,)]:
            x = sample(dtype, shape, low, high, special=dtype in FLOATS and shape == (11,))
            r = attempt(f, x)
            if r and not (dtype in ('float16', 'bfloat16') and ulp > 10):
                emit(op, 't', [x], r, ulp=min(ulp, 2) if dtype in ('float16', 'bfloat16') else ulp)
VALUED = {'leaky_relu': (lambda x: F.leaky_relu(x, .1), dict(value=.1), 1), 'elu': (lambda x: F.elu(x, .7), dict(value=.7), 8), 'softplus': (lambda x: F.softplus(x, 2., 10.), dict(value=2., other=10.), 8),
          'hard_tanh': (lambda x: F.hardtanh(x, -1.5, 2.), dict(value=-1.5, other=2.), 0), 'threshold': (lambda x: F.threshold(x, 1., 7.), dict(value=1., other=7.), 0),
          'clip': (lambda x: torch.clamp(x, -1, 2), dict(value=-1, other=2), 0), 'nan_to_num': (lambda x: torch.nan_to_num(x, 5.), dict(value=5., other=math.nan, third=math.nan), 0)}
for op, (f, attrs, ulp) in VALUED.items():
    for dtype in DTYPES:
        if op in ('hard_tanh', 'threshold') and dtype not in FLOATS:
            continue
        x = sample(dtype, (3, 4), special=dtype in FLOATS)
        r = attempt(f, x)
        if r:
            emit(op, 't', [x], r, 'value', ulp if dtype not in ('float16', 'bfloat16') else min(ulp, 1), **attrs)
BINARY = {
    'add': (torch.add, 0), 'subtract': (torch.sub, 0), 'multiply': (torch.mul, 0), 'divide': (torch.div, 0), 'floor_divide': (lambda a, b: torch.div(a, b, rounding_mode='floor'), 0),
    'trunc_divide': (lambda a, b: torch.div(a, b, rounding_mode='trunc'), 0), 'mod': (torch.remainder, 0), 'fmod': (torch.fmod, 0), 'power': (torch.pow, 4), 'maximum': (torch.maximum, 0), 'minimum': (torch.minimum, 0),
    'fmax': (torch.fmax, 0), 'fmin': (torch.fmin, 0), 'hypot': (torch.hypot, 2), 'arctan2': (torch.atan2, 4), 'logaddexp': (torch.logaddexp, 16), 'copysign': (torch.copysign, 0),
    'equal': (torch.eq, 0), 'not_equal': (torch.ne, 0), 'less': (torch.lt, 0), 'less_equal': (torch.le, 0), 'greater': (torch.gt, 0), 'greater_equal': (torch.ge, 0),
    'logical_and': (torch.logical_and, 0), 'logical_or': (torch.logical_or, 0), 'logical_xor': (torch.logical_xor, 0), 'bit_and': (torch.bitwise_and, 0), 'bit_or': (torch.bitwise_or, 0),
    'bit_xor': (torch.bitwise_xor, 0), 'shift_left': (torch.bitwise_left_shift, 0), 'shift_right': (torch.bitwise_right_shift, 0)}
PAIRS = [(d, d) for d in DTYPES] + [('int32', 'float32'), ('uint8', 'int8'), ('int64', 'float16'), ('bool', 'int16'), ('float32', 'float64'), ('float16', 'bfloat16')]
SHAPES = [((2, 3), (2, 3)), ((3, 1), (1, 4)), ((4,), (2, 4)), ((2, 1, 3), (5, 1)), ((), (3,)), ((0, 3), (3,))]
for op, (f, ulp) in BINARY.items():
    for pair in PAIRS:
        for shapes in SHAPES if pair in (('float32', 'float32'), ('int32', 'float32')) else [random.choice(SHAPES[:4])]:
            positive = op == 'power' or op.startswith('shift')
            a, b = sample(pair[0], shapes[0], .1 if op == 'power' else -4), sample(pair[1], shapes[1], 0 if positive else -4)
            if positive:
                b = b.abs() if pair[1] != 'bool' else b
            if op in ('mod', 'fmod', 'floor_divide', 'trunc_divide') and not (pair[0] in FLOATS or pair[1] in FLOATS) and pair[1] != 'bool':
                b = torch.where(b == 0, torch.ones_like(b) * 3, b)
            half = {pair[0], pair[1]} & {'float16', 'bfloat16'}
            if half and op in ('mod', 'fmod', 'floor_divide', 'logaddexp'):
                continue
            r = attempt(f, a, b)
            if r:
                emit(op, 't', [a, b], r, ulp=min(ulp, 1) if half else ulp)
    for dtype, number in [('float32', 2.5), ('int32', 3), ('float16', 2), ('int64', 1.5), ('uint8', 3), ('float64', -2)]:
        a = sample(dtype, (2, 3), .5)
        if number in (-2,) and op.startswith('shift'):
            continue
        r = attempt(f, a, number) if op not in ('maximum', 'minimum', 'fmax', 'fmin', 'hypot', 'arctan2', 'logaddexp', 'logical_and', 'logical_or', 'logical_xor') else None
        if r and not (dtype == 'float16' and op in ('mod', 'fmod', 'floor_divide')):
            emit(op, 't', [a, number], r, ulp=ulp)
NUMPY = {'add': np.add, 'subtract': np.subtract, 'multiply': np.multiply, 'divide': np.divide, 'floor_divide': np.floor_divide, 'mod': np.mod, 'fmod': np.fmod, 'power': np.power, 'equal': np.equal,
         'less': np.less, 'maximum': np.maximum, 'bit_and': np.bitwise_and, 'shift_left': np.left_shift, 'shift_right': np.right_shift, 'logical_xor': np.logical_xor}
NUMPY_DTYPES = [d for d in DTYPES if d != 'bfloat16']
for op, f in NUMPY.items():
    for pair in [(d, d) for d in NUMPY_DTYPES] + [('int32', 'float32'), ('int8', 'float16'), ('uint8', 'int8'), ('int64', 'float32')]:
        a, b = sample(pair[0], (2, 3)).numpy(), sample(pair[1], (3,)).numpy()
        if op == 'power':
            a, b = np.abs(a), np.abs(b)
        if op.startswith('shift'):
            b = abs(b) * 5 if b.dtype.kind in 'iu' else b
        r = attempt(f, a, b)
        if r:
            emit(op, 'n', [a, b], r, ulp=4 if op == 'power' else 0 if a.dtype != 'float16' and b.dtype != 'float16' else 1)
for op, f in {'floor': np.floor, 'sign': np.sign, 'sqrt': np.sqrt, 'exp': np.exp, 'square': np.square, 'negative': np.negative, 'round': np.round, 'abs': np.abs, 'trunc': np.trunc}.items():
    for dtype in NUMPY_DTYPES:
        x = sample(dtype, (5,), 0.1).numpy()
        r = attempt(f, x)
        if r and not (dtype in ('uint8',) and op == 'exp'):
            emit(op, 'n', [x], r, ulp=2 if op == 'exp' else 0)
for dtypes in [('float32', 'float32'), ('int32', 'float32'), ('uint8', 'int64')]:
    c, a, b = sample('bool', (2, 1, 4)), sample(dtypes[0], (3, 4)), sample(dtypes[1], (4,))
    r = attempt(torch.where, c, a, b)
    if r:
        emit('where', 't', [c, a, b], r)
    emit('where', 'n', [c.numpy(), a.numpy(), b.numpy()], [np.where(c.numpy(), a.numpy(), b.numpy())])
x, m = sample('float32', (3, 4)), sample('bool', (4,))
emit('masked_fill', 't', [x, m], [x.masked_fill(m, -1.5)], 'value', value=-1.5)
for a in DTYPES:
    for b in DTYPES:
        x = sample(a, (3, 5), 0 if b == 'uint8' else -4)
        emit('cast', 't', [x], [x.to(getattr(torch, b))], 'cast', dtype=b)

REDUCE = {'sum': torch.sum, 'mean': torch.mean, 'nansum': torch.nansum, 'max': torch.amax, 'min': torch.amin, 'norm': None, 'var': None, 'std': None, 'logsumexp': torch.logsumexp, 'count_nonzero': torch.count_nonzero}
LAYOUTS = [((3, 5), (0,)), ((3, 5), (1,)), ((3, 5), (0, 1)), ((2, 3, 4), (1,)), ((2, 3, 4), (0, 2)), ((70, 17), (0,)), ((17, 70), (1,)), ((0, 3), (0,)), ((200, 3), (0,)), ((3, 700), (1,))]
for op, f in REDUCE.items():
    for dtype in DTYPES:
        for shape, axes in LAYOUTS if dtype == 'float32' and op in ('sum', 'max', 'var') else random.sample(LAYOUTS[:5] + LAYOUTS[7:9], 2):
            x = sample(dtype, shape)
            keep = random.random() < .4
            extra = {}
            if op == 'norm':
                extra = dict(order=random.choice([2, 1, math.inf, 3, 0, -math.inf]))
                r = attempt(torch.linalg.vector_norm, x, extra['order'], dim=axes, keepdim=keep)
            elif op in ('var', 'std'):
                extra = dict(ddof=random.choice([0, 1]))
                r = attempt(getattr(torch, op), x, dim=axes, unbiased=bool(extra['ddof']), keepdim=keep)
            elif op == 'count_nonzero':
                keep, r = False, attempt(f, x, dim=axes)
            else:
                r = attempt(f, x, dim=axes, keepdim=keep)
            if r:
                emit(op, 't', [x], r, 'reduce', 2 if dtype in ('float16', 'bfloat16') else 64, axes=axes, keepdims=keep, **extra)
for dtype in NUMPY_DTYPES:
    for op in ['sum', 'mean', 'prod', 'max', 'min', 'any', 'all', 'var', 'std']:
        x = sample(dtype, (4, 3)).numpy()
        r = attempt(getattr(np, op), x, axis=0)
        if r and not (op in ('sum', 'prod', 'mean', 'var', 'std') and dtype == 'float16'):
            emit(op, 'n', [x], r, 'reduce', 16, axes=(0,), **({'ddof': 0} if op in ('var', 'std') else {}))
for dtype in DTYPES:
    for op in ['prod', 'any', 'all']:
        x = sample(dtype, (3, 4))
        for axis in (0, 1):
            r = attempt(getattr(torch, op), x, dim=axis)
            if r:
                emit(op, 't', [x], r, 'reduce', 4, axes=(axis,))

for dtype in DTYPES:
    for shape, axis in [((4, 5), 0), ((2, 5, 3), 1)] + [((2, 90), 1), ((90, 18), 0)] * (dtype in ('float32', 'int64')):
        x = sample(dtype, shape)
        special = dtype in FLOATS and random.random() < .5
        if special:
            x.view(-1)[random.randrange(x.numel())] = math.nan
        for op in ('argmax', 'argmin'):
            if dtype != 'bool':
                n = attempt(getattr(np, op), x.float().numpy() if dtype == 'bfloat16' else x.numpy(), axis=axis)
                emit(op, 't', [x], [torch.tensor(n[0])], 'axis', axis=axis)
        for op, f in (('cumsum', torch.cumsum), ('cumprod', torch.cumprod)):
            r = attempt(f, x, axis) if shape[axis] < 20 else None
            if r:
                emit(op, 't', [x], r, 'axis', 4, axis=axis)
        for down in (False, True):
            r = attempt(torch.sort, x, dim=axis, descending=down, stable=True)
            if r:
                emit('sort', 't', [x], r, 'axis', axis=axis, descending=down)
                k = min(3, shape[axis])
                emit('topk', 't', [x], [v.narrow(axis, 0, k) for v in r], 'axis', axis=axis, descending=down, count=k)
        if dtype not in ('bool',):
            if not special and dtype not in ('float16', 'bfloat16'):
                r = torch.unique(x, return_inverse=True, return_counts=True)
                emit('unique', 't', [x], r, 'axis')
                emit('max_axis', 't', [torch.arange(shape[axis]).flip(0).to(x.dtype)], list(torch.max(torch.arange(shape[axis]).flip(0).to(x.dtype), 0)), 'axis', axis=0)
            if dtype not in ('float16', 'bfloat16') and not special:
                line = torch.randperm(shape[axis]).to(x.dtype)
                emit('median_axis', 't', [line], list(torch.median(line, 0)), 'axis', axis=0)
        emit('nonzero', 't', [x], [torch.nonzero(x)])
x = torch.tensor([3, 1, 0, 3, 7])
emit('bincount', 't', [x, torch.ones(5)], [torch.bincount(x, torch.ones(5))], 'bins')
x = sample('float32', (40,))
emit('histogram', 't', [x], [torch.histc(x, 8)], 'bins', count=8)
emit('histogram', 't', [x], [torch.histc(x, 5, -1, 2)], 'bins', count=5, low=-1, high=2)
emit('histogram', 'n', [x.double().numpy()], [np.histogram(x.double().numpy(), 7)[0]], 'bins', count=7)
a, b = torch.sort(sample('float32', (9,)))[0], sample('float32', (2, 3))
for right in (False, True):
    emit('searchsorted', 't', [a, b], [torch.searchsorted(a, b, right=right)], 'axis', descending=right)
emit('arange', 't', [], [torch.arange(2, 11, 3)], 'range', start=2, step=3, stop=11, dtype='int64')
emit('arange', 't', [], [torch.arange(1., 2., .25)], 'range', start=1., step=.25, stop=2., dtype='float32')
emit('linspace', 't', [], [torch.linspace(-1, 2, 7)], 'range', 2, start=-1., stop=2., count=7, endpoint=1, dtype='float32')
emit('eye', 't', [], [torch.eye(3, 4)], 'create', shape=(3, 4), dtype='float32')
for pair in PAIRS:
    a, b = sample(pair[0], (2, 3)), sample(pair[1], (3,))
    emit('overwrite', 't', [a, b], [a.clone().copy_(b)])

print('/* Written by make_goldens.py: torch %s, numpy %s. */' % (torch.__version__, np.__version__))
for line in lines:
    print('"%s",' % line)
print(len(lines), file=sys.stderr)

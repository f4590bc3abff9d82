"""Writes tests/core/goldens_net.inc: what PyTorch answers for products, convolution, pooling, norms, softmax, losses, interpolation and einsum, with gradients and errors.

    /usr/bin/python3 tests/core/make_goldens_net.py > tests/core/goldens_net.inc      (Debian's python3-torch and python3-numpy)

The format is golden.h's. Where PyTorch's CPU has no half type, the answer is that of float32 rounded at the end (how perch computes them).
"""
import math
import random
import re
import sys
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')
random.seed(11)
torch.manual_seed(11)
ROOT = re.sub(r'tests/core/[^/]*$', '', __file__.replace('\\', '/')) or './'
DTYPES = ['bool', 'uint8', 'int8', 'int16', 'int32', 'int64', 'float16', 'bfloat16', 'float32', 'float64']
TOLERANCE = {'float16': 2e-3, 'bfloat16': 1.6e-2, 'float32': 3e-6, 'float64': 2e-12}
DIGITS = {'float16': 5, 'bfloat16': 5, 'float32': 8, 'float64': 13}
FAMILY, OPS = {}, {}
text_of = lambda name: open(ROOT + 'src/core/' + name).read()
for family, body in re.findall(r'^FAMILY\((\w+)\)(.*)END', text_of('attrs.def'), re.M):
    FAMILY[family] = re.findall(r'ATTR\(\w+, (\w+), (\w+)\)', body)
for op, family in re.findall(r'^OP\((\w+),\s*(\w+)', text_of('ops.def'), re.M):
    OPS[op] = family
lines = []


def text(v, digits=17):
    if isinstance(v, (bool, int)):
        return str(int(v))
    if not math.isnan(v) and abs(v) < 1e4 and v * 64 == int(v * 64):
        return repr(v)[:-2] if v == int(v) and str(v) != '-0.0' else repr(v)
    return 'nan' if math.isnan(v) else 'inf' if v == math.inf else '-inf' if v == -math.inf else '%.*g' % (digits, v)


def name(x):
    return str(x.dtype).replace('torch.', '')


def words_of(x, *front):
    flat = x.detach().reshape(-1)
    flat = (flat.double() if x.dtype.is_floating_point else flat).tolist()
    return ' '.join([*map(str, front), str(x.dim()), *map(str, x.shape), *[text(v, DIGITS.get(name(x), 17)) for v in flat]])


def attr_words(op, attrs):
    words, table = [], FAMILY.get(OPS[op], [])
    for key, v in attrs.items():
        i, kind = next((i, t) for i, (n, t) in enumerate(table) if n == key)
        if v is None:
            continue
        if kind == 'INTS':
            words.append('al %d %d %s' % (i, len(v), ' '.join(map(str, v))))
        elif kind == 'FLOAT':
            words.append('af %d %s' % (i, text(float(v))))
        elif kind == 'NUMBER':
            words.append(('ani %d %s' if isinstance(v, int) else 'anf %d %s') % (i, text(v)))
        elif kind == 'TEXT':
            words.append('at %d %s' % (i, v.replace(' ', '~')))
        else:
            words.append('ai %d %d' % (i, DTYPES.index(v) if kind == 'DTYPE' else int(v)))
    return words


def emit(op, ins, outs, attrs, f=None, after=(), accent='t', seed=None, tol=None, ulp=1, wrt=None):
    """f(*ins) gives the first result: its gradients are then written too."""
    words = ['op', op, accent] + (['seed %d' % seed] if seed is not None else [])
    for x in ins:
        words.append('absent' if x is None else words_of(x, 'in', name(x), random.choice([0, 0, 1, 2]) if x.dim() else 0))
    words += attr_words(op, attrs)
    for x in outs:
        words.append('skip' if x is None else words_of(x, 'out', name(x)))
    for i, x in after:
        words.append(words_of(x, 'after', i, name(x)))
    if f and outs[0].dtype.is_floating_point and outs[0].numel():
        real = [i for i, x in enumerate(ins) if x is not None and x.dtype in (torch.float32, torch.float64) and (wrt is None or i in wrt)]
        leaves = [x if x is None else x.clone().requires_grad_(i in real) for i, x in enumerate(ins)]
        y = f(*leaves)
        g = quarter(y.shape, y.dtype)
        y.backward(g)
        words.append(words_of(g, 'from', name(g)))
        for i in real:
            if leaves[i].grad is not None:
                words.append(words_of(leaves[i].grad, 'grad', i, name(leaves[i])))
    words.append('ulp %d tol %s' % (ulp, tol or TOLERANCE.get(name(outs[0]), 0)))
    lines.append(' '.join(words))


def fails(op, ins, attrs, kind, f):
    try:
        f()
    except Exception as e:
        message = str(e)
    else:
        raise SystemExit('%s %s does not fail' % (op, attrs))
    words = ['op', op, 't'] + ['absent' if x is None else words_of(x, 'in', name(x), 0) for x in ins] + attr_words(op, attrs)
    lines.append(' '.join(words + ['fails %s %s' % (kind, message.replace(' ', '~').replace('"', '\\"'))]))


def quarter(shape, dtype=torch.float32, low=-8, high=8):
    """Small multiples of 1/8, which every float type holds."""
    n = math.prod(shape)
    v = torch.tensor([random.randint(low * 4, high * 4) / 8 for _ in range(n)], dtype=torch.float64).reshape(shape)
    return v.to(dtype)


def distinct(shape, dtype=torch.float32):
    n = math.prod(shape)
    v = list(range(n))
    random.shuffle(v)
    return ((torch.tensor(v, dtype=torch.float64) - n // 2) / 8).reshape(shape).to(dtype)


F16, BF16, F32, F64 = torch.float16, torch.bfloat16, torch.float32, torch.float64


def wide(f, *ins, **k):
    """f in float32 for half operands, its results rounded to them."""
    half = next((x.dtype for x in ins if x is not None and x.dtype in (F16, BF16)), None)
    if half is None:
        return f(*ins, **k)
    r = f(*[x.float() if x is not None and x.dtype == half else x for x in ins], **k)
    return r.to(half)


# ---- products ----
matrix = dict(alpha=1, beta=1)
for dtype in (F16, BF16, F32, F64, torch.int32, torch.int64):
    for a, b in [((3, 4), (4, 5)), ((4,), (4,)), ((3, 4), (4,)), ((4,), (4, 2)), ((2, 3, 4), (2, 4, 2)), ((2, 1, 3, 4), (3, 4, 2)), ((0, 4), (4, 3)), ((3, 0), (0, 2)), ((17, 33), (33, 20))]:
        x, y = [quarter(s, dtype) if dtype.is_floating_point else quarter(s, dtype) for s in (a, b)]
        emit('matmul', [x, y], [wide(torch.matmul, x, y)], matrix, torch.matmul if dtype in (F32, F64) else None)
    if dtype.is_floating_point:
        for shape in [(3, 4), (4,), (2, 3, 4)]:
            x, w, b = quarter(shape, dtype), quarter((5, 4), dtype), quarter((5,), dtype)
            emit('linear', [x, w, b], [wide(F.linear, x, w, b)], {}, F.linear if dtype in (F32, F64) else None)
            emit('linear', [x, w, None], [wide(F.linear, x, w)], {}, (lambda x, w, _: F.linear(x, w)) if dtype in (F32, F64) else None)
        x, a, b = quarter((3, 5), dtype), quarter((3, 4), dtype), quarter((4, 5), dtype)
        f = lambda x, a, b: torch.addmm(x, a, b, beta=.5, alpha=2.)
        emit('addmm', [x, a, b], [wide(f, x, a, b)], dict(alpha=2., beta=.5), f if dtype in (F32, F64) else None)
        emit('addmm', [x[0].contiguous(), a, b], [wide(f, x[0], a, b)], dict(alpha=2., beta=.5), f if dtype in (F32, F64) else None)
    x, y = quarter((3,), dtype), quarter((4,), dtype)
    emit('outer', [x, y], [wide(torch.outer, x, y)], {}, torch.outer if dtype in (F32, F64) else None)
    x, y = quarter((2, 3, 4), dtype), quarter((2, 4, 5), dtype)
    emit('bmm', [x, y], [wide(torch.bmm, x, y)], matrix, torch.bmm if dtype in (F32, F64) else None)

# ---- convolution ----
for dims, conv, back in [(1, F.conv1d, F.conv_transpose1d), (2, F.conv2d, F.conv_transpose2d), (3, F.conv3d, F.conv_transpose3d)]:
    for dtype in (F32, F64, BF16, F16):
        for k, s, p, d, g, bias in [(3, 1, 1, 1, 1, True), (2, 2, 0, 1, 2, False), (3, 2, 2, 2, 1, True)]:
            if dims == 3 and (dtype != F32 or d > 1):
                continue
            size = (7, 6, 5)[:dims] if dims > 1 else (9,)
            x, w, b = quarter((2, 4) + size, dtype), quarter((6, 4 // g) + (k,) * dims, dtype), quarter((6,), dtype) if bias else None
            if dims == 3:
                x, w = quarter((1, 2) + (4, 5, 4), dtype), quarter((2, 2 // g) + (k,) * dims, dtype)
                b = quarter((2,), dtype) if bias else None
            f = lambda x, w, b: conv(x, w, b, s, p, d, g)
            attrs = dict(kernel=(k,) * dims, stride=(s,) * dims, pad=(p,) * dims, dilate=(d,) * dims, groups=g)
            emit('conv', [x, w, b], [wide(f, x, w, b)], attrs, f if dtype in (F32, F64) else None)
            w = quarter((x.shape[1], 3) + (k,) * dims, dtype)
            b = quarter((3 * g,), dtype) if bias else None
            f = lambda x, w, b: back(x, w, b, s, p, s - 1, g, d)
            emit('conv', [x, w, b], [wide(f, x, w, b)], dict(attrs, output_pad=(s - 1,) * dims, transposed=True), f if dtype in (F32, F64) else None)
x, w = quarter((4, 6, 5)), quarter((2, 4, 3, 2))
emit('conv', [x, w, None], [F.conv2d(x, w)], dict(kernel=(3, 2), groups=1), lambda x, w, _: F.conv2d(x, w))
x = quarter((0, 4, 6, 5))
emit('conv', [x, w, None], [F.conv2d(x, w)], dict(kernel=(3, 2), groups=1))

# ---- pooling ----
MAX, AVG = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}, {1: F.avg_pool1d, 2: F.avg_pool2d, 3: F.avg_pool3d}
AMAX, AAVG = {1: F.adaptive_max_pool1d, 2: F.adaptive_max_pool2d, 3: F.adaptive_max_pool3d}, {1: F.adaptive_avg_pool1d, 2: F.adaptive_avg_pool2d, 3: F.adaptive_avg_pool3d}
for dims in (1, 2, 3):
    size = {1: (19,), 2: (7, 9), 3: (4, 5, 5)}[dims]
    for dtype in (F32, F64, BF16, F16) if dims < 3 else (F32, F64):
        for k, s, p, d, ceil in [(2, 2, 0, 1, False), (3, 2, 1, 1, False), (3, 2, 1, 1, True), (3, 1, 1, 1, False), (2, 3, 1, 2, True), (5, 1, 2, 1, True), (4, 4, 0, 1, True)]:
            x = distinct((2, 2) + size, dtype) if dims < 3 else distinct((1, 2) + size, dtype)
            if k > min(size):
                continue
            attrs = dict(kernel=(k,) * dims, stride=(s,) * dims, pad=(p,) * dims, dilate=(d,) * dims, ceil=ceil)
            if dtype != F16:
                y, where = MAX[dims](x.float() if dtype == BF16 else x, k, s, p, d, ceil, True)
                f = lambda x: MAX[dims](x, k, s, p, d, ceil)
                emit('max_pool', [x], [y.to(dtype), where], attrs, f if dtype in (F32, F64) else None)
            x = quarter(x.shape, dtype)
            for count in (True, False):
                f = lambda x: AVG[dims](x, k, s, p, ceil, count)
                emit('avg_pool', [x], [wide(f, x)], dict(attrs, dilate=None, count_pad=count), f if dtype in (F32, F64) else None)
        if dims > 1:
            f = lambda x: AVG[dims](x, 2, 2, 0, divisor_override=3)
            emit('avg_pool', [x], [wide(f, x)], dict(kernel=(2,) * dims, stride=(2,) * dims, divisor=3), f if dtype in (F32, F64) else None)
        for out in [(1,) * dims, (3,) * dims, (5, 4, 2)[:dims], tuple(n for n in size)]:
            x = distinct(x.shape, dtype)
            f = lambda x: AAVG[dims](x, out)
            emit('adaptive_avg_pool', [x], [wide(f, x)], dict(output=out), f if dtype in (F32, F64) else None)
            y, where = AMAX[dims](x.float() if dtype in (F16, BF16) else x, out, True)
            emit('adaptive_max_pool', [x], [y.to(dtype), where], dict(output=out), (lambda x: AMAX[dims](x, out)) if dtype in (F32, F64) else None)
x = distinct((2, 6, 8))
emit('max_pool', [x], list(F.max_pool2d(x, 2, return_indices=True)), dict(kernel=(2, 2)), lambda x: F.max_pool2d(x, 2))
emit('avg_pool', [x], [F.avg_pool2d(x, (3, 2), (2, 1))], dict(kernel=(3, 2), stride=(2, 1), count_pad=True), lambda x: F.avg_pool2d(x, (3, 2), (2, 1)))
emit('max_pool', [x[None]], [x[None].amax((2, 3), keepdim=True)], {})
emit('avg_pool', [x[None]], [x[None].mean((2, 3), keepdim=True)], {}, lambda x: x.mean((2, 3), keepdim=True))
x[0, 1, 3], x[1, 2, 2], x[1, 4], x[0, :2, :2] = math.nan, math.inf, math.nan, -math.inf
emit('max_pool', [x], list(F.max_pool2d(x, 3, 2, 1, return_indices=True)), dict(kernel=(3, 3), stride=(2, 2), pad=(1, 1)))
emit('max_pool', [x], list(F.max_pool2d(x, 2, 2, return_indices=True)), dict(kernel=(2, 2)))
emit('avg_pool', [x], [F.avg_pool2d(x, 2)], dict(kernel=(2, 2), count_pad=True))
x = quarter((0, 2, 4, 4))
emit('max_pool', [x], list(F.max_pool2d(x, 2, return_indices=True)), dict(kernel=(2, 2)))
x = torch.arange(32).reshape(2, 1, 4, 4)
emit('avg_pool', [x], [F.avg_pool2d(x, 2)], dict(kernel=(2, 2), count_pad=True))
for p in (1, 2, 3):
    x = quarter((2, 2, 6, 7), F64, 0, 8) + .125
    f = lambda x: F.lp_pool2d(x, p, (2, 3), (2, 2))
    emit('lp_pool', [x], [f(x)], dict(kernel=(2, 3), stride=(2, 2), divisor=p), f)

# ---- norms ----
for shape in [(4, 3), (5, 3, 2), (2, 4, 3, 4), (2, 3, 2, 3, 2), (40, 3), (2, 2, 5, 9)]:
    for dtype in (F32, F64, BF16, F16):
        for training in (True, False):
            c = shape[1]
            x, w, b = quarter(shape, dtype), quarter((c,), dtype, 1, 4), quarter((c,), dtype)
            mean, var = quarter((c,), F64 if dtype == F64 else F32), quarter((c,), F64 if dtype == F64 else F32, 1, 4)
            for scaled in (True, False):
                m, v = mean.clone(), var.clone()
                W, B = (w, b) if scaled else (None, None)
                y = wide(lambda x, W, B: F.batch_norm(x, m, v, W, B, training, .1, 1e-3), x, W, B)
                n = x.numel() // c
                f = lambda x, W, B, *_: F.batch_norm(x, mean.clone(), var.clone(), W, B, training, .1, 1e-3)
                attrs = dict(axis=1, eps=1e-3, momentum=.1, training=training, unbiased=True)
                emit('batch_norm', [x, W, B, mean, var], [y, None, None], attrs, f if dtype in (F32, F64) else None, after=[(3, m), (4, v)], tol=2e-5 if dtype == F32 else None)
x = quarter((4, 5, 3))
y = F.batch_norm(x.transpose(1, 2), None, None, training=True).transpose(1, 2)
emit('batch_norm', [x], [y.contiguous(), None, None], dict(axis=-1, eps=1e-5, momentum=.1, training=True), lambda x: F.batch_norm(x.transpose(1, 2), None, None, training=True).transpose(1, 2), tol=2e-5)
x = quarter((2, 3, 4)) + 1000
emit('batch_norm', [x], [F.batch_norm(x.double(), None, None, training=True).float(), None, None], dict(axis=1, eps=1e-5, momentum=.1, training=True), tol=1e-4)
for shape, axes in [((3, 8), 1), ((2, 2, 40), 1), ((2, 2, 4, 5), 2), ((3, 70), 1), ((2, 3, 4), 3), ((0, 5), 1)]:
    normed = shape[-axes:]
    for dtype in (F32, F64, BF16, F16):
        x, w, b = quarter(shape, dtype), quarter(normed, dtype, 1, 4), quarter(normed, dtype)
        for scaled in (True, False):
            f = lambda x, w=None, b=None: F.layer_norm(x, normed, w, b, 1e-3)
            ins = [x, w, b] if scaled else [x]
            mean = x.double().mean(tuple(range(-axes, 0)), keepdim=True).to(F64 if dtype == F64 else F32)
            emit('layer_norm', ins, [wide(f, *ins), mean if x.numel() else None, None], dict(axes=tuple(range(-axes, 0)), eps=1e-3), f if dtype in (F32, F64) else None, tol=2e-5 if dtype == F32 else None)
x, w = quarter((3, 4, 5), F64), quarter((4,), F64)
f = lambda x, w, b: F.layer_norm(x.transpose(1, 2), (4,), w, b).transpose(1, 2)
emit('layer_norm', [x, w, w], [f(x, w, w), None, None], dict(axis=1, eps=1e-5), f)
for shape, groups in [((2, 4, 5), 2), ((3, 6, 4, 3), 3), ((2, 4, 9), 4), ((2, 4), 1), ((2, 4, 3, 2, 2), 2)]:
    for dtype in (F32, F64, BF16, F16):
        x, w, b = quarter(shape, dtype), quarter((shape[1],), dtype, 1, 4), quarter((shape[1],), dtype)
        for ins in ([x, w, b], [x, None, b], [x]):
            f = lambda x, w=None, b=None: F.group_norm(x, groups, w, b, 1e-3)
            emit('group_norm', ins, [wide(f, *ins), None, None], dict(groups=groups, eps=1e-3), f if dtype in (F32, F64) and None not in [i if i is None else 0 for i in ins] else None, tol=2e-5 if dtype == F32 else None)
x = quarter((2, 3, 5, 4))
emit('group_norm', [x], [F.instance_norm(x), None, None], dict(groups=3, eps=1e-5), lambda x: F.instance_norm(x), tol=2e-5)

# ---- dropout ----
for dtype in (BF16, F32, F64):
    for p in (0., .25, .5, 1.):
        x = quarter((5, 7), dtype)
        torch.manual_seed(3)
        emit('dropout', [x], [F.dropout(x, p)], dict(p=p, training=True), seed=3, ulp=2)
    torch.manual_seed(4)
    x = quarter((3, 4, 2, 2), dtype)
    emit('dropout', [x], [F.dropout2d(x, .5)], dict(p=.5, training=True, axes=(2, 3)), seed=4, ulp=2)
emit('dropout', [x], [x], dict(p=.5, training=False), lambda x: x * 1, seed=4)

# ---- softmax ----
for dtype in (F32, F64, BF16, F16):
    for shape in [(), (5,), (3, 4), (2, 2, 36), (2, 50, 2), (2, 3, 17), (0, 3), (3, 0)]:
        for dim in range(-1, len(shape) - 1) if shape else [0]:
            x = quarter(shape, dtype)
            for op, f in (('softmax', lambda x: F.softmax(x, dim)), ('log_softmax', lambda x: F.log_softmax(x, dim))):
                emit(op, [x], [wide(f, x)], dict(axis=dim, temperature=1), f if dtype in (F32, F64) else None, tol=None if dtype != F32 else 3e-6, ulp=4)
x = quarter((3, 4), F16)
emit('softmax', [x], [F.softmax(x, 1, dtype=F32)], dict(axis=1, temperature=1, dtype='float32'), ulp=4)
x = quarter((3, 4))
emit('softmax', [x], [F.softmax(x / .5, 1)], dict(axis=1, temperature=.5), lambda x: F.softmax(x / .5, 1), ulp=4)
x = torch.tensor([[math.nan, 0, 1], [math.inf, 0, 1], [-math.inf, 0, 1], [-math.inf] * 3, [1e30, -1e30, 0], [-1e4, -1e4 - 1, -2e4]])
for op, f in (('softmax', F.softmax), ('log_softmax', F.log_softmax)):
    emit(op, [x], [f(x, 1)], dict(axis=1, temperature=1), ulp=4)
    emit(op, [x.t().contiguous()], [f(x, 1).t()], dict(axis=0, temperature=1), ulp=4)

# ---- losses ----
def classes(shape, n, ignore=None):
    v = [random.randrange(n) for _ in range(math.prod(shape))]
    if ignore is not None and v:
        v[0] = ignore
    return torch.tensor(v).reshape(shape)


for dtype in (F32, F64, BF16):
    for shape in [(4, 5), (5,), (2, 5, 3), (2, 3, 2, 3), (12, 6)]:
        n, rest = shape[1 if len(shape) > 1 else 0], shape[:1] + shape[2:] if len(shape) > 1 else ()
        for reduction in ('mean', 'sum', 'none'):
            for weighted, smoothing, ignore in [(False, 0., None), (True, 0., None), (True, .1, 1), (False, .2, -100), (False, 0., 2)]:
                if dtype == BF16 and (weighted or smoothing):
                    continue
                x, t, w = quarter(shape, dtype), classes(rest, n, ignore), quarter((n,), dtype, 1, 3) if weighted else None
                k = dict(reduction=reduction, ignore_index=-100 if ignore is None else ignore)
                f = lambda x, t, w: F.cross_entropy(x, t, w, label_smoothing=smoothing, **k)
                attrs = dict(axis=1, reduction=reduction, ignore=k['ignore_index'], smoothing=smoothing)
                emit('cross_entropy', [x, t, w], [wide(f, x, t, w), wide(lambda x: F.log_softmax(x, 1 if len(shape) > 1 else 0), x)], attrs, f if dtype != BF16 else None, tol=1e-5 if dtype == F32 else None, wrt=(0,))
                if smoothing == 0:
                    f = lambda x, t, w: F.nll_loss(x, t, w, **k)
                    emit('nll', [x, t, w], [wide(f, x, t, w)], dict(attrs, smoothing=None), f if dtype != BF16 else None, tol=1e-5 if dtype == F32 else None, wrt=(0,))
            x, t = quarter(shape, dtype), F.softmax(quarter(shape), 1 if len(shape) > 1 else 0).to(dtype)
            for w, smoothing in [(None, 0.), (quarter((n,), dtype, 1, 3), .1)]:
                if dtype == BF16:
                    continue
                f = lambda x, t, w: F.cross_entropy(x, t, w, reduction=reduction, label_smoothing=smoothing)
                emit('cross_entropy', [x, t, w], [f(x, t, w), None], dict(axis=1, reduction=reduction, ignore=-100, smoothing=smoothing), f, tol=1e-5 if dtype == F32 else None, wrt=(0,))
x = quarter((0, 3))
emit('cross_entropy', [x, torch.zeros(0).long()], [torch.tensor(math.nan), None], dict(axis=1, reduction='mean', ignore=-100))
x = quarter((2, 3))
emit('nll', [x, torch.tensor([1, 1])], [torch.tensor(math.nan)], dict(axis=1, reduction='mean', ignore=1))
emit('cross_entropy', [x, torch.tensor([1, 2], dtype=torch.uint8)], [F.cross_entropy(x, torch.tensor([1, 2]).byte()), None], dict(axis=1, reduction='mean', ignore=-100), tol=1e-5)

# ---- interpolation ----
MODES = {1: ['nearest', 'nearest-exact', 'linear'], 2: ['nearest', 'nearest-exact', 'bilinear', 'bicubic'], 3: ['nearest', 'nearest-exact', 'trilinear']}
for dims, modes in MODES.items():
    for mode in modes:
        for dtype in (F32, F64, BF16) if dims == 2 else (F32,):
            for size in [(7, 9, 5), (3, 2, 2), (1, 1, 1), (5, 4, 6)]:
                x = quarter((2, 2) + (5, 4, 6)[-dims:] if dims < 3 else (1, 2, 3, 4, 3), dtype)
                for align in (None,) if mode.startswith('nearest') else (False, True):
                    f = lambda x: F.interpolate(x, size[:dims], mode=mode, align_corners=align)
                    emit('interpolate', [x], [wide(f, x)], dict(size=size[:dims], mode=mode, align=bool(align)), f if dtype != BF16 else None, tol=2e-5 if dtype == F32 else None)
for factor in (2., .5, 1.7, .3):
    for mode in ('nearest', 'bilinear'):
        x = quarter((1, 2, 6, 7))
        f = lambda x: F.interpolate(x, scale_factor=factor, mode=mode)
        y = f(x)
        emit('interpolate', [x], [y], dict(size=tuple(y.shape[2:]), mode=mode, scale0=factor, scale1=factor), f, tol=2e-5)

# ---- einsum ----
EQUATIONS = [('ij,jk->ik', (2, 3), (3, 4)), ('ij,jk', (2, 3), (3, 4)), ('bij,bjk->bik', (2, 3, 4), (2, 4, 2)), ('bij,bjk->bki', (2, 3, 4), (2, 4, 2)), ('ij->ji', (2, 3)), ('ij->', (2, 3)), ('ij->j', (2, 3)), ('ii', (3, 3)),
             ('ii->i', (3, 3)), ('iji->j', (3, 2, 3)), ('i,j->ij', (3,), (2,)), ('i,i', (4,), (4,)), ('i,i->i', (4,), (4,)), ('ij,ij->ij', (3, 1), (1, 4)), ('...ij,...jk->...ik', (2, 3, 4), (4, 2)), ('b...i,ij->b...j', (2, 3, 2), (2, 4)),
             ('...->...', (2, 3)), ('i...->...', (2, 3)), ('i...->i', (2, 3, 2)), ('ij,jk,kl->il', (2, 3), (3, 4), (4, 2)), ('ij,ik,il->jkl', (3, 2), (3, 2), (3, 2)), ('bhqd,bhkd->bhqk', (2, 2, 3, 4), (2, 2, 5, 4)), ('ijk,ilj->kl', (2, 3, 4), (2, 5, 3)),
             ('aB,Bc->ca', (2, 3), (3, 2)), ('ij,kl->ijkl', (2, 2), (2, 3)), ('i,ij,j->', (3,), (3, 4), (4,)), ('ij,j->ij', (3, 4), (4,)), (' i j , j -> i ', (3, 4), (4,)), ('ij,jk->ik', (0, 3), (3, 2)), ('ij,jk->ik', (2, 0), (0, 2)), ('ijj,jk->k', (2, 3, 3), (3, 2)), ('', ())]
for equation, *shapes in EQUATIONS:
    for dtype in (F32, F64, F16, BF16, torch.int64):
        if not dtype.is_floating_point and equation == 'i,ij,j->':
            continue
        ins = [quarter(s, dtype) for s in shapes]
        f = lambda *x: torch.einsum(equation, *x)
        y = wide(f, *ins)
        emit('einsum', ins, [y], dict(equation=equation), f if dtype in (F32, F64) and y.numel() and equation.strip() else None, tol=1e-5 if dtype == F32 else None)

# ---- mistakes: kind and words ----
x, y = quarter((2, 3, 4, 4)), quarter((3, 4))
pool = lambda **k: dict(dict(kernel=(2, 2)), **k)
fails('max_pool', [quarter((4,))], pool(), 'BAD_NDIM', lambda: F.max_pool2d(quarter((4,)), 2))
fails('max_pool', [quarter((4,))], dict(kernel=(2,)), 'BAD_NDIM', lambda: F.max_pool1d(quarter((4,)), 2))
fails('max_pool', [x], pool(pad=(2, 2)), 'BAD_VALUE', lambda: F.max_pool2d(x, 2, padding=2))
fails('avg_pool', [x], pool(pad=(2, 2)), 'BAD_VALUE', lambda: F.avg_pool2d(x, 2, padding=2))
fails('max_pool', [x], dict(kernel=(5, 5)), 'BAD_WINDOW', lambda: F.max_pool2d(x, 5))
fails('avg_pool', [x], dict(kernel=(5, 5)), 'BAD_WINDOW', lambda: F.avg_pool2d(x, 5))
fails('max_pool', [quarter((1, 1, 2, 2, 2))], dict(kernel=(5, 5, 5)), 'BAD_WINDOW', lambda: F.max_pool3d(quarter((1, 1, 2, 2, 2)), 5))
fails('max_pool', [x], pool(stride=(0, 0)), 'BAD_VALUE', lambda: F.max_pool2d(x, 2, 0))
fails('max_pool', [quarter((2, 0, 4, 4))], pool(), 'BAD_NDIM', lambda: F.max_pool2d(quarter((2, 0, 4, 4)), 2))
fails('adaptive_avg_pool', [quarter((4,))], dict(output=(2, 2)), 'BAD_NDIM', lambda: F.adaptive_avg_pool2d(quarter((4,)), 2))
fails('adaptive_max_pool', [quarter((4,))], dict(output=(2, 2)), 'BAD_NDIM', lambda: F.adaptive_max_pool2d(quarter((4,)), 2))
fails('adaptive_avg_pool', [quarter((2, 3, 0, 4))], dict(output=(2, 2)), 'BAD_NDIM', lambda: F.adaptive_avg_pool2d(quarter((2, 3, 0, 4)), 2))
three, four, five = torch.ones(3), torch.ones(4), torch.ones(5)
norm = dict(axis=1, eps=1e-5, momentum=.1)
fails('batch_norm', [x], norm, 'BAD_VALUE', lambda: F.batch_norm(x, None, None))
fails('batch_norm', [x, None, None, four, four], norm, 'SHAPE_MISMATCH', lambda: F.batch_norm(x, four, four))
fails('batch_norm', [x, five, None, three, three], norm, 'SHAPE_MISMATCH', lambda: F.batch_norm(x, three, three, five))
fails('batch_norm', [x, three, five, three, three], norm, 'SHAPE_MISMATCH', lambda: F.batch_norm(x, three, three, three, five))
fails('layer_norm', [x, three], dict(axes=(-1,), eps=1e-5), 'SHAPE_MISMATCH', lambda: F.layer_norm(x, (4,), three))
fails('layer_norm', [x, four, three], dict(axes=(-1,), eps=1e-5), 'SHAPE_MISMATCH', lambda: F.layer_norm(x, (4,), four, three))
fails('group_norm', [x], dict(groups=2), 'BAD_VALUE', lambda: F.group_norm(x, 2))
fails('group_norm', [x, four], dict(groups=3), 'SHAPE_MISMATCH', lambda: F.group_norm(x, 3, four))
fails('dropout', [x], dict(p=1.5, training=True), 'BAD_VALUE', lambda: torch.dropout(x, 1.5, True))
loss = dict(axis=1, reduction='mean', ignore=-100)
T = torch.tensor
for t, kind in [(T([0, 1, 5]), 'INDEX_RANGE'), (T([0, 1, -1]), 'INDEX_RANGE'), (T([0, 1]), 'SHAPE_MISMATCH'), (T([0., 1, 2]), 'DTYPES_DIFFER'), (T([0, 1, 2]).int(), 'DTYPES_DIFFER'), (torch.ones(3, 5), 'BAD_NDIM'),
                (torch.ones(3, 4).long(), 'DTYPE_UNSUPPORTED')]:
    fails('cross_entropy', [y, t], loss, kind, lambda: F.cross_entropy(y, t))
fails('cross_entropy', [x, torch.zeros(2, 3, 3).long()], loss, 'SHAPE_MISMATCH', lambda: F.cross_entropy(x, torch.zeros(2, 3, 3).long()))
fails('cross_entropy', [x, torch.zeros(2).long()], loss, 'BAD_NDIM', lambda: F.cross_entropy(x, torch.zeros(2).long()))
fails('cross_entropy', [y, T([0, 1, 2]), three], loss, 'SHAPE_MISMATCH', lambda: F.cross_entropy(y, T([0, 1, 2]), three))
fails('cross_entropy', [y, T([0, 1, 2]), four.double()], loss, 'DTYPES_DIFFER', lambda: F.cross_entropy(y, T([0, 1, 2]), four.double()))
fails('cross_entropy', [y[0], T(9)], loss, 'INDEX_RANGE', lambda: F.cross_entropy(y[0], T(9)))
fails('cross_entropy', [y, T([0, 1, 2])], dict(loss, smoothing=2.), 'BAD_VALUE', lambda: F.cross_entropy(y, T([0, 1, 2]), label_smoothing=2.))
fails('cross_entropy', [y, T([0, 1, 2])], dict(loss, reduction='foo'), 'BAD_VALUE', lambda: F.cross_entropy(y, T([0, 1, 2]), reduction='foo'))
fails('nll', [quarter((3, 4, 5)), torch.zeros(3, 6).long()], loss, 'SHAPE_MISMATCH', lambda: F.nll_loss(quarter((3, 4, 5)), torch.zeros(3, 6).long()))
fails('interpolate', [x], dict(size=(0, 1)), 'BAD_WINDOW', lambda: F.interpolate(x, (0, 1)))
for equation, *ins in [('ij,jk->ik', y, y), ('ij,jk', y), ('ij', y, y), ('ijk', y), ('i', y), ('ij->iij', y), ('ij->k', y), ('i%->k', y), ('ii', y), ('i...j...', y), ('i.j', y), ('ij-k', y), ('ij->%', y), ('ij->ii', y), ('i...jk', y)]:
    fails('einsum', ins, dict(equation=equation), 'BAD_VALUE', lambda: torch.einsum(equation, *ins))
for a, b in [((3, 4), (3, 4)), ((2, 3, 4), (3, 4, 2))]:
    pass

print('/* Written by make_goldens_net.py: torch %s. */' % torch.__version__)
for line in lines:
    print('"%s",' % line)
print(len(lines), file=sys.stderr)

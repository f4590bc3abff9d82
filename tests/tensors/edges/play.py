"""Plays edge cases under PyTorch, NumPy, MXNet or perch: play.py LIBRARY FILE prints an answer a line.

A case is statements divided by ` ; `, the last an expression. Its answer is a canonical text of the value (dtype, shape, elements), or the
exception's type and the first line of its message. FILE's lines are `CASE ==> ANSWER` or CASE alone.
"""
import os
import sys
import warnings

warnings.simplefilter('ignore')
ANSWERS = os.fdopen(os.dup(1), 'w')  # what a case or a library prints goes elsewhere
os.dup2(2, 1)
LIBRARY, FILE = sys.argv[1], sys.argv[2]
DEVICE = sys.argv[3] if len(sys.argv) > 3 else 'cpu'
nan, inf = float('nan'), float('inf')


def number(v):
    if isinstance(v, float):
        return '%.5g' % v
    if isinstance(v, complex):
        return '%s+%sj' % (number(v.real), number(v.imag))
    return repr(v)


def nested(v):
    if isinstance(v, list):
        return '[' + ' '.join(nested(i) for i in v) + ']'
    return number(v)


def plain(v):
    if isinstance(v, (tuple, list)):
        return ('(%s)' if isinstance(v, tuple) else '[%s]') % ', '.join(canon(i) for i in v)
    if isinstance(v, dict):
        return '{%s}' % ', '.join('%s: %s' % (canon(k), canon(i)) for k, i in v.items())
    if isinstance(v, float):
        return number(v)
    return repr(v).split(' at 0x')[0]


if LIBRARY == 'torch':
    import torch
    import torch.nn.functional as F
    from torch import nn
    b1, u1, i1, i2, i4, i8 = torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64
    f2, bf, f4, f8 = torch.float16, torch.bfloat16, torch.float32, torch.float64
    torch.manual_seed(0)

    def T(dtype, *shape):
        n = 1
        for s in shape:
            n *= s
        if dtype == b1:
            values = [k % 3 == 0 for k in range(n)]
        elif dtype == u1:
            values = [k * 7 % 13 for k in range(n)]
        elif dtype in (i1, i2, i4, i8):
            values = [k * 7 % 13 - 4 for k in range(n)]
        else:
            values = [(k * 7 % 13 - 4) / 2 for k in range(n)]
        return torch.tensor(values, dtype=dtype).reshape(shape).to(DEVICE)

    def V(values, dtype=None):
        return torch.tensor(values, dtype=dtype).to(DEVICE)

    def L(*shape):
        return T(f4, *shape).requires_grad_()

    def canon(v):
        if isinstance(v, torch.Tensor):
            return '%s%s%s %s' % (str(v.dtype)[6:], list(v.shape), ' grad' if v.requires_grad else '', nested(v.tolist()))
        return plain(v)
elif LIBRARY == 'numpy':
    import numpy as np
    b1, u1, i1, i2, i4, i8 = np.bool_, np.uint8, np.int8, np.int16, np.int32, np.int64
    f2, f4, f8 = np.float16, np.float32, np.float64

    def T(dtype, *shape):
        n = 1
        for s in shape:
            n *= s
        if dtype == b1:
            values = [k % 3 == 0 for k in range(n)]
        elif dtype == u1:
            values = [k * 7 % 13 for k in range(n)]
        elif dtype in (i1, i2, i4, i8):
            values = [k * 7 % 13 - 4 for k in range(n)]
        else:
            values = [(k * 7 % 13 - 4) / 2 for k in range(n)]
        return np.array(values, dtype=dtype).reshape(shape)

    def canon(v):
        if isinstance(v, np.ndarray):
            return '%s%s %s' % (v.dtype, list(v.shape), nested(v.tolist()))
        if isinstance(v, np.generic):
            return '%s() %s' % (v.dtype, number(v.item()))
        return plain(v)
else:
    import mxnet as mx
    import numpy as np
    from mxnet import autograd, nd
    b1, u1, i1, i4, i8, f2, f4, f8 = 'bool', 'uint8', 'int8', 'int32', 'int64', 'float16', 'float32', 'float64'

    def T(dtype, *shape):
        n = 1
        for s in shape:
            n *= s
        if dtype == u1:
            values = [k * 7 % 13 for k in range(n)]
        elif dtype in (i1, i4, i8):
            values = [k * 7 % 13 - 4 for k in range(n)]
        else:
            values = [(k * 7 % 13 - 4) / 2 for k in range(n)]
        return nd.array(np.array(values, dtype=dtype).reshape(shape), dtype=dtype)

    def P(dtype, *shape):
        n = 1
        for s in shape:
            n *= s
        return mx.np.array(np.array([(k * 7 % 13 - 4) % 13 if dtype in ('uint8', 'bool') else k * 7 % 13 - 4 for k in range(n)], dtype=dtype).reshape(shape), dtype=dtype)

    def canon(v):
        if isinstance(v, nd.NDArray):
            a = v.asnumpy()
            return '%s%s%s %s' % ('np ' if isinstance(v, mx.np.ndarray) else '', a.dtype, list(a.shape), nested(a.tolist()))
        if isinstance(v, np.ndarray):
            return 'numpy %s%s %s' % (v.dtype, list(v.shape), nested(v.tolist()))
        if isinstance(v, np.generic):
            return '%s() %s' % (v.dtype, number(v.item()))
        return plain(v)


def answer(case):
    names = dict(globals())
    *statements, expression = case.split(' ; ')
    try:
        for each in statements:
            exec(each, names)
        return canon(eval(expression, names)).replace('\n', '|')
    except Exception as e:
        lines = [l for l in str(e).split('\n') if l.strip()] or ['']
        line = lines[0].strip()
        failed = [l.strip().split(': ', 1)[-1] for l in lines if 'inferring shapes failed' in l]
        if failed and LIBRARY == 'mxnet': # (what follows are the shapes that were known)
            line = failed[0]
        elif LIBRARY == 'mxnet' and line.startswith('Traceback (most recent') and len(lines) > 2: # (what follows are places in MXNet's sources, and then the words)
            line = lines[-1].strip().split(': ', 1)[-1]
        if LIBRARY == 'mxnet' and '] ' in line and '.cc:' in line: # (a time and a place in MXNet's sources)
            line = line.split(': ', 1)[1] if ': ' in line else line
        return '! %s: %s' % (type(e).__name__, line.split(' at 0x')[0])


def alone(case):
    """The answer of a child: MXNet hands an error of its engine's threads to whatever asks next, which must not be the next case."""
    sys.stdout.flush()
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(theirs, answer(case).encode()[:60000])
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, 'rb') as f:
        text = f.read().decode()
    os.waitpid(child, 0)
    return text or 'died'


def main():
    ask = alone if LIBRARY == 'mxnet' and sys.implementation.name == 'cpython' and 'perch' not in sys.version else answer
    with open(FILE) as f:
        for line in f:
            if line.startswith('#'):
                continue
            if LIBRARY == 'mxnet' and ask is answer: # (the same under perch, in one process)
                try:
                    nd.waitall()
                except Exception:
                    pass
            ANSWERS.write(ask(line.rstrip('\n').split(' ==> ')[0]).replace('\n', '|') + '\n')
            ANSWERS.flush()


main()

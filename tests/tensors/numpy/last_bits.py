# Functions that NumPy computes by formulas of its own, and sums of arrays that lie in another order, to the last bit: checksums of many, some in full.
import warnings
import zlib

import numpy as np


def spread(low, high, dtype, count=20000):
    steps = (np.arange(count, dtype=np.uint64) * np.uint64(0x9e3779b97f4a7c15) >> np.uint64(11)).astype(np.float64) / 2.0 ** 53
    return (steps * (high - low) + low).astype(dtype)


def told(name, x):
    print(name, x.dtype, x.shape, hex(zlib.crc32(np.ascontiguousarray(x).tobytes())))


single = {'exp': [(-110, 90), (-1, 1), (-88, -86), (88, 89)], 'log': [(0, 1), (0.5, 2), (0, 1e-38), (0, 1e30)],
          'sin': [(-10, 10), (-1e-3, 1e-3), (-7e4, 7e4)], 'cos': [(-10, 10), (-1e-3, 1e-3), (-7e4, 7e4)], 'tanh': [(-12, 12), (-1, 1), (-1e-4, 1e-4), (-1e6, 1e6)]}
for name, ranges in single.items():
    for ends in ranges:
        x = spread(*ends, 'float32')
        told(f'{name} {ends}', getattr(np, name)(x))
        told(f'{name} {ends} apart', getattr(np, name)(x[::-3]))
        told(f'{name} {ends} in few', np.concatenate([getattr(np, name)(x[i:i + 5]) for i in range(0, 500, 5)]))
for ends in single['tanh']:
    x = spread(*ends, 'float64')
    told(f'tanh {ends}', np.tanh(x))
    told(f'tanh {ends} into every second', np.tanh(x, out=np.zeros(2 * len(x))[::2]))
x = np.array([-2, -0.1, 0.3, 1.1, 4])
print(np.tanh(x), np.tanh(0.7), np.tanh(np.float32(0.7)), repr(np.exp(np.float32(1.1))), np.sin(np.float32(3.3)))
print(repr(np.tanh(x.astype('float32'))), repr(np.exp(x.astype('float32'))))
x = x.astype('float32')
np.exp(x, out=x)
print(repr(x))

# What has no ordinary answer, and what is said of it
odd = np.array([0, -0.0, np.inf, -np.inf, np.nan, 1e-40, 3e38, -3e38, 1, -1])
for dtype in ('float32', 'float64'):
    for name in ('exp', 'log', 'sin', 'cos', 'tanh'):
        if name in ('sin', 'cos') and dtype == 'float64':
            continue        # (the C library's)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter('always')
            x = odd.astype(dtype)
            if name in ('sin', 'cos'):
                x[6:8] = 2
            print(name, dtype, repr(getattr(np, name)(x)), sorted(str(w.message) for w in said))
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter('always')
    np.exp(np.array([1, np.nan, -200], 'float32')), np.log(np.array([1, np.nan, np.inf], 'float32')), np.sin(np.array([np.nan, 1], 'float32')), np.tanh(np.array([np.nan, 1e-310, 5]))
    print([str(w.message) for w in said])
with np.errstate(all='raise'):
    for call in (lambda: np.exp(np.float32(100)), lambda: np.log(np.zeros(3, 'float32')), lambda: np.cos(np.array([np.inf], 'float32')), lambda: np.exp(np.array([-100], 'float32')), lambda: np.exp(np.array([-200], 'float32'))):
        try:
            print(repr(call()))
        except FloatingPointError as e:
            print('FloatingPointError', e)

# Sums go along the operand's memory, and their results lie as it does
for dtype in ('float64', 'float32'):
    for shape in ((40, 50, 30), (2, 3, 4, 5), (3, 129, 3), (6, 7, 8)):
        x = spread(0.5, 1.5, dtype, int(np.prod(shape))).reshape(shape)
        for kind, a in (('turned', x.T), ('Fortran', np.asfortranarray(x)), ('swapped', x.swapaxes(0, 1)), ('backwards', x.T[::-1])):
            for axis in (0, 1, 2, (0, 2), (1, 2)):
                for keep in (False, True):
                    told(f'{kind} {shape} sum {axis} {keep}', a.sum(axis=axis, keepdims=keep))
                print([v // a.itemsize for v in a.sum(axis=axis).strides], [v // a.itemsize for v in a.max(axis=axis).strides])
                told(f'{kind} {shape} mean, std {axis}', np.stack([a.mean(axis=axis), a.std(axis=axis)]))

# A line through many points
x = np.arange(60000) / 60000
print(np.linalg.lstsq(np.stack([x, np.ones_like(x)], 1), 3 * x - 1, rcond=None)[0].round(10), np.polyfit(x, x * x, 2).round(10))
print(np.linalg.lstsq(np.ones((2, 9)), np.ones(2), rcond=None)[0])

import numpy as np


def show(make):
    try:
        print(make())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0])


# Padding that goes round more than once.
for n in (1, 2, 3, 4):
    for width in (1, 2, 3, 5, 9, (0, 7), (8, 0)):
        for mode in ('reflect', 'symmetric', 'wrap', 'edge'):
            show(lambda: (n, width, mode, np.pad(np.arange(1, n + 1), width, mode).tolist()))
a = np.arange(6).reshape(2, 3)
for mode in ('reflect', 'symmetric', 'wrap', 'edge', 'constant', 'maximum', 'minimum', 'mean', 'linear_ramp', 'empty'):
    show(lambda: np.pad(a, ((2, 1), (0, 4)), mode).shape)
    if mode != 'empty':
        show(lambda: np.pad(a, ((2, 1), (0, 4)), mode).tolist())
        show(lambda: np.pad(a * 1.5, 1, mode).tolist())
for more in ({'constant_values': 7}, {'constant_values': (1, 2)}, {'constant_values': ((1, 2), (3, 4))}):
    show(lambda: np.pad(a, 1, **more).tolist())
show(lambda: np.pad(a, 1, 'linear_ramp', end_values=9).tolist())
show(lambda: np.pad(a, -1))
show(lambda: np.pad(a, 1, 'sideways'))
# Every ufunc of two folds, along each axis.
m = np.array([[5, 3, 2], [4, 2, 1], [12, 8, 6]])
for f in (np.add, np.subtract, np.multiply, np.divide, np.floor_divide, np.power, np.remainder, np.maximum, np.minimum, np.fmax, np.fmin, np.logical_and, np.logical_or, np.logical_xor, np.bitwise_and, np.bitwise_or, np.bitwise_xor,
          np.gcd, np.lcm, np.hypot, np.left_shift, np.right_shift, np.copysign, np.logaddexp, np.fmod):
    x = m if f is not np.power else np.array([[2, 3, 1], [1, 2, 2], [2, 1, 1]])
    for more in ({}, {'axis': 1}, {'axis': -1, 'keepdims': True}, {'axis': 0, 'keepdims': True}, {'axis': None}, {'axis': None, 'keepdims': True}, {'axis': (0, 1)}, {'initial': 2}, {'axis': 1, 'where': m > 2, 'initial': 1}):
        show(lambda: (f.__name__, {k: v for k, v in more.items() if k not in ('where', 'out')}, np.round(np.asarray(f.reduce(x, **more), float), 6).tolist()))
    show(lambda: np.round(np.asarray(f.accumulate(x, 1), float), 6).tolist())
    show(lambda: np.round(np.asarray(f.outer([7, 2], [3, 1, 2]), float), 6).tolist())
    show(lambda: np.round(np.asarray(f.reduceat(x, [0, 2], 1), float), 6).tolist())
# Numbers that are nearly real.
for z in (np.array([1 + 1e-15j, 2]), np.array([1 + 4e-14j]), np.array([1 + 1e-12j]), np.array([1 + 1.5e-16j]), np.array([1 + 1e-6j], np.complex64), np.array([1.5, 2]), np.array([1 + 1j])):
    for tol in (100, 1, 1.5, 2, 3, 0.5, 1e-3, 1000):
        show(lambda: (np.real_if_close(z, tol).dtype, np.real_if_close(z, tol=tol).shape))

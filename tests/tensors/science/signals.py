"""scipy.signal and scipy.interpolate: convolutions in every mode, values between given ones."""
import numpy as np
from scipy import interpolate, signal


def show(name, value, digits=7):
    print(name, (np.round(np.asarray(value), digits) + 0.0).tolist())


rng = np.random.RandomState(0)
a, b, P, K = rng.randn(7), rng.randn(3), rng.randint(0, 9, (4, 5)), np.array([[0, 1, 2], [3, 4, 5]])
for mode in ('full', 'same', 'valid'):
    show(mode, signal.convolve(a, b, mode))
    show(mode, signal.convolve(b, a, mode))
    show(mode, signal.correlate(a, b, mode))
    show(mode, signal.fftconvolve(a, b, mode))
    show(mode, signal.convolve(P, K, mode))
    show(mode, signal.convolve2d(P, K, mode))
    show(mode, signal.correlate2d(P, K, mode))
    show(mode, signal.convolve2d(P, K, mode, boundary='symm'))
    show(mode, signal.convolve2d(P, K, mode, boundary='wrap'))
    show(mode, signal.convolve2d(P, K, mode, fillvalue=2))
show('complex', signal.convolve([1, 2j], [1, 1j]))
wide = np.arange(42.).reshape(6, 7) % 5
for other in (wide[:5, 1:], wide[:2, :3], wide[::-1], (wide[1:] % 3).astype(int)):          # (few results, or few elements of the smaller one)
    show('valid', signal.correlate2d(wide, other, 'valid'))
    show('valid', signal.convolve2d(other, wide, 'valid'))
    show('valid', signal.convolve(wide * 1j, other, 'valid'))
    show('valid', signal.correlate(wide, other, 'valid'))
print(signal.convolve(P, K).dtype, signal.convolve(np.ones(2000), np.ones(1000)).max().round(6), signal.convolve2d(np.ones((3, 3), 'float32'), np.ones((2, 2), 'float32')).dtype)
x = np.array([0, 1, 2.5, 4, 5])
y, Y = np.sin(x), np.stack([np.sin(x), x ** 2])
at = np.array([0, 0.5, 1, 2.2, 3.25, 4.99, 5])
for kind in ('linear', 'nearest', 'nearest-up', 'previous', 'next', 'cubic', 'slinear'):
    show(kind, interpolate.interp1d(x, y, kind=kind)(at))
    show(kind, interpolate.interp1d(x, Y, kind=kind)([[0.5], [3]]))
show('fill', interpolate.interp1d(x, y, fill_value='extrapolate')([-1, 6]))
show('fill', interpolate.interp1d(x, y, bounds_error=False, fill_value=(7, 8))([-1, 2.5, 6]))
print(interpolate.interp1d(x, y, bounds_error=False)([-1, 1]))
show('unsorted', interpolate.interp1d([3, 1, 2], [9, 1, 4])(1.5))
for ends in ('not-a-knot', 'natural', 'clamped'):
    s = interpolate.CubicSpline(x, y, bc_type=ends)
    show(ends, s(at))
    show(ends, s(at, 1))
show('three', interpolate.CubicSpline([0, 1, 3], [1, 0, 2])([0.5, 2]))
for call in (lambda: signal.convolve(a, P), lambda: signal.convolve(a, b, 'no'), lambda: signal.convolve2d(a, b), lambda: interpolate.interp1d(x, y)(6), lambda: interpolate.interp1d(x, y)(-1.5), lambda: interpolate.interp1d(x, y[:3]),
             lambda: interpolate.CubicSpline([0, 0, 1], [1, 2, 3]), lambda: interpolate.interp1d(x, y, kind='no')):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)

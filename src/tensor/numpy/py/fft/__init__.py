"""Discrete Fourier transforms: each is one of core's along one axis after another; those of real numbers keep or take half of the frequencies."""
from _numpy import _says
import _tensor
from .. import arange, asarray, concatenate, conjugate, empty, integer, take, zeros

__all__ = "fft ifft rfft irfft hfft ihfft fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn fftfreq rfftfreq fftshift ifftshift".split()


def _axis(a, axis):
    if not -a.ndim <= axis < a.ndim:
        raise IndexError("tuple index out of range")
    return axis % a.ndim


def _scale(n, norm, inverse):
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError('Invalid norm value %s; should be "backward","ortho" or "forward".' % (norm,))
    if norm == "ortho":
        return n ** -0.5
    return 1 / n if inverse == (norm != "forward") else 1.0


def _one(a, n, axis, norm, inverse):
    a = asarray(a)
    axis = _axis(a, axis)
    n = a.shape[axis] if n is None else n.__index__()
    if n < 1:
        raise ValueError(_says("FFT_POINTS", n))
    return _tensor.op("fft", 2, (a,), axis=axis, length=n, inverse=inverse, scale=_scale(n, norm, inverse))


def fft(a, n=None, axis=-1, norm=None):
    return _one(a, n, axis, norm, False)


def ifft(a, n=None, axis=-1, norm=None):
    return _one(a, n, axis, norm, True)


def rfft(a, n=None, axis=-1, norm=None):
    a = asarray(a)
    if a.dtype.kind == "c":
        from .._methods import discard
        a = discard(a)
    made = _one(a, n, axis, norm, False)
    return take(made, arange(made.shape[axis] // 2 + 1), axis)


def _whole(a, n, axis):
    """All n frequencies of a real sequence from the first half of them."""
    half = n // 2 + 1
    if a.shape[axis] < half:
        shape = list(a.shape)
        shape[axis] = half - a.shape[axis]
        a = concatenate([a, zeros(shape, a.dtype)], axis)
    a = take(a, arange(half), axis).astype(complex)
    edges = [slice(None)] * a.ndim
    for k in (0, half - 1)[:2 if n % 2 == 0 else 1]:
        edges[axis] = k
        a.imag[tuple(edges)] = 0
    return concatenate([a, conjugate(take(a, arange((n - 1) // 2, 0, -1), axis))], axis)


def irfft(a, n=None, axis=-1, norm=None):
    a = asarray(a)
    axis = _axis(a, axis)
    n = 2 * (a.shape[axis] - 1) if n is None else n.__index__()
    if n < 1:
        raise ValueError(_says("FFT_POINTS", n))
    return _one(_whole(a, n, axis), n, axis, norm, True).real.copy()


_OTHER = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


def hfft(a, n=None, axis=-1, norm=None):
    a = asarray(a)
    n = 2 * (a.shape[_axis(a, axis)] - 1) if n is None else n
    return irfft(conjugate(a), n, axis, _OTHER.get(norm, norm))


def ihfft(a, n=None, axis=-1, norm=None):
    return conjugate(rfft(a, n, axis, _OTHER.get(norm, norm)))


def _sizes(a, s, axes, inverse_real=False):
    if s is None:
        s = list(a.shape) if axes is None else [a.shape[_axis(a, k)] for k in axes]
        if inverse_real and s:
            s[-1] = (s[-1] - 1) * 2
    s = list(s)
    axes = list(range(-len(s), 0)) if axes is None else list(axes)
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    return s, axes


def _many(a, s, axes, norm, inverse):
    a = asarray(a)
    s, axes = _sizes(a, s, axes)
    for k in reversed(range(len(axes))):
        a = _one(a, s[k], axes[k], norm, inverse)
    return a


def fftn(a, s=None, axes=None, norm=None):
    return _many(a, s, axes, norm, False)


def ifftn(a, s=None, axes=None, norm=None):
    return _many(a, s, axes, norm, True)


def fft2(a, s=None, axes=(-2, -1), norm=None):
    return _many(a, s, axes, norm, False)


def ifft2(a, s=None, axes=(-2, -1), norm=None):
    return _many(a, s, axes, norm, True)


def rfftn(a, s=None, axes=None, norm=None):
    s, axes = _sizes(asarray(a), s, axes)
    return _many(rfft(a, s[-1], axes[-1], norm), s[:-1], axes[:-1], norm, False)


def rfft2(a, s=None, axes=(-2, -1), norm=None):
    return rfftn(a, s, axes, norm)


def irfftn(a, s=None, axes=None, norm=None):
    s, axes = _sizes(asarray(a), s, axes, True)
    return irfft(_many(a, s[:-1], axes[:-1], norm, True), s[-1], axes[-1], norm)


def irfft2(a, s=None, axes=(-2, -1), norm=None):
    return irfftn(a, s, axes, norm)


def fftfreq(n, d=1.0):
    if not isinstance(n, (int, integer)):
        raise ValueError(_says("FFT_INTEGER"))
    half, made = (n - 1) // 2 + 1, empty(n, int)
    made[:half] = arange(half)
    made[half:] = arange(-(n // 2), 0)
    return made * (1.0 / (n * d))


def rfftfreq(n, d=1.0):
    if not isinstance(n, (int, integer)):
        raise ValueError(_says("FFT_INTEGER"))
    return arange(n // 2 + 1) * (1.0 / (n * d))


def _shift(x, axes, back):
    from .. import roll
    x = asarray(x)
    axes = tuple(range(x.ndim)) if axes is None else (axes,) if isinstance(axes, (int, integer)) else tuple(axes)
    return roll(x, tuple(-(x.shape[k] // 2) if back else x.shape[k] // 2 for k in axes), axes)


def fftshift(x, axes=None):
    return _shift(x, axes, False)


def ifftshift(x, axes=None):
    return _shift(x, axes, True)

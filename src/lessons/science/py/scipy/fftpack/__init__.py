"""The older Fourier transforms: scipy.fft's with these arguments, real ones packed in one row, derivatives and shifts of periodic sequences."""
import numpy as _np

from numpy.fft import fftfreq, fftshift, ifftshift
from scipy import fft as _fft
from scipy.fft import next_fast_len


def fft(x, n=None, axis=-1, overwrite_x=False):
    return _fft.fft(x, n, axis)


def ifft(x, n=None, axis=-1, overwrite_x=False):
    return _fft.ifft(x, n, axis)


def fft2(x, shape=None, axes=(-2, -1), overwrite_x=False):
    return _fft.fft2(x, shape, axes)


def ifft2(x, shape=None, axes=(-2, -1), overwrite_x=False):
    return _fft.ifft2(x, shape, axes)


def fftn(x, shape=None, axes=None, overwrite_x=False):
    return _fft.fftn(x, shape, axes)


def ifftn(x, shape=None, axes=None, overwrite_x=False):
    return _fft.ifftn(x, shape, axes)


def rfft(x, n=None, axis=-1, overwrite_x=False):
    """Of real numbers, packed: y(0), Re y(1), Im y(1), Re y(2) …"""
    x = _np.asarray(x)
    if _np.iscomplexobj(x):
        raise TypeError('x must be a real sequence')
    n = x.shape[axis] if n is None else n
    whole = _np.moveaxis(_fft.rfft(x, n, axis), axis, -1)
    made = _np.empty((*whole.shape[:-1], n), dtype=whole.real.dtype)
    made[..., 0], made[..., 1::2], made[..., 2::2] = whole[..., 0].real, whole[..., 1:].real, whole[..., 1:(n + 1) // 2].imag
    return _np.moveaxis(made, -1, axis)


def irfft(x, n=None, axis=-1, overwrite_x=False):
    """The way back from what rfft packs."""
    x = _np.moveaxis(_np.asarray(x), axis, -1)
    if _np.iscomplexobj(x):
        raise TypeError('x must be a real sequence')
    n = x.shape[-1] if n is None else n
    x = x[..., :n] if x.shape[-1] >= n else _np.concatenate([x, _np.zeros((*x.shape[:-1], n - x.shape[-1]))], -1)
    whole = _np.zeros((*x.shape[:-1], n // 2 + 1), dtype=complex)
    whole[..., 0] = x[..., 0]
    whole[..., 1:] = x[..., 1::2]
    whole[..., 1:(n + 1) // 2] += 1j * x[..., 2::2]
    return _np.moveaxis(_fft.irfft(whole, n), -1, axis)


def rfftfreq(n, d=1.0):
    """The frequencies of what rfft packs."""
    n = int(n)
    if n < 0:
        raise ValueError(f'n = {n} is not valid. n must be a nonnegative integer.')
    return (_np.arange(1, n + 1, dtype=int) // 2) / float(n * d)


def dct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    return _fft.dct(x, type, n, axis, norm)


def idct(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    return _unscaled(_fft.dct, x, type, n, axis, norm)


def dst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    return _fft.dst(x, type, n, axis, norm)


def idst(x, type=2, n=None, axis=-1, norm=None, overwrite_x=False):
    return _unscaled(_fft.dst, x, type, n, axis, norm)


def _unscaled(transform, x, kind, n, axis, norm):
    """The transform of the type that undoes a type: nothing is divided here."""
    if kind not in (1, 2, 3, 4):
        raise ValueError(f"Unknown type specified: {kind!r}")
    return transform(x, {1: 1, 2: 3, 3: 2, 4: 4}[kind], n, axis, norm)


def dctn(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
    return _fft.dctn(x, type, shape, axes, norm)


def idctn(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
    return _fft.dctn(x, {2: 3, 3: 2}.get(type, type), shape, axes, norm)


def dstn(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
    return _fft.dstn(x, type, shape, axes, norm)


def idstn(x, type=2, shape=None, axes=None, norm=None, overwrite_x=False):
    return _fft.dstn(x, {2: 3, 3: 2}.get(type, type), shape, axes, norm)


def _multiplied(x, by, still=0, fastest=0):
    """A periodic sequence whose coefficients are multiplied, each wave's by a number of its own; still, fastest: the mean's, and that of the wave which changes sign at each place."""
    x = _np.asarray(x)
    if _np.iscomplexobj(x):
        return _multiplied(x.real, by, still, fastest) + 1j * _multiplied(x.imag, by, still, fastest)
    n = len(x)
    k = _np.concatenate([_np.arange((n + 1) // 2), _np.arange(-(n // 2), 0)]).astype(float)
    with _np.errstate(divide='ignore', invalid='ignore'):
        factors = _np.where(k == 0, still, by(k))
    if n % 2 == 0:
        factors[n // 2] = fastest(n // 2) if callable(fastest) else fastest
    return _np.fft.ifft(_np.fft.fft(x) * factors).real


def diff(x, order=1, period=None):
    """The derivative, or with a negative order the integral, of a periodic sequence."""
    if order == 0:
        return _np.asarray(x)
    step = 1j if period is None else 1j * 2 * _np.pi / period
    return _multiplied(x, lambda k: (step * k) ** order)


def hilbert(x):
    return _multiplied(x, lambda k: 1j * _np.sign(k))


def ihilbert(x):
    return -hilbert(x)


def tilbert(x, h, period=None):
    """Hilbert's transform on a strip as high as h."""
    h = h * 2 * _np.pi / period if period is not None else h
    return _multiplied(x, lambda k: 1j / _np.tanh(k * h))


def itilbert(x, h, period=None):
    h = h * 2 * _np.pi / period if period is not None else h
    return _multiplied(x, lambda k: -1j * _np.tanh(k * h))


def shift(x, a, period=None):
    """A periodic sequence moved by a."""
    a = a * 2 * _np.pi / period if period is not None else a
    return _multiplied(x, lambda k: _np.exp(1j * a * k), 1, lambda k: _np.cos(a * k) + _np.sin(a * k))


__all__ = ['dct', 'dctn', 'diff', 'dst', 'dstn', 'fft', 'fft2', 'fftfreq', 'fftn', 'fftshift', 'hilbert', 'idct', 'idctn', 'idst', 'idstn', 'ifft', 'ifft2', 'ifftn', 'ifftshift', 'ihilbert', 'irfft',
           'itilbert', 'next_fast_len', 'rfft', 'rfftfreq', 'shift', 'tilbert']

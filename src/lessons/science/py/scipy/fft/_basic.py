"""Fourier transforms: numpy.fft's, with scipy's keywords and dtypes."""
import contextlib

import numpy as np
import numpy.fft as _fft

_SINGLE = {np.dtype('complex128'): np.complex64, np.dtype('float64'): np.float32}


def _kept(x, made):
    """Single precision of single precision."""
    if np.asarray(x).dtype in (np.float16, np.float32, np.complex64):
        return made.astype(_SINGLE[made.dtype])
    return made


def _of_reals(half, n, axis, back):
    """The whole transform of real numbers along an axis from its first half: what lies behind is the other's conjugate, and of what stands opposite itself the imaginary part is -0."""
    half = np.moveaxis(half.conj() if back else half, axis, -1)
    whole = np.concatenate([half, half[..., (n - 1) // 2:0:-1].conj()], axis=-1)
    for opposite in {0, n // 2 if n % 2 == 0 else 0}:
        whole[..., opposite].imag[...] = -0.0
    return np.moveaxis(whole, -1, axis)


def _one(name, real=False):
    plain = getattr(_fft, name)

    def transform(x, n=None, axis=-1, norm=None, overwrite_x=False, workers=None, *, plan=None):
        x = np.asarray(x)
        if real and np.iscomplexobj(x):
            raise TypeError('x must be a real sequence')
        if n is not None and n < 1 or not x.shape or not x.shape[axis]:
            raise ValueError(f'invalid number of data points ({n if n is not None else x.shape[axis] if x.shape else 0}) specified')
        if name in ('fft', 'ifft') and x.dtype.kind in 'fiub':
            n = x.shape[axis] if n is None else n
            turned = norm if name == 'fft' else {None: 'forward', 'backward': 'forward', 'forward': 'backward'}.get(norm, norm)
            return _kept(x, _of_reals(_fft.rfft(x, n, axis, turned), n, axis, name == 'ifft'))
        return _kept(x, plain(x, n, axis, norm))
    transform.__name__ = transform.__qualname__ = name
    return transform


def _many(name, axes, real=False):
    plain = getattr(_fft, name)

    def transform(x, s=None, axes=axes, norm=None, overwrite_x=False, workers=None, *, plan=None):
        x = np.asarray(x)
        if real and np.iscomplexobj(x):
            raise TypeError('x must be a real sequence')
        if s is not None and axes is None:          # (scipy's of a shape alone: the last axes)
            axes = tuple(range(x.ndim - len(s), x.ndim))
        return _kept(x, plain(x, s, axes, norm))
    transform.__name__ = transform.__qualname__ = name
    return transform


fft, ifft, rfft, irfft, hfft, ihfft = _one('fft'), _one('ifft'), _one('rfft', True), _one('irfft'), _one('hfft'), _one('ihfft', True)
fft2, ifft2, rfft2, irfft2 = _many('fft2', (-2, -1)), _many('ifft2', (-2, -1)), _many('rfft2', (-2, -1), True), _many('irfft2', (-2, -1))
fftn, ifftn, rfftn, irfftn = _many('fftn', None), _many('ifftn', None), _many('rfftn', None, True), _many('irfftn', None)


def next_fast_len(target, real=False):
    """The next number that is a product of small primes: of 2, 3 and 5, and for complex transforms 7 and 11."""
    if target < 1:
        raise ValueError('Target length must be positive')
    primes = (2, 3, 5) if real else (2, 3, 5, 7, 11)
    while True:
        left = target
        for prime in primes:
            while left % prime == 0:
                left //= prime
        if left == 1:
            return target
        target += 1


_workers = [1]


def get_workers():
    return _workers[-1]


@contextlib.contextmanager
def set_workers(workers):
    """How many threads a transform may use; perch's use one."""
    _workers.append(int(workers))
    try:
        yield
    finally:
        _workers.pop()

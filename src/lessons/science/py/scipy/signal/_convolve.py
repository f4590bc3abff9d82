"""Sums of shifted products, directly where one side is small and by Fourier's transform where both are large."""
import numpy as np

_MODES = ('full', 'same', 'valid')


def _checked(a, b, mode):
    if mode not in _MODES:
        raise ValueError(f"Acceptable mode flags are 'valid', 'same', or 'full', not mode={mode}")
    if a.ndim != b.ndim:
        raise ValueError('volume and kernel should have the same dimensionality')
    if mode == 'valid':
        larger = all(m >= n for m, n in zip(a.shape, b.shape))
        if not larger and not all(m <= n for m, n in zip(a.shape, b.shape)):
            raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")
        return (a, b) if larger else (b, a)
    return a, b


def _cut(full, shape, other, mode, late=0):
    if mode == 'full':
        return full
    wanted = shape if mode == 'same' else tuple(m - n + 1 for m, n in zip(shape, other))
    starts = [(have - want + late) // 2 for have, want in zip(full.shape, wanted)]
    return full[tuple(slice(start, start + want) for start, want in zip(starts, wanted))]


def _shifted(a, b):
    """The full convolution, a row for each of b's elements."""
    found = np.zeros([m + n - 1 for m, n in zip(a.shape, b.shape)], dtype=np.result_type(a, b))
    if b.size > a.size:
        a, b = b, a
    for at in np.ndindex(*b.shape):
        found[tuple(slice(start, start + m) for start, m in zip(at, a.shape))] += a * b[at]
    return found


def _within(large, small):
    """Where the small one lies wholly in the large one: a row for each element of the small one, or of the result if it has fewer."""
    wanted = tuple(m - n + 1 for m, n in zip(large.shape, small.shape))
    found, turned = np.zeros(wanted, dtype=np.result_type(large, small)), small[(slice(None, None, -1),) * small.ndim]
    if found.size < small.size:
        for at in np.ndindex(*wanted):
            found[at] = (large[tuple(slice(start, start + n) for start, n in zip(at, small.shape))] * turned).sum()
        return found
    for at in np.ndindex(*small.shape):
        found += large[tuple(slice(start, start + n) for start, n in zip(at, wanted))] * turned[at]
    return found


def _transformed(a, b):
    shape = [m + n - 1 for m, n in zip(a.shape, b.shape)]
    kind = np.result_type(a, b)
    if np.iscomplexobj(a) or np.iscomplexobj(b):
        found = np.fft.ifftn(np.fft.fftn(a, shape) * np.fft.fftn(b, shape))
    else:
        found = np.fft.irfftn(np.fft.rfftn(a, shape) * np.fft.rfftn(b, shape), shape)
    return found.astype(kind) if np.issubdtype(kind, np.inexact) else np.around(found).astype(kind)


def convolve(in1, in2, mode='full', method='auto'):
    a, b = np.asarray(in1), np.asarray(in2)
    if a.ndim == b.ndim == 0:
        return a * b
    large, small = _checked(a, b, mode)
    if method not in ('auto', 'direct', 'fft'):
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")
    fast = method == 'fft' or method == 'auto' and min(a.size, b.size) > 500 and np.issubdtype(np.result_type(a, b), np.inexact)
    if not fast and a.ndim == 1 and a.size and b.size:
        return _cut(np.convolve(large, small), large.shape, small.shape, mode)
    if mode == 'valid' and not fast and small.size:
        return _within(large, small)
    return _cut((_transformed if fast else _shifted)(large, small), large.shape, small.shape, mode)


def fftconvolve(in1, in2, mode='full', axes=None):
    a, b = np.asarray(in1), np.asarray(in2)
    if axes is not None:
        raise NotImplementedError("scipy has fftconvolve along axes, perch's scipy has not")
    if a.ndim != b.ndim:
        raise ValueError('in1 and in2 should have the same dimensionality')
    if not a.size or not b.size:
        return np.array([])
    large, small = _checked(a, b, mode)
    found = _transformed(*(each if np.issubdtype(each.dtype, np.inexact) else each.astype(float) for each in (large, small)))
    return _cut(found, large.shape, small.shape, mode)


def correlate(in1, in2, mode='full', method='auto'):
    """in2 moved over in1: the convolution with in2 turned around."""
    a, b = np.asarray(in1), np.asarray(in2)
    if a.ndim == b.ndim == 0:
        return a * b.conj()
    turned = b[(slice(None, None, -1),) * b.ndim].conj()
    if mode == 'valid' and a.shape != b.shape and all(m <= n for m, n in zip(a.shape, b.shape)):
        found = convolve(a, turned, 'valid', method)
        return found
    return convolve(a, turned, mode, method)


_BORDERS = {'fill': 'constant', 'wrap': 'wrap', 'symm': 'symmetric'}


def convolve2d(in1, in2, mode='full', boundary='fill', fillvalue=0):
    return _two(in1, in2, mode, boundary, fillvalue, 0)


def _two(in1, in2, mode, boundary, fillvalue, late):
    """late: of an even side the later middle is the middle."""
    a, b = np.asarray(in1), np.asarray(in2)
    if not a.ndim == b.ndim == 2:
        raise ValueError('convolve2d inputs must both be 2-D arrays')
    if boundary not in _BORDERS:
        raise ValueError("Acceptable boundary flags are 'fill', 'circular' (or 'wrap'), and 'symmetric' (or 'symm').")
    large, small = _checked(a, b, mode)
    if mode == 'valid' and small.size:
        return _within(large, small)
    if mode == 'valid' or boundary == 'fill' and not fillvalue:
        return _cut(_shifted(large, small), large.shape, small.shape, mode, late)
    around = [(n - 1, n - 1) for n in small.shape]
    more = {'constant_values': fillvalue} if boundary == 'fill' else {}
    full = _cut(_shifted(np.pad(large, around, _BORDERS[boundary], **more), small), tuple(m + 2 * (n - 1) for m, n in zip(large.shape, small.shape)), small.shape, 'valid')
    return _cut(full, large.shape, small.shape, mode, late)


def correlate2d(in1, in2, mode='full', boundary='fill', fillvalue=0):
    a, b = np.asarray(in1), np.asarray(in2)
    if not a.ndim == b.ndim == 2:
        raise ValueError('correlate2d inputs must both be 2-D arrays')
    return _two(a, b[::-1, ::-1].conj(), mode, boundary, fillvalue, 1 if mode == 'same' else 0)

"""Signals at other rates, taken apart and put together: upfirdn, decimate, deconvolve, residues; Wiener's filter, medians of pictures, chirp-z transforms, splines."""
import numpy as np

from scipy.signal._convolve import convolve, correlate, fftconvolve
from scipy.signal._filters import cheby1, firwin, sosfilt, sosfiltfilt, zpk2sos
from scipy.signal._lines import lfilter


def upfirdn(h, x, up=1, down=1, axis=-1, mode='constant', cval=0):
    """Zeros put between, filtered, and each down-th kept."""
    x, h = np.moveaxis(np.asarray(x), axis, -1), np.asarray(h)
    if h.ndim != 1 or h.size == 0:
        raise ValueError('h must be 1-D with non-zero length')
    if up < 1 or down < 1:
        raise ValueError('Both up and down must be >= 1')
    wide = np.zeros((*x.shape[:-1], (x.shape[-1] - 1) * up + 1), np.result_type(x, h, float))
    wide[..., ::up] = x
    many = wide.shape[-1] + len(h) - 1
    if len(h) > 64 and wide.shape[-1] > 64:
        made = fftconvolve(wide, h.reshape((1,) * (wide.ndim - 1) + (-1,)), axes=-1) if wide.ndim > 1 else fftconvolve(wide, h)
    else:
        made = np.apply_along_axis(lambda row: np.convolve(row, h), -1, wide)
    return np.moveaxis(made[..., :many:down], -1, axis)


def resample_poly(x, up, down, axis=0, window=('kaiser', 5.0), padtype='constant', cval=None):
    """In up / down times as many samples, by a filter without feedback."""
    import math
    x = np.asarray(x)
    if up != int(up) or down != int(down):
        raise ValueError('up must be an integer' if up != int(up) else 'down must be an integer')
    up, down = int(up), int(down)
    if up < 1 or down < 1:
        raise ValueError('up and down must be >= 1')
    common = math.gcd(up, down)
    up, down = up // common, down // common
    if up == down == 1:
        return x.copy()
    n_in = x.shape[axis]
    n_out = -(-n_in * up // down)
    if isinstance(window, (list, np.ndarray)):
        h = np.array(window, dtype=float)
        half = (h.size - 1) // 2
    else:
        most = max(up, down)
        half = 10 * most
        h = firwin(2 * half + 1, 1.0 / most, window=window)
    h = h * up
    before = down - half % down
    after, removed = 0, (half + before) // down
    while -(-((n_in - 1) * up + len(h) + before + after) // down) < n_out + removed:
        after += 1
    h = np.concatenate([np.zeros(before), h, np.zeros(after)])
    rows = np.moveaxis(x, axis, -1)
    ground = None
    if padtype in ('mean', 'median', 'minimum', 'maximum'):
        ground = {'mean': np.mean, 'median': np.median, 'minimum': np.amin, 'maximum': np.amax}[padtype](rows, axis=-1, keepdims=True)
        rows = rows - ground
    elif padtype == 'line':
        slope = (rows[..., -1:] - rows[..., :1]) / (n_in - 1)
        rows = rows - (rows[..., :1] + slope * np.arange(n_in))
    made = upfirdn(h, rows, up, down)[..., removed:removed + n_out]
    if ground is not None:
        made = made + ground
    elif padtype == 'line':
        line = np.moveaxis(x, axis, -1)
        made = made + line[..., :1] + slope * np.arange(n_out) * down / up
    return np.moveaxis(made, -1, axis)


def decimate(x, q, n=None, ftype='iir', axis=-1, zero_phase=True):
    """Each q-th sample of a signal whose high part is gone."""
    x = np.asarray(x)
    if ftype == 'fir':
        n = 20 * q if n is None else n
        b = firwin(n + 1, 1.0 / q, window='hamming')
        if zero_phase:
            return resample_poly(x, 1, q, axis=axis, window=b)
        rows = np.moveaxis(x, axis, -1)
        return np.moveaxis(upfirdn(b, rows, 1, q)[..., :-(-rows.shape[-1] // q)], -1, axis)
    if ftype != 'iir':
        if not hasattr(ftype, 'to_zpk'):
            raise ValueError('invalid ftype')
        z, p, k = ftype.to_zpk()._parts()
    else:
        z, p, k = cheby1(8 if n is None else n, 0.05, 0.8 / q, output='zpk')
    sos = zpk2sos(z, p, k)
    y = sosfiltfilt(sos, x, axis=axis) if zero_phase else sosfilt(sos, x, axis=axis)
    return y[tuple(slice(None, None, q) if i == axis % x.ndim else slice(None) for i in range(x.ndim))]


def deconvolve(signal, divisor):
    """(quotient, remainder)."""
    num, den = np.atleast_1d(signal), np.atleast_1d(divisor)
    if num.ndim > 1 or den.ndim > 1:
        raise ValueError('signal must be 1-D.' if num.ndim > 1 else 'divisor must be 1-D.')
    n, d = len(num), len(den)
    if d > n:
        return np.array([]), num
    start = np.zeros(n - d + 1, float)
    start[0] = 1
    quotient = lfilter(num, den, start)
    return quotient, num - convolve(den, quotient, mode='full')


def correlation_lags(in1_len, in2_len, mode='full'):
    """By how many samples each value of a correlation is moved."""
    if mode == 'full':
        return np.arange(-in2_len + 1, in1_len)
    if mode == 'same':
        lags = np.arange(-in2_len + 1, in1_len)
        middle, half = lags.size // 2, in1_len // 2
        return lags[middle - half:middle + half + in1_len % 2]
    if mode == 'valid':
        return np.arange(in1_len - in2_len + 1) if in1_len >= in2_len else np.arange(in1_len - in2_len, 1)
    raise ValueError(f'Mode {mode} is invalid')


def choose_conv_method(in1, in2, mode='full', measure=False):
    """'fft' where that is quicker, else 'direct'."""
    in1, in2 = np.asarray(in1), np.asarray(in2)
    exact = all(each.dtype.kind in 'bui' for each in (in1, in2))
    if exact and np.abs(in1).max(initial=0) * float(np.abs(in2).max(initial=0)) * min(in1.size, in2.size) > 2 ** 52:
        return 'direct'
    size = np.prod([a + b - 1 for a, b in zip(in1.shape, in2.shape)])
    found = 'fft' if in1.size * in2.size > 10 * size * np.log2(max(size, 2)) else 'direct'
    return (found, {'fft': 0.0, 'direct': 0.0}) if measure else found


def oaconvolve(in1, in2, mode='full', axes=None):
    """fftconvolve, of long signals piece by piece."""
    return fftconvolve(in1, in2, mode, axes)


def hilbert2(x, N=None):
    """The analytic signal of a picture."""
    x = np.atleast_2d(x)
    if x.ndim > 2:
        raise ValueError('x must be 2-D.')
    if np.iscomplexobj(x):
        raise ValueError('x must be real.')
    shape = x.shape if N is None else (N, N) if isinstance(N, int) else N
    found = np.fft.fft2(x, shape)
    weights = []
    for n in shape:
        h = np.zeros(n)
        h[0] = 1
        h[1:(n + 1) // 2] = 2
        if n % 2 == 0:
            h[n // 2] = 1
        weights.append(h)
    return np.fft.ifft2(found * weights[0][:, None] * weights[1])


def wiener(im, mysize=None, noise=None):
    """Less noise where nothing but noise varies."""
    im = np.asarray(im)
    size = np.asarray((3,) * im.ndim if mysize is None else mysize)
    size = np.repeat(size.item(), im.ndim) if size.shape == () else size
    ones, many = np.ones(size), float(np.prod(size))
    mean = correlate(im, ones, 'same') / many
    var = correlate(im ** 2, ones, 'same') / many - mean ** 2
    noise = np.mean(np.ravel(var)) if noise is None else noise
    with np.errstate(divide='ignore', invalid='ignore'):
        made = (im - mean) * (1 - noise / var) + mean
    return np.where(var < noise, mean, made)


def order_filter(a, domain, rank):
    """The rank-th of the values that domain picks around each place, zeros beyond the edge."""
    domain = np.asarray(domain)
    if any(n % 2 != 1 for n in domain.shape):
        raise ValueError('Each dimension of domain argument should have an odd number of elements.')
    from scipy.ndimage import rank_filter
    return rank_filter(np.asarray(a), rank, footprint=domain, mode='constant')


def medfilt2d(input, kernel_size=3):
    """Medians of a picture, zeros beyond the edge."""
    image, size = np.asarray(input), np.broadcast_to(kernel_size, 2)
    if np.any(size % 2 != 1):
        raise ValueError('Each element of kernel_size should be odd.')
    return order_filter(image, np.ones(size), int(np.prod(size) // 2))


def unique_roots(p, tol=1e-3, rtype='min'):
    """(roots that differ, how often each is there)."""
    reduce = {'max': np.max, 'maximum': np.max, 'min': np.min, 'minimum': np.min, 'avg': np.mean, 'mean': np.mean}
    if rtype not in reduce:
        raise ValueError("`rtype` must be one of {'max', 'maximum', 'min', 'minimum', 'avg', 'mean'}")
    p = np.asarray(p)
    used, unique, count = np.zeros(len(p), dtype=bool), [], []
    for i in range(len(p)):
        if used[i]:
            continue
        group = np.flatnonzero(~used & (np.abs(p - p[i]) <= tol))
        unique.append(reduce[rtype](p[group]))
        count.append(len(group))
        used[group] = True
    return np.asarray(unique), np.asarray(count)


def _grouped(poles, tol, rtype):
    order = np.argsort(np.abs(poles), kind='stable')
    poles = poles[order]
    return unique_roots(poles, tol, rtype)


def _residues(num, den_roots, count, polynomial):
    """Of each pole the coefficients of its powers, by the Taylor series of what is left."""
    found = []
    for i, (pole, many) in enumerate(zip(den_roots, count)):
        others = np.poly(np.repeat(np.delete(den_roots, i), np.delete(count, i))) if len(den_roots) > 1 else np.array([1.0])
        n, d = np.poly1d(num), np.poly1d(others)
        series_n = [np.polyval(n.deriv(k) if k else n, pole) / float(np.prod(np.arange(1, k + 1))) for k in range(many)]
        series_d = [np.polyval(d.deriv(k) if k else d, pole) / float(np.prod(np.arange(1, k + 1))) for k in range(many)]
        quotient = []
        for k in range(many):
            quotient.append((series_n[k] - sum(quotient[j] * series_d[k - j] for j in range(k))) / series_d[0])
        found.extend(quotient[::-1])
    return np.array(found)


def residue(b, a, tol=1e-3, rtype='avg'):
    """(residues, poles, polynomial part) of b(s) / a(s)."""
    b, a = np.asarray(b), np.asarray(a)
    b, a = (each.astype(complex if np.iscomplexobj(each) else float) for each in (np.trim_zeros(np.atleast_1d(b), 'f'), np.trim_zeros(np.atleast_1d(a), 'f')))
    if a.size == 0:
        raise ValueError('Denominator `a` is zero.')
    poles = np.roots(a)
    if b.size == 0:
        return np.zeros(poles.shape), _grouped(poles, tol, rtype)[0], np.array([])
    k, rest = (np.empty(0), b) if len(b) < len(a) else np.polydiv(b, a)
    unique, count = _grouped(poles, tol, rtype)
    r = _residues(rest, unique, count, k) / a[0]
    return r, np.repeat(unique, count), k


def residuez(b, a, tol=1e-3, rtype='avg'):
    """The same in powers of 1 / z."""
    b, a = np.trim_zeros(np.atleast_1d(b), 'b').astype(float), np.trim_zeros(np.atleast_1d(a), 'b').astype(float)
    if a.size == 0:
        raise ValueError('Denominator `a` is zero.')
    if a[0] == 0:
        raise ValueError('First coefficient of determinant `a` must be non-zero.')
    poles = np.roots(a)
    k, rest = (np.empty(0), b[::-1]) if len(b) < len(a) else np.polydiv(b[::-1], a[::-1])
    k = k[::-1]
    unique, count = _grouped(poles, tol, rtype)
    r = _residues(rest, 1 / unique, count, k) / a[::-1][0]
    powers = np.concatenate([np.arange(1, many + 1) for many in count]) if len(count) else np.empty(0)
    whole = np.repeat(unique, count)
    return r * (-whole) ** powers, whole, k


def invres(r, p, k, tol=1e-3, rtype='avg'):
    """(b, a) of residues, poles and a polynomial."""
    return _inverse(r, p, np.trim_zeros(np.atleast_1d(k), 'f'), tol, rtype)


def _inverse(r, p, k, tol, rtype):
    r, p = np.atleast_1d(r), np.atleast_1d(p)
    unique, count = unique_roots(p, tol, rtype)
    den = np.poly(np.repeat(unique, count))
    num, at = np.polymul(k, den) if len(k) else np.array([0.0]), 0
    for i, (pole, many) in enumerate(zip(unique, count)):
        for power in range(1, many + 1):
            left = np.repeat(np.delete(unique, i), np.delete(count, i)).tolist() + [pole] * (many - power)
            num = np.polyadd(num, r[at] * np.poly(left))
            at += 1
    return num, den


def invresz(r, p, k, tol=1e-3, rtype='avg'):
    """The same in powers of 1 / z."""
    r, p, k = np.atleast_1d(r), np.atleast_1d(p), np.trim_zeros(np.atleast_1d(k), 'b')
    unique, count = unique_roots(p, tol, rtype)
    one = lambda poles: np.poly(poles) if len(poles) else np.array([1.0])
    den = one(np.repeat(unique, count))
    num, at = np.polymul(k[::-1], den[::-1]) if len(k) else np.array([0.0]), 0
    for i, (pole, many) in enumerate(zip(unique, count)):
        for power in range(1, many + 1):
            left = np.repeat(np.delete(unique, i), np.delete(count, i)).tolist() + [pole] * (many - power)
            num = np.polyadd(num, r[at] * one(left)[::-1])
            at += 1
    return num[::-1], den


class CZT:
    """The transform along a spiral, ready to be used several times (Bluestein's way)."""

    def __init__(self, n, m=None, w=None, a=1 + 0j):
        if n < 1:
            raise ValueError(f'Invalid number of CZT data points ({n}) specified. n must be positive and integer type.')
        m = n if m is None else m
        if m < 1:
            raise ValueError(f'Invalid number of CZT output points ({m}) specified. m must be positive and integer type.')
        self.n, self.m = n, m
        k = np.arange(max(m, n), dtype=np.min_scalar_type(-max(m, n) ** 2))
        if w is None:
            w = np.exp(-2j * np.pi / m)
            self._wk2 = np.exp(-(1j * np.pi * ((k * k) % (2 * m))) / m)
        else:
            self._wk2 = w ** (k ** 2 / 2.0)
        self.w, self.a = w, 1.0 * a
        self._size = 1 << int(np.ceil(np.log2(n + m - 1)))
        self._front = self.a ** -k[:n] * self._wk2[:n]
        self._filter = np.fft.fft(1 / np.hstack((self._wk2[n - 1:0:-1], self._wk2[:m])), self._size)

    def __call__(self, x, *, axis=-1):
        x = np.asarray(x)
        if x.shape[axis] != self.n:
            raise ValueError(f'CZT defined for length {self.n}, not {x.shape[axis]}')
        rows = np.moveaxis(x, axis, -1)
        made = np.fft.ifft(self._filter * np.fft.fft(rows * self._front, self._size))[..., self.n - 1:self.n + self.m - 1] * self._wk2[:self.m]
        return np.moveaxis(made, -1, axis)

    def points(self):
        return czt_points(self.m, self.w, self.a)


class ZoomFFT(CZT):
    """The transform of a part of the frequencies."""

    def __init__(self, n, fn, m=None, *, fs=2, endpoint=False):
        m = n if m is None else m
        low, high = fn if np.size(fn) == 2 else (0.0, np.ravel(fn)[0])
        self.f1, self.f2, self.fs = low, high, fs
        scale = ((high - low) * m) / (fs * (m - 1)) if endpoint else (high - low) / fs
        super().__init__(n, m, np.exp(-2j * np.pi / m * scale), np.exp(2j * np.pi * low / fs))


def czt(x, m=None, w=None, a=1 + 0j, *, axis=-1):
    x = np.asarray(x)
    return CZT(x.shape[axis], m=m, w=w, a=a)(x, axis=axis)


def zoom_fft(x, fn, m=None, *, fs=2, endpoint=False, axis=-1):
    x = np.asarray(x)
    return ZoomFFT(x.shape[axis], fn, m=m, fs=fs, endpoint=endpoint)(x, axis=axis)


def czt_points(m, w=None, a=1 + 0j):
    k = np.arange(m)
    return a * np.exp(2j * np.pi * k / m) if w is None else a * w ** -k


# ---- splines over samples ----
def bspline(x, n):
    """A bell of order n."""
    from math import comb, factorial
    x = np.asarray(x, dtype=float)
    half = (n + 1) / 2
    return np.asarray(sum((-1) ** k * comb(n + 1, k) * np.where(x + half - k > 0, (x + half - k), 0) ** n for k in range(n + 2)) / factorial(n)) if n else np.asarray(np.where((x > -0.5) & (x <= 0.5), 1.0, 0.0))


def cubic(x):
    return bspline(x, 3)


def quadratic(x):
    return bspline(x, 2)


def gauss_spline(x, n):
    x = np.asarray(x)
    spread = (n + 1) / 12.0
    return 1 / np.sqrt(2 * np.pi * spread) * np.exp(-x ** 2 / 2 / spread)


def _coefficients(signal, zi, scale):
    """Filtered forward and back, mirrored at both ends."""
    signal = np.asarray(signal, dtype=float)
    n = len(signal)
    forth = np.zeros(n)
    forth[0] = signal[0] + zi * np.sum(zi ** np.arange(n) * signal)
    for k in range(1, n):
        forth[k] = signal[k] + zi * forth[k - 1]
    made = np.zeros(n)
    made[-1] = zi / (zi - 1) * forth[-1]
    for k in range(n - 2, -1, -1):
        made[k] = zi * (made[k + 1] - forth[k])
    return made * scale


def cspline1d(signal, lamb=0.0):
    """Coefficients of the cubic spline through samples."""
    if lamb != 0.0:
        raise NotImplementedError("scipy has cspline1d that smooths, perch's scipy has not")
    return _coefficients(signal, -2 + np.sqrt(3), 6.0)


def qspline1d(signal, lamb=0.0):
    """Of the quadratic one."""
    if lamb != 0.0:
        raise ValueError('Smoothing quadratic splines not supported yet.')
    return _coefficients(signal, -3 + 2 * np.sqrt(2.0), 8.0)


def _spline_at(cj, newx, dx, x0, kernel, wide):
    at, n = (np.asarray(newx) - x0) / float(dx), len(cj)
    if at.size == 0:
        return np.zeros_like(at, dtype=float)
    at = np.abs(at) % (2 * (n - 1))
    at = np.where(at > n - 1, 2 * (n - 1) - at, at)
    low = np.floor(at - wide / 2).astype(int) + 1
    made = np.zeros(at.shape)
    for i in range(wide):
        j = low + i
        turned = np.abs(j) % (2 * (n - 1))
        turned = np.where(turned > n - 1, 2 * (n - 1) - turned, turned)
        made = made + np.asarray(cj)[turned] * kernel(at - j)
    return made


def cspline1d_eval(cj, newx, dx=1.0, x0=0):
    return _spline_at(cj, newx, dx, x0, cubic, 4)


def qspline1d_eval(cj, newx, dx=1.0, x0=0):
    return _spline_at(cj, newx, dx, x0, quadratic, 3)


def sepfir2d(input, hrow, hcol):
    """A picture through one filter along rows and one along columns."""
    from scipy.ndimage import correlate1d
    return correlate1d(correlate1d(np.asarray(input, dtype=float), np.asarray(hrow, float)[::-1], axis=1, mode='mirror'), np.asarray(hcol, float)[::-1], axis=0, mode='mirror')

"""More filters designed: elliptic and Bessel's, orders by what is asked, notches and combs, Remez' and least squares without feedback; forms turned into one another."""
import numpy as np

from scipy.signal._filters import _MAKERS, _moved, iirfilter, tf2zpk, zpk2tf


def _quarter(m):
    from scipy.special import ellipk
    return float(ellipk(m))


def _modulus(n, m1):
    """The modulus of which an elliptic filter of order n has m1 (by the nome)."""
    q = np.exp(-np.pi * _quarter(1 - m1) / _quarter(m1)) ** (1.0 / n)
    k = np.arange(1, 9)
    above, below = np.sum(q ** (k * (k - 1))), 1 + 2 * np.sum(q ** (k * k))
    return min(1.0, 16 * q * (above / below) ** 4)


def ellipap(N, rp, rs):
    """(zeros, poles, gain) of an elliptic filter."""
    from scipy.special import ellipj, ellipkinc
    if abs(int(N)) != N:
        raise ValueError('Filter order must be a nonnegative integer')
    if N == 0:
        return np.array([]), np.array([]), 10 ** (-rp / 20)
    if N == 1:
        p = -np.sqrt(1.0 / (10 ** (0.1 * rp) - 1.0))
        return np.asarray([]), np.asarray([p]), -p
    eps2 = 10 ** (0.1 * rp) - 1
    eps, m1 = np.sqrt(eps2), eps2 / (10 ** (0.1 * rs) - 1)
    if m1 == 0:
        raise ValueError('Cannot design a filter with given rp and rs specifications.')
    m = _modulus(N, m1)
    whole, first = _quarter(m), _quarter(m1)
    j = np.arange(1 - N % 2, N, 2)
    s, c, d, _ = (np.asarray(each) for each in ellipj(j * whole / N, m * np.ones(len(j))))
    z = 1.0 / (np.sqrt(m) * s[np.abs(s) > 2e-16])
    z = np.concatenate((1j * z, -1j * z))
    inner = float(ellipkinc(np.arctan(1 / eps), 1 - m1))     # (the inverse of sc along the imaginary way)
    v0 = whole * inner / (N * first)
    sv, cv, dv, _ = (float(each) for each in ellipj(v0, 1 - m))
    p = -(c * d * sv * cv + 1j * s * dv) / (1 - (d * sv) ** 2.0)
    if N % 2:
        pair = p[np.abs(p.imag) > 2e-16 * np.sqrt(np.sum(p * np.conj(p)).real)]
        p = np.concatenate((p, np.conj(pair)))
    else:
        p = np.concatenate((p, np.conj(p)))
    k = (np.prod(-p) / np.prod(-z)).real
    return z, p, k / np.sqrt(1 + eps2) if N % 2 == 0 else k


def besselap(N, norm='phase'):
    """(zeros, poles, gain) of Bessel's filter: the roots of a reverse Bessel polynomial."""
    import math
    if abs(int(N)) != N:
        raise ValueError('Filter order must be a nonnegative integer')
    if N == 0:
        return np.array([]), np.array([]), 1.0
    if norm not in ('delay', 'phase', 'mag'):
        raise ValueError('normalization not understood')
    terms = [math.factorial(2 * N - k) // (2 ** (N - k) * math.factorial(k) * math.factorial(N - k)) for k in range(N + 1)]
    last = float(terms[0])
    p = np.roots([float(x) for x in terms[::-1]])
    for _ in range(3):                       # (Newton's steps for the last digits)
        value, slope = np.polyval(terms[::-1], p), np.polyval(np.polyder([float(x) for x in terms[::-1]]), p)
        p = p - value / slope
    p = p[np.argsort(p.imag)]
    p = (p + np.conj(p[::-1])) / 2
    if norm in ('delay', 'mag'):
        k = last
        if norm == 'mag':
            from scipy.optimize import brentq
            edge = brentq(lambda w: abs(last / np.prod(1j * w - p)) - 1 / np.sqrt(2), 1e-3, 10.0 * N)
            p, k = p / edge, (edge ** -N) * last
        return np.asarray([]), p, float(k)
    return np.asarray([]), p * 10 ** (-np.log10(last) / N), 1.0


_MAKERS.update({'ellip': 'ellipap', 'elliptic': 'ellipap', 'cauer': 'ellipap', 'bessel': 'besselap', 'bessel_phase': 'besselap', 'bessel_delay': 'besselap', 'bessel_mag': 'besselap'})


def ellip(N, rp, rs, Wn, btype='low', analog=False, output='ba', fs=None):
    """An elliptic filter: ripples on both sides, the steepest edge."""
    return iirfilter(N, Wn, rs=rs, rp=rp, btype=btype, analog=analog, output=output, ftype='elliptic', fs=fs)


def bessel(N, Wn, btype='low', analog=False, output='ba', norm='phase', fs=None):
    """Bessel's filter: the flattest delay."""
    return iirfilter(N, Wn, btype=btype, analog=analog, output=output, ftype='bessel_' + norm, fs=fs)


# ---- orders ----
def _edges(wp, ws, gpass, gstop, analog, fs):
    if gpass <= 0:
        raise ValueError('gpass should be larger than 0.0')
    if gstop <= 0:
        raise ValueError('gstop should be larger than 0.0')
    if gpass > gstop:
        raise ValueError('gpass should be smaller than gstop')
    wp, ws = np.atleast_1d(np.asarray(wp, dtype=float)), np.atleast_1d(np.asarray(ws, dtype=float))
    if fs is not None:
        if analog:
            raise ValueError('fs cannot be specified for an analog filter')
        wp, ws = 2 * wp / fs, 2 * ws / fs
    kind = 2 * (len(wp) - 1) + 1 + (1 if wp[0] >= ws[0] else 0)
    return (wp, ws) if analog else (np.tan(np.pi * wp / 2.0), np.tan(np.pi * ws / 2.0)), kind


def _reach(gpass, gstop, ratio, ripple):
    top, low = 10 ** (0.1 * abs(gstop)) - 1.0, 10 ** (0.1 * abs(gpass)) - 1.0
    if ripple == 'ellip':
        m1, k = low / top, 1.0 / ratio
        return _quarter(k ** 2) * _quarter(1 - m1) / (_quarter(1 - k ** 2) * _quarter(m1))
    return np.log10(top / low) / (2 * np.log10(ratio)) if ripple == 'butter' else np.arccosh(np.sqrt(top / low)) / np.arccosh(ratio)


def _band_cost(edge, index, passb, stopb, gpass, gstop, kind):
    passb = passb.copy()
    passb[index] = edge
    nat = stopb * (passb[0] - passb[1]) / (stopb ** 2 - passb[0] * passb[1])
    return _reach(gpass, gstop, min(np.abs(nat)), kind)


def _order(wp, ws, gpass, gstop, analog, fs, ripple):
    """(order, edges of what passes, natural frequency ratio, kind)."""
    from scipy.optimize import fminbound
    (passb, stopb), kind = _edges(wp, ws, gpass, gstop, analog, fs)
    if kind == 1:
        nat = stopb / passb
    elif kind == 2:
        nat = passb / stopb
    elif kind == 3:
        passb = passb.copy()
        passb[0] = fminbound(_band_cost, passb[0], stopb[0] - 1e-12, args=(0, passb, stopb, gpass, gstop, ripple), disp=0)
        passb[1] = fminbound(_band_cost, stopb[1] + 1e-12, passb[1], args=(1, passb, stopb, gpass, gstop, ripple), disp=0)
        nat = stopb * (passb[0] - passb[1]) / (stopb ** 2 - passb[0] * passb[1])
    else:
        nat = (stopb ** 2 - passb[0] * passb[1]) / (stopb * (passb[0] - passb[1]))
    nat = min(np.abs(nat))
    return int(np.ceil(_reach(gpass, gstop, nat, ripple))), passb, stopb, nat, kind


def _shown(wn, analog, fs):
    wn = np.asarray(wn) if analog else 2.0 / np.pi * np.arctan(wn)
    wn = wn[0] if np.ndim(wn) and len(wn) == 1 else wn
    return wn * fs / 2 if fs is not None else wn


def buttord(wp, ws, gpass, gstop, analog=False, fs=None):
    """(order, edges) of the least of Butterworth's filters that does what is asked."""
    n, passb, _, _, kind = _order(wp, ws, gpass, gstop, analog, fs, 'butter')
    w0 = (10 ** (0.1 * abs(gpass)) - 1.0) ** (-1.0 / (2.0 * n))
    if kind == 1:
        wn = w0 * passb
    elif kind == 2:
        wn = passb / w0
    elif kind == 3:
        root = np.sqrt((passb[1] - passb[0]) ** 2 + 4 * w0 ** 2 * passb[0] * passb[1])
        wn = np.sort(np.abs([((passb[1] - passb[0]) + root) / (2 * w0), ((passb[1] - passb[0]) - root) / (2 * w0)]))
    else:
        w = np.array([-w0, w0])
        wn = np.sort(np.abs(-w * (passb[1] - passb[0]) / 2.0 + np.sqrt(w ** 2 / 4.0 * (passb[1] - passb[0]) ** 2 + passb[0] * passb[1])))
    return n, _shown(wn, analog, fs)


def cheb1ord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The same of Chebyshev's first."""
    n, passb, _, _, _ = _order(wp, ws, gpass, gstop, analog, fs, 'cheb')
    return n, _shown(passb, analog, fs)


def ellipord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The same of elliptic ones."""
    n, passb, _, _, _ = _order(wp, ws, gpass, gstop, analog, fs, 'ellip')
    return n, _shown(passb, analog, fs)


def cheb2ord(wp, ws, gpass, gstop, analog=False, fs=None):
    """The same of his second."""
    n, passb, stopb, _, kind = _order(wp, ws, gpass, gstop, analog, fs, 'cheb')
    top, low = 10 ** (0.1 * abs(gstop)) - 1.0, 10 ** (0.1 * abs(gpass)) - 1.0
    new = 1.0 / np.cosh(1.0 / n * np.arccosh(np.sqrt(top / low)))
    if kind == 1:
        nat = passb / new
    elif kind == 2:
        nat = passb * new
    elif kind == 3:
        first = new / 2.0 * (passb[0] - passb[1]) + np.sqrt(new ** 2 * (passb[1] - passb[0]) ** 2 / 4.0 + passb[1] * passb[0])
        nat = np.array([first, passb[1] * passb[0] / first])
    else:
        first = 1.0 / (2.0 * new) * (passb[0] - passb[1]) + np.sqrt((passb[1] - passb[0]) ** 2 / (4.0 * new ** 2) + passb[1] * passb[0])
        nat = np.array([first, passb[0] * passb[1] / first])
    return n, _shown(nat, analog, fs)


_ORDERS = {'butter': buttord, 'butterworth': buttord, 'cheby1': cheb1ord, 'chebyshev1': cheb1ord, 'chebyshevi': cheb1ord, 'cheby2': cheb2ord, 'chebyshev2': cheb2ord, 'chebyshevii': cheb2ord, 'ellip': ellipord, 'elliptic': ellipord, 'cauer': ellipord}


def iirdesign(wp, ws, gpass, gstop, analog=False, ftype='ellip', output='ba', fs=None):
    """The filter of least order that does what is asked."""
    name = ftype.lower()
    if name not in _MAKERS:
        raise ValueError(f'Invalid IIR filter type: {ftype}')
    if name not in _ORDERS:
        raise ValueError(f'{ftype} does not have order selection. Use iirfilter function.')
    wp, ws = np.atleast_1d(wp), np.atleast_1d(ws)
    if wp.shape[0] != ws.shape[0] or wp.shape not in ((1,), (2,)):
        raise ValueError(f'wp and ws must have one or two elements each, and the same size, got {wp} and {ws}')
    kind = ('bandstop' if wp[0] < ws[0] else 'bandpass') if len(wp) == 2 else 'lowpass' if wp[0] < ws[0] else 'highpass'
    n, wn = _ORDERS[name](wp, ws, gpass, gstop, analog=analog, fs=fs)
    return iirfilter(n, wn, rp=gpass, rs=gstop, analog=analog, btype=kind, ftype=ftype, output=output, fs=fs)


# ---- notches, combs ----
def _notch(w0, Q, kind, fs):
    w0, Q = float(w0), float(Q)
    w0 = 2 * w0 / fs
    if w0 > 1.0 or w0 < 0.0:
        raise ValueError('w0 should be such that 0 < w0 < 1')
    wide, w0 = w0 / Q * np.pi, w0 * np.pi
    beta = np.tan(wide / 2.0)
    gain = 1.0 / (1.0 + beta)
    b = gain * np.array([1.0, -2.0 * np.cos(w0), 1.0]) if kind == 'notch' else (1.0 - gain) * np.array([1.0, 0.0, -1.0])
    return b, np.array([1.0, -2.0 * gain * np.cos(w0), 2.0 * gain - 1.0])


def iirnotch(w0, Q, fs=2.0):
    """(b, a) that takes one frequency away."""
    return _notch(w0, Q, 'notch', fs)


def iirpeak(w0, Q, fs=2.0):
    """(b, a) that leaves one alone."""
    return _notch(w0, Q, 'peak', fs)


def iircomb(w0, Q, ftype='notch', fs=2.0, *, pass_zero=False):
    """(b, a) that takes a frequency and its multiples away, or leaves them."""
    w0, Q, fs, ftype = float(w0), float(Q), float(fs), ftype.lower()
    if not 0 < w0 < fs / 2:
        raise ValueError(f'w0 must be between 0 and {fs / 2} (Nyquist), but given {w0}.')
    if ftype not in ('notch', 'peak'):
        raise ValueError('ftype must be either notch or peak.')
    n = round(fs / w0)
    if abs(w0 - fs / n) / fs > 1e-14:
        raise ValueError('fs must be divisible by w0.')
    beta = np.tan(n * (2 * np.pi * w0 / fs / Q) / 4)
    far, near = (1, 0) if ftype == 'notch' else (0, 1)
    bx, cx = (far + near * beta) / (1 + beta), (1 - beta) / (1 + beta)
    ax = (far - near * beta) / (1 + beta)
    sign = -1.0 if ftype == 'peak' and pass_zero or ftype == 'notch' and not pass_zero else 1.0
    b, a = np.zeros(n + 1), np.zeros(n + 1)
    b[0], b[-1], a[0], a[-1] = bx, sign * ax, 1, sign * cx
    return b, a


def gammatone(freq, ftype, order=None, numtaps=None, fs=None):
    """(b, a) of the ear's filter, without feedback or with."""
    freq, fs = float(freq), 2.0 if fs is None else float(fs)
    if not 0 < freq < fs / 2:
        raise ValueError(f'The frequency must be between 0 and {fs / 2} (Nyquist), but given {freq}.')
    if ftype not in ('fir', 'iir'):
        raise ValueError('ftype must be either fir or iir.')
    wide = 1.019 * (24.7 * (4.37 * freq / 1000 + 1))
    if ftype == 'fir':
        import math
        order, taps = 4 if order is None else order, max(int(fs * 0.015), 15) if numtaps is None else numtaps
        t = np.arange(taps) / fs
        b = t ** (order - 1) * np.exp(-2 * np.pi * wide * t) * np.cos(2 * np.pi * freq * t)
        return b * 2 * (2 * np.pi * wide) ** order / math.factorial(order - 1) / fs, [1.0]
    if order is not None or numtaps is not None:
        import warnings
        warnings.warn('order is not used for IIR gammatone filter.' if order is not None else 'numtaps is not used for IIR gammatone filter.')
    T, w = 1.0 / fs, 2 * np.pi * 1.019 * (24.7 * (4.37 * freq / 1000 + 1))
    fr = 2 * np.pi * freq * T
    decay, root = np.exp(w * T), [np.sqrt(3 + 2 ** 1.5), np.sqrt(3 - 2 ** 1.5)]
    parts = [(-2 * np.exp(2j * fr) * T + 2 * np.exp(-(w * T) + 1j * fr) * T * (np.cos(fr) + s * r * np.sin(fr))) for s, r in ((-1, root[1]), (1, root[1]), (-1, root[0]), (1, root[0]))]
    gain = np.abs(np.prod(parts) / (-2 / np.exp(2 * w * T) - 2 * np.exp(2j * fr) + 2 * (1 + np.exp(2j * fr)) / decay) ** 4)
    numerators = [np.array([T, -(2 * T * np.cos(fr) / decay + s * 2 * r * T * np.sin(fr) / decay) / 2]) for s, r in ((1, root[0]), (-1, root[0]), (1, root[1]), (-1, root[1]))]
    b, a = np.array([1.0]), np.array([1.0])
    for each in numerators:
        b = np.convolve(b, each)
        a = np.convolve(a, [1, -2 * np.cos(fr) / decay, np.exp(-2 * w * T)])
    return b / gain, a


# ---- forms ----
def bilinear_zpk(z, p, k, fs):
    """From the half plane to the circle."""
    z, p = np.atleast_1d(z), np.atleast_1d(p)
    degree = len(p) - len(z)
    if degree < 0:
        raise ValueError('Improper transfer function. Must have at least as many poles as zeros.')
    double = 2.0 * fs
    gain = k * np.real(np.prod(double - z) / np.prod(double - p))
    return np.append((double + z) / (double - z), -np.ones(degree)), (double + p) / (double - p), gain


def bilinear(b, a, fs=1.0):
    """The same of polynomials."""
    a, b = np.atleast_1d(a), np.atleast_1d(b)
    n = max(len(a), len(b)) - 1

    def turned(c):
        made = np.zeros(n + 1)
        for i, x in enumerate(c[::-1]):
            made = made + x * (2 * fs) ** i * np.poly(np.r_[np.ones(i), -np.ones(n - i)])
        return made
    return normalize(turned(b), turned(a))


def normalize(b, a):
    """Polynomials whose denominator begins with one."""
    num, den = np.atleast_1d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    if den.ndim != 1:
        raise ValueError('Denominator polynomial must be rank-1 array.')
    den = np.trim_zeros(den, 'f')
    if not len(den) or np.all(den == 0):
        raise ValueError('Denominator must have at least on nonzero element.')
    num, den = np.atleast_2d(num / den[0]), den / den[0]
    while num.shape[1] > 1 and np.all(np.abs(num[:, 0]) <= 1e-14):
        num = num[:, 1:]
    num = num[0] if num.shape[0] == 1 else num
    return num, den


def _placed(kind):
    def zpk(z, p, k, *edges):
        w = edges[0] if kind in ('lowpass', 'highpass') else None
        z, p = np.atleast_1d(z), np.atleast_1d(p)
        if w is None:
            middle, wide = edges
            low = -wide / 2 + np.sqrt((wide / 2) ** 2 + middle ** 2)
            w = [low, low + wide]
        return _moved(z, p, k, kind, w)
    return zpk


def lp2lp_zpk(z, p, k, wo=1.0):
    return _placed('lowpass')(z, p, k, float(wo))


def lp2hp_zpk(z, p, k, wo=1.0):
    return _placed('highpass')(z, p, k, float(wo))


def lp2bp_zpk(z, p, k, wo=1.0, bw=1.0):
    return _placed('bandpass')(z, p, k, float(wo), float(bw))


def lp2bs_zpk(z, p, k, wo=1.0, bw=1.0):
    return _placed('bandstop')(z, p, k, float(wo), float(bw))


def _polynomials(of):
    def turned(b, a, *edges):
        b, a = np.atleast_1d(b), np.atleast_1d(a)
        b, a = normalize(b, a)
        num, den = zpk2tf(*of(*tf2zpk(b, a), *edges))
        return normalize(num, den)
    return turned


def lp2lp(b, a, wo=1.0):
    return _polynomials(lp2lp_zpk)(b, a, wo)


def lp2hp(b, a, wo=1.0):
    return _polynomials(lp2hp_zpk)(b, a, wo)


def lp2bp(b, a, wo=1.0, bw=1.0):
    return _polynomials(lp2bp_zpk)(b, a, wo, bw)


def lp2bs(b, a, wo=1.0, bw=1.0):
    return _polynomials(lp2bs_zpk)(b, a, wo, bw)


def sos2zpk(sos):
    """Zeros, poles, gain of sections."""
    sos = np.asarray(sos)
    z, p = np.zeros(2 * len(sos), complex), np.zeros(2 * len(sos), complex)
    for i, section in enumerate(sos):
        zeros, poles = np.roots(section[:3]), np.roots(section[3:])
        z[2 * i:2 * i + len(zeros)], p[2 * i:2 * i + len(poles)] = zeros, poles
    return z, p, np.prod(sos[:, 0] / sos[:, 3])


def sos2tf(sos):
    """Polynomials of sections."""
    b, a = np.array([1.0]), np.array([1.0])
    for section in np.asarray(sos):
        b, a = np.polymul(b, section[:3]), np.polymul(a, section[3:])
    return b, a


def sosfilt_zi(sos):
    """The state of sections after a step."""
    from scipy.signal._filters import lfilter_zi
    sos = np.asarray(sos, dtype=float)
    if sos.ndim != 2 or sos.shape[1] != 6:
        raise ValueError('sos must be shape (n_sections, 6)')
    made, scale = np.empty((len(sos), 2)), 1.0
    for i, section in enumerate(sos):
        made[i] = scale * lfilter_zi(section[:3], section[3:])
        scale *= section[:3].sum() / section[3:].sum()
    return made


def freqz_zpk(z, p, k, worN=512, whole=False, fs=2 * np.pi):
    """(frequencies, the answer of zeros, poles and gain)."""
    if np.ndim(worN) == 0:
        w = np.linspace(0, 2 * np.pi if whole else np.pi, 512 if worN is None else int(worN), endpoint=False)
    else:
        w = 2 * np.pi * np.atleast_1d(worN) / fs
    turn = np.exp(1j * w)
    return w * fs / (2 * np.pi), k * np.poly1d(np.atleast_1d(z), r=True)(turn) / np.poly1d(np.atleast_1d(p), r=True)(turn)


def findfreqs(num, den, N, kind='ba'):
    """Frequencies at which something happens."""
    ep, tz = (np.roots(den) + 0j, np.roots(num) + 0j) if kind == 'ba' else (np.atleast_1d(den) + 0j, np.atleast_1d(num) + 0j)
    ep = ep if len(ep) else np.atleast_1d(-1000) + 0j
    ez = np.r_[ep[ep.imag >= 0], tz[(np.abs(tz) < 1e5) & (tz.imag >= 0)]]
    whole = np.abs(ez) < 1e-10
    high = np.around(np.log10(np.max(3 * np.abs(ez.real + whole) + 1.5 * ez.imag)) + 0.5)
    low = np.around(np.log10(0.1 * np.min(np.abs((ez + whole).real) + 2 * ez.imag)) - 0.5)
    return np.logspace(low, high, N)


def freqs(b, a, worN=200, plot=None):
    """(frequencies, the answer of an analog filter to each)."""
    w = findfreqs(b, a, 200 if worN is None else int(worN)) if np.ndim(worN) == 0 else np.atleast_1d(worN)
    h = np.polyval(b, 1j * w) / np.polyval(a, 1j * w)
    if plot is not None:
        plot(w, h)
    return w, h


def freqs_zpk(z, p, k, worN=200):
    w = findfreqs(z, p, 200 if worN is None else int(worN), 'zp') if np.ndim(worN) == 0 else np.atleast_1d(worN)
    s = 1j * w
    return w, k * np.prod(s[:, None] - np.atleast_1d(z), axis=1) / np.prod(s[:, None] - np.atleast_1d(p), axis=1)


def group_delay(system, w=512, whole=False, fs=2 * np.pi):
    """(frequencies, by how many samples each is late)."""
    w = np.linspace(0, 2 * np.pi if whole else np.pi, 512 if w is None else int(w), endpoint=False) if np.ndim(w) == 0 else 2 * np.pi * np.atleast_1d(w) / fs
    b, a = map(np.atleast_1d, system)
    c = np.convolve(b, a[::-1])
    z = np.exp(-1j * w)
    num, den = np.polyval((c * np.arange(c.size))[::-1], z), np.polyval(c[::-1], z)
    bad = np.abs(den) < 10 * 2.2e-16
    gd = np.where(bad, 0.0, np.real(num / np.where(bad, 1, den)) - a.size + 1)
    if bad.any():
        import warnings
        warnings.warn('The group delay is singular at frequencies [{}], setting to 0'.format(', '.join(f'{at:.3f}' for at in w[bad])), stacklevel=2)
    return w * fs / (2 * np.pi), gd


# ---- without feedback ----
def firls(numtaps, bands, desired, weight=None, nyq=None, fs=None):
    """The filter that is nearest to straight pieces in the mean of squares."""
    half = 0.5 * (2 if fs is None else fs) if nyq is None else nyq
    if numtaps % 2 == 0 or numtaps < 1:
        raise ValueError('numtaps must be odd and >= 1')
    bands, desired = np.asarray(bands, dtype=float).ravel() / half, np.asarray(desired, dtype=float).ravel()
    if len(bands) % 2:
        raise ValueError('bands must contain frequency pairs.')
    if np.any(bands < 0) or np.any(bands > 1):
        raise ValueError('bands must be between 0 and 1 relative to Nyquist')
    if len(desired) != len(bands):
        raise ValueError('desired must have one entry per frequency, got %s gains for %s frequencies.' % (desired.size, bands.size))
    bands, desired = bands.reshape(-1, 2), desired.reshape(-1, 2)
    weight = np.ones(len(desired)) if weight is None else np.asarray(weight, dtype=float).ravel()
    m = (numtaps - 1) // 2
    n = np.arange(numtaps)[:, None, None]
    q = np.dot(np.diff(np.sinc(bands * n) * bands, axis=2)[:, :, 0], weight)
    from scipy.linalg import hankel, toeplitz
    whole = toeplitz(q[:m + 1]) + hankel(q[:m + 1], q[m:])
    n = n[:m + 1]
    slope = np.diff(desired, axis=1) / np.diff(bands, axis=1)
    base = desired[:, [0]] - bands[:, [0]] * slope
    b = bands * (slope * bands + base) * np.sinc(bands * n)
    b[0] -= slope * bands * bands / 2.0
    b[1:] += slope * np.cos(n[1:] * np.pi * bands) / (np.pi * n[1:]) ** 2
    b = np.dot(np.diff(b, axis=2)[:, :, 0], weight)
    try:
        a = np.linalg.solve(whole, b)
    except np.linalg.LinAlgError:
        a = np.linalg.lstsq(whole, b, rcond=None)[0]
    return np.hstack((a[:0:-1], 2 * a[0], a[1:]))


def remez(numtaps, bands, desired, weight=None, Hz=None, type='bandpass', maxiter=25, grid_density=16, fs=None):
    """The filter whose greatest error is least (Parks' and McClellan's exchange)."""
    kinds = {'bandpass': 1, 'differentiator': 2, 'hilbert': 3}
    if type not in kinds:
        raise ValueError("Type must be 'bandpass', 'differentiator', or 'hilbert'")
    fs = 1.0 if fs is None and Hz is None else Hz if fs is None else fs
    bands, desired = np.asarray(bands, dtype=float).ravel() / fs, np.asarray(desired, dtype=float).ravel()
    weight = np.ones(len(desired)) if weight is None else np.asarray(weight, dtype=float).ravel()
    if len(bands) != 2 * len(desired):
        raise ValueError('Length of desired and weight must be half the length of bands.' if len(desired) else 'bands')
    if np.any(np.diff(bands) < 0) or bands[0] < 0 or bands[-1] > 0.5:
        raise ValueError('Bands should be less than 1/2 the sampling frequency')
    odd, negative = numtaps % 2, type != 'bandpass'
    count = numtaps // 2 + (1 if odd and not negative else 0)
    grid, want, weigh = _dense(bands, desired, weight, count, grid_density, negative, odd, type == 'differentiator')
    factor = {(1, False): np.ones_like(grid), (0, False): np.cos(np.pi * grid), (1, True): np.sin(2 * np.pi * grid), (0, True): np.sin(np.pi * grid)}[(odd, negative)]
    want, weigh = want / factor, weigh * np.abs(factor)
    a = _exchanged(grid, want, weigh, count, maxiter)
    return _taps(a, numtaps, odd, negative)


def _dense(bands, desired, weight, count, density, negative, odd, slope):
    step = 0.5 / (density * count)
    grid, want, weigh = [], [], []
    for i, (value, w) in enumerate(zip(desired, weight)):
        low, high = bands[2 * i], bands[2 * i + 1]
        if i == 0 and negative and low < step:
            low = step
        points = int((high - low) / step + 0.5) or 1
        at = low + step * np.arange(points)
        at[-1] = high
        grid.append(at)
        want.append(np.full(points, value) * (at if slope else 1))
        weigh.append(np.full(points, w) / (np.where(value > 0.0001, at, 1) if slope else 1))
    grid, want, weigh = map(np.concatenate, (grid, want, weigh))
    last = grid <= 0.5 - step if negative == bool(odd) and grid[-1] > 0.5 - step else np.ones(len(grid), bool)
    return grid[last], want[last], weigh[last]


def _exchanged(grid, want, weigh, count, most):
    """The cosines' coefficients, by exchanges of the extremes."""
    at = np.linspace(0, len(grid) - 1, count + 1).astype(int)
    x = np.cos(2 * np.pi * grid)
    for _ in range(most):
        table = np.cos(2 * np.pi * np.outer(grid[at], np.arange(count)))
        table = np.hstack([table, ((-1.0) ** np.arange(count + 1) / weigh[at])[:, None]])
        solved = np.linalg.solve(table, want[at])
        a, delta = solved[:-1], solved[-1]
        error = weigh * (np.polynomial.chebyshev.chebval(x, a) - want)
        found = [i for i in range(len(grid)) if (i == 0 or abs(error[i]) >= abs(error[i - 1]) or error[i] * error[i - 1] < 0) and (i == len(grid) - 1 or abs(error[i]) > abs(error[i + 1]) or error[i] * error[i + 1] < 0)]
        kept = []
        for i in found:
            if kept and error[i] * error[kept[-1]] > 0:
                if abs(error[i]) > abs(error[kept[-1]]):
                    kept[-1] = i
            else:
                kept.append(i)
        while len(kept) > count + 1:
            if len(kept) == count + 2:
                kept.pop(0 if abs(error[kept[0]]) < abs(error[kept[-1]]) else -1)
            else:
                least = int(np.argmin(np.abs(error[kept])))
                del kept[least:least + (2 if 0 < least < len(kept) - 1 else 1)]
        if len(kept) < count + 1:
            break
        new = np.array(kept)
        if np.array_equal(new, at) or np.abs(error).max() - abs(delta) < 1e-10 * np.abs(error).max():
            break
        at = new
    return a


def _taps(a, numtaps, odd, negative):
    """The filter's coefficients of the cosines'."""
    n = np.arange(numtaps) - (numtaps - 1) / 2
    w = 2 * np.pi * (np.arange(8 * numtaps) + 0.5) / (8 * numtaps)
    shape = np.polynomial.chebyshev.chebval(np.cos(w), a)
    f = w / (2 * np.pi)
    shape = shape * {(1, False): 1, (0, False): np.cos(np.pi * f), (1, True): np.sin(2 * np.pi * f), (0, True): np.sin(np.pi * f)}[(odd, negative)]
    turn = np.outer(n, w)
    return (-np.sin(turn) if negative else np.cos(turn)) @ shape / len(w)


def minimum_phase(h, method='homomorphic', n_fft=None):
    """A filter as short in time as can be, half as long."""
    h = np.asarray(h)
    if np.iscomplexobj(h):
        raise ValueError('Complex filters not supported')
    if h.ndim != 1 or h.size <= 2:
        raise ValueError('h must be 1-D and at least 2 samples long')
    half = len(h) // 2
    if not np.allclose(h[-half:][::-1], h[:half]):
        import warnings
        warnings.warn('h does not appear to by symmetric, conversion may fail', RuntimeWarning, stacklevel=2)
    if method not in ('homomorphic', 'hilbert'):
        raise ValueError(f"method must be 'homomorphic' or 'hilbert', got {method!r}")
    size = 2 ** int(np.ceil(np.log2(2 * (len(h) - 1) / 0.01))) if n_fft is None else int(n_fft)
    if method == 'hilbert':
        w = np.arange(size) * (2 * np.pi / size * half)
        bent = np.real(np.fft.fft(h, size) * np.exp(1j * w))
        dp, ds = max(bent) - 1, 0 - min(bent)
        s = 4.0 / (np.sqrt(1 + dp + ds) + np.sqrt(1 - dp + ds)) ** 2
        bent = np.sqrt((bent + ds) * s) + 1e-10
        made = _folded(bent)
    else:
        bent = np.abs(np.fft.fft(h, size))
        bent += 1e-7 * bent[bent > 0].min()
        made = np.fft.ifft(0.5 * np.log(bent)).real
        win = np.zeros(size)
        win[0], stop = 1, (len(h) + 1) // 2
        win[1:stop] = 2
        if len(h) % 2:
            win[stop] = 1
        made = np.fft.ifft(np.exp(np.fft.fft(made * win))).real
    return made[:half + len(h) % 2]


def _folded(magnitude):
    size = len(magnitude)
    sign = np.zeros(size)
    sign[1:size // 2], sign[size // 2 + 1:] = 1, -1
    back = np.fft.ifft(np.log(magnitude)) * sign
    return np.fft.ifft(magnitude * np.exp(np.fft.fft(back))).real

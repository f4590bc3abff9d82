"""Filters designed: by windows (firwin, firwin2), after analog ones (Butterworth's, Chebyshev's, Bessel's not), their forms and their response."""
import math

import numpy as np

from scipy.signal._lines import lfilter
from scipy.signal.windows import get_window


def _bands(cutoff, pass_zero, half):
    cutoff = np.atleast_1d(np.asarray(cutoff, dtype=float)) / half
    if cutoff.ndim > 1:
        raise ValueError('The cutoff argument must be at most one-dimensional.')
    if cutoff.size == 0:
        raise ValueError('At least one cutoff frequency must be given.')
    if cutoff.min() <= 0 or cutoff.max() >= 1:
        raise ValueError('Invalid cutoff frequency: frequencies must be greater than 0 and less than fs/2.')
    if np.any(np.diff(cutoff) <= 0):
        raise ValueError('Invalid cutoff frequencies: the frequencies must be strictly increasing.')
    if isinstance(pass_zero, str):
        named = {'bandstop': True, 'lowpass': True, 'bandpass': False, 'highpass': False}
        if pass_zero not in named:
            raise ValueError(f'pass_zero must be True, False, "bandpass", "lowpass", "highpass", or "bandstop", got {pass_zero!r}')
        pass_zero = named[pass_zero]
    return cutoff, bool(pass_zero)


def firwin(numtaps, cutoff, width=None, window='hamming', pass_zero=True, scale=True, nyq=None, fs=None):
    """A filter without feedback, by a window over the ideal one."""
    half = (2 if fs is None else fs) / 2 if nyq is None else nyq
    cutoff, pass_zero = _bands(cutoff, pass_zero, half)
    if width is not None:
        window = ('kaiser', kaiser_beta(kaiser_atten(numtaps, float(width) / half)))
    high = bool(cutoff.size & 1) ^ pass_zero
    if high and numtaps % 2 == 0:
        raise ValueError('A filter with an even number of coefficients must have zero response at the Nyquist frequency.')
    edges = np.hstack(([0.0] * pass_zero, cutoff, [1.0] * high)).reshape(-1, 2)
    m = np.arange(numtaps) - 0.5 * (numtaps - 1)
    h = sum(right * np.sinc(right * m) - left * np.sinc(left * m) for left, right in edges) * get_window(window, numtaps, fftbins=False)
    if scale:
        left, right = edges[0]
        at = 0.0 if left == 0 else 1.0 if right == 1 else 0.5 * (left + right)
        h = h / np.sum(h * np.cos(np.pi * m * at))
    return h


def firwin2(numtaps, freq, gain, nfreqs=None, window='hamming', nyq=None, antisymmetric=False, fs=None):
    """A filter without feedback, by a response that is drawn as lines."""
    half = (2 if fs is None else fs) / 2 if nyq is None else nyq
    freq, gain = np.array(freq, dtype=float), np.asarray(gain, dtype=float)
    if len(freq) != len(gain):
        raise ValueError('freq and gain must be of same length.')
    if nfreqs is not None and numtaps >= nfreqs:
        raise ValueError(f'ntaps must be less than nfreqs, but firwin2 was called with ntaps={numtaps} and nfreqs={nfreqs}')
    if freq[0] != 0 or freq[-1] != half:
        raise ValueError('freq must start with 0 and end with fs/2.')
    if np.any(np.diff(freq) < 0):
        raise ValueError('The values in freq must be nondecreasing.')
    if numtaps % 2 == 0 and not antisymmetric and gain[-1] != 0:
        raise ValueError('A Type II filter must have zero gain at the Nyquist frequency.')
    if antisymmetric and (gain[0] != 0 or numtaps % 2 and gain[-1] != 0):
        raise ValueError('A Type III filter must have zero gain at zero and Nyquist frequencies.' if numtaps % 2 else 'A Type IV filter must have zero gain at zero frequency.')
    nfreqs = 1 + 2 ** int(math.ceil(math.log2(numtaps))) if nfreqs is None else nfreqs
    same = np.flatnonzero(np.diff(freq) == 0)
    step = np.finfo(float).eps * half
    freq[same], freq[same + 1] = freq[same] - step, freq[same + 1] + step
    x = np.linspace(0.0, half, nfreqs)
    turn = np.exp(-(numtaps - 1) / 2.0 * 1j * np.pi * x / half) * (1j if antisymmetric else 1)
    whole = np.fft.irfft(np.interp(x, freq, gain) * turn)
    return whole[:numtaps] * (get_window(window, numtaps, fftbins=False) if window is not None else 1)


def kaiser_beta(a):
    """Kaiser's beta for an attenuation in dB."""
    return 0.1102 * (a - 8.7) if a > 50 else 0.5842 * (a - 21) ** 0.4 + 0.07886 * (a - 21) if a > 21 else 0.0


def kaiser_atten(numtaps, width):
    """The attenuation in dB of a number of coefficients and a width."""
    return 2.285 * (numtaps - 1) * np.pi * width + 7.95


def kaiserord(ripple, width):
    """(how many coefficients, beta) for a ripple in dB and a width."""
    a = abs(ripple)
    if a < 8:
        raise ValueError('Requested maximum ripple attentuation %f is too small for the Kaiser formula.' % a)
    return int(np.ceil((a - 7.95) / 2.285 / (np.pi * width) + 1)), kaiser_beta(a)


# ---- forms of a filter ----
def tf2zpk(b, a):
    """(zeros, poles, gain) of a ratio of polynomials."""
    b, a = np.atleast_1d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    b, a = b / a[0], a / a[0]
    while len(b) > 1 and abs(b[0]) <= 1e-14:
        b = b[1:]
    gain = b[0]
    return np.roots(b / gain if gain else b), np.roots(a), gain


def zpk2tf(z, p, k):
    """A ratio of polynomials of zeros, poles and gain."""
    b, a = np.atleast_1d(k * np.poly(z)), np.atleast_1d(np.poly(p))
    return (np.real(b) if _paired(z) else b), (np.real(a) if _paired(p) else a)


def _paired(roots):
    roots = np.asarray(roots, dtype=complex)
    up, down = np.sort_complex(roots[roots.imag > 0]), np.sort_complex(np.conj(roots[roots.imag < 0]))
    return len(up) == len(down) and np.allclose(up, down)


def _sections(z, p, k):
    """Zeros and poles as second-order sections, the poles nearest to the circle last."""
    z, p = list(z), list(p)
    n = max(len(z), len(p))
    z, p = z + [0.0] * (n - len(z)), p + [0.0] * (n - len(p))
    if n % 2:
        z, p = z + [0.0], p + [0.0]
    made = []

    def take(among, near=None):
        """The root that is first, and what belongs to it."""
        key = (lambda r: abs(1 - abs(r))) if near is None else (lambda r: abs(r - near))
        first = min(among, key=key)
        among.remove(first)
        if abs(np.imag(first)) > 1e-10:
            second = min(among, key=lambda r: abs(r - np.conj(first)))
        else:
            real = [r for r in among if abs(np.imag(r)) <= 1e-10]
            second = min(real, key=key)
        among.remove(second)
        return first, second
    while p:
        poles = take(p)
        zeros = take(z, poles[0])
        made.insert(0, np.r_[np.real(np.poly(zeros)), np.real(np.poly(poles))])
    made = np.array(made)
    made[0, :3] *= k
    return made


def zpk2sos(z, p, k, pairing=None, analog=False):
    """Second-order sections of zeros, poles and gain."""
    return _sections(np.asarray(z, complex), np.asarray(p, complex), k)


def tf2sos(b, a, pairing=None, analog=False):
    """Second-order sections of a ratio of polynomials."""
    return zpk2sos(*tf2zpk(b, a))


def sosfilt(sos, x, axis=-1, zi=None):
    """A signal through one section after the other."""
    x, sos = np.asarray(x, dtype=float), np.atleast_2d(sos)
    left = []
    for i, section in enumerate(sos):
        if zi is None:
            x = lfilter(section[:3], section[3:], x, axis=axis)
        else:
            x, rest = lfilter(section[:3], section[3:], x, axis=axis, zi=zi[i])
            left.append(rest)
    return x if zi is None else (x, np.array(left))


def lfilter_zi(b, a):
    """The state from which a step's answer stays as it is."""
    b, a = np.atleast_1d(np.asarray(b, float)), np.atleast_1d(np.asarray(a, float))
    if a[0] != 1:
        b, a = b / a[0], a / a[0]
    n = max(len(a), len(b))
    a, b = np.r_[a, np.zeros(n - len(a))], np.r_[b, np.zeros(n - len(b))]
    table = np.eye(n - 1) - _companion(a).T
    right = b[1:] - a[1:] * b[0]
    return np.linalg.solve(table, right)


def _companion(a):
    made = np.zeros((len(a) - 1,) * 2)
    made[0] = -a[1:] / a[0]
    made[np.arange(1, len(a) - 1), np.arange(len(a) - 2)] = 1
    return made


def lfiltic(b, a, y, x=None):
    """The state of a filter after outputs y and inputs x, the latest first."""
    b, a, y = np.atleast_1d(np.asarray(b, float)), np.atleast_1d(np.asarray(a, float)), np.atleast_1d(np.asarray(y, float))
    n, m = len(a) - 1, len(b) - 1
    y = np.r_[y, np.zeros(max(n - len(y), 0))]
    x = np.zeros(m) if x is None else np.r_[np.atleast_1d(np.asarray(x, float)), np.zeros(max(m - np.size(x), 0))]
    made = np.zeros(max(m, n))
    for i in range(m):
        made[i] = np.sum(b[i + 1:] * x[:m - i])
    for i in range(n):
        made[i] -= np.sum(a[i + 1:] * y[:n - i])
    return made


def filtfilt(b, a, x, axis=-1, padtype='odd', padlen=None, method='pad', irlen=None):
    """A signal through a filter forward and back, so that nothing is late."""
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    if method != 'pad':
        raise NotImplementedError("scipy has filtfilt(method='gust'), perch's scipy has not")
    return _both_ways(lambda y, first: lfilter(b, a, y, axis=0, zi=lfilter_zi(b, a).reshape(-1, *[1] * (y.ndim - 1)) * first)[0], x, axis, padtype, 3 * max(len(a), len(b)) if padlen is None else padlen)


def sosfiltfilt(sos, x, axis=-1, padtype='odd', padlen=None):
    """A signal through sections forward and back."""
    sos = np.atleast_2d(sos)
    size = 2 * len(sos) + 1 - min((sos[:, 2] == 0).sum(), (sos[:, 5] == 0).sum())

    def pass_through(y, first):
        scale = 1.0
        for section in sos:
            state = lfilter_zi(section[:3], section[3:]).reshape(-1, *[1] * (y.ndim - 1)) * first * scale
            y = lfilter(section[:3], section[3:], y, axis=0, zi=state)[0]
            scale *= section[:3].sum() / section[3:].sum()
        return y
    return _both_ways(pass_through, x, axis, padtype, 3 * size if padlen is None else padlen)


def _both_ways(through, x, axis, padtype, edge):
    x = np.moveaxis(np.asarray(x, dtype=float), axis, 0)
    if padtype not in ('even', 'odd', 'constant', None):
        raise ValueError(f"Unknown value '{padtype}' given to padtype.  padtype must be 'even', 'odd', 'constant', or None.")
    edge = 0 if padtype is None else edge
    if x.shape[0] <= edge:
        raise ValueError('The length of the input vector x must be greater than padlen, which is %d.' % edge)
    wide = x
    if edge:
        left, right = x[edge:0:-1], x[-2:-edge - 2:-1]
        if padtype == 'odd':
            left, right = 2 * x[:1] - left, 2 * x[-1:] - right
        elif padtype == 'constant':
            left, right = np.repeat(x[:1], edge, 0), np.repeat(x[-1:], edge, 0)
        wide = np.concatenate([left, x, right])
    y = through(wide, wide[:1])
    y = through(y[::-1], y[-1:])[::-1]
    return np.moveaxis(y[edge:len(y) - edge] if edge else y, 0, axis)


# ---- their response ----
def freqz(b, a=1, worN=512, whole=False, plot=None, fs=2 * np.pi, include_nyquist=False):
    """(frequencies, the answer to each)."""
    b, a = np.atleast_1d(b), np.atleast_1d(a)
    n = 512 if worN is None else worN
    if np.ndim(n) == 0:
        last = 2 * np.pi if whole else np.pi
        w = np.linspace(0, last, int(n), endpoint=bool(include_nyquist and not whole))
    else:
        w = 2 * np.pi * np.asarray(n, dtype=float) / fs
    turn = np.exp(-1j * w)
    with np.errstate(all='ignore'):
        h = np.polynomial.polynomial.polyval(turn, b.astype(complex)) / np.polynomial.polynomial.polyval(turn, a.astype(complex))
    if plot is not None:
        plot(w * fs / (2 * np.pi), h)
    return w * fs / (2 * np.pi), h


def sosfreqz(sos, worN=512, whole=False, fs=2 * np.pi):
    """(frequencies, the answer of sections to each)."""
    h = 1.0
    for section in np.atleast_2d(sos):
        w, part = freqz(section[:3], section[3:], worN, whole, fs=fs)
        h = h * part
    return w, h


# ---- after analog filters ----
def buttap(N):
    """(zeros, poles, gain) of Butterworth's filter."""
    m = np.arange(-N + 1, N, 2)
    return np.array([]), -np.exp(1j * np.pi * m / (2 * N)), 1.0


def cheb1ap(N, rp):
    """(zeros, poles, gain) of Chebyshev's first filter."""
    eps = np.sqrt(10 ** (0.1 * rp) - 1.0)
    mu = 1.0 / N * np.arcsinh(1 / eps)
    p = -np.sinh(mu + 1j * np.pi * np.arange(-N + 1, N, 2) / (2 * N))
    k = np.prod(-p, axis=0).real
    return np.array([]), p, k / np.sqrt(1 + eps * eps) if N % 2 == 0 else k


def cheb2ap(N, rs):
    """(zeros, poles, gain) of Chebyshev's second filter."""
    de = 1.0 / np.sqrt(10 ** (0.1 * rs) - 1)
    mu = np.arcsinh(1.0 / de) / N
    m = np.concatenate((np.arange(-N + 1, 0, 2), np.arange(2, N, 2))) if N % 2 else np.arange(-N + 1, N, 2)
    z = -np.conjugate(1j / np.sin(m * np.pi / (2.0 * N)))
    p = -np.exp(1j * np.pi * np.arange(-N + 1, N, 2) / (2 * N))
    p = 1.0 / (np.sinh(mu) * p.real + 1j * np.cosh(mu) * p.imag)
    return z, p, (np.prod(-p, axis=0) / np.prod(-z, axis=0)).real


def _moved(z, p, k, kind, w):
    """An analog filter whose edge is 1, for other edges."""
    degree = len(p) - len(z)
    if kind == 'lowpass':
        return z * w, p * w, k * w ** degree
    if kind == 'highpass':
        gain = k * np.real(np.prod(-z) / np.prod(-p))
        return np.r_[w / z, np.zeros(degree)], w / p, gain
    wide, middle = w[1] - w[0], np.sqrt(w[0] * w[1])
    if kind == 'bandpass':
        z, p = z * wide / 2 + 0j, p * wide / 2 + 0j
        spread = lambda r: np.concatenate((r + np.sqrt(r ** 2 - middle ** 2), r - np.sqrt(r ** 2 - middle ** 2)))
        return np.r_[spread(z), np.zeros(degree)], spread(p), k * wide ** degree
    gain = k * np.real(np.prod(-z) / np.prod(-p))
    z, p = wide / 2 / z + 0j, wide / 2 / p + 0j
    spread = lambda r: np.concatenate((r + np.sqrt(r ** 2 - middle ** 2), r - np.sqrt(r ** 2 - middle ** 2)))
    return np.r_[spread(z), np.full(degree, 1j * middle), np.full(degree, -1j * middle)], spread(p), gain


_KINDS = {'band': 'bandpass', 'bandpass': 'bandpass', 'pass': 'bandpass', 'bp': 'bandpass', 'bs': 'bandstop', 'bandstop': 'bandstop', 'bands': 'bandstop', 'stop': 'bandstop', 'l': 'lowpass', 'low': 'lowpass',
          'lowpass': 'lowpass', 'lp': 'lowpass', 'high': 'highpass', 'highpass': 'highpass', 'h': 'highpass', 'hp': 'highpass'}
_MAKERS = {'butter': 'buttap', 'butterworth': 'buttap', 'cheby1': 'cheb1ap', 'chebyshev1': 'cheb1ap', 'chebyshevi': 'cheb1ap', 'cheby2': 'cheb2ap', 'chebyshev2': 'cheb2ap', 'chebyshevii': 'cheb2ap'}


def _prototype(name, N, rp, rs):
    """The analog filter with its edge at 1."""
    from scipy.signal import _design
    for given, asked, word in ((rp, ('cheb1ap', 'ellipap'), 'passband'), (rs, ('cheb2ap', 'ellipap'), 'stopband')):
        if _MAKERS[name] in asked and given is None:
            raise ValueError('Both rp and rs must be provided to design an elliptic filter.' if _MAKERS[name] == 'ellipap' else
                             f'{word} ripple (rp) must be provided to design a Chebyshev I filter.' if word == 'passband' else 'stopband attenuation (rs) must be provided to design an Chebyshev II filter.')
    by = {'buttap': lambda: buttap(N), 'cheb1ap': lambda: cheb1ap(N, rp), 'cheb2ap': lambda: cheb2ap(N, rs), 'ellipap': lambda: _design.ellipap(N, rp, rs), 'besselap': lambda: _design.besselap(N, name.split('_')[-1] if '_' in name else 'phase')}
    return by[_MAKERS[name]]()


def iirfilter(N, Wn, rp=None, rs=None, btype='band', analog=False, ftype='butter', output='ba', fs=None):
    """A filter with feedback, after an analog one."""
    kind, output, name = _KINDS.get(btype.lower()), output.lower(), ftype.lower()
    if kind is None:
        raise ValueError(f"'{btype}' is an invalid bandtype for filter.")
    if name not in _MAKERS:
        raise ValueError(f"'{ftype}' is not a valid basic IIR filter.")
    if output not in ('ba', 'zpk', 'sos'):
        raise ValueError(f"'{output}' is not a valid output form.")
    if fs is not None and analog:
        raise ValueError('fs cannot be specified for an analog filter')
    Wn = np.asarray(Wn, dtype=float) * (2 / fs if fs is not None else 1)
    if np.any(Wn <= 0):
        raise ValueError('filter critical frequencies must be greater than 0')
    if Wn.size > 1 and not Wn[0] < Wn[1]:
        raise ValueError('Wn[0] must be less than Wn[1]')
    z, p, k = _prototype(name, N, rp, rs)
    if not analog:
        if np.any(Wn >= 1):
            raise ValueError(f'Digital filter critical frequencies must be 0 < Wn < fs/2 (fs={fs} -> fs/2={fs / 2})' if fs is not None else 'Digital filter critical frequencies must be 0 < Wn < 1')
        warped = 4.0 * np.tan(np.pi * Wn / 2.0)
    else:
        warped = Wn
    if kind in ('lowpass', 'highpass'):
        if np.size(Wn) != 1:
            raise ValueError('Must specify a single critical frequency Wn for lowpass or highpass filter')
        warped = float(np.ravel(warped)[0])
    elif np.size(Wn) != 2:
        raise ValueError('Wn must specify start and stop frequencies for bandpass or bandstop filter')
    z, p, k = _moved(z, p, k, kind, warped)
    if not analog:                      # (the half plane becomes the circle)
        degree = len(p) - len(z)
        k = k * np.real(np.prod(4.0 - z) / np.prod(4.0 - p))
        z, p = np.r_[(4.0 + z) / (4.0 - z), -np.ones(degree)], (4.0 + p) / (4.0 - p)
    return (z, p, k) if output == 'zpk' else zpk2tf(z, p, k) if output == 'ba' else zpk2sos(z, p, k)


def butter(N, Wn, btype='low', analog=False, output='ba', fs=None):
    """Butterworth's filter: as flat as can be."""
    return iirfilter(N, Wn, btype=btype, analog=analog, output=output, ftype='butter', fs=fs)


def cheby1(N, rp, Wn, btype='low', analog=False, output='ba', fs=None):
    """Chebyshev's filter with ripples in what passes."""
    return iirfilter(N, Wn, rp=rp, btype=btype, analog=analog, output=output, ftype='cheby1', fs=fs)


def cheby2(N, rs, Wn, btype='low', analog=False, output='ba', fs=None):
    """Chebyshev's filter with ripples in what does not pass."""
    return iirfilter(N, Wn, rs=rs, btype=btype, analog=analog, output=output, ftype='cheby2', fs=fs)

"""Waves that are made: chirps, pulses, sequences of bits, wavelets and transforms by them."""
import numpy as np

from scipy.signal._convolve import convolve


def chirp(t, f0, t1, f1, method='linear', phi=0, vertex_zero=True):
    """A cosine whose frequency moves from f0 to f1."""
    t, f0, t1, f1 = np.asarray(t), float(f0), float(t1), float(f1)
    name = method.lower()
    if name in ('linear', 'lin', 'li'):
        turn = 2 * np.pi * (f0 * t + 0.5 * (f1 - f0) / t1 * t * t)
    elif name in ('quadratic', 'quad', 'q'):
        beta = (f1 - f0) / t1 ** 2
        turn = 2 * np.pi * (f0 * t + beta * t ** 3 / 3 if vertex_zero else f1 * t + beta * ((t1 - t) ** 3 - t1 ** 3) / 3)
    elif name in ('logarithmic', 'log', 'lo'):
        if f0 * f1 <= 0.0:
            raise ValueError('For a logarithmic chirp, f0 and f1 must be nonzero and have the same sign.')
        if f0 == f1:
            turn = 2 * np.pi * f0 * t
        else:
            beta = t1 / np.log(f1 / f0)
            turn = 2 * np.pi * beta * f0 * (np.power(f1 / f0, t / t1) - 1.0)
    elif name in ('hyperbolic', 'hyp'):
        if f0 == 0 or f1 == 0:
            raise ValueError('For a hyperbolic chirp, f0 and f1 must be nonzero.')
        if f0 == f1:
            turn = 2 * np.pi * f0 * t
        else:
            pole = -f1 * t1 / (f0 - f1)
            turn = 2 * np.pi * (-pole * f0) * np.log(np.abs(1 - t / pole))
    else:
        raise ValueError("method must be 'linear', 'quadratic', 'logarithmic', or 'hyperbolic', but a value of %r was given." % method)
    return np.cos(turn + phi * np.pi / 180)


def sweep_poly(t, poly, phi=0):
    """A cosine whose frequency is a polynomial of time."""
    return np.cos(2 * np.pi * np.polyval(np.polyint(poly), np.asarray(t)) + phi * np.pi / 180)


def gausspulse(t, fc=1000, bw=0.5, bwr=-6, tpr=-60, retquad=False, retenv=False):
    """A cosine under a bell."""
    for bad, words in ((fc < 0, f'Center frequency (fc={fc:.2f}) must be >=0.'), (bw <= 0, f'Fractional bandwidth (bw={bw:.2f}) must be > 0.'), (bwr >= 0, f'Reference level for bandwidth (bwr={bwr:.2f}) must be < 0 dB')):
        if bad:
            raise ValueError(words)
    a = -(np.pi * fc * bw) ** 2 / (4.0 * np.log(10.0 ** (bwr / 20.0)))
    if isinstance(t, str):
        if t != 'cutoff':
            raise ValueError("If `t` is a string, it must be 'cutoff'")
        if tpr >= 0:
            raise ValueError('Reference level for time cutoff must be < 0 dB')
        return np.sqrt(-np.log(10.0 ** (tpr / 20.0)) / a)
    t = np.asarray(t)
    bell = np.exp(-a * t * t)
    parts = [bell * np.cos(2 * np.pi * fc * t)] + [bell * np.sin(2 * np.pi * fc * t)] * bool(retquad) + [bell] * bool(retenv)
    return parts[0] if len(parts) == 1 else tuple(parts)


_TAPS = {2: [1], 3: [2], 4: [3], 5: [3], 6: [5], 7: [6], 8: [7, 6, 1], 9: [5], 10: [7], 11: [9], 12: [11, 10, 4], 13: [12, 11, 8], 14: [13, 12, 2], 15: [14], 16: [15, 13, 4], 17: [14], 18: [11], 19: [18, 17, 14], 20: [17], 21: [19], 22: [21], 23: [18],
         24: [23, 22, 17], 25: [22], 26: [25, 24, 20], 27: [26, 25, 22], 28: [25], 29: [27], 30: [29, 28, 7], 31: [28], 32: [31, 30, 10]}


def max_len_seq(nbits, state=None, length=None, taps=None):
    """(bits, state): as long as a shift register can go without repeating."""
    if taps is None:
        if nbits not in _TAPS:
            raise ValueError(f'nbits must be between {min(_TAPS)} and {max(_TAPS)} if taps is None')
        taps = np.array(_TAPS[nbits])
    else:
        taps = np.unique(np.asarray(taps))[::-1]
        if np.any(taps < 0) or np.any(taps > nbits) or taps.size < 1:
            raise ValueError('taps must be non-empty with values between zero and nbits (inclusive)')
    bits = np.ones(nbits, dtype=np.int8) if state is None else np.array(state, dtype=bool).astype(np.int8)
    if bits.ndim != 1 or bits.size != nbits:
        raise ValueError('state must be a 1-D array of size nbits')
    if np.all(bits == 0):
        raise ValueError('state must not be all zeros')
    many = 2 ** nbits - 1 if length is None else int(length)
    register, made, at = bits.tolist(), [0] * many, 0
    for i in range(many):
        feed = made[i] = register[at]
        for tap in taps:
            feed ^= register[(int(tap) + at) % nbits]
        register[at] = feed
        at = (at + 1) % nbits
    return np.array(made, dtype=np.int8), np.roll(np.array(register, dtype=np.int8), -at)


def ricker(points, a):
    """The Mexican hat."""
    at = np.arange(points) - (points - 1.0) / 2
    return 2 / (np.sqrt(3 * a) * np.pi ** 0.25) * (1 - at ** 2 / a ** 2) * np.exp(-at ** 2 / (2 * a ** 2))


def morlet(M, w=5.0, s=1.0, complete=True):
    """A wave under a bell."""
    x = np.linspace(-s * 2 * np.pi, s * 2 * np.pi, M)
    made = np.exp(1j * w * x)
    if complete:
        made = made - np.exp(-0.5 * w ** 2)
    return made * np.exp(-0.5 * x ** 2) * np.pi ** -0.25


def morlet2(M, s, w=5):
    """The same for cwt."""
    x = (np.arange(M) - (M - 1.0) / 2) / s
    return np.sqrt(1 / s) * np.exp(1j * w * x) * np.exp(-0.5 * x ** 2) * np.pi ** -0.25


def cwt(data, wavelet, widths, dtype=None, **named):
    """A row of the signal seen through the wavelet of each width."""
    data = np.asarray(data)
    if dtype is None:
        dtype = np.complex128 if np.asarray(wavelet(1, widths[0], **named)).dtype.char in 'FDG' else np.float64
    made = np.empty((len(widths), len(data)), dtype=dtype)
    for row, width in zip(made, widths):
        row[:] = convolve(data, np.conj(wavelet(min(10 * width, len(data)), width, **named)[::-1]), mode='same')
    return made


def _ridges(table, far, gap):
    """Lines of maxima from the widest row down: each (rows, columns)."""
    peaks = np.zeros(table.shape, dtype=bool)
    for i, row in enumerate(table):
        at = np.arange(row.size)
        peaks[i] = (row > row.take(at + 1, mode='clip')) & (row > row.take(at - 1, mode='clip'))
    rows = np.flatnonzero(peaks.any(axis=1))
    if not len(rows):
        return []
    live = [[[rows[-1]], [column], 0] for column in np.flatnonzero(peaks[rows[-1]])]
    done = []
    for row in range(rows[-1] - 1, -1, -1):
        columns = np.flatnonzero(peaks[row])
        for line in live:
            line[2] += 1
        last = np.array([line[1][-1] for line in live])
        for column in columns:
            line = None
            if len(last):
                away = np.abs(column - last)
                if away.min() <= far[row]:
                    line = live[int(np.argmin(away))]
            if line is not None:
                line[1].append(column)
                line[0].append(row)
                line[2] = 0
            else:
                live.append([[row], [column], 0])
        for i in range(len(live) - 1, -1, -1):
            if live[i][2] > gap:
                done.append(live.pop(i))
    return [(np.array(line[0])[np.argsort(line[0])], np.array(line[1])[np.argsort(line[0])]) for line in done + live]


def find_peaks_cwt(vector, widths, wavelet=None, max_distances=None, gap_thresh=None, min_length=None, min_snr=1, noise_perc=10, window_size=None):
    """Peaks that stay while the wavelet grows."""
    widths = np.array(widths, copy=False, ndmin=1)
    table = cwt(vector, ricker if wavelet is None else wavelet, widths)
    gap = np.ceil(widths[0]) if gap_thresh is None else gap_thresh
    lines = _ridges(table, widths / 4.0 if max_distances is None else max_distances, gap)
    many = table.shape[1]
    least, size = np.ceil(table.shape[0] / 4) if min_length is None else min_length, np.ceil(many / 20) if window_size is None else window_size
    half, odd = divmod(int(size), 2)
    row = table[0]
    noise = np.array([np.percentile(row[max(i - half, 0):min(i + half + odd, many)], noise_perc) for i in range(len(row))])
    kept = [line for line in lines if len(line[0]) >= least and abs(table[line[0][0], line[1][0]] / noise[line[1][0]]) >= min_snr]
    return np.sort(np.array([line[1][0] for line in kept], dtype=int))


def vectorstrength(events, period):
    """(how well events keep to a period, at which phase)."""
    events, period = np.asarray(events), np.asarray(period)
    if events.ndim > 1:
        raise ValueError('events cannot have dimensions more than 1')
    if period.ndim > 1:
        raise ValueError('period cannot have dimensions more than 1')
    one = not period.ndim
    found = np.mean(np.exp(2j * np.pi * np.atleast_2d(events) / np.atleast_2d(period).T), axis=1)
    return (abs(found[0]), np.angle(found[0])) if one else (np.abs(found), np.angle(found))

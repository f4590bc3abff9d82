"""Signals along one axis: filters by coefficients, peaks, trends, smoothing by polynomials, spectra, other numbers of samples."""
import numpy as np

from scipy.signal.windows import get_window


def lfilter(b, a, x, axis=-1, zi=None):
    """A rational filter: b over a."""
    b, a, x = (np.atleast_1d(np.asarray(v)) for v in (b, a, x))
    if b.ndim > 1 or a.ndim > 1:
        raise ValueError('object of too small depth for desired array')
    kind = np.result_type(b, a, x, np.float64)
    first = a[0] * 1.0
    if first == 0:
        raise ValueError('The first element of the denominator must not be 0.')
    b, a = b / first, a / first
    order = max(len(a), len(b)) - 1
    b, a = (np.concatenate([v, np.zeros(order + 1 - len(v))]).astype(kind) for v in (b, a))
    rows = np.moveaxis(x.astype(kind), axis, 0)
    state = np.zeros((order, *rows.shape[1:]), kind) if zi is None else np.moveaxis(np.array(zi, kind), axis, 0).copy()
    if not a[1:].any():                     # (no feedback: a convolution)
        made = np.zeros((len(rows) + order, *rows.shape[1:]), kind)
        for i, weight in enumerate(b):
            made[i:i + len(rows)] += weight * rows
        made[:order] += state[:len(made)][:order]
        out, state = made[:len(rows)], made[len(rows):]
    else:
        out = np.empty_like(rows)
        for n, sample in enumerate(rows):
            out[n] = b[0] * sample + (state[0] if order else 0)
            for i in range(order - 1):
                state[i] = state[i + 1] + b[i + 1] * sample - a[i + 1] * out[n]
            if order:
                state[-1] = b[-1] * sample - a[-1] * out[n]
    out = np.moveaxis(out, 0, axis)
    return out if zi is None else (out, np.moveaxis(state, 0, axis))


def _plateaus(x):
    """The middles of places that are higher than both sides."""
    steps = np.flatnonzero(np.diff(x) != 0)
    starts, stops = np.concatenate([[0], steps + 1]), np.concatenate([steps, [len(x) - 1]])
    level = x[starts]
    high = np.flatnonzero((level[1:-1] > level[:-2]) & (level[1:-1] > level[2:])) + 1
    return (starts[high] + stops[high]) // 2, starts[high], stops[high]


def _limits(bound):
    if bound is None or np.isscalar(bound) or isinstance(bound, np.ndarray) and bound.ndim == 1 and len(bound) != 2:
        return bound, None
    low, high = bound
    return low, high


def _kept(values, bound, peaks=None, size=None):
    low, high = _limits(bound)
    low, high = (v[peaks] if isinstance(v, np.ndarray) and v.size == size else v for v in (low, high))
    good = np.ones(len(values), bool)
    if low is not None:
        good &= low <= values
    if high is not None:
        good &= values <= high
    return good


def _far_apart(peaks, priority, distance):
    """Of peaks that are nearer than distance the highest stays."""
    distance, keep = int(np.ceil(distance)), np.ones(len(peaks), bool)
    for i in np.argsort(priority, kind='stable')[::-1]:
        if keep[i]:
            near = np.abs(peaks - peaks[i]) < distance
            near[i] = False
            keep &= ~near
    return keep


def peak_prominences(x, peaks, wlen=None):
    """(how far each peak stands above the higher of the lowest places to its sides, where these are)."""
    x, peaks = np.asarray(x, float), np.asarray(peaks)
    reach = len(x) if wlen is None else int(np.ceil(wlen)) | 1
    made, bases = np.empty(len(peaks)), np.empty((2, len(peaks)), int)
    for n, peak in enumerate(peaks):
        low, high = max(0, peak - reach // 2) if wlen else 0, min(len(x) - 1, peak + reach // 2) if wlen else len(x) - 1
        left, right = x[low:peak + 1][::-1], x[peak:high + 1]
        sides = []
        for side, sign, row in ((left, -1, 0), (right, 1, 1)):
            higher = np.flatnonzero(side > x[peak])
            part = side[:higher[0]] if len(higher) else side
            at = int(np.argmin(part))
            bases[row, n] = peak + sign * at
            sides.append(part[at])
        made[n] = x[peak] - max(sides)
    return made, bases[0], bases[1]


def peak_widths(x, peaks, rel_height=0.5, prominence_data=None, wlen=None):
    """(widths at a part of the prominence, the heights, left and right ends)."""
    x = np.asarray(x, float)
    prominences, lefts, rights = peak_prominences(x, peaks, wlen) if prominence_data is None else prominence_data
    made = np.empty((4, len(peaks)))
    for n, (peak, prominence, low, high) in enumerate(zip(peaks, prominences, lefts, rights)):
        height = x[peak] - prominence * rel_height
        i = peak
        while low < i and height < x[i]:
            i -= 1
        left = float(i) + ((height - x[i]) / (x[i + 1] - x[i]) if x[i] < height else 0.0)
        i = peak
        while i < high and height < x[i]:
            i += 1
        right = float(i) - ((height - x[i]) / (x[i - 1] - x[i]) if x[i] < height else 0.0)
        made[:, n] = right - left, height, left, right
    return tuple(made)


def find_peaks(x, height=None, threshold=None, distance=None, prominence=None, width=None, wlen=None, rel_height=0.5, plateau_size=None):
    """(places higher than both sides, what is known of them) that fit what is wished."""
    x = np.asarray(x, float)
    if x.ndim != 1:
        raise ValueError('`x` must be a 1-D array')
    if distance is not None and distance < 1:
        raise ValueError('`distance` must be greater or equal to 1')
    peaks, left, right = _plateaus(x) if len(x) > 2 else (np.empty(0, int),) * 3
    known = {}

    def keep(good):
        nonlocal peaks
        peaks = peaks[good]
        for name in known:
            known[name] = known[name][good]
    if plateau_size is not None:
        known.update(plateau_sizes=right - left + 1, left_edges=left, right_edges=right)
        keep(_kept(known['plateau_sizes'], plateau_size, peaks, len(x)))
    if height is not None:
        known['peak_heights'] = x[peaks]
        keep(_kept(known['peak_heights'], height, peaks, len(x)))
    if threshold is not None:
        known.update(left_thresholds=x[peaks] - x[peaks - 1], right_thresholds=x[peaks] - x[peaks + 1])
        low, high = _limits(threshold)
        least, most = (f(known['left_thresholds'], known['right_thresholds']) for f in (np.minimum, np.maximum))
        keep((least >= low if low is not None else True) & (most <= high if high is not None else np.ones(len(peaks), bool)))
    if distance is not None:
        keep(_far_apart(peaks, x[peaks], distance))
    if prominence is not None or width is not None:
        known.update(zip(('prominences', 'left_bases', 'right_bases'), peak_prominences(x, peaks, wlen)))
    if prominence is not None:
        keep(_kept(known['prominences'], prominence, peaks, len(x)))
    if width is not None:
        data = known['prominences'], known['left_bases'], known['right_bases']
        known.update(zip(('widths', 'width_heights', 'left_ips', 'right_ips'), peak_widths(x, peaks, rel_height, data)))
        keep(_kept(known['widths'], width, peaks, len(x)))
    return peaks, known


def argrelextrema(data, comparator, axis=0, order=1, mode='clip'):
    """Where a comparison with all of so many neighbours holds."""
    if int(order) != order or order < 1:
        raise ValueError('Order must be an int >= 1')
    data = np.asarray(data)
    places, good = np.arange(data.shape[axis]), np.ones(data.shape, bool)
    main = data.take(places, axis=axis, mode=mode)
    for step in range(1, int(order) + 1):
        good &= comparator(main, data.take(places + step, axis=axis, mode=mode)) & comparator(main, data.take(places - step, axis=axis, mode=mode))
    return np.nonzero(good)


def argrelmax(data, axis=0, order=1, mode='clip'):
    return argrelextrema(data, np.greater, axis, order, mode)


def argrelmin(data, axis=0, order=1, mode='clip'):
    return argrelextrema(data, np.less, axis, order, mode)


def detrend(data, axis=-1, type='linear', bp=0, overwrite_data=False):
    """Without its mean, or its straight line (of each piece between breaks bp)."""
    if type not in ('linear', 'l', 'constant', 'c'):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    data = np.asarray(data, float)
    if type in ('constant', 'c'):
        return data - data.mean(axis=axis, keepdims=True)
    rows = np.moveaxis(data, axis, 0)
    flat = rows.reshape(len(rows), -1).copy()
    edges = np.unique(np.concatenate([[0], np.atleast_1d(bp), [len(rows)]])).astype(int)
    if (edges > len(rows)).any():
        raise ValueError('Breakpoints must be less than length of data along given axis.')
    for low, high in zip(edges, edges[1:]):
        line = np.stack([np.arange(1, high - low + 1) / (high - low), np.ones(high - low)], axis=1)
        flat[low:high] -= line @ np.linalg.lstsq(line, flat[low:high], rcond=None)[0]
    return np.moveaxis(flat.reshape(rows.shape), 0, axis)


def medfilt(volume, kernel_size=None):
    """The middle one of the places around each; 0 beyond the ends."""
    volume = np.atleast_1d(volume)
    sizes = np.broadcast_to(3 if kernel_size is None else kernel_size, (volume.ndim,))
    if (sizes % 2 == 0).any():
        raise ValueError('Each element of kernel_size should be odd.')
    from scipy.ndimage import median_filter
    return median_filter(volume, size=tuple(int(n) for n in sizes), mode='constant')


def savgol_coeffs(window_length, polyorder, deriv=0, delta=1.0, pos=None, use='conv'):
    """The weights that give the value (or a derivative) of the polynomial through the places around."""
    if polyorder >= window_length:
        raise ValueError('polyorder must be less than window_length.')
    half, odd = divmod(window_length, 2)
    pos = (half if odd else half - 0.5) if pos is None else pos
    if not 0 <= pos < window_length:
        raise ValueError('pos must be nonnegative and less than window_length.')
    if deriv > polyorder:
        return np.zeros(window_length)
    x = np.arange(-pos, window_length - pos, dtype=float)
    x = x[::-1] if use == 'conv' else x
    wished = np.zeros(polyorder + 1)
    wished[deriv] = float(np.prod(np.arange(1, deriv + 1))) / delta ** deriv
    return np.linalg.lstsq(x ** np.arange(polyorder + 1)[:, None], wished, rcond=None)[0]


def savgol_filter(x, window_length, polyorder, deriv=0, delta=1.0, axis=-1, mode='interp', cval=0.0):
    """Each place as the polynomial through those around it says."""
    if mode not in ('mirror', 'constant', 'nearest', 'interp', 'wrap'):
        raise ValueError("mode must be 'mirror', 'constant', 'nearest' 'wrap' or 'interp'.")
    from scipy.ndimage import convolve1d
    x = np.asarray(x)
    x = x if x.dtype in (np.float32, np.float64) else x.astype(float)
    weights = savgol_coeffs(window_length, polyorder, deriv=deriv, delta=delta)
    if mode != 'interp':
        return convolve1d(x, weights, axis=axis, mode=mode, cval=cval)
    if window_length > x.shape[axis]:
        raise ValueError("If mode is 'interp', window_length must be less than or equal to the size of x.")
    made = np.moveaxis(convolve1d(x, weights, axis=axis, mode='constant'), axis, 0)
    rows, half = np.moveaxis(x, axis, 0), window_length // 2
    for piece, places, to in ((rows[:window_length], np.arange(half), slice(0, half)), (rows[len(rows) - window_length:], np.arange(window_length - half, window_length), slice(len(rows) - half, len(rows)))):
        flat = np.polyfit(np.arange(window_length), piece.reshape(window_length, -1), polyorder)
        for _ in range(deriv):
            flat = flat[:-1] * np.arange(len(flat) - 1, 0, -1)[:, None]
        value = sum(row * places[:, None] ** (len(flat) - 1 - i) for i, row in enumerate(flat)) / delta ** deriv
        made[to] = value.reshape((half, *rows.shape[1:]))
    return np.moveaxis(made, 0, axis)


def hilbert(x, N=None, axis=-1):
    """The analytic signal."""
    x = np.asarray(x)
    if np.iscomplexobj(x):
        raise ValueError('x must be real.')
    N = x.shape[axis] if N is None else N
    if N <= 0:
        raise ValueError('N must be positive.')
    found = np.moveaxis(np.fft.fft(x, N, axis=axis), axis, -1)
    weight = np.zeros(N)
    weight[0] = 1
    weight[1:(N + 1) // 2] = 2
    if N % 2 == 0:
        weight[N // 2] = 1
    return np.moveaxis(np.fft.ifft(found * weight), -1, axis)


def periodogram(x, fs=1.0, window='boxcar', nfft=None, detrend='constant', return_onesided=True, scaling='density', axis=-1):
    """(frequencies, power) of a whole signal."""
    x = np.asarray(x)
    return welch(x, fs, window, x.shape[axis], 0, nfft, detrend, return_onesided, scaling, axis)


def welch(x, fs=1.0, window='hann', nperseg=None, noverlap=None, nfft=None, detrend='constant', return_onesided=True, scaling='density', axis=-1, average='mean'):
    """(frequencies, power): the mean over pieces that overlap."""
    if scaling not in ('density', 'spectrum'):
        raise ValueError('Unknown scaling: %r' % scaling)
    rows = np.moveaxis(np.asarray(x), axis, -1)
    onesided = return_onesided and not np.iscomplexobj(rows)
    many = min(256 if nperseg is None else int(nperseg), rows.shape[-1])
    weights = get_window(window, many) if isinstance(window, (str, tuple)) else np.asarray(window)
    over = many // 2 if noverlap is None else int(noverlap)
    if over >= many:
        raise ValueError('noverlap must be less than nperseg.')
    size = many if nfft is None else int(nfft)
    if size < many:
        raise ValueError('nfft must be greater than or equal to nperseg.')
    pieces = np.lib.stride_tricks.sliding_window_view(rows, many, axis=-1)[..., ::many - over, :]
    if detrend:
        pieces = _straight(pieces, type=detrend) if not callable(detrend) else detrend(pieces)
    found = (np.fft.rfft if onesided else np.fft.fft)(pieces * weights, size)
    power = (np.abs(found) ** 2) * (1.0 / (fs * (weights * weights).sum()) if scaling == 'density' else 1.0 / weights.sum() ** 2)
    if onesided:
        power[..., 1:None if size % 2 else -1] *= 2
    power = np.median(power, axis=-2) if average == 'median' else power.mean(axis=-2)
    return (np.fft.rfftfreq if onesided else np.fft.fftfreq)(size, 1 / fs), np.moveaxis(power, -1, axis)


def resample(x, num, t=None, axis=0, window=None, domain='time'):
    """In another number of samples, by its transform."""
    if window is not None or domain != 'time':
        raise NotImplementedError('resample: window and domain are not there')
    rows = np.moveaxis(np.asarray(x), axis, -1)
    many, less = rows.shape[-1], min(num, rows.shape[-1])
    if np.iscomplexobj(rows):
        raise NotImplementedError('resample: complex signals are not there')
    found = np.fft.rfft(rows)
    made = np.zeros((*rows.shape[:-1], num // 2 + 1), complex)
    made[..., :less // 2 + 1] = found[..., :less // 2 + 1]
    if less % 2 == 0:
        made[..., less // 2] *= 2 if num < many else 0.5 if num > many else 1
    out = np.moveaxis(np.fft.irfft(made, num) * (num / many), -1, axis)
    if t is None:
        return out
    t = np.asarray(t)
    return out, np.arange(num) * (t[1] - t[0]) * many / num + t[0]


def square(t, duty=0.5):
    """1 for a part of each turn, -1 for the rest."""
    t, duty = np.broadcast_arrays(np.asarray(t, float), duty)
    return np.where((duty > 1) | (duty < 0), np.nan, np.where(np.mod(t, 2 * np.pi) < duty * 2 * np.pi, 1.0, -1.0))


def sawtooth(t, width=1):
    """From -1 to 1 in a part of each turn, and back in the rest."""
    t, width = np.broadcast_arrays(np.asarray(t, float), np.asarray(width, float))
    at = np.mod(t, 2 * np.pi)
    with np.errstate(divide='ignore', invalid='ignore'):
        rise, fall = at / (np.pi * width) - 1, (np.pi * (width + 1) - at) / (np.pi * (1 - width))
    return np.where((width > 1) | (width < 0), np.nan, np.where(at < width * 2 * np.pi, rise, fall))


def unit_impulse(shape, idx=None, dtype=float):
    """0, and 1 at one place."""
    made = np.zeros(shape, dtype)
    shape = made.shape
    made[tuple(n // 2 for n in shape) if isinstance(idx, str) and idx == 'mid' else (0,) * len(shape) if idx is None else idx if np.iterable(idx) else (idx,) * len(shape)] = 1
    return made


_straight = detrend         # (welch has a parameter of that name)

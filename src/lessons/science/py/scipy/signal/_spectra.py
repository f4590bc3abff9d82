"""Spectra over time and of pairs: short transforms there and back, spectrograms, cross spectra, coherence; Lomb's and Scargle's of uneven samples."""
import numpy as np

from scipy.signal._lines import detrend as _straight
from scipy.signal.windows import get_window


def _window(window, nperseg, length):
    if isinstance(window, (str, tuple)):
        nperseg = 256 if nperseg is None else int(nperseg)
        if nperseg > length:
            import warnings
            warnings.warn(f'nperseg = {nperseg:d} is greater than input length  = {length:d}, using nperseg = {length:d}', stacklevel=4)
            nperseg = length
        return get_window(window, nperseg), nperseg
    weights = np.asarray(window)
    if weights.ndim != 1:
        raise ValueError('window must be 1-D')
    if length < weights.shape[-1]:
        raise ValueError('window is longer than input signal')
    if nperseg is not None and nperseg != weights.shape[0]:
        raise ValueError('value specified for nperseg is different from length of window')
    return weights, weights.shape[0]


_EDGES = {'even': lambda x, n: np.concatenate([x[..., n:0:-1], x, x[..., -2:-n - 2:-1]], -1), 'odd': lambda x, n: np.concatenate([2 * x[..., :1] - x[..., n:0:-1], x, 2 * x[..., -1:] - x[..., -2:-n - 2:-1]], -1),
          'constant': lambda x, n: np.concatenate([np.repeat(x[..., :1], n, -1), x, np.repeat(x[..., -1:], n, -1)], -1),
          'zeros': lambda x, n: np.concatenate([np.zeros((*x.shape[:-1], n), x.dtype), x, np.zeros((*x.shape[:-1], n), x.dtype)], -1), None: lambda x, n: x}


def _pieces(x, many, step, detrend, weights, size, onesided):
    cut = np.lib.stride_tricks.sliding_window_view(x, many, axis=-1)[..., ::step, :]
    if detrend:
        cut = detrend(cut) if callable(detrend) else _straight(cut, type=detrend)
    return (np.fft.rfft if onesided else np.fft.fft)(cut * weights, size)


def _spectra(x, y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, mode='psd', boundary=None, padded=False):
    """(frequencies, times, spectra with frequencies and pieces last)."""
    if mode not in ('psd', 'stft'):
        raise ValueError(f"Unknown value for mode {mode}, must be one of: {{'psd', 'stft'}}")
    if boundary not in _EDGES:
        raise ValueError(f"Unknown boundary option '{boundary}', must be one of: {list(_EDGES)}")
    alone = y is x
    x = np.moveaxis(np.asarray(x), axis, -1)
    y = x if alone else np.moveaxis(np.asarray(y), axis, -1)
    if x.size == 0 or y.size == 0:
        return np.empty(x.shape), np.empty(x.shape), np.empty(x.shape)
    if x.shape[-1] != y.shape[-1]:
        few = max(x.shape[-1], y.shape[-1])
        x, y = (np.concatenate([each, np.zeros((*each.shape[:-1], few - each.shape[-1]))], -1) for each in (x, y))
    x, y = (each if each.dtype.kind in 'fc' else each.astype(float) for each in (x, y))
    weights, many = _window(window, nperseg, x.shape[-1])
    size, over = many if nfft is None else int(nfft), many // 2 if noverlap is None else int(noverlap)
    if size < many:
        raise ValueError('nfft must be greater than or equal to nperseg.')
    if over >= many:
        raise ValueError('noverlap must be less than nperseg.')
    step = many - over
    x = _EDGES[boundary](x, many // 2)
    y = x if alone else _EDGES[boundary](y, many // 2)
    if padded:
        more = (-(x.shape[-1] - many) % step) % many
        x = np.concatenate([x, np.zeros((*x.shape[:-1], more))], -1)
        y = x if alone else np.concatenate([y, np.zeros((*y.shape[:-1], more))], -1)
    if scaling not in ('density', 'spectrum'):
        raise ValueError(f'Unknown scaling: {scaling!r}')
    scale = 1.0 / (fs * (weights * weights).sum()) if scaling == 'density' else 1.0 / weights.sum() ** 2
    onesided = return_onesided and not np.iscomplexobj(x) and not np.iscomplexobj(y)
    found = _pieces(x, many, step, detrend, weights, size, onesided)
    if mode == 'psd':
        found = np.conjugate(found) * (found if alone else _pieces(y, many, step, detrend, weights, size, onesided))
        found = found * scale
        if onesided:
            found[..., 1:None if size % 2 else -1] *= 2
    else:
        found = found * np.sqrt(scale)
    times = np.arange(many / 2, x.shape[-1] - many / 2 + 1, step) / float(fs)
    if boundary is not None:
        times -= many / 2 / fs
    return (np.fft.rfftfreq if onesided else np.fft.fftfreq)(size, 1 / fs), times, np.moveaxis(found, -1, -2), alone


def spectrogram(x, fs=1.0, window=('tukey', 0.25), nperseg=None, noverlap=None, nfft=None, detrend='constant', return_onesided=True, scaling='density', axis=-1, mode='psd'):
    """(frequencies, times, power of each piece)."""
    if mode not in ('psd', 'complex', 'magnitude', 'angle', 'phase'):
        raise ValueError(f"unknown value for mode {mode}, must be one of ['psd', 'complex', 'magnitude', 'angle', 'phase']")
    many = _window(window, nperseg, np.shape(x)[axis])[1]
    over = many // 8 if noverlap is None else noverlap
    f, t, found, _ = _spectra(x, x, fs, window, nperseg, over, nfft, detrend, return_onesided, scaling, axis, 'psd' if mode == 'psd' else 'stft')
    if mode == 'psd':
        found = found.real
    elif mode == 'magnitude':
        found = np.abs(found)
    elif mode in ('angle', 'phase'):
        found = np.angle(found)
        found = np.unwrap(found, axis=-1) if mode == 'phase' else found
    return f, t, found


def stft(x, fs=1.0, window='hann', nperseg=256, noverlap=None, nfft=None, detrend=False, return_onesided=True, boundary='zeros', padded=True, axis=-1, scaling='spectrum'):
    """(frequencies, times, the transform of each piece)."""
    scaling = {'psd': 'density'}.get(scaling, scaling)
    f, t, found, _ = _spectra(x, x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, 'stft', boundary, padded)
    return f, t, found


def istft(Zxx, fs=1.0, window='hann', nperseg=None, noverlap=None, nfft=None, input_onesided=True, boundary=True, time_axis=-1, freq_axis=-2, scaling='spectrum'):
    """(times, the signal) of such transforms: pieces added where they overlap."""
    z = np.moveaxis(np.asarray(Zxx) + 0j, (freq_axis, time_axis), (-2, -1))
    if z.ndim < 2:
        raise ValueError('Input stft must be at least 2d!')
    whole = 2 * (z.shape[-2] - 1) if input_onesided else z.shape[-2]
    many = whole if nperseg is None else int(nperseg)
    size = (whole + 1 if input_onesided and many == whole + 1 else whole) if nfft is None else int(nfft)
    over = many // 2 if noverlap is None else int(noverlap)
    if over >= many:
        raise ValueError('noverlap must be less than nperseg.')
    step = many - over
    weights = get_window(window, many) if isinstance(window, (str, tuple)) else np.asarray(window)
    parts = (np.fft.irfft if input_onesided else np.fft.ifft)(z, size, axis=-2)[..., :many, :]
    length = many + (z.shape[-1] - 1) * step
    x, norm = np.zeros((*z.shape[:-2], length), parts.dtype), np.zeros(length)
    parts = parts * (weights.sum() if scaling == 'spectrum' else np.sqrt(fs * sum(weights ** 2)))
    for i in range(z.shape[-1]):
        at = slice(i * step, i * step + many)
        x[..., at] += parts[..., i] * weights
        norm[at] += weights ** 2
    if boundary:
        x, norm = x[..., many // 2:-(many // 2)], norm[many // 2:-(many // 2)]
    if np.sum(norm > 1e-10) != len(norm):
        import warnings
        warnings.warn('NOLA condition failed, STFT may not be invertible.' + (' Possibly due to missing boundary' if not boundary else ''), stacklevel=2)
    x = x / np.where(norm > 1e-10, norm, 1.0)
    x = x.real if input_onesided else x
    return np.arange(x.shape[-1]) / float(fs), x


def csd(x, y, fs=1.0, window='hann', nperseg=None, noverlap=None, nfft=None, detrend='constant', return_onesided=True, scaling='density', axis=-1, average='mean'):
    """(frequencies, the cross spectrum)."""
    f, _, found, alone = _spectra(x, y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis)
    if average == 'median':
        n = found.shape[-1]
        bias = 1 + np.sum(1.0 / (2 * np.arange(1, (n - 1) // 2 + 1) + 1) - 1.0 / (2 * np.arange(1, (n - 1) // 2 + 1)))
        found = (np.median(found.real, axis=-1) + 1j * np.median(found.imag, axis=-1)) / bias
    elif average == 'mean':
        found = found.mean(axis=-1)
    else:
        raise ValueError(f'average must be "median" or "mean", got {average}')
    return f, np.moveaxis(found.real if alone else found, -1, axis)


def coherence(x, y, fs=1.0, window='hann', nperseg=None, noverlap=None, nfft=None, detrend='constant', axis=-1):
    """(frequencies, how alike two signals are at each)."""
    named = dict(fs=fs, window=window, nperseg=nperseg, noverlap=noverlap, nfft=nfft, detrend=detrend, axis=axis)
    f, xx = csd(x, x, **named)
    return f, np.abs(csd(x, y, **named)[1]) ** 2 / np.real(xx) / np.real(csd(y, y, **named)[1])


def lombscargle(x, y, freqs, precenter=False, normalize=False):
    """The power at angular frequencies of samples at uneven times."""
    x, y, freqs = (np.ascontiguousarray(each, dtype=float) for each in (x, y, freqs))
    if x.shape != y.shape:
        raise ValueError('Input arrays do not have the same size.')
    y = y - y.mean() if precenter else y
    turn = freqs[:, None] * x
    tau = np.arctan2(np.sin(2 * turn).sum(1), np.cos(2 * turn).sum(1)) / 2
    c, s = np.cos(turn - tau[:, None]), np.sin(turn - tau[:, None])
    found = 0.5 * ((c @ y) ** 2 / (c * c).sum(1) + (s @ y) ** 2 / (s * s).sum(1))
    return found * 2 / (y @ y) if normalize else found


def _overlapped(window, nperseg, noverlap):
    nperseg, noverlap = int(nperseg), int(noverlap)
    if nperseg < 1:
        raise ValueError('nperseg must be a positive integer')
    if noverlap >= nperseg:
        raise ValueError('noverlap must be less than nperseg.')
    weights = get_window(window, nperseg) if isinstance(window, (str, tuple)) else np.asarray(window)
    return weights, nperseg, nperseg - noverlap


def check_COLA(window, nperseg, noverlap, tol=1e-10):
    """Do the windows add to a constant?"""
    weights, many, step = _overlapped(window, nperseg, noverlap)
    total = sum(weights[i * step:(i + 1) * step] for i in range(many // step))
    if many % step:
        total[:many % step] += weights[-(many % step):]
    return bool(np.max(np.abs(total - np.median(total))) < tol)


def check_NOLA(window, nperseg, noverlap, tol=1e-10):
    """Do their squares leave no gap?"""
    weights, many, step = _overlapped(window, nperseg, noverlap)
    total = sum(weights[i * step:(i + 1) * step] ** 2 for i in range(many // step))
    if many % step:
        total[:many % step] += weights[-(many % step):] ** 2
    return bool(np.min(total) > tol)

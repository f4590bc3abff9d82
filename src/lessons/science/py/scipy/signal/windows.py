"""Windows: weights that fall towards the ends. sym=False: one of a period, for transforms."""
import numpy as np

__all__ = ['bartlett', 'blackman', 'boxcar', 'blackmanharris', 'cosine', 'exponential', 'flattop', 'gaussian', 'get_window', 'hamming', 'hann', 'kaiser', 'nuttall', 'triang', 'tukey']


def _made(shape, M, sym):
    """A window of M points by a function of (numbers, M)."""
    if int(M) != M or M < 0:
        raise ValueError('Window length M must be a non-negative integer')
    M = int(M)
    if M <= 1:
        return np.ones(M)
    many = M if sym else M + 1
    return shape(np.arange(many), many)[:M]


def _cosines(*weights):
    def window(M, sym=True):
        def shape(n, many):
            turn = np.linspace(-np.pi, np.pi, many)
            return sum(weight * np.cos(k * turn) for k, weight in enumerate(weights))
        return _made(shape, M, sym)
    return window


hann, hamming, blackman = _cosines(0.5, 0.5), _cosines(0.54, 0.46), _cosines(0.42, 0.50, 0.08)
for _name in ('hann', 'hamming', 'blackman'):
    globals()[_name].__name__ = _name


flattop = _cosines(0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368)
nuttall, blackmanharris = _cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411), _cosines(0.35875, 0.48829, 0.14128, 0.01168)
for _name in ('flattop', 'nuttall', 'blackmanharris'):
    globals()[_name].__name__ = _name


def boxcar(M, sym=True):
    return _made(lambda n, many: np.ones(many), M, sym)


def triang(M, sym=True):
    def shape(n, many):
        half = np.arange(1, (many + 1) // 2 + 1)
        rise = (2 * half - 1.0) / many if many % 2 == 0 else 2 * half / (many + 1.0)
        return np.concatenate([rise, rise[::-1] if many % 2 == 0 else rise[-2::-1]])
    return _made(shape, M, sym)


def bartlett(M, sym=True):
    return _made(lambda n, many: np.where(n <= (many - 1) / 2.0, 2.0 * n / (many - 1), 2.0 - 2.0 * n / (many - 1)), M, sym)


def cosine(M, sym=True):
    return _made(lambda n, many: np.sin(np.pi / many * (n + 0.5)), M, sym)


def gaussian(M, std, sym=True):
    return _made(lambda n, many: np.exp(-(n - (many - 1.0) / 2.0) ** 2 / (2 * std * std)), M, sym)


def exponential(M, center=None, tau=1.0, sym=True):
    if sym and center is not None:
        raise ValueError('If sym==True, center must be None.')
    return _made(lambda n, many: np.exp(-np.abs(n - ((many - 1) / 2 if center is None else center)) / tau), M, sym)


def kaiser(M, beta, sym=True):
    return _made(lambda n, many: np.i0(beta * np.sqrt(np.maximum(1 - ((n - (many - 1) / 2.0) / ((many - 1) / 2.0)) ** 2.0, 0))) / np.i0(beta), M, sym)


def tukey(M, alpha=0.5, sym=True):
    if alpha <= 0:
        return np.ones(int(M))
    if alpha >= 1.0:
        return hann(M, sym)

    def shape(n, many):
        wide = int(np.floor(alpha * (many - 1) / 2.0))
        rise = 0.5 * (1 + np.cos(np.pi * (-1 + 2.0 * n[:wide + 1] / alpha / (many - 1))))
        fall = 0.5 * (1 + np.cos(np.pi * (-2.0 / alpha + 1 + 2.0 * n[many - wide - 1:] / alpha / (many - 1))))
        return np.concatenate([rise, np.ones(many - 2 * (wide + 1)), fall])
    return _made(shape, M, sym)


_PLAIN = {'boxcar': boxcar, 'box': boxcar, 'ones': boxcar, 'rect': boxcar, 'rectangular': boxcar, 'triang': triang, 'triangle': triang, 'hann': hann, 'hanning': hann, 'hamming': hamming, 'blackman': blackman, 'bartlett': bartlett,
          'cosine': cosine, 'tukey': tukey, 'flattop': flattop, 'flat': flattop, 'nuttall': nuttall, 'blackmanharris': blackmanharris, 'blackharr': blackmanharris}
_WITH = {'gaussian': gaussian, 'gauss': gaussian, 'kaiser': kaiser, 'ksr': kaiser, 'tukey': tukey, 'exponential': exponential}


def get_window(window, Nx, fftbins=True):
    """A window by its name, (name, parameters), or kaiser's beta."""
    if isinstance(window, (int, float)):
        return kaiser(Nx, window, not fftbins)
    if isinstance(window, tuple):
        if window[0] in _PLAIN and len(window) == 1:
            return _PLAIN[window[0]](Nx, sym=not fftbins)
        if window[0] not in _WITH:
            raise ValueError('Unknown window type.')
        return _WITH[window[0]](Nx, *window[1:], sym=not fftbins)
    if window in _PLAIN:
        return _PLAIN[window](Nx, sym=not fftbins)
    if window in _WITH:
        raise ValueError("The '" + window + "' window needs one or more parameters -- pass a tuple.")
    raise ValueError('Unknown window type.')

"""rolling(win_type=…): windows whose rows count more in the middle; the weights are the usual windows of signals."""
import numpy as np

from pandas.core.missing import missing_in
from pandas.core.window import Windowed


def cosines(*parts):
    """A window that is a sum of cosines."""
    def make(n):
        at = np.linspace(-np.pi, np.pi, n) if n > 1 else np.zeros(1)
        return sum(a * np.cos(k * at) for k, a in enumerate(parts))
    return make


def triang(n):
    half = np.arange(1, (n + 1) // 2 + 1)
    if n % 2:
        half = 2 * half / (n + 1.0)
        return np.concatenate([half, half[-2::-1]])
    half = (2 * half - 1.0) / n
    return np.concatenate([half, half[::-1]])


def parzen(n):
    at = np.arange(-(n - 1) / 2.0, (n - 1) / 2.0 + 0.5)
    far = np.abs(at) / (n / 2.0)
    return np.where(np.abs(at) <= (n - 1) / 4.0, 1 - 6 * far ** 2 + 6 * far ** 3, 2 * (1 - far) ** 3)


def bohman(n):
    far = np.abs(np.linspace(-1, 1, n)[1:-1])
    return np.concatenate([[0], (1 - far) * np.cos(np.pi * far) + np.sin(np.pi * far) / np.pi, [0]])


def centred(n):
    return np.arange(n) - (n - 1.0) / 2


def gaussian(n, std):
    return np.exp(-centred(n) ** 2 / (2 * std * std))


def kaiser(n, beta):
    return np.kaiser(n, beta)


def exponential(n, center=None, tau=1.0):
    return np.exp(-np.abs(np.arange(n) - ((n - 1) / 2 if center is None else center)) / tau)


def general_gaussian(n, p, sig):
    return np.exp(-0.5 * np.abs(centred(n) / sig) ** (2 * p))


WINDOWS = {'boxcar': np.ones, 'triang': triang, 'hamming': cosines(0.54, 0.46), 'hann': cosines(0.5, 0.5), 'blackman': cosines(0.42, 0.5, 0.08), 'bartlett': np.bartlett, 'parzen': parzen, 'bohman': bohman,
           'cosine': lambda n: np.sin(np.pi / n * (np.arange(n) + 0.5)), 'nuttall': cosines(0.3635819, 0.4891775, 0.1365995, 0.0106411), 'blackmanharris': cosines(0.35875, 0.48829, 0.14128, 0.01168),
           'flattop': cosines(0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368), 'gaussian': gaussian, 'kaiser': kaiser, 'exponential': exponential, 'general_gaussian': general_gaussian,
           'barthann': lambda n: 0.62 - 0.48 * np.abs(np.arange(n) / (n - 1.0) - 0.5) + 0.38 * np.cos(2 * np.pi * np.abs(np.arange(n) / (n - 1.0) - 0.5))}


class Window(Windowed):
    """A window over the values of a column whose rows count differently."""
    __module__ = 'pandas.core.window.rolling'

    def __init__(self, data, window, min_periods, center, win_type, step=None):
        if not isinstance(win_type, str) or win_type not in WINDOWS:
            raise ValueError(f'Invalid win_type {win_type}')
        if not isinstance(window, (int, np.integer)) or window < 0:
            raise ValueError('window must be an integer 0 or greater')
        if min_periods is not None and min_periods > window:
            raise ValueError(f'min_periods {min_periods} must be <= window {window}')
        self._data, self._window, self._center, self._type, self._step = data, int(window), center, win_type, step
        self._least = int(window) if min_periods is None else min_periods

    def _over(self, data):
        return Window(data, self._window, self._least, self._center, self._type, self._step)

    def _stepped(self, found):
        return found if self._step in (None, 1) else found._rows(slice(None, None, int(self._step)))

    def _by(self, make, numeric_only, given):
        weights = np.asarray(WINDOWS[self._type](self._window, **given), 'f8')
        return self._each(lambda values: self._column(values, weights, make), numeric_only)

    def _column(self, values, weights, make):
        n, wide = len(values), self._window
        late = (wide - 1) // 2 if self._center else 0
        padded = np.concatenate([values, np.full(late, np.nan)])
        there = ~missing_in(padded)
        sums = lambda x: np.convolve(x, weights[::-1])[:len(padded)]
        flat = np.convolve(there, np.ones(wide))[:len(padded)].round()
        middle = padded[there].mean() if there.any() else 0.0
        with np.errstate(all='ignore'):
            found = make(np.where(there, padded, 0.0), np.where(there, padded - middle, 0.0), there.astype('f8'), sums, flat)
            return np.where(flat >= max(self._least, 1), found, np.nan)[late:late + n]

    def sum(self, numeric_only=False, *args, **kwargs):
        """The weighted sum of each window."""
        return self._by(lambda x, far, there, sums, n: sums(x), numeric_only, kwargs)

    def mean(self, numeric_only=False, *args, **kwargs):
        """The weighted mean of each window."""
        return self._by(lambda x, far, there, sums, n: sums(x) / sums(there), numeric_only, kwargs)

    def var(self, ddof=1, numeric_only=False, *args, **kwargs):
        """The weighted variance of each window."""
        def made(x, far, there, sums, n):
            whole = sums(there)
            spread = np.maximum(sums(far * far) - sums(far) ** 2 / whole, 0)
            return np.where(n > ddof, np.where(n == 1, 0.0, spread * n / ((n - ddof) * whole)), np.nan)
        return self._by(made, numeric_only, kwargs)

    def std(self, ddof=1, numeric_only=False, *args, **kwargs):
        """The weighted standard deviation of each window."""
        return self.var(ddof, numeric_only, **kwargs) ** 0.5

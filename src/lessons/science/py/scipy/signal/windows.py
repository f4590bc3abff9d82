"""Windows: weights that fall towards the ends. sym=False: one of a period, for transforms."""
import numpy as np

__all__ = ['barthann', 'bartlett', 'blackman', 'bohman', 'boxcar', 'blackmanharris', 'chebwin', 'cosine', 'dpss', 'general_cosine', 'general_gaussian', 'general_hamming', 'kaiser_bessel_derived', 'lanczos', 'parzen', 'taylor', 'exponential', 'flattop', 'gaussian', 'get_window', 'hamming', 'hann', 'kaiser', 'nuttall', 'triang', 'tukey']


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


def general_cosine(M, a, sym=True):
    """Cosines with the weights a."""
    return _cosines(*a)(M, sym)


def general_hamming(M, alpha, sym=True):
    return _cosines(alpha, 1.0 - alpha)(M, sym)


def general_gaussian(M, p, sig, sym=True):
    return _made(lambda n, many: np.exp(-0.5 * np.abs((n - (many - 1.0) / 2.0) / sig) ** (2 * p)), M, sym)


def parzen(M, sym=True):
    def shape(n, many):
        at = np.abs(np.arange(-(many - 1) / 2.0, (many - 1) / 2.0 + 0.5, 1.0))
        near = at <= (many - 1) / 4.0
        return np.where(near, 1 - 6 * (at / (many / 2.0)) ** 2 + 6 * (at / (many / 2.0)) ** 3, 2 * (1 - at / (many / 2.0)) ** 3)
    return _made(shape, M, sym)


def bohman(M, sym=True):
    def shape(n, many):
        at = np.abs(np.linspace(-1, 1, many)[1:-1])
        return np.r_[0, (1 - at) * np.cos(np.pi * at) + 1.0 / np.pi * np.sin(np.pi * at), 0]
    return _made(shape, M, sym)


def barthann(M, sym=True):
    def shape(n, many):
        at = np.abs(n / (many - 1.0) - 0.5)
        return 0.62 - 0.48 * at + 0.38 * np.cos(2 * np.pi * at)
    return _made(shape, M, sym)


def lanczos(M, *, sym=True):
    return _made(lambda n, many: np.sinc(2.0 * n / (many - 1) - 1.0), M, sym)


def chebwin(M, at, sym=True):
    """Side lobes all of one height (Dolph's and Chebyshev's)."""
    def shape(n, many):
        order = many - 1.0
        x = np.cosh(1.0 / order * np.arccosh(10 ** (abs(at) / 20.0))) * np.cos(np.pi * n / many)
        with np.errstate(invalid='ignore'):
            p = np.where(x > 1, np.cosh(order * np.arccosh(np.maximum(x, 1))), np.where(x < -1, (2 * (many % 2) - 1) * np.cosh(order * np.arccosh(np.maximum(-x, 1))), np.cos(order * np.arccos(np.clip(x, -1, 1)))))
        if many % 2:
            w = np.real(np.fft.fft(p))
            half = (many + 1) // 2
            w = np.concatenate((w[half - 1:0:-1], w[:half]))
        else:
            w = np.real(np.fft.fft(p * np.exp(1j * np.pi / many * n)))
            half = many // 2 + 1
            w = np.concatenate((w[half - 1:0:-1], w[1:half]))
        return w / w.max()
    return _made(shape, M, sym)


def taylor(M, nbar=4, sll=30, norm=True, sym=True):
    """Taylor's: side lobes that fall."""
    def shape(n, many):
        b = 10 ** (sll / 20)
        a = np.arccosh(b) / np.pi
        s2 = nbar ** 2 / (a ** 2 + (nbar - 0.5) ** 2)
        ma = np.arange(1, nbar)
        f = np.empty(nbar - 1)
        for i, m in enumerate(ma):
            others = np.delete(ma, i)
            f[i] = (-1) ** i * np.prod(1 - m ** 2 / s2 / (a ** 2 + (ma - 0.5) ** 2)) / (2 * np.prod(1 - m ** 2 / others ** 2))
        at = lambda x: 1 + 2 * np.dot(f, np.cos(2 * np.pi * ma[:, None] * (x - many / 2.0 + 0.5) / many))
        w = at(n)
        return w / at((many - 1) / 2) if norm else w
    return _made(shape, M, sym)


def kaiser_bessel_derived(M, beta, *, sym=True):
    if not sym:
        raise ValueError('Kaiser-Bessel Derived windows are only defined for symmetric shapes')
    if M < 1:
        return np.array([])
    if M % 2:
        raise ValueError('Kaiser-Bessel Derived windows are only defined for even number of points')
    total = np.cumsum(kaiser(M // 2 + 1, beta))
    half = np.sqrt(total[:-1] / total[-1])
    return np.concatenate((half, half[::-1]))


def dpss(M, NW, Kmax=None, sym=True, norm=None, return_ratios=False):
    """Slepian's sequences: the eigenvectors of a matrix of three diagonals."""
    many = int(M) if sym else int(M) + 1
    one = Kmax is None
    norm = ('approximate' if one else 2) if norm is None else norm
    if not one and not 0 < Kmax <= M:
        raise ValueError('Kmax must be greater than 0 and less than M')
    if NW >= M / 2.0:
        raise ValueError('NW must be less than M/2.')
    if NW <= 0:
        raise ValueError('NW must be positive')
    count, width, n = 1 if one else int(Kmax), float(NW) / many, np.arange(many)
    d, e = ((many - 1 - 2 * n) / 2.0) ** 2 * np.cos(2 * np.pi * width), n[1:] * (many - n[1:]) / 2.0
    vectors = np.linalg.eigh(np.diag(d) + np.diag(e, 1) + np.diag(e, -1))[1][:, ::-1][:, :count].T.copy()
    for i, v in enumerate(vectors):
        if i % 2 == 0 and v.sum() < 0 or i % 2 and v[np.flatnonzero(v * v > max(1e-7, 1.0 / many))[0]] < 0:
            vectors[i] = -v
    if return_ratios:
        r = 4 * width * np.sinc(2 * width * n)
        r[0] = 2 * width
        ratios = np.array([np.dot(np.correlate(v, v, 'full')[many - 1:], r) for v in vectors])
    if norm != 2:
        vectors /= vectors.max()
        if many % 2 == 0:
            vectors *= many ** 2 / float(many ** 2 + NW) if norm == 'approximate' else 1.0
    vectors = vectors[:, :int(M)]
    vectors = vectors[0] if one else vectors
    return (vectors, ratios[0] if one else ratios) if return_ratios else vectors


_PLAIN = {'boxcar': boxcar, 'box': boxcar, 'ones': boxcar, 'rect': boxcar, 'rectangular': boxcar, 'triang': triang, 'triangle': triang, 'hann': hann, 'hanning': hann, 'hamming': hamming, 'blackman': blackman, 'bartlett': bartlett,
          'parzen': parzen, 'parz': parzen, 'par': parzen, 'bohman': bohman, 'bman': bohman, 'bmn': bohman, 'barthann': barthann, 'brthan': barthann, 'bth': barthann, 'lanczos': lambda M, sym=True: lanczos(M, sym=sym),
          'sinc': lambda M, sym=True: lanczos(M, sym=sym), 'taylor': lambda M, *a, sym=True: taylor(M, *a, sym=sym), 'cosine': cosine, 'tukey': tukey, 'flattop': flattop, 'flat': flattop, 'nuttall': nuttall, 'blackmanharris': blackmanharris, 'blackharr': blackmanharris}
_WITH = {'general_gaussian': general_gaussian, 'general cosine': general_cosine, 'general_cosine': general_cosine, 'general_hamming': general_hamming, 'chebwin': chebwin, 'cheb': chebwin, 'dpss': dpss, 'taylor': taylor,
         'gaussian': gaussian, 'gauss': gaussian, 'kaiser': kaiser, 'ksr': kaiser, 'tukey': tukey, 'exponential': exponential}


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

"""Metrics of two vectors, and of all pairs of rows: cdist, pdist, squareform."""
import numpy as np



def _vector(u, name):
    u = np.asarray(u, order='c')
    if u.ndim == 1:
        return u
    raise ValueError('Input vector should be 1-D.')


def _weights(w):
    w = _vector(w, 'w')
    if np.any(w < 0):
        raise ValueError('Input weights should be all non-negative')
    return w


def _three(u, v, w):
    """The vectors as floats, and the weights (1 where there are none)."""
    u, v = _vector(u, 'u'), _vector(v, 'v')
    return u, v, (1 if w is None else _weights(w))


# Along the last axis of two arrays that broadcast; w holds weights or is 1.

def _cityblock(u, v, w):
    return (np.abs(u - v) * w).sum(-1)


def _sqeuclidean(u, v, w):
    apart = u - v
    return (apart * apart * w).sum(-1)


def _euclidean(u, v, w):
    return np.sqrt(_sqeuclidean(u, v, w))


def _chebyshev(u, v, w):
    apart = np.abs(u - v)
    return np.where(np.asarray(w) > 0, apart, 0).max(-1)


def _minkowski(u, v, w, p=2):
    apart = np.abs(u - v)
    if p == np.inf:
        return _chebyshev(u, v, w)
    return ((apart ** p) * w).sum(-1) ** (1.0 / p)


def _canberra(u, v, w):
    with np.errstate(invalid='ignore', divide='ignore'):
        parts = np.abs(u - v) / (np.abs(u) + np.abs(v))
    return (np.where(np.isnan(parts), 0, parts) * w).sum(-1)


def _braycurtis(u, v, w):
    with np.errstate(invalid='ignore', divide='ignore'):
        return (np.abs(u - v) * w).sum(-1) / (np.abs(u + v) * w).sum(-1)


def _cosine(u, v, w):
    uv, uu, vv = (u * v * w).sum(-1), (u * u * w).sum(-1), (v * v * w).sum(-1)
    with np.errstate(invalid='ignore', divide='ignore'):
        return np.clip(1.0 - uv / np.sqrt(uu * vv), 0.0, 2.0)


def _correlation(u, v, w):
    all_of = np.sum(w) if np.ndim(w) else u.shape[-1]
    return _cosine(u - ((u * w).sum(-1) / all_of)[..., np.newaxis], v - ((v * w).sum(-1) / all_of)[..., np.newaxis], w)


def _hamming(u, v, w):
    differ = u != v
    return (differ * w).sum(-1) / (np.sum(w) if np.ndim(w) else differ.shape[-1])


def _jaccard(u, v, w):
    either = (u != 0) | (v != 0)
    differ, all_of = (((u != v) & either) * w).sum(-1), (either * w).sum(-1)
    with np.errstate(invalid='ignore', divide='ignore'):
        return np.where(all_of == 0, 0.0, differ / all_of)


def _counts(u, v, w):
    """How often, of truths, both are true, neither, only the first, only the second."""
    u, v = u != 0, v != 0
    return (((u & v) * w).sum(-1), ((~u & ~v) * w).sum(-1), ((u & ~v) * w).sum(-1), ((~u & v) * w).sum(-1))


def _of_counts(by):
    def metric(u, v, w):
        with np.errstate(invalid='ignore', divide='ignore'):
            return np.asarray(by(*(np.asarray(x, dtype=float) for x in _counts(u, v, w))))[()]
    return metric


# of truths: both, neither, only the first, only the second
_dice = _of_counts(lambda both, no, left, right: (left + right) / (2.0 * both + left + right))
_rogerstanimoto = _of_counts(lambda both, no, left, right: 2.0 * (left + right) / (both + no + 2.0 * (left + right)))
_russellrao = _of_counts(lambda both, no, left, right: (no + left + right) / (both + no + left + right))
_sokalsneath = _of_counts(lambda both, no, left, right: 2.0 * (left + right) / (both + 2.0 * (left + right)))
_kulczynski1 = _of_counts(lambda both, no, left, right: both / (left + right))
_yule = _of_counts(lambda both, no, left, right: np.where(left * right == 0, 0.0, 2.0 * left * right / (both * no + left * right)))
_TRUTHS = {'dice': _dice, 'rogerstanimoto': _rogerstanimoto, 'russellrao': _russellrao, 'sokalmichener': _rogerstanimoto, 'sokalsneath': _sokalsneath, 'kulczynski1': _kulczynski1, 'yule': _yule}


def _jensenshannon(u, v, w):
    return jensenshannon(*np.broadcast_arrays(u, v), axis=-1)


_OF_TRUTHS = (_hamming, _jaccard, *_TRUTHS.values())
_METRICS = {'braycurtis': _braycurtis, 'canberra': _canberra, 'chebyshev': _chebyshev, 'cityblock': _cityblock, 'correlation': _correlation, 'cosine': _cosine, 'euclidean': _euclidean,
            'hamming': _hamming, 'jaccard': _jaccard, 'minkowski': _minkowski, 'sqeuclidean': _sqeuclidean, 'jensenshannon': _jensenshannon, **_TRUTHS}
_ALIASES = {'bray': 'braycurtis', 'chebychev': 'chebyshev', 'cheby': 'chebyshev', 'cheb': 'chebyshev', 'ch': 'chebyshev', 'cblock': 'cityblock', 'cb': 'cityblock', 'c': 'cityblock',
            'manhattan': 'cityblock', 'co': 'correlation', 'cos': 'cosine', 'euclid': 'euclidean', 'eu': 'euclidean', 'e': 'euclidean', 'hamm': 'hamming', 'ha': 'hamming', 'h': 'hamming',
            'matching': 'hamming', 'jacc': 'jaccard', 'ja': 'jaccard', 'j': 'jaccard', 'mi': 'minkowski', 'm': 'minkowski', 'pnorm': 'minkowski', 'sqe': 'sqeuclidean', 'sqeuclid': 'sqeuclidean'}


def _truths(u, v, w, by):
    u, v, w = _three(u, v, w)
    return by(u, v, w)


def dice(u, v, w=None):
    return _truths(u, v, w, _dice)


def rogerstanimoto(u, v, w=None):
    return _truths(u, v, w, _rogerstanimoto)


def russellrao(u, v, w=None):
    return _truths(u, v, w, _russellrao)


def sokalmichener(u, v, w=None):
    return _truths(u, v, w, _rogerstanimoto)


def sokalsneath(u, v, w=None):
    u, v, w = _three(u, v, w)
    both, _, left, right = _counts(u, v, w)
    if not both + left + right:
        raise ValueError('Sokal-Sneath dissimilarity is not defined for vectors that are entirely false.')
    return _sokalsneath(u, v, w)


def kulczynski1(u, v, *, w=None):
    return _truths(u, v, w, _kulczynski1)


def kulsinski(u, v, w=None):
    u, v, w = _three(u, v, w)
    both, no, left, right = _counts(u, v, w)
    return (left + right - both + (both + no + left + right)) / (left + right + (both + no + left + right))


def yule(u, v, w=None):
    return _truths(u, v, w, _yule)


def mahalanobis(u, v, VI):
    """The distance in what VI, the inverse of a covariance, measures."""
    u, v, VI = _vector(u, 'u'), _vector(v, 'v'), np.atleast_2d(VI)
    apart = u - v
    return np.sqrt(np.dot(np.dot(apart, VI), apart))


def seuclidean(u, v, V):
    """Euclid's distance, each axis over its variance."""
    u, v, V = _vector(u, 'u'), _vector(v, 'v'), _vector(V, 'V')
    if V.shape[0] != u.shape[0] or u.shape[0] != v.shape[0]:
        raise TypeError('V must be a 1-D array of the same dimension as u and v.')
    return euclidean(u, v, w=1 / V)


def directed_hausdorff(u, v, seed=0):
    """(how far a point of u is at most from the nearest of v, which points these are)."""
    u, v = np.asarray(u, dtype=np.float64, order='c'), np.asarray(v, dtype=np.float64, order='c')
    if u.shape[1] != v.shape[1]:
        raise ValueError('u and v need to have the same number of columns')
    D = cdist(u, v)
    near = D.argmin(axis=1)
    i = int(D[np.arange(len(u)), near].argmax())
    return float(D[i, near[i]]), i, int(near[i])


def _measured(X, Y, name, options):
    """Metrics that look at all the rows first: a function of two arrays that broadcast; None: another metric."""
    rows = np.vstack([X, Y]) if Y is not None else X
    if name == 'seuclidean':
        V = options.get('V')
        V = np.var(rows, axis=0, ddof=1) if V is None else np.asarray(V)
        return lambda u, v, w: _euclidean(u, v, 1.0 / V)
    if name == 'mahalanobis':
        VI = options.get('VI')
        if VI is None:
            many, wide = rows.shape
            if many <= wide:
                raise ValueError('The number of observations (%d) is too small; the covariance matrix is singular. For observations with %d dimensions, at least %d observations are required.' % (many, wide, wide + 1))
            VI = np.linalg.inv(np.atleast_2d(np.cov(rows.T))).T.copy()
        VI = np.asarray(VI)
        return lambda u, v, w: np.sqrt((((u - v) @ VI) * (u - v)).sum(-1))
    return None


def braycurtis(u, v, w=None):
    u, v, w = _three(u, v, w)
    return _braycurtis(u, v, w)


def canberra(u, v, w=None):
    u, v, w = _three(u, v, w)
    return _canberra(u.astype(float), v.astype(float), w)


def chebyshev(u, v, w=None):
    u, v, w = _three(u, v, w)
    return _chebyshev(u, v, w)


def cityblock(u, v, w=None):
    u, v, w = _three(u, v, w)
    return _cityblock(u, v, w)


def correlation(u, v, w=None, centered=True):
    u, v, w = _three(u, v, w)
    return (_correlation if centered else _cosine)(u.astype(float), v.astype(float), w)


def cosine(u, v, w=None):
    return correlation(u, v, w, centered=False)


def euclidean(u, v, w=None):
    return minkowski(u, v, 2, w)


def hamming(u, v, w=None):
    u, v, w = _three(u, v, w)
    if u.shape != v.shape:
        raise ValueError('The 1d arrays must have equal lengths.')
    return _hamming(u, v, w)


def jaccard(u, v, w=None):
    u, v, w = _three(u, v, w)
    return _jaccard(u, v, w)[()]


def minkowski(u, v, p=2, w=None):
    if p <= 0:
        raise ValueError('p must be greater than 0')
    u, v, w = _three(u, v, w)
    return _minkowski(u.astype(np.result_type(u.dtype, float)), v, w, p)


def sqeuclidean(u, v, w=None):
    u, v, w = _three(u, v, w)
    if not (np.issubdtype(u.dtype, np.inexact) or np.issubdtype(v.dtype, np.inexact)):
        u, v = u.astype(float), v.astype(float)
    return _sqeuclidean(u, v, w)


def jensenshannon(p, q, base=None, *, axis=0, keepdims=False):
    from scipy.special import rel_entr
    p, q = np.asarray(p), np.asarray(q)
    p, q = p / np.sum(p, axis=axis, keepdims=True), q / np.sum(q, axis=axis, keepdims=True)
    middle = (p + q) / 2.0
    both = np.sum(rel_entr(p, middle), axis=axis, keepdims=keepdims) + np.sum(rel_entr(q, middle), axis=axis, keepdims=keepdims)
    return np.sqrt((both if base is None else both / np.log(base)) / 2.0)


def _rows(x, words):
    x = np.asarray(x)
    if x.ndim != 2:
        raise ValueError(words)
    return x if x.dtype == bool else np.ascontiguousarray(x, dtype=float)


def _metric(metric, options, X, Y=None):
    """What compares the last axis of two arrays: by name, or a function of two vectors."""
    if callable(metric):
        def each(u, v, w):
            u, v = np.broadcast_arrays(u, v)
            flat = [metric(a, b, **options) for a, b in zip(u.reshape(-1, u.shape[-1]), v.reshape(-1, v.shape[-1]))]
            return np.array(flat, dtype=float).reshape(u.shape[:-1])
        return each, 1.0
    if not isinstance(metric, str):
        raise TypeError('2nd argument metric must be a string identifier or a function.')
    name = _ALIASES.get(metric.lower(), metric.lower())
    if name in ('seuclidean', 'mahalanobis'):
        return _measured(X, Y, name, options), 1.0
    if name not in _METRICS:
        raise ValueError('Unknown Distance Metric: ' + name)
    options = dict(options)
    w = options.pop('w', None)
    w = 1.0 if w is None else _weights(w)
    if name == 'minkowski':
        p = options.pop('p', 2)
        if p <= 0:
            raise ValueError('p must be greater than 0')
        return (lambda u, v, w: _minkowski(u, v, w, p)), w
    if options:
        raise TypeError(f"{name}() got an unexpected keyword argument '{next(iter(options))}'")
    return _METRICS[name], w


def _into(found, out):
    if out is None:
        return found
    if out.shape != found.shape:
        raise ValueError('Output array has incorrect shape.')
    out[...] = found
    return out


def cdist(XA, XB, metric='euclidean', *, out=None, **kwargs):
    """The distance of each row of XA from each of XB."""
    XA, XB = _rows(XA, 'XA must be a 2-dimensional array.'), _rows(XB, 'XB must be a 2-dimensional array.')
    if XA.shape[1] != XB.shape[1]:
        raise ValueError('XA and XB must have the same number of columns (i.e. feature dimension.)')
    by, w = _metric(metric, kwargs, XA, XB)
    if XA.dtype == bool and by not in _OF_TRUTHS:
        XA, XB = XA.astype(float), XB.astype(float)
    found = np.empty((len(XA), len(XB)), dtype=float)
    block = max(1, 4_000_000 // max(1, XB.size))    # rows at once: what is between stays small
    for i in range(0, len(XA), block):
        found[i:i + block] = by(XA[i:i + block, np.newaxis, :], XB[np.newaxis, :, :], w)
    return _into(found, out)


def pdist(X, metric='euclidean', *, out=None, **kwargs):
    """The distances of all pairs of rows, the first with all behind it first."""
    X = _rows(X, 'A 2-dimensional array must be passed.')
    by, w = _metric(metric, kwargs, X)
    if X.dtype == bool and by not in _OF_TRUTHS:
        X = X.astype(float)
    parts = [by(X[i][np.newaxis, :], X[i + 1:], w) for i in range(len(X) - 1)]
    return _into(np.concatenate(parts).astype(float) if parts else np.empty(0), out)


def squareform(X, force='no', checks=True):
    """Between what pdist gives and the square matrix, either way."""
    X = np.ascontiguousarray(X)
    if force.lower() == 'tomatrix' and X.ndim != 1:
        raise ValueError("Forcing 'tomatrix' but input X is not a distance vector.")
    if force.lower() == 'tovector' and X.ndim != 2:
        raise ValueError("Forcing 'tovector' but input X is not a distance matrix.")
    if X.ndim == 1:
        if not len(X):
            return np.zeros((1, 1), dtype=X.dtype)
        side = int(np.ceil(np.sqrt(len(X) * 2)))
        if side * (side - 1) != len(X) * 2:
            raise ValueError('Incompatible vector size. It must be a binomial coefficient n choose 2 for some integer n >= 2.')
        square = np.zeros((side, side), dtype=X.dtype)
        square[np.triu_indices(side, 1)] = X
        return square + square.T
    if X.ndim != 2:
        raise ValueError(f'The first argument must be one or two dimensional array. A {X.ndim}-dimensional array is not permitted')
    if X.shape[0] != X.shape[1]:
        raise ValueError('The matrix argument must be square.')
    if checks:
        is_valid_dm(X, throw=True, name='X')
    return X[np.triu_indices(len(X), 1)]


def is_valid_dm(D, tol=0.0, throw=False, name='D', warning=False):
    """Is it a matrix of distances: square, symmetric, with zeros on its diagonal?"""
    D = np.asarray(D, order='c')
    said = f"Distance matrix '{name}' " if name else 'Distance matrix '
    wrong = None
    if D.ndim != 2:
        wrong = said + 'must have shape=2 (i.e. be two-dimensional).'
    elif tol == 0.0 and not (D == D.T).all():
        wrong = said + 'must be symmetric.'
    elif tol == 0.0 and not (D[range(len(D)), range(len(D))] == 0).all():
        wrong = said + 'diagonal must be zero.'
    elif tol and not (D - D.T <= tol).all():
        wrong = said + f'must be symmetric within tolerance {tol:5.5f}.'
    elif tol and not (D[range(len(D)), range(len(D))] <= tol).all():
        wrong = said + f'diagonal must be close to zero within tolerance {tol:5.5f}.'
    if wrong and throw:
        raise ValueError(wrong)
    if wrong and warning:
        import warnings
        warnings.warn(wrong)
    return wrong is None


def num_obs_dm(d):
    d = np.asarray(d, order='c')
    is_valid_dm(d, tol=np.inf, throw=True, name='d')
    return d.shape[0]


def _checked(throw, warning, check):
    """Whether a check raises nothing; what it raises is raised, or told, where that is asked for."""
    try:
        check()
    except (TypeError, ValueError) as e:
        if throw:
            raise
        if warning:
            import warnings
            warnings.warn(str(e))
        return False
    return True


def is_valid_y(y, warning=False, throw=False, name=None):
    """Is it what pdist gives: as many distances as there are pairs?"""
    y = np.asarray(y, order='c')
    of = f'{name!r} ' if name else ''

    def check():
        if y.ndim != 1:
            raise ValueError(f'Condensed distance matrix {of}must have shape=1 (i.e. be one-dimensional).')
        side = int(np.ceil(np.sqrt(y.shape[0] * 2)))
        if side * (side - 1) / 2 != y.shape[0]:
            raise ValueError(f'Length n of condensed distance matrix {of}must be a binomial coefficient, i.e.there must be a k such that (k \\choose 2)=n)!')
    return _checked(throw, warning, check)


def num_obs_y(Y):
    """Of how many rows the distances are."""
    Y = np.asarray(Y, order='c')
    is_valid_y(Y, throw=True, name='Y')
    if not len(Y):
        raise ValueError('The number of observations cannot be determined on an empty distance matrix.')
    return int(np.ceil(np.sqrt(len(Y) * 2)))

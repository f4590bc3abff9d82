"""Schur's form and what rests on it: functions of a matrix (roots, logarithms, sines), and Sylvester's, Lyapunov's and Riccati's equations."""
import numpy as np

from scipy.linalg._solve import expm, finite, norm, solve, square


def hessenberg(a, calc_q=False, overwrite_a=False, check_finite=True):
    """Zeros below the first subdiagonal, by reflections."""
    h = np.array(square(a, check_finite), dtype=np.result_type(np.asarray(a).dtype, float))
    n = len(h)
    q = np.eye(n, dtype=h.dtype)
    for k in range(n - 2):
        x = h[k + 1:, k].copy()
        size = np.linalg.norm(x)
        if size == 0 or not np.any(x[1:]):
            continue
        x[0] += (x[0] / abs(x[0]) if x[0] else 1) * size
        x /= np.linalg.norm(x)
        h[k + 1:] -= 2 * np.outer(x, x.conj() @ h[k + 1:])
        h[:, k + 1:] -= 2 * np.outer(h[:, k + 1:] @ x, x.conj())
        q[:, k + 1:] -= 2 * np.outer(q[:, k + 1:] @ x, x.conj())
    h = np.triu(h, -1)
    return (h, q) if calc_q else h


def _rotation(x, y):
    """The rows of a unitary 2 by 2 that turns (x, y) to (r, 0)."""
    size = np.hypot(abs(x), abs(y))
    if size == 0:
        return np.eye(2)
    c, s = x / size, y / size
    return np.array([[np.conj(c), np.conj(s)], [-s, c]])


def _complex_schur(a):
    """(T, Z), T triangular: shifted QR steps on the Hessenberg form."""
    t, z = hessenberg(np.asarray(a, dtype=complex), calc_q=True)
    high, tries = len(t) - 1, 0
    while high > 0:
        low = high
        while low > 0 and abs(t[low, low - 1]) > 2.2e-16 * (abs(t[low, low]) + abs(t[low - 1, low - 1])):
            low -= 1
        if low > 0:
            t[low, low - 1] = 0
        if low == high:
            high, tries = high - 1, 0
            continue
        tries += 1
        if tries > 300:
            raise np.linalg.LinAlgError('Schur form not found. Possibly ill-conditioned.')
        (p, q), (r, s) = t[high - 1:high + 1, high - 1:high + 1]
        half = (p + s) / 2
        root = np.sqrt(half * half - (p * s - q * r))
        shift = min(half + root, half - root, key=lambda w: abs(w - s)) if tries % 10 else abs(t[high, high - 1]) + abs(t[high - 1, high - 2] if high > 1 else 0)
        turns = []
        for k in range(low, high + 1):
            t[k, k] -= shift
        for k in range(low, high):
            turn = _rotation(t[k, k], t[k + 1, k])
            t[k:k + 2, k:] = turn @ t[k:k + 2, k:]
            turns.append(turn)
        for k, turn in zip(range(low, high), turns):
            t[:k + 2, k:k + 2] = t[:k + 2, k:k + 2] @ turn.conj().T
            z[:, k:k + 2] = z[:, k:k + 2] @ turn.conj().T
        for k in range(low, high + 1):
            t[k, k] += shift
    return np.triu(t), z


def _standard(p, q, r, s):
    """The turn (cosine, sine) that brings a real 2 by 2 to its standard form: triangular, or with an equal diagonal."""
    if r == 0:
        return 1.0, 0.0
    if q == 0:
        return 0.0, 1.0
    if p - s == 0 and np.sign(q) != np.sign(r):
        return 1.0, 0.0
    half = 0.5 * (p - s)
    most, least = max(abs(q), abs(r)), min(abs(q), abs(r)) * np.sign(q) * np.sign(r)
    size = max(abs(half), most)
    z = half / size * half + most / size * least
    if z >= 4 * 2.2e-16:                     # (real ones)
        z = half + np.copysign(np.sqrt(size) * np.sqrt(z), half)
        tau = np.hypot(r, z)
        return z / tau, r / tau
    sigma = q + r
    tau = np.hypot(sigma, p - s)
    c = np.sqrt(0.5 * (1 + abs(sigma) / tau))
    return c, -(half / (tau * c)) * np.copysign(1.0, sigma)


def _turned(t, z, k, c, s):
    turn = np.array([[c, s], [-s, c]])
    t[k:k + 2] = turn @ t[k:k + 2]
    t[:, k:k + 2] = t[:, k:k + 2] @ turn.T
    z[:, k:k + 2] = z[:, k:k + 2] @ turn.T


def _reflect(x):
    """(v, beta) of a reflection that leaves the first of x alone not zero."""
    size = np.linalg.norm(x)
    v = x.astype(float).copy()
    if size == 0:
        return v, 0.0
    v[0] += np.copysign(size, x[0])
    return v, 2.0 / (v @ v)


def _real_schur(a):
    """(T, Z), T with blocks of 2 by 2 for pairs of complex eigenvalues: double shifted QR steps (Francis)."""
    t, z = hessenberg(np.asarray(a, dtype=float), calc_q=True)
    n = len(t)
    high, tries = n - 1, 0
    while high >= 0:
        low = high
        while low > 0:
            around = abs(t[low, low]) + abs(t[low - 1, low - 1]) or norm(t)
            if abs(t[low, low - 1]) <= 2.2e-16 * around:
                t[low, low - 1] = 0
                break
            low -= 1
        if low == high:
            high, tries = high - 1, 0
            continue
        if low == high - 1:
            c, s = _standard(t[low, low], t[low, high], t[high, low], t[high, high])
            _turned(t, z, low, c, s)
            real = t[low, high] * t[high, low] >= 0 or abs(t[high, low]) < 1e-300
            if real:
                t[high, low] = 0
            high, tries = high - 2, 0
            continue
        tries += 1
        if tries > 300:
            raise np.linalg.LinAlgError('Schur form not found. Possibly ill-conditioned.')
        x, y, w = t[high, high], t[high - 1, high - 1], t[high, high - 1] * t[high - 1, high]
        if tries % 10 == 0:
            odd = abs(t[high, high - 1]) + abs(t[high - 1, high - 2])
            x = y = 0.75 * odd
            w = -0.4375 * odd * odd
        total, product = x + y, x * y - w
        spread = (x - y) ** 2 / 4 + w
        if spread >= 0 and tries % 10:           # (real ones: the nearer, twice)
            near = min((x + y) / 2 + np.sqrt(spread), (x + y) / 2 - np.sqrt(spread), key=lambda at: abs(at - x))
            total, product = 2 * near, near * near
        first = np.array([t[low, low] ** 2 + t[low, low + 1] * t[low + 1, low] - total * t[low, low] + product, t[low + 1, low] * (t[low, low] + t[low + 1, low + 1] - total), t[low + 1, low] * t[low + 2, low + 1]])
        for k in range(low - 1, high - 1):
            v, beta = _reflect(first)
            rows, left = slice(k + 1, k + 1 + len(v)), max(low, k)
            t[rows, left:] -= beta * np.outer(v, v @ t[rows, left:])
            down = min(k + 5, high + 1)
            t[:down, rows] -= beta * np.outer(t[:down, rows] @ v, v)
            z[:, rows] -= beta * np.outer(z[:, rows] @ v, v)
            first = t[k + 2:min(k + 5, high + 1), k + 1].copy()
        if len(first) == 2:
            v, beta = _reflect(first)
            t[high - 1:high + 1, high - 2:] -= beta * np.outer(v, v @ t[high - 1:high + 1, high - 2:])
            t[:high + 1, high - 1:high + 1] -= beta * np.outer(t[:high + 1, high - 1:high + 1] @ v, v)
            z[:, high - 1:high + 1] -= beta * np.outer(z[:, high - 1:high + 1] @ v, v)
        for k in range(low, high - 1):
            t[k + 2:min(k + 4, n), k] = 0
    return t, z


def rsf2csf(T, Z, check_finite=True):
    """From the real form to the complex one: each block turned to a triangle."""
    t, z = np.array(square(T), dtype=complex), np.array(square(Z), dtype=complex)
    for m in range(len(t) - 1, 0, -1):
        if abs(t[m, m - 1]) > 2.2e-16 * (abs(t[m - 1, m - 1]) + abs(t[m, m])):
            mu = np.linalg.eigvals(t[m - 1:m + 1, m - 1:m + 1]) - t[m, m]
            r = np.hypot(abs(mu[0]), abs(t[m, m - 1]))
            c, s = mu[0] / r, t[m, m - 1] / r
            turn = np.array([[np.conj(c), s], [-s, c]])
            t[m - 1:m + 1, m - 1:] = turn @ t[m - 1:m + 1, m - 1:]
            t[:m + 1, m - 1:m + 1] = t[:m + 1, m - 1:m + 1] @ turn.conj().T
            z[:, m - 1:m + 1] = z[:, m - 1:m + 1] @ turn.conj().T
        t[m, m - 1] = 0
    return t, z


_SORTS = {'lhp': lambda w: w.real < 0, 'rhp': lambda w: w.real > 0, 'iuc': lambda w: abs(w) <= 1, 'ouc': lambda w: abs(w) > 1}


def _in_order(t, z, first):
    """The eigenvalues that first picks are moved to the front of a triangular T."""
    front = 0
    for k in range(len(t)):
        if not first(t[k, k]):
            continue
        for j in range(k - 1, front - 1, -1):
            turn = _rotation(t[j, j + 1], t[j + 1, j + 1] - t[j, j])
            t[j:j + 2] = turn @ t[j:j + 2]
            t[:, j:j + 2] = t[:, j:j + 2] @ turn.conj().T
            z[:, j:j + 2] = z[:, j:j + 2] @ turn.conj().T
            t[j + 1, j] = 0
        front += 1
    return front


def schur(a, output='real', lwork=None, overwrite_a=False, sort=None, check_finite=True):
    """a = Z T Z', T triangular, or nearly so where it is to stay real."""
    if output not in ('real', 'complex', 'r', 'c'):
        raise ValueError("argument must be 'real', or 'complex'")
    a = square(a, check_finite)
    whole = np.iscomplexobj(a) or output in ('complex', 'c')
    if sort is None:
        if np.iscomplexobj(a):
            return _complex_schur(a)
        t, z = _real_schur(a)
        return rsf2csf(t, z) if whole else (t, z)
    if not callable(sort) and sort not in _SORTS:
        raise ValueError("'sort' parameter must either be 'None', or a callable, or one of ('lhp','rhp','iuc','ouc')")
    t, z = _complex_schur(a)
    pick = sort if callable(sort) else _SORTS[sort]
    front = _in_order(t, z, pick)
    if not whole and np.allclose(np.diag(t).imag, 0):
        t, z = _really(t, z)
    return t, z, front


def _really(t, z):
    """The complex form of a real matrix with real eigenvalues, real."""
    turn = np.array([column[np.argmax(np.abs(column))] for column in z.T])
    turn = turn / np.abs(turn)
    return (turn[:, None] * t * turn.conj()).real, (z * turn.conj()).real


def _neat(a, found):
    """Real where the matrix is and the imaginary part is nothing."""
    if np.isrealobj(a) and np.iscomplexobj(found) and np.allclose(found.imag, 0.0, atol=1e3 * 2.2e-16 * max(1, np.abs(found).max(initial=0))):
        return found.real
    return found


def sqrtm(A, disp=True, blocksize=64):
    """A matrix whose square is A."""
    A = square(A)
    t, z = schur(A, 'complex')
    n = len(t)
    root = np.diag(np.sqrt(np.diag(t)))
    for j in range(n):
        for i in range(j - 1, -1, -1):
            down = root[i, i] + root[j, j]
            left = t[i, j] - root[i, i + 1:j] @ root[i + 1:j, j]
            if down == 0:
                if left != 0:
                    root[i, j] = np.nan
                continue
            root[i, j] = left / down
    if np.isnan(root).any():
        found = np.full_like(A, np.nan, dtype=float)
        if disp:
            print('Failed to find a square root.')
    else:
        found = z @ root @ z.conj().T
        if np.isrealobj(A) and np.all(np.abs(np.imag(np.diag(t))) < 1e-13 * (1 + np.abs(np.diag(t)))) and np.all(np.diag(t).real >= 0):
            found = found.real
        found = _neat(A, found)
    if disp:
        return found
    return found, np.linalg.norm(found @ found - A, 'fro') ** 2 / (np.linalg.norm(A, 'fro') or 1)


def logm(A, disp=True):
    """A matrix whose exponential is A: roots until it is near one, a quotient, doubled back."""
    A = square(A)
    t, z = schur(A, 'complex')
    times, one, r = 0, np.eye(len(t)), t
    while np.linalg.norm(r - one, 1) > 0.25 and times < 100:
        r = np.triu(sqrtm(r)).astype(complex)
        times += 1
    x, w = np.polynomial.legendre.leggauss(8)
    d = r - one
    found = sum(0.5 * weight * np.linalg.solve(one + 0.5 * (1 + at) * d, d) for at, weight in zip(x, w)) * 2.0 ** times
    with np.errstate(all='ignore'):
        found[np.diag_indices(len(t))] = np.log(np.diag(t))
    found = _neat(A, z @ found @ z.conj().T)
    off = np.linalg.norm(expm(found) - A, 1) / (np.linalg.norm(A, 1) or 1)
    if disp:
        if not np.isfinite(off) or off >= 1000 * 2.2e-16:
            print('logm result may be inaccurate, approximate err =', off)
        return found
    return found, off


def fractional_matrix_power(A, t):
    A = square(A)
    if t == int(t):
        return np.linalg.matrix_power(A, int(t))
    triangle, z = schur(A, 'complex')
    whole = int(np.floor(t))
    with np.errstate(all='ignore'):
        part = expm((t - whole) * np.asarray(logm(triangle, disp=False)[0]))
    return _neat(A, z @ (np.linalg.matrix_power(triangle, whole) @ part) @ z.conj().T)


def funm(A, func, disp=True):
    """A function of a matrix, by its Schur form (Parlett's way)."""
    A = square(A)
    t, z = schur(A, 'complex')
    n, f = len(t), np.diag(func(np.diag(t))).astype(complex)
    least = abs(t[0, 0])
    for p in range(1, n):
        for i in range(n - p):
            j = i + p
            s = t[i, j] * (f[j, j] - f[i, i]) + t[i, i + 1:j] @ f[i + 1:j, j] - f[i, i + 1:j] @ t[i + 1:j, j]
            down = t[j, j] - t[i, i]
            f[i, j] = s / down if down != 0 else s
            least = min(least, abs(down))
    found = _neat(A, z @ f @ z.conj().T)
    least = least or np.finfo(float).eps
    off = min(1, max(np.finfo(float).eps, np.finfo(float).eps / least * np.linalg.norm(np.triu(t, 1), 1)))
    if np.any(~np.isfinite(found)):
        off = np.inf
    if disp:
        if off > 1000 * np.finfo(float).eps:
            print('funm result may be inaccurate, approximate err =', off)
        return found
    return found, off


def signm(A, disp=True):
    """1 and -1 for eigenvalues right and left of zero."""
    A = square(A)
    found = funm(A, lambda w: np.where(np.abs(w.real) > 1e-13 * np.abs(w).max(initial=1), np.sign(w.real), 0.0), disp=False)[0]
    return found if disp else (found, np.linalg.norm(found @ found - found, 1))


def _by_expm(name, of):
    def function(A):
        A = square(A)
        return of(A)
    function.__name__ = function.__qualname__ = name
    return function


cosm = _by_expm('cosm', lambda A: 0.5 * (expm(1j * A) + expm(-1j * A)) if np.iscomplexobj(A) else expm(1j * A).real)
sinm = _by_expm('sinm', lambda A: -0.5j * (expm(1j * A) - expm(-1j * A)) if np.iscomplexobj(A) else expm(1j * A).imag)
tanm = _by_expm('tanm', lambda A: _neat(A, solve(cosm(A), sinm(A))))
coshm = _by_expm('coshm', lambda A: _neat(A, 0.5 * (expm(A) + expm(-A))))
sinhm = _by_expm('sinhm', lambda A: _neat(A, 0.5 * (expm(A) - expm(-A))))
tanhm = _by_expm('tanhm', lambda A: _neat(A, solve(coshm(A), sinhm(A))))


def expm_frechet(A, E, method=None, compute_expm=True, check_finite=True):
    """The exponential and how it moves with A along E."""
    A, E = square(A, check_finite), square(E, check_finite)
    if A.shape != E.shape:
        raise ValueError('expected A and E to be the same shape')
    if method not in (None, 'SPS', 'blockEnlarge'):
        raise ValueError(f'Unknown implementation {method}')
    n = len(A)
    both = expm(np.block([[A, E], [np.zeros_like(A), A]]))
    return (both[:n, :n], both[:n, n:]) if compute_expm else both[:n, n:]


def expm_cond(A, check_finite=True):
    """The condition of the exponential."""
    A = square(A, check_finite)
    n = len(A)
    k = np.array([expm_frechet(A, np.eye(1, n * n, i).reshape(n, n), compute_expm=False).ravel() for i in range(n * n)]).T
    return np.linalg.norm(k, 2) * np.linalg.norm(A, 'fro') / np.linalg.norm(expm(A), 'fro')


def solve_sylvester(a, b, q):
    """a x + x b = q."""
    r, u = schur(a, 'complex')
    s, v = schur(np.asarray(b).conj().T, 'complex')
    f = u.conj().T @ q @ v
    y = np.zeros(f.shape, dtype=complex)
    eye = np.eye(len(r))
    for k in range(f.shape[1] - 1, -1, -1):
        y[:, k] = np.linalg.solve(r + np.conj(s[k, k]) * eye, f[:, k] - y[:, k + 1:] @ s[k, k + 1:].conj())
    found = u @ y @ v.conj().T
    return found.real if all(np.isrealobj(np.asarray(each)) for each in (a, b, q)) else found


def solve_continuous_lyapunov(a, q):
    """a x + x a' = q."""
    a, q = square(np.atleast_2d(finite(a))), np.atleast_2d(finite(q))
    if a.shape != q.shape:
        raise ValueError('Matrix a and q should have the same shape.')
    return solve_sylvester(a, a.conj().T, q)


solve_lyapunov = solve_continuous_lyapunov


def solve_discrete_lyapunov(a, q, method=None):
    """a x a' - x + q = 0."""
    a, q = np.asarray(a), np.asarray(q)
    name = ('bilinear' if len(a) >= 10 else 'direct') if method is None else method.lower()
    if name == 'direct':
        return np.linalg.solve(np.eye(a.size if a.ndim == 2 else 1) - np.kron(a, a.conj()), q.flatten()).reshape(q.shape)
    if name != 'bilinear':
        raise ValueError('Unknown solver %s' % method)
    eye = np.eye(len(a))
    turn = np.linalg.inv(a.conj().T + eye)
    b = (a.conj().T - eye) @ turn
    return solve_continuous_lyapunov(b.conj().T, -2 * np.linalg.inv(a + eye) @ q @ turn)


def _stable(h, j, inside):
    """The part of the plane that the pencil h - w j keeps within: a base of it."""
    t, z = _complex_schur(np.linalg.solve(h - j, h + j) if inside is None else np.linalg.solve(j, h))
    front = _in_order(t, z, inside or (lambda w: w.real < 0))       # (w turned to (w + 1) / (w - 1): the circle's inside lies left)
    n = len(h) // 2
    if front != n:
        raise np.linalg.LinAlgError('Failed to find a finite solution.')
    return z[:n, :n], z[n:, :n]


def _riccati(a, b, q, r, e, s, discrete):
    a, b, q, r = (np.atleast_2d(np.asarray(each, dtype=np.result_type(np.asarray(each).dtype, float))) for each in (a, b, q, r))
    if a.shape[0] != a.shape[1]:
        raise ValueError('Matrix a should be square.')
    if b.shape[0] != len(a):
        raise ValueError('Matrix a and b should have the same number of rows.')
    if q.shape != a.shape:
        raise ValueError('Matrix a and q should have the same shape.')
    if r.shape != (b.shape[1],) * 2:
        raise ValueError('Matrix b and r should have the same number of columns.')
    e = np.eye(len(a)) if e is None else np.atleast_2d(e)
    s = np.zeros_like(b) if s is None else np.atleast_2d(s)
    n, zero = len(a), np.zeros_like(a)
    inner = np.linalg.solve(r, np.vstack([s, b]).conj().T)
    a2, q2 = a - b @ inner[:, :n], q - s @ inner[:, :n]
    g = b @ inner[:, n:]
    if discrete:
        h, j = np.block([[a2, zero], [-q2, e.conj().T]]), np.block([[e, g], [zero, a2.conj().T]])
        u, v = _stable(h, j, None)
    else:
        h, j = np.block([[a2, -g], [-q2, -a2.conj().T]]), np.block([[e, zero], [zero, e.conj().T]])
        u, v = _stable(h, j, lambda w: w.real < 0)
    x = v @ np.linalg.inv(u) @ np.linalg.inv(e)
    x = (x + x.conj().T) / 2
    return x.real if all(np.isrealobj(each) for each in (a, b, q, r, e, s)) else x


def solve_continuous_are(a, b, q, r, e=None, s=None, balanced=True):
    """Riccati's equation in continuous time."""
    return _riccati(a, b, q, r, e, s, False)


def solve_discrete_are(a, b, q, r, e=None, s=None, balanced=True):
    """The same in steps."""
    return _riccati(a, b, q, r, e, s, True)


def cdf2rdf(w, v):
    """Complex eigenvalues and vectors as real blocks."""
    w, v = np.asarray(w), np.asarray(v)
    if w.ndim < 1 or v.ndim < 2:
        raise ValueError('expected w to have at least 1 dimension and v at least 2')
    if v.ndim > 2:
        pairs = [cdf2rdf(a, b) for a, b in zip(w.reshape(-1, w.shape[-1]), v.reshape(-1, *v.shape[-2:]))]
        return np.array([a for a, _ in pairs]).reshape(*w.shape, w.shape[-1]), np.array([b for _, b in pairs]).reshape(v.shape)
    wr, vr = np.diag(w.real).astype(float), v.real.astype(float).copy()
    at = np.flatnonzero(w.imag)
    if len(at) % 2:
        raise ValueError('expected complex-conjugate pairs of eigenvalues')
    for j, k in zip(at[::2], at[1::2]):
        wr[j, k], wr[k, j] = w[j].imag, w[k].imag
        vr[:, j], vr[:, k] = v[:, j].real, v[:, j].imag
    return wr, vr

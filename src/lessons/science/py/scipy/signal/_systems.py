"""Linear systems in continuous time and in steps: three forms and what turns one into another, answers to steps, pulses, inputs and frequencies."""
import numpy as np

from scipy.signal._design import normalize
from scipy.signal._filters import tf2zpk, zpk2tf


def tf2ss(num, den):
    """(A, B, C, D) of a ratio of polynomials: the controllable form."""
    num, den = normalize(num, den)
    num = np.atleast_2d(num)
    m, k = num.shape[1], len(den)
    if m > k:
        raise ValueError('Improper transfer function. `num` is longer than `den`.')
    if m == 0 or k == 0:
        return np.zeros((0, 0)), np.zeros((0, 1)), np.zeros((1, 0)), np.zeros((1, 1))
    num = np.hstack((np.zeros((num.shape[0], k - m), num.dtype), num))
    d = np.atleast_2d(num[:, 0])
    if k == 1:
        return np.zeros((1, 1)), np.zeros((1, d.shape[1])), np.zeros((d.shape[0], 1)), d
    return np.vstack((-den[1:], np.eye(k - 2, k - 1))), np.eye(k - 1, 1), num[:, 1:] - np.outer(num[:, 0], den[1:]), d


def abcd_normalize(A=None, B=None, C=None, D=None):
    """Four tables that fit together, what is missing as zeros."""
    a, b, c, d = (None if m is None else np.atleast_2d(m) for m in (A, B, C, D))
    p = next((s for s in (a is not None and a.shape[0], b is not None and b.shape[0], c is not None and c.shape[1]) if s is not False), None)
    q = next((s for s in (b is not None and b.shape[1], d is not None and d.shape[1]) if s is not False), None)
    r = next((s for s in (c is not None and c.shape[0], d is not None and d.shape[0]) if s is not False), None)
    if p is None or q is None or r is None:
        raise ValueError('Not enough information on the system.')
    made = [np.zeros(shape) if m is None or m.size == 0 else m for m, shape in ((a, (p, p)), (b, (p, q)), (c, (r, p)), (d, (r, q)))]
    for m, shape in zip(made, ((p, p), (p, q), (r, p), (r, q))):
        if m.shape != shape:
            raise ValueError('The input arrays have incompatible shapes.')
    return tuple(made)


def ss2tf(A, B, C, D, input=0):
    """A ratio of polynomials of (A, B, C, D)."""
    A, B, C, D = abcd_normalize(A, B, C, D)
    if input >= D.shape[1]:
        raise ValueError('System does not have the input specified.')
    B, D = B[:, input:input + 1], D[:, input:input + 1]
    den = np.poly(A) if A.size else np.array([1.0])
    if B.size == 0 and C.size == 0:
        num = np.ravel(D)
        return (num, []) if D.size == 0 and A.size == 0 else (num, den)
    num = np.empty((C.shape[0], len(A) + 1), dtype=np.result_type(A, B, C, D, float))
    for k in range(C.shape[0]):
        num[k] = np.poly(A - np.dot(B, C[k:k + 1])) + (D[k] - 1) * den
    return num, den


def zpk2ss(z, p, k):
    return tf2ss(*zpk2tf(z, p, k))


def ss2zpk(A, B, C, D, input=0):
    num, den = ss2tf(A, B, C, D, input)
    return tf2zpk(np.ravel(num) if num.shape[0] == 1 else num, den)


class LinearTimeInvariant:
    """What systems of all forms share."""
    _dt = None

    def __new__(cls, *system, **named):
        if cls is LinearTimeInvariant:
            raise NotImplementedError('The LinearTimeInvariant class is not meant to be used directly, use `lti` or `dlti` instead.')
        return object.__new__(cls)

    dt = property(lambda self: self._dt)
    inputs = property(lambda self: 1 if not hasattr(self, 'B') else self.B.shape[1])
    outputs = property(lambda self: 1 if not hasattr(self, 'C') else self.C.shape[0])
    zeros = property(lambda self: self.to_zpk().zeros)
    poles = property(lambda self: self.to_zpk().poles)

    def _same(self, form, *parts):
        return form(*parts, **({} if self.dt is None else {'dt': self.dt}))


class _Forms(LinearTimeInvariant):
    _turned = None          # what turns another system into this form

    def __new__(cls, *system, dt=None, **named):
        if len(system) == 1 and isinstance(system[0], LinearTimeInvariant):
            return getattr(system[0], cls._turned)()
        return object.__new__(_IN_TIME[cls][dt is not None] if cls in _IN_TIME else cls)

    def to_tf(self, **named):
        return self if isinstance(self, TransferFunction) else self._same(TransferFunction, *self._as_tf(**named))

    def to_zpk(self, **named):
        return self if isinstance(self, ZerosPolesGain) else self._same(ZerosPolesGain, *self._as_zpk(**named))

    def to_ss(self):
        return self if isinstance(self, StateSpace) else self._same(StateSpace, *self._as_ss())


def _of_parts(kind, system, stepped):
    """The class of a system of so many parts."""
    forms = {2: TransferFunction, 3: ZerosPolesGain, 4: StateSpace}
    if len(system) not in forms:
        raise ValueError(f'`system` needs to be an instance of `{kind}` or have 2, 3 or 4 arguments.')
    return _IN_TIME[forms[len(system)]][stepped]


class lti(LinearTimeInvariant):
    """A system in continuous time, of two, three or four parts."""

    def __new__(cls, *system):
        return object.__new__(_of_parts('lti', system, False) if cls is lti else cls)

    def impulse(self, X0=None, T=None, N=None):
        return impulse(self, X0=X0, T=T, N=N)

    def step(self, X0=None, T=None, N=None):
        return step(self, X0=X0, T=T, N=N)

    def output(self, U, T, X0=None):
        return lsim(self, U, T, X0=X0)

    def bode(self, w=None, n=100):
        return bode(self, w=w, n=n)

    def freqresp(self, w=None, n=10000):
        return freqresp(self, w=w, n=n)

    def to_discrete(self, dt, method='zoh', alpha=None):
        form = {pair[False]: form for form, pair in _IN_TIME.items()}[type(self)]
        parts = cont2discrete(self._parts(), dt, method, alpha)[:-1]
        return form(*parts, dt=dt)


class dlti(LinearTimeInvariant):
    """A system in steps of dt."""

    def __new__(cls, *system, dt=True):
        return object.__new__(_of_parts('dlti', system, True) if cls is dlti else cls)

    def impulse(self, x0=None, t=None, n=None):
        return dimpulse(self, x0=x0, t=t, n=n)

    def step(self, x0=None, t=None, n=None):
        return dstep(self, x0=x0, t=t, n=n)

    def output(self, u, t, x0=None):
        return dlsim(self, u, t, x0=x0)

    def bode(self, w=None, n=100):
        return dbode(self, w=w, n=n)

    def freqresp(self, w=None, n=10000, whole=False):
        return dfreqresp(self, w=w, n=n, whole=whole)


def _shown(self, *parts):
    tail = f'dt: {self.dt!r}'
    return f'{type(self).__name__}(\n' + ',\n'.join(repr(part) for part in parts) + f',\n{tail}\n)'


class TransferFunction(_Forms):
    """A ratio of polynomials."""

    _turned = 'to_tf'

    def __init__(self, *system, dt=None):
        if isinstance(system[0], LinearTimeInvariant):
            return
        self.num, self.den = normalize(*system)
        self._dt = True if dt is None and isinstance(self, dlti) else dt

    def __repr__(self):
        return _shown(self, self.num, self.den)

    def _parts(self):
        return self.num, self.den

    def _as_zpk(self):
        return tf2zpk(self.num, self.den)

    def _as_ss(self):
        return tf2ss(self.num, self.den)


class ZerosPolesGain(_Forms):
    """Zeros, poles, gain."""

    _turned = 'to_zpk'

    def __init__(self, *system, dt=None):
        if isinstance(system[0], LinearTimeInvariant):
            return
        z, p, self.gain = system
        self._z, self._p, self._dt = np.atleast_1d(z), np.atleast_1d(p), True if dt is None and isinstance(self, dlti) else dt

    zeros = property(lambda self: self._z, lambda self, z: setattr(self, '_z', np.atleast_1d(z)))
    poles = property(lambda self: self._p, lambda self, p: setattr(self, '_p', np.atleast_1d(p)))

    def __repr__(self):
        return _shown(self, self.zeros, self.poles, self.gain)

    def _parts(self):
        return self.zeros, self.poles, self.gain

    def _as_tf(self):
        return zpk2tf(self.zeros, self.poles, self.gain)

    def _as_ss(self):
        return zpk2ss(self.zeros, self.poles, self.gain)


class StateSpace(_Forms):
    """Four tables."""

    _turned = 'to_ss'

    def __init__(self, *system, dt=None):
        if isinstance(system[0], LinearTimeInvariant):
            return
        self.A, self.B, self.C, self.D = abcd_normalize(*system)
        self._dt = True if dt is None and isinstance(self, dlti) else dt

    def __repr__(self):
        return _shown(self, self.A, self.B, self.C, self.D)

    def _parts(self):
        return self.A, self.B, self.C, self.D

    def _as_tf(self, **named):
        return ss2tf(self.A, self.B, self.C, self.D, **named)

    def _as_zpk(self, **named):
        return ss2zpk(self.A, self.B, self.C, self.D, **named)

    def _joined(self, other, sign):
        if np.isscalar(other) or isinstance(other, np.ndarray):
            return self._same(StateSpace, self.A, self.B, self.C, self.D + sign * np.atleast_2d(other))
        from scipy.linalg import block_diag
        return self._same(StateSpace, block_diag(self.A, other.A), np.vstack([self.B, other.B]), np.hstack([self.C, sign * other.C]), self.D + sign * other.D)

    def __add__(self, other):
        return self._joined(other, 1)

    def __sub__(self, other):
        return self._joined(other, -1)

    def __neg__(self):
        return self._same(StateSpace, self.A, self.B, -self.C, -self.D)

    def __mul__(self, other):
        if np.isscalar(other) or isinstance(other, np.ndarray):
            return self._same(StateSpace, self.A, np.dot(self.B, other), self.C, np.dot(self.D, other))
        a = np.vstack([np.hstack([self.A, self.B @ other.C]), np.hstack([np.zeros((len(other.A), len(self.A))), other.A])])
        return self._same(StateSpace, a, np.vstack([self.B @ other.D, other.B]), np.hstack([self.C, self.D @ other.C]), self.D @ other.D)

    def __rmul__(self, other):
        return self._same(StateSpace, self.A, self.B, np.dot(other, self.C), np.dot(other, self.D))

    __radd__ = __add__


class TransferFunctionContinuous(TransferFunction, lti):
    pass


class TransferFunctionDiscrete(TransferFunction, dlti):
    pass


class ZerosPolesGainContinuous(ZerosPolesGain, lti):
    pass


class ZerosPolesGainDiscrete(ZerosPolesGain, dlti):
    pass


class StateSpaceContinuous(StateSpace, lti):
    pass


class StateSpaceDiscrete(StateSpace, dlti):
    pass


# The classes of each form: in continuous time and in steps.
_IN_TIME = {TransferFunction: (TransferFunctionContinuous, TransferFunctionDiscrete), ZerosPolesGain: (ZerosPolesGainContinuous, ZerosPolesGainDiscrete), StateSpace: (StateSpaceContinuous, StateSpaceDiscrete)}


def _system(system, kind=lti, dt=None):
    if isinstance(system, LinearTimeInvariant):
        if kind is lti and isinstance(system, dlti):
            raise AttributeError('lsim can only be used with continuous-time systems.')
        return system
    return lti(*system) if kind is lti else dlti(*system[:-1], dt=system[-1])


def lsim(system, U, T, X0=None, interp=True):
    """(times, outputs, states) for an input."""
    from scipy.linalg import expm
    sys = _system(system).to_ss()
    A, B, C, D = sys._parts()
    T = np.atleast_1d(T)
    if T.ndim != 1:
        raise ValueError('T must be a rank-1 array.')
    n, many = len(A), len(T)
    x = np.zeros((many, n), A.dtype if A.dtype.kind in 'fc' else float)
    if T[0] == 0:
        x[0] = 0 if X0 is None else X0
    elif T[0] > 0:
        x[0] = (np.zeros(n) if X0 is None else X0) @ expm(A.T * T[0])
    else:
        raise ValueError('Initial time must be nonnegative')
    silent = U is None or isinstance(U, (int, float)) and U == 0.0 or not np.any(U)
    if many == 1:
        return T, np.squeeze(x @ C.T + (0 if silent else np.atleast_2d(U) @ D.T)), np.squeeze(x)
    dt = T[1] - T[0]
    if not np.allclose(np.diff(T), dt):
        raise ValueError('Time steps are not equally spaced.')
    if silent:
        step_ = expm(A.T * dt)
        for i in range(1, many):
            x[i] = x[i - 1] @ step_
        return T, np.squeeze(x @ C.T), np.squeeze(x)
    U = np.atleast_1d(U)
    U = U[:, None] if U.ndim == 1 else U
    if U.shape[0] != many:
        raise ValueError('U must have the same number of rows as elements in T.')
    if U.shape[1] != B.shape[1]:
        raise ValueError('System does not define that many inputs.')
    m = B.shape[1]
    if interp:
        wide = np.vstack([np.hstack([A * dt, B * dt, np.zeros((n, m))]), np.hstack([np.zeros((m, n + m)), np.eye(m)]), np.zeros((m, n + 2 * m))])
        e = expm(wide.T)
        ad, b1 = e[:n, :n], e[n + m:, :n]
        b0 = e[n:n + m, :n] - b1
        for i in range(1, many):
            x[i] = x[i - 1] @ ad + U[i - 1] @ b0 + U[i] @ b1
    else:
        wide = np.vstack([np.hstack([A * dt, B * dt]), np.zeros((m, n + m))])
        e = expm(wide.T)
        for i in range(1, many):
            x[i] = x[i - 1] @ e[:n, :n] + U[i - 1] @ e[n:, :n]
    return T, np.squeeze(x @ C.T + U @ D.T), np.squeeze(x)


def _times(A, N):
    """Times in which what happens happens."""
    values = np.linalg.eigvals(A) if len(A) else np.array([1.0])
    slow = np.min(np.abs(np.real(values)))
    return np.linspace(0.0, 7 * (1.0 / (1.0 if slow == 0 else slow)), N)


def impulse(system, X0=None, T=None, N=None):
    """(times, the answer to a pulse)."""
    sys = _system(system).to_ss()
    X = np.squeeze(sys.B) if X0 is None else np.squeeze(sys.B + X0)
    T = _times(sys.A, 100 if N is None else N) if T is None else np.asarray(T)
    _, h, _ = lsim(sys, 0.0, T, X, interp=False)
    return T, h


def step(system, X0=None, T=None, N=None):
    """(times, the answer to a step)."""
    sys = _system(system).to_ss()
    T = _times(sys.A, 100 if N is None else N) if T is None else np.asarray(T)
    out = lsim(sys, np.ones(T.shape, sys.A.dtype if sys.A.dtype.kind in 'fc' else float), T, X0=X0, interp=False)
    return out[0], out[1]


impulse2, step2 = impulse, step


def lsim2(system, U=None, T=None, X0=None, **named):
    """lsim with times of its own."""
    sys = _system(system).to_ss()
    T = np.linspace(0, 10.0, 101) if T is None else np.atleast_1d(T)
    return lsim(sys, 0.0 if U is None else U, T, X0)


def _answers(sys, w, n):
    from scipy.signal._design import freqs, freqs_zpk
    worN = n if w is None else w
    if isinstance(sys, TransferFunction):
        return freqs(sys.num.ravel(), sys.den, worN=worN)
    sys = sys.to_zpk()
    return freqs_zpk(sys.zeros, sys.poles, sys.gain, worN=worN)


def freqresp(system, w=None, n=10000):
    """(frequencies, the answer to each)."""
    sys = _system(system)
    sys = sys.to_zpk() if isinstance(sys, StateSpace) else sys
    return _answers(sys, w, n)


def bode(system, w=None, n=100):
    """(frequencies, decibels, degrees)."""
    w, y = freqresp(system, w=w, n=n)
    return w, 20.0 * np.log10(np.abs(y)), np.unwrap(np.arctan2(y.imag, y.real)) * 180.0 / np.pi


def dfreqresp(system, w=None, n=10000, whole=False):
    from scipy.signal._design import freqz_zpk
    from scipy.signal._filters import freqz
    sys = _system(system, dlti)
    worN = n if w is None else w
    if isinstance(sys, TransferFunction):
        num, den = sys.num.ravel(), sys.den
        short = np.r_[np.zeros(max(len(den) - len(num), 0)), num]
        return freqz(short, den, worN=worN, whole=whole)
    sys = sys.to_zpk()
    return freqz_zpk(sys.zeros, sys.poles, sys.gain, worN=worN, whole=whole)


def dbode(system, w=None, n=100):
    w, y = dfreqresp(system, w=w, n=n)
    dt = _system(system, dlti).dt
    return w / (1.0 if dt is True else dt), 20.0 * np.log10(np.abs(y)), np.rad2deg(np.unwrap(np.angle(y)))


def dlsim(system, u, t=None, x0=None):
    """(times, outputs[, states]) in steps."""
    given = _system(system, dlti)
    sys, dt = given.to_ss(), given.dt
    dt = 1.0 if dt is True else dt
    A, B, C, D = sys._parts()
    u = np.atleast_1d(u)
    u = u[:, None] if u.ndim == 1 else u
    many = len(u) if t is None else int(np.floor(t[-1] / dt)) + 1
    at = np.linspace(0.0, (len(u) - 1) * dt if t is None else t[-1], num=many)
    if t is not None:
        u = np.array([np.interp(at, t, column) for column in u.T]).T
    x, y = np.zeros((many, len(A))), np.zeros((many, C.shape[0]))
    x[0] = 0 if x0 is None else np.asarray(x0)
    for i in range(many - 1):
        x[i + 1] = A @ x[i] + B @ u[i]
        y[i] = C @ x[i] + D @ u[i]
    y[-1] = C @ x[-1] + D @ u[-1]
    return (at, y, x) if isinstance(given, StateSpace) else (at, y)


def _each_input(system, x0, t, n, pulse):
    sys = _system(system, dlti)
    dt = 1.0 if sys.dt is True else sys.dt
    n = 100 if n is None else n
    t = np.linspace(0, n * dt, n, endpoint=False) if t is None else np.asarray(t)
    made = []
    for i in range(sys.inputs):
        u = np.zeros((len(t), sys.inputs))
        u[0 if pulse else slice(None), i] = 1.0
        out = dlsim(sys, u, t=t, x0=x0)
        made.append(out[1])
    return out[0], tuple(made)


def dimpulse(system, x0=None, t=None, n=None):
    return _each_input(system, x0, t, n, True)


def dstep(system, x0=None, t=None, n=None):
    return _each_input(system, x0, t, n, False)


def cont2discrete(system, dt, method='zoh', alpha=None):
    """A system in steps of one in continuous time."""
    from scipy.linalg import expm
    if isinstance(system, LinearTimeInvariant):
        return system.to_discrete(dt=dt, method=method, alpha=alpha)
    if len(system) in (2, 3):
        a, b, c, d, _ = cont2discrete(tf2ss(*system) if len(system) == 2 else zpk2ss(*system), dt, method, alpha)
        return (*(ss2tf if len(system) == 2 else ss2zpk)(a, b, c, d), dt)
    if len(system) != 4:
        raise ValueError('First argument must either be a tuple of 2 (tf), 3 (zpk), or 4 (ss) arrays.')
    a, b, c, d = (np.atleast_2d(np.asarray(m, dtype=float)) for m in system)
    if method == 'gbt' and alpha is None:
        raise ValueError('Alpha parameter must be specified for the generalized bilinear transform (gbt) method')
    if method in ('gbt', 'bilinear', 'tustin', 'euler', 'forward_diff', 'backward_diff'):
        alpha = {'bilinear': 0.5, 'tustin': 0.5, 'euler': 0.0, 'forward_diff': 0.0, 'backward_diff': 1.0}.get(method, alpha)
        left = np.eye(len(a)) - alpha * dt * a
        ad, bd = np.linalg.solve(left, np.eye(len(a)) + (1.0 - alpha) * dt * a), np.linalg.solve(left, dt * b)
        cd = np.linalg.solve(left.T, c.T).T
        return ad, bd, cd, d + alpha * (c @ bd), dt
    n, m = len(a), b.shape[1]
    if method == 'zoh':
        e = expm(dt * np.vstack([np.hstack([a, b]), np.zeros((m, n + m))]))
        return e[:n, :n], e[:n, n:], c, d, dt
    if method == 'foh':
        e = expm(np.vstack([np.hstack([a * dt, b * dt, np.zeros((n, m))]), np.hstack([np.zeros((m, n + m)), np.eye(m)]), np.zeros((m, n + 2 * m))]))
        ad, b0, b1 = e[:n, :n], e[:n, n:n + m], e[:n, n + m:]
        return ad, b0 - b1 + ad @ b1, c, d + c @ b1, dt
    if method == 'impulse':
        if not np.allclose(d, 0):
            raise ValueError('Impulse method is only applicable to strictly proper systems')
        ad = expm(a * dt)
        return ad, ad @ b * dt, c, c @ b * dt, dt
    raise ValueError("Unknown transformation method '%s'" % method)


class _Placed:
    """What place_poles gives, by name."""

    def __init__(self, **named):
        self.__dict__.update(named)


def place_poles(A, B, poles, method='YT', rtol=1e-3, maxiter=30):
    """The feedback that puts the poles where they are asked to be."""
    A, B, poles = np.asarray(A, dtype=float), np.asarray(B, dtype=float), np.atleast_1d(poles)
    if poles.ndim > 1:
        raise ValueError('Poles must be a 1D array like.')
    if len(poles) != len(A):
        raise ValueError('maximum number of poles is {}, got {}'.format(len(A), len(poles)))
    if method not in ('KNV0', 'YT'):
        raise ValueError("The method keyword must be one of 'YT' or 'KNV0'")
    order = np.argsort(poles.real, kind='stable')
    poles = poles[order]
    n, m = B.shape
    if m == 1:
        reach = np.hstack([np.linalg.matrix_power(A, k) @ B for k in range(n)])
        k = (np.linalg.solve(reach.T, np.eye(n)[-1]) @ sum(c * np.linalg.matrix_power(A, n - i) for i, c in enumerate(np.real(np.poly(poles)))))[None]
    else:
        k = _spread_feedback(A, B, poles, n, m)
    values = np.linalg.eigvals(A - B @ k)
    values = values[np.argsort(values.real, kind='stable')]
    return _Placed(gain_matrix=np.real(k), computed_poles=values, requested_poles=poles, X=np.linalg.eig(A - B @ k)[1], rtol=0, nb_iter=0)


def _spread_feedback(A, B, poles, n, m):
    """Vectors from the spaces that feedback can reach, as far from one another as goes."""
    u, z = np.linalg.qr(B, mode='complete')
    u0, u1 = u[:, :m], u[:, m:]
    spaces = [np.linalg.svd((u1.T @ (A - p * np.eye(n))).conj())[2][n - m:].T if n > m else np.eye(n) for p in poles]
    x = np.array([s.sum(axis=1) / np.linalg.norm(s.sum(axis=1)) for s in spaces]).T
    for _ in range(60):
        for j, s in enumerate(spaces):
            others = np.delete(x, j, axis=1)
            away = np.linalg.svd(others.conj().T)[2][-1].conj()
            v = s @ (s.conj().T @ away)
            if np.linalg.norm(v) > 1e-8:
                x[:, j] = v / np.linalg.norm(v)
    m_ = np.linalg.solve(x.T, (x * poles).T).T
    return np.real(np.linalg.solve(z[:m], u0.T @ (A - m_)))

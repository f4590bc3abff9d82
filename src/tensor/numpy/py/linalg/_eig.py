"""Eigenvalues of a general real matrix: Hessenberg form, then shifted QR steps; pairs of complex eigenvalues
are taken out of the 2x2 blocks that are left."""
from _numpy import _says
import math
import _numpy


def eig(m):
    n = m.shape[0]
    a = m.tolist()
    if all(a[i][j] == a[j][i] for i in range(n) for j in range(i)) and n > 2:
        w, v = _numpy.eigh(m)
        return w.reshape(-1), v
    h, z = _hessenberg(a, n)
    _schur(h, z, n)
    pairs = _triangle(h, z, n)
    w = [h[i][i] for i in range(n)]
    v = _vectors(h, z, n)
    if pairs:
        v = _turned(v, n)
    return _numpy.array(w), _numpy.array(v)


def _hessenberg(a, n):
    z = [[float(i == j) for j in range(n)] for i in range(n)]
    for k in range(n - 2):
        x = [a[i][k] for i in range(k + 1, n)]
        tail = math.sqrt(sum(v * v for v in x[1:]))
        if tail == 0:
            continue
        beta = -math.copysign(math.hypot(x[0], tail), x[0])
        tau = (beta - x[0]) / beta
        v = [1.0] + [t / (x[0] - beta) for t in x[1:]]
        for j in range(n):
            s = tau * sum(v[i] * a[k + 1 + i][j] for i in range(len(v)))
            for i in range(len(v)):
                a[k + 1 + i][j] -= v[i] * s
        for rows in (a, z):
            for row in rows:
                s = tau * sum(v[i] * row[k + 1 + i] for i in range(len(v)))
                for i in range(len(v)):
                    row[k + 1 + i] -= v[i] * s
        for i in range(k + 2, n):
            a[i][k] = 0.0
    return a, z


def _rotate(h, z, n, i, k, cs, sn):
    for j in range(n):
        x, y = h[i][j], h[k][j]
        h[i][j], h[k][j] = cs * x + sn * y, cs * y - sn * x
    for rows in (h, z):
        for row in rows:
            x, y = row[i], row[k]
            row[i], row[k] = cs * x + sn * y, cs * y - sn * x


def _standard(a, b, c, d):
    """The rotation that makes the real 2x2 [[a, b], [c, d]] upper triangular."""
    from . import LinAlgError
    eps = 2.0 ** -53
    if c == 0:
        return 1.0, 0.0
    if b == 0:
        return 0.0, 1.0
    temp = a - d
    if temp == 0 and math.copysign(1, b) != math.copysign(1, c):
        return None
    p = 0.5 * temp
    bcmax = max(abs(b), abs(c))
    bcmis = min(abs(b), abs(c)) * math.copysign(1, b) * math.copysign(1, c)
    scale = max(abs(p), bcmax)
    z = p / scale * p + bcmax / scale * bcmis
    if z < 4 * eps and z < 0:
        return None
    z = p + math.copysign(math.sqrt(scale) * math.sqrt(max(z, 0.0)), p)
    tau = math.hypot(c, z)
    return z / tau, c / tau


def _schur(h, z, n):
    eps = 2.0 ** -52
    end, tries = n - 1, 0
    while end > 0:
        low = end
        while low > 0:
            s = abs(h[low - 1][low - 1]) + abs(h[low][low]) or 1.0
            if abs(h[low][low - 1]) <= eps * s:
                h[low][low - 1] = 0.0
                break
            low -= 1
        if low == end:
            end, tries = end - 1, 0
            continue
        if low == end - 1:
            turn = _standard(h[low][low], h[low][end], h[end][low], h[end][end])
            if turn is None:
                end, tries = end - 2, 0
                continue
            _rotate(h, z, n, low, end, *turn)
            h[end][low] = 0.0
            end, tries = end - 2, 0
            continue
        tries += 1
        if tries > 30 * n:
            from . import LinAlgError
            raise LinAlgError(_says("EIGENVALUES"))
        # a double shift: the eigenvalues of the last 2x2
        p, q = h[end - 1][end - 1], h[end][end]
        r = h[end - 1][end] * h[end][end - 1]
        if tries % 10 == 0:
            t = abs(h[end][end - 1]) + abs(h[end - 1][end - 2])
            p = q = 0.75 * t + h[end][end]
            r = -0.4375 * t * t
        trace, dett = p + q, p * q - r
        x = h[low][low] * (h[low][low] - trace) + dett + h[low][low + 1] * h[low + 1][low]
        y = h[low + 1][low] * (h[low][low] + h[low + 1][low + 1] - trace)
        w = h[low + 1][low] * h[low + 2][low + 1]
        for k in range(low, end):
            size = min(3, end - k + 1)
            v = [x, y, w][:size]
            tail = math.sqrt(sum(t * t for t in v[1:]))
            if tail:
                beta = -math.copysign(math.hypot(v[0], tail), v[0])
                tau = (beta - v[0]) / beta
                u = [1.0] + [t / (v[0] - beta) for t in v[1:]]
                for j in range(n):
                    s = tau * sum(u[i] * h[k + i][j] for i in range(size))
                    for i in range(size):
                        h[k + i][j] -= u[i] * s
                for rows in (h, z):
                    for row in rows:
                        s = tau * sum(u[i] * row[k + i] for i in range(size))
                        for i in range(size):
                            row[k + i] -= u[i] * s
                if k > low:
                    for i in range(1, size):
                        h[k + i][k - 1] = 0.0
            if k < end - 1:
                x, y, w = h[k + 1][k], h[k + 2][k], h[k + 3][k] if k + 3 <= end else 0.0


def _triangle(h, z, n):
    """Makes the 2x2 blocks upper triangular by unitary rotations; were there any?"""
    pairs = False
    for k in range(n - 1):
        c = h[k + 1][k]
        if c == 0:
            continue
        pairs = True
        a, b, d = h[k][k], h[k][k + 1], h[k + 1][k + 1]
        half = (a - d) / 2
        root = complex(0, math.sqrt(max(-(half * half + b * c), 0.0))) if not isinstance(half, complex) else (half * half + b * c) ** 0.5
        first = half + root
        size = math.hypot(abs(first), abs(c))
        x, y = first / size, c / size
        for j in range(n):
            p, q = h[k][j], h[k + 1][j]
            h[k][j], h[k + 1][j] = complex(x).conjugate() * p + complex(y).conjugate() * q, x * q - y * p
        for rows in (h, z):
            for row in rows:
                p, q = row[k], row[k + 1]
                row[k], row[k + 1] = x * p + y * q, complex(x).conjugate() * q - complex(y).conjugate() * p
        h[k + 1][k] = 0.0
        h[k][k], h[k + 1][k + 1] = (a + d) / 2 + root, (a + d) / 2 - root
    return pairs


def _turned(v, n):
    """Each column with its largest number real, as LAPACK leaves it; those of real eigenvalues are real."""
    for j in range(n):
        top = max((v[i][j] for i in range(n)), key=abs)
        turn = complex(top).conjugate() / abs(top)
        if all(abs(complex(v[i][j]).imag) < 1e-14 for i in range(n)):
            continue
        for i in range(n):
            value = v[i][j] * turn
            v[i][j] = complex(value.real, 0.0) if v[i][j] == top else value
    return v


def _vectors(h, z, n):
    columns = []
    for k in range(n):
        x = [0.0] * n
        x[k] = 1.0
        for i in range(k - 1, -1, -1):
            s = sum(h[i][j] * x[j] for j in range(i + 1, k + 1))
            d = h[i][i] - h[k][k]
            if d == 0:
                d = 2.0 ** -52 * max(abs(h[k][k]), 1e-300)
            x[i] = -s / d
        v = [sum(z[i][j] * x[j] for j in range(k + 1)) for i in range(n)]
        size = math.sqrt(sum(abs(t) ** 2 for t in v))
        columns.append([t / size for t in v])
    return [[columns[j][i] for j in range(n)] for i in range(n)]

"""Decompositions of matrices that are computed in blocks: what does not depend on signs, in numbers that rounding leaves alone."""
import numpy as np

L = np.linalg


def wave(rows, columns, k=1):
    i, j = np.arange(rows)[:, None], np.arange(columns)[None]
    return np.sin(k + 1.7 * i + 0.9 * j * j + 0.31 * i * j)


def near(a, b, size=1.0):
    return bool(np.abs(a - b).max() <= 1e-11 * size)


def unit(q):
    return near(q.T @ q, np.eye(q.shape[1]))


for n in 33, 64, 97, 150:
    a, b = wave(n, n), wave(n, 5, 2)
    spd = a @ a.T + n * np.eye(n)
    symmetric = a + a.T
    print('n', n)
    print('solve', near(spd @ L.solve(spd, b), b), near(spd @ L.solve(spd, b[:, 0]), b[:, 0]), near(spd @ L.inv(spd), np.eye(n)))
    sign, log = L.slogdet(spd)
    print('det', sign, round(log, 6), L.slogdet(np.eye(n)[::-1])[0], L.slogdet(np.zeros((n, n))))
    c = L.cholesky(spd)
    print('cholesky', near(c @ c.T, spd, n), np.count_nonzero(np.triu(c, 1)), round(c[n - 1, n - 1], 8), round(c[n - 1, 0], 8))
    for m in 20, n, n + 7, 3 * n:
        x = wave(m, n, 3)
        for mode in 'reduced', 'complete':
            q, r = L.qr(x, mode)
            print('qr', mode, m, q.shape, r.shape, unit(q), near(q @ r, x, 10), np.count_nonzero(np.tril(r, -1)), np.round(r[0, :2], 8) + 0, np.round(q[:2, 0], 8))
        for full in False, True:
            u, s, vt = L.svd(x, full)
            few = min(m, n)
            print('svd', full, u.shape, vt.shape, unit(u), unit(vt.T), near(u[:, :few] * s @ vt[:few], x, 10), np.round(s[:2], 7), near(L.svd(x, compute_uv=False), s, 10))
    for uplo in 'LU':
        w, v = L.eigh(symmetric, uplo)
        print('eigh', unit(v), near(symmetric @ v, v * w, n), bool((np.diff(w) >= 0).all()), np.round(w[[0, 1, -1]], 7), near(L.eigvalsh(symmetric, uplo), w, n))
    low = wave(n, 3) @ wave(3, n)
    print('rank', L.matrix_rank(low), L.matrix_rank(a[:, :2].repeat(n // 2, 1)), near(low @ L.pinv(low) @ low, low, 100))
    x, residuals, rank, s = L.lstsq(np.concatenate([spd, a]), np.concatenate([b, b]), rcond=None)
    print('lstsq', np.round(x[0, :2], 8), np.round(residuals[:2], 6), rank)

n = 70
print('alike', unit(L.eigh(np.ones((n, n)))[1]), unit(L.svd(np.ones((n, n)))[0]), unit(L.svd(np.zeros((n, n)))[2].T), np.round(L.eigh(np.eye(n) * 2)[0][[0, -1]], 8))
dust = np.diag(10.0 ** -np.arange(n)) + np.diag(np.ones(n - 1) * 1e-9, 1)
u, s, vt = L.svd(dust)
print('dust', unit(u), unit(vt.T), near(u * s @ vt, dust), np.round(s[:3], 8))
huge = wave(n, n) * 1e200
u, s, vt = L.svd(huge)
print('huge', unit(u), near(s / 1e200, L.svd(wave(n, n), compute_uv=False), 10), unit(L.eigh(huge + huge.T)[1]))
for name, broken in ('cholesky', -np.eye(n)), ('inv', np.zeros((n, n))), ('solve', np.ones((n, n))), ('svd', np.full((n, n), np.nan)):
    try:
        print(name, getattr(L, name)(*[broken] * (1 + (name == 'solve'))))
    except L.LinAlgError as error:
        print(name, 'LinAlgError:', error)

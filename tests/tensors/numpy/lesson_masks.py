"""Boolean masks and choices."""
import numpy as np
a = np.array([3, -1, 4, -1, 5, -9, 2, 6])
mask = a > 0
print(mask, a[mask], a[~mask], mask.sum(), mask.any(), mask.all(), np.flatnonzero(mask), np.nonzero(a < 0))
a[a < 0] = 0
print(a, np.where(a == 0, -1, a), np.argwhere(a == 0).ravel(), np.select([a > 4, a > 2], [2, 1], 0))
b = np.arange(12).reshape(3, 4)
print(b[b % 2 == 0], b[:, [True, False, True, False]], b[(b > 2) & (b < 9)], b[(b < 2) | (b > 9)], np.logical_and(b > 2, b < 5).sum())
b[b > 8] *= 10
print(b, np.choose([0, 1, 2], [[1, 2, 3], [4, 5, 6], [7, 8, 9]]), np.compress([1, 0, 1], b, axis=0), np.extract(b > 80, b))
try:
    if b > 3:
        pass
except ValueError as e:
    print(e)
try:
    b[np.array([True, False])]
except IndexError as e:
    print(e)
c = np.ma if False else np.array([1.0, np.nan, 3.0])
print(np.isnan(c), c[~np.isnan(c)], np.nan_to_num(c), np.isfinite([1, np.inf]), np.nansum(c), (c == c), np.nan == np.nan)
np.put(a, [0, 1], [9, 8])
np.place(b, b > 80, [0])
print(a, b, np.copyto(a, 1), a, np.putmask(b, b > 5, 5), b, np.fill_diagonal(b, 7), b)

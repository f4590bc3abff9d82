"""Where np.partition and np.argpartition leave the others."""
import numpy as np

r = np.random.RandomState(3)
print(np.partition(np.array([7, 2, 3, 1, 6, 5, 4]), 3), np.argpartition(np.array([7, 2, 3, 1, 6, 5, 4]), 3))
total = 0
for n in (2, 5, 17, 40, 300, 5000):
    for values in (r.rand(n), r.randint(0, 9, n), np.arange(n)[::-1].copy(), r.randn(n).astype('f4'), np.where(r.rand(n) < .2, np.nan, r.rand(n)), r.rand(n).astype('f2'), r.rand(n) + 1j,
                   r.randint(0, 99, n).astype('M8[s]'), np.concatenate([np.arange(n // 2), np.arange(n - n // 2)[::-1]]), (np.arange(n) * 7919) % n, r.rand(n).astype('>f8')):
        for kth in (0, n // 2, n - 1, -1, [n // 3, n // 2], [0, 1, n - 1]):
            part, order = np.partition(values, kth), np.argpartition(values, kth)
            assert np.array_equal(np.sort(part), np.sort(values), equal_nan=values.dtype.kind in 'fc')
            total += int((order * (np.arange(n) + 1)).sum() % 1000003)
            weights = np.arange(n) % 13
            seen = np.nan_to_num(part.astype('f8') if part.dtype.kind in 'fiu' else part.real if part.dtype.kind == 'c' else part.astype('i8'))
            total += int(round(float((seen * weights).sum()) * 10))
    print(n, total)
table = r.randint(0, 50, (6, 8))
print(np.argpartition(table, 3, axis=1)[:2], np.partition(table, 2, axis=0)[:3], np.argpartition(table, 5, axis=None)[:9], sep='\n')
# a row that makes the middle of three a bad pivot each time
killer, n = [0] * 400, 400
for i in range(200):
    killer[i] = i if i % 2 == 0 else 200 + i - 1
    killer[200 + i] = 2 * i + 1
for kth in (3, 199, 250, 390):
    print(np.argpartition(np.array(killer), kth)[::37], np.partition(np.array(killer), kth)[::37])

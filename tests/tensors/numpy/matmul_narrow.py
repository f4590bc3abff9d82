"""Products of few rows or columns: their numbers are whole, so that every order of adding gives the same, and nothing beside the result is written."""
import numpy as np

draw = np.random.RandomState(5)
wrong = []
for kind in np.float32, np.float64:
    for m in 1, 2, 3, 4, 5, 8, 9, 17, 40:
        for k in 1, 2, 3, 5, 8, 31, 32, 33, 70, 300:
            for n in 1, 2, 3, 4, 5, 7, 8, 9, 15, 17, 33:
                a, b = draw.randint(-9, 10, (m, k)), draw.randint(-9, 10, (k, n))
                right = a @ b
                for turn in range(4):
                    x, y = (np.asarray(v, kind, order='F' if turn >> i & 1 else 'C') for i, v in enumerate((a, b)))
                    rows, columns = np.full((m + 2, n), 77, kind), np.full((m, 2 * n + 1), 77, kind)
                    np.matmul(x, y, out=rows[1:-1])
                    np.matmul(x, y, out=columns[:, 1::2])
                    good = (x @ y == right).all() and (rows[1:-1] == right).all() and (columns[:, 1::2] == right).all()
                    if not good or (rows[[0, -1]] != 77).any() or (columns[:, ::2] != 77).any():
                        wrong.append((kind.__name__, m, k, n, turn))
print(len(wrong), wrong[:5])
tall = np.arange(30000.0).reshape(10000, 3) % 7
print(tall @ [1, 2, 3], tall.T @ tall, tall.T @ tall[:, 0], tall[::-2].T @ tall[::2, :2], sep='\n')

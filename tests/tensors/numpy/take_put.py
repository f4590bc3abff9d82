"""take, choose, put, select, clip, compress."""
import numpy as np

a = np.arange(10) * 10
print(np.take(a, [0, 3]), a.take([1, 2]), np.take(np.arange(6).reshape(2, 3), [0, 2], axis=1), np.take(a, 11, mode="wrap"), np.take(a, 3), np.take(a, [[0, 1], [2, 3]]))
print(np.choose([0, 1, 0], [[1, 2, 3], [4, 5, 6]]), np.select([a < 30, a > 60], [a, -a], default=1), np.compress([True, False, True], [1, 2, 3]))
b = a.copy()
np.put(b, [0, 2], [-1, -2])
print(b)
b.put([1], 7)
np.place(b, b > 50, [0, 1])
print(b)
np.copyto(b, 3)
np.putmask(b, np.arange(10) > 7, [5, 6])
print(b)
print(np.clip([1, 5, 9], 2, 6), np.clip([1.5, 2.5], None, 2), a.clip(20, 40), a.clip(min=30), a.clip(max=20), np.clip(a, 15, np.arange(10) * 5), np.clip(np.array([1, 2], "i4"), 0, 1).dtype)
print(np.take_along_axis(np.array([[3, 1], [2, 4]]), np.array([[1, 0], [0, 1]]), axis=1), np.piecewise([-1.0, 2], [np.array([True, False])], [lambda x: -x, lambda x: x * 10]), np.apply_along_axis(np.sum, 0, np.eye(2)), np.ravel_multi_index([1, 2], (3, 4)), np.unravel_index([5, 7], (3, 4)))
print(np.vectorize(lambda x, y: x + y if x > 1 else y)([1, 2, 3], 10), np.vectorize(float)([1, 2]).dtype, np.apply_along_axis(lambda r: r * 2, 1, np.arange(4).reshape(2, 2)))

"""Broadcasting."""
import numpy as np

a = np.arange(3)
b = np.arange(2)[:, None]
print(a + b, a * b, (a[:, None] - a[None, :]) ** 2, np.ones((2, 1, 3)) + np.ones((4, 1)))
print((np.ones((2, 3)) * np.array([1, 2, 3])).sum(axis=0), (np.ones((3, 2, 1)) + np.ones(4)).shape)
x = np.arange(6).reshape(2, 3) * 1.0
print(x - x.mean(axis=0), x - x.mean(axis=1, keepdims=True), x / x.sum(axis=1)[:, None], (x - x.mean(0)) / x.std(0))
print(np.broadcast_to([1, 2], (3, 2)), np.broadcast_arrays([1, 2], [[3], [4]]), np.broadcast_shapes((2, 1), (1, 3)), np.broadcast(a, b).shape)
y = np.zeros((2, 3))
y += np.array([1, 2, 3])
y[:] = y + np.array([[10], [20]])
print(y)
print(np.add.outer([1, 2], [10, 20, 30]), np.outer([1, 2], [3, 4]), np.multiply.outer(np.arange(2), np.ones((2, 2))).shape)

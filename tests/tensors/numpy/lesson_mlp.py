"""A small network trained by hand."""
import numpy as np

np.random.seed(3)
X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
y = np.array([[0], [1], [1], [0]], dtype=float)
W1, b1 = np.random.randn(2, 8), np.zeros((1, 8))
W2, b2 = np.random.randn(8, 1), np.zeros((1, 1))
sigmoid = lambda v: 1 / (1 + np.exp(-v))
for step in range(2001):
    h = np.tanh(X @ W1 + b1)
    out = sigmoid(h @ W2 + b2)
    d2 = out - y
    d1 = d2 @ W2.T * (1 - h ** 2)
    W2 -= 0.5 * h.T @ d2
    b2 -= 0.5 * d2.sum(0, keepdims=True)
    W1 -= 0.5 * X.T @ d1
    b1 -= 0.5 * d1.sum(0, keepdims=True)
    if step % 500 == 0:
        print(step, "%.4f" % np.mean(np.abs(d2)))
print((out > 0.5).astype(int).ravel())

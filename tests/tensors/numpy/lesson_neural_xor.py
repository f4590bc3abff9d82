"""A network learns XOR by hand-written backpropagation."""
import numpy as np
np.random.seed(1)
X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
y = np.array([[0], [1], [1], [0]])


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


W1, b1 = np.random.randn(2, 8), np.zeros((1, 8))
W2, b2 = np.random.randn(8, 1), np.zeros((1, 1))
losses = []
for step in range(3000):
    h = np.tanh(X @ W1 + b1)
    p = sigmoid(h @ W2 + b2)
    losses.append(-np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)))
    d2 = (p - y) / len(X)
    d1 = (d2 @ W2.T) * (1 - h ** 2)
    for param, grad in ((W2, h.T @ d2), (b2, d2.sum(0, keepdims=True)), (W1, X.T @ d1), (b1, d1.sum(0, keepdims=True))):
        param -= 1.0 * grad
print(losses[0].round(4), losses[100].round(3), losses[-1] < 0.01, (p > 0.5).astype(int).ravel(), p.shape)
one_hot = np.eye(3)[[0, 2, 1]]
print(one_hot, one_hot.argmax(1))
logits = np.array([[1., 2, 3], [1000, 1000, 1000]])
e = np.exp(logits - logits.max(axis=1, keepdims=True))
print((e / e.sum(axis=1, keepdims=True)).round(4))
print(np.maximum(0, [-1, 2]), np.clip([-2, 0.5, 9], 0, 1), np.where([True, False], 1, 0), np.sign([-3, 0, 2]))

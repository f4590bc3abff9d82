"""Linear regression by gradient descent."""
import numpy as np

np.random.seed(0)
true_w, true_b = np.array([2.0, -3.4]), 4.2
X = np.random.normal(0, 1, (200, 2))
y = X @ true_w + true_b + np.random.normal(0, 0.01, 200)
w, b = np.zeros(2), 0.0
for epoch in range(50):
    err = X @ w + b - y
    w -= 0.1 * X.T @ err / len(X)
    b -= 0.1 * err.mean()
    if epoch % 10 == 0:
        print(epoch, round(float((err ** 2).mean() / 2), 6))
print(w.round(4), round(b, 4), np.allclose(w, true_w, atol=0.1))

"""Gradient descent in NumPy: lines, quadratics, momentum."""
import numpy as np
np.random.seed(0)
X = np.random.rand(100, 1) * 2
y = 4 + 3 * X + np.random.randn(100, 1)
Xb = np.c_[np.ones((100, 1)), X]
theta_best = np.linalg.inv(Xb.T.dot(Xb)).dot(Xb.T).dot(y)
print(theta_best.round(6).ravel())
theta = np.random.randn(2, 1)
for iteration in range(1000):
    gradients = 2 / 100 * Xb.T.dot(Xb.dot(theta) - y)
    theta = theta - 0.1 * gradients
print(theta.round(6).ravel(), np.allclose(theta, theta_best))
path = []
for epoch in range(5):
    for i in range(100):
        k = np.random.randint(100)
        xi, yi = Xb[k:k + 1], y[k:k + 1]
        theta = theta - 5 / (epoch * 100 + i + 50) * 2 * xi.T.dot(xi.dot(theta) - yi)
    path.append(theta.ravel().copy())
print(np.array(path).round(3), np.array(path).shape)
x, v = np.array([5., 2.]), np.zeros(2)
A = np.diag([0.2, 4])
for _ in range(30):
    v = 0.5 * v + 0.3 * A @ x
    x = x - v
print(x.round(5), np.linalg.norm(x) < 1)
print(np.gradient(np.arange(6) ** 2), np.gradient(np.array([1., 4, 9, 16]), 2.0))

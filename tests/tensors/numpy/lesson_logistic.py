"""Logistic regression."""
import numpy as np

rng = np.random.RandomState(8)
X = np.r_[rng.randn(30, 2) - 1, rng.randn(30, 2) + 1]
y = np.r_[np.zeros(30), np.ones(30)]
w = np.zeros(3)
Xb = np.c_[np.ones(60), X]
for step in range(200):
    p = 1 / (1 + np.exp(-Xb @ w))
    w -= 0.1 * Xb.T @ (p - y) / 60
p = 1 / (1 + np.exp(-Xb @ w))
print(w.round(5), ((p > 0.5) == y).mean(), (-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()).round(6))

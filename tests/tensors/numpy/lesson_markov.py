"""A Markov chain and its fixed point."""
import numpy as np

P = np.array([[0.9, 0.1, 0], [0.4, 0.4, 0.2], [0.1, 0.3, 0.6]])
x = np.array([1.0, 0, 0])
for _ in range(50):
    x = x @ P
print(x.round(6), np.linalg.matrix_power(P, 50)[0].round(6), P.sum(axis=1))
A = np.vstack([P.T - np.eye(3), np.ones(3)])
print(np.linalg.lstsq(A, np.array([0, 0, 0, 1]), rcond=None)[0].round(6))

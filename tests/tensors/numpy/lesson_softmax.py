"""Softmax and cross entropy."""
import numpy as np

def softmax(z):
    z = z - z.max(axis=1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(axis=1, keepdims=True)
z = np.array([[1.0, 2, 3], [0.5, -1, 4]])
p = softmax(z)
y = np.array([2, 0])
print(p, p.sum(axis=1), -np.log(p[range(2), y]), -np.log(p[np.arange(len(y)), y]).mean().round(10), p.argmax(axis=1), (p.argmax(1) == y).mean())
print(np.eye(3)[y], np.eye(3, dtype=int)[y] * 2, (np.eye(3)[y] * np.log(p)).sum().round(10))

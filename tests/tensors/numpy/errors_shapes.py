"""Shapes that do not fit."""
import numpy as np

def attempt(f):
    try:
        print("no error", f())
    except Exception as e:
        print(type(e).__name__, "|", e)
for f in (lambda: np.zeros(3) + np.zeros(4), lambda: np.zeros((2, 3)) * np.zeros((3, 2)), lambda: np.zeros(3).reshape(2, 2), lambda: np.arange(6).reshape(4, -1), lambda: np.arange(6).reshape(-1, -1), lambda: np.zeros((2, 3)) @ np.zeros((2, 3)), lambda: np.dot(np.zeros((2, 3)), np.zeros(2)), lambda: np.zeros(3) @ np.zeros(4),
          lambda: np.concatenate([np.zeros((2, 3)), np.zeros((2, 2))]), lambda: np.concatenate([np.zeros((2, 3)), np.zeros(2)]), lambda: np.concatenate([]), lambda: np.stack([np.zeros(2), np.zeros(3)]), lambda: np.stack([]), lambda: np.vstack([np.zeros(2), np.zeros(3)]), lambda: np.split(np.arange(5), 2), lambda: np.array([[1, 2], [3]]), lambda: np.zeros(-1), lambda: np.zeros((2, -3)),
          lambda: np.transpose(np.zeros((2, 3)), (0,)), lambda: np.transpose(np.zeros((2, 3)), (0, 0)), lambda: np.squeeze(np.zeros((2, 3)), 0), lambda: np.broadcast_to(np.zeros(3), (2, 2)), lambda: np.full((2, 2), [1, 2, 3]), lambda: np.outer(1, 2, 3, 4) if False else 1 / 0, lambda: np.repeat([1, 2], [1, 2, 3]), lambda: np.diag(np.zeros((2, 2, 2))), lambda: np.linspace(0, 1, -1), lambda: np.inner([1, 2], [1, 2, 3]), lambda: np.tensordot(np.eye(2), np.eye(3), 1), lambda: np.zeros((2, 2)).T.dot(np.zeros(3))):
    attempt(f)
a = np.zeros((2, 3))
def put(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, "|", e)
def s1(): a[0] = [1, 2]
def s2(): a[:, 0] = np.ones(3)
def s3(): a[0, 0] = [1, 2]
def s4(): a.shape = (4, 2)
def s5(): a[[0, 1], [0, 1]] = [1, 2, 3]
def s6(): a[a == 0] = [1, 2]
for f in (s1, s2, s4, s6):
    put(f)

"""Boards, diagonals and comparisons."""
import numpy as np

b = np.array([[1, -1, 0], [0, 1, -1], [-1, 0, 1]])
lines = np.concatenate([b.sum(0), b.sum(1), [b.trace(), np.fliplr(b).trace()]])
print(lines, (lines == 3).any(), np.argwhere(b == 0).tolist(), b.T, np.rot90(b), np.unique(b, return_counts=True), np.diag(b), np.diag(b[:, ::-1]), np.tril(b), b[::2, ::2], np.where(b == 1, "X", "O").shape if False else "")
print("\n".join(" ".join({1: "X", -1: "O", 0: "."}[int(v)] for v in row) for row in b))
m = np.kron(np.eye(2, dtype=int), np.ones((2, 2), dtype=int))
print(m, m[:, ::-1], np.block([[m, 0 * m], [0 * m, m]]).shape, np.tile(np.array([[0, 1], [1, 0]]), (2, 2)))

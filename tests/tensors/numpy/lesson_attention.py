"""Attention in plain numbers."""
import numpy as np

rng = np.random.RandomState(4)
Q, K, V = rng.randn(2, 3, 4), rng.randn(2, 5, 4), rng.randn(2, 5, 6)
S = Q @ K.transpose(0, 2, 1) / np.sqrt(4)
mask = np.arange(5)[None, None, :] < np.array([3, 5])[:, None, None]
S = np.where(mask, S, -1e6)
P = np.exp(S - S.max(-1, keepdims=True))
P /= P.sum(-1, keepdims=True)
print(P.round(4), (P @ V).round(4), np.einsum("bqk,bkv->bqv", P, V).shape, np.tril(np.ones((3, 3), dtype=bool)))
pos, i = np.arange(4).reshape(-1, 1), np.arange(0, 6, 2)
enc = np.zeros((4, 6))
enc[:, 0::2], enc[:, 1::2] = np.sin(pos / 10000 ** (i / 6)), np.cos(pos / 10000 ** (i / 6))
print(enc)

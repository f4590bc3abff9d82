"""Sequences: one-hot tokens, a recurrent step, perplexity."""
import numpy as np

text = "the time traveller for so it will be convenient"
chars = sorted(set(text))
code = np.array([chars.index(c) for c in text])
print(len(chars), code[:10], np.bincount(code).max(), np.eye(len(chars), dtype=int)[code[:2]].sum(0))
rng = np.random.RandomState(0)
Wx, Wh, h = rng.randn(len(chars), 4) * 0.1, rng.randn(4, 4) * 0.1, np.zeros(4)
for c in code[:5]:
    h = np.tanh(Wx[c] + h @ Wh)
print(h.round(6))
loss = -np.log(np.array([0.2, 0.5, 0.1]))
print(np.exp(loss.mean()).round(6), code[:40].reshape(2, -1)[:, :3], np.array_split(code, 4)[0].tolist())

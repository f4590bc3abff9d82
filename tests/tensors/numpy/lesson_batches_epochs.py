"""Shuffled mini-batches, splits, normalisation, k folds."""
import numpy as np
rng = np.random.RandomState(7)
X, y = rng.randn(10, 3), np.arange(10)
order = rng.permutation(10)
print(order)
for start in range(0, 10, 4):
    batch = order[start:start + 4]
    print(batch, X[batch].shape, y[batch])
train, test = np.split(order, [7])
print(train, test, [p.tolist() for p in np.array_split(np.arange(10), 3)])
mean, std = X.mean(axis=0), X.std(axis=0)
Z = (X - mean) / std
print(Z.mean(axis=0).round(6) + 0.0, Z.std(axis=0).round(6), X.var(ddof=1).round(4))
for k, fold in enumerate(np.array_split(order, 5)):
    rest = np.setdiff1d(order, fold)
    print(k, fold, rest)
low, high = X.min(axis=0), X.max(axis=0)
S = (X - low) / (high - low)
print(S.min(), S.max(), np.corrcoef(X.T).round(3), np.cov(X.T).round(3))
print(np.concatenate([X[:1], X[-1:]]).round(3), np.vstack((y, y * 2)).shape, np.stack([y, y], axis=1)[:2], np.delete(y, [0, 1]), np.insert([1, 2], 1, 9), np.append([1], [2, 3]))

"""Minibatches drawn in a random order."""
import numpy as np

def batches(n, size):
    idx = np.arange(n)
    np.random.shuffle(idx)
    for i in range(0, n, size):
        yield idx[i:min(i + size, n)]
np.random.seed(1)
X = np.arange(20).reshape(10, 2)
for j in batches(10, 4):
    print(j, X[j].tolist(), X.take(j, axis=0).sum())

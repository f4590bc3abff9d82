"""Fields of a table."""
import numpy as np

data = np.array([[5.1, 3.5, 0], [4.9, 3.0, 0], [6.2, 3.4, 1], [5.9, 3.0, 1], [6.5, 3.0, 2]])
X, y = data[:, :2], data[:, 2].astype(int)
for c in np.unique(y):
    print(c, X[y == c].mean(axis=0), X[y == c].std(axis=0), (y == c).sum())
print((X - X.mean(0)) / X.std(0), np.corrcoef(X.T), X[X[:, 0].argsort()], np.column_stack([X, y])[:2])
print(np.argmax(X, axis=1), X[:, 0].max(), np.median(X, axis=0), np.round(X.mean(), 3), X[np.lexsort((X[:, 1], X[:, 0]))][:2])

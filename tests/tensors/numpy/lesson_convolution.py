"""Convolution written out."""
import numpy as np

def corr2d(X, K):
    h, w = K.shape
    Y = np.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i:i + h, j:j + w] * K).sum()
    return Y
X = np.arange(16.0).reshape(4, 4)
print(corr2d(X, np.array([[0.0, 1], [2, 3]])), corr2d(X, np.array([[1, -1]])))
print(np.array([[X[i:i + 2, j:j + 2].max() for j in range(3)] for i in range(3)]))

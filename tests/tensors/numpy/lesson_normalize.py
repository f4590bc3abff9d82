"""Standardising, one-hot codes, splitting into train and test."""
import numpy as np

np.random.seed(12)
X = np.random.rand(10, 3) * [1, 10, 100]
mu, sigma = X.mean(0), X.std(0)
Z = (X - mu) / sigma
print(Z.mean(0).round(12) + 0.0, Z.std(0), (X - X.min(0)) / (X.max(0) - X.min(0)))
i = np.random.permutation(len(X))
train, test = i[:7], i[7:]
print(i, X[train].shape, X[test][:, 0], np.eye(4)[[0, 2, 3]], np.zeros((3, 4)).shape)
labels = np.array([2, 0, 1, 2])
onehot = np.zeros((labels.size, labels.max() + 1))
onehot[np.arange(labels.size), labels] = 1
print(onehot, onehot.argmax(axis=1), np.bincount(labels) / len(labels))

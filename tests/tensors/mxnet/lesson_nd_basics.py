"""First steps with arrays: making, asking, computing, joining, comparing."""
from mxnet import nd
x = nd.arange(12)
print(x)
print(x.shape, x.size, x.dtype, x.ndim, len(x))
X = x.reshape((3, 4))
print(X, X.reshape((-1, 4)).shape, X.reshape((3, -1)).shape)
print(nd.zeros((2, 3, 4)))
print(nd.ones((3, 4)))
Y = nd.array([[2, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]])
print(Y)
print(nd.random.normal(0, 1, shape=(3, 4)).shape)
print(X + Y, X * Y, X / Y, Y.exp())
print(nd.dot(X, Y.T))
print(nd.concat(X, Y, dim=0), nd.concat(X, Y, dim=1))
print(X == Y, X < Y, X != Y, X >= Y)
print(X.sum(), X.norm().asscalar(), X.mean(), X.max(axis=0), X.min(axis=1))
A, B = nd.arange(3).reshape((3, 1)), nd.arange(2).reshape((1, 2))
print(A, B, A + B)
print(X[1:3], X[1, 2], X[:, 1], X[-1], X[1:2, 1:3])
X[1, 2] = 9
X[1:2, :] = 12
print(X)
before = id(Y)
Y = Y + X
print(id(Y) == before)
Z = Y.zeros_like()
before = id(Z)
Z[:] = X + Y
print(id(Z) == before)
nd.elemwise_add(X, Y, out=Z)
print(id(Z) == before, Z)
before = id(X)
X += Y
print(id(X) == before)
import numpy as np
P = np.ones((2, 3))
D = nd.array(P)
print(D, D.asnumpy(), type(D.asnumpy()), D.asnumpy().dtype, P.dtype)

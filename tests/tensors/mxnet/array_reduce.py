from mxnet import nd
a = nd.array([[3, 1, 2], [6, 5, 4]])
print(a.sum(), a.sum(axis=0), a.sum(axis=1, keepdims=True), nd.sum(a, axis=1, exclude=True), nd.sum(a, axis=(0, 1)))
print(a.mean(), a.mean(axis=0), a.max(), a.max(axis=1), a.min(axis=0), a.prod(axis=1))
print(a.argmax(axis=1), a.argmax(), a.argmin(axis=0), nd.argmax(a, axis=0, keepdims=True))
print(nd.norm(nd.array([3, 4])), a.norm(ord=1, axis=1))

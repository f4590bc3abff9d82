from mxnet import np, npx
npx.set_np()
a = np.arange(12).reshape(3, 4)
print(a[[0, 2]], a[np.array([2, 0, 2])], a[np.array([1], dtype='int32')])
print(a[[0, 1, 2], [3, 2, 1]], a[np.array([0, 2]), np.array([1, 3])], a[:, [0, 2]], a[1, [0, 3]])
print(a[np.array([[0, 1], [2, 0]])].shape, a[np.array([[0, 1], [2, 0]]), 1])
print(a[np.arange(3), np.array([1, 0, 2])], a[range(2), [1, 2]], a[[-1]])
mask = a > 5
print(mask, a[mask], a[a % 2 == 0], a[mask].shape, a[a > 100].shape)
print(a[np.array([True, False, True])], a[np.array([True, False, True])].shape)
v = np.array([3.0, -1, 4, -1, 5])
print(v[v > 0], v[v < 0].sum(), v[[0, -1]], (v > 0).sum(), v[np.argsort(v)])
a[a > 9] = -1
print(a)
a[[0, 1]] = 7
print(a)
a[np.array([2, 2]), np.array([0, 1])] = np.array([50, 60])
print(a)
a[:, [1, 3]] = 0
print(a)
v[v < 0] = 0
print(v)
v[np.array([0, 2])] += 10
print(v)
y_hat, y = np.array([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]]), np.array([0, 2])
print(y_hat[[0, 1], y], y_hat[range(len(y_hat)), y], -np.log(y_hat[range(2), y]).asnumpy().round(4))
print(np.take(a, np.array([0, 2]), axis=1), np.take(v, np.array([1, 1])), a.take(np.array([0]), axis=0), np.take(v, np.array([9]), mode='clip'))
words = ['a', 'b', 'c', 'd']
print([words[int(i)] for i in np.array([3, 0])])

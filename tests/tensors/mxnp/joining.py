from mxnet import np, npx
npx.set_np()
x, y = np.arange(6).reshape(2, 3), np.array([[2.0, 1, 4], [3, 2, 1]])
print(np.concatenate([x, y]), np.concatenate((x, y), axis=1), np.concatenate([x, y], axis=-1).shape, np.concatenate([x, y], axis=None))
print(np.stack([x, y]).shape, np.stack([x, y], axis=1), np.stack((x, y), axis=-1).shape, np.stack([np.array(1), np.array(2)]))
print(np.vstack([x, y]).shape, np.hstack([x, y]).shape, np.dstack([x, y]).shape, np.column_stack([np.arange(2), np.arange(2)]), np.vstack([np.arange(2), np.ones(2)]))
print(np.append(x, y, axis=0), np.append(np.arange(2), np.array([9])))
parts = np.split(np.arange(9), 3)
print(type(parts), parts)
print(np.split(x, 3, axis=1), np.split(x, [1], axis=1), [p.shape for p in np.split(x, [1, 2], axis=1)])
print([p.shape for p in np.array_split(np.arange(7), 3)], np.hsplit(x, 3)[0], np.vsplit(x, 2)[1])
print([r.shape for r in x], [r for r in np.stack([x, y])][1])
a, b, c = np.split(np.ones((2, 6)), 3, axis=1)
print(a.shape, b.shape, c.shape)
print(np.concatenate([np.zeros((0, 3)), x]).shape, np.concatenate([x[:1], x[1:]]) == x)
outputs = [np.full((2, 2), i) for i in range(3)]
print(np.concatenate(outputs, axis=0).shape, np.stack(outputs).sum(axis=0))
print(np.delete(np.arange(5), 1), np.insert(np.arange(3), 1, 9), np.delete(x, 0, axis=1))
print(np.concatenate([np.array([1], dtype='int32'), np.array([2], dtype='int32')]).dtype, np.stack([np.ones(1, dtype='float64')] * 2).dtype)
def attempt(f):
    try:
        print(f())
    except Exception as e:
        first = str(e).split('\n')[0]
        print(type(e).__name__, '|', '' if type(e).__name__ == 'MXNetError' or first.startswith('Traceback') else first[:100])
attempt(lambda: np.concatenate([x, np.ones((2, 2))]))
attempt(lambda: np.split(np.arange(5), 2))
attempt(lambda: np.concatenate([x, y], axis=2))

from mxnet import init, np, npx
from mxnet.gluon import nn
npx.set_np()
boxes = np.array([[2.0, 1, 8, 5], [0, 0, 4, 4], [3, 3, 5, 9]])
middle, size = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
print(middle, size, (np.concatenate([middle - size / 2, middle + size / 2], axis=1) == boxes).all())


def shared(some, others):
    """For each pair the area of both over the area of either."""
    low = np.maximum(np.expand_dims(some[:, :2], 1), np.expand_dims(others[:, :2], 0))
    high = np.minimum(np.expand_dims(some[:, 2:], 1), np.expand_dims(others[:, 2:], 0))
    common = np.prod(np.maximum(high - low, 0), axis=2)
    areas = [np.prod(each[:, 2:] - each[:, :2], axis=1) for each in (some, others)]
    return common / (areas[0].reshape(-1, 1) + areas[1].reshape(1, -1) - common)


overlap = shared(boxes, np.array([[2.0, 1, 8, 5], [4, 2, 6, 6]]))
print(overlap.asnumpy().round(3), overlap.argmax(axis=0), overlap.max(axis=1).asnumpy().round(3), (shared(boxes, boxes) * np.eye(3)).sum())
owner = np.full((3,), -1)
near = np.nonzero(overlap.max(axis=1) > 0.2)[0]
owner[near] = overlap.argmax(axis=1)[near]
print(owner, near, overlap[near][:, 0].asnumpy().round(2))
laid = npx.multibox_prior(np.zeros((2, 1, 1, 3)), sizes=[0.4], ratios=[1, 4, 0.25]).reshape(1, 3, 3, 4)
print(laid.shape, laid[0, 1].asnumpy().round(3), laid[0, :, 0, 0].asnumpy().round(3))

names = ['fox', 'wolf', 'oak', 'elm', 'rain', 'snow']
table = nn.Embedding(len(names), 3, weight_initializer=init.Uniform(1))
table.initialize()
table.weight.set_data(np.array([[1.0, 0.1, 0], [0.9, 0, 0.2], [0, 1, 0.1], [0.1, 0.8, 0], [0, 0, 1], [0, 0.3, 0.9]]))
print(table, table(np.array([[2, 0], [5, 5]])), table(np.array([4])).shape)
vectors = table.weight.data()
unit = vectors / np.sqrt(np.square(vectors).sum(axis=1, keepdims=True))
alike = np.dot(unit, unit.T)
print(alike.asnumpy().round(2), [names[int(i)] for i in (alike - 2 * np.eye(6)).argmax(axis=1)])
order = npx.topk(alike[2], k=3, ret_typ='indices')
print([(names[int(i)], round(float(alike[2, int(i)]), 3)) for i in order], npx.topk(alike, k=2, ret_typ='value')[0].asnumpy().round(2))
words, around = np.array([[0], [4]]), np.array([[1, 2, 3], [5, 0, 2]])
print(npx.batch_dot(table(words), table(around), transpose_b=True).asnumpy().round(2), np.einsum('bid,bjd->bj', table(words), table(around)).asnumpy().round(2))

photo = np.arange(24).reshape(2, 4, 3)
channels = np.moveaxis(photo, -1, 0)
print(channels.shape, channels.mean(axis=(1, 2)), channels.std(axis=(1, 2)).asnumpy().round(3), ((channels - channels.mean(axis=(1, 2), keepdims=True)) / 4)[1])
flat = channels.reshape(3, -1)
print((np.dot(flat, flat.T) / flat.size).asnumpy().round(2), np.abs(np.diff(channels, axis=1)).mean() + np.abs(np.diff(channels, axis=2)).mean(), np.flip(channels, 2)[0], np.rot90(photo[:, :, 0]))

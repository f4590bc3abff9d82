from mxnet import autograd, gluon, np, npx
npx.set_np()
table = np.array([[2.0, -1, 0.5, 0], [1, 1, 1, 1], [300, 0, 299, -300]])
print(table.sum(axis=0), table.sum(axis=1, keepdims=True), table.max(axis=(0, 1)))


def chances(scores):
    raised = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    return raised / np.sum(raised, axis=1, keepdims=True)


print(chances(table).asnumpy().round(4), np.abs(chances(table) - npx.softmax(table)).max() < 1e-6, chances(table).sum(axis=1).asnumpy().round(4))


def surprise(said, right):
    return -np.log(npx.pick(said, right))


said, right = np.array([[0.6, 0.3, 0.1], [0.2, 0.2, 0.6], [0.1, 0.5, 0.4]]), np.array([0, 1, 1])
print(surprise(said, right).asnumpy().round(4), said[np.arange(3), right], said[[0, 1, 2], [0, 1, 1]], (npx.one_hot(right, 3) * said).sum(axis=1), (said.argmax(axis=1).astype('float32') == right).mean())
corners = np.array([[3.0, 0], [0, 3], [-3, -3], [3, 3]])
points = np.concatenate([corners + np.array([np.cos(k).item(), np.sin(k).item()]) for k in (np.arange(6) * 1.0)])
kind = np.tile(np.arange(4), 6).astype('int64')
print(points.shape, kind.shape, kind.dtype, points[:2].asnumpy().round(2))
parts = np.zeros((2, 4)), np.zeros((1, 4))
for part in parts:
    part.attach_grad()
says = lambda x: chances(np.matmul(x, parts[0]) + parts[1])
loader, path = gluon.data.DataLoader(gluon.data.ArrayDataset(points, kind), batch_size=8, last_batch='keep'), []
for turn in range(12):
    missed = seen = hits = 0
    for x, y in loader:
        with autograd.record():
            error = surprise(says(x), y)
        error.backward()
        for part in parts:
            part[:] -= 0.5 * part.grad / len(x)
        missed, seen = missed + error.sum().item(), seen + y.size
        hits += int((says(x).argmax(axis=1).astype(y.dtype) == y).sum())
    path.append(missed / seen)
print(abs(path[0] - 1.0) < 0.6, path[0] > path[-1], hits, seen, y.dtype, len(loader))
names = np.arange(4)
print(says(corners).argmax(axis=1), [('east', 'north', 'south-west', 'north-east')[int(i)] for i in says(corners).argmax(axis=-1)], says(corners).max() <= 1)
leaf = table[:2].copy()
leaf.attach_grad()
with autograd.record():
    total = surprise(chances(leaf), np.array([3, 0])).sum()
total.backward()
print(np.abs(leaf.grad - (npx.softmax(table[:2]) - npx.one_hot(np.array([3, 0]), 4))).max() < 1e-5, leaf.grad.asnumpy().round(3))

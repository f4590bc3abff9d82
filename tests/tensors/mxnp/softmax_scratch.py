from mxnet import autograd, gluon, np, npx
npx.set_np()
X = np.array([[1.0, 2, 3], [4, 5, 6]])
print(X.sum(0, keepdims=True), X.sum(1, keepdims=True))
def softmax(X):
    X_exp = np.exp(X)
    return X_exp / X_exp.sum(1, keepdims=True)
prob = softmax(X)
print(prob.asnumpy().round(4), prob.sum(1).asnumpy().round(4))
centres = np.array([[2.0, 0], [0, 2], [-2, -2]])
features = np.concatenate([centres + 0.25 * k for k in range(-2, 3)])
labels = np.tile(np.arange(3), 5).astype('int32')
print(features.shape, labels.shape, labels)
W, b = np.zeros((2, 3)), np.zeros(3)
for p in (W, b):
    p.attach_grad()
def net(X):
    return softmax(np.dot(X.reshape((-1, W.shape[0])), W) + b)
def cross_entropy(y_hat, y):
    return -np.log(y_hat[range(len(y_hat)), y])
y_hat, y = np.array([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]]), np.array([0, 2])
print(cross_entropy(y_hat, y).asnumpy().round(4))
def accuracy(y_hat, y):
    if len(y_hat.shape) > 1 and y_hat.shape[1] > 1:
        y_hat = y_hat.argmax(axis=1)
    cmp = y_hat.astype(y.dtype) == y
    return float(cmp.astype(y.dtype).sum())
print(accuracy(y_hat, y) / len(y), accuracy(net(features), labels) / len(labels))
class Sums:
    def __init__(self, n):
        self.data = [0.0] * n
    def add(self, *args):
        self.data = [a + float(b) for a, b in zip(self.data, args)]
    def __getitem__(self, i):
        return self.data[i]
loader = gluon.data.DataLoader(gluon.data.ArrayDataset(features, labels), batch_size=5)
for epoch in range(3):
    sums = Sums(3)
    for fx, fy in loader:
        with autograd.record():
            l = cross_entropy(net(fx), fy)
        l.backward()
        for p in (W, b):
            p[:] = p - 0.5 * p.grad / len(fx)
        sums.add(l.sum(), accuracy(net(fx), fy), fy.size)
    print(f'{epoch + 1}: loss {sums[0] / sums[2]:.2f}, acc {sums[1] / sums[2]:.2f}')
print(net(features).argmax(axis=1), (net(features).argmax(axis=1).astype(labels.dtype) == labels).sum(), fy.dtype, W.asnumpy().round(2))
names = ['red', 'green', 'blue']
print([names[int(i)] for i in net(features[:4]).argmax(axis=1)])

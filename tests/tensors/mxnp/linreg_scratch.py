from mxnet import autograd, np, npx
npx.set_np()
true_w, true_b = np.array([2, -3.5]), 4.25
X = np.stack([np.arange(12) / 6 - 1, (np.arange(12) * 5 % 12) / 6 - 1], axis=1)
y = np.dot(X, true_w) + true_b
print(X.shape, y.shape, y[:3].asnumpy().round(4))
def batches(size, features, labels):
    for i in range(0, len(features), size):
        index = np.array(range(i, min(i + size, len(features))))
        yield features[index], labels[index]
for fx, fy in batches(5, X, y):
    print(fx.shape, fy.shape)
w, b = np.zeros((2, 1)), np.zeros(1)
w.attach_grad()
b.attach_grad()
def linreg(X, w, b):
    return np.dot(X, w) + b
def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2
def sgd(params, lr, batch_size):
    for param in params:
        param[:] = param - lr * param.grad / batch_size
for epoch in range(60):
    for fx, fy in batches(4, X, y):
        with autograd.record():
            l = squared_loss(linreg(fx, w, b), fy)
        l.backward()
        sgd([w, b], 0.3, 4)
    if epoch % 20 == 19:
        print(f'epoch {epoch + 1}, loss {float(squared_loss(linreg(X, w, b), y).mean()):.3f}')
print(np.abs(w.reshape(true_w.shape) - true_w).max() < 0.02, abs(float((true_b - b).item())) < 0.02, w.shape, b.shape)
print((true_w - w.reshape(true_w.shape)).shape, w.grad.shape, type(w.grad))
with autograd.record():
    l = squared_loss(linreg(X[:2], np.ones((2, 1)) * w * 0, b * 0), y[:2])
print(l.shape, l.asnumpy().round(3), [round(float(v), 2) for v in l])
lambd = 3
w[:] = np.array([[1.0], [2]])
with autograd.record():
    penalty = lambd * (w ** 2).sum() / 2
penalty.backward()
print(penalty, w.grad, np.linalg.norm(w).item() ** 2 < 5.001)

from mxnet import autograd, init, np, npx
from mxnet.gluon import nn
npx.set_np()
def corr2d(X, K):
    h, w = K.shape
    Y = np.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i:i + h, j:j + w] * K).sum()
    return Y
X, K = np.arange(9).reshape(3, 3), np.array([[0.0, 1], [2, 3]])
print(corr2d(X, K))
X = np.ones((6, 8))
X[:, 2:6] = 0
K = np.array([[1.0, -1]])
Y = corr2d(X, K)
print(Y, corr2d(X.T, K).sum())
conv = nn.Conv2D(1, kernel_size=(1, 2), use_bias=False)
conv.initialize(init.Constant(0))
X, Y = X.reshape(1, 1, 6, 8), Y.reshape(1, 1, 6, 7)
for i in range(10):
    with autograd.record():
        Y_hat = conv(X)
        l = (Y_hat - Y) ** 2
    l.backward()
    conv.weight.data()[:] -= 3e-2 * conv.weight.grad()
    if (i + 1) % 5 == 0:
        print(f'{i + 1}: {float(l.sum()):.2f}')
print(conv.weight.data().reshape((1, 2)).asnumpy().round(2), conv)
def comp(layer, X):
    layer.initialize(init.Constant(1))
    return layer(X.reshape((1, 1) + X.shape)).shape[2:]
Z = np.ones((8, 8))
print(comp(nn.Conv2D(1, kernel_size=3, padding=1), Z), comp(nn.Conv2D(1, kernel_size=(5, 3), padding=(2, 1)), Z), comp(nn.Conv2D(1, 3, padding=1, strides=2), Z), comp(nn.Conv2D(1, (3, 5), padding=(0, 1), strides=(3, 4)), Z))
def corr2d_multi_in(X, K):
    return sum(corr2d(x, k) for x, k in zip(X, K))
def corr2d_multi_in_out(X, K):
    return np.stack([corr2d_multi_in(X, k) for k in K], 0)
X = np.stack([np.arange(9).reshape(3, 3), np.arange(9).reshape(3, 3) + 1])
K = np.array([[[0.0, 1], [2, 3]], [[1, 2], [3, 4]]])
print(corr2d_multi_in(X, K), corr2d_multi_in_out(X, np.stack((K, K + 1, K + 2), 0)).shape)
P = np.arange(16).reshape(1, 1, 4, 4)
for pool in (nn.MaxPool2D(3), nn.MaxPool2D(3, padding=1, strides=2), nn.MaxPool2D((2, 3), padding=(0, 1), strides=(2, 3)), nn.AvgPool2D(2), nn.AvgPool2D(2, strides=1), nn.GlobalAvgPool2D(), nn.GlobalMaxPool2D()):
    print(pool(P))
up = nn.Conv2DTranspose(1, kernel_size=2)
up.initialize(init.One())
print(up(np.array([[[[0.0, 1], [2, 3]]]])), up.weight.shape)
c = nn.Conv2D(2, 3, in_channels=1, weight_initializer=init.Constant(0.5), bias_initializer='ones', activation='relu')
c.initialize()
print(c(P), c.weight.shape, c.bias.data(), c)
c1 = nn.Conv1D(1, 2)
c1.initialize(init.One())
print(c1(np.arange(5).reshape(1, 1, 5)), nn.MaxPool1D(2)(np.arange(4).reshape(1, 1, 4)))

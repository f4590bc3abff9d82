from mxnet import nd, gpu


def squared_loss(y_hat, y):
    return (y_hat - y) ** 2 / 2


weights = nd.ones((3, 1), ctx=gpu(0))
features = nd.ones((2, 3), ctx=gpu(0))
labels = nd.zeros((2, 1))
print(squared_loss(nd.dot(features, weights), labels))

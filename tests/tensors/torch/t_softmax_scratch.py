# Softmax regression from scratch on made data; accuracy, cross-entropy, an Accumulator.
import torch

torch.manual_seed(2)
X = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
print(X.sum(0, keepdim=True), X.sum(1, keepdim=True))


def softmax(X):
    X_exp = torch.exp(X)
    partition = X_exp.sum(1, keepdim=True)
    return X_exp / partition


X_prob = softmax(torch.normal(0, 1, (2, 5)))
print(X_prob, torch.allclose(X_prob.sum(1), torch.ones(2)))
y = torch.tensor([0, 2])
y_hat = torch.tensor([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]])
print(y_hat[[0, 1], y])


def cross_entropy(y_hat, y):
    return -torch.log(y_hat[range(len(y_hat)), y])


print(cross_entropy(y_hat, y))


def accuracy(y_hat, y):
    if len(y_hat.shape) > 1 and y_hat.shape[1] > 1:
        y_hat = y_hat.argmax(axis=1)
    cmp = y_hat.type(y.dtype) == y
    return float(cmp.type(y.dtype).sum())


print(accuracy(y_hat, y) / len(y))


class Accumulator:
    def __init__(self, n):
        self.data = [0.0] * n

    def add(self, *args):
        self.data = [a + float(b) for a, b in zip(self.data, args)]

    def __getitem__(self, idx):
        return self.data[idx]


centers = torch.randn(3, 4) * 4
labels = torch.randint(3, (120,))
data = centers[labels] + torch.randn(120, 4)
W = torch.normal(0, 0.01, size=(4, 3), requires_grad=True)
b = torch.zeros(3, requires_grad=True)
for epoch in range(5):
    metric = Accumulator(3)
    for i in range(0, 120, 20):
        xb, yb = data[i:i + 20], labels[i:i + 20]
        out = softmax(torch.matmul(xb.reshape((-1, W.shape[0])), W) + b)
        l = cross_entropy(out, yb)
        l.sum().backward()
        with torch.no_grad():
            for p in (W, b):
                p -= 0.1 * p.grad / 20
                p.grad.zero_()
        metric.add(float(l.sum()), accuracy(out, yb), yb.numel())
    print(epoch, f'{metric[0] / metric[2]:.3f} {metric[1] / metric[2]:.3f}')
print(W.detach().round(decimals=2), softmax(torch.tensor([[1000., 0.]])).isnan().any())

# Convolutions: by hand and by layer; padding, stride, channels, 1x1, pooling.
import torch
from torch import nn
import torch.nn.functional as F


def corr2d(X, K):
    h, w = K.shape
    Y = torch.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i:i + h, j:j + w] * K).sum()
    return Y


X = torch.tensor([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]])
K = torch.tensor([[0.0, 1.0], [2.0, 3.0]])
print(corr2d(X, K), F.conv2d(X[None, None], K[None, None]))


class Conv2D(nn.Module):
    def __init__(self, kernel_size):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(kernel_size))
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return corr2d(x, self.weight) + self.bias


print(Conv2D((2, 2))(X).shape)
X = torch.ones((6, 8))
X[:, 2:6] = 0
K = torch.tensor([[1.0, -1.0]])
Y = corr2d(X, K)
print(Y, corr2d(X.t(), K).abs().sum())
torch.manual_seed(0)
conv2d = nn.Conv2d(1, 1, kernel_size=(1, 2), bias=False)
X, Y = X.reshape((1, 1, 6, 8)), Y.reshape((1, 1, 6, 7))
for i in range(10):
    Y_hat = conv2d(X)
    l = (Y_hat - Y) ** 2
    conv2d.zero_grad()
    l.sum().backward()
    conv2d.weight.data[:] -= 3e-2 * conv2d.weight.grad
    if (i + 1) % 2 == 0:
        print(f'batch {i + 1}, loss {l.sum():.3f}')
print(conv2d.weight.data.reshape((1, 2)))
for kw in (dict(kernel_size=3, padding=1), dict(kernel_size=(5, 3), padding=(2, 1)), dict(kernel_size=3, padding=1, stride=2), dict(kernel_size=(3, 5), padding=(0, 1), stride=(3, 4)), dict(kernel_size=3, dilation=2), dict(kernel_size=3, padding='same')):
    print(nn.Conv2d(1, 1, **kw)(torch.rand(1, 1, 8, 8)).shape)


def corr2d_multi_in_out(X, K):
    return torch.stack([sum(corr2d(x, k) for x, k in zip(X, kk)) for kk in K], 0)


X = torch.tensor([[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0]], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]])
K = torch.tensor([[[0.0, 1.0], [2.0, 3.0]], [[1.0, 2.0], [3.0, 4.0]]])
K = torch.stack((K, K + 1, K + 2), 0)
print(K.shape, corr2d_multi_in_out(X, K), torch.allclose(F.conv2d(X[None], K)[0], corr2d_multi_in_out(X, K)))
P = torch.arange(16, dtype=torch.float32).reshape((1, 1, 4, 4))
print(nn.MaxPool2d(3)(P), nn.MaxPool2d(3, padding=1, stride=2)(P), nn.MaxPool2d((2, 3), stride=(2, 3), padding=(0, 1))(P), nn.AvgPool2d(2)(P), nn.AdaptiveAvgPool2d((1, 1))(P), F.avg_pool2d(P, 3, stride=1), F.max_pool2d(torch.cat((P, P + 1), 1), 3, padding=1, stride=2))
print(nn.Conv1d(2, 3, 3, groups=1)(torch.rand(2, 2, 7)).shape, nn.Conv3d(1, 2, 2)(torch.rand(1, 1, 4, 4, 4)).shape, nn.ConvTranspose2d(1, 2, 4, 2, 1)(torch.rand(1, 1, 5, 5)).shape, nn.Conv2d(4, 8, 3, groups=4)(torch.rand(2, 4, 5, 5)).shape, nn.Conv2d(1, 2, 3)(torch.rand(1, 5, 5)).shape)
x = torch.randn(1, 2, 4, 4, requires_grad=True)
w = torch.randn(3, 2, 2, 2, requires_grad=True)
F.conv2d(x, w, torch.zeros(3), stride=2).pow(2).sum().backward()
print(x.grad[0, 0].round(decimals=2), w.grad[0, 0].round(decimals=2))
tc = F.conv_transpose2d(torch.tensor([[[[0.0, 1.0], [2.0, 3.0]]]]), torch.tensor([[[[0.0, 1.0], [2.0, 3.0]]]]))
print(tc, F.conv_transpose2d(torch.ones(1, 1, 2, 2), torch.ones(1, 1, 2, 2), stride=2), F.conv_transpose2d(torch.ones(1, 1, 3, 3), torch.ones(1, 1, 2, 2), padding=1))
u = F.unfold(P, 2)
print(u.shape, u[0, :, 0], F.fold(u, (4, 4), 2), nn.Fold((4, 4), 2, stride=2)(F.unfold(P, 2, stride=2)))
out, idx = F.max_pool2d(P, 2, return_indices=True)
print(idx, nn.MaxUnpool2d(2)(out, idx), F.max_unpool2d(out, idx, 2).shape)

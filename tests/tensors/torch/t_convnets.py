import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)


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
X = torch.ones((6, 8))
X[:, 2:6] = 0
K = torch.tensor([[1.0, -1.0]])
Y = corr2d(X, K)
print(Y, corr2d(X.t(), K))
conv2d = nn.Conv2d(1, 1, kernel_size=(1, 2), bias=False)
X, Y = X.reshape((1, 1, 6, 8)), Y.reshape((1, 1, 6, 7))
for i in range(10):
    l = (conv2d(X) - Y) ** 2
    conv2d.zero_grad()
    l.sum().backward()
    conv2d.weight.data[:] -= 3e-2 * conv2d.weight.grad
    if (i + 1) % 2 == 0:
        print(f'epoch {i + 1}, loss {l.sum():.3f}')
print(conv2d.weight.data.reshape((1, 2)))
for c in (nn.Conv2d(1, 1, kernel_size=3, padding=1), nn.Conv2d(1, 1, kernel_size=(5, 3), padding=(2, 1)), nn.Conv2d(1, 1, 3, padding=1, stride=2),
          nn.Conv2d(1, 1, kernel_size=(3, 5), padding=(0, 1), stride=(3, 4)), nn.Conv2d(1, 4, 3, dilation=2), nn.Conv2d(1, 2, 3, padding='same'),
          nn.ConvTranspose2d(1, 3, 4, stride=2, padding=1), nn.Conv2d(1, 2, 3, padding=1, padding_mode='reflect')):
    print(c(torch.ones(1, 1, 8, 8)).shape, c(torch.ones(1, 8, 8)).shape)
X = torch.arange(16, dtype=torch.float32).reshape((1, 1, 4, 4))
print(nn.MaxPool2d(3)(X), nn.MaxPool2d(3, padding=1, stride=2)(X), nn.MaxPool2d((2, 3), stride=(2, 3), padding=(0, 1))(X), nn.AvgPool2d(2)(X), F.avg_pool2d(X, 3, 1, 1))
print(nn.AdaptiveAvgPool2d((1, 1))(X), nn.AdaptiveMaxPool2d(2)(X), nn.AdaptiveAvgPool2d((3, 2))(X), F.max_pool2d(X, 2, return_indices=True), nn.AvgPool2d(3, ceil_mode=True)(X))
print(nn.Conv1d(2, 3, 2)(torch.ones(1, 2, 4)), nn.Conv3d(1, 2, 2)(torch.ones(1, 1, 2, 2, 2)).shape, nn.MaxPool1d(2)(torch.arange(6.).reshape(1, 1, 6)))
x = torch.rand(2, 4, 5, 5, requires_grad=True)
c = nn.Conv2d(4, 6, 3, groups=2)
out = c(x)
out.square().mean().backward()
print(out.shape, x.grad.sum(), c.weight.grad.abs().sum(), c.bias.grad)
t = nn.ConvTranspose2d(1, 1, 2, bias=False)
t.weight.data = torch.tensor([[[[0., 1], [2, 3]]]])
print(t(torch.tensor([[[[0., 1], [2, 3]]]])))


class Residual(nn.Module):
    def __init__(self, input_channels, num_channels, use_1x1conv=False, strides=1):
        super().__init__()
        self.conv1 = nn.Conv2d(input_channels, num_channels, kernel_size=3, padding=1, stride=strides)
        self.conv2 = nn.Conv2d(num_channels, num_channels, kernel_size=3, padding=1)
        self.conv3 = nn.Conv2d(input_channels, num_channels, kernel_size=1, stride=strides) if use_1x1conv else None
        self.bn1 = nn.BatchNorm2d(num_channels)
        self.bn2 = nn.BatchNorm2d(num_channels)

    def forward(self, X):
        Y = F.relu(self.bn1(self.conv1(X)))
        Y = self.bn2(self.conv2(Y))
        if self.conv3:
            X = self.conv3(X)
        Y += X
        return F.relu(Y)


blk = Residual(3, 6, True, 2)
Y = blk(torch.rand(4, 3, 6, 6))
print(blk, Y.shape, Y.mean(), blk.bn1.running_mean, blk.bn1.running_var, blk.bn1.num_batches_tracked)
blk.eval()
print(blk(torch.ones(1, 3, 6, 6)).sum())
Y.sum().backward()
print(blk.conv1.weight.grad.abs().mean())

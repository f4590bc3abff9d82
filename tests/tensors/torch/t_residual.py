# Residual and inception blocks, batch normalization by hand and by layer.
import torch
from torch import nn
from torch.nn import functional as F


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


torch.manual_seed(0)
blk = Residual(3, 3)
X = torch.rand(4, 3, 6, 6)
print(blk(X).shape, Residual(3, 6, use_1x1conv=True, strides=2)(X).shape)
print(Residual(3, 6, True))


def batch_norm(X, gamma, beta, moving_mean, moving_var, eps, momentum):
    if not torch.is_grad_enabled():
        X_hat = (X - moving_mean) / torch.sqrt(moving_var + eps)
    else:
        assert len(X.shape) in (2, 4)
        if len(X.shape) == 2:
            mean = X.mean(dim=0)
            var = ((X - mean) ** 2).mean(dim=0)
        else:
            mean = X.mean(dim=(0, 2, 3), keepdim=True)
            var = ((X - mean) ** 2).mean(dim=(0, 2, 3), keepdim=True)
        X_hat = (X - mean) / torch.sqrt(var + eps)
        moving_mean = (1.0 - momentum) * moving_mean + momentum * mean
        moving_var = (1.0 - momentum) * moving_var + momentum * var
    return gamma * X_hat + beta, moving_mean.data, moving_var.data


class BatchNorm(nn.Module):
    def __init__(self, num_features, num_dims):
        super().__init__()
        shape = (1, num_features) if num_dims == 2 else (1, num_features, 1, 1)
        self.gamma = nn.Parameter(torch.ones(shape))
        self.beta = nn.Parameter(torch.zeros(shape))
        self.moving_mean = torch.zeros(shape)
        self.moving_var = torch.ones(shape)

    def forward(self, X):
        if self.moving_mean.device != X.device:
            self.moving_mean = self.moving_mean.to(X.device)
            self.moving_var = self.moving_var.to(X.device)
        Y, self.moving_mean, self.moving_var = batch_norm(X, self.gamma, self.beta, self.moving_mean, self.moving_var, eps=1e-5, momentum=0.1)
        return Y


mine, theirs = BatchNorm(3, 4), nn.BatchNorm2d(3)
print(torch.allclose(mine(X), theirs(X), atol=1e-5), torch.allclose(mine.moving_mean.reshape(-1), theirs.running_mean, atol=1e-6))
print(theirs.running_mean, theirs.num_batches_tracked, list(theirs.state_dict()))
theirs.eval()
print(theirs(X)[0, 0, 0])
theirs.train()
theirs.reset_running_stats()
print(theirs.running_var, theirs.momentum, nn.BatchNorm1d(2, affine=False)(torch.tensor([[1., 2.], [3., 6.]])))
ln, gn, inn = nn.LayerNorm(4), nn.GroupNorm(2, 4), nn.InstanceNorm2d(2)
x = torch.arange(8.).reshape(2, 4)
print(ln(x), gn(x), inn(torch.arange(16.).reshape(1, 2, 2, 4))[0, 0])
b1 = nn.Sequential(nn.Conv2d(1, 8, kernel_size=7, stride=2, padding=3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(kernel_size=3, stride=2, padding=1))


def resnet_block(input_channels, num_channels, num_residuals, first_block=False):
    blk = []
    for i in range(num_residuals):
        if i == 0 and not first_block:
            blk.append(Residual(input_channels, num_channels, use_1x1conv=True, strides=2))
        else:
            blk.append(Residual(num_channels, num_channels))
    return blk


net = nn.Sequential(b1, nn.Sequential(*resnet_block(8, 8, 2, first_block=True)), nn.Sequential(*resnet_block(8, 16, 2)), nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(), nn.Linear(16, 10))
X = torch.rand(size=(2, 1, 32, 32))
for layer in net:
    X = layer(X)
    print(layer.__class__.__name__, 'output shape:\t', X.shape)


class Inception(nn.Module):
    def __init__(self, c1, c2, **kwargs):
        super(Inception, self).__init__(**kwargs)
        self.b1_1 = nn.LazyConv2d(c1, kernel_size=1)
        self.b2_1 = nn.LazyConv2d(c2[0], kernel_size=1)
        self.b2_2 = nn.LazyConv2d(c2[1], kernel_size=3, padding=1)
        self.b3 = nn.MaxPool2d(kernel_size=3, stride=1, padding=1)

    def forward(self, x):
        return torch.cat((F.relu(self.b1_1(x)), F.relu(self.b2_2(F.relu(self.b2_1(x)))), self.b3(x)), dim=1)


inc = Inception(4, (2, 6))
print(inc)
print(inc(torch.rand(1, 3, 5, 5)).shape)
print(inc)

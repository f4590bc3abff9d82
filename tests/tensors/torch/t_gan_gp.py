# A generative adversarial network on made data; Gaussian processes by hand; hyperparameters by gradient.
import math

import torch
from torch import nn

torch.manual_seed(0)
X = torch.normal(0.0, 1, (100, 2))
A = torch.tensor([[1, 2], [-0.1, 0.5]])
b = torch.tensor([1, 2])
data = torch.matmul(X, A) + b
print(f'The covariance matrix is\n{torch.matmul(A.T, A)}')
net_G = nn.Sequential(nn.Linear(2, 2))
net_D = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 3), nn.Tanh(), nn.Linear(3, 1))


def update_D(X, Z, net_D, net_G, loss, trainer_D):
    batch_size = X.shape[0]
    ones = torch.ones((batch_size,), device=X.device)
    zeros = torch.zeros((batch_size,), device=X.device)
    trainer_D.zero_grad()
    real_Y = net_D(X)
    fake_X = net_G(Z)
    fake_Y = net_D(fake_X.detach())
    loss_D = (loss(real_Y, ones.reshape(real_Y.shape)) + loss(fake_Y, zeros.reshape(fake_Y.shape))) / 2
    loss_D.backward()
    trainer_D.step()
    return loss_D


def update_G(Z, net_D, net_G, loss, trainer_G):
    ones = torch.ones((Z.shape[0],), device=Z.device)
    trainer_G.zero_grad()
    fake_Y = net_D(net_G(Z))
    loss_G = loss(fake_Y, ones.reshape(fake_Y.shape))
    loss_G.backward()
    trainer_G.step()
    return loss_G


loss = nn.BCEWithLogitsLoss(reduction='sum')
for w in net_D.parameters():
    nn.init.normal_(w, 0, 0.02)
for w in net_G.parameters():
    nn.init.normal_(w, 0, 0.02)
trainer_D = torch.optim.Adam(net_D.parameters(), lr=0.05)
trainer_G = torch.optim.Adam(net_G.parameters(), lr=0.005)
data_iter = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(data), 20, shuffle=True)
for epoch in range(3):
    d = g = 0.
    for (X,) in data_iter:
        Z = torch.normal(0, 1, size=(X.shape[0], 2))
        d += update_D(X, Z, net_D, net_G, loss, trainer_D).item()
        g += update_G(Z, net_D, net_G, loss, trainer_G).item()
    print(f'loss_D {d / 100:.3f}, loss_G {g / 100:.3f}')


class G_block(nn.Module):
    def __init__(self, out_channels, in_channels=3, kernel_size=4, strides=2, padding=1, **kwargs):
        super(G_block, self).__init__(**kwargs)
        self.conv2d_trans = nn.ConvTranspose2d(in_channels, out_channels, kernel_size, strides, padding, bias=False)
        self.batch_norm = nn.BatchNorm2d(out_channels)
        self.activation = nn.ReLU()

    def forward(self, X):
        return self.activation(self.batch_norm(self.conv2d_trans(X)))


print(G_block(20)(torch.zeros((2, 3, 16, 16))).shape, G_block(20, strides=1, padding=0)(torch.zeros((2, 3, 1, 1))).shape)
print([nn.LeakyReLU(alpha)(torch.arange(-2, 1, 0.5)) for alpha in [0, .2, .4]])


def rbfkernel(x1, x2, ls=4.):
    dist = torch.cdist(torch.as_tensor(x1)[:, None], torch.as_tensor(x2)[:, None])
    return torch.exp(-(1. / ls / 2) * (dist ** 2))


xs = torch.linspace(0, 5, 6)
K = rbfkernel(xs, xs)
print(K[0], torch.allclose(K, K.T), torch.linalg.eigvalsh(K + 1e-3 * torch.eye(6)).min() > 0)
ls, noise = torch.tensor(0.5, requires_grad=True), torch.tensor(0.1, requires_grad=True)
ys = torch.sin(xs) + 0.3 * xs
opt = torch.optim.Adam([ls, noise], lr=0.05)


def nll():
    cov = torch.exp(-0.5 * (xs[:, None] - xs[None]) ** 2 / ls ** 2) + noise ** 2 * torch.eye(6)
    L = torch.linalg.cholesky(cov)
    alpha = torch.linalg.solve(cov, ys[:, None])
    return 0.5 * (ys[None] @ alpha).squeeze() + torch.log(torch.diag(L)).sum() + 3 * math.log(2 * math.pi)


first = nll().item()
for _ in range(10):
    opt.zero_grad()
    l = nll()
    l.backward()
    opt.step()
print(f'{first:.3f} {l.item():.3f} {ls.item():.3f} {noise.item():.3f}')

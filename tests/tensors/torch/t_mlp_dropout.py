# Multilayer perceptrons: hidden layers by hand, weight decay, dropout.
import torch
from torch import nn

torch.manual_seed(7)
x = torch.arange(-8.0, 8.0, 2.0, requires_grad=True)
for f in (torch.relu, torch.sigmoid, torch.tanh):
    y = f(x)
    print(y)
    y.backward(torch.ones_like(x), retain_graph=True)
    print(x.grad)
    x.grad.data.zero_()


def relu(X):
    a = torch.zeros_like(X)
    return torch.max(X, a)


W1 = nn.Parameter(torch.randn(4, 3, requires_grad=True) * 0.01)
b1 = nn.Parameter(torch.zeros(3, requires_grad=True))
print(W1, b1, relu(torch.tensor([[-1., 2.]]) @ torch.ones(2, 3)))


def dropout_layer(X, dropout):
    assert 0 <= dropout <= 1
    if dropout == 1:
        return torch.zeros_like(X)
    if dropout == 0:
        return X
    mask = (torch.rand(X.shape) > dropout).float()
    return mask * X / (1.0 - dropout)


X = torch.arange(16, dtype=torch.float32).reshape((2, 8))
print(dropout_layer(X, 0.))
print(dropout_layer(X, 0.5))
print(dropout_layer(X, 1.))


def l2_penalty(w):
    return torch.sum(w.pow(2)) / 2


print(l2_penalty(torch.tensor([3., 4.])))
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 1))
net.eval()
a, b = net(torch.ones(1, 4)), net(torch.ones(1, 4))
print(torch.equal(a, b), net.training)
net.train()
drop = nn.Dropout(0.5)
out = drop(torch.ones(1000))
print(sorted(set(out.tolist())), 400 < (out == 0).sum().item() < 600, drop.eval()(torch.ones(3)))
trainer = torch.optim.SGD([{'params': net[0].weight, 'weight_decay': 3.}, {'params': net[0].bias}], lr=0.01)
before = net[0].weight.norm().item()
for _ in range(10):
    trainer.zero_grad()
    (net(torch.zeros(1, 4)) * 0).sum().backward()
    trainer.step()
print(f'{net[0].weight.norm().item() / before:.4f}', 0.97 ** 10)
M = torch.normal(0, 1, size=(4, 4))
for i in range(100):
    M = M @ torch.normal(0, 1, size=(4, 4))
print(M.abs().max() > 1e10)

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(20, 256)
        self.out = nn.Linear(256, 10)

    def forward(self, X):
        return self.out(F.relu(self.hidden(X)))


X = torch.rand(2, 20)
net = MLP()
print(net(X).shape, net)


class MySequential(nn.Module):
    def __init__(self, *args):
        super().__init__()
        for idx, module in enumerate(args):
            self._modules[str(idx)] = module

    def forward(self, X):
        for block in self._modules.values():
            X = block(X)
        return X


net = MySequential(nn.Linear(20, 256), nn.ReLU(), nn.Linear(256, 10))
print(net(X)[0], net)


class FixedHiddenMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.rand_weight = torch.rand((20, 20), requires_grad=False)
        self.linear = nn.Linear(20, 20)

    def forward(self, X):
        X = self.linear(X)
        X = F.relu(torch.mm(X, self.rand_weight) + 1)
        X = self.linear(X)
        while X.abs().sum() > 1:
            X /= 2
        return X.sum()


net = FixedHiddenMLP()
print(net(X))


class NestMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 32), nn.ReLU())
        self.linear = nn.Linear(32, 16)

    def forward(self, X):
        return self.linear(self.net(X))


chimera = nn.Sequential(NestMLP(), nn.Linear(16, 20), FixedHiddenMLP())
print(chimera(X), chimera)
print([name for name, _ in chimera.named_modules()])
print(list(chimera.state_dict())[:3], [type(m).__name__ for m in chimera.children()])
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
print(net[2].state_dict())
print(type(net[2].bias), net[2].bias, net[2].bias.data, net[2].weight.grad is None)
print(*[(name, param.shape) for name, param in net[0].named_parameters()])
print(net.state_dict()['2.bias'].data)


def block1():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4), nn.ReLU())


def block2():
    net = nn.Sequential()
    for i in range(2):
        net.add_module(f'block {i}', block1())
    return net


rgnet = nn.Sequential(block2(), nn.Linear(4, 1))
print(rgnet, rgnet[0][1][0].bias.data)
shared = nn.Linear(8, 8)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), shared, nn.ReLU(), shared, nn.ReLU(), nn.Linear(8, 1))
net(torch.rand(2, 4))
print(net[2].weight.data[0] == net[4].weight.data[0], len(list(net.parameters())))
net[2].weight.data[0, 0] = 100
print((net[2].weight.data[0] == net[4].weight.data[0]).all())
for f in (nn.init.xavier_uniform_, nn.init.xavier_normal_, nn.init.kaiming_uniform_, nn.init.kaiming_normal_, nn.init.zeros_, nn.init.ones_, nn.init.normal_, nn.init.uniform_):
    w = torch.empty(2, 3)
    print(f(w))
print(nn.init.constant_(torch.empty(2), 42), nn.init.eye_(torch.empty(2, 2)), nn.init.trunc_normal_(torch.empty(3)), nn.init.calculate_gain('relu'))


class CenteredLayer(nn.Module):
    def forward(self, X):
        return X - X.mean()


print(CenteredLayer()(torch.FloatTensor([1, 2, 3, 4, 5])))


class MyLinear(nn.Module):
    def __init__(self, in_units, units):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(in_units, units))
        self.bias = nn.Parameter(torch.randn(units,))

    def forward(self, X):
        return F.relu(torch.matmul(X, self.weight.data) + self.bias.data)


linear = MyLinear(5, 3)
print(linear.weight, linear(torch.rand(2, 5)))

# Names that a CPU build has and seldom uses: compiled functions, checkpoints, hooks of every kind, custom parameters.
import torch
from torch import nn


class MyLinear(nn.Module):
    def __init__(self, in_units, units):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(in_units, units))
        self.bias = nn.Parameter(torch.randn(units,))

    def forward(self, X):
        linear = torch.matmul(X, self.weight.data) + self.bias.data
        return torch.relu(linear)


class CenteredLayer(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, X):
        return X - X.mean()


torch.manual_seed(0)
layer = CenteredLayer()
print(layer(torch.tensor([1.0, 2, 3, 4, 5])), layer)
net = nn.Sequential(nn.Linear(8, 16), CenteredLayer())
print(net(torch.rand(4, 8)).mean().abs() < 1e-6)
linear = MyLinear(5, 3)
print(linear.weight.shape, linear(torch.rand(2, 5)).shape, linear, nn.Sequential(MyLinear(4, 2), MyLinear(2, 1))(torch.rand(1, 4)).shape)


class FixedHiddenMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.rand_weight = torch.rand((4, 4))
        self.linear = nn.LazyLinear(4)

    def forward(self, X):
        X = self.linear(X)
        X = nn.functional.relu(X @ self.rand_weight + 1)
        X = self.linear(X)
        while X.abs().sum() > 1:
            X /= 2
        return X.sum()


f = FixedHiddenMLP()
print(f(torch.rand(2, 4)).shape, [n for n, _ in f.named_parameters()])


class NestMLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.LazyLinear(4), nn.ReLU(), nn.LazyLinear(3), nn.ReLU())
        self.linear = nn.LazyLinear(2)

    def forward(self, X):
        return self.linear(self.net(X))


chimera = nn.Sequential(NestMLP(), nn.LazyLinear(4), FixedHiddenMLP())
print(chimera)
print(chimera(torch.rand((2, 5))).shape)
print(chimera)


class MySequential(nn.Module):
    def __init__(self, *args):
        super().__init__()
        for idx, module in enumerate(args):
            self.add_module(str(idx), module)

    def forward(self, X):
        for module in self.children():
            X = module(X)
        return X


print(MySequential(nn.Linear(2, 3), nn.ReLU())(torch.ones(1, 2)).shape, list(MySequential(nn.ReLU())._modules))
log = []
m = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
h = [m[0].register_forward_hook(lambda mod, i, o: log.append('forward')), m[1].register_full_backward_hook(lambda mod, gi, go: log.append(('backward', len(gi), go[0].shape))), m.register_forward_pre_hook(lambda mod, i: log.append('pre')), m[0].weight.register_hook(lambda g: log.append('grad') or g * 0)]
m(torch.ones(1, 2, requires_grad=True)).sum().backward()
print(log, m[0].weight.grad)
for x in h:
    x.remove()
log.clear()
m(torch.ones(1, 2)).sum().backward()
print(log)
from torch.utils.checkpoint import checkpoint
x = torch.ones(2, requires_grad=True)
checkpoint(lambda t: (t * 3).exp(), x).sum().backward()
print(x.grad)
p = nn.ParameterDict({'a': nn.Parameter(torch.ones(1)), 'b': nn.Parameter(torch.zeros(2))})
q = nn.ParameterList([nn.Parameter(torch.ones(i + 1)) for i in range(2)])
print(list(p.keys()), 'a' in p, len(q), [t.shape for t in q], p['b'].shape, isinstance(q[0], nn.Parameter))
d = nn.ModuleDict([['conv', nn.Conv2d(1, 1, 1)], ['act', nn.ReLU()]])
print(d, d['act'](torch.tensor([-1.])), [k for k in d], d.pop('act'), len(d))
print(nn.Linear(2, 1).requires_grad_(False).weight.requires_grad, nn.Parameter(torch.ones(1), requires_grad=False), nn.Module().training, nn.Linear(1, 1).half().weight.dtype, repr(nn.Parameter(torch.tensor(1.))))

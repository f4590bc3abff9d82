# nn.init and how layers begin: ranges, gains, streams.
import math

import torch
from torch import nn

torch.manual_seed(0)
w = torch.empty(3, 5)
for f in (lambda t: nn.init.uniform_(t), lambda t: nn.init.uniform_(t, -1, 2), lambda t: nn.init.normal_(t), lambda t: nn.init.normal_(t, mean=0, std=0.01), lambda t: nn.init.constant_(t, 0.3), nn.init.ones_, nn.init.zeros_, nn.init.eye_, nn.init.xavier_uniform_, lambda t: nn.init.xavier_uniform_(t, gain=nn.init.calculate_gain('relu')),
          nn.init.xavier_normal_, nn.init.kaiming_uniform_, lambda t: nn.init.kaiming_uniform_(t, mode='fan_in', nonlinearity='relu'), lambda t: nn.init.kaiming_normal_(t, mode='fan_out', nonlinearity='relu'), lambda t: nn.init.trunc_normal_(t, std=0.5) if False else t, lambda t: nn.init.sparse_(t, sparsity=0.4) if False else t):
    torch.manual_seed(5)
    print(f(w))
print(nn.init.dirac_(torch.empty(2, 2, 3)))
torch.manual_seed(1)
q = nn.init.orthogonal_(torch.empty(3, 3))
print(torch.allclose(q @ q.T, torch.eye(3), atol=1e-5), nn.init.trunc_normal_(torch.empty(1000), std=1., a=-1, b=1).abs().max() <= 1)
for name in ('linear', 'sigmoid', 'tanh', 'relu', 'leaky_relu', 'selu', 'conv2d'):
    print(name, nn.init.calculate_gain(name))
print(nn.init.calculate_gain('leaky_relu', 0.2), nn.init._calculate_fan_in_and_fan_out(torch.empty(4, 3, 2, 2)))
torch.manual_seed(0)
for layer in (nn.Linear(4, 3), nn.Conv2d(2, 3, 3), nn.ConvTranspose2d(2, 1, 2), nn.Embedding(3, 2), nn.BatchNorm1d(2), nn.LayerNorm(2), nn.RNN(2, 2), nn.PReLU(), nn.Bilinear(2, 2, 1), nn.Conv1d(3, 2, 1, bias=False), nn.MultiheadAttention(2, 1)):
    print(type(layer).__name__, [(n, p.flatten()[:3]) for n, p in layer.named_parameters()])
lin = nn.Linear(2, 2)
lin.reset_parameters()
nn.init.normal_(lin.weight, std=0.01)
print(lin.weight.requires_grad, lin.weight.grad_fn, lin.weight.is_leaf, nn.init.zeros_(lin.bias) is lin.bias)


def my_init(m):
    if type(m) == nn.Linear:
        print('Init', *[(name, param.shape) for name, param in m.named_parameters()][0])
        nn.init.uniform_(m.weight, -10, 10)
        m.weight.data *= m.weight.data.abs() >= 5


torch.manual_seed(2)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
net.apply(my_init)
print(net[0].weight[:2])
net[0].weight.data[:] += 1
net[0].weight.data[0, 0] = 42
print(net[0].weight.data[0])
shared = nn.Linear(8, 8)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), shared, nn.ReLU(), shared, nn.ReLU(), nn.Linear(8, 1))
net(torch.rand(2, 4))
print(net[2].weight.data[0] == net[4].weight.data[0], len(list(net.parameters())))
net[2].weight.data[0, 0] = 100
print(net[4].weight.data[0, 0], list(net.state_dict())[2:6])
for bad in (lambda: nn.init.xavier_uniform_(torch.empty(3)), lambda: nn.init.eye_(torch.empty(3)), lambda: nn.init.calculate_gain('x'), lambda: nn.init.kaiming_normal_(torch.empty(2, 2), mode='x'), lambda: nn.init.dirac_(torch.empty(2)), lambda: nn.init.orthogonal_(torch.empty(2))):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', e)

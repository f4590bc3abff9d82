import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)


class Blend(nn.Module):
    """Two ways through, mixed by a part that is learned."""

    def __init__(self, width):
        super().__init__()
        self.left, self.right = nn.Linear(width, 6), nn.Sequential(nn.Linear(width, 9), nn.GELU(), nn.Linear(9, 6))
        self.part = nn.Parameter(torch.tensor(0.25))

    def forward(self, x):
        return torch.lerp(self.left(x), self.right(x), self.part)


rows = torch.rand(3, 5)
blend = Blend(5)
print(blend(rows).detach(), blend, [name for name, _ in blend.named_parameters()])


class Relay(nn.Module):
    """Stages by their own names; what each made is kept."""

    def __init__(self, **stages):
        super().__init__()
        for name in stages:
            self.add_module(name, stages[name])
        self.seen = {}

    def forward(self, x):
        for name, stage in self.named_children():
            self.seen[name] = x = stage(x)
        return x


relay = Relay(first=Blend(5), squash=nn.Hardtanh(-0.5, 0.5), last=nn.Linear(6, 2, bias=False))
print(relay(rows), list(relay.seen), relay.seen['squash'].abs().max() <= 0.5, relay)


class Orbit(nn.Module):
    """The same layer, then a fixed turn, until the numbers are small; the turn is a buffer."""

    def __init__(self, width):
        super().__init__()
        self.register_buffer('turn', torch.eye(width).roll(1, 0))
        self.layer = nn.Linear(width, width)
        nn.init.orthogonal_(self.layer.weight, 0.8)

    def forward(self, x, least=0.5):
        turns = 0
        while x.norm() > least and turns < 20:
            x, turns = torch.tanh(self.layer(x)) @ self.turn, turns + 1
        return x.mean() if turns % 2 else x.sum() / turns


orbit = Orbit(2)
print(orbit(relay(rows)).shape, list(orbit.state_dict()), orbit.turn)
whole = nn.Sequential(relay, nn.Sequential(nn.Linear(2, 4), nn.ELU(), nn.Linear(4, 2)), orbit)
print(whole(rows).dim(), whole)
print([name for name, _ in whole.named_modules()])
print(list(whole.state_dict())[:4], [type(m).__name__ for m in whole.children()], sum(p.numel() for p in whole.parameters()))
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
print(net[2].state_dict())
print(type(net[2].bias), net[2].bias, net[2].bias.data, net[2].weight.grad is None)
print(*[(name, param.shape) for name, param in net[0].named_parameters()])
print(net.state_dict()['2.bias'].data)


deep = nn.Sequential()
for floor in range(2):
    deep.add_module(f'floor {floor}', nn.Sequential(*[layer for _ in range(2) for layer in (nn.Linear(4, 4), nn.ReLU())]))
tower = nn.Sequential(deep, nn.Linear(4, 1))
print(tower, tower[0][1][0].bias.data)
tied = nn.Linear(6, 6)
loop = nn.Sequential(nn.Linear(3, 6), tied, nn.Sigmoid(), tied, nn.Linear(6, 2))
loop(torch.rand(2, 3)).sum().backward()
print(loop[1] is loop[3], len(list(loop.parameters())), len(loop.state_dict()), [n for n, _ in loop.named_modules()], tied.weight.grad.shape)
with torch.no_grad():
    loop[3].bias[2] = -7
print(loop[1].bias[2], loop[1].bias.data_ptr() == loop[3].bias.data_ptr())
for f in (nn.init.xavier_uniform_, nn.init.xavier_normal_, nn.init.kaiming_uniform_, nn.init.kaiming_normal_, nn.init.zeros_, nn.init.ones_, nn.init.normal_, nn.init.uniform_):
    w = torch.empty(2, 3)
    print(f(w))
print(nn.init.constant_(torch.empty(2), 42), nn.init.eye_(torch.empty(2, 2)), nn.init.trunc_normal_(torch.empty(3)), nn.init.calculate_gain('relu'))


class Bumps(nn.Module):
    """How near an input is to each of some places."""

    def __init__(self, places, width):
        super().__init__()
        self.places = nn.Parameter(torch.randn(places, width))
        self.log_width = nn.Parameter(torch.zeros(places))

    def forward(self, x):
        return torch.exp(-torch.cdist(x, self.places).square() * self.log_width.exp())


bumps = Bumps(3, 2)
print(bumps(bumps.places).diagonal(), bumps(torch.zeros(1, 2)), bumps.places, dict(bumps.named_parameters())['log_width'])

"""Compiled modules and functions, trained: each gives what the module itself gives, step by step, whatever changes between the steps."""
import copy

import torch
from torch import nn
from torch.nn import functional as F


class Mine(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.scale, self.parts = nn.Linear(4, 4), 2.0, [1, 2]

    def forward(self, x, extra=0.5, *, twice=False):
        outs = []
        for p in self.parts:
            x = torch.tanh(self.a(x)) * self.scale + p * extra
            outs.append(x)
        if x.shape[0] > 2:
            x = x[1:]
        if twice:
            x = x * 2
        return torch.cat(outs), {'x': x, 'n': len(outs)}


class Counts(Mine):
    calls = 0

    def forward(self, x):
        self.calls += 1
        return self.a(x) * self.calls


class Branches(Mine):
    def forward(self, x):
        y = self.a(x)
        return y if y.sum() > 0 else -y.abs()


class Constants(Mine):
    def forward(self, x):
        with torch.no_grad():
            mean = self.a(x).mean(0)
        return self.a(x) - mean + torch.zeros(4) + torch.tensor([1., 2, 3, 4]) + torch.arange(4) - self.a(x).detach()


class Splits(Mine):
    def forward(self, x):
        q, k = self.a(x).chunk(2, -1)
        return torch.stack([q.sigmoid(), k.softmax(-1)]).transpose(0, 1)


class Rows(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.words, self.rnn, self.out = nn.Embedding(10, 4), kind(4, 5, batch_first=True), nn.Linear(5, 3)

    def forward(self, x):
        y, _ = self.rnn(self.words(x))
        return self.out(y[:, -1])


def reals(*shape):
    return lambda: (torch.randn(*shape),)


def words():
    return (torch.randint(0, 10, (3, 4)),)


def flat(out):
    if isinstance(out, torch.Tensor):
        return [out]
    return [t for part in (out.values() if isinstance(out, dict) else out) if not isinstance(part, int) for t in flat(part)]


NETS = {
    'lenet': (lambda: nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2), nn.Conv2d(6, 16, 5), nn.Sigmoid(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(400, 10)), reals(2, 1, 28, 28)),
    'dropout': (lambda: nn.Sequential(nn.Linear(4, 8), nn.Dropout(.5), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2)), reals(5, 4)),
    'pictures': (lambda: nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.ConvTranspose2d(4, 2, 2), nn.GELU(), nn.LayerNorm(14), nn.GroupNorm(1, 2)), reals(2, 1, 28, 28)),
    'mine': (Mine, reals(5, 4)), 'counts': (Counts, reals(5, 4)), 'branches': (Branches, reals(5, 4)), 'constants': (Constants, reals(5, 4)), 'splits': (Splits, reals(5, 4)),
    'rnn': (lambda: Rows(nn.RNN), words), 'lstm': (lambda: Rows(nn.LSTM), words), 'gru': (lambda: Rows(nn.GRU), words),
    'encoder': (lambda: nn.Sequential(nn.Embedding(10, 8), nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, 0., batch_first=True), 2)), words),
    'attention': (lambda: nn.MultiheadAttention(4, 2, batch_first=True), lambda: (lambda x: (x, x, x))(torch.randn(2, 3, 4))),
}


def step(net, optimizer, x):
    loss = sum((out.pow(2) if out.is_floating_point() else out.float()).mean() for out in flat(net(*x)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


for name, (make, batch) in NETS.items():
    torch.manual_seed(3)
    plain = make()
    other = copy.deepcopy(plain)
    compiled = torch.compile(other)
    mine, its = (torch.optim.SGD(each.parameters(), lr=.05, momentum=.9) for each in (plain, other))
    same, losses = True, []
    for i in range(9):
        for each in plain, other:
            each.train(i % 4 != 3)
        x, state = batch(), torch.get_rng_state()
        losses.append(step(plain, mine, x))
        after = torch.get_rng_state()
        torch.set_rng_state(state)
        same = same and step(compiled, its, x) == losses[-1] and torch.equal(after, torch.get_rng_state())
    same = same and all(torch.equal(p, q) for p, q in zip(plain.state_dict().values(), other.state_dict().values()))
    print(f'{name:10}', same, *('%.4f' % loss for loss in losses))

# what may change between two steps
torch.manual_seed(0)
net = Mine()
compiled = torch.compile(net)
x = torch.randn(5, 4)


def shown(*args, **kwargs):
    big, rest = compiled(*args, **kwargs)
    return round(big.sum().item(), 4), tuple(rest['x'].shape), round(rest['x'].sum().item(), 4), rest['n'], big.requires_grad


def three(*args, **kwargs):
    found = {shown(*args, **kwargs) for _ in range(3)}
    print(len(found), found.pop())


three(x)
three(x[:2])
three(x, .25)
three(x, 2)
three(x, twice=True)
three(x.double().float().requires_grad_())
net.scale = 3.0
three(x)
net.parts.append(5)
three(x)
net.a.bias.data.fill_(1)
three(x)
net.a = nn.Linear(4, 4)
three(x)
net.a.weight.requires_grad_(False)
net.a.bias.requires_grad_(False)
three(x)
with torch.no_grad():
    three(x)
net.double()
three(x.double())
Mine.forward = lambda self, x: (x, {'x': x + self.scale, 'n': 0})
three(x)

# hooks, functions, views
net = nn.Sequential(nn.Linear(4, 3), nn.ReLU())
compiled = torch.compile(net)
seen = []
for i in range(3):
    compiled(x)
handle = net[0].register_forward_hook(lambda module, given, out: seen.append(out.shape))
for i in range(3):
    compiled(x)
handle.remove()
for i in range(3):
    compiled(x)
print(seen)


@torch.compile
def in_place(x, y):
    x.mul_(2)
    x[0] = 1
    return y.view(-1), x


for i in range(4):
    a, b = torch.ones(2, 2) * i, torch.ones(2, 2)
    view, same = in_place(a, b)
    view.add_(1)
    print(a.tolist(), b.tolist(), same is a)


rate = .1


@torch.compile
def with_globals(x):
    return x * rate


for rate in .1, .1, .1, .2, .2, .2, 1, True:
    print(with_globals(torch.ones(())).item(), end=' ')
print()


@torch.compile
def says(x):
    print('side effect', end=' ')
    return x + 1


print([says(torch.ones(())).item() for _ in range(4)])


@torch.compile
def second(x):
    return (x ** 3).sum()


for i in range(4):
    x = torch.arange(3.).requires_grad_()
    first, = torch.autograd.grad(second(x), x, create_graph=True)
    print(torch.autograd.grad(first.sum(), x)[0].tolist(), end=' ')
print()


@torch.compile
def looks(x, i):
    return F.embedding(i, x).sum() + F.cross_entropy(x, i)


x = torch.eye(3)
for i in [0, 1, 2], [1, 1, 1], [2, 2, 0], [0, 3, 1], [0, 0, 0], [-1, 0, 0]:
    try:
        print('%.4f' % looks(x, torch.tensor(i)).item())
    except IndexError as e:
        print(type(e).__name__, e)


def trains_itself(steps):
    torch.manual_seed(1)
    net = nn.Linear(3, 1)
    optimizer = torch.optim.Adam(net.parameters(), lr=.1)

    @torch.compile
    def loss_of(x):
        return net(x).square().mean()
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of(torch.randn(4, 3))
        loss.backward()
        optimizer.step()
    return '%.5f' % loss.item()


print(trains_itself(8))
torch._dynamo.reset()
print(looks(torch.eye(3), torch.tensor([0, 1, 2])).item() > 0, copy.deepcopy(compiled)(torch.ones(1, 4)).shape)

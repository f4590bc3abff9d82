# What script() and trace() give says what it is and runs as the original does; what is refused.
import os
import warnings

import torch
from torch import nn


def attempt(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, '|', str(e)[:200])
        print([w.category.__name__ for w in seen][:1])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
        self.drop = nn.Dropout(0.5)
        self.scale = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return self.drop(self.layers(x)) * self.scale


torch.manual_seed(0)
net = Net()
x = torch.ones(4, 2)
s = torch.jit.script(net)
print(s, type(s), isinstance(s, torch.jit.ScriptModule), isinstance(s, nn.Module), s.original_name, s.layers)
net.eval()
t = torch.jit.trace(net, x)
print(t, type(t), isinstance(t, torch.jit.ScriptModule))
s.eval()
print(torch.equal(s(x), net(x)), torch.equal(t(x), net(x)), list(s.state_dict()), [tuple(p.shape) for p in s.parameters()], s.training, len(list(s.modules())))
s.train()
print(s.training, s.drop.training, s.eval().drop.training)
with torch.no_grad():
    net.scale.fill_(2.)
print(torch.equal(s(x), net(x)), torch.jit.script(s) is s)
s.load_state_dict({k: torch.zeros_like(v) for k, v in s.state_dict().items()})
print(net.scale, s(x).sum().item())
s(x).sum().backward()
print(net.scale.grad is not None)
s.double()
print(s.scale.dtype, net.scale.dtype)


@torch.jit.script
def double(x, n: int = 2):
    return x * n


print(type(double), double.name, isinstance(double, torch.jit.ScriptFunction), double(torch.ones(2)), double(torch.ones(2), n=3))
traced = torch.jit.trace(lambda a, b: (a + b, a * b), (torch.ones(2), torch.ones(2)))
print(type(traced), traced(torch.ones(2) * 3, torch.ones(2)))


@torch.jit.script_if_tracing
def step(x):
    return x + 1


@torch.jit.ignore
def left(x):
    return x


@torch.jit.unused
def other(x):
    return x


print(step(torch.ones(1)), left(torch.ones(1)), other(torch.ones(1)), torch.jit.is_scripting(), torch.jit.is_tracing(), torch.jit.annotate(int, 3))
attempt(lambda: torch.jit.trace(net))
attempt(lambda: torch.jit.trace(lambda x: 3, torch.ones(2)))
attempt(lambda: torch.jit.trace(lambda x: {'a': x}, torch.ones(2)))
attempt(lambda: torch.jit.trace(lambda x: torch.rand(2) + x, torch.ones(2)) is None)
attempt(lambda: torch.jit.trace(lambda x: torch.rand(2) + x, torch.ones(2), check_trace=False) is None)
attempt(lambda: torch.jit.trace(torch.ones(2), torch.ones(2)))
attempt(lambda: torch.jit.script(nn.Linear))
attempt(lambda: torch.jit.freeze(net))
attempt(lambda: torch.jit.freeze(s.eval()) is None)
attempt(lambda: torch.jit.save(net, 'never.pt'))
attempt(lambda: torch.jit.load('never.pt'))
print(os.path.exists('never.pt'))

# torch.jit.script: a function's or module's code, what it computes, scripted and traced modules in one another.
import re
from typing import Dict, List, Optional, Tuple

import torch
import torch.nn.functional as F
from torch import nn


class MyDecisionGate(nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            return x
        else:
            return -x


class MyCell(nn.Module):
    def __init__(self, dg):
        super().__init__()
        self.dg = dg
        self.linear = nn.Linear(4, 4)

    def forward(self, x, h):
        new_h = torch.tanh(self.dg(self.linear(x)) + h)
        return new_h, new_h


class MyRNNLoop(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = torch.jit.trace(MyCell(scripted_gate), (x, h))

    def forward(self, xs):
        h, y = torch.zeros(3, 4), torch.zeros(3, 4)
        for i in range(xs.size(0)):
            y, h = self.cell(xs[i], h)
        return y, h


class WrapRNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.loop = torch.jit.script(MyRNNLoop())

    def forward(self, xs):
        y, h = self.loop(xs)
        return torch.relu(y)


torch.manual_seed(0)
x, h = torch.rand(3, 4), torch.rand(3, 4)
scripted_gate = torch.jit.script(MyDecisionGate())
my_cell = MyCell(scripted_gate)
scripted_cell = torch.jit.script(my_cell)
print(scripted_gate.code)
print(scripted_cell.code)
print(scripted_cell)
print(torch.allclose(scripted_cell(x, h)[0], my_cell(x, h)[0]), scripted_gate(torch.ones(2)), scripted_gate(-torch.ones(2)))
rnn_loop = torch.jit.script(MyRNNLoop())
print(rnn_loop.code)
print([tuple(t.shape) for t in rnn_loop(torch.rand(5, 3, 4))])
traced = torch.jit.trace(WrapRNN(), (torch.rand(10, 3, 4)))
print(traced.code)
print(traced)
print(traced(torch.rand(2, 3, 4)).shape)


def f1(x, y: int = 2):
    z = x * y + 1
    if z.sum() > 3:
        return z
    return -z


def f2(xs: List[torch.Tensor], flag: bool):
    out = xs[0]
    for x in xs:
        out = out + x
    while out.sum() < 10:
        out = out * 2
    if flag and len(xs) > 2:
        out = out - 1
    return out, len(xs)


def f3(x: Optional[torch.Tensor]) -> torch.Tensor:
    if x is None:
        return torch.ones(2)
    else:
        return x + 1


def f4(x):
    a, b = x.shape
    res = []
    for i in range(a):
        res.append(x[i].sum())
    return torch.stack(res), a * b, x.size(0), x[0], x[:, 1:], x.view(-1), x.float(), x.dim(), F.relu(x), torch.sigmoid(x)


def f5(x):
    d = {'a': x}
    d['b'] = x + 1
    t = (x, 1)
    assert x.dim() > 0, 'no'
    return d['a'] + t[0], [i * 2 for i in range(3)]


def f6(x):
    if x.dim() == 1:
        raise ValueError('bad')
    return f1(x, 3)


def f7(x, y):
    if x.max() > y.max():
        r = x
    else:
        r = y
    for i in range(3):
        r = r * 2 + i
    return r


m = torch.arange(6.).view(2, 3)
for f, args in ((f1, (m,)), (f2, ([m, m, m], True)), (f3, (None,)), (f4, (m,)), (f5, (m,)), (f6, (m,)), (f7, (m, -m))):
    s = torch.jit.script(f)
    print(s.code)
    print(s(*args))
    print(str(s(*args)) == str(f(*args)))


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 3)
        self.drop = nn.Dropout(0.5)
        self.k = 3
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])
        self.seq = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
        self.w = nn.Parameter(torch.ones(3))

    def helper(self, x):
        return x * self.k

    @torch.jit.export
    def other(self, x):
        return self.helper(x)

    @torch.jit.ignore
    def left(self, x) -> torch.Tensor:
        return x + 0

    def forward(self, x):
        x = F.relu(self.fc(x))
        for l in self.layers:
            x = l(x)
        if self.training:
            x = self.drop(x)
        if torch.jit.is_scripting():
            x = x + 1
        x = self.seq(x) * self.w
        return self.left(self.helper(x))


module = M()
s = torch.jit.script(module)
print(s.code, s.other.code, s.helper.code, s.seq.code, s.drop.code, s.fc.code)
print(s)
s.eval()
print(module.training, s.training, s.drop.training)
print(s(torch.ones(1, 2)).shape, s.other(torch.ones(1, 3)))
mlp = torch.jit.script(nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(2, 2)))
print(mlp.code)


class Other(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x: torch.Tensor, scale: float = 1., names: Optional[List[int]] = None) -> Tuple[torch.Tensor, Dict[str, torch.Tensor]]:
        y = self.fc(x)
        out: Dict[str, torch.Tensor] = {}
        out['y'] = y * scale
        n = 0
        if names is not None:
            for k in names:
                n += k
        return y + n, out


s = torch.jit.script(Other())
print(s.code)
print(s(torch.ones(1, 2), 2., [1, 2])[1].keys())
for call in (lambda: s(), lambda: s(1), lambda: s(torch.ones(1, 2), 1., None, 4), lambda: s(torch.ones(1, 2), other=3)):
    try:
        call()
    except RuntimeError as e:
        print(re.sub(r'___torch_mangle_\d+\.', '', str(e)).split('\nCast')[0])


def bad(x):
    try:
        return x
    except ValueError:
        return x


def worse(x):
    return lambda: x


def unknown(x):
    return missing + x


def mixed(x):
    y = 1
    y = x
    return y


for f in (bad, worse, unknown, mixed):
    try:
        torch.jit.script(f)
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0 if str(e).split('\n')[0] else 1])

# torch.jit.trace: what a traced module or function is, its graph and its code; a branch is as the examples decided it.
import re
import warnings

import torch
import torch.nn.functional as F
from torch import nn


def shown(graph):
    """Without the places in the source: those of PyTorch's own files are PyTorch's."""
    return re.sub(r' # .*$', '', str(graph), flags=re.M)


class MyDecisionGate(nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            return x
        else:
            return -x


class MyCell(nn.Module):
    def __init__(self, dg=None):
        super().__init__()
        self.dg = dg or MyDecisionGate()
        self.linear = nn.Linear(4, 4)

    def forward(self, x, h):
        new_h = torch.tanh(self.dg(self.linear(x)) + h)
        return new_h, new_h


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x, h):
        new_h = torch.tanh(self.linear(x) + h)
        return new_h, new_h


torch.manual_seed(0)
x, h = torch.rand(3, 4), torch.rand(3, 4)
traced = torch.jit.trace(Plain(), (x, h))
print(traced)
print(shown(traced.graph))
print(traced.code)
print(shown(traced.linear.graph), traced.linear.code)
print(shown(traced.inlined_graph))
print(re.search(r'tanh\(.*# (.*)', str(traced.graph)).group(1).split('/')[-1])

cell = MyCell()
nn.init.zeros_(cell.linear.weight)
nn.init.ones_(cell.linear.bias)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    traced = torch.jit.trace(cell, (x, h), check_trace=False)
for w in seen:
    if issubclass(w.category, torch.jit.TracerWarning):
        print(w.category.__module__, w.category.__name__, w.message)
print(traced.dg.code, traced.code)
nn.init.constant_(cell.linear.bias, -1.)
print(torch.equal(traced(x, h)[0], torch.tanh(h - 1)), torch.equal(cell(x, h)[0], torch.tanh(h + 1)))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(1, 2, 3)
        self.bn = nn.BatchNorm2d(2)
        self.fc = nn.Linear(8, 3)
        self.seq = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Dropout(0.2), nn.Linear(3, 2))

    def forward(self, x):
        x = F.relu(self.c1(x))
        x = F.max_pool2d(self.bn(x), 2)
        x = x.view(x.size(0), -1)
        return F.log_softmax(self.seq(self.fc(x)), dim=1)


net = Net().eval()
traced = torch.jit.trace(net, torch.rand(1, 1, 6, 6))
print(shown(traced.graph), traced.code)
print(shown(traced.seq.graph), traced.seq.code, traced.c1.code, traced.bn.code, shown(traced.bn.graph))
print(shown(traced.inlined_graph))
several = torch.rand(5, 1, 6, 6)
print(torch.allclose(traced(several), net(several)), [name for name, _ in traced.named_parameters()] == [name for name, _ in net.named_parameters()])
traced.train()
print(net.training, traced.training, traced.seq.training, net.seq.training)
net.fc.weight.data.zero_()
print(traced.fc.weight.abs().sum().item())


class CNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(inplace=True), nn.MaxPool2d(2, 2), nn.AvgPool2d(2), nn.AdaptiveAvgPool2d((1, 1)))
        self.classifier = nn.Sequential(nn.Flatten(), nn.Linear(4, 5), nn.GELU(), nn.LayerNorm(5), nn.Dropout(0.1), nn.Sigmoid(), nn.Softmax(dim=1), nn.LeakyReLU(0.2), nn.Tanh())
        self.scale = 3

    def forward(self, x):
        y = self.features(x)
        w = self.classifier(y)
        a, b = w.chunk(2, dim=1)
        m, i = w.max(1)
        return w * self.scale - 1, a, F.softmax(m, dim=0), 2 - w, 1 / w, w ** 2, x[:, 0, ..., None], w[w > 0].sum(), x.permute(0, 2, 3, 1).contiguous()


model = CNN().eval()
traced = torch.jit.trace(model, torch.rand(2, 3, 8, 8))
print(shown(traced.graph), traced.code)
for name, child in traced.named_modules():
    if name:
        print(name, child.code)
sample = torch.rand(4, 3, 8, 8)
print([torch.allclose(a, b) for a, b in zip(traced(sample), model(sample))])


class Again(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3, bias=False)
        self.emb = nn.Embedding(10, 3)
        self.register_buffer('k', torch.ones(3))
        self.w = nn.Parameter(torch.ones(3))

    def forward(self, i):
        x = self.emb(i)
        x = x + self.a(x)
        x += self.k
        return self.a(torch.relu(x)) * self.w


traced = torch.jit.trace(Again(), torch.tensor([1, 2]))
print(shown(traced.graph), traced.code, traced.a.code, traced.a.forward1.code, traced.emb.code, shown(traced.emb.graph))


def several_steps(x, y):
    z = torch.zeros(2, 3)
    z = z + x.view(-1, 3)[:2] @ y.t()
    return torch.where(z > 0, z, -z).mean(dim=0, keepdim=True), torch.stack([z, z]), z.T, z.to(torch.float64), z.double(), torch.cat([x, y]).sum(1)


traced = torch.jit.trace(several_steps, (torch.rand(4, 3), torch.rand(3, 3)))
print(shown(traced.graph), traced.code)
print(type(traced.graph).__name__, [node.kind() for node in traced.graph.nodes() if node.kind().startswith('aten')][:4], [i.debugName() for i in traced.graph.inputs()])


# What the example decided is kept
def steps(x):
    for _ in range(int(x.sum())):
        x = x * 2
    return x


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    traced = torch.jit.trace(steps, torch.ones(2), check_trace=False)
print([str(w.message) for w in seen if issubclass(w.category, torch.jit.TracerWarning)])
print(traced(torch.ones(4)), steps(torch.ones(4)))
count = [0]


def counted(x):
    count[0] += 1
    return x + 1


traced = torch.jit.trace(counted, torch.ones(1))
print(count)
print(traced(torch.ones(1)), traced(torch.ones(3)), count)
for call in (lambda: traced(), lambda: traced(torch.ones(1), torch.ones(1)), lambda: torch.jit.trace(nn.Linear(1, 1).forward, torch.ones(1, 1))):
    try:
        call()
    except RuntimeError as e:
        print(str(e)[:180].split('\nTensor')[0])

# torch.export: the graph of a module's call by torch.ops.aten, what it needs, what it may be given; the operators themselves.
import io

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.export import Dim, ExportedProgram, export


def T(n, f):
    try:
        print(n, f())
    except Exception as e:
        print(n, type(e).__name__, str(e).split('\n')[0][:300])


torch.manual_seed(0)


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 3)
        self.bn = nn.BatchNorm1d(3)
        self.register_buffer('k', torch.ones(3))
        self.c = torch.ones(1)

    def forward(self, x, y, *, z=None):
        a = torch.relu(self.lin(x + y)) * 2 + self.k
        a = self.bn(a).view(-1, 3).transpose(0, 1)[1:, :].sum(dim=1, keepdim=True)
        b = F.softmax(x, dim=-1).mean() + torch.cat([x, y], 1).flatten(1).max() - x[0] / 3 + x ** 2 + x @ y.T @ x
        return a, {'b': b + self.c}


class P(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.pool, self.d, self.e, self.l = nn.Conv2d(3, 4, 3, padding=1), nn.MaxPool2d(2), nn.Dropout(.5), nn.Embedding(5, 4), nn.LayerNorm(4)

    def forward(self, x, i):
        a = self.d(self.pool(self.conv(x).relu_()))
        a.add_(1)
        return (a.flatten(1).unsqueeze(0).squeeze(0).reshape(1, -1), self.l(self.e(i)).permute(1, 0).contiguous().split(2), torch.tensor([1, 2]) + i, a.argmax(1), a.to(torch.float64), a.float(),
                a.topk(2)[0], a.max(1)[1], a[:, None, ..., 0], 1 - a, 1 / a, a > 0, a.sum((1, 2)), F.gelu(a), F.relu(a, inplace=True))


class S(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(8, 8)
        self.o = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2, 2))

    def forward(self, x, im):
        q = self.q(x).view(2, 3, 2, 4).transpose(1, 2)
        return F.scaled_dot_product_attention(q, q, q, is_causal=True), self.o(im), torch.tril(x[0]), x.masked_fill(x > 0, 1.0), x.mean(dim=-1, keepdim=True), torch.stack([x, x]), x.chunk(2, dim=-1)[0]


for make, args in ((M, (torch.ones(2, 4), torch.ones(2, 4))), (P, (torch.ones(1, 3, 4, 4), torch.tensor([1, 2]))), (S, (torch.randn(2, 3, 8), torch.ones(1, 1, 5, 5)))):
    m = make().eval()
    ep = export(m, args)
    print(type(ep).__name__, isinstance(ep, ExportedProgram))
    print(ep.graph_module.code)
    print(ep.graph_signature)
    print(ep.graph)
    print(list(ep.state_dict), list(ep.constants), ep.call_spec, ep.range_constraints, [n for n, _ in ep.named_parameters()], ep.graph_signature.inputs_to_buffers)
    held = io.BytesIO()
    torch.export.save(ep, held)
    held.seek(0)
    again = torch.export.load(held)
    flat = torch.utils._pytree.tree_leaves
    print([torch.equal(a, b) and torch.equal(a, c) for a, b, c in zip(flat(ep.module()(*args)), flat(m(*args)), flat(again.module()(*args)))])

ep = export(M().eval(), (torch.ones(2, 4), torch.ones(2, 4)))
T('shape', lambda: ep.module()(torch.ones(3, 4), torch.ones(3, 4)))
T('train', lambda: ep.module().train())
T('call', lambda: ep(1))


class D(nn.Module):
    def forward(self, x, y):
        return F.linear(x, y) + 1


b = Dim('batch', min=2, max=64)
e2 = export(D(), (torch.ones(4, 3), torch.ones(2, 3)), dynamic_shapes={'x': {0: b}, 'y': None})
for rows, columns in ((7, 3), (70, 3), (7, 4)):
    T('dynamic', lambda: e2.module()(torch.ones(rows, columns), torch.ones(2, 3)).shape)
T('dims', lambda: (b, Dim.AUTO, Dim.DYNAMIC, b.min, b.max, Dim('s')))


class C(nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            return x.sin()
        return x.cos()


T('control', lambda: export(C(), (torch.ones(2),)))
T('fn', lambda: export(lambda x: x, (torch.ones(2),)))
T('args', lambda: export(D(), torch.ones(2)))
a = torch.ops.aten
T('ops', lambda: (a.add.Tensor, a.add, a.sin.default(torch.zeros(1)), a.add(torch.ones(1), torch.ones(1)), a.slice.Tensor(torch.arange(5), 0, 1, 3), str(a.mm.default), a.add.Tensor.name()))
T('form', lambda: a.add.Nothing)
T('operator', lambda: a.nothing)

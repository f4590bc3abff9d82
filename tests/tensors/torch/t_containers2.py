"""ModuleList, ModuleDict, ParameterList, buffers that are not saved, modules set, replaced and deleted."""
import torch
from torch import nn

torch.manual_seed(8)


class Tower(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
        self.heads = nn.ModuleDict({'a': nn.Linear(2, 1), 'b': nn.Linear(2, 3)})
        self.scales = nn.ParameterList([nn.Parameter(torch.tensor(float(i))) for i in range(2)])
        self.register_buffer('steps', torch.tensor(0))
        self.register_buffer('scratch', torch.zeros(2), persistent=False)
        self.register_parameter('absent', None)
        self.note = 'plain'

    def forward(self, x, head):
        for layer in self.layers:
            x = torch.relu(layer(x))
        self.steps += 1
        return self.heads[head](x) * self.scales[1]


t = Tower()
print(t)
print(list(t.state_dict()))
print(t(torch.ones(1, 2), 'b').shape, t.steps, t.absent, list(dict(t.named_buffers())))
t.layers.append(nn.Linear(2, 2))
t.layers.insert(0, nn.Identity())
print(len(t.layers), t.layers[-1], t.layers[1:3], list(t.heads.keys()), 'a' in t.heads)
del t.heads['a']
t.heads.update({'c': nn.ReLU()})
print(t.heads)
del t.note
try:
    t.note
except AttributeError as e:
    print(e)
try:
    t.layers = 5
except TypeError as e:
    print(e)
try:
    t.steps = 'x'
except TypeError as e:
    print(e)
try:
    nn.Sequential(3)
except TypeError as e:
    print(e)
seq = nn.Sequential(nn.Linear(1, 2), nn.ReLU())
seq.add_module('last', nn.Linear(2, 1))
seq[1] = nn.Tanh()
print(seq, len(seq), seq[:2], seq.last is seq[2])
print(t.get_submodule('heads.b'), t.get_parameter('scales.1'), sum(1 for _ in t.children()), sum(1 for _ in t.modules()))
print(t.half().scales[1].dtype, t.double().layers[1].weight.dtype, t.float().steps.dtype)
print(t.requires_grad_(False).layers[1].weight.requires_grad, t.zero_grad())

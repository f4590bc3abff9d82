# Modules of every make: lazy ones, fixed numbers, loops in forward, containers of one's own; parameters in lists and dicts; hooks of every kind; checkpoints.
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(31)


class Spread(nn.Module):
    """Rows with their middle taken out, to a given length."""

    def __init__(self, length=1.0):
        super().__init__()
        self.length = length

    def forward(self, x):
        x = x - x.mean(-1, keepdim=True)
        return x * self.length / x.norm(dim=-1, keepdim=True)

    def extra_repr(self):
        return f'length={self.length}'


print(Spread(2.)(torch.tensor([[1., 2, 3], [0, 0, 9]])), Spread(), nn.Sequential(nn.Linear(3, 4), Spread(3))(torch.rand(5, 3)).norm(dim=1), list(Spread().parameters()))


class Table(nn.Module):
    def __init__(self, inside, outside):
        super().__init__()
        self.rows = nn.Parameter(torch.randn(inside, outside) / inside ** 0.5)
        self.lift = nn.Parameter(torch.zeros(outside))
        self.register_buffer('calls', torch.zeros((), dtype=torch.long))
        self.register_buffer('fixed', torch.eye(outside).flip(0), persistent=False)

    def forward(self, x):
        self.calls += 1
        return (x @ self.rows + self.lift).relu() @ self.fixed


pair = nn.Sequential(Table(4, 3), Table(3, 2))
print(pair(torch.rand(6, 4)).shape, pair, list(pair.state_dict()), pair[0].calls, [n for n, _ in pair.named_buffers()])


class Shrink(nn.Module):
    """The same lazy layer again and again until the numbers are small."""

    def __init__(self, width):
        super().__init__()
        self.layer, self.limit = nn.LazyLinear(width), 0.01

    def forward(self, x):
        turns = 0
        while x.abs().max() > self.limit and turns < 30:
            x, turns = torch.tanh(self.layer(x)) / 2, turns + 1
        return x, turns


shrink = Shrink(5)
before = repr(shrink)
x, turns = shrink(torch.rand(2, 5))
print(before, shrink, x.shape, 0 < turns <= 30, [tuple(p.shape) for p in shrink.parameters()])
deep = nn.Sequential(nn.Sequential(nn.LazyLinear(6), nn.Sigmoid()), nn.ModuleList([nn.LazyConv1d(2, 3), nn.LazyBatchNorm1d()])[0].train(), nn.LazyLinear(1, bias=False))
print(deep)
print(deep(torch.rand(3, 4, 5)).shape)
print(deep, sum(p.numel() for p in deep.parameters()))


class Chain(nn.Module):
    def __init__(self, **modules):
        super().__init__()
        for name, module in modules.items():
            self.register_module(name, module)

    def forward(self, x):
        return [x := module(x) for module in self.children()][-1]


chain = Chain(first=nn.Linear(2, 4), bend=nn.Softplus(), last=nn.Linear(4, 1))
print(chain(torch.ones(3, 2)).shape, [n for n, _ in chain.named_children()], chain.get_submodule('bend'), chain.get_parameter('last.bias').shape)

seen = []
handles = [chain.first.register_forward_hook(lambda module, given, out: seen.append(('out', tuple(out.shape)))),
           chain.last.register_forward_hook(lambda module, given, out: out * 10),
           chain.bend.register_forward_pre_hook(lambda module, given: (given[0] - 1,)),
           chain.last.register_full_backward_hook(lambda module, into, outof: seen.append(('back', len(into), tuple(outof[0].shape)))),
           chain.first.bias.register_hook(lambda grad: seen.append('bias') or grad * 0 + 7)]
x = torch.ones(3, 2, requires_grad=True)
chain(x).sum().backward()
print(seen, chain.first.bias.grad, chain.last.bias.grad)
for handle in handles:
    handle.remove()
seen.clear()
chain.zero_grad(set_to_none=True)
chain(x).sum().backward()
print(seen, chain.last.bias.grad, chain.first._forward_hooks)

y = torch.tensor([0.5, 2.], requires_grad=True)
for saved in (False, True):
    y.grad = None
    work = lambda t: (t.sin() * t).cumsum(0)
    (checkpoint(work, y) if saved else work(y)).prod().backward()
    print(y.grad)
named = nn.ParameterDict({'low': nn.Parameter(torch.zeros(2)), 'high': nn.Parameter(torch.ones(3))})
listed = nn.ParameterList(nn.Parameter(torch.full((n,), float(n))) for n in (1, 2))
listed.append(nn.Parameter(torch.tensor([5.])))
print(sorted(named.keys()), 'low' in named, named.pop('low'), len(named), len(listed), [p.shape for p in listed], isinstance(listed[-1], nn.Parameter), named)
tools = nn.ModuleDict({'flat': nn.Flatten(), 'halved': nn.Dropout(0.5)})
tools.update({'sum': nn.Identity()})
print(tools, list(tools.keys()), tools.pop('halved'), len(tools), [type(m).__name__ for m in tools.values()])
print(nn.Linear(3, 2).requires_grad_(False).bias.requires_grad, nn.Linear(1, 1).double().weight.dtype, nn.Module().training, nn.Parameter(torch.ones(2), requires_grad=False), chain.eval().bend.training, repr(nn.Parameter(torch.tensor([2.]))))

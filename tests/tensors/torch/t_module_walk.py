# Walking a network: parameters, children, modules, names, apply, hooks.
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = nn.Linear(n, n)
        self.act = nn.ReLU()

    def forward(self, x):
        return x + self.act(self.linear(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(2, 3)
        self.blocks = nn.ModuleList([Block(3) for _ in range(2)])
        self.head = nn.Sequential(nn.LayerNorm(3), nn.Dropout(0.1), nn.Linear(3, 1))
        self.register_buffer('steps', torch.tensor(0))

    def forward(self, x):
        x = self.embed(x)
        for block in self.blocks:
            x = block(x)
        self.steps += 1
        return self.head(x)


torch.manual_seed(0)
net = Net()
print(net)
for name, p in net.named_parameters():
    print(name, tuple(p.shape), p.numel())
print(sum(p.numel() for p in net.parameters() if p.requires_grad), len(list(net.parameters())), len(list(net.modules())))
print([n for n, _ in net.named_children()], [type(m).__name__ for m in net.children()])
print([n for n, _ in net.named_modules()])
print(dict(net.named_buffers()), [n for n, _ in net.named_parameters(recurse=False)], [n for n, _ in net.named_parameters(prefix='net')][:2])


def init(m):
    if type(m) == nn.Linear:
        nn.init.constant_(m.weight, 0.5)
        nn.init.zeros_(m.bias)


print(net.apply(init) is net)
print(net.embed.weight, net.blocks[1].linear.bias)
seen = []
handles = [m.register_forward_hook(lambda m, i, o: seen.append((type(m).__name__, tuple(o.shape)))) for m in net.modules()]
net.eval()
print(net(torch.ones(4, 2)).shape, seen)
for h in handles:
    h.remove()
seen.clear()
net(torch.ones(1, 2))
print(seen, net.steps)
print(net.training, net.head[1].training, net.train().head[1].training, net.train(False).training)
for p in net.embed.parameters():
    p.requires_grad = False
net.head.requires_grad_(False)
print([n for n, p in net.named_parameters() if p.requires_grad])
net.head[2] = nn.Linear(3, 4)
net.extra = nn.Identity()
del net.blocks[0]
print(net, len(net.blocks))
setattr(net, 'embed', nn.Linear(2, 3, bias=False))
net.add_module('tail', nn.Softmax(dim=1))
print([n for n, _ in net.named_parameters()], 'tail' in dict(net.named_modules()))
print(net.get_submodule('blocks.0.linear'), hasattr(net, 'nothing'), isinstance(net.blocks, nn.Module), net.blocks[0]._get_name(), net._modules.keys())
for bad in (lambda: net.nothing, lambda: net.blocks[5], lambda: net.get_submodule('blocks.9'), lambda: net.get_parameter('embed.bias2'), lambda: net(torch.ones(1, 3)), lambda: net.blocks(torch.ones(1)), lambda: net.add_module('x', 3),
            lambda: net.add_module('training', nn.ReLU()), lambda: net.register_buffer('steps2', 3), lambda: net.register_parameter('w', torch.ones(1)), lambda: net.train(3), lambda: setattr(net, 'embed', 5), lambda: delattr(net, 'zzz')):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', e)


def change(m, inputs, output):
    return output * 0


def pre(m, inputs):
    return (inputs[0] * 2,)


lin = nn.Linear(1, 1, bias=False)
lin.weight.data.fill_(3.)
h1 = lin.register_forward_pre_hook(pre)
print(lin(torch.ones(1, 1)))
h2 = lin.register_forward_hook(change)
print(lin(torch.ones(1, 1)))
h1.remove()
h2.remove()
print(lin(torch.ones(1, 1)))

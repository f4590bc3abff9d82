"""Gradients that zero_grad has set to zeros: whoever looks at them before, between and after backward passes sees what is there, by whichever name."""
import copy

import torch
from torch import nn


def shown(name, t):
    t = t.detach().double()
    print(name, tuple(t.shape), f"{float(t.sum()):.3g} {float(t.abs().max()):.3g} {int((t == 0).sum())}")


def filled(*sizes):
    count = 1
    for size in sizes:
        count *= size
    return (torch.arange(count, dtype=torch.float32) % 7 - 3).reshape(sizes) / 8


class Net(nn.Module):
    def __init__(self, wide, inner):
        super().__init__()
        self.first, self.norm, self.last = nn.Linear(wide, inner), nn.LayerNorm(inner), nn.Linear(inner, 3)
        with torch.no_grad():
            for p in self.parameters():
                p.copy_(filled(*p.shape))

    def forward(self, x):
        return self.last(self.norm(torch.relu(self.first(x))))


def backward(net, x, times=1.0):
    (net(x).square().sum() * times).backward()


for wide, inner in (4, 3), (20, 40), (400, 100):
    print("# wide", wide, inner)
    net, x = Net(wide, inner), filled(5, wide)
    backward(net, x)
    g = net.first.weight.grad
    part, flat, bias = g[1:], g.view(-1), net.first.bias.grad
    alone = g.clone()
    for turn in range(3):
        net.zero_grad(set_to_none=False)
        if turn == 1:
            shown("zeros", g), shown("part", part), shown("flat", flat)
        if turn == 2:
            part += 1
            shown("part written", g)
        backward(net, x, 1.0 + turn)
        print(g is net.first.weight.grad, bias is net.first.bias.grad, turn < 2 or flat.data_ptr() == g.data_ptr())
        shown("weight", net.first.weight.grad), shown("part", part), shown("flat", flat), shown("bias", bias), shown("norm", net.norm.weight.grad)
    print(torch.equal(alone * 3, g - torch.cat([torch.zeros_like(g[:1]), torch.ones_like(part)])) or float((alone * 3 - g).abs().max()) <= 1.001)

    print("# twice without zeros between")
    g = net.first.weight.grad = g.clone() # (an address that was asked for keeps its memory)
    net.zero_grad(set_to_none=False)
    backward(net, x)
    backward(net, x)
    shown("sum of two", g)
    net.zero_grad(set_to_none=False)
    net.zero_grad(set_to_none=False)
    shown("twice zeros", g * 2 + 1)
    net.zero_grad(set_to_none=False)
    g.add_(1)
    backward(net, x)
    shown("one more", g)

    print("# seen by NumPy, which keeps the memory")
    net.zero_grad(set_to_none=False)
    array = net.last.weight.grad.numpy()
    backward(net, x)
    print(float(array.sum()) == float(net.last.weight.grad.double().sum()) or abs(array.sum() - float(net.last.weight.grad.sum())) < 1e-3, net.last.weight.grad.data_ptr() == array.ctypes.data)
    net.zero_grad(set_to_none=False)
    print(array.any())

    print("# a weight that is used twice, one with a hook")
    net.zero_grad(set_to_none=False)
    handle = net.last.weight.register_hook(lambda g: -g)
    (net(x).sum() + (net.first.weight * 2).sum()).backward()
    handle.remove()
    shown("both", net.first.weight.grad), shown("turned", net.last.weight.grad)

    print("# a pass that fails changes nothing")
    net.zero_grad(set_to_none=False)
    handle = net.first.weight.register_hook(lambda g: 1 / 0)
    try:
        backward(net, x)
    except ZeroDivisionError as error:
        print(error)
    handle.remove()
    shown("first", net.first.weight.grad)

    print("# steps, copies, norms")
    optimizer = torch.optim.SGD(net.parameters(), lr=.1)
    optimizer.zero_grad(set_to_none=False)
    before = [p.detach().clone() for p in net.parameters()]
    optimizer.step()
    print(all(torch.equal(a, b) for a, b in zip(before, net.parameters())))
    backward(net, x, 1e-3)
    optimizer.step()
    shown("stepped", net.first.weight)
    optimizer.zero_grad(set_to_none=False)
    kept = copy.deepcopy(g)
    shown("copied", kept)
    print(f"{float(nn.utils.clip_grad_norm_(net.parameters(), 1.0)):.4f}")
    net.first.weight.grad = filled(inner, wide)
    shown("given", net.first.weight.grad)
    optimizer.zero_grad(set_to_none=False)
    backward(net, x, 1e-3)
    shown("after", net.first.weight.grad), shown("the old one", kept)

print("# convolution")
conv, x = nn.Conv2d(2, 6, 3, padding=1), filled(3, 2, 8, 8)
with torch.no_grad():
    conv.weight.copy_(filled(6, 2, 3, 3))
    conv.bias.copy_(filled(6))
for turn in range(3):
    conv.zero_grad(set_to_none=False)
    conv(x).square().sum().backward()
    shown("weight", conv.weight.grad), shown("bias", conv.bias.grad)

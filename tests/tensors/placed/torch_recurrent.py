"""Recurrent layers on a GPU are one operation in each direction, as cuDNN's are: the CPU's numbers, PyTorch's names and words."""
import torch
from torch import nn


def played(dev, kind, **more):
    torch.manual_seed(1)
    net, x = getattr(nn, kind)(4, 5, **more), torch.randn(6, 3, 4)
    states = [torch.randn(more.get('num_layers', 1) * (1 + more.get('bidirectional', False)), 3, 5) for _ in range(1 + (kind == 'LSTM'))]
    net, x, states = net.to(dev), x.to(dev).requires_grad_(), [s.to(dev).requires_grad_() for s in states]
    y, last = net(x, tuple(states) if kind == 'LSTM' else states[0])
    last = last if kind == 'LSTM' else (last,)
    ((y * torch.arange(y.numel(), device=dev).reshape(y.shape).remainder(7)).sum() + sum((s * s).sum() for s in last)).backward()
    return [t.detach().cpu() for t in (y, *last, x.grad, *(s.grad for s in states), *(p.grad for p in net.parameters()))]


for kind in ('LSTM', 'GRU', 'RNN'):
    for more in ({}, dict(num_layers=2, bidirectional=True), dict(bias=False), *([dict(nonlinearity='relu')] if kind == 'RNN' else [])):
        here, there = played('cpu', kind, **more), played('cuda', kind, **more)
        print(kind, more, len(here), all(a.shape == b.shape and bool(((a - b).abs() <= 1e-5 * (1 + a.abs().max())).all()) for a, b in zip(here, there)))

net, x = nn.LSTM(3, 4).cuda(), torch.randn(2, 3, 3, device='cuda', requires_grad=True)
y, (h, c) = net(x)
print(type(y.grad_fn).__name__, h.shape, c.shape, h.is_contiguous())
h.zero_()
print(bool((y != 0).any()))
first, = torch.autograd.grad(net(x)[0].sum(), x, create_graph=True)
try:
    first.sum().backward()
except NotImplementedError as e:
    print(e)
with torch.backends.cudnn.flags(enabled=False):
    y = net(x)[0]
first, = torch.autograd.grad(y.sum(), x, create_graph=True)
second, = torch.autograd.grad(first.sum(), x)
print(second.shape, bool((second != 0).any()))
print(net.half()(x.half())[0].dtype, net.double()(x.double())[0].dtype)
try:
    net(x.double(), (torch.zeros(1, 3, 4), torch.zeros(1, 3, 4)))
except RuntimeError as e:
    print(str(e).splitlines()[0])

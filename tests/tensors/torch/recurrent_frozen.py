"""Recurrent layers of which only a part learns: what is frozen has no gradient, the rest the same as ever; one and several steps, NaN that stays NaN."""
import torch
from torch import nn


def gradients(kind, learns, steps, **more):
    torch.manual_seed(3)
    net, x, h = getattr(nn, kind)(4, 5, **more), torch.randn(steps, 3, 4), torch.randn(1 + more.get('bidirectional', False), 3, 5)
    states = (h, h.flip(0) * 2) if kind == 'LSTM' else h
    for name, p in net.named_parameters():
        p.requires_grad_(learns in name)
    if learns == 'x':
        x.requires_grad_()
    if learns == 'first':
        h.requires_grad_()
    y, last = net(x, states)
    last = last[1] if kind == 'LSTM' else last
    ((y * torch.arange(y.numel()).reshape(y.shape).remainder(7)).sum() + (last * last).sum()).backward()
    return [t.grad for t in (x, h, *net.parameters())]


def shown(g):
    return None if g is None else (tuple(g.shape), round(g.sum().item(), 2), round(g.abs().max().item(), 2))


for kind in ('LSTM', 'GRU', 'RNN'):
    for learns in ('x', 'first', 'weight_ih', 'weight_hh', 'bias_hh', 'bias_ih'):
        for steps, more in ((1, {}), (4, {}), (4, dict(bidirectional=True))):
            print(kind, learns, steps, *more, [shown(g) for g in gradients(kind, learns, steps, **more) if g is not None])

net = nn.RNN(2, 3, nonlinearity='relu')
x = torch.ones(3, 1, 2)
x[1] = float('nan')
print(net(x)[0].isnan().sum(-1).flatten().tolist())

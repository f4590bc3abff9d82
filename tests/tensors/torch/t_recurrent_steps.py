# Recurrent layers whose steps are one operation: widths that fill no vector, both directions, layers, no bias, states given and used, gradients of gradients.
import torch
from torch import nn

KINDS = (nn.LSTM, {}), (nn.GRU, {}), (nn.RNN, {}), (nn.RNN, {'nonlinearity': 'relu'}), (nn.LSTM, {'bidirectional': True, 'num_layers': 2}), (nn.GRU, {'bias': False, 'batch_first': True, 'bidirectional': True})


def sums(values):
    return ['%.4g' % v.double().abs().sum().item() for v in values]


for dtype in torch.float32, torch.float64:
    for kind, options in KINDS:
        for n, b, t in (5, 3, 4), (37, 17, 6), (64, 32, 9), (16, 1, 1):
            torch.manual_seed(1)
            m = kind(7, n, dtype=dtype, **options)
            x = torch.randn(t, b, 7, dtype=dtype, requires_grad=True)
            y, h = m(x)
            states = h if isinstance(h, tuple) else (h,)
            weight = torch.linspace(-1, 1, y.numel(), dtype=dtype).view(y.shape)
            ((y * weight).sum() + sum((k + 2) * s.sin().sum() for k, s in enumerate(states))).backward()
            print(kind.__name__, options, dtype, n, b, t, sums([y, *states, x.grad, *(p.grad for p in m.parameters())]))
            # carried on: the states are another run's, and want gradients
            start = tuple(s.detach().clone().requires_grad_() for s in states)
            y, _ = m(x.detach(), start if len(start) > 1 else start[0])
            (y * weight).sum().backward()
            print(sums([y, *(s.grad for s in start)]))
            if n == 5 and dtype == torch.float64:
                x = x.detach().clone().requires_grad_()
                y, h = m(x)
                g, = torch.autograd.grad((y * weight).sum() + (h[0] if isinstance(h, tuple) else h).sum(), x, create_graph=True)
                m.zero_grad()
                (g * g).sum().backward()
                print('twice', sums([g, x.grad, *(p.grad for p in m.parameters() if p.grad is not None)]))
layer = nn.LSTM(3, 4)
print([type(v.grad_fn).__name__ for v in (layer(torch.ones(2, 1, 3))[0], layer(torch.ones(2, 1, 3))[1][1])])
y, (h, c) = layer(torch.ones(2, 1, 3))
c.sum().backward()      # only the cells have a gradient
print(sums([p.grad for p in layer.parameters()]))
out = layer(torch.ones(2, 1, 3))[0].sum()
out.backward()
try:
    out.backward()
except RuntimeError as e:
    print(str(e)[:60])
with torch.no_grad():
    y, _ = layer(torch.ones(2, 1, 3))
print(y.requires_grad, y.shape)
weight = layer.weight_hh_l0
y = layer(torch.ones(2, 1, 3))[0].sum()
with torch.no_grad():
    weight.mul_(2)
try:
    y.backward()
except RuntimeError as e:
    print(str(e)[:90])

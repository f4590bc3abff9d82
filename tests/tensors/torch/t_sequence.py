# Recurrent layers step by step: their formulas by hand, both directions, several layers, packed sequences, cells, projections, states handed on.
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence

torch.manual_seed(3)
steps = torch.randn(4, 2, 3)


def one_step(kind, x, state, own):
    """The layer's formula for its first layer's weights."""
    from_x, from_h = x @ own.weight_ih_l0.T + own.bias_ih_l0, state[0] @ own.weight_hh_l0.T + own.bias_hh_l0
    if kind == 'RNN':
        return (torch.tanh(from_x + from_h),)
    if kind == 'LSTM':
        let_in, forget, new, out = (from_x + from_h).chunk(4, 1)
        cell = forget.sigmoid() * state[1] + let_in.sigmoid() * new.tanh()
        return out.sigmoid() * cell.tanh(), cell
    reset, update = (from_x.chunk(3, 1)[i] + from_h.chunk(3, 1)[i] for i in range(2))
    new = torch.tanh(from_x.chunk(3, 1)[2] + reset.sigmoid() * from_h.chunk(3, 1)[2])
    return (torch.lerp(new, state[0], update.sigmoid()),)


for kind in ('RNN', 'GRU', 'LSTM'):
    layer = getattr(nn, kind)(3, 5)
    state = (torch.zeros(2, 5),) * (2 if kind == 'LSTM' else 1)
    out, last = layer(steps)
    for t, x in enumerate(steps):
        state = one_step(kind, x, state, layer)
        assert torch.allclose(state[0], out[t], atol=1e-5)
    last = last if isinstance(last, tuple) else (last,)
    print(layer, [torch.allclose(a, b[0], atol=1e-5) for a, b in zip(state, last)], [tuple(p.shape) for p in layer.parameters()])
    again, _ = layer(steps[2:], tuple(layer(steps[:2])[1]) if kind == 'LSTM' else layer(steps[:2])[1])
    print(torch.allclose(again, out[2:], atol=1e-6))
    out.square().sum().backward()
    print(out[-1], layer.bias_hh_l0.grad)

for layer in (nn.GRU(3, 4, num_layers=3), nn.LSTM(3, 4, bidirectional=True, batch_first=True), nn.RNN(3, 2, num_layers=2, nonlinearity='relu', bias=False), nn.LSTM(3, 6, proj_size=2), nn.RNN(3, 4, dropout=0.5, num_layers=2)):
    layer.eval()
    out, last = layer(steps)
    print(layer, out.shape, [tuple(s.shape) for s in last] if isinstance(last, tuple) else tuple(last.shape), sum(p.numel() for p in layer.parameters()), sorted({name.split('_l')[0] for name, _ in layer.named_parameters()}))
both = nn.GRU(3, 2, bidirectional=True)
back = nn.GRU(3, 2)
back.load_state_dict({name[:-8]: p for name, p in both.state_dict().items() if name.endswith('_reverse')})
print(torch.allclose(both(steps)[0][..., 2:], back(steps.flip(0))[0].flip(0), atol=1e-6), both(steps[:, 0])[0].shape)

uneven = [torch.randn(n, 3) for n in (2, 4, 1)]
padded = pad_sequence(uneven, batch_first=True)
packed = pack_padded_sequence(padded, [2, 4, 1], batch_first=True, enforce_sorted=False)
print(padded.shape, packed.batch_sizes, packed.sorted_indices, packed.data.shape)
gru = nn.GRU(3, 2, batch_first=True)
out, last = gru(packed)
out, lengths = pad_packed_sequence(out, batch_first=True, padding_value=-9.)
alone = torch.stack([gru(each)[1][0] for each in uneven])
print(lengths, torch.allclose(last[0], alone, atol=1e-6), (out == -9).all(-1))

cells = nn.RNNCell(3, 2), nn.GRUCell(3, 2), nn.LSTMCell(3, 2)
for cell in cells:
    state = cell(steps[0])
    state = cell(steps[1], state)
    print(cell, state, cell(steps[0, 0])[0].shape)
for wrong in (lambda: nn.GRU(3, 4)(torch.rand(2, 2, 5)), lambda: nn.LSTM(3, 4)(steps, (torch.zeros(1, 3, 4), torch.zeros(1, 2, 4))), lambda: nn.RNN(3, 4, nonlinearity='gelu')):
    try:
        wrong()
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)

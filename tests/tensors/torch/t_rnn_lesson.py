# Recurrent networks: one of tensors alone, nn.RNN, LSTM, GRU; states, shapes, clipping, packed sequences, mistakes.
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
both = torch.randn(3, 2), torch.randn(3, 4)
maps = torch.randn(2, 5), torch.randn(4, 5)
print(torch.allclose(both[0] @ maps[0] + both[1] @ maps[1], torch.hstack(both) @ torch.vstack(maps), atol=1e-6))
print(F.one_hot(torch.tensor([[1], [0]]), 4), F.one_hot(torch.arange(6).reshape(3, 2).T).shape)


class Echo:
    """A recurrent network of four tensors: what it hears, keeps, leans to and says."""

    def __init__(self, kinds, width):
        shapes = dict(hear=(kinds, width), keep=(width, width), lean=(width,), say=(width, kinds))
        self.parts = {name: (torch.randn(shape) / shape[0] ** 0.5).requires_grad_() for name, shape in shapes.items()}

    def run(self, marks, state):
        said = []
        for column in marks.unbind(1):
            state = torch.tanh(self.parts['hear'][column] + state @ self.parts['keep'] + self.parts['lean'])
            said.append(state @ self.parts['say'])
        return torch.stack(said, 1), state


echo = Echo(6, 5)
marks = torch.randint(6, (2, 4))
said, state = echo.run(marks, torch.zeros(2, 5))
print(said.shape, state.shape, torch.allclose(echo.run(marks[:, 2:], echo.run(marks[:, :2], torch.zeros(2, 5))[1])[0], said[:, 2:], atol=1e-6))
F.cross_entropy(said[:, :-1].flatten(0, 1), marks[:, 1:].flatten()).backward()
length = torch.nn.utils.clip_grad_norm_(echo.parts.values(), 0.01)
print(length > 0.01, torch.cat([p.grad.flatten() for p in echo.parts.values()]).norm())
for layer in (nn.RNN(6, 5), nn.RNN(6, 5, nonlinearity='relu', num_layers=2), nn.GRU(6, 5), nn.GRU(6, 5, 2, bidirectional=True), nn.LSTM(6, 5), nn.LSTM(6, 5, 2, batch_first=True, dropout=0.5), nn.LSTM(6, 5, bidirectional=True), nn.LSTM(6, 5, proj_size=3)):
    torch.manual_seed(1)
    layer.reset_parameters()
    layer.eval()
    y, s = layer(torch.ones(3, 2, 6))
    s = s if isinstance(s, tuple) else (s,)
    print(layer, y.shape, [t.shape for t in s], y[-1, 0, :3], [n for n, _ in layer.named_parameters()][:4])
    y.sum().backward()
    print(layer.weight_hh_l0.grad[0], layer.bias_ih_l0.grad[:2])
cell = nn.LSTMCell(2, 3)
h, c = cell(torch.ones(1, 2))
h, c = cell(torch.ones(1, 2), (h, c))
print(h, c, nn.GRUCell(2, 3)(torch.ones(1, 2), torch.zeros(1, 3)).shape, nn.RNNCell(2, 3)(torch.ones(2)).shape)
emb = nn.Embedding(10, 4, padding_idx=0)
print(emb(torch.tensor([[0, 1], [2, 0]])).shape, emb.weight[0], emb(torch.tensor([0])))
emb(torch.tensor([0, 1, 1])).sum().backward()
print(emb.weight.grad[:3], nn.Embedding.from_pretrained(torch.eye(3))(torch.tensor([2])), nn.Embedding.from_pretrained(torch.eye(3)).weight.requires_grad)
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence, pack_sequence
seqs = [torch.ones(3, 2), torch.ones(1, 2) * 2]
padded = pad_sequence(seqs, batch_first=True)
packed = pack_padded_sequence(padded, torch.tensor([3, 1]), batch_first=True)
print(padded, packed.data, packed.batch_sizes, pad_packed_sequence(packed, batch_first=True)[1], pack_sequence(seqs).batch_sizes)
rnn2 = nn.RNN(2, 2, batch_first=True)
o, hN = rnn2(packed)
print(pad_packed_sequence(o, batch_first=True)[0].shape, torch.allclose(hN[0, 1], rnn2(seqs[1][None])[1][0, 0], atol=1e-6))
for bad in (lambda: nn.LSTM(3, 2)(torch.ones(2, 1, 4)), lambda: nn.RNN(3, 2)(torch.ones(2, 1, 3), torch.zeros(1, 2, 2)), lambda: nn.GRU(3, 2)(torch.ones(1, 1, 1, 3)), lambda: nn.RNN(3, 2, nonlinearity='x'), lambda: nn.LSTM(3, 2, dropout=2), lambda: nn.LSTM(2, 3, proj_size=5),
            lambda: nn.RNNCell(2, 3)(torch.ones(1, 3)), lambda: pack_padded_sequence(padded, [1, 3], batch_first=True)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', e)

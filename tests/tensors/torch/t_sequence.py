import torch
from torch import nn

torch.manual_seed(0)
x = torch.rand(5, 2, 3)
for m in (nn.RNN(3, 4), nn.LSTM(3, 4), nn.GRU(3, 4), nn.GRU(3, 4, num_layers=2), nn.LSTM(3, 4, bidirectional=True), nn.RNN(3, 4, nonlinearity='relu', batch_first=True), nn.LSTM(3, 2, 2, batch_first=True)):
    out, state = m(x)
    print(m, out.shape, out.sum(), out[-1, -1])
    print([s.shape for s in state] if isinstance(state, tuple) else state.shape)
    out.sum().backward()
    print([(n, p.grad.sum()) for n, p in m.named_parameters()][:3])
cell = nn.GRUCell(3, 4)
print(cell, cell(x[0]), nn.LSTMCell(3, 4)(x[0])[1], nn.RNNCell(3, 4)(x[0], torch.zeros(2, 4)))
e = nn.Embedding(10, 4, padding_idx=0)
print(e, e(torch.tensor([[1, 2], [0, 3]])), e.weight.shape)
e(torch.tensor([1, 1, 0])).sum().backward()
print(e.weight.grad[:3])
print(nn.functional.one_hot(torch.tensor([0, 2]), 3), nn.functional.one_hot(torch.arange(3)), nn.Embedding.from_pretrained(torch.eye(3))(torch.tensor([2])))
a = nn.MultiheadAttention(4, 2, batch_first=True)
q = torch.rand(2, 3, 4)
o, w = a(q, q, q)
print(o, w, [n for n, _ in a.named_parameters()])
X = torch.tensor([[1., 2.], [3., 4.]])


def masked_softmax(X, valid_lens):
    def _sequence_mask(X, valid_len, value=0):
        maxlen = X.size(1)
        mask = torch.arange((maxlen), dtype=torch.float32, device=X.device)[None, :] < valid_len[:, None]
        X[~mask] = value
        return X
    shape = X.shape
    if valid_lens.dim() == 1:
        valid_lens = torch.repeat_interleave(valid_lens, shape[1])
    else:
        valid_lens = valid_lens.reshape(-1)
    X = _sequence_mask(X.reshape(-1, shape[-1]), valid_lens, value=-1e6)
    return nn.functional.softmax(X.reshape(shape), dim=-1)


print(masked_softmax(torch.rand(2, 2, 4), torch.tensor([2, 3])), masked_softmax(torch.rand(2, 2, 4), torch.tensor([[1, 3], [2, 4]])))
P = torch.zeros((1, 6, 4))
pos = torch.arange(6, dtype=torch.float32).reshape(-1, 1) / torch.pow(10000, torch.arange(0, 4, 2, dtype=torch.float32) / 4)
P[:, :, 0::2] = torch.sin(pos)
P[:, :, 1::2] = torch.cos(pos)
print(P)

# Recurrent networks: from scratch, nn.RNN, LSTM, GRU; states, shapes, clipping.
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
X, W_xh = torch.normal(0, 1, (3, 1)), torch.normal(0, 1, (1, 4))
H, W_hh = torch.normal(0, 1, (3, 4)), torch.normal(0, 1, (4, 4))
print(torch.allclose(torch.matmul(X, W_xh) + torch.matmul(H, W_hh), torch.matmul(torch.cat((X, H), 1), torch.cat((W_xh, W_hh), 0)), atol=1e-6))
print(F.one_hot(torch.tensor([0, 2]), 5), F.one_hot(torch.arange(4).reshape(2, 2).T, 5).shape)


def get_params(vocab_size, num_hiddens):
    def normal(shape):
        return torch.randn(size=shape) * 0.01
    params = [normal((vocab_size, num_hiddens)), normal((num_hiddens, num_hiddens)), torch.zeros(num_hiddens), normal((num_hiddens, vocab_size)), torch.zeros(vocab_size)]
    for param in params:
        param.requires_grad_(True)
    return params


def rnn(inputs, state, params):
    W_xh, W_hh, b_h, W_hq, b_q = params
    H, = state
    outputs = []
    for X in inputs:
        H = torch.tanh(torch.mm(X, W_xh) + torch.mm(H, W_hh) + b_h)
        outputs.append(torch.mm(H, W_hq) + b_q)
    return torch.cat(outputs, dim=0), (H,)


def grad_clipping(params, theta):
    norm = torch.sqrt(sum(torch.sum((p.grad ** 2)) for p in params))
    if norm > theta:
        for param in params:
            param.grad[:] *= theta / norm
    return norm


params = get_params(6, 5)
x = torch.randint(6, (2, 4))
out, state = rnn(F.one_hot(x.T, 6).type(torch.float32), (torch.zeros(2, 5),), params)
print(out.shape, len(state), state[0].shape)
F.cross_entropy(out, torch.randint(6, (8,))).backward()
n = grad_clipping(params, 0.01)
print(n > 0.01, torch.sqrt(sum((p.grad ** 2).sum() for p in params)))
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

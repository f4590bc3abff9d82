# Attention: masked softmax, additive, dot product, many heads, positional encoding, nn.MultiheadAttention and the transformer layers.
import math

import torch
from torch import nn


def masked_softmax(X, valid_lens):
    def _sequence_mask(X, valid_len, value=0):
        maxlen = X.size(1)
        mask = torch.arange((maxlen), dtype=torch.float32, device=X.device)[None, :] < valid_len[:, None]
        X[~mask] = value
        return X
    if valid_lens is None:
        return nn.functional.softmax(X, dim=-1)
    shape = X.shape
    if valid_lens.dim() == 1:
        valid_lens = torch.repeat_interleave(valid_lens, shape[1])
    else:
        valid_lens = valid_lens.reshape(-1)
    X = _sequence_mask(X.reshape(-1, shape[-1]), valid_lens, value=-1e6)
    return nn.functional.softmax(X.reshape(shape), dim=-1)


torch.manual_seed(0)
print(masked_softmax(torch.rand(2, 2, 4), torch.tensor([2, 3])))
print(masked_softmax(torch.rand(2, 2, 4), torch.tensor([[1, 3], [2, 4]])))


class DotProductAttention(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens=None):
        d = queries.shape[-1]
        scores = torch.bmm(queries, keys.transpose(1, 2)) / math.sqrt(d)
        self.attention_weights = masked_softmax(scores, valid_lens)
        return torch.bmm(self.dropout(self.attention_weights), values)


class AdditiveAttention(nn.Module):
    def __init__(self, num_hiddens, dropout, **kwargs):
        super(AdditiveAttention, self).__init__(**kwargs)
        self.W_k = nn.LazyLinear(num_hiddens, bias=False)
        self.W_q = nn.LazyLinear(num_hiddens, bias=False)
        self.w_v = nn.LazyLinear(1, bias=False)
        self.dropout = nn.Dropout(dropout)

    def forward(self, queries, keys, values, valid_lens):
        queries, keys = self.W_q(queries), self.W_k(keys)
        features = torch.tanh(queries.unsqueeze(2) + keys.unsqueeze(1))
        scores = self.w_v(features).squeeze(-1)
        self.attention_weights = masked_softmax(scores, valid_lens)
        return torch.bmm(self.dropout(self.attention_weights), values)


keys = torch.ones((2, 10, 2))
values = torch.arange(40, dtype=torch.float32).reshape(1, 10, 4).repeat(2, 1, 1)
lens = torch.tensor([2, 6])
att = DotProductAttention(dropout=0.5)
att.eval()
print(att(torch.normal(0, 1, (2, 1, 2)), keys, values, lens), att.attention_weights.reshape((1, 1, 2, 10)))
add = AdditiveAttention(num_hiddens=8, dropout=0.1)
add.eval()
print(add(torch.normal(0, 1, (2, 1, 20)), keys, values, lens))


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, dropout, max_len=1000):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.P = torch.zeros((1, max_len, num_hiddens))
        X = torch.arange(max_len, dtype=torch.float32).reshape(-1, 1) / torch.pow(10000, torch.arange(0, num_hiddens, 2, dtype=torch.float32) / num_hiddens)
        self.P[:, :, 0::2] = torch.sin(X)
        self.P[:, :, 1::2] = torch.cos(X)

    def forward(self, X):
        X = X + self.P[:, :X.shape[1], :].to(X.device)
        return self.dropout(X)


print(PositionalEncoding(4, 0)(torch.zeros(1, 3, 4)))


def transpose_qkv(X, heads):
    X = X.reshape(X.shape[0], X.shape[1], heads, -1).permute(0, 2, 1, 3)
    return X.reshape(-1, X.shape[2], X.shape[3])


print(transpose_qkv(torch.arange(16.).reshape(1, 2, 8), 2))
mha = nn.MultiheadAttention(8, 2, batch_first=True)
x = torch.randn(2, 3, 8)
out, w = mha(x, x, x)
print(out.shape, w.shape, torch.allclose(w.sum(-1), torch.ones(2, 3)), [n for n, _ in mha.named_parameters()])
mask = nn.Transformer.generate_square_subsequent_mask(3)
print(mask, mha(x, x, x, attn_mask=mask)[1][0], mha(x, x, x, key_padding_mask=torch.tensor([[False, False, True], [False, True, True]]))[1][1])
torch.manual_seed(3)
layer = nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16, dropout=0.0)
enc = nn.TransformerEncoder(layer, num_layers=2)
src = torch.randn(5, 1, 8)
print(layer, enc(src).shape, enc(src)[0, 0, :4], len(enc.layers))
dec = nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16, dropout=0., batch_first=True), 1)
print(dec(torch.randn(1, 4, 8), torch.randn(1, 5, 8)).shape)
torch.manual_seed(4)
model = nn.Transformer(8, 2, 1, 1, 16, dropout=0.)
y = model(torch.randn(3, 1, 8), torch.randn(2, 1, 8), tgt_mask=model.generate_square_subsequent_mask(2))
print(y.shape, sum(p.numel() for p in model.parameters()), [n for n, _ in model.named_parameters()][:4], y[0, 0, :3])
y.sum().backward()
print(model.encoder.layers[0].linear1.weight.grad.abs().sum() > 0)

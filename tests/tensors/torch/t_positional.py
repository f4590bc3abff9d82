"""Positional encodings, a causal mask, scaled dot products, layer norm: a block of a transformer by hand against nn.MultiheadAttention."""
import math
import torch
from torch import nn

torch.manual_seed(0)


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=50):
        super().__init__()
        position = torch.arange(max_len).unsqueeze(1)
        div = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        pe = torch.zeros(max_len, d_model)
        pe[:, 0::2] = torch.sin(position * div)
        pe[:, 1::2] = torch.cos(position * div)
        self.register_buffer('pe', pe)

    def forward(self, x):
        return x + self.pe[:x.size(1)]


pe = PositionalEncoding(8)
print(pe.pe[:3], list(pe.state_dict()))
x = torch.randn(2, 5, 8)
print(pe(x).shape)
mask = torch.triu(torch.ones(5, 5, dtype=torch.bool), diagonal=1)
print(mask)
q = k = v = x
scores = (q @ k.transpose(-2, -1) / math.sqrt(8)).masked_fill(mask, float('-inf'))
weights = scores.softmax(-1)
print(weights[0], (weights @ v)[0, 0].equal(v[0, 0]))
attention = nn.MultiheadAttention(8, 2, batch_first=True)
out, w = attention(x, x, x, attn_mask=mask)
print(out.shape, w.shape, w[1, 0])
W, b = attention.in_proj_weight, attention.in_proj_bias
Q, K, V = (x @ W.T + b).chunk(3, dim=-1)
split = lambda t: t.view(2, 5, 2, 4).transpose(1, 2)
s = (split(Q) @ split(K).transpose(-2, -1) / 2).masked_fill(mask, float('-inf')).softmax(-1)
mine = attention.out_proj((s @ split(V)).transpose(1, 2).reshape(2, 5, 8))
print(torch.allclose(mine, out, atol=1e-6), torch.allclose(s.mean(1), w, atol=1e-6))
print(nn.LayerNorm(8)(x).mean(-1).abs().max().item() < 1e-6, nn.LayerNorm(8))
layer = nn.TransformerEncoderLayer(8, 2, dim_feedforward=16, dropout=0.0, batch_first=True)
print(layer(x).shape, sum(p.numel() for p in layer.parameters()))

# Looking things up by likeness: scores, masks, positions, heads, and torch's own layers of them up to the whole transformer.
import torch
from torch import nn

torch.manual_seed(5)


def hidden(lengths, columns):
    """True where a column lies behind its row's length."""
    return torch.arange(columns).ge(lengths.unsqueeze(-1))


def look(questions, keys, memory, lengths=None, score=None):
    """(what was found, how much each key counted)"""
    score = score or (lambda q, k: torch.einsum('bqd,bkd->bqk', q, k) * q.shape[-1] ** -0.5)
    scores = score(questions, keys)
    if lengths is not None:
        behind = hidden(lengths, keys.shape[1])
        scores = scores.masked_fill(behind if behind.dim() == 3 else behind.unsqueeze(1), float('-inf'))
    weights = scores.softmax(-1)
    return weights @ memory, weights


questions, keys, memory = torch.rand(2, 3, 4), torch.rand(2, 5, 4), torch.arange(30.).view(2, 5, 3)
for lengths in (None, torch.tensor([1, 4]), torch.tensor([[1, 2, 3], [5, 4, 2]])):
    found, weights = look(questions, keys, memory, lengths)
    print(found, weights.count_nonzero(-1))


class Pairs(nn.Module):
    """A small network over each question with each key."""

    def __init__(self, width):
        super().__init__()
        self.inner = nn.ModuleList([nn.LazyLinear(width), nn.LazyLinear(width, bias=False)])
        self.outer = nn.Linear(width, 1)

    def forward(self, questions, keys):
        left, right = (layer(x) for layer, x in zip(self.inner, (questions, keys)))
        return self.outer(torch.tanh(left[:, :, None, :] + right[:, None, :, :])).flatten(-2)


pairs = Pairs(6)
found, weights = look(torch.rand(2, 3, 7), keys, memory, torch.tensor([2, 3]), pairs)
print(found.shape, weights.sum(-1).sub(1).abs().max() < 1e-5, [tuple(p.shape) for p in pairs.parameters()])


def waves(steps, width):
    angle = torch.arange(steps).unsqueeze(1) * 10000 ** (-torch.arange(0, width, 2) / width)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)


print(waves(3, 6), (waves(40, 8)[7] @ waves(40, 8)[9]).sub(waves(40, 8)[20] @ waves(40, 8)[22]).abs() < 1e-4)


def split(x, heads):
    """(batch, steps, heads * part) as (batch, heads, steps, part)."""
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


x = torch.randn(2, 4, 6)
heads = nn.MultiheadAttention(6, 3, batch_first=True)
out, weights = heads(x, x, x, average_attn_weights=False)
q, k, v = (split(part, 3) for part in nn.functional.linear(x, heads.in_proj_weight, heads.in_proj_bias).chunk(3, -1))
own = (q @ k.mT / 2 ** 0.5).softmax(-1)
print(torch.allclose(own, weights, atol=1e-6), torch.allclose(heads.out_proj((own @ v).transpose(1, 2).flatten(2)), out, atol=1e-5), [name for name, _ in heads.named_parameters()])
ahead = nn.Transformer.generate_square_subsequent_mask(4)
print(ahead, heads(x, x, x, attn_mask=ahead)[1][1], heads(x, x, x, key_padding_mask=hidden(torch.tensor([2, 4]), 4))[1][0])
cross = nn.MultiheadAttention(6, 2, kdim=4, vdim=3, bias=False, add_zero_attn=True)
print(cross(torch.randn(3, 2, 6), keys.transpose(0, 1), memory.transpose(0, 1))[1].shape, heads(x, x, x, need_weights=False)[1])

layer = nn.TransformerEncoderLayer(6, 3, dim_feedforward=10, dropout=0.0, activation='gelu', norm_first=True)
tower = nn.TransformerEncoder(layer, 3, norm=nn.LayerNorm(6))
steps = torch.randn(4, 2, 6)
print(layer, tower(steps).shape, len(tower.layers), torch.equal(tower.layers[0].linear1.weight, tower.layers[2].linear1.weight))
print(tower(steps, mask=ahead)[0, 0, :3], torch.allclose(tower(steps, mask=ahead)[0], tower(steps[:1])[0], atol=1e-5))
below = nn.TransformerDecoder(nn.TransformerDecoderLayer(6, 1, 12, dropout=0.0, batch_first=True, activation=torch.tanh), 2)
print(below(x, torch.randn(2, 7, 6)).shape, below.layers[1].multihead_attn.num_heads, below.layers[0])
torch.manual_seed(6)
whole = nn.Transformer(6, 2, num_encoder_layers=2, num_decoder_layers=1, dim_feedforward=9, dropout=0.0, batch_first=True)
answer = whole(x, torch.randn(2, 3, 6), tgt_mask=whole.generate_square_subsequent_mask(3), src_key_padding_mask=hidden(torch.tensor([4, 1]), 4))
print(answer.shape, sum(p.numel() for p in whole.parameters()), [name for name, _ in whole.named_children()], answer[1, 2, :3])
answer.square().mean().backward()
print(min(p.grad.abs().sum() for p in whole.decoder.parameters()) >= 0, whole.encoder.layers[1].norm2.weight.grad.shape)
for mistake in (lambda: whole(x, torch.randn(3, 3, 6)), lambda: whole(x, torch.randn(2, 3, 5)), lambda: nn.TransformerEncoderLayer(6, 3, activation='tanh')):
    try:
        mistake()
    except RuntimeError as error:
        print(error)

"""FakeTensorMode and the meta device: a model's shapes, parameters and memory without any."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._subclasses.fake_tensor import FakeTensorMode, FakeTensor


class Block(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.attn = nn.MultiheadAttention(d, heads, batch_first=True)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))

    def forward(self, x):
        h = self.ln1(x)
        x = x + self.attn(h, h, h, need_weights=False)[0]
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self, vocab=50257, d=768, heads=12, layers=2, block=1024):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Embedding(block, d)
        self.blocks = nn.ModuleList(Block(d, heads) for _ in range(layers))
        self.ln, self.head = nn.LayerNorm(d), nn.Linear(d, vocab, bias=False)

    def forward(self, idx, targets=None):
        b, t = idx.shape
        x = self.tok(idx) + self.pos(torch.arange(t, device=idx.device))
        for block in self.blocks:
            x = block(x)
        logits = self.head(self.ln(x))
        return logits, None if targets is None else F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))


def total(model):
    return sum(p.numel() * p.element_size() for p in model.parameters())


with FakeTensorMode() as mode:
    model = GPT()
    idx = torch.randint(0, 50257, (4, 128))
    logits, loss = model(idx, idx)
    print(logits.shape, loss.shape, type(logits).__name__, total(model))
    loss.backward()
    print(all(p.grad is not None and p.grad.shape == p.shape for p in model.parameters()))
    if torch.__version__ > '2':             # (1.13's own fails there)
        opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
        opt.step()
        opt.zero_grad()
        print(sum(s['exp_avg'].numel() for s in opt.state.values()) == sum(p.numel() for p in model.parameters()))
    x = torch.empty(2, 3, 224, 224)
    cnn = nn.Sequential(nn.Conv2d(3, 64, 7, 2, 3), nn.BatchNorm2d(64), nn.ReLU(True), nn.MaxPool2d(3, 2, 1), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 1000))
    for layer in cnn:
        x = layer(x)
        print(type(layer).__name__, tuple(x.shape), x.device)
    lstm = nn.LSTM(10, 20, batch_first=True)
print(next(model.parameters()).shape, isinstance(model.head.weight, FakeTensor))
real = nn.Linear(3, 4)
fake_mode = FakeTensorMode()
fw, fb = fake_mode.from_tensor(real.weight), fake_mode.from_tensor(real.bias)
with fake_mode:
    print(F.linear(torch.empty(2, 3), fw, fb))
try:
    with fake_mode:
        if torch.ones(2).sum() > 1:
            print('?')
except Exception as e:
    print(type(e).__name__)
with torch.device('meta'):
    meta = GPT(layers=1)
print(total(meta), meta.head.weight.device, meta(torch.zeros(1, 5, dtype=torch.int64, device='meta'))[0].shape)
small = nn.Linear(3, 2, device='meta')
print(small, small.weight)
try:
    small(torch.ones(1, 3))
except Exception as e:
    print(type(e).__name__)
small.to_empty(device='cpu')
print(small.weight.shape, small.weight.device)

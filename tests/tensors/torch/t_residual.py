# Blocks with a way round, blocks with ways side by side, and what the norms do: their statistics, states and modes.
import torch
from torch import nn


class Detour(nn.Module):
    """Its input and what two convolutions make of it, added; a third one fits the input where shapes differ."""

    def __init__(self, inside, outside, step=1):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(inside, outside, 3, step, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True),
                                  nn.Conv2d(outside, outside, 3, padding='same', bias=False), nn.BatchNorm2d(outside))
        self.way = nn.Identity() if step == 1 and inside == outside else nn.Conv2d(inside, outside, 1, step)

    def forward(self, x):
        return torch.relu(self.body(x).add_(self.way(x)))


torch.manual_seed(1)
picture = torch.randn(2, 4, 9, 7)
for block in (Detour(4, 4), Detour(4, 6, 2), Detour(4, 3)):
    print(block(picture).shape, sum(p.numel() for p in block.parameters()), type(block.way).__name__)
print(Detour(4, 6, 2), [name for name, _ in Detour(2, 2).named_buffers()])


def levelled(x, keep, kept=None):
    """Channels of mean 0 and variance 1; kept: the statistics to use or, while training, to bring up to date."""
    axes = [i for i in range(x.dim()) if i != 1]
    shape = [-1 if i == 1 else 1 for i in range(x.dim())]
    mean, spread = x.mean(axes), x.var(axes, unbiased=False)
    if kept is not None:
        count = x.numel() / x.shape[1]
        kept = torch.lerp(kept[0], mean, 1 - keep), torch.lerp(kept[1], spread * count / (count - 1), 1 - keep)
    return (x - mean.reshape(shape)) * (spread.reshape(shape) + 1e-5).rsqrt(), kept


for norm, x in ((nn.BatchNorm2d(4), picture), (nn.BatchNorm1d(3), torch.randn(5, 3) * 4 + 1), (nn.BatchNorm1d(2, momentum=0.4), torch.rand(3, 2, 6)), (nn.BatchNorm3d(2), torch.randn(2, 2, 2, 3, 2))):
    kept = norm.running_mean.clone(), norm.running_var.clone()
    for _ in range(2):
        own, kept = levelled(x, 1 - norm.momentum, kept)
        theirs = norm(x)
    print(torch.allclose(own, theirs, atol=1e-4), torch.allclose(kept[0], norm.running_mean, atol=1e-5), torch.allclose(kept[1], norm.running_var, atol=1e-4), norm.num_batches_tracked)
norm.eval()
with torch.no_grad():
    print(norm(x).std() > 0.5, norm.training, list(norm.state_dict()))
norm.reset_running_stats()
print(norm.running_mean, norm.running_var, norm.num_batches_tracked, norm)
bare = nn.BatchNorm1d(2, affine=False, track_running_stats=False)
print(bare(torch.tensor([[0., 1.], [2., 5.], [4., 0.]])), bare.running_mean, bare.state_dict(), nn.BatchNorm1d(3, momentum=None).momentum)
rows = torch.tensor([[1., 2., 4., 9.], [0., 0., 2., 2.]])
for norm in (nn.LayerNorm(4), nn.LayerNorm(4, elementwise_affine=False), nn.GroupNorm(2, 4), nn.GroupNorm(1, 4)):
    print(norm(rows), norm)
print(nn.InstanceNorm2d(2, affine=True)(torch.arange(12.).reshape(1, 2, 2, 3)).detach())


class Ways(nn.Module):
    def __init__(self, *ways):
        super().__init__()
        self.ways = nn.ModuleDict(ways)

    def forward(self, x):
        return torch.cat([way(x) for way in self.ways.values()], 1)


lazy = Ways(('point', nn.LazyConv2d(3, 1)), ('wide', nn.Sequential(nn.LazyConv2d(2, 1), nn.ReLU(), nn.LazyConv2d(5, 5, padding=2))), ('pool', nn.AvgPool2d(3, 1, 1)))
print(lazy)
print(lazy(picture).shape, lazy.ways['wide'][2].weight.shape)
print(lazy)
net = nn.Sequential(nn.Conv2d(1, 6, 5, 2, 2), nn.BatchNorm2d(6), nn.MaxPool2d(2), *(Detour(*sizes) for sizes in ((6, 6), (6, 10, 2), (10, 10))), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(10, 3))
flow = torch.rand(2, 1, 24, 20)
for layer in net:
    flow = layer(flow)
    print(f'{type(layer).__name__:18} {tuple(flow.shape)}')
flow.square().sum().backward()
print(all(p.grad is not None for p in net.parameters()))

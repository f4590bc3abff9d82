# Masks: boolean algebra, counting, filling, selecting, attention masks, padding masks.
import torch

x = torch.tensor([[1., -2., 3.], [0., 5., -6.]])
mask = x > 0
print(mask, mask.sum(), mask.sum(1), mask.any(0), mask.all(), ~mask, mask & (x < 4), mask | (x == 0), mask ^ (x > 2), mask.float().mean(), mask.nonzero(), torch.nonzero(mask, as_tuple=True), x[mask], x.masked_select(~mask), torch.count_nonzero(mask, dim=1))
x[~mask] = 0
print(x, x.masked_fill(mask, -1), torch.where(mask, x, torch.tensor(9.)), torch.where(mask)[0], x * mask, mask.int(), mask.long().argmax(1), mask.numel())
lengths = torch.tensor([3, 1, 2])
valid = torch.arange(4)[None, :] < lengths[:, None]
scores = torch.zeros(3, 4).masked_fill(~valid, float('-inf'))
print(valid, scores.softmax(-1), valid.sum(-1) == lengths)
causal = torch.tril(torch.ones(3, 3, dtype=torch.bool))
print(causal, torch.ones(3, 3).masked_fill(~causal, 0), (torch.triu(torch.ones(3, 3), diagonal=1) == 1).float().masked_fill(causal, 7.))
y = torch.arange(6).reshape(2, 3)
y[y % 2 == 0] *= 10
y[(y > 10) & (y < 30)] = -1
print(y, (y == -1).any(), y[y > 0].tolist(), (y > 0).to(torch.uint8), y.bool(), torch.masked_select(y, y.ge(3)), y.eq(3).nonzero().squeeze(), y.ne(3).all(1), y.lt(0).sum().item(), torch.isin(y, torch.tensor([3, 5])))
z = torch.full((4,), float('nan'))
z[1:3] = torch.tensor([1., 2.])
ok = ~torch.isnan(z)
print(z[ok].mean(), z.nan_to_num(0.), torch.nanmean(z), ok.tolist(), z.masked_scatter(~ok, torch.tensor([5., 6.])))

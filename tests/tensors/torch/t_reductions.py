import torch

x = torch.tensor([[3., 1., 2.], [6., 5., 4.]])
print(x.max(), x.max(1), x.max(0).values, x.min(dim=1), x.argmax(), x.argmax(1), x.argmin(0), torch.max(x, torch.tensor(3.)), torch.maximum(x, x.flip(1)), x.argmax(1, keepdim=True), torch.amax(x, 1))
print(x.sort(), x.sort(1, descending=True)[0], x.argsort(), torch.sort(torch.tensor([3, 1, 2])), x.topk(2), torch.topk(x, 1, dim=0), x.topk(2, largest=False).indices, x.kthvalue(2))
print(x.median(), x.median(1), x.mode(1), x.mean(0), x.var(0), x.std(1), x.var(unbiased=False), torch.std(x, 0, unbiased=False), torch.var_mean(x), x.norm(dim=1), x.prod(1), x.logsumexp(1))
print(x.cumsum(1), x.cumprod(0), x.sum((0, 1)), x.any(), x.all(), (x > 3).any(1), (x > 0).all(0), (x > 3).sum(), torch.count_nonzero(x - 3), x.cummax(1).values)
print(torch.unique(torch.tensor([3, 1, 3, 2])), torch.unique(torch.tensor([3, 1, 3]), return_counts=True, return_inverse=True), torch.bincount(torch.tensor([0, 1, 1, 3])), torch.histc(torch.tensor([1., 2, 1]), 4, 0, 3),
      torch.unique_consecutive(torch.tensor([1, 1, 2, 1])), torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([2, 5])), torch.bucketize(torch.tensor([3, 6]), torch.tensor([1, 3, 5])))
print(x.sum().item(), x.mean().item(), x.int().sum(), x.bool().sum(), x.quantile(0.5), torch.quantile(x, torch.tensor([0.25, 0.75]), dim=1), x.dist(x + 1), torch.cdist(x, x), x.aminmax())
i = torch.tensor([[1, 2], [3, 4]])
print(i.sum(), i.prod(), i.max(), i.float().mean(), i.cumsum(0), i.sum(0), i.min(1), i.sum(dtype=torch.float32), torch.sum(i, 1, keepdim=True), torch.mean(i, dtype=torch.float32))
print(torch.isnan(torch.tensor([1., float('nan')])), torch.isinf(torch.tensor([float('inf')])), torch.isfinite(torch.tensor([1., float('inf')])), torch.nan_to_num(torch.tensor([float('nan'), float('inf')])), torch.diff(torch.tensor([1, 4, 9])))

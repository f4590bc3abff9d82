# Reductions with and without an axis, kept or not, named axis or dim; statistics lessons use.
import torch

A = torch.arange(6, dtype=torch.float32).reshape(2, 3)
print(A.sum(), A.sum(axis=0), A.sum(axis=1), A.sum(dim=[0, 1]), A.sum((0, 1)) == A.sum(), A.sum(1, keepdim=True), A.sum(axis=1, keepdims=True))
print(A.mean(), A.sum() / A.numel(), A.mean(axis=0), A.sum(axis=0) / A.shape[0], A.mean(dim=1, keepdim=True), torch.mean(A, -1))
print(A.cumsum(axis=0), A.cumsum(1), torch.cumprod(A + 1, 1), A.cummax(0), torch.cummin(A, 1).values)
print(A.max(), A.min(), A.max(1), A.min(dim=0), A.argmax(), A.argmax(1), A.argmin(0, keepdim=True), torch.max(A, 0).indices, torch.amax(A, 1), A.amin((0, 1)), torch.aminmax(A))
v, i = torch.max(A, dim=1)
print(v, i, A.max(1)[0], A.max(1)[1].tolist())
print(A.std(), A.var(), A.std(0), A.var(1, unbiased=False), torch.std(A, dim=1, unbiased=True), torch.std_mean(A), torch.var_mean(A, 1), torch.std(A, 1, correction=0) if False else '')
print(A.prod(), A.prod(1), A.norm(), A.norm(1), A.norm(dim=1), A.norm(p=2, dim=0), torch.norm(torch.tensor([3., -4.])), torch.norm(A, p='fro'), torch.norm(A, float('inf')), torch.abs(A).sum())
print(A.median(), A.median(1), torch.mode(torch.tensor([1, 2, 2, 3])), A.logsumexp(1), A.logsumexp(0, keepdim=True), torch.quantile(A, 0.5), torch.quantile(A, torch.tensor([.25, .75]), dim=1), A.kthvalue(2, 1))
print(A.any(), A.all(), (A > 2).any(1), (A >= 0).all(dim=0), torch.count_nonzero(A), torch.count_nonzero(A, 0), torch.nansum(torch.tensor([1., float('nan')])), torch.nanmean(torch.tensor([1., float('nan'), 3])))
B = torch.tensor([3, 1, 2, 1])
print(B.sort(), B.sort(descending=True).values, torch.sort(B)[1].shape, torch.argsort(B, descending=True)[:1], B.topk(2).values, torch.topk(A, 2, dim=1), torch.topk(A, 1, largest=False), B.unique(), torch.unique(B, return_counts=True), torch.unique(B, return_inverse=True), torch.unique_consecutive(B), torch.bincount(B), torch.histc(A, 3), B.float().histc(2, 0, 4), torch.msort(A))
print((A == 3).nonzero(), torch.nonzero(A > 3, as_tuple=True), (A > 3).sum(), (A > 3).float().mean(), B.sum().dtype, B.prod(), (B > 1).sum().dtype, B.float().mean().item())
print(torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([2, 5])), torch.bucketize(torch.tensor([0., 4]), torch.tensor([1., 3])), torch.diff(B), torch.trapz(A, dx=1.), torch.cov(A), torch.corrcoef(A))
print(torch.zeros(0).sum(), torch.zeros(0).prod(), torch.zeros(0, 3).sum(0), torch.zeros(0).mean(), torch.ones(2, 3, dtype=torch.uint8).sum(), torch.tensor([True, True]).sum(), A.sum(dtype=torch.float64), B.mean(dtype=torch.float32))
for bad in (lambda: B.mean(), lambda: A.sum(2), lambda: A.mean((0, 0)), lambda: torch.zeros(0).max(), lambda: torch.zeros(0, 2).max(0), lambda: torch.zeros(0).argmax(), lambda: A.topk(5), lambda: A.sort(4), lambda: A.norm(dim=7),
            lambda: torch.stack([A, torch.ones(3)]), lambda: B.std(), lambda: A.median(3), lambda: A.kthvalue(9, 1), lambda: torch.bincount(A), lambda: torch.quantile(A, 2.), lambda: A.cumsum(2)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, '|', str(e).split('\n')[0])

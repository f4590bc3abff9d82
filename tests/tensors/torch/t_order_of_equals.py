# Where equals come to stand in sort, argsort and topk on a CPU: not where they were, and the same each time.
import torch

torch.manual_seed(0)
for n in (3, 10, 16, 17, 33, 100, 333, 2000):
    for kinds in (2, 5, 50):
        x = torch.randint(0, kinds, (n,)).float()
        if kinds == 5:
            x[::7] = float('nan')
        at = torch.arange(n)
        print(n, kinds, [int((torch.sort(x, -1, down)[1] * at).sum()) for down in (False, True)], [torch.topk(x, k, -1, largest)[1].tolist()[:12] for k in (1, 2, n // 2) for largest in (True, False)],
              torch.argsort(x.int().unsqueeze(1).expand(n, 2), 0)[:5, 1].tolist(), torch.sort(x, stable=True)[1][:5].tolist(), torch.msort(x)[:2].tolist())
print(torch.topk(torch.ones(4), 0)[1], torch.zeros(100).argsort().tolist(), torch.zeros(3000).topk(40)[1].tolist())
ends = torch.arange(200)
ends[100:] = ends[:100].flip(0)
print(torch.sort(ends)[1].tolist(), torch.sort(torch.tensor([3, 1, 2], dtype=torch.uint8), descending=True), torch.tensor([True, False, True]).sort()[1])

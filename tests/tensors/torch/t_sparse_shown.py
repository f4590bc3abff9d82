"""How sparse tensors are shown whose lines are long, and what products with one are called in the graph."""
import torch

torch.manual_seed(0)
i = torch.arange(40); n = 40
for k in (9, 20, 40):
    s = torch.sparse_coo_tensor(torch.stack([i[:k], i[:k]]), torch.linspace(0, 1, k), (n, n)); print(s)
s = torch.sparse_coo_tensor(torch.stack([i, i]), torch.randn(40, 3)); print(s.coalesce())
s2 = torch.sparse_coo_tensor(torch.stack([i, i]), torch.arange(40)); print(s2)
d = torch.ones(40, 2, requires_grad=True)
s = torch.sparse_coo_tensor(torch.stack([i, i]), torch.ones(40), (40, 40))
for f in (lambda: torch.mm(s, d), lambda: torch.spmm(s, d), lambda: torch.sparse.mm(s, d), lambda: s @ d, lambda: s.mm(d), lambda: torch.matmul(s, d), lambda: s.matmul(d), lambda: torch.sparse.addmm(d, s, d), lambda: torch.addmm(d, s, d), lambda: torch.mv(s, d[:, 0]), lambda: s @ d[:, 0]):
    print(type(f().grad_fn).__name__)
